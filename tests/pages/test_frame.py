"""What the frame says of the server around every page."""

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import shown_text

FRAME = "from pages.parts.frame import render_frame\nrender_frame()\n"
WARNING = "Open to the network: nobody has to sign in"


@pytest.fixture
def served_on():
    """Choose the address that the server listens on."""
    before = config.get_option("server.address")
    yield lambda address: config.set_option("server.address", address)
    config.set_option("server.address", before)


def show_frame(who=""):
    page = AppTest.from_string(FRAME, default_timeout=30)
    page.session_state["annotator"] = who
    page.run()
    assert not page.exception, page.exception
    return page


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("address", "is_open"),
    [("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True), (None, True)],  # noqa: S104
)
def test_a_server_that_others_reach_without_signing_in_says_so(served_on, address, is_open):
    served_on(address)
    assert (WARNING in shown_text(show_frame())) == is_open


def test_where_people_sign_in_it_does_not(served_on, signed_in):
    served_on("0.0.0.0")  # noqa: S104
    page = signed_in(show_frame(), "Ada")
    assert WARNING not in shown_text(page)
    assert "Ada" in shown_text(page)
    assert page.button(key="sign-out")
