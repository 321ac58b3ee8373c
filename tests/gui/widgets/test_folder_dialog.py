"""The dialog for a folder to write into: what it says about the folder that is typed."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton

from fatdesk.gui.widgets.folder_dialog import FOUND, NEW, FolderDialog, ask_folder


@pytest.fixture
def dialog(qtbot, tmp_path):
    made = FolderDialog(None, "Export", tmp_path, "Export")
    qtbot.addWidget(made)
    made.show()
    return made


def typed(dialog, text):
    """Type over what the field holds; return the note and whether the folder can be taken."""
    field = dialog.findChild(QLineEdit, "folder")
    field.selectAll()
    QTest.keyClicks(field, text)
    if not text:
        QTest.keyClick(field, Qt.Key.Key_Delete)
    return dialog.findChild(QLabel, "folder-note").text(), dialog.findChild(QPushButton, "accept").isEnabled()


def test_it_says_what_happens_to_the_folder(dialog, tmp_path):
    (tmp_path / "file").write_text("x")
    assert typed(dialog, str(tmp_path)) == (FOUND, True)
    assert typed(dialog, str(tmp_path / "new" / "deep")) == (NEW, True)
    assert typed(dialog, "new") == (f"{tmp_path / 'new'}\n{NEW}", True)
    assert dialog.folder == tmp_path / "new"
    assert typed(dialog, str(tmp_path / "file")) == (
        f"{tmp_path / 'file'} is a file. Choose a folder.",
        False,
    )
    root = tmp_path.anchor
    assert typed(dialog, root) == (f"{root} holds the whole disk. Choose a folder in it.", False)
    assert typed(dialog, "") == ("Type a folder, or choose one with Browse….", False)


def test_a_name_is_never_taken_from_where_the_program_runs(dialog, tmp_path, monkeypatch):
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.chdir(other)
    typed(dialog, "out")
    assert dialog.folder == tmp_path / "out"


def test_browse_fills_the_field_alone(dialog, tmp_path, monkeypatch):
    begun = []

    def choose(*given):
        begun.append(given[2])
        return str(tmp_path / "found")

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", choose)
    typed(dialog, str(tmp_path / "missing"))
    dialog.findChild(QPushButton, "browse").click()
    assert begun == [str(tmp_path)], "it begins in the nearest folder that exists"
    assert dialog.folder == tmp_path / "found"
    assert dialog.isVisible()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    dialog.findChild(QPushButton, "browse").click()
    assert dialog.folder == tmp_path / "found"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_enter_takes_it_and_escape_cancels(qapp, tmp_path, key):
    def press():
        QTest.keyClick(QApplication.activeModalWidget().findChild(QLineEdit, "folder"), key)

    QTimer.singleShot(0, press)
    found = ask_folder(None, "Export", tmp_path / "new", "Export")
    assert found == (tmp_path / "new" if key == Qt.Key.Key_Return else None)
    assert not (tmp_path / "new").exists()
