"""Review for people who see no screen, or use no mouse."""

import pytest

from tests.browser.review_steps import WALK

pytestmark = pytest.mark.browser

_OPERATED = {
    "button", "checkbox", "combobox", "DisclosureTriangle", "link", "listbox", "menuitem", "radio",
    "radiogroup", "searchbox", "spinbutton", "switch", "tab", "textbox",
}  # fmt: skip
_FOCUSED = """() => {
  const each = document.activeElement
  return each.closest('[class*="st-key-"]')?.className.match(/st-key-[^ ]+/)[0] ?? each.tagName
}"""


def find_nameless(page) -> list[str]:
    """The controls without an accessible name, as Chromium computes it for a screen reader."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    controls = [
        node for node in nodes if not node["ignored"] and node["role"]["value"] in _OPERATED
    ]
    assert len(controls) > 20, "the checklist is not on the page"
    nameless = [node for node in controls if not node["name"]["value"].strip()]
    return [f"{node['role']['value']} {node['properties']}" for node in nameless]


def test_every_control_of_a_whole_case_has_a_name(tab, page):
    tab.open("s01-a")
    assert find_nameless(page) == []
    tab.walk(WALK)
    tab.move_to("override_labels")
    tab.save_by("a label", lambda: tab.press("2"))
    tab.row("override_reason").wait_for()
    assert find_nameless(page) == []
    tab.press("e")
    page.get_by_role("textbox", name="Quote").wait_for()
    assert find_nameless(page) == []


def test_questions_name_their_answers(tab, page):
    tab.open("s01-a")
    group = page.get_by_role("radiogroup", name="Does the question rest on a false premise?")
    assert group.get_by_role("radio").all_inner_texts() == ["Yes", "No", "Unsure"]


def test_tab_leads_to_save_and_enter_there_saves(tab, page):
    tab.open("s01-a")
    page.locator(".st-key-evidence").click(position={"x": 5, "y": 5})
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(_FOCUSED).startswith("st-key-save-"):
            break
    else:
        raise AssertionError("80 presses of Tab do not reach Save")
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    tab.problem().wait_for()
    assert "Not answered" in tab.problem().inner_text()
    assert tab.stored("s01-a").state == "not_started"
