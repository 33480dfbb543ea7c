"""What is wrong in a settings file, in one sentence that names the table and the key."""

from pathlib import Path

from pydantic_core import ErrorDetails

# What pydantic calls a mistake, and what a person is told was expected.
_EXPECTED = {
    "extra_forbidden": "no such key here; see docs/trek.example.toml for the keys there are",
    "missing": "this key must be there",
    "value_error": "expected {error}",
    "literal_error": "expected one of {expected}",
    "string_type": "expected text in quotes",
    "string_too_short": "expected text that is not empty",
    "int_type": "expected a whole number",
    "float_type": "expected a number",
    "finite_number": "expected a number that is not nan or inf",
    "bool_type": "expected true or false",
    "path_type": "expected a folder in quotes",
    "model_type": "expected a table",
    "dict_type": "expected a table",
    "greater_than": "expected more than {gt}",
    "greater_than_equal": "expected {ge} or more",
    "less_than_equal": "expected {le} or less",
}


def tell_first_mistake(path: Path, errors: list[ErrorDetails]) -> str:
    """The first mistake; beside a key that is missing, those in its table that nobody knows."""
    first = errors[0]
    if first["type"] != "missing":
        return _tell(path, first)
    unknown = [
        str(each["loc"][-1])
        for each in errors
        if each["type"] == "extra_forbidden" and each["loc"][:-1] == first["loc"][:-1]
    ]
    if not unknown:
        return _tell(path, first)
    return f"{_tell(path, first)} There is {', '.join(unknown)}, which no such table has."


def _tell(path: Path, error: ErrorDetails) -> str:
    steps = [str(step) for step in error["loc"]]
    if steps[-1] == "[key]":  # a table under `roles` that is no role
        steps.pop()
    table, key = ".".join(steps[:-1]), steps[-1]
    where = f"[{table}] {key}" if table else key
    expected = _EXPECTED.get(error["type"], error["msg"]).format(**error.get("ctx", {}))
    return f"{path}, {where}: {expected}."
