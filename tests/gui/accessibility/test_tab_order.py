"""Tab reaches every control of a workspace, in the order of reading, and never stays in one place."""

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from fatdesk.gui.menus.actions import WORKSPACES
from tests.gui.accessibility.tree import controls

MOST = 400


def stops(window):
    """The controls that Tab goes through, from the first to the one before it comes again."""
    window.rail.buttons[window.workspace_name].setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _ in range(MOST):
        now = QApplication.focusWidget()
        if now is None:  # as after a click on nothing
            QTest.keyClick(window, Qt.Key.Key_Tab)
            now = QApplication.focusWidget()
        assert now is not None, (window.workspace_name, [named(one) for one in seen[-3:]])
        if seen and now is seen[0]:
            return seen
        assert now not in seen, f"Tab comes back to {now.accessibleName()!r} before it has been everywhere"
        seen.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    raise AssertionError("Tab does not come back to where it began")


def named(control):
    return f"{type(control).__name__} {control.accessibleName() or control.objectName()!r}"


def by_reading(first, second):
    """Whether a control is read before another of the same group."""
    one, two = (each.mapTo(each.window(), QPoint(0, each.height() // 2)) for each in (first, second))
    if abs(one.y() - two.y()) > min(first.height(), second.height()) // 2:
        return one.y() < two.y()
    return one.x() <= two.x()


def test_tab_goes_through_every_workspace(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    wrong = []
    for name, _ in WORKSPACES:
        desk.show_workspace(name)
        desk.session.select([])
        QApplication.processEvents()
        seen = stops(desk)
        for control in (node.object() for node in controls(desk)):
            one_of_group = isinstance(control, QAbstractButton) and control.group() is not None
            can = control.isEnabled() and control.focusPolicy() & Qt.FocusPolicy.TabFocus
            if can and not one_of_group and control not in seen:
                wrong.append(f"{name}: {named(control)} is never reached")
        for first, second in pairwise(seen):
            if first.parent() is second.parent() and not by_reading(first, second):
                wrong.append(f"{name}: {named(first)} is before {named(second)}")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def test_tab_goes_from_the_bar_to_the_drawing_and_on_to_the_inspector(desk, qtbot):
    """Views and panels are made in another order than they are seen in."""
    qtbot.waitUntil(desk.isActiveWindow)
    for name, drawing in (("floor", "Floor plan"), ("topology", "Network"), ("racks", "Rack elevations")):
        desk.show_workspace(name)
        desk.session.select([])
        QApplication.processEvents()
        seen = stops(desk)
        names = [one.accessibleName() or one.text() for one in seen]
        order = [
            names.index(one)
            for one in ("Fit", "Switch between drawing and table", drawing, "Inspector", "Findings")
        ]
        assert order == sorted(order), names
        assert order[2] == order[1] + 1 + names.count("More tools"), names
        back = seen[order[2]]
        back.setFocus()
        QTest.keyClick(back, Qt.Key.Key_Backtab)
        assert QApplication.focusWidget() is seen[order[2] - 1]
