"""What a cell of a plain row says, as the field of a case takes it."""

import re
from collections.abc import Callable

from trek_core.cases import Case
from trek_core.datasets.cells import NOT_RECORDED
from trek_core.datasets.url_cells import split_urls
from trek_core.jsonl.strict_json import cut_short
from trek_core.sources.nested_json import Json, as_object, objects_in, unpack
from trek_core.sources.tool_calls import page_of
from trek_core.sources.unread_words import UnreadWords

_ADDRESSES = ("gold_urls", "retrieved_urls", "opened_urls")
_UNREAD = "unread_urls"
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LETTER = re.compile(r"[^\W\d_]")
_YEAR = re.compile(r"\s*(\d{4})(?:\.0+)?\s*")


def read_value(name: str, value: object) -> object:
    """A cell as a field takes it; a value of another kind stays, to be refused by its field.

    Lists are read from JSON or are one entry, addresses are told apart where several stand in one
    cell, numbers are ids and answers. A block of a case, such as its search calls, may stand in a
    cell as JSON.
    """
    read = _READERS.get(name, unpack if name in Case.model_fields else None)
    return value if read is None or value is None else read(value)


def find_words(name: str, value: object) -> str | None:
    """What stands beside or in place of the addresses of a cell, and is none."""
    value = unpack(value) if name in _ADDRESSES else None
    if not isinstance(value, str):
        return None
    _, other = split_urls(value)
    return "; ".join(each for each in other if _LETTER.search(each) and each not in NOT_RECORDED)


def keep_words(found: list[tuple[str, str]]) -> Json:
    """What `source` says of words in place of addresses: where each stood, and the words."""
    return {_UNREAD: [{"place": place, "value": value} for place, value in found]} if found else {}


class UnreadUrls(UnreadWords):
    """The words of a file that stand where addresses should; grows case by case."""

    def add(self, case: Case, line: int) -> None:
        """Count the case of this line where it has such words."""
        kept = objects_in(as_object((case.model_extra or {}).get("source")).get(_UNREAD))
        self.count(
            [
                (cut_short(str(each.get("place"))), cut_short(str(each.get("value"))))
                for each in kept
            ],
            line,
        )

    def describe(self) -> str:
        """What stands where and how often, what was expected and what to do; "" for none."""
        if not self.cases:
            return ""
        said = "1 case has" if self.cases == 1 else f"{self.cases:,} cases have"
        return (
            f"{said} words that are no address: {self.say_places()}. Only what begins with "
            "http:// or https:// is taken as one: correct these cells and import again."
        )


def _texts(value: object) -> object:
    listed = unpack(value)
    if isinstance(listed, list):
        return [_text(each) for each in listed if each is not None]
    return None if value is None else [_text(value)]


def _year(value: object) -> object:
    year = _YEAR.fullmatch(value) if isinstance(value, str) else None
    return int(year[1]) if year else value


def _flag(value: object) -> object:
    return _FLAGS.get(value.strip().lower(), value) if isinstance(value, str) else value


def _urls(value: object) -> object:
    """The addresses of a cell: apart, in a list, or of results that name theirs."""
    value = unpack(value)
    if isinstance(value, str):
        urls, _ = split_urls(value)
        return list(urls) or None
    if isinstance(value, list):
        return [_url(each) for each in value]
    return value


def _url(value: object) -> object:
    result: Json = value if isinstance(value, dict) else {}
    page = page_of(result)
    return page.url if page else value


def _text(value: object) -> object:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


_READERS: dict[str, Callable[[object], object]] = {
    "effective_year": _year,
    "false_premise": _flag,
    **dict.fromkeys(_ADDRESSES, _urls),
    **dict.fromkeys(("reference_answers", "gold_answers", "search_queries"), _texts),
    **dict.fromkeys(
        ("question", "prediction", "question_id", "case_id", "dataset", "model", "protocol",
         "judge_model", "reasoning_effort"),
        _text,
    ),
}  # fmt: skip
