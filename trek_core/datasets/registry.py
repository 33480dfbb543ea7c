"""The datasets this project reads, those with more marks before those whose marks they share."""

from trek_core.datasets.freshqa import FRESHQA
from trek_core.datasets.infodeepseek import INFODEEPSEEK
from trek_core.datasets.neoqa import NEOQA
from trek_core.datasets.sealqa import LONGSEAL, SEALQA
from trek_core.datasets.shapes import Dataset
from trek_core.datasets.trektrace import TREKTRACE

DATASETS: tuple[Dataset, ...] = (FRESHQA, INFODEEPSEEK, LONGSEAL, SEALQA, NEOQA, TREKTRACE)
