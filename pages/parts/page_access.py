"""Which pages somebody may open where people sign in; on one's own machine, all of them."""

from contextlib import suppress

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.guideline_reading import render_guideline_question
from pages.parts.sign_in import do_people_sign_in, find_signed_in, render_sign_in
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_closed
from review_db.access import say_needed
from trek_core.errors import TrekError

NEEDED = {
    "rounds": "create_round",
    "adjudicate": "decide",
    # These show what a blind round withholds, and what others judged.
    "charts": "import_file",
    "compare": "import_file",
    "agreement": "import_file",
    "export": "import_file",
    "probes": "resume_probe_run",
    "setup": "import_file",
}
"""Page -> the method of the store that whoever opens it must be allowed to call."""


SHOWS_WITHHELD = ("charts", "compare", "agreement", "export", "probes")
"""Pages that show what a blind round withholds, of any case."""


def may_open(page: str) -> bool:
    """Whether a page is in the menu; a database that cannot be used hides none."""
    with suppress(TrekError):
        return page not in NEEDED or may(NEEDED[page])
    return True


def may(action: str) -> bool:
    """Whether who is here may call a method of the store."""
    return current_store().may(action, current_annotator())


def render_gate(page: str) -> bool:
    """Let somebody through to a page, or show what stands between: signing in, or a role."""
    if do_people_sign_in() and find_signed_in() is None:
        render_sign_in()
        return False
    if may_open(page):
        return not (page == "review" and _ask_for_guideline()) and not (
            page in SHOWS_WITHHELD and _keep_blind()
        )
    sentence = say_needed(str(current_annotator()), NEEDED[page], "open this page")
    render_template("problem.html", sentence=sentence)
    return False


def _keep_blind() -> bool:
    """Keep a page from somebody from whom anything is withheld, and say until when."""
    name = current_annotator()
    rounds = current_store().list_blind_rounds(name) if name else []
    if rounds:
        render_template("problem.html", sentence=say_closed(rounds))
    return bool(rounds)


def _ask_for_guideline() -> bool:
    name, round_name = current_annotator(), st.query_params.get("round")
    return bool(name and round_name and render_guideline_question(name, round_name))
