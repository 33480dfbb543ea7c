"""The keys of Review: one table makes both what they do and the sheet that explains them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shortcut:
    """Keys (as the browser names them, lower case) that do one thing in keys.js."""

    keys: tuple[str, ...]
    shown: str
    action: str
    meaning: str


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut(("y",), "Y", "yes", "Answer yes and move on"),
    Shortcut(("n",), "N", "no", "Answer no and move on"),
    Shortcut(("u",), "U", "unsure", "Answer unsure and move on"),
    Shortcut(tuple("1234567890"), "0-9", "option", "Choose the option with that digit and move on"),
    Shortcut(("a",), "A", "all_hold", "All four conditions of a probe hold"),
    Shortcut(("e",), "E", "evidence", "Add evidence"),
    Shortcut(("j",), "J", "next", "Next question, optional ones too"),
    Shortcut(("k",), "K", "previous", "Previous question, optional ones too"),
    Shortcut(("enter",), "Enter", "type", "Type in the marked question; Esc leaves it"),
    Shortcut(("ctrl+enter",), "Ctrl+Enter", "save", "Save and next, also while typing"),
    Shortcut(("s",), "S", "skip", "Skip the case, with a reason if you like"),
    Shortcut(("f",), "F", "flag", "Flag the case for others"),
    Shortcut(("g",), "G", "guideline", "Open the guideline of the marked question's step"),
    Shortcut(("[",), "[", "previous_case", "Look at the case before"),
    Shortcut(("]",), "]", "next_case", "Look at the case after"),
    Shortcut(("z",), "Z", "undo", "Undo"),
    Shortcut(("?",), "?", "help", "Show these keys"),
)


def key_bindings() -> dict[str, str]:
    """Key -> action, as keys.js takes it."""
    return {key: shortcut.action for shortcut in SHORTCUTS for key in shortcut.keys}
