"""People: who works here, what each may do, and how each signs in."""

import streamlit as st

from pages.parts.annotator import current_annotator, render_who_are_you
from pages.parts.page_access import may
from pages.parts.people_forms import render_add_person, render_person
from pages.parts.round_words import say_day
from pages.parts.sign_in import do_people_sign_in
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.checklist import GUIDELINE_VERSION

ROLE_MEANINGS = (
    ("annotator", "judges cases in the rounds they are in"),
    ("lead", "makes rounds, watches them, decides where people differ, adds people"),
    ("researcher", "imports, runs probes, sees agreement, exports"),
    ("admin", "gives roles and passwords; may do all a lead may"),
)


def render() -> None:
    """Show the page."""
    st.title("People")
    _render_access()
    if current_annotator() is None:
        # What is changed here is kept with who did it.
        render_who_are_you("Who is here?", "Go on", level=2)
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        if may("add_annotator"):
            _render_everybody()
        render_template("roles.html", roles=ROLE_MEANINGS)
    with right:
        if may("add_annotator"):
            render_add_person()
        is_admin = may("set_roles")
        if is_admin or do_people_sign_in():
            render_person(is_admin=is_admin)


def _render_access() -> None:
    if do_people_sign_in():
        text = "People sign in here, and each may do what their roles say."
    else:
        text = (
            "Nobody signs in here: a name is enough, and everybody may do everything. To share "
            "this database, give somebody the role admin and a password, give everybody else a "
            "password too, stop the app, and start it with trek serve --sign-in."
        )
    render_template("note.html", text=text)


def _render_everybody() -> None:
    store = current_store()
    reads = store.load_guideline_reads()
    rows = [
        (
            name,
            ", ".join(sorted(roles)) or "–",
            "yes" if store.has_password(name) else "no",
            say_day(read) if (read := reads.get(name, {}).get(GUIDELINE_VERSION)) else "–",
        )
        for name, roles in store.load_all_roles().items()
    ]
    if not rows:
        render_template(
            "empty.html",
            title="Nobody is here yet",
            lines=["Whoever says their name on Review is added by that; or add them here."],
        )
        return
    render_template("people.html", rows=rows, version=GUIDELINE_VERSION)
