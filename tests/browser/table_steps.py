"""What a person does in a table, which is drawn on a canvas and has no elements to click."""

from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.review_steps import wait_until

HEADER_PX = 31
ROW_PX = 31
TICK_PX = 17
"""From the left to the middle of the box that ticks a row."""


def find_resting_place(table: Locator) -> FloatRect:
    """Where a table is once what is drawn above it no longer moves it."""
    places: list[FloatRect | None] = []

    def look() -> FloatRect | None:
        table.page.wait_for_timeout(100)
        places.append(table.bounding_box())
        return places[-1] if places[-3:] == [places[-1]] * 3 else None

    expect(table).to_be_visible()
    table.scroll_into_view_if_needed()
    return wait_until("the table to rest", look)


def tick_row(table: Locator, *rows: int) -> None:
    """Click the boxes of rows, the first of which is 0."""
    place = find_resting_place(table)
    for row in rows:
        middle = place["y"] + HEADER_PX + row * ROW_PX + ROW_PX // 2
        table.page.mouse.click(place["x"] + TICK_PX, middle)
