"""Contrast as WCAG 2 has it, in both themes: rules of the style sheet, and pixels of rendered texts."""

import re

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from fatdesk.engine.drawing.palette import contrast
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.theme.theme import style_sheet
from fatdesk.gui.theme.tokens import DARK, LIGHT
from fatdesk.project.document.ref import CABLE, DEVICE, RACK
from tests.gui.accessibility.clipping import visible_part
from tests.gui.accessibility.pixels import text_contrast

TEXT, GRAPHICS = 4.5, 3.0
GROUNDS = ("app", "panel", "base")
"""What controls lie on whose own ground is transparent."""
BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


def rules(tokens):
    """Selectors of the style sheet, with their colour of text, ground and border, if they set them."""
    sheet = style_sheet(tokens, round, "check.svg")
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        found = [
            re.search(rf"(?<![-\w]){name}:[^;]*(#\w{{6}})", body)
            for name in ("color", "background", "border")
        ]
        yield " ".join(selectors.split()), *(one and one[1] for one in found)


@BOTH
def test_texts_of_the_style_sheet_are_readable(tokens):
    plain, seen = [getattr(tokens, name) for name in GROUNDS], 0
    for selectors, ink, ground, _ in rules(tokens):
        if ":disabled" in selectors or ink is None:
            continue
        for behind in [ground] if ground else plain:
            seen += 1
            assert contrast(ink, behind) >= TEXT, (selectors, ink, behind)
    assert seen > 40


@BOTH
def test_focus_rings_are_seen(tokens):
    plain, seen = [getattr(tokens, name) for name in GROUNDS], 0
    for selectors, _, ground, border in rules(tokens):
        if ":focus" in selectors and border and "primary" not in selectors:
            seen += 1
            for behind in [ground] if ground else plain:
                assert contrast(border, behind) >= GRAPHICS, selectors
    assert seen >= 8
    assert contrast(tokens.on_accent, tokens.accent) >= GRAPHICS, "the ring of a primary button"


@BOTH
def test_marks_of_drawings_are_seen(tokens):
    drawing = tokens.drawing
    for ground in (tokens.canvas, tokens.base):
        for colour in tokens.series:
            assert contrast(colour, ground) >= (GRAPHICS if tokens is DARK else 2.5), colour
        for colour in (drawing.fates.moved, drawing.fates.new, drawing.fates.removed):
            assert contrast(colour, ground) >= GRAPHICS, colour
        assert contrast(drawing.heat_outline, ground) >= GRAPHICS


def texts(window):
    """Visible labels and buttons with a text that are not disabled, each with its place."""
    for kind in (QLabel, QAbstractButton):
        for one in window.findChildren(kind):
            if one.isVisible() and one.isEnabled() and one.text().strip():
                place = visible_part(one, window)
                if place.size() == one.size() and not place.isEmpty():
                    yield one, place


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_rendered_texts_are_readable(desk, mode):
    desk.theme.wear(mode)
    chosen = {
        "racks": DEVICE("compute/edge/2"),
        "floor": RACK(3),
        "cables": CABLE(desk.session.derived.rows[5].id),
    }
    faint, seen = set(), 0
    for name, _ in WORKSPACES:
        desk.show_workspace(name)
        desk.session.select([chosen[name]] if name in chosen else [])
        QApplication.processEvents()
        image = desk.grab().toImage()
        for one, place in texts(desk):
            seen += 1
            found = text_contrast(image.copy(place))
            if found < TEXT:
                faint.add(f"{name}: {type(one).__name__} {one.text()!r} {found:.2f}")
    assert seen > 500
    assert not faint, "\n".join(sorted(faint))
