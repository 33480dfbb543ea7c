"""Case: everything about one case on one page, and nothing that is withheld from who looks."""

import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.case.address import (
    hashed_page_part,
    judgement_part,
    make_href,
    page_part,
    resolve_part,
)
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text
from tests.review_db.case_lines import RESPONSE_WRONG
from tests.review_db.round_steps import DISTRACTION, hand_in, start_round

GOLD, NOISE = "https://gold.example/page", "https://noise.example/page"
LONG = "Nothing of note. " * 200
PROBED = {
    "effective_year": 2025,
    "reference_answers": ["Ada"],
    "gold_urls": [GOLD],
    "system": {"model": "m1"},
    "search_calls": [
        {"query": "who leads", "urls": [NOISE]},
        {"query": "who leads now", "urls": [f"{GOLD}/", NOISE]},
    ],
    "opened_urls": [NOISE, "https://linked.example/"],
    "citations": [{"url": "https://cited.example/", "title": "Cited"}],
    "documents": [
        {"url": GOLD, "date": "2025-03-01", "text": f"{LONG}Ada  Vey was sworn\nin today. {LONG}"},
        {"url": NOISE, "date": "2024-01-01", "title": "Old page", "text": "Bo leads the town."},
    ],
    "retrieval": {"key_evidence": "Ada Vey was sworn in today."},
    "queries": {"query_reasonable": True, "reason": "names the town"},
    "gold_only": {"context_urls": [GOLD], "rag_answer": "Ada", "correct": True},
    "gold_plus_noise": {"ran": True, "answer": "Bo", "correct": False, "grade_reason": "secret"},
}

EVIDENCE = """
from pages.parts.evidence import render_evidence
from pages.parts.store import current_store

render_evidence(current_store().load_case_for("c0", "Ada"), "Ada", "default")
"""


@pytest.fixture
def judged(store):
    """A probed case with a second system's, judged by Bo, who said something about it."""
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    second = make_line("c1", question="Who is c0?", system={"model": "m2"})
    import_lines(store, make_line("c0", **PROBED), second)
    quoted = [{"url": NOISE, "quote": "Bo leads the town"}, {"url": NOISE, "quote": "Vey " * 300}]
    store.save_answers("c0", "Bo", RESPONSE_WRONG | {"reference_evidence": quoted})
    store.add_comment("c0", "Bo", "Look at page 1.")
    return store


def html(page):
    return "\n".join(element.proto.body for element in page.get("html"))


