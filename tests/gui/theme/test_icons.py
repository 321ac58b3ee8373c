"""Icons are painted in the colours of the theme that is worn, and for the pixels of the screen."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from fatdesk.gui.theme.icons import ON_ACCENT, ORDINARY, icon

MODE, STATE = QIcon.Mode, QIcon.State


def ink(pixmap):
    """The colours of the pixels that are covered whole."""
    image = pixmap.toImage()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    found = (image.pixelColor(*place) for place in places)
    return {colour.name() for colour in found if colour.alpha() == 255}


@pytest.mark.parametrize(
    ("tints", "mode", "state", "token"),
    [
        (ORDINARY, MODE.Normal, STATE.Off, "text2"),
        (ORDINARY, MODE.Active, STATE.Off, "text2"),
        (ORDINARY, MODE.Normal, STATE.On, "accent_text"),
        (ORDINARY, MODE.Disabled, STATE.Off, "disabled"),
        (ORDINARY, MODE.Disabled, STATE.On, "disabled"),
        (ON_ACCENT, MODE.Normal, STATE.Off, "on_accent"),
    ],
)
def test_an_icon_made_before_has_the_colours_of_the_theme_now(theme, tints, mode, state, token):
    made = icon(theme, "stop", 24, tints)
    for worn in ("light", "dark", "light"):
        theme.wear(worn)
        assert ink(made.pixmap(QSize(24, 24), 2.0, mode, state)) == {theme.colour(token).name()}


@pytest.mark.parametrize(("ratio", "pixels"), [(1.0, 18), (1.5, 27), (2.0, 36)])
def test_it_has_the_pixels_of_the_screen(theme, ratio, pixels):
    made = icon(theme, "stop", 18).pixmap(QSize(18, 18), ratio)
    assert made.size() == QSize(pixels, pixels)
    assert made.deviceIndependentSize().toSize() == QSize(18, 18)


def test_it_is_not_drawn_larger_than_it_was_made_for(theme):
    made = icon(theme, "stop", 14)
    assert made.actualSize(QSize(24, 24)) == QSize(14, 14)
    assert made.actualSize(QSize(10, 20)) == QSize(10, 10)
    assert QIcon(made).pixmap(QSize(24, 24), 1.0).size() == QSize(14, 14)
