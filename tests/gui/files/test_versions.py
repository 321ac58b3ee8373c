"""Earlier versions of a file are a menu, and open as copies."""

from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from tests.gui.pages.files import Versions
from tests.gui.pages.status_line import StatusLine


def test_each_save_keeps_what_was_there(desk, saved):
    first = encode(desk.session.project)
    assert Versions(desk).texts == ["No earlier versions"]
    desk.session.do(Rename(name="second"))
    desk.files.save()
    second = saved.read_bytes()
    desk.session.do(Rename(name="third"))
    desk.files.save()
    latest, earliest = Versions(desk).texts
    assert latest.startswith("Before the last save   replaced today ")
    assert earliest.startswith("2 saves ago   replaced today ")
    third = saved.read_bytes()
    Versions(desk).open(1)
    assert encode(desk.session.project) == first
    assert desk.session.path is None
    assert desk.session.unsaved
    assert "earlier version of nodes-396.fatdesk" in StatusLine(desk).message
    assert saved.read_bytes() == third
    assert Versions(desk).texts == ["No earlier versions"]
    desk.session.leave()
    desk.files.open_path(saved)
    assert Versions(desk).texts
    Versions(desk).open(0)
    assert encode(desk.session.project) == second


def test_unsaved_changes_are_asked_about(desk, answer):
    desk.session.do(Rename(name="second"))
    desk.files.save()
    desk.session.do(Rename(name="third"))
    assert Versions(desk).texts
    requested = answer("Cancel")
    Versions(desk).open(0)
    assert requested
    assert desk.session.project.name == "third"


def test_a_damaged_version_is_told(desk, answer):
    from fatdesk.project.files.storing import kept_versions

    desk.session.do(Rename(name="second"))
    desk.files.save()
    [version] = kept_versions(desk.session.path)
    version.write_bytes(b"half")
    assert Versions(desk).texts
    requested = answer("OK")
    Versions(desk).open(0)
    assert requested == ["The earlier version could not be opened."]
    assert desk.session.project.name == "second"


def test_the_pointer_waits_while_a_file_is_opened(desk, saved, monkeypatch):
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication

    seen = []
    load = desk.session.load

    def watched(*words, **more):
        seen.append(QApplication.overrideCursor().shape())
        load(*words, **more)

    monkeypatch.setattr(desk.session, "load", watched)
    desk.files.open_path(saved)
    assert seen == [Qt.CursorShape.WaitCursor]
    assert QApplication.overrideCursor() is None


def test_a_damaged_project_offers_its_latest_version(desk, saved, answer):
    first = encode(desk.session.project)
    desk.session.do(Rename(name="second"))
    desk.files.save()
    desk.session.leave()
    saved.write_bytes(saved.read_bytes()[:2000])
    requested = answer("Open the latest version")
    desk.files.open_path(saved)
    assert requested == ["nodes-396.fatdesk could not be opened."]
    assert encode(desk.session.project) == first
    assert desk.session.path is None
    assert "earlier version of nodes-396.fatdesk" in StatusLine(desk).message
