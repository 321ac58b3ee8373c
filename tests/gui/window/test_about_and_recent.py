"""The About box, the menu of recent projects, and the time of the last save in the header."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

import licences
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from fatdesk.gui.dialogs.about import BROUGHT, About, shipped_packages
from fatdesk.gui.files.recent import Recent, read_recent, remember
from fatdesk.project.commands.project import Rename
from tests.gui.pages.header import Header

LEFT = Qt.MouseButton.LeftButton


def test_everything_of_the_run_lock_is_named_with_its_licence():
    lock = Path(licences.LOCK).read_text(encoding="utf-8")
    assert set(BROUGHT) == set(licences.pinned(lock))
    stated = {name: (version, told) for name, version, told in shipped_packages()}
    for name, version, told in licences.table(lock):
        if told != "not used on this system":
            assert stated[name] == (version, told)
    assert all(told not in ("", "not stated") for _, told in stated.values())


def test_about_opens_scrolls_copies_and_closes(desk, qtbot):
    seen = []

    def look():
        shown = QApplication.activeModalWidget()
        if not isinstance(shown, About):
            QTimer.singleShot(20, look)
            return
        seen.append(shown.text.toPlainText())
        qtbot.mouseClick(shown.copy, LEFT)
        qtbot.keyClick(shown, Qt.Key.Key_Escape)

    QTimer.singleShot(0, look)
    desk.actions_by_id["about"].trigger()
    [text] = seen
    assert re.search(r"^scipy +\d+\.\d+", text, re.MULTILINE)
    assert QGuiApplication.clipboard().text().replace("\u2029", "\n").strip() == text.strip()


def test_recent_projects_are_a_menu(window, qtbot, saved, tmp_path):
    remember(Recent(str(tmp_path / "gone & away.fatdesk"), "1 host"))
    remember(Recent(str(saved), "396 hosts"))
    menu = window.menus.recent
    menu.refresh()
    first, second, *_, last = menu.actions()
    assert first.text().startswith("nodes-396.fatdesk")
    assert first.isEnabled()
    assert second.text().startswith("gone && away.fatdesk")
    assert not second.isEnabled()
    first.trigger()
    assert window.session.path == saved
    last.trigger()
    assert read_recent() == []
    menu.refresh()
    assert [action.isEnabled() for action in menu.actions()] == [False]


def test_the_header_tells_when_it_was_saved(desk):
    written = datetime(2025, 11, 27, 12, tzinfo=UTC).timestamp()
    os.utime(desk.session.path, (written, written))
    desk.files.open_path(desk.session.path)
    assert re.fullmatch(r"Saved \S*2025\S*", Header(desk).state), "when the file was written"
    desk.session.do(Rename(name="other"))
    assert Header(desk).state == "Unsaved changes"
    assert desk.files.save()
    assert re.fullmatch(r"Saved \d\d:\d\d", Header(desk).state)
    desk.files.open_path(desk.session.path)
    assert re.fullmatch(r"Saved \d\d:\d\d", Header(desk).state)
