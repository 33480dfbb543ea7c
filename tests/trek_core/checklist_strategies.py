"""Answers and facts as Hypothesis draws them: accepted values, odd ones, and any mix of both."""

from hypothesis import strategies as st

from tests.trek_core.checklist_samples import CLAIMED, ENTRY, GOLD, GOLD_ONLY_RUN, NOISE_RUN, OTHER
from trek_core.checklist import FIELDS, CaseFacts, Kind
from trek_core.checklist.fields import ENTRY_PARTS
from trek_core.checklist.options import RESPONSE_RULES

URLS = st.sampled_from([GOLD, CLAIMED, OTHER, "", "javascript:alert(1)"])
SIDES = [None, "none", "Retrieval", "Pre-retrieval"], [None, "none", "Interpretation"]


def _values(field):
    options = [option.value for option in field.options]
    if field.name == "response_rule":
        options = [option.value for rules in RESPONSE_RULES.values() for option in rules]
    text = st.sampled_from(["unsure", "no", "", " ", "Because."]) | st.text(max_size=20)
    entry = st.fixed_dictionaries(
        {"url": st.just(GOLD), "quote": st.just("Ada chairs.")},
        optional={part: st.text(max_size=5) for part in ENTRY_PARTS[2:]},
    )
    return {
        Kind.YES_NO: st.sampled_from(options or [""]),
        Kind.CHOICE: st.sampled_from(options or [""]),
        Kind.SEVERAL: st.lists(st.sampled_from(options or [""]), unique=True),
        Kind.TEXT: text,
        Kind.PAGES: st.dictionaries(URLS, st.sampled_from(options or [""]), max_size=4),
        Kind.CALLS: st.lists(st.sampled_from([GOLD_ONLY_RUN, NOISE_RUN]), unique=True),
        Kind.ENTRIES: st.lists(st.just(ENTRY) | entry, max_size=2),
    }[field.kind]


ACCEPTED = {field.name: _values(field) for field in FIELDS}
"""Field name -> values that the checklist accepts for it."""

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)

accepted_answers = st.fixed_dictionaries({}, optional=ACCEPTED)
"""Answers that a file may hold, however little sense they make together."""

any_answers = st.fixed_dictionaries(
    {}, optional={name: values | JSON_VALUES for name, values in ACCEPTED.items()}
) | st.dictionaries(st.text(max_size=8), JSON_VALUES, max_size=3)
"""Answers of any shape, under any names."""

facts = st.builds(
    CaseFacts,
    reference_count=st.integers(0, 3),
    false_premise=st.sampled_from([True, False, None]),
    has_effective_year=st.booleans(),
    verdict=st.sampled_from(
        [None, "correct", "incorrect", "not_attempted", "unparseable", "unknown"]
    ),
    gold_urls=st.sampled_from([(), (GOLD,), (GOLD, OTHER)]),
    retrieved_urls=st.sampled_from([None, (), (CLAIMED, OTHER)]),
    claimed_urls=st.sampled_from([(), (CLAIMED,)]),
    has_key_evidence=st.booleans(),
    has_queries=st.booleans(),
    has_gold_only_answer=st.booleans(),
    has_noise_answer=st.booleans(),
    probes_run=st.frozensets(st.sampled_from(["gold_only", "gold_plus_noise"])),
    trektrace_retrieval=st.sampled_from(SIDES[0]),
    trektrace_post=st.sampled_from(SIDES[1]),
    trektrace_labels=st.sampled_from([None, "Retrieval"]),
)
