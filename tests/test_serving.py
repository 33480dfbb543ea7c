"""`trek serve`: what is served, to whom, and how it starts and stops."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from review_db.cli import build_parser
from review_db.cli import serve as serve_command
from review_db.store import OWNER, ReviewStore
from tests.running_app import CHECKOUT, TREK, find_free_port, running_app, start_app, stop_app

SCRIPT_CHECK = {"STREAMLIT_SERVER_SCRIPT_HEALTH_CHECK_ENABLED": "true"}


@pytest.fixture(scope="module")
def foreign_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose own settings and modules would change the app if they could."""
    folder = tmp_path_factory.mktemp("elsewhere")
    settings = folder / ".streamlit" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('[server]\naddress = "0.0.0.0"\nbaseUrlPath = "elsewhere"\n')
    for name in ("pages", "altair"):
        (folder / f"{name}.py").write_text("raise RuntimeError('the wrong module')\n")
    return folder


@pytest.fixture(scope="module")
def app_url(foreign_folder: Path) -> Iterator[str]:
    database = foreign_folder / "reviews.db"
    with running_app(database, folder=foreign_folder, settings=SCRIPT_CHECK) as url:
        yield url


def fetch(url: str) -> tuple[str, http.client.HTTPMessage]:
    with urllib.request.urlopen(url, timeout=30) as response:
        return response.read().decode(), response.headers


def handshake(url: str, host: str) -> int:
    """The status a page on `host` gets when it opens the app's WebSocket."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=30)
    try:
        connection.putrequest("GET", "/_stcore/stream", skip_host=True)
        for name, value in {
            "Host": host,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }.items():
            connection.putheader(name, value)
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/review?case=x", "/app/static/inter-latin.woff2"])
def test_every_response_carries_the_security_headers(app_url: str, path: str):
    with urllib.request.urlopen(app_url + path, timeout=30) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy, "another site is let in"
    assert headers.get_all("X-Content-Type-Options") == ["nosniff"]
    assert headers["Referrer-Policy"] == "no-referrer"


def test_the_app_runs_whatever_lies_in_the_folder_it_is_started_from(app_url: str):
    assert fetch(f"{app_url}/_stcore/script-health-check")[0] == "ok"


def test_only_this_machine_can_connect(app_url: str):
    address = socket.gethostbyname(socket.gethostname())
    if address.startswith("127."):
        address = "127.0.0.2"  # no other address here: another loopback one stands in
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((address, urlsplit(app_url).port), timeout=5)


@pytest.mark.parametrize(
    ("host", "status"), [("localhost", 101), ("127.0.0.1", 101), ("rebound.example", 403)]
)
def test_a_foreign_host_name_gets_no_session(app_url: str, host: str, status: int):
    assert handshake(app_url, host) == status


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_command_ends_the_server(tmp_path: Path, how: signal.Signals):
    port = find_free_port()
    server = start_app(tmp_path / "reviews.db", port)
    output = stop_app(server, how)
    assert f"http://127.0.0.1:{port}" in output
    assert "Traceback" not in output
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_is_a_quiet_success(tmp_path: Path):
    server = start_app(tmp_path / "reviews.db", find_free_port())
    output = stop_app(server, signal.SIGINT)
    assert server.returncode == 0
    assert "Aborted" not in output


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TREK, "serve", *arguments],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_busy_port_is_one_clear_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        result = serve("--db", str(tmp_path / "reviews.db"), "--port", port)
    assert result.returncode == 1
    assert result.stdout == ""
    assert f"port {port}" in result.stderr
    assert "--port" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "²"])
def test_a_port_out_of_range_is_a_usage_error(port: str):
    result = serve(f"--port={port}")
    assert result.returncode == 2
    assert "from 1 to 65535" in result.stderr


def test_an_unknown_address_is_one_clear_sentence(tmp_path: Path):
    result = serve("--db", str(tmp_path / "reviews.db"), "--address", "nowhere.invalid")
    assert result.returncode == 1
    assert "nowhere.invalid" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_sample_and_a_database_exclude_each_other(tmp_path: Path):
    assert serve("--sample", "--db", str(tmp_path / "reviews.db")).returncode == 2


def test_streamlits_older_kind_of_pages_is_off_before_the_first_request():
    # In a process of its own: importing asgi.py changes Streamlit for the whole process.
    code = (
        "from streamlit.runtime.pages_manager import PagesManager; import asgi;"
        "print(PagesManager.uses_pages_directory)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


def test_a_database_that_cannot_be_used_is_told_of_before_anything_is_served(tmp_path: Path):
    junk = tmp_path / "notes.db"
    junk.write_text("these are my notes " * 100)
    served = subprocess.run(
        [*TREK, "serve", "--db", str(junk), "--port", str(find_free_port())],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=CHECKOUT,
    )
    assert served.returncode == 1
    assert "is not a review database" in served.stderr
    assert "Traceback" not in served.stderr


@pytest.fixture
def said(monkeypatch, capsys):
    """What the command says before it would serve."""
    monkeypatch.setattr(serve_command, "start_server", lambda *_: 0)
    monkeypatch.setattr(serve_command, "check_listening", lambda *_: None)

    def run(*arguments: str) -> str:
        args = build_parser().parse_args(["serve", *arguments])
        assert args.run(args) == 0
        return "".join(capsys.readouterr())

    return run


def test_sign_in_needs_somebody_to_be_admin_first(tmp_path: Path):
    result = serve("--db", str(tmp_path / "reviews.db"), "--sign-in")
    assert result.returncode == 1
    assert "Somebody has to be admin before people sign in" in result.stderr
    assert result.stderr.count("\n") == 1


def test_sign_in_stays_with_the_database(tmp_path: Path, said):
    database = str(tmp_path / "reviews.db")
    store = ReviewStore(database)
    store.add_annotator("Lea")
    store.set_roles("Lea", ["admin"], by=OWNER)
    said("--db", database)
    assert store.load_access_mode() == "open"
    said("--db", database, "--sign-in")
    said("--db", database)
    assert store.load_access_mode() == "users"


def test_a_server_open_to_the_network_without_sign_in_says_so(tmp_path: Path, said):
    database = str(tmp_path / "reviews.db")
    warning = "can read and change these reviews: nobody has to sign in"
    assert warning in said("--db", database, "--address", "0.0.0.0")  # noqa: S104
    assert warning not in said("--db", database)
    store = ReviewStore(database)
    store.add_annotator("Lea")
    store.set_roles("Lea", ["admin"], by=OWNER)
    assert warning not in said("--db", database, "--address", "0.0.0.0", "--sign-in")  # noqa: S104
