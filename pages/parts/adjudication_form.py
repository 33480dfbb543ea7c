"""The decision itself: adopt somebody's judgement or answer anew, with a reason."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from pages.parts.answers import (
    Place,
    Slot,
    is_change,
    report_done,
    report_problem,
    save_pending,
    seen_values,
)
from pages.parts.browser import listen_for_keys
from pages.parts.checklist_form import Form
from pages.parts.checklist_steps import render_step
from pages.parts.decision_draft import change_draft, find_draft
from pages.parts.evidence import list_pages
from pages.parts.evidence_entries import ADD_EVIDENCE
from pages.parts.probe_offer import list_citable
from pages.parts.round_address import show_case
from pages.parts.round_reads import load_disagreements
from pages.parts.said import render_said
from pages.parts.shortcuts import SHORTCUTS, key_bindings
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseView, StoredJudgement
from trek_core.checklist import GUIDELINE, evaluate
from trek_core.errors import TrekError

ANEW = "\0anew"
"""Stands for nobody's judgement among the choices."""

_NOT_HERE = {"skip", "flag", "undo"}
"""Actions of keys that are about one's own judgement."""


def render_decision_form(
    view: CaseView,
    place: Place,
    given: Sequence[StoredJudgement],
    names: dict[str, str],
    *,
    decided: int,
) -> None:
    """Show how to decide, the reason, and the button; keys work as on Review.

    `decided` is how often it was: each decision has widgets of its own, and begins empty.
    """
    draft = find_draft(place)
    titles = {name: f"Adopt {shown}" for name, shown in names.items()} | {ANEW: "Decide anew"}
    if any(not _is_plain(title) for title in titles.values()):
        # Words on a control are read as Markdown; a name that could be more is not put there.
        titles = {name: f"Adopt no. {n}" for n, name in enumerate(names, start=1)}
        titles |= {ANEW: "Decide anew"}
    how = draft.how if draft.how in titles else None
    items: list[dict[str, object]] = []
    slots: list[Slot] = []
    if how == ANEW:
        form = _render_anew(view, place, given)
        items, slots = form.items, form.slots
    with st.container(key="save-bar", gap="xsmall"):
        how_key = f"a-{place.case_key}-how-{decided}-{len(titles)}"
        reason_key = f"a-{place.case_key}-reason-0-{decided}"
        items.insert(0, _render_choice(place, how_key, titles, how, decided))
        # Whoever changes their mind before they write does not look where the mark is.
        items.append(_render_reason(place, reason_key) | {"digitsFor": how_key})
        _render_bar(place, how, reason_key, slots)
    _listen(place, items)


