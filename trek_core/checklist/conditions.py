"""When a question is asked, as named conditions on the answers so far and the facts of the case.

A condition sees only answers that count themselves, so what opens one question opens with it all
that follows from it, and a moot answer opens nothing.
"""

from collections.abc import Callable

from trek_core.checklist.facts import Answers, CaseFacts

Condition = Callable[[Answers, CaseFacts], bool]


def always(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for every case and every answer."""
    return True


def never(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for no case."""
    return False


def is_answer(field: str, *values: str) -> Condition:
    """Hold when `field` is answered with one of `values`."""
    return lambda answers, facts: answers.get(field) in values


def both(first: Condition, second: Condition) -> Condition:
    """Hold when two conditions do."""
    return lambda answers, facts: first(answers, facts) and second(answers, facts)


def none_refused(*fields: str) -> Condition:
    """Hold unless one of `fields` is answered no."""
    return lambda answers, facts: all(answers.get(field) != "no" for field in fields)


def has_gold_pages(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the case names gold pages."""
    return bool(facts.gold_urls)


def has_several_references(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the case has more than one reference answer."""
    return facts.reference_count > 1


def is_marked_false_premise(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the case says that its question rests on a false premise."""
    return facts.false_premise is True


def response_can_be_judged(answers: Answers, facts: CaseFacts) -> bool:
    """Hold unless the reference is wrong and no right answer could be established."""
    return answers.get("verified_answer_status") != "cannot_be_established"


def is_judge_error(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when a correct response to a valid reference was rejected."""
    both_right = answers.get("reference_valid") == answers.get("response_correct") == "yes"
    return both_right and facts.verdict in ("incorrect", "not_attempted")


def goes_to_stages(answers: Answers, facts: CaseFacts) -> bool:
    """Hold for system-related and undecided cases, the only ones blamed on a stage (B.6, 7)."""
    reference, response = answers.get("reference_valid"), answers.get("response_correct")
    if reference not in ("yes", "unsure") or response is None:
        return False
    return (reference, response) != ("yes", "yes")


def has_retrieved_list(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the retrieved pages were recorded, be it that there were none."""
    return facts.retrieved_urls is not None


def has_key_evidence(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the gold pages' key evidence was recorded."""
    return facts.has_key_evidence


def is_not_revealed(answers: Answers, facts: CaseFacts) -> bool:
    """Hold unless TrekTrace's side was shown only after one's own answer."""
    return facts.trektrace_side != "revealed"


def has_queries(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the queries were recorded, be it that there were none."""
    return facts.has_queries


def has_gold_only_answer(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the gold-only probe's answer was recorded, or the probe was run again."""
    return facts.has_gold_only_answer or _was_run("gold_only", answers, facts)


def has_noise_answer(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the gold-plus-noise probe's answer was recorded, or the probe was run again."""
    return facts.has_noise_answer or _was_run("gold_plus_noise", answers, facts)


def has_override(answers: Answers, facts: CaseFacts) -> bool:
    """Hold when the person overrides the computed labels."""
    return bool(answers.get("override_labels"))


def cites(probe: str, answers: Answers) -> bool:
    """Whether the answers cite a run of a probe."""
    return any(call.startswith(f"{probe}:") for call in answers.get("cited_probe_calls") or ())


def _was_run(probe: str, answers: Answers, facts: CaseFacts) -> bool:
    """A run counts that is stored here, or that is cited: a file carries only the latter."""
    return probe in facts.probes_run or cites(probe, answers)
