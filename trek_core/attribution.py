"""The attribution rule: from recorded judgements to labels, never asked of a model.

Four judgements, each true, false or None for unknown:

    E  evidence retrieved        retrieval.url_match, retrieval.evidence_match, retrieved_urls
    Q  queries adequate          queries.query_reasonable
    G  gold-only correct         gold_only.correct
    N  gold-plus-noise correct   gold_plus_noise.correct, unknown when the probe was not run
"""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from trek_core.cases import Case
from trek_core.recorded import Texts
from trek_core.recorded_probes import Probes, UrlMatch
from trek_core.taxonomy import NONE, Label, LabelSet
from trek_core.urls import matched_gold_urls, url_identity

URL_MATCH = "retrieval.url_match"
EVIDENCE_MATCH = "retrieval.evidence_match"
RETRIEVED_URLS = "retrieved_urls"
QUERIES_ADEQUATE = "queries.query_reasonable"
GOLD_ONLY = "gold_only.correct"
GOLD_PLUS_NOISE = "gold_plus_noise.correct"


class Ground(BaseModel):
    """One judgement a label rests on: the JSONL path of the judgement and its value."""

    model_config = ConfigDict(frozen=True)

    judgement: str
    value: bool | None


class Attribution(BaseModel):
    """TrekTrace's labels for one case with what they rest on (computed, never stored by hand).

    The four judgements are true, false, or None for unknown. `missing` names the judgements that
    keep the attribution from being complete; `notes` are plain sentences for people.
    """

    model_config = ConfigDict(frozen=True)

    url_match: UrlMatch
    evidence_retrieved: bool | None
    queries_adequate: bool | None
    gold_only_correct: bool | None
    gold_plus_noise_correct: bool | None
    label_set: LabelSet
    complete: bool
    grounds: dict[Label, tuple[Ground, ...]]
    missing: tuple[str, ...]
    matched_urls: Texts
    notes: Texts

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in taxonomy order; Randomness when no rule fired."""
        return self.label_set.labels


Grounds = tuple[Ground, ...]


def attribute(case: Case, probes: Probes, url_match: UrlMatch | None = None) -> Attribution:
    """Compute the labels of one failed case with what they rest on.

    `url_match` is the reading of the URL test; None takes the one the record was made under. Which
    cases are failures is `Case.is_failure`; this function labels whatever it is given.
    """
    policy = url_match or probes.url_match_policy
    evidence = _evidence_steps(case, probes, policy)
    e = evidence[-1].value
    q = probes.queries.query_reasonable if probes.queries else None
    g = probes.gold_only.correct if probes.gold_only else None
    noise = probes.gold_plus_noise
    n = noise.correct if noise and noise.was_run else None

    label_set = compute_label_set(e, q, g, n)
    missing = _missing(e, q, g, n)
    queries = _ground(QUERIES_ADEQUATE, q)
    gold_only = _ground(GOLD_ONLY, g)
    gold_plus_noise = _ground(GOLD_PLUS_NOISE, n)
    rests_on: dict[Label, Grounds] = {
        Label.PRE_RETRIEVAL: (*evidence, queries),
        Label.RETRIEVAL: (*evidence, queries),
        Label.INTERPRETATION: (gold_only,),
        Label.DISTRACTION: (gold_plus_noise,),
        Label.RANDOMNESS: (*evidence, gold_only, gold_plus_noise),
    }
    return Attribution(
        url_match=policy,
        evidence_retrieved=e,
        queries_adequate=q,
        gold_only_correct=g,
        gold_plus_noise_correct=n,
        label_set=label_set,
        complete=not missing,
        grounds={label: rests_on[label] for label in label_set.labels},
        missing=missing,
        matched_urls=_matched_urls(case, probes),
        notes=(
            *_note_residual((e, q, g, n), probes, label_set),
            *_notes(case, probes, policy, label_set),
        ),
    )


def compute_label_set(e: bool | None, q: bool | None, g: bool | None, n: bool | None) -> LabelSet:
    """The rule itself (appendix C.4); none on both sides is Randomness."""
    retrieval: str = NONE
    post: str = NONE
    if e is not True:
        retrieval = Label.RETRIEVAL if q is True else Label.PRE_RETRIEVAL
    if g is False:
        post = Label.INTERPRETATION
    elif g is True and n is False:
        post = Label.DISTRACTION
    return LabelSet(retrieval, post)


def needs_evidence_match(case: Case, probes: Probes, url_match: UrlMatch) -> bool:
    """Whether another URL reading leaves the evidence open because its match was never asked.

    Such a case says nothing about the other reading and is left out of label-change counts.
    """
    other_reading = url_match != probes.url_match_policy
    return other_reading and _evidence_steps(case, probes, url_match)[-1].value is None


def _evidence_steps(case: Case, probes: Probes, policy: UrlMatch) -> Grounds:
    """What E rests on, in the order it was looked at; the last step's value is E."""
    match = probes.retrieval.evidence_match if probes.retrieval else None
    by_url = compute_url_match(case, probes, policy)
    if by_url is True:
        return (_ground(URL_MATCH, True),)
    before = () if by_url is None else (_ground(URL_MATCH, False),)
    if match is None and case.gold and case.retrieved == ():
        return (*before, _ground(RETRIEVED_URLS, False))
    return (*before, _ground(EVIDENCE_MATCH, match))


