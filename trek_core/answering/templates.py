"""The prompts of answering as data: what each may show, and nothing of it is a reference."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AnswerTemplate:
    """One prompt file: everything it may show (`inputs`), and what it must."""

    name: str
    inputs: frozenset[str]
    required: frozenset[str]

    @property
    def template(self) -> str:
        """The name of the file."""
        return f"{self.name}.txt"


_QUESTION = frozenset({"question", "time_rule", "options"})
_ASKED = frozenset({"question", "time_rule"})

ANSWER = AnswerTemplate("answer", _QUESTION, _ASKED)
ANSWER_WITH_TOOLS = AnswerTemplate("answer_with_tools", _QUESTION, _ASKED)
SEARCH_PROXY = AnswerTemplate("search_proxy", frozenset({"query", "results"}), frozenset({"query"}))
ANSWER_TEMPLATES = (ANSWER, ANSWER_WITH_TOOLS, SEARCH_PROXY)
