"""One case to decide: people's paths side by side, TrekTrace on demand, and the decision."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace

import streamlit as st

from pages.parts.adjudication_form import render_decision_form
from pages.parts.answers import Place, report_problem
from pages.parts.case_marks import render_comments
from pages.parts.decision_draft import change_draft
from pages.parts.paths import (
    TELLS_OF_TREKTRACE,
    Path,
    compute_rows,
    path_of_decision,
    path_of_judgement,
    path_of_trektrace,
)
from pages.parts.round_address import is_shown, show_case
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseView, Disagreement, Round, StoredDecision, StoredJudgement
from trek_core.blind import SHOWN_PROBE_CALLS, withhold
from trek_core.checklist import compute_facts
from trek_core.errors import TrekError

_SHOW_NAMES = "adjudicate-show-names"


def load_hidden_view(view: CaseView, lead: str, round_name: str) -> CaseView:
    """The case without TrekTrace's side, unless the lead has asked for it on this case."""
    case_id = view.record.case.case_id
    if current_store().load_decision_draft(case_id, round_name, lead).shows_model:
        return view
    record = withhold(view.record, {"gold_only_correct": "yes"})
    shown_probes = frozenset(SHOWN_PROBE_CALLS)
    runs = view.facts.probes_run & shown_probes
    return replace(
        view,
        record=record,
        attribution=None,
        is_blind=True,
        shown_probes=shown_probes,
        facts=compute_facts(record, None, runs, "withheld"),
    )


@st.fragment(key="adjudication-fragment")
def render_adjudication(
    view: CaseView, lead: str, its_round: Round, found: Disagreement | None
) -> None:
    """Show one case's paths and the decision; reruns alone with every answer."""
    case_id, name = view.record.case.case_id, its_round.name
    if not is_shown(case_id, name):
        st.rerun()
    store = current_store()
    given = _mix(store.load_case_judgements(case_id, name, by=lead))
    decisions = store.load_decisions(name, case_id)
    draft = store.load_decision_draft(case_id, name, lead)
    place = Place(case_id, lead, f"{draft.epoch}-0", draft.revision, name, decides=True)
    are_shown = bool(decisions) or st.session_state.get(_SHOW_NAMES, False)
    names = _name(given, are_shown=are_shown)
    _render_heading(found, decisions)
    shown = load_hidden_view(view, lead, name)
    _render_paths(
        shown, given, names, decisions, shows_model=draft.shows_model,
        without=() if draft.shows_model and are_shown else TELLS_OF_TREKTRACE,
    )  # fmt: skip
    _render_tools(place, given, names, is_decided=bool(decisions), shows_model=draft.shows_model)
    if its_round.state == "closed":
        text = "The round is closed: nothing is decided in it unless it is reopened."
        render_template("note.html", text=text)
    elif not given:
        render_template("note.html", text="Nobody has handed this case in yet.")
    else:
        render_decision_form(shown, place, given, names, decided=len(decisions))


def _mix(judgements: Sequence[StoredJudgement]) -> list[StoredJudgement]:
    """Those handed in, in an order of the case's own that tells nothing of who is who.

    It stays when the names are shown: what was read under a number is still in its place.
    """

    def mixed(each: StoredJudgement) -> str:
        text = f"{each.round}\0{each.case_id}\0{each.annotator}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    return sorted((each for each in judgements if each.is_finished), key=mixed)


def _name(given: Sequence[StoredJudgement], *, are_shown: bool) -> dict[str, str]:
    """What each person is called, in the order of their columns."""
    return {
        each.annotator: each.annotator if are_shown else f"Annotator {n}"
        for n, each in enumerate(given, start=1)
    }


def _render_heading(found: Disagreement | None, decisions: Sequence[StoredDecision]) -> None:
    if found is None:
        said = "All who handed this case in concluded alike."
    else:
        said = (
            f"Same conclusion: {found.pair_agreement:.0%} of pairs · answers alike: "
            f"{found.answer_agreement:.0%}"
        )
        if found.needs_discussion:
            said += " · somebody is unsure"
    render_template("note.html", text=said)
    if decisions:
        render_template("decisions.html", decisions=list(reversed(decisions)))


def _render_paths(
    view: CaseView,
    given: Sequence[StoredJudgement],
    names: dict[str, str],
    decisions: Sequence[StoredDecision],
    *,
    shows_model: bool,
    without: Collection[str],
) -> None:
    columns: list[Path] = [
        path_of_judgement(names[each.annotator], each, view.facts) for each in given
    ]
    rows_of = list(columns)
    if decisions:
        rows_of.append(path_of_decision("Decided", decisions[-1], view.facts))
    if shows_model:
        rows_of.append(path_of_trektrace(view))
    if columns:
        # Where people part is marked among people; the other columns stand beside.
        marks = {row.title: row for row in compute_rows(columns, without=without)}
        rows = [
            replace(
                row,
                differs=row.title in marks and marks[row.title].differs,
                is_first=row.title in marks and marks[row.title].is_first,
            )
            for row in compute_rows(rows_of, without=without)
        ]
        render_template("paths.html", title="", columns=rows_of, rows=rows, note="")


def _render_tools(
    place: Place,
    given: Sequence[StoredJudgement],
    names: dict[str, str],
    *,
    is_decided: bool,
    shows_model: bool,
) -> None:
    with st.container(key="adjudicate-tools", horizontal=True, gap="small"):
        word = "Hide TrekTrace's side" if shows_model else "Show TrekTrace's side"
        st.button(
            word, key=f"model-{place.case_key}", icon=":material/smart_toy:", type="tertiary",
            on_click=_toggle_model, args=(place,),
        )  # fmt: skip
        render_comments(place, names)
        if not is_decided:
            st.toggle("Show names", key=_SHOW_NAMES)
            for each in given:
                _render_send_back(place, each, names[each.annotator])


def _toggle_model(place: Place) -> None:
    change_draft(place, lambda draft: replace(draft, shows_model=not draft.shows_model))
    show_case(place.case_id, place.round)


def _render_send_back(place: Place, judgement: StoredJudgement, shown: str) -> None:
    index = hashlib.sha256(judgement.annotator.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    key = f"back-{place.case_key}-{index}"
    number = shown if shown.startswith("Annotator ") else "them"
    with (
        st.popover(f"Send back to {number}", icon=":material/reply:", key=key, type="tertiary"),
        st.form(f"{key}-form", border=False),
    ):
        st.text(f"{shown} takes the case up again, first in their queue.")
        st.text_input("Why?", key=f"{key}-why")
        st.form_submit_button(
            "Send back", type="primary", on_click=_send_back,
            args=(place, judgement.annotator, f"{key}-why"),
        )  # fmt: skip


def _send_back(place: Place, annotator: str, why_key: str) -> None:
    why = str(st.session_state.get(why_key) or "").strip()
    try:
        current_store().send_back(
            place.case_id, annotator, place.round, why, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