def compute_url_match(case: Case, probes: Probes, policy: UrlMatch) -> bool | None:
    """The URL test (C.2) under a reading; the lists win over a recorded result, None is open."""
    if not case.gold:
        return None
    if case.retrieved is None:
        return _recorded_url_match(case, probes, policy)
    matched = matched_gold_urls(case.gold, case.retrieved)
    return len(matched) == len(case.gold) if policy == "all" else bool(matched)


def _recorded_url_match(case: Case, probes: Probes, policy: UrlMatch) -> bool | None:
    """The recorded URL test, as far as it says anything under `policy`.

    With several gold pages, "all there" implies "any there" and "none there" implies "not all";
    the other two directions are open.
    """
    recorded = probes.retrieval.url_match if probes.retrieval else None
    same_reading = policy == probes.url_match_policy
    one_page = len({url_identity(url) for url in case.gold}) == 1
    return recorded if same_reading or one_page or recorded is (policy == "any") else None


def _matched_urls(case: Case, probes: Probes) -> Texts:
    if case.retrieved is not None:
        return matched_gold_urls(case.gold, case.retrieved)
    return (probes.retrieval.matched_urls if probes.retrieval else None) or ()


def _missing(e: bool | None, q: bool | None, g: bool | None, n: bool | None) -> Texts:
    """The judgements that would have to be known before the labels are complete."""
    unknown = {
        EVIDENCE_MATCH: e is None,
        QUERIES_ADEQUATE: e is not True and q is None,
        GOLD_ONLY: g is None,
        GOLD_PLUS_NOISE: g is True and n is None,
    }
    return tuple(name for name, is_unknown in unknown.items() if is_unknown)


def _note_residual(
    judgements: tuple[bool | None, ...], probes: Probes, label_set: LabelSet
) -> Iterable[str]:
    """Say of a label that nothing stands behind that it is only what the rule leaves over."""
    if set(judgements) == {None} and probes.recorded_labels is None:
        yield (
            "Not attributed: no judgement is recorded that a label could rest on. "
            f"{label_set.retrieval} is what the rule leaves over, and says nothing about this case."
        )


def _notes(case: Case, probes: Probes, policy: UrlMatch, label_set: LabelSet) -> Iterable[str]:
    recorded_url_match = probes.retrieval.url_match if probes.retrieval else None
    by_url = compute_url_match(case, probes, probes.url_match_policy)
    if None not in (recorded_url_match, by_url) and recorded_url_match != by_url:
        yield (
            f"The recorded {URL_MATCH} is {str(recorded_url_match).lower()}, "
            f"the URLs say {str(by_url).lower()}; the URLs count."
        )
    if needs_evidence_match(case, probes, policy):
        yield (
            f"Needs evidence match: under the URL reading {policy!r} the retrieved pages would "
            "have to be compared with the gold pages, and that was never asked."
        )
    gold_only = probes.gold_only
    if label_set.post == Label.INTERPRETATION and gold_only and gold_only.page_accessible is False:
        yield "Gold page not read: no gold page could be opened in the gold-only probe."
    for named_in, foreign in _foreign_urls(case, probes):
        yield f"{named_in} names pages that were not among its input: {', '.join(foreign)}."
    recorded = probes.recorded_labels
    if recorded is not None and set(recorded) != set(label_set.labels):
        yield f"The file's labels differ from the rule's: {', '.join(recorded) or 'none'}."


def _foreign_urls(case: Case, probes: Probes) -> Iterable[tuple[str, Texts]]:
    """URLs that a judge or model named and was never given; they are no evidence."""
    retrieval, gold_only, noise = probes.retrieval, probes.gold_only, probes.gold_plus_noise
    gold_only_input = gold_only.context_urls if gold_only else None
    noise_input = noise.context_urls if noise else None
    if noise_input is None and case.retrieved is not None:
        noise_input = case.retrieved + case.gold
    named: tuple[tuple[str, Texts | None, Texts | None], ...] = (
        (
            "retrieval.gold_evidence_urls",
            retrieval.gold_evidence_urls if retrieval else None,
            case.gold_urls,
        ),
        (
            "retrieval.equivalent_urls",
            retrieval.equivalent_urls if retrieval else None,
            case.retrieved,
        ),
        (
            "gold_only.used_urls",
            gold_only.used_urls if gold_only else None,
            case.gold_urls if gold_only_input is None else gold_only_input,
        ),
        ("gold_plus_noise.used_urls", noise.used_urls if noise else None, noise_input),
    )
    for name, urls, given in named:
        foreign = tuple(url for url in urls or () if given is not None and url not in given)
        if foreign:
            yield name, foreign


def _ground(judgement: str, value: bool | None) -> Ground:
    return Ground(judgement=judgement, value=value)
