"""Every pair of colours that the desk writes or draws can be told apart."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QProxyStyle, QStyle

from fatdesk import gui
from fatdesk.engine.drawing.palette import contrast
from fatdesk.gui.theme.icons import MARKS, SHAPES, picture
from fatdesk.gui.theme.theme import style_sheet
from fatdesk.gui.theme.tokens import DARK, LIGHT

HAVE_ICONS = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
TEXT_PAIRS = (
    *((ink, ground) for ink in ("text", "text2", "text3") for ground in ("app", "panel", "base", "canvas")),
    *((ink, "raised") for ink in ("text", "text2", "text3", "error", "warn", "ok")),
    *((ink, "accent_tint") for ink in ("text", "text2", "text3", "accent_text", "warn", "error")),
    *((ink, "panel") for ink in ("error", "warn", "ok", "info", "accent_text")),
    *((ink, "base") for ink in ("error", "warn", "ok", "info", "accent_text")),
    ("warn", "app"),
    ("ok", "app"),
    ("accent_text", "app"),
    ("text", "accent_tint2"),
    ("text2", "accent_tint2"),
    ("text3", "accent_tint2"),
    ("text", "hover"),
    ("text2", "hover"),
    ("on_accent", "accent"),
    ("error", "error_tint"),
    ("warn", "warn_tint"),
    ("ok", "ok_tint"),
)
"""Text and its background, wherever the desk writes."""

LINE_PAIRS = (
    *(("field", ground) for ground in ("base", "panel")),
    *(("accent", ground) for ground in ("base", "panel", "canvas", "app")),
    ("warn_fill", "base"),
    ("wall", "canvas"),
)
"""Borders and marks that carry meaning, and their ground."""

BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


@BOTH
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_is_readable(tokens, ink, ground):
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize(("line", "ground"), LINE_PAIRS)
def test_lines_are_seen(tokens, line, ground):
    assert contrast(getattr(tokens, line), getattr(tokens, ground)) >= 3.0


@BOTH
def test_roles_are_readable(tokens):
    for role in (tokens.drawing.host, tokens.drawing.edge, tokens.drawing.core, tokens.drawing.reserved):
        assert contrast(role.text, role.fill) >= 4.5
        assert contrast(role.stroke, tokens.canvas) >= 3.0


@BOTH
def test_kinds_are_seen(tokens):
    for kind, colour in tokens.drawing.kinds.items():
        assert contrast(colour, tokens.base) >= 3.0, kind


@BOTH
def test_style_sheet_knows_every_token(tokens):
    assert "$" not in style_sheet(tokens, round, "check.svg")


def test_every_icon_draws_something(theme):
    for name in (*SHAPES, *MARKS):
        image = picture(theme, name, "text", 24).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(48) for y in range(48)), name


def test_switching_changes_every_look(desk, qtbot):
    before = desk.grab().toImage().pixelColor(5, 300)
    desk.actions_by_id["theme"].trigger()
    qtbot.wait(10)
    assert desk.theme.mode == "dark"
    assert desk.grab().toImage().pixelColor(5, 300) != before


def test_buttons_of_dialogs_have_no_icons_of_the_desktop(theme, qapp):
    """Some desktops put a floppy disk, a bin and a red cross on them."""

    class Desktop(QProxyStyle):
        def styleHint(self, hint, *more):
            return 1 if hint == HAVE_ICONS else super().styleHint(hint, *more)

    qapp.setStyle(Desktop("Fusion"))
    qapp.setStyleSheet(qapp.styleSheet())
    box = QMessageBox()
    kinds = QMessageBox.StandardButton
    box.setStandardButtons(kinds.Save | kinds.Discard | kinds.Cancel)
    icons = [button.icon().isNull() for button in box.buttons()]
    qapp.setStyle("Fusion")
    assert icons == [True] * 3


def test_colours_of_the_theme_are_shared_and_never_changed(window):
    """A map of the topology, and a selected zone, once made all later tints of the window translucent."""
    theme = window.theme
    faint = theme.colour("accent_tint", 0.45)
    assert faint.alphaF() == pytest.approx(0.45, abs=0.01)
    assert theme.colour("accent_tint").alpha() == 255
    changing = re.compile(r"\.set(?:Alpha|Red|Green|Blue|Rgb|Hsv|Hsl)\w*\(")
    found = {
        path.name
        for path in Path(gui.__file__).parent.rglob("*.py")
        if changing.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"theme.py"}
