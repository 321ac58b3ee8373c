"""The keyboard focus is seen on every control, in both themes: pixels change with a contrast of 3 or more."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.menus.actions import WORKSPACES
from tests.gui.accessibility.pixels import changed
from tests.gui.accessibility.tree import controls

LEAST_PX = 40
"""Pixels of the smallest ring, around a tick box or a short button."""


def focus_shown(control):
    """The number of pixels that change where a control gets the focus by Tab."""
    now = QApplication.focusWidget()
    if now is not None:
        now.clearFocus()
    before = control.grab().toImage()
    control.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return changed(before, control.grab().toImage(), 3.0) if control.hasFocus() else LEAST_PX


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_control_of_all_workspaces_shows_the_focus(desk, qtbot, mode):
    desk.theme.wear(mode)
    qtbot.waitUntil(desk.isActiveWindow)
    hidden, seen = [], set()
    for name, _ in WORKSPACES:
        desk.show_workspace(name)
        QApplication.processEvents()
        for control in [node.object() for node in controls(desk)]:
            kind = type(control).__name__, control.objectName() or control.accessibleName()
            if kind in seen or not control.isEnabled() or not control.focusPolicy() & Qt.FocusPolicy.TabFocus:
                continue
            seen.add(kind)
            if focus_shown(control) < LEAST_PX:
                hidden.append(f"{name}: {kind}")
    assert len(seen) > 100
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_controls_whose_ring_has_the_colour_of_the_control_show_the_focus(desk, qtbot, mode):
    desk.theme.wear(mode)
    qtbot.waitUntil(desk.isActiveWindow)
    desk.show_workspace("documents")
    QApplication.processEvents()
    by_name = {node.object().objectName(): node.object() for node in controls(desk)}
    for name in ("export-all", "palette", "pages", "page", "tab-findings", "grey"):
        assert focus_shown(by_name[name]) >= LEAST_PX, name
