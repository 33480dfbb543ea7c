"""The settings of probes as this server finds them: one trek.toml, read anew each time."""

import os
from dataclasses import dataclass
from pathlib import Path

from pages.parts.store import current_store
from trek_core.errors import ProbeConfigError
from trek_core.settings import RoleName, Settings, load_settings

SETTINGS_VARIABLE = "TREK_SETTINGS"
SETTINGS_FILE = "trek.toml"

ROLE_TITLES: dict[RoleName, str] = {
    "browsing_judge": "Browsing judge",
    "analysis_judge": "Analysis judge",
    "evaluated_model": "Evaluated model",
}


@dataclass(frozen=True)
class FoundSettings:
    """Where settings were looked for and what was there.

    `settings` is None where there is no file, and where it cannot be used: `problem` then says
    why.
    """

    place: Path
    is_named: bool
    settings: Settings | None = None
    problem: str | None = None

    @property
    def is_missing(self) -> bool:
        """Whether there is simply no file yet."""
        return self.settings is None and self.problem is None


def find_settings() -> FoundSettings:
    """The file that TREK_SETTINGS names, else trek.toml beside the database."""
    named = os.environ.get(SETTINGS_VARIABLE)
    place = Path(named).expanduser() if named else current_store().path.parent / SETTINGS_FILE
    found = FoundSettings(place.absolute(), bool(named))
    if not named and not place.exists():
        return found
    try:
        settings = load_settings(found.place)
    except ProbeConfigError as error:
        return FoundSettings(found.place, found.is_named, problem=str(error))
    return FoundSettings(found.place, found.is_named, settings)


def usable_settings() -> Settings | None:
    """The settings where there are any with a model in them, else None."""
    settings = find_settings().settings
    return settings if settings and settings.roles else None


def say_no_settings(found: FoundSettings) -> tuple[str, str]:
    """Why no probe can be run, as a title and a line: a broken file is not a missing one."""
    if found.problem:
        return "The settings file has a problem", "Set-up shows what it is and where."
    return (
        "No models are set up yet",
        "Probes ask three models. Set-up shows where they are named, and an example.",
    )


def use_model(settings: Settings, role: RoleName, model: str | None) -> Settings:
    """The settings with another model in one role; without a name, as they are."""
    name = (model or "").strip()
    if not name or role not in settings.roles:
        return settings
    changed = settings.role(role).model_copy(update={"model": name})
    return settings.model_copy(update={"roles": {**settings.roles, role: changed}})
