"""The colours of the app can be read: WCAG 2.2 contrast of at least 4.5:1."""

import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((CHECKOUT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
THEME = SETTINGS["theme"]
LEAST_CONTRAST = 4.5
CAPTION_OPACITY = 0.6  # Streamlit fades captions and table headers to this much of the text

PAIRS = [
    ("textColor", "backgroundColor"),
    ("textColor", "secondaryBackgroundColor"),
    ("textColor", "codeBackgroundColor"),
    ("linkColor", "backgroundColor"),
    ("linkColor", "secondaryBackgroundColor"),
    ("grayTextColor", "secondaryBackgroundColor"),
    *((f"{hue}TextColor", f"{hue}BackgroundColor")
      for hue in ("blue", "green", "orange", "red", "violet", "yellow", "gray")),
    *((f"{hue}TextColor", "backgroundColor")
      for hue in ("blue", "green", "orange", "red", "violet", "yellow", "gray")),
]  # fmt: skip


def compute_luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance of an sRGB colour, channels from 0 to 255."""
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def compute_contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    light, dark = sorted((compute_luminance(one), compute_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def parse_colour(text: str) -> tuple[float, ...]:
    return tuple(int(text[start : start + 2], 16) for start in (1, 3, 5))


def test_the_contrast_of_black_on_white_is_21():
    assert compute_contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(mode: str, text: str, ground: str):
    colours = [parse_colour(THEME[mode][name]) for name in (text, ground)]
    assert compute_contrast(*colours) >= LEAST_CONTRAST


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
def test_captions_stand_out_from_their_ground(mode: str, ground: str):
    text, below = (parse_colour(THEME[mode][name]) for name in ("textColor", ground))
    faded = tuple(
        CAPTION_OPACITY * one + (1 - CAPTION_OPACITY) * other
        for one, other in zip(text, below, strict=True)
    )
    assert compute_contrast(faded, below) >= LEAST_CONTRAST


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_white_can_be_read_on_a_primary_button(mode: str):
    primary = parse_colour(THEME[mode]["primaryColor"])
    assert compute_contrast((255, 255, 255), primary) >= LEAST_CONTRAST


@pytest.mark.parametrize("face", THEME["fontFaces"], ids=lambda face: face["url"])
def test_every_font_of_the_theme_is_in_the_static_folder(face: dict[str, str]):
    folder, _, name = face["url"].rpartition("/")
    assert folder == "app/static"
    assert (CHECKOUT / "static" / name).read_bytes().startswith(b"wOF2")
