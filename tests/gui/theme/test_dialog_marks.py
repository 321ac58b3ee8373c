"""Message boxes wear the marks of the theme, not the icons of Qt or of the desktop."""

import pytest
from PySide6.QtWidgets import QMessageBox

from fatdesk.gui.catalog.uses import Use, may_delete
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.window.error_reporting import ErrorReporter


def mark(theme, severity):
    """A mark as a box shows it."""
    box = QMessageBox()
    box.setIconPixmap(severity_mark(theme, severity, 32))
    return box.iconPixmap().toImage()


@pytest.fixture
def shown(monkeypatch):
    """The marks and icons of the boxes that are shown; they are closed at once."""
    found = []
    monkeypatch.setattr(
        QMessageBox, "exec", lambda box: found.append((box.icon(), box.iconPixmap().toImage()))
    )
    return found


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_before_a_part_in_use_is_deleted(theme, shown, mode):
    theme.wear(mode)
    may_delete(theme, None, ["ib-36"], [Use("fabric", "compute", 22)], [])
    assert shown == [(QMessageBox.Icon.NoIcon, mark(theme, "warning"))]


@pytest.mark.qt_no_exception_capture
def test_an_unexpected_error(theme, shown, qtbot, monkeypatch, capsys):
    made = ErrorReporter(theme, lambda: None)
    made.release()
    made.report(KeyError, KeyError("x"), None)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [(QMessageBox.Icon.NoIcon, mark(theme, "error"))]
