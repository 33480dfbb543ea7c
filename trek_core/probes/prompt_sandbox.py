"""What a prompt file may do: show its inputs, choose among them, and go through them.

Nothing in it can call into Python, ask for more memory than its inputs take, or come out
differently the next time: the prompt of a call has to be what its hash says.
"""

from typing import Any

from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

FILTERS = (
    "capitalize",
    "count",
    "default",
    "first",
    "int",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "replace",
    "reverse",
    "sort",
    "string",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
)
"""Jinja's filters that a prompt has, beside `lines` and `yes_or_no`."""


class PromptEnvironment(ImmutableSandboxedEnvironment):
    """Jinja without attributes and methods of the inputs, and without repetition of text."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only a loop has anything to ask for; an input is text, a list or a flag."""
        return isinstance(obj, LoopContext) and super().is_safe_attribute(obj, attr, value)

    def is_safe_callable(self, obj: Any) -> bool:
        """Only what the file itself defines may be called."""
        return isinstance(obj, Macro | LoopContext)

    def call_binop(
        self,
        context: Context,  # noqa: ARG002 - as Jinja calls it
        operator: str,
        left: Any,
        right: Any,
    ) -> Any:
        """Multiply numbers of ordinary size, nothing else."""
        if operator == "*" and all(
            type(each) is int and abs(each) < 2**31 for each in (left, right)
        ):
            return left * right
        raise SecurityError(f"a prompt cannot use {operator} here")
