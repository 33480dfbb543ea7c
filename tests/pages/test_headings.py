"""The headings of every page form an outline: whoever listens to a page goes by them."""

import re
from itertools import pairwise

from review_db.sample import ensure_sample
from tests.pages.conftest import SCRIPTS

_LEVEL = re.compile(r"<h([1-6])\b")
VIEWS = [
    *((name, {}) for name in SCRIPTS),
    ("adjudicate", {"case": "s01-a"}),
    *(("agreement", {"section": name}) for name in ("causes", "questions", "labels", "everyone")),
    ("case", {"case": "s01-a"}),
    ("case", {"case": "nowhere"}),
    ("charts", {"section": "together"}),
    ("compare", {"case": "s01-a"}),
    ("compare", {"section": "groups"}),
    ("probes", {"case": "s01-a"}),
    ("review", {"case": "s01-a"}),
    ("review", {"case": "nowhere"}),
    ("rounds", {"new": "1"}),
]
UNNAMED = ("adjudicate", "corrections", "people", "review", "rounds")
"""Pages that first ask who is there."""


def list_levels(page):
    """The level of each heading, in the order of the page."""
    found = []
    for each in page.main:
        if each.type in ("title", "header", "subheader"):
            found.append(int(each.proto.tag[1]))
        elif each.type == "html":
            found += map(int, _LEVEL.findall(each.proto.body))
    return found


def find_faults(show, views, who="Ada"):
    """Views whose outline begins below the title of a page, or goes down by more than a level."""
    outlines = {(name, *query.values()): list_levels(show(name, who=who, **query))
                for name, query in views}  # fmt: skip
    return {
        view: levels
        for view, levels in outlines.items()
        if levels[:1] != [1] or any(lower > upper + 1 for upper, lower in pairwise(levels))
    }


def test_headings_begin_with_the_title_and_go_down_one_level_at_a_time(show, store, monkeypatch):
    monkeypatch.setitem(SCRIPTS, "review", "from pages import review\nreview.render()\n")
    ensure_sample(store.path)
    assert find_faults(show, VIEWS) == {}
    assert find_faults(show, [(name, {}) for name in UNNAMED], who="") == {}


def test_and_so_they_do_where_there_is_nothing_yet(show):
    assert find_faults(show, [(name, {}) for name in SCRIPTS]) == {}
