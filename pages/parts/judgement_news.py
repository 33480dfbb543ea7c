"""What a person should know about their judgement before they go on with it."""

import streamlit as st

from pages.parts.answer_words import question_of, say_answer
from pages.parts.paths import compute_rows, path_of_judgement, path_of_kept, path_of_trektrace
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_reveal, say_wait
from pages.parts.words import OUTCOME_WORDS
from review_db.store import CaseView, Round, StoredJudgement
from trek_core.checklist import GUIDELINE_VERSION


def render_news(judgement: StoredJudgement, view: CaseView, read_only: str) -> None:
    """Say why nothing can be changed, who sent the case back, and what changed since."""
    if read_only:
        render_template("problem.html", sentence=read_only)
    if judgement.sent_back:
        by, why = judgement.sent_back.get("by") or "A lead", judgement.sent_back.get("why", "")
        render_template("problem.html", sentence=f"{by} sent this case back to you: {why}")
    if judgement.revision > 0 and judgement.case_version < view.version:
        st.warning("The case changed after these answers were given. Check them against it.")
    _render_outdated(judgement)


def _render_outdated(judgement: StoredJudgement) -> None:
    for each in current_store().load_outdated_judgements(judgement.round):
        if (each.case_id, each.annotator) == (judgement.case_id, judgement.annotator):
            questions = ", ".join(f"“{question_of(field)}”" for field in each.fields)
            sentence = (
                f"Answered under an older guideline. Version {GUIDELINE_VERSION} means something "
                f"else by {questions}: look at them again."
            )
            render_template("problem.html", sentence=sentence)


def render_outcome_of_handing_in(
    judgement: StoredJudgement, view: CaseView, its_round: Round
) -> None:
    """Show what is to be seen once an answer is in: feedback, TrekTrace's side, a decision."""
    if judgement.is_finished and its_round.is_training:
        _render_feedback(judgement)
    if view.waits_for:
        others = [current_store().load_round(name) for name in view.waits_for]
        handed_in = "Handed in. " if judgement.is_finished else ""
        render_template("note.html", text=handed_in + say_wait(others))
    if judgement.is_finished and view.may_reveal:
        render_template("note.html", text=f"Handed in. {say_reveal(view)}")
    if judgement.before_reveal and not view.is_blind:
        _render_reveal(judgement, view)
    if judgement.is_finished:
        _render_decision(judgement, is_blind=view.is_blind)


def _render_feedback(judgement: StoredJudgement) -> None:
    place = (judgement.case_id, judgement.annotator, judgement.round)
    rows = [
        (each.step, question_of(each.field), say_answer(each.field, each.mine),
         say_answer(each.field, each.known), each.is_right)
        for each in current_store().load_feedback(*place)
    ]  # fmt: skip
    render_template("feedback.html", rows=rows, right=sum(row[-1] for row in rows))


def _render_reveal(judgement: StoredJudgement, view: CaseView) -> None:
    kept = judgement.before_reveal or {}
    before = path_of_kept("You, before", kept, view.facts)
    columns = [before]
    if judgement.is_finished and judgement.answers != before.answers:
        columns.append(path_of_judgement("You, now", judgement, view.facts))
    shown = path_of_trektrace(view) if view.attribution else None
    render_template(
        "paths.html",
        title="Your answer and TrekTrace's",
        columns=[*columns, *([shown] if shown else [])],
        rows=compute_rows([*columns, *([shown] if shown else [])], only_compared=True),
        note="Keep it: go on. Change it: Reopen, answer, save; both stay on record."
        if shown
        else "TrekTrace attributes failures only; it says nothing of this case.",
    )


def _render_decision(judgement: StoredJudgement, *, is_blind: bool) -> None:
    store = current_store()
    decisions = store.load_decisions(judgement.round, judgement.case_id)
    if not decisions:
        return
    if is_blind:
        text = "A lead has decided this case. You see the decision when the round is closed."
        render_template("note.html", text=text)
        return
    rows = [
        (each.step, question_of(each.field), say_answer(each.field, each.mine),
         say_answer(each.field, each.decided))
        for each in store.load_corrections(judgement.annotator)
        if (each.round, each.case_id) == (judgement.round, judgement.case_id)
    ]  # fmt: skip
    latest = decisions[-1]
    render_template(
        "decided.html",
        decision=latest,
        outcome=OUTCOME_WORDS.get(latest.outcome, "Not decided"),
        rows=rows,
        earlier=len(decisions) - 1,
    )
