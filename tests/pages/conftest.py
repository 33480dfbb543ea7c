"""One page at a time, run as Streamlit runs it, over a real database file."""

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from pages.parts import links, sign_in
from review_db.store import OWNER, ReviewStore
from tests.review_db.cli.probe_files import write_settings
from tests.trek_core.probes.probe_endpoint import ProbeEndpoint
from tests.trek_core.probes.running import KEY

HOSTILE = (
    '<script>fetch("http://beacon.example/s")</script> ![b](http://beacon.example/b.png) '
    "<img src=x onerror=alert(1)> $x^2$ :red[red] :material/warning: [l](http://beacon.example/l)"
)
GATE = "from pages.parts.page_access import render_gate\nrender_gate({!r})\n"
"""What app.py asks before it shows a page."""
SCRIPTS = {
    name: f"from pages import {name}\n{name}.render()\n"
    for name in (
        "start",
        "case",
        "cases",
        "charts",
        "compare",
        "agreement",
        "export",
        "probes",
        "setup",
        "rounds",
        "people",
        "corrections",
        "adjudicate",
    )
}


@pytest.fixture(autouse=True, scope="session")
def _packages_are_scanned_once() -> Iterator[None]:
    """Each run of a page would read what every installed package says of itself: 0.6 s of CPU."""
    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture(autouse=True)
def _main_module_comes_back() -> Iterator[None]:
    """AppTest puts a page's script in place of `__main__`, which new processes would run."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture
def store(tmp_path, monkeypatch) -> ReviewStore:
    """An empty store, and the one that the pages open."""
    path = tmp_path / "reviews.db"
    monkeypatch.setenv("TREK_DB", str(path))
    st.cache_data.clear()
    st.cache_resource.clear()
    return ReviewStore(path)


@pytest.fixture
def endpoint(monkeypatch, store) -> Iterator[ProbeEndpoint]:
    """An endpoint with settings that name it, beside the database."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    with ProbeEndpoint() as started:
        write_settings(store.path.parent, started.base_url)
        yield started


@pytest.fixture
def went_to(monkeypatch) -> list[tuple[str, dict[str, str]]]:
    """The pages that were opened from the page under test, with their parameters."""
    opened: list[tuple[str, dict[str, str]]] = []

    def switch_page(page: str, *, query_params: dict[str, str]) -> None:
        opened.append((page, query_params))
        st.stop()

    monkeypatch.setattr(links, "_pages", {name: name for name in ("review", *SCRIPTS)})
    monkeypatch.setattr(st, "switch_page", switch_page)
    monkeypatch.setattr(st, "page_link", lambda page, *, label, **_: st.text(f"{label} -> {page}"))
    return opened


@pytest.fixture
def show(request) -> Callable[..., AppTest]:
    """Run a page, with query parameters, and a session that has been here before."""
    request.getfixturevalue("store")
    request.getfixturevalue("went_to")

    def run(name: str, *, arrived: bool = True, who: str = "", **query: str) -> AppTest:
        page = AppTest.from_string(SCRIPTS[name], default_timeout=30)
        page.session_state["annotator"] = who
        if arrived:
            page.session_state["visit-runs"] = 2
        for parameter, value in query.items():
            page.query_params[parameter] = value
        page.run()
        assert not page.exception, page.exception
        return page

    return run


@pytest.fixture
def signed_in(store, monkeypatch) -> Callable[[AppTest, str], AppTest]:
    """Let people sign in to the store, and a page's session be somebody who has."""
    for name, roles in (("Lea", ["lead"]), ("Ada", ["annotator"]), ("Root", ["admin"])):
        store.add_annotator(name)
        store.set_roles(name, roles, by=OWNER)
    store.set_access_mode("users", by=OWNER)
    monkeypatch.setattr(sign_in, "_read_cookie", lambda: None)  # a page run alone has no browser

    def let_in(page: AppTest, name: str) -> AppTest:
        page.session_state["session-token"] = store.start_session(name)
        return page.run()

    return let_in


def make_line(case_id: str = "c1", **fields: Any) -> dict[str, Any]:
    """A failed case as a line's object."""
    return {"case_id": case_id, "question": f"Who is {case_id}?", "verdict": "incorrect"} | fields


def as_bytes(*lines: dict[str, Any]) -> bytes:
    """Lines as the bytes of a file."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def import_lines(store: ReviewStore, *lines: dict[str, Any]) -> None:
    """Import lines; every one must be taken."""
    report = store.import_file(BytesIO(as_bytes(*lines)), "cases.jsonl", by=OWNER)
    assert report.rejections == []


def shown_text(page: AppTest) -> str:
    """Everything a page shows in text and HTML, in order."""
    return "\n".join(
        [str(element.value) for element in (*page.title, *page.header, *page.text)]
        + [element.proto.body for element in page.get("html")]
    )


def run_with(page: AppTest, *more: Any) -> None:
    """Run the page as the browser tells of it, `more` being widgets that it still has."""
    states = page._tree.get_widget_states()  # type: ignore[union-attr]
    states.widgets.extend(more)
    page._run(states)
    assert not page.exception
