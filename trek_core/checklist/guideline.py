"""The guideline shown beside each step, in our own words (the rules are those of appendix B.6)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Guidance:
    """One step's guideline: what to decide, when an answer fits, when not, and an example."""

    step: int
    title: str
    decide: str
    use_when: str
    avoid_when: str
    example: str


GUIDELINE: tuple[Guidance, ...] = (
    Guidance(
        1,
        "Reference and its time",
        "What does the question ask for, at which moment, and is the reference answer right then?",
        "Say yes when a page that speaks about the target time supports the reference. Say no when "
        "a page shows that the answer was different at that time.",
        "Do not judge by today. A page published later need not describe a later event, and a "
        "change after the target time does not make the reference wrong.",
        "Effective year 2024, “who chairs the council now?”: the chair at the end of 2024 counts, "
        "even if another has been elected since.",
    ),
    Guidance(
        2,
        "Response and verdict",
        "Does the response answer the question, measured against the verified reference?",
        "Say yes when every required part is right, or when one of several independent "
        "alternatives is given. Other names, paraphrases and formats are fine. A false premise "
        "must be named or corrected, and any further answer given.",
        "Do not accept half an answer, a right answer among guesses that contradict it, or a wrong "
        "entity, amount or time.",
        "“Which two cities hosted?” answered with one city is incorrect; “which city hosted in "
        "either year?” answered with one of two is correct.",
    ),
    Guidance(
        3,
        "Outcome",
        "Whose failure is it? The outcome follows from the first two steps.",
        "Only a wrong response to a right reference is a failure of the system and goes on to the "
        "stages.",
        "Do not blame a stage when the reference is wrong or the judge rejected a right response.",
        "Right reference, right response, verdict “incorrect”: a judge error, and no label.",
    ),
    Guidance(
        4,
        "Retrieval side",
        "Did the retrieved pages hold the evidence that gives the answer? If not, did the queries "
        "ask for it?",
        "Look at every query and every retrieved page, not only those the answer cites. Several "
        "pages may carry the evidence together.",
        "The same topic is not enough: entity, time and every other constraint must fit. Do not "
        "guess what the queries might have found.",
        "A page on last season's winner does not carry this season's, however alike they read.",
    ),
    Guidance(
        5,
        "Post-retrieval side",
        "Does the model answer from the gold pages alone, and still when the other pages are back?",
        "Check what each probe was given and what it answered, then grade it yourself. Gold-only "
        "wrong is Interpretation; right alone but wrong with the noise is Distraction. A probe "
        "that you run again counts when you cite the run.",
        "Do not grade a probe that used another model, another year, other pages, or empty pages: "
        "answer no to that condition instead.",
        "Gold-only names the new director, gold-plus-noise the old one from an outdated page: "
        "Distraction, and the outdated page misled it.",
    ),
    Guidance(
        6,
        "Verdict",
        "Do the labels that follow from your answers say what you mean?",
        "Submit when they do. Override only with a reason, and say why wherever you differ from "
        "TrekTrace.",
        "Do not bend an answer to reach a label. Randomness says that nothing reproduced the "
        "failure, and one right answer is little to say it from: run both probes ten times and "
        "cite them. “Not reproduced (0 of 10, 95 % CI 0-28 %)” is a measured statement; its "
        "cause stays unknown.",
        "TrekTrace says Retrieval, but page 3 states the same figure for the same year: no failure "
        "on the retrieval side, because page 3 carries the evidence.",
    ),
)
