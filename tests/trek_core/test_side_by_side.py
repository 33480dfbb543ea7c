"""Cases side by side: what differs between them, and whose pages are whose."""

from trek_core.agreement.comparisons.sides import Conclusion
from trek_core.attribution import attribute
from trek_core.cases import Case
from trek_core.recorded_probes import GoldOnly, Probes, Retrieval
from trek_core.records import Record
from trek_core.side_by_side import (
    ComparedCase,
    compare_facts,
    compare_pages,
    compare_settings,
    compute_overlap,
)


def compared(pages=None, *, gold=("https://gold.org/a",), equivalent=(), reviewed=None, **fields):
    case = Case(question="q", gold_urls=gold, retrieved_urls=pages, **fields)
    probes = Probes(
        retrieval=Retrieval(equivalent_urls=tuple(equivalent), evidence_match=bool(equivalent)),
        gold_only=GoldOnly(correct=False),
    )
    return ComparedCase(Record(case=case, probes=probes), attribute(case, probes), reviewed)


def cells_of(cases):
    return {fact.title: fact for fact in compare_facts(cases)}


def test_a_page_is_the_same_by_its_identity_and_gold_pages_come_first():
    cases = [
        compared(("http://www.gold.org/a/", "https://b.org"), equivalent=("https://b.org/",)),
        compared(("https://c.org", "https://b.org/#part")),
        compared(None),
    ]
    rows = compare_pages(cases)
    assert [(row.url, row.kind) for row in rows] == [
        ("https://gold.org/a", "gold"), ("https://b.org", "equivalent"), ("https://c.org", "other"),
    ]  # fmt: skip
    assert rows[0].found == ("found", "not found", "not recorded")
    # What one judge called equivalent is so for the case it was asked about.
    assert rows[1].found == ("equivalent", "found", "not recorded")
    overlap = compute_overlap(cases)
    assert (overlap.pages, overlap.alone) == ((2, 2, None), (1, 1, None))
    assert (overlap.shared, overlap.different, overlap.differs) == (1, 3, True)


def test_none_returned_is_not_the_same_as_not_recorded():
    cases = [compared(()), compared(None)]
    assert compare_pages(cases)[0].found == ("not found", "not recorded")
    # Nor where there is no page at all.
    for each in (cases, [compared((), gold=None), compared(None, gold=None)]):
        overlap = compute_overlap(each)
        assert (overlap.pages, overlap.differs) == ((0, None), True)


def test_pages_are_shared_or_alone_only_beside_another_record():
    for others in ([], [compared(None)]):
        overlap = compute_overlap([compared(("https://b.org",)), *others])
        assert (overlap.alone[0], overlap.shared) == (None, None)
    twice = [compared(("https://b.org", "http://b.org/")), compared(("http://www.b.org",))]
    assert compute_overlap(twice).differs is False


def test_what_cases_were_asked_and_held_against_differs_in_another_year():
    cases = [
        compared(effective_year=2024, reference_answers=("Ann",), gold=("https://www.g.org/",)),
        compared(effective_year=2025, reference_answers=("Bea", "B."), gold=("http://g.org",)),
    ]
    settings = {fact.title: fact for fact in compare_settings(cases)}
    assert settings["Effective year"].cells == ("2024", "2025")
    assert settings["Reference answers"].cells == ("Ann", "Bea\nB.")
    assert [title for title, fact in settings.items() if not fact.differs] == [
        "Question", "Dataset", "Judged by", "Gold pages",
    ]  # fmt: skip


def test_the_evidence_that_a_case_had_is_a_passage_or_its_gold_pages_or_none():
    case = Case(question="q", retrieved_urls=("https://b.org",))
    matched = Probes(retrieval=Retrieval(evidence_match=True, retrieved_key_evidence="So it is."))
    cases = [
        ComparedCase(Record(case=case, probes=matched), attribute(case, matched)),
        compared(("http://gold.org/a/",)),
        compared(()),
        ComparedCase(Record(case=case, probes=Probes())),
    ]
    assert cells_of(cases)["Evidence found"].cells == (
        "So it is.", "gold page https://gold.org/a", "none", "not recorded",
    )  # fmt: skip


def test_cases_without_any_page_have_no_rows():
    assert compare_pages([compared(None, gold=None)]) == []


def test_facts_say_what_differs():
    cases = [
        compared((), prediction="Ann", verdict="incorrect", search_queries=("one", "two")),
        compared((), prediction="Bea", search_queries=()),
    ]
    facts = cells_of(cases)
    assert facts["Answer"].cells == ("Ann", "Bea")
    assert facts["Answer"].differs
    assert facts["Queries"].cells == ("one\ntwo", "none")
    assert facts["Right on gold alone (G)"].cells == ("no", "no")
    assert not facts["Right on gold alone (G)"].differs
    assert facts["Right with noise (N)"].cells == ("unknown", "unknown")


def test_people_s_conclusion_stands_beside_trektrace_s():
    accepted = ComparedCase(Record(case=Case(question="q", judge={"verdict": "correct"})))
    cases = [
        compared((), reviewed=Conclusion("system_related", "Retrieval", "none")),
        compared((), reviewed=Conclusion("judge_error")),
        compared(()),
        accepted,
    ]
    facts = cells_of(cases)
    assert facts["After review"].cells == (
        "Retrieval", "Judge error", "not reviewed, or open", "not reviewed, or open",
    )  # fmt: skip
    labels = facts["TrekTrace's labels"].cells
    assert labels[0] == "Pre-retrieval + Interpretation · incomplete"
    assert labels[3] == "none: judged correct"
