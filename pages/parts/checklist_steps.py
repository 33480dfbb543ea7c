"""The steps of the checklist, each with its guideline and its questions."""

import streamlit as st

from pages.parts.answers import answer_all
from pages.parts.checklist_form import Form
from pages.parts.probe_offer import render_offer
from pages.parts.proposals import render_proposals
from pages.parts.untrusted import render_template
from trek_core.checklist import (
    FIELDS,
    GUIDELINE_VERSION,
    UNDETERMINED,
    Evaluation,
    Guidance,
)
from trek_core.checklist.fields import PROBE_CONDITIONS
from trek_core.taxonomy import NONE, OUTCOME_TITLES, Outcome

OUTCOME_WORDS = {
    Outcome.SYSTEM_RELATED: "The reference is right and the response is wrong: find the stage.",
    Outcome.REFERENCE_ANSWER_ERROR: "The reference is wrong: no stage is to blame.",
    Outcome.JUDGE_ERROR: "The response is right and was rejected: no stage is to blame.",
    Outcome.NOT_A_FAILURE: "The response is right: there is no failure to explain.",
    Outcome.UNDECIDED: "Unsure so far. Go on; the case will be discussed.",
}


def render_step(form: Form, guidance: Guidance, evaluation: Evaluation) -> None:
    """Show one step: its title, its guideline, its questions once they are open."""
    step = guidance.step
    is_open = step <= evaluation.open_step
    mark = "done" if is_open and step < evaluation.open_step else "open" if is_open else "locked"
    with st.container(key=f"step-{step}", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
            render_template(
                "step.html", guidance=guidance, mark=mark, open_step=evaluation.open_step
            )
            if is_open:
                with st.popover("Guideline", type="tertiary", key=f"guideline-{step}"):
                    render_template("guideline.html", guidance=guidance, version=GUIDELINE_VERSION)
        if is_open:
            _STEP_BODIES.get(step, _render_fields)(form, step, evaluation)
            for sentence in _list_faults(step, evaluation):
                render_template("problem.html", sentence=sentence)
            for doubt in evaluation.doubts:
                if doubt.step == step:
                    render_template("note.html", text=doubt.message)


def _list_faults(step: int, evaluation: Evaluation) -> list[str]:
    """What is wrong with the answers of a step, beyond questions that are simply still open."""
    return [
        problem.message
        for problem in evaluation.problems
        if problem.step == step and not problem.is_open
    ]


def _render_fields(form: Form, step: int, _evaluation: Evaluation) -> None:
    form.render_fields(field for field in FIELDS if field.step == step)


def _render_reference(form: Form, step: int, evaluation: Evaluation) -> None:
    if not form.locked and not form.place.decides:
        render_proposals(form.place, form.answers)
    _render_fields(form, step, evaluation)


def _render_outcome(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome is not None:
        render_template(
            "outcome.html",
            title=OUTCOME_TITLES[evaluation.outcome],
            words=OUTCOME_WORDS[evaluation.outcome],
            judge_agrees=evaluation.judge_agrees,
            has_verdict=form.facts.verdict is not None,
            lenient=form.facts.verdict == "correct" and evaluation.judge_agrees is False,
        )
    _render_fields(form, step, evaluation)


def _render_stages(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome not in (Outcome.SYSTEM_RELATED, Outcome.UNDECIDED):
        render_template(
            "not_asked.html", outcome=evaluation.outcome and OUTCOME_TITLES[evaluation.outcome]
        )
    elif step == 5:
        _render_probes(form)
        return
    _render_fields(form, step, evaluation)


def _render_probes(form: Form) -> None:
    fields = [field for field in FIELDS if field.step == 5]
    for prefix, title in (("gold_only", "Gold-only"), ("noise", "Gold-plus-noise")):
        asked = [f for f in fields if f.name.startswith(f"{prefix}_")]
        statuses = {form.evaluation.status[f.name] for f in asked}
        if statuses == {"not_asked"}:
            continue
        conditions = [f"{prefix}_{name}" for name in PROBE_CONDITIONS]
        button = f"all-{prefix}-{form.place.case_key}"
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(title, width="stretch")
            if statuses != {"not_recorded"} and not form.locked:
                st.button(
                    "All four hold (A)", key=button, type="tertiary",
                    on_click=answer_all, args=(form.place, dict.fromkeys(conditions, "yes")),
                )  # fmt: skip
        if statuses == {"not_recorded"}:
            render_template("not_run.html", was_run=prefix == "gold_only")
            render_offer(form.place, prefix, locked=form.locked)
            continue
        form.render_fields(asked, all_hold=button)
    form.render_fields(f for f in fields if not f.name.startswith(("gold_only_", "noise_")))


def _render_verdict(form: Form, step: int, evaluation: Evaluation) -> None:
    if evaluation.outcome is not None:
        render_template(
            "verdict.html",
            evaluation=evaluation,
            outcome=OUTCOME_TITLES[evaluation.outcome],
            none_side=NONE,
            undetermined=UNDETERMINED,
            trektrace=form.facts.trektrace_labels,
            is_incomplete=None in (form.facts.trektrace_retrieval, form.facts.trektrace_post),
        )
    _render_fields(form, step, evaluation)


_STEP_BODIES = {
    1: _render_reference,
    3: _render_outcome,
    4: _render_stages,
    5: _render_stages,
    6: _render_verdict,
}