def words(page):
    """The page's words without markup, white space as one space."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown_text(page))).split())


def test_a_case_is_shown_whole_from_its_question_to_its_other_systems(show, judged):
    assert judged
    page = show("case", case="c0")
    said = words(page)
    for expected in (
        "Who is c0?", "Effective year 2025", "Ada", "who leads now",
        "opened", "2024-01-01 , before the year", "2025-03-01 , in the year",
        "Distraction", "1 of 1 gold page retrieved", "no failure on this side",
        "word for word", "not there", "too long to compare", "Quoted by Bo", "names the town",
        "Bo Draft saved ", "Look at page 1.", "m2",
        "Opened by the system: [1] https://noise.example/page https://linked.example/",
        "Cited in the answer, whether retrieved or not: https://cited.example/",
    ):  # fmt: skip
        assert expected in said, expected
    marked = re.findall(r'<mark class="(\w+)">([^<]*)</mark>', html(page))
    assert ("exact", "Ada  Vey was sworn\nin today") in marked
    assert ("exact", "Bo leads the town") in marked
    assert LONG not in html(page)
    assert [button.label for button in page.button] == ["Review this case"]


def test_a_case_whose_verdict_turns_with_another_reference_says_so_unless_judged_blind(
    show, judged
):
    other = {"source": "later.csv", "reference_answers": ["Cleo Vey"],
             "judge": {"verdict": "correct", "model": "j2"}}  # fmt: skip
    import_lines(judged, make_line("c0", **PROBED, other_reference=other))
    said = words(show("case", case="c0"))
    for expected in ("By another reference", "now correct", "later.csv", "Cleo Vey",
                     "likely outdated or wrong"):  # fmt: skip
        assert expected in said, expected
    start_round(judged, n=1)
    blind = words(show("case", who="Ada", case="c0"))
    assert "Cleo Vey" not in blind
    assert "likely outdated" not in blind


def test_the_address_names_a_part_and_asks_for_a_whole_text(show, judged):
    assert judged
    page = show("case", case="c0", part="page-2", whole="1", dataset="d")
    assert re.search(r'data-part="page-2"[^>]*is-shown', html(page))
    assert LONG in html(page)
    assert "The cases found" in shown_text(page)  # with the filter that led here
    among_both = html(show("case", case="c0", cases="1.2"))
    assert '<a href="?case=c1&amp;cases=1.2">Next</a>' in among_both
    assert 'class="trek case-walk"' not in html(show("case", case="c0", queries="many"))
    assert 'href="?case=c0&amp;dataset=d&amp;part=query-1"' in html(page)
    unjudged = html(show("case", case="c1", part="step-4"))
    assert re.search(r'data-part="search"[^>]*is-shown', unjudged)


def test_a_page_goes_by_its_number_or_its_url_and_a_step_by_where_it_is_answered():
    url = "http://www.gold.example/page/#top"
    pages = {hashed_page_part(GOLD): page_part(2, GOLD)}
    known = {"page-2", "search", judgement_part("Bo", "r 1")}
    assert resolve_part("", known, pages) == ""
    assert resolve_part(hashed_page_part(url), known, pages) == "page-2"
    assert resolve_part("step-4", known, pages) == "search"
    assert resolve_part("step-4", {*known, "step-4"}, pages) == "step-4"
    assert resolve_part("judgement-Bo/r 1", known, pages) == "judgement-Bo/r 1"
    assert resolve_part("page-3", known, pages) is None


def test_a_wrong_address_is_answered_in_plain_words_with_a_way_out(show, judged):
    assert judged
    assert "has no part “page-9”" in words(show("case", case="c0", part="page-9"))
    for query in ({}, {"case": "<b>x</b>"}):
        page = show("case", **query)
        assert page.title[0].value in ("No case chosen", "No such case here")
        assert "All cases -> cases" in shown_text(page)
        assert "<b>x</b>" not in html(page)


def test_both_readings_are_shown_where_they_differ(show, store):
    import_lines(store, make_line("c0", **PROBED | {"gold_urls": [GOLD, "https://b.example"]}))
    said = words(show("case", case="c0"))
    assert "If one retrieved gold page is enough as recorded" in said
    assert "If every gold page has to be retrieved Retrieval Distraction incomplete" in said


def test_a_judgement_says_when_it_was_handed_in_and_a_draft_when_it_was_saved(show, judged):
    record = {"annotator": "Cy", "state": "submitted", "submitted_at": "2026-02-16T09:30:00Z"}
    import_lines(judged, make_line("c2", judgements=[record | {"answers": RESPONSE_WRONG}]))
    said = words(show("case", case="c2"))
    assert "Cy Submitted handed in 2026-02-16 09:30 UTC · revision 1" in said


def test_a_side_of_which_nothing_is_recorded_is_not_said_to_be_without_failure(show, store):
    found = {"gold_urls": [GOLD], "retrieved_urls": [GOLD]}
    import_lines(store, make_line("c0", **found))
    said = words(show("case", case="c0"))
    assert "not known" in said
    assert "As far as recorded neither side shows a failure" in said


def test_what_is_not_recorded_is_said_and_an_accepted_answer_is_not_attributed(show, store):
    import_lines(store, make_line("c0", verdict="correct"))
    said = words(show("case", case="c0"))
    for expected in (
        "No effective year is recorded", "Queries: not recorded", "Retrieved pages: not recorded",
        "only failures are attributed", "No page is recorded", "Nobody has judged this case yet",
        "No other case here asks the same",
    ):  # fmt: skip
        assert expected in said, expected


def test_whoever_judges_it_blind_sees_what_blind_review_shows_and_no_more(show, judged):
    start_round(judged, n=1)
    pages = {"gold_pages": {GOLD: "supports"}, "page_marks": {f"{GOLD}/": "carries_all"}}
    hand_in(judged, "c0", "Bo", DISTRACTION | pages)
    judged.decide("c0", "r1", reason="Settled so.", by="Lea", adopt="Bo")
    page = show("case", who="Ada", case="c0")
    said = words(page)
    assert "Hidden: you judge this case blind" in said
    assert "who leads now" in said
    for withheld in (
        "Distraction", "sworn in today.", "secret", "Bo Draft", "Look at page 1",
        "Settled so", "Quoted by", "names the town", "Gold-plus-noise", "m2",
    ):  # fmt: skip
        assert withheld not in said, withheld
    assert "<mark" not in html(page)
    assert "has no part" in words(show("case", who="Ada", case="c0", part="probe-noise"))
    assert "Settled so" in words(show("case", who="Lea", case="c0"))


def test_a_grade_of_another_case_of_a_question_judged_blind_changes_no_byte(show, judged):
    start_round(judged, n=1)
    asked = PROBED | {"question": "Who is c0?", "system": {"model": "m3"}}
    changed = {
        "retrieval": {"key_evidence": "Bo leads.", "evidence_match": True, "reason": "so"},
        "queries": {"query_reasonable": False},
        "gold_only": PROBED["gold_only"] | {"correct": False, "grade_reason": "secret"},
        "gold_plus_noise": {"ran": False},
    }
    import_lines(judged, make_line("k1", **asked), make_line("k2", **asked | changed))
    first, second = (show("case", who="Ada", case=each) for each in ("k1", "k2"))
    assert "Hidden: you judge another case of this question blind" in words(first)
    shown = [html(each).partition("case-nav")[2] for each in (first, second)]
    assert shown[1].replace("k2", "k1") == shown[0] != ""
    assert "secret" in words(show("case", who="Lea", case="k2"))


def test_review_opens_in_the_round_that_has_the_case_for_this_person(show, judged, went_to):
    start_round(judged, n=1)
    for who, query in (("Ada", {"case": "c0", "round": "r1"}), ("Lea", {"case": "c0"})):
        show("case", who=who, case="c0").button(key="case-review").click().run()
        assert went_to.pop() == ("review", query)


def test_texts_stay_texts(show, store):
    document = {"url": "javascript:x", "title": HOSTILE, "date": HOSTILE, "text": HOSTILE}
    line = make_line(
        f"c {HOSTILE}",
        question=HOSTILE,
        prediction=HOSTILE,
        search_calls=[{"query": HOSTILE, "urls": ["javascript:x", HOSTILE]}],
        documents=[document],
        retrieval={"key_evidence": HOSTILE, "evidence_match": True, "reason": HOSTILE},
    )
    import_lines(store, line)
    store.add_annotator("Bo")
    store.save_answers(line["case_id"], "Bo", RESPONSE_WRONG | {"notes_1": HOSTILE})
    page = show("case", case=line["case_id"], part=HOSTILE)
    for hostile in ("<script", "<img", 'href="javascript', 'href="http://beacon'):
        assert hostile not in html(page)
    assert not page.markdown


def test_the_address_of_a_part_survives_any_case_id():
    href = make_href("a/b?&#=é")
    assert href("step-1") == "?case=a%2Fb%3F%26%23%3D%C3%A9&part=step-1"
    assert href("page-1", whole=True).endswith("&part=page-1&whole=1")


def test_of_long_lists_one_stretch_is_drawn_and_a_link_to_any_part_arrives_at_it(show, store):
    def urls(kind, number):
        return [f"https://{kind}{place}.example/" for place in range(1, number + 1)]

    calls = [{"query": f"q{n}", "urls": []} for n in range(1, 100)]
    found = [{"query": "q0", "urls": urls("p", 250)}, *calls]
    documents = [{"url": url, "text": f"Text of {url}."} for url in urls("p", 250) + urls("d", 9)]
    long = {"search_calls": found, "opened_urls": urls("o", 250), "documents": documents,
            "citations": [{"url": url} for url in urls("c", 250)], "gold_urls": []}  # fmt: skip
    import_lines(store, make_line("c0", **long))
    first = show("case", case="c0")
    for said in ("Searches: 1–30 of 100 shown. Next Last", "Pages: 1–100 of 259 shown. Next Last",
                 "Pages of search 1: 1–30 of 250 shown. Next Last", "Pages 259",
                 "Opened pages: 1–100 of 250 shown.", "Cited pages: 1–100 of 250"):  # fmt: skip
        assert said in words(first), said
    assert "Text of https://p101.example/" not in words(first)
    last = hashed_page_part("https://d9.example/")
    for part, shown in (
        ("page-101", "Text of https://p101.example/"), (last, "Text of https://d9.example/"),
        (hashed_page_part("https://p150.example/"), "Text of https://p150.example/"),
        ("query-95", "q94"), ("query-1-hit-250", "[250] p250.example"),
        ("opened-250", "https://o250.example/"), ("cited-201", "https://c201.example/"),
    ):  # fmt: skip
        page = show("case", case="c0", part=part)
        assert shown in words(page), part
        assert html(page).count(' is-shown"') == 1, part
        assert html(page).count("<article data-part=") <= 105
    before = "Pages: 201–259 of 259 shown. First Previous"
    assert before in words(show("case", case="c0", part=last))
    assert "has no part" in words(show("case", case="c0", part="opened-251"))


def test_review_draws_the_first_of_long_lists_says_how_many_and_leads_to_the_others(store, went_to):
    urls = [f"https://p{place}.example/" for place in range(1, 251)]
    assert not went_to
    import_lines(store, make_line("c0", retrieved_urls=urls, opened_urls=urls))
    page = AppTest.from_string(EVIDENCE, default_timeout=30).run()
    assert words(page).count("The first 100 of 250; the others are in “All about this case”") == 2
    assert 'href="case?case=c0&amp;part=page-101"' in html(page)
    assert "p101.example" not in words(page)
