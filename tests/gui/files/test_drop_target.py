"""Files dropped on the window: a card says what will happen before they are let go."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from fatdesk.project.commands.project import Rename

LEFT, NONE, COPY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction


def carrying(*paths, text=""):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    if text:
        data.setText(text)
    return data


def over(window, data):
    """Files come over the window and move on: whether a drop would be taken."""
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(200, 200), COPY, data, LEFT, NONE))
    move = QDragMoveEvent(QPoint(210, 200), COPY, data, LEFT, NONE)
    move.ignore()
    QApplication.sendEvent(window, move)
    return move.isAccepted()


def drop(window, data):
    event = QDropEvent(QPointF(210, 200), COPY, data, LEFT, NONE, QEvent.Type.Drop)
    QApplication.sendEvent(window, event)


def stated(window):
    card = window.dropping.card
    return card.title.text(), card.text.text()


def test_a_project_is_opened(window, saved):
    data = carrying(saved)
    assert over(window, data)
    assert window.dropping.card.isVisible()
    assert stated(window) == ("Open nodes-396.fatdesk", str(saved.parent))
    drop(window, data)
    assert not window.dropping.card.isVisible()
    assert window.session.path == saved


def test_requirements_are_designed_from(window, tmp_path):
    path = tmp_path / "hall & <b>2.yaml"
    assert over(window, carrying(path))
    assert stated(window)[0] == "Design a network from hall & <b>2.yaml"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window.dropping.card.isVisible()


def test_other_files_are_refused_before_they_are_let_go(window, tmp_path):
    data = carrying(tmp_path / "notes.docx")
    assert not over(window, data)
    assert stated(window)[0] == "fatdesk cannot open notes.docx"
    assert ".fatdesk" in stated(window)[1]
    drop(window, data)
    assert not window.dropping.card.isVisible()
    assert not window.session.is_open


def test_a_report_of_an_installed_fabric_is_compared_in_every_view(desk, tmp_path, qtbot):
    """It opens in As-built, which also states what is wrong with it."""
    path = tmp_path / "fabric.net"
    path.write_text("no report\n")
    desk.show_workspace("floor")
    assert over(desk, carrying(path))
    assert stated(desk) == ("Compare fabric.net with the plan", "Opens in As-built.")
    drop(desk, carrying(path))
    built = desk.workspaces["asbuilt"]
    assert desk.workspace is built
    assert built.wrong.words.text().startswith("fabric.net:1: ")


def test_a_report_needs_an_open_project(window, tmp_path):
    assert not over(window, carrying(tmp_path / "fabric.txt"))
    assert stated(window) == (
        "Comparing fabric.txt needs an open project",
        "First open the project of this fabric.",
    )
    card = window.dropping.card
    over(window, carrying(tmp_path / "notes.docx"))
    assert card.text.height() >= card.text.heightForWidth(card.text.width())  # no line is cut


def test_of_several_the_first_that_can_be_opened(window, saved, tmp_path):
    data = carrying(tmp_path / "notes.txt", saved, tmp_path / "other.fatdesk")
    assert over(window, data)
    assert stated(window) == ("Open nodes-396.fatdesk", "Only the first file is opened.")
    drop(window, data)
    assert window.session.path == saved


def test_a_drop_asks_about_unsaved_changes(desk, saved, answer):
    desk.session.do(Rename(name="mine"))
    data = carrying(saved)
    assert over(desk, data)
    requested = answer("Cancel")
    drop(desk, data)
    assert requested == ["Save changes to nodes-396.fatdesk?"]
    assert desk.session.project.name == "mine"


@pytest.mark.parametrize("text", ["", "some words"])
def test_what_holds_no_file_is_left_alone(window, text):
    assert not over(window, carrying(text=text))
    assert not window.dropping.card.isVisible()
