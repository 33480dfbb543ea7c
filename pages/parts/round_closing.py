"""What closing a round would do now, told before it is done."""

from pages.parts.untrusted import render_template
from review_db.store import RoundOverview
from trek_core.counted import count_of


def render_closing(overview: RoundOverview) -> None:
    """Show what closing freezes, and what it ends."""
    render_template("round_closing.html", n=overview.round.n, lines=compute_closing(overview))


def compute_closing(overview: RoundOverview) -> list[str]:
    """What closing freezes and ends, a sentence each; nothing is said of what there is none of."""
    settled = overview.states.get("submitted", 0) + overview.states.get("final", 0)
    drafts = sum(each.draft for each in overview.people)
    leased = sum(each.assigned for each in overview.people)
    reveals = overview.round.mode != "assisted"
    lines = [
        (True, f"{settled:,} of {overview.round.n:,} cases are settled: agreed, or decided."),
        (drafts, f"{count_of(drafts, 'draft')} not handed in: kept, but counted for nothing."),
        (leased, f"{count_of(leased, 'case')} somebody is on right now, with nothing saved yet."),
        (reveals, "Its annotators see TrekTrace's side from then on."),
    ]
    return [line for applies, line in lines if applies]
