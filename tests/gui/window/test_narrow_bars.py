"""Tool bars in narrow windows, such as 1,600 pixels at 150 %: nothing overlaps, no word is cut."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.widgets.plain_text import ElidedLabel


def controls(bar):
    """The visible controls of a bar with their places in it."""
    kinds = (QAbstractButton, QComboBox, QLabel)
    found = [one for kind in kinds for one in bar.findChildren(kind) if one.isVisible()]
    found = [one for one in found if not isinstance(one.parent(), QComboBox) and one.width() > 1]
    return [(one, QRect(one.mapTo(bar, QPoint(0, 0)), one.size())) for one in found]


def named(one):
    return one.accessibleName() or (one.currentText() if isinstance(one, QComboBox) else one.text())


@pytest.mark.parametrize("width", [1066, 1280])
@pytest.mark.parametrize("name", [name for name, _ in WORKSPACES])
def test_nothing_overlaps_and_no_word_is_cut(desk, name, width):
    desk.resize(width, 600 if width == 1066 else 720)
    desk.show_workspace(name)
    for _ in range(3):
        QApplication.processEvents()
    bar = desk.workspace.bar.parentWidget()
    assert isinstance(bar, QWidget)
    found = controls(bar)
    for (one, at), (other, there) in combinations(found, 2):
        if not (one.isAncestorOf(other) or other.isAncestorOf(one)):
            assert not at.intersects(there), f"{named(one)} and {named(other)} overlap"
    for one, at in found:
        assert bar.rect().contains(at), f"{named(one)} is outside of the bar"
        if isinstance(one, ElidedLabel | QComboBox):
            continue  # they end in an ellipsis, with the whole text as a tooltip
        text = one.text().replace("&", "")
        if text and not (hasattr(one, "toolButtonStyle") and one.toolButtonStyle().value == 0):
            room = one.fontMetrics().horizontalAdvance(text)
            assert room <= one.width(), f"{text} is cut"
