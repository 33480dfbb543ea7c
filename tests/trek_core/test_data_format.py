"""docs/data-format.md names every field the models have, and nothing else."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from trek_core.attribution import Ground
from trek_core.cases import Case
from trek_core.jsonl import FLAT_FIELDS
from trek_core.jsonl.reader import (
    COMPUTED_FIELDS,
    MAX_LINE_BYTES,
    PEOPLE_FIELDS,
    PROBE_FIELDS,
)
from trek_core.jsonl.strict_json import MAX_DEPTH
from trek_core.recorded import Recorded
from trek_core.recorded_probes import Probes

PAGE = (Path(__file__).parents[2] / "docs" / "data-format.md").read_text()
# The parts of a line: Probes is no object of its own there, its blocks stand beside the case.
MODELS: dict[str, type[BaseModel]] = {
    model.__name__: model for model in (*Recorded.__subclasses__(), Ground) if model is not Probes
}


def sections() -> dict[str, str]:
    """The text under each heading, up to the next one."""
    _, *parts = re.split(r"^##+ (.+)\n", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(section: str) -> list[list[str]]:
    """The cells of the table rows whose first cell is a name in code type."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in sections()[section].splitlines()
        if line.startswith("| `")
    ]


def names(section: str) -> list[str]:
    return [row[0].strip("`") for row in rows(section)]


@pytest.mark.parametrize("name", MODELS)
def test_a_part_of_a_line_has_a_table_of_exactly_its_fields(name):
    assert names(name) == list(MODELS[name].model_fields)


def test_every_table_belongs_to_a_model_or_to_the_line():
    with_table = {section for section in sections() if rows(section)}
    assert with_table == {*MODELS, "A line", "Flat records"}


def test_the_line_has_the_case_the_probes_and_what_is_computed():
    at_top = {*PROBE_FIELDS, *COMPUTED_FIELDS, *PEOPLE_FIELDS}
    assert set(names("A line")) == at_top
    assert set(PROBE_FIELDS) == set(Probes.model_fields) - {"recorded_labels"}
    assert not at_top & set(Case.model_fields)


def test_types_say_what_a_field_takes():
    for name, model in MODELS.items():
        for (field, kind, *_), info in zip(rows(name), model.model_fields.values(), strict=True):
            annotation = str(info.annotation)
            assert ("list of" in kind) == ("tuple" in annotation.lower()), (name, field)
            assert ("true or false" in kind) == ("bool" in annotation), (name, field)
            assert ("whole number" in kind) == ("int" in re.findall(r"\w+", annotation)), field
            assert ("object" in kind) == ("dict" in annotation), (name, field)


def test_flat_names_are_those_of_the_table_that_reads_them():
    table = {flat.strip("`"): place.strip("`") for flat, place in rows("Flat records")}
    assert table == FLAT_FIELDS


def test_every_flat_name_stands_for_a_field_that_exists_and_hides_none():
    blocks: dict[str, type[BaseModel]] = {"": Case}
    for name in FLAT_FIELDS:
        assert name not in {*Case.model_fields, *PROBE_FIELDS, *COMPUTED_FIELDS, *PEOPLE_FIELDS}
    for place in FLAT_FIELDS.values():
        block, _, field = place.rpartition(".")
        model = blocks.get(block) or _model_of(block)
        assert field in model.model_fields, place


def _model_of(block: str) -> type[BaseModel]:
    info = Case.model_fields.get(block) or Probes.model_fields[block]
    (model,) = (name for name in MODELS if re.search(rf"\b{name}\b", str(info.annotation)))
    return MODELS[model]


def test_limits_are_those_of_the_reader():
    assert f"deeper than {MAX_DEPTH} levels" in PAGE
    assert f"a line over {MAX_LINE_BYTES // 2**20} MiB" in PAGE
