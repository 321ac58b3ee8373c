"""A revision is kept by typing its name; states are compared, and a line of it selects its element."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.gui.dialogs.revisions_dialog import RevisionsDialog
from fatdesk.gui.tables import Table
from fatdesk.project.commands.racks import RenameRack
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.ref import RACK
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.revising.revisions import revision_path
from tests.patience import PATIENCE_MS

WISH = """
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36]}]
"""
LEFT = Qt.MouseButton.LeftButton


class RevisionsPage:
    """The dialog as a user sees it."""

    def __init__(self, window, qtbot):
        window.actions_by_id["revisions"].trigger()
        self.dialog = window.findChild(RevisionsDialog)
        self._qtbot = qtbot

    def type(self, name, text):
        self.dialog.findChild(QLineEdit, name).setText(text)

    def press(self, name):
        self._qtbot.mouseClick(self.dialog.findChild(QPushButton, name), LEFT)

    def is_enabled(self, name):
        return self.dialog.findChild(QPushButton, name).isEnabled()

    @property
    def state(self):
        return self.dialog.findChild(QLabel, "revisions-state").text()

    @property
    def lines(self):
        return self.dialog.model.shown()

    def wait(self, words):
        self._qtbot.waitUntil(lambda: words in self.state, timeout=PATIENCE_MS)

    def enter_revision(self):
        """Enter on the selected revision."""
        self._qtbot.keyClick(self._table_of(self.dialog.revisions), Qt.Key.Key_Return)

    def open_line(self, number):
        self._table_of(self.dialog.model).opened.emit(number)

    def _table_of(self, rows):
        return next(one for one in self.dialog.findChildren(Table) if one.model() is rows)


@pytest.fixture(scope="module")
def project():
    catalog = load_shipped([])
    return design_project(parse_requirements(WISH.encode(), "wish.yaml", catalog), catalog, "p").project


@pytest.fixture
def hall(window, tmp_path, project):
    path = tmp_path / "hall.fatdesk"
    save_project(project, path)
    window.files.open_path(path)
    return path


def test_a_new_project_is_to_be_saved_first(window, qtbot, project):
    window.session.begin(project)
    page = RevisionsPage(window, qtbot)
    assert page.state.startswith("Save the project first")
    assert not page.is_enabled("keep-revision")
    assert not page.is_enabled("save-differences")


def test_a_revision_is_kept_and_compared(window, qtbot, hall, monkeypatch):
    session = window.session
    page = RevisionsPage(window, qtbot)
    page.type("revision-name", "A")
    page.type("revision-issued-for", "construction")
    page.press("keep-revision")
    [revision] = session.project.revisions
    assert (revision.name, revision.issued_for) == ("A", "construction")
    assert load_project(revision_path(hall, "A")).project == session.project
    page.enter_revision()
    page.wait("The open project is the same as revision A.")
    first = session.project.floor.racks[0]
    session.do(RenameRack(rack=first.number, rack_label="Z9"))
    page.press("compare-revision")
    page.wait("From revision A to now: 1 record")
    saved = []
    page.dialog.saving.connect(lambda *file: saved.append(file))
    monkeypatch.setattr(window.files, "save_data", lambda *_: None)
    page.press("save-differences")
    qtbot.waitUntil(lambda: bool(saved), timeout=PATIENCE_MS)
    assert saved[0][0].endswith("-differences.pdf")
    assert saved[0][1].startswith(b"%PDF-")
    page.wait("From revision A to now: 1 record")
    line = page.lines[0]
    assert (line.kind, line.name, line.what) == ("rack", "A01, now Z9", "changed")
    assert line.details == "label nothing to Z9"
    page.open_line(0)
    assert session.selection == (RACK(first.number),)
    session.undo()
    session.undo()
    assert session.project.revisions == ()


def test_what_is_wrong_is_said(window, qtbot, hall):
    page = RevisionsPage(window, qtbot)
    for name, words in (
        ("A", "Revision A is kept"),
        ("A", "There is a revision called A already"),
        ("no / name", "Revision no / name"),
    ):
        page.type("revision-name", name)
        page.press("keep-revision")
        assert words in page.state
    revision_path(hall, "A").write_text("hello")
    page.press("compare-revision")
    assert "A.fatdesk:1" in page.state


def test_another_file_is_compared(window, qtbot, hall, tmp_path):
    page = RevisionsPage(window, qtbot)
    other = tmp_path / "other.fatdesk"
    other.write_bytes(hall.read_bytes())
    page.dialog.compare_file(other)
    page.wait("The open project is the same as other.fatdesk.")
