"""Files dropped on the window: a card says what will happen before they are let go."""

import pytest
from PySide6.QtGui import QImage

from fatdesk.project.commands.project import Rename
from tests.gui.pages.as_built import AsBuiltPage
from tests.gui.pages.dropping import DropCard, carrying, drop, leave, over, stated
from tests.gui.pages.workspace import workspace_of


def test_a_project_is_opened(window, saved):
    data = carrying(saved)
    assert over(window, data)
    assert DropCard(window).is_visible
    assert stated(window) == ("Open nodes-396.fatdesk", str(saved.parent))
    drop(window, data)
    assert not DropCard(window).is_visible
    assert window.session.path == saved


def test_requirements_are_designed_from(window, tmp_path):
    path = tmp_path / "hall & <b>2.yaml"
    assert over(window, carrying(path))
    assert stated(window)[0] == "Design a network from hall & <b>2.yaml"
    leave(window)
    assert not DropCard(window).is_visible


def test_other_files_are_refused_before_they_are_let_go(window, tmp_path):
    data = carrying(tmp_path / "notes.docx")
    assert not over(window, data)
    assert stated(window)[0] == "fatdesk cannot open notes.docx"
    assert ".fatdesk" in stated(window)[1]
    drop(window, data)
    assert not DropCard(window).is_visible
    assert not window.session.is_open


@pytest.mark.parametrize("name", ["fabric.net", "lldp.json", "ibdiagnet2.db_csv"])
def test_a_report_of_an_installed_fabric_is_compared_in_every_view(desk, tmp_path, name):
    """It opens in As-built, which also states what is wrong with it."""
    path = tmp_path / name
    path.write_text("no report\n")
    desk.show_workspace("floor")
    assert over(desk, carrying(path))
    assert stated(desk) == (f"Compare {name} with the plan", "Opens in As-built.")
    drop(desk, carrying(path))
    assert workspace_of(desk) == "asbuilt"
    assert AsBuiltPage(desk).message.startswith(f"{name}:")


def test_a_building_plan_is_shown_below_the_floor(desk, tmp_path, qtbot):
    path = tmp_path / "hall.png"
    picture = QImage(40, 20, QImage.Format.Format_RGB32)
    picture.fill(0)
    assert picture.save(str(path))
    desk.show_workspace("cables")
    assert over(desk, carrying(path))
    assert stated(desk) == ("Show hall.png below the floor", "Becomes the building plan of the room.")
    with qtbot.waitSignal(desk.session.changed):
        drop(desk, carrying(path))
    assert workspace_of(desk) == "floor"
    assert desk.session.project.floor.plan.underlay.file.endswith("hall.png")
    desk.session.undo()
    assert desk.session.project.floor.plan.underlay is None


def test_a_report_becomes_a_project_where_none_is_open(window, tmp_path):
    assert over(window, carrying(tmp_path / "fabric.txt"))
    assert stated(window) == (
        "New project from fabric.txt",
        "The network is imported as built. To compare it with a plan, open that project first.",
    )
    assert not over(window, carrying(tmp_path / "hall.dxf"))
    assert stated(window)[0] == "Showing hall.dxf below the floor needs an open project"
    over(window, carrying(tmp_path / "notes.docx"))
    assert DropCard(window).is_whole


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
    assert not DropCard(window).is_visible
