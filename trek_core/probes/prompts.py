"""The prompt files: ours, or a user's own in their place, and how one becomes text.

A file is plain text with Jinja's marks. What it may name is its probe's inputs and nothing else,
so that no wording can show a model what it must not see. Two filters write inputs that may be
missing: `lines` a list, one entry a line, and `yes_or_no` a flag.
"""

import hashlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from trek_core.answering.templates import ANSWER_TEMPLATES
from trek_core.errors import ProbeConfigError
from trek_core.probes.contracts import CONTRACTS, InputName, ProbeName

if TYPE_CHECKING:
    from jinja2 import Environment, Template

NOT_RECORDED = "not recorded"


class Prompted(Protocol):
    """What is asked with a prompt file: its name, its file's, what that may and must show."""

    @property
    def name(self) -> str:
        """What sentences call it."""
        ...

    @property
    def template(self) -> str:
        """The name of the prompt file."""
        ...

    @property
    def inputs(self) -> Set[str]:
        """Everything the file may show."""
        ...

    @property
    def required(self) -> Set[str]:
        """What the file must show."""
        ...


@dataclass(frozen=True)
class PromptText:
    """A prompt file's text; its version is the SHA-256 (hex) of that text."""

    text: str
    sha256: str


@dataclass(frozen=True)
class Prompt(PromptText):
    """The prompt of a probe."""

    name: ProbeName


def load_prompt(name: ProbeName, folder: Path | None = None) -> Prompt:
    """The prompt of a probe, as `load_prompt_text` finds it."""
    found = load_prompt_text(CONTRACTS[name], folder)
    return Prompt(found.text, found.sha256, name)


def load_prompt_text(prompted: Prompted, folder: Path | None = None) -> PromptText:
    """The user's file in `folder` if there is one, else ours.

    Raises `ProbeConfigError` for a file that cannot be read or is no template, that names an
    input it may not show, or leaves out one that it must.
    """
    own = folder / prompted.template if folder else None
    if own is not None and own.exists():
        return _checked(prompted, _load_own(own), str(own))
    ours = resources.files("trek_core.probes").joinpath("prompts", prompted.template)
    return _checked(prompted, ours.read_text(encoding="utf-8"), prompted.template)


def load_prompts(folder: Path | None = None) -> dict[ProbeName, Prompt]:
    """The prompts of all probes, out of a folder that `check_folder` takes."""
    check_folder(folder)
    return {name: load_prompt(name, folder) for name in CONTRACTS}


def check_folder(folder: Path | None) -> None:
    """Raise `ProbeConfigError` where the folder is not there, or holds a .txt file of no prompt."""
    if folder is None:
        return
    if not _is_folder(folder):
        raise ProbeConfigError(
            f"The prompts folder {str(folder)[:200]!r} is not there: mend its path."
        )
    known = {each.template for each in CONTRACTS.values()}
    known |= {each.template for each in ANSWER_TEMPLATES}
    for file in sorted(folder.glob("*.txt")):
        if file.name not in known:
            raise ProbeConfigError(
                f"{file} is the prompt of no probe: name it one of {', '.join(sorted(known))}."
            )


def render_prompt(prompt: Prompt, inputs: Mapping[InputName, Any]) -> str:
    """The text that is sent; `inputs` are exactly those of the probe, None where not recorded.

    Raises `ValueError` for any other set of inputs, and `ProbeConfigError` where a user's file
    does with an input what cannot be done.
    """
    return render_prompt_text(CONTRACTS[prompt.name], prompt, inputs)


def render_prompt_text(prompted: Prompted, prompt: PromptText, inputs: Mapping[Any, Any]) -> str:
    """The text that is sent, as `render_prompt` makes it."""
    if inputs.keys() != prompted.inputs:
        wrong = sorted(inputs.keys() ^ prompted.inputs)
        raise ValueError(f"{prompted.name} takes its own inputs, all of them: see {wrong}")
    try:
        return _compile(prompt.text).render(inputs).strip() + "\n"
    except Exception as error:  # noqa: BLE001 - a template can raise anything
        problem = _explain(error)
    raise ProbeConfigError(f"The prompt {prompted.template} cannot be filled in: {problem}.")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # A name too long, or with NUL in it.
        return False


def _explain(error: Exception) -> str:
    from jinja2 import TemplateError

    # Jinja adds the place and the line to the sentence of a mistake in the marks.
    message = error.message if isinstance(error, TemplateError) else str(error)
    said = " ".join((message or "").split())[:200].rstrip(".")
    if isinstance(error, TemplateError) and said:
        return said
    return f"{type(error).__name__}{f' ({said})' if said else ''}"


def _load_own(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ProbeConfigError(f"The prompt {file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ProbeConfigError(f"The prompt {file} is not UTF-8: save it as UTF-8.") from None


def _checked(prompted: Prompted, text: str, where: str) -> PromptText:
    from jinja2 import TemplateSyntaxError, meta

    try:
        named = meta.find_undeclared_variables(_environment().parse(text))
        _compile(text)
    except TemplateSyntaxError as error:
        raise ProbeConfigError(
            f"The prompt {where}, line {error.lineno}: {_explain(error)}. Mend the marks there."
        ) from None
    except Exception as error:  # noqa: BLE001 - nor need it be one that can be read
        raise ProbeConfigError(
            f"The prompt {where} is no template: {_explain(error)}. Mend its marks."
        ) from None
    if outside := sorted(named - prompted.inputs):
        raise ProbeConfigError(
            f"The prompt {where} names {outside[0]!r}, which {prompted.name} may not see; "
            f"it has: {', '.join(sorted(prompted.inputs))}."
        )
    if left_out := sorted(prompted.required - named):
        raise ProbeConfigError(
            f"The prompt {where} leaves out {left_out[0]!r}: write it where it belongs, "
            f"as {{{{ {left_out[0]} }}}}."
        )
    return PromptText(text, hashlib.sha256(text.encode()).hexdigest())


@lru_cache(maxsize=64)
def _compile(text: str) -> "Template":
    """A template, compiled once for all the cases of a run."""
    return _environment().from_string(text)


@cache
def _environment() -> "Environment":
    from jinja2 import StrictUndefined

    from trek_core.probes.prompt_sandbox import FILTERS, PromptEnvironment

    environment = PromptEnvironment(
        autoescape=False,  # a prompt is text, not HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Jinja's own conveniences are no inputs of a prompt.
    environment.globals.clear()
    known = {name: environment.filters[name] for name in FILTERS}
    environment.filters = {**known, "lines": _lines, "yes_or_no": _yes_or_no}
    return environment


def _lines(entries: Sequence[str] | None) -> str:
    if entries is None:
        return NOT_RECORDED
    return "\n".join(f"- {entry}" for entry in entries) or "none"


def _yes_or_no(flag: bool | None) -> str:
    return NOT_RECORDED if flag is None else "yes" if flag else "no"
