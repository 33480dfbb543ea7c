"""The sections of the Charts page, in the order in which they are offered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pages.parts.figures.asked import Asked, Choice
from pages.parts.figures.reads import (
    load_domains,
    load_misleading,
    load_page_ages,
    load_reference_issues,
    load_spending,
)
from trek_core.figures.accuracy import compute_accuracy, compute_backends
from trek_core.figures.annotation_errors import compute_annotation_errors
from trek_core.figures.costs import compute_answer_costs, compute_probe_costs
from trek_core.figures.distraction import compute_distraction
from trek_core.figures.domains import (
    BY_PROBE,
    NAMED,
    ROLE_TITLES,
    Domains,
    compute_domains,
    name_domains,
)
from trek_core.figures.facts import Role
from trek_core.figures.label_shares import compute_label_shares
from trek_core.figures.labels_together import compute_labels_together
from trek_core.figures.marks import Figure
from trek_core.figures.named import merge_pages
from trek_core.figures.page_ages import compute_page_ages
from trek_core.figures.search_effort import Counted, compute_search_effort

LABELS = "labels"


@dataclass(frozen=True)
class More:
    """A page that says more: its words here, its name, and its parameters."""

    words: str
    page: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """One figure: its title, what it answers, how it is computed, and what may be chosen.

    `heading` is that of its groups. `has_switch`: it depends on whose labels are shown. `more` is
    where to read on.
    """

    title: str
    question: str
    heading: str
    compute: Callable[[Asked], Figure]
    choices: tuple[Choice, ...] = ()
    has_switch: bool = True
    more: More | None = None


_BY = Choice(
    "by",
    "By",
    {
        "system": "System",
        "dataset": "Dataset",
        "dataset_and_system": "Dataset and system",
        "all": "All",
    },
    "system",
)
_COUNTED = Choice("of", "Of", {"queries": "Queries", "pages": "Pages"}, "queries")
_ROLE = Choice("role", "Pages", {str(role): title for role, title in ROLE_TITLES.items()}, "gold")
_SPENT = Choice("spent", "Spent on", {"answers": "Answers", "probes": "Probes run here"}, "answers")


def _compute_effort(asked: Asked) -> Figure:
    counted: Counted = "pages" if asked.choices["of"] == "pages" else "queries"
    return compute_search_effort(asked.cases, asked.switch, counted)


def _compute_domains(asked: Asked) -> Figure:
    role: Role = next(each for each in ROLE_TITLES if each == asked.choices["role"])
    if role != "misleading":
        return compute_domains(asked.case_ids, role, {"Pages": load_domains(role)})
    sources: dict[str, Domains] = {}
    if asked.switch != "reviewed":
        sources[BY_PROBE] = load_domains(role)
    if asked.switch != "recorded":
        sources[NAMED] = name_domains(merge_pages(load_misleading()))
    return compute_domains(asked.case_ids, role, sources)


def _compute_costs(asked: Asked) -> Figure:
    if asked.choices["spent"] == "probes":
        return compute_probe_costs(asked.case_ids, load_spending())
    return compute_answer_costs(asked.cases)


SECTIONS: Mapping[str, Section] = {
    LABELS: Section(
        "Labels",
        "At which stage do the failures happen?",
        "System or dataset",
        lambda asked: compute_label_shares(asked.cases, asked.switch, asked.choices["by"]),
        (_BY,),
        more=More("Tests between stages and systems", "agreement", {"section": "labels"}),
    ),
    "together": Section(
        "Together",
        "Which labels occur together?",
        "Retrieval side",
        lambda asked: compute_labels_together(asked.cases, asked.switch),
    ),
    "accuracy": Section(
        "Accuracy",
        "How often is each system right, over all cases (micro) and dataset by dataset (macro)?",
        "System",
        lambda asked: compute_accuracy(asked.cases, asked.switch),
    ),
    "backends": Section(
        "Search backends",
        "How accurate is each model with each search backend?",
        "Model",
        lambda asked: compute_backends(asked.cases, asked.switch),
    ),
    "effort": Section(
        "Queries and pages",
        "How much was searched where a failure has each label?",
        "Label",
        _compute_effort,
        (_COUNTED,),
    ),
    "domains": Section(
        "Domains", "From which sites do the pages come?", "Domain", _compute_domains, (_ROLE,)
    ),
    "distraction": Section(
        "Distraction",
        "What kinds of page distract, as people name them?",
        "Kind",
        lambda asked: compute_distraction(asked.case_ids, load_misleading()),
        has_switch=False,
    ),
    "ages": Section(
        "Cases by page age",
        "In how many cases is there a page of each age, against the effective year?",
        "Pages",
        lambda asked: compute_page_ages(load_page_ages(asked.filter)),
        has_switch=False,
    ),
    "errors": Section(
        "Annotation errors",
        "Why were references wrong, and how often was it the reference or the judge?",
        "Cause",
        lambda asked: compute_annotation_errors(asked.cases, load_reference_issues()),
        has_switch=False,
        more=More("Corrected references, for the dataset's maintainers", "export"),
    ),
    "cost": Section(
        "Cost",
        "What did answers and probes use, where it is recorded?",
        "System or probe",
        _compute_costs,
        (_SPENT,),
        has_switch=False,
    ),
}
"""Name in the URL -> the section; nothing is computed for one that is not shown."""
