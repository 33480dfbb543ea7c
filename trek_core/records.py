"""One line of a `trektrace/1` file as a whole."""

from pydantic import BaseModel, ConfigDict

from trek_core.cases import Case
from trek_core.judgements import Decision, Judgement
from trek_core.recorded_probes import Probes

SCHEMA = "trektrace/1"


class Record(BaseModel):
    """One line of a `trektrace/1` file: the case, its probes, what people judged and decided."""

    model_config = ConfigDict(frozen=True)

    case: Case
    probes: Probes = Probes()
    judgements: tuple[Judgement, ...] = ()
    decisions: tuple[Decision, ...] = ()
