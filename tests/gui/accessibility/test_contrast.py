"""Contrast as WCAG 2 has it, in both themes: rules of the style sheet, and pixels of rendered texts."""

import re

import numpy as np
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
    for ground in (tokens.canvas, tokens.base, tokens.panel):
        for colour in tokens.series:
            assert contrast(colour, ground) >= GRAPHICS, colour
    for ground in (tokens.canvas, tokens.base):
        for colour in (drawing.fates.moved, drawing.fates.new, drawing.fates.removed):
            assert contrast(colour, ground) >= GRAPHICS, colour
        assert contrast(drawing.heat_outline, ground) >= GRAPHICS


VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Red, green and blue in linear light as seen without one kind of cones (Machado 2009)."""
APART = {"light": 27, "dark": 34}
"""Least difference of two series, CIE 1976."""


def lab(colours, vision):
    """Colours in CIE L*a*b* as they are seen."""
    parts = np.array([[int(one[at : at + 2], 16) for at in (1, 3, 5)] for one in colours]) / 255
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(light @ np.array(vision).T, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(seen @ to_xyz.T / [0.9505, 1, 1.0888] + 1e-6).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


@pytest.mark.parametrize("vision", VISION)
@BOTH
def test_series_differ_for_all_kinds_of_vision(tokens, vision):
    found = lab(tokens.series, VISION[vision])
    apart = np.linalg.norm(found[:, None] - found[None], axis=-1)[np.triu_indices(len(found), 1)]
    assert apart.min() >= APART["dark" if tokens is DARK else "light"], tokens.series


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
