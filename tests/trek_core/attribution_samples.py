"""Cases and probes for tests of attribution, and the pages that they name."""

from trek_core.cases import Case
from trek_core.recorded_probes import Probes

A, B, OTHER = "https://a.org/1", "https://b.org/2", "https://other.org"


def case(**fields) -> Case:
    return Case.model_validate({"question": "Who leads?", **fields})


def probes(**fields) -> Probes:
    return Probes.model_validate(fields)