def _render_choice(
    place: Place, key: str, titles: dict[str, str], how: str | None, decided: int
) -> dict[str, object]:
    word = "Decide again" if decided else "Decide"
    render_said(place.case_key)
    with st.container(key=f"row-{key}", horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{word}:", width="content")
        st.segmented_control(
            "How to decide", list(titles), format_func=titles.__getitem__, key=key, default=how,
            label_visibility="collapsed", on_change=_choose, args=(place, key), wrap=True,
            required=how is not None,
        )  # fmt: skip
    seen_values()[key] = how
    return _item(key, "how", "choice", answered=how is not None)


def _render_reason(place: Place, key: str) -> dict[str, object]:
    draft = find_draft(place)
    with st.container(key=f"row-{key}"):
        st.text_area(
            "Why?", value=draft.reason, key=key, height=68, on_change=_keep_reason,
            args=(place, key), label_visibility="collapsed",
            placeholder="Why? The annotators will read it",
        )  # fmt: skip
    seen_values()[key] = draft.reason
    return _item(key, "reason", "text", answered=bool(draft.reason))


def _is_plain(title: str) -> bool:
    return all(each.isalnum() or each in " .-" for each in title)


def _item(key: str, field: str, kind: str, *, answered: bool) -> dict[str, object]:
    return {
        "key": key, "field": field, "kind": kind, "step": 6, "optional": False,
        "answered": answered, "allHold": None,
    }  # fmt: skip


def _render_anew(view: CaseView, place: Place, given: Sequence[StoredJudgement]) -> Form:
    draft = find_draft(place)
    if not draft.answers:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text("Start from nothing, or from")
            for n, each in enumerate(given, start=1):
                st.button(
                    f"the answers of no. {n}", key=f"from-{n}-{place.case_key}", type="tertiary",
                    on_click=_start_from, args=(place, dict(each.answers)),
                )  # fmt: skip
    # Whoever decides gives the one reason below; why TrekTrace differs is not asked apart.
    facts = replace(
        view.facts, trektrace_labels=None, trektrace_retrieval=None, trektrace_post=None,
        trektrace_side="withheld" if view.is_blind else "revealed",
    )  # fmt: skip
    evaluation = evaluate(draft.answers, facts)
    pages = list_pages(view.record.case, view.record.probes)
    numbers = {page.url: page.number for page in pages if page.number}
    form = Form(place, draft.answers, facts, evaluation, numbers, locked=False)
    form.withheld_until = "TrekTrace's side is shown"
    form.citable = list_citable(
        view, place.annotator, place.round, draft.answers, evaluation.status
    )
    for guidance in GUIDELINE:
        render_step(form, guidance, evaluation)
    return form


def _render_bar(place: Place, how: str | None, reason_key: str, slots: list[Slot]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        flag_key = f"guideline-flag-{place.case_key}"
        st.checkbox("Flag for the guideline", key=flag_key)
        with st.popover("Keys", icon=":material/keyboard:", key="keys-help", type="tertiary"):
            shown = [each for each in SHORTCUTS if each.action not in _NOT_HERE]
            render_template("keys.html", shortcuts=shown)
        st.space("stretch")
        st.button("Next to decide", key=f"later-{place.case_key}", on_click=_go_on, args=(place,))
        st.button(
            "Decide", key=f"save-{place.case_key}", type="primary",
            on_click=_decide, args=(place, how, reason_key, flag_key, slots),
        )  # fmt: skip


def _listen(place: Place, items: list[dict[str, object]]) -> None:
    listen_for_keys(
        {
            "case": place.case_key,
            "revision": place.revision,
            "stage": "deciding",
            "items": items,
            "attention": None,
            "controls": {
                "save": f"save-{place.case_key}",
                "help": "keys-help",
                "evidence": ADD_EVIDENCE,
                "previous_case": "browse-previous",
                "next_case": "browse-next",
            },
            "bindings": {
                key: action for key, action in key_bindings().items() if action not in _NOT_HERE
            },
        }
    )


def _choose(place: Place, key: str) -> None:
    how = st.session_state.get(key)
    if is_change(key, how):
        seen_values()[key] = how
        change_draft(place, lambda draft: replace(draft, how=how))


def _keep_reason(place: Place, key: str) -> None:
    reason = str(st.session_state.get(key) or "")
    if is_change(key, reason):
        seen_values()[key] = reason
        change_draft(place, lambda draft: replace(draft, reason=reason))


def _start_from(place: Place, answers: dict[str, object]) -> None:
    change_draft(place, lambda draft: draft.starting_from(answers))


def _decide(
    place: Place, how: str | None, reason_key: str, flag_key: str, slots: list[Slot]
) -> None:
    if how is None:
        report_problem(place.case_key, "Choose whose judgement to adopt, or decide anew.")
        return
    if not save_pending(place, slots):
        return
    draft = find_draft(place)
    is_anew = how == ANEW
    try:
        current_store().decide(
            place.case_id,
            place.round,
            reason=str(st.session_state.get(reason_key) or ""),
            by=who_acts(place.annotator),
            adopt=None if is_anew else how,
            answers=draft.answers if is_anew else None,
            flag_for_guideline=bool(st.session_state.get(flag_key)),
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
        return
    said = f"{place.case_id} is decided. Its annotators see that and why on their pages."
    _leave_for(place, _find_next(place), said)


def _go_on(place: Place) -> None:
    following = _find_next(place)
    if following is None:
        report_done(place.case_key, "Nothing else is to be decided in this round.")
    else:
        _leave_for(place, following, "")


def _find_next(place: Place) -> str | None:
    """The next case to decide after this one, from the first again after the last."""
    store = current_store()
    found = load_disagreements(place.round)
    open_ids = {each.case_id for each in found if not each.is_decided}
    open_ids -= store.find_withheld(open_ids, place.annotator)
    ids = [each.case_id for each in found]
    here = ids.index(place.case_id) if place.case_id in ids else -1
    for each in (*ids[here + 1 :], *ids[: max(here, 0)]):
        if each in open_ids:
            return each
    return None


def _leave_for(place: Place, case_id: str | None, said: str) -> None:
    """Go to another case, or to the list where there is none; `said` stands there."""
    if case_id is None:
        st.query_params.pop("case", None)
        return
    if said:
        report_done(replace(place, case_id=case_id).case_key, said)
    show_case(case_id, place.round)
