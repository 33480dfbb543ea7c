"""A finding about a reference, in words."""

from pages.parts.answer_words import say_answer
from review_db.store import ReferenceFinding


def say_finding(finding: ReferenceFinding) -> str:
    """What was found: a clause without its case."""
    issue = finding.answers.get("reference_issue")
    why = f" ({say_answer('reference_issue', issue).lower()})" if issue else ""
    return f"the reference is wrong{why}"


def say_finders(finding: ReferenceFinding) -> str:
    """Who found it, and how."""
    return f"{'decided' if finding.is_decision else 'judged'} by {', '.join(finding.people)}"
