"""The locks agree with pyproject.toml, and the wheel carries the app."""

import re
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.running_app import CHECKOUT, running_app

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEV = PROJECT["optional-dependencies"]["dev"]


def load_lock(name: str) -> dict[str, str]:
    """The locked version of each distribution."""
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", text, flags=re.MULTILINE))


@pytest.mark.parametrize(
    ("lock", "requirement"),
    [("requirements.lock", line) for line in PROJECT["dependencies"]]
    + [("requirements-dev.lock", line) for line in PROJECT["dependencies"] + DEV],
)
def test_the_lock_holds_what_the_project_asks_for(lock: str, requirement: str):
    wanted = Requirement(requirement)
    locked = load_lock(lock).get(canonicalize_name(wanted.name))
    assert locked is not None, "run `make lock`"
    assert wanted.specifier.contains(locked), "run `make lock`"


def test_tests_run_on_the_versions_the_app_is_installed_with():
    assert load_lock("requirements.lock").items() <= load_lock("requirements-dev.lock").items()


@pytest.mark.parametrize(
    "lock", ["requirements.lock", "requirements-dev.lock", "tests/real_model/weights.lock"]
)
def test_the_lock_has_hashes_and_names_no_host(lock: str):
    text = (CHECKOUT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    for block in re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block, block


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_the_app(wheel: Path):
    carried = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "app.py", "asgi.py", "pages", "samples", "static",
         ".streamlit/config.toml"],
        cwd=CHECKOUT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    assert {"app.py", "asgi.py", ".streamlit/config.toml"} <= set(tracked)
    assert {f"review_db/_app/{file}" for file in tracked} <= carried


def test_the_wheel_carries_no_data_and_no_caches(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if "__pycache__" in name or ".db" in Path(name).suffixes] == []


def test_the_app_is_served_from_an_installed_wheel(wheel: Path, tmp_path: Path):
    source, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(source)
    options = {
        "folder": elsewhere,
        "source": source,
        "settings": {"STREAMLIT_SERVER_SCRIPT_HEALTH_CHECK_ENABLED": "true"},
    }
    with running_app(tmp_path / "reviews.db", **options) as url:
        for path in ("/_stcore/script-health-check", "/app/static/inter-latin.woff2"):
            with urllib.request.urlopen(url + path, timeout=30) as response:
                assert response.status == 200
                assert response.headers["Content-Security-Policy"]
