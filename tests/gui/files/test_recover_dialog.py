"""Recover: copies after a crash and discarded changes, described, opened as new projects, deleted."""

from fatdesk.project.commands.project import Rename
from fatdesk.project.document.project import Project
from fatdesk.project.files.recovery import copies_set_aside, left_behind, set_aside
from fatdesk.project.files.storing import load_project
from tests.gui.files.crashed import crashed
from tests.gui.pages.files import Welcome
from tests.gui.pages.recover import Recover


def test_discarded_changes_come_back_as_a_new_project(desk, saved, answer):
    before = saved.read_bytes()
    desk.session.do(Rename(name="second thoughts"))
    requested = answer("Discard")
    desk.files.close_project()
    assert requested == ["Save changes to nodes-396.fatdesk?"]
    dialog = Recover(desk)
    assert dialog.copies == [("nodes-396", "set aside")]
    assert "396 hosts" in dialog.about
    dialog.open()
    assert desk.session.project.name == "second thoughts"
    assert desk.session.path is None
    assert desk.session.unsaved
    assert saved.read_bytes() == before
    assert len(copies_set_aside()) == 1, "a copy goes only when it is deleted"


def test_copies_are_compared_with_their_files_and_with_the_open_project(desk, saved, answer):
    project = load_project(saved).project
    copy = crashed(saved, Rename(name="before the crash").apply(project))
    set_aside(project, "nodes-396.fatdesk")
    dialog = Recover(desk)
    assert dialog.copies == [("nodes-396.fatdesk", "not closed properly"), ("nodes-396", "set aside")]
    assert "Differences from the file: the name of the project." in dialog.about
    assert "Differences from nodes-396.fatdesk, which is open: the name of the project." in dialog.about
    dialog.choose(1)
    assert "The same as nodes-396.fatdesk, which is open." in dialog.about
    dialog.choose(0)
    dialog.open()
    assert desk.session.project.name == "before the crash"
    assert desk.session.path is None
    assert copy.exists()
    answer("Discard")
    desk.files.close_project()


def test_the_floor_of_a_copy_is_shown(desk, saved):
    set_aside(Project(name="empty"), "empty")
    set_aside(load_project(saved).project, "full")
    dialog = Recover(desk)
    full = dialog.floor
    dialog.choose(1)
    assert dialog.floor != full


def test_a_damaged_copy_says_so_and_can_be_deleted(window, saved, answer):
    copy = crashed(saved, Project(name="kept"))
    copy.write_bytes(copy.read_bytes()[:-9])
    dialog = Recover(window)
    assert "damaged" in dialog.about
    assert not dialog.can_open
    answer("Cancel")
    dialog.delete()
    assert copy.exists()
    answer("Delete")
    dialog.delete()
    assert not copy.exists()
    assert dialog.copies == []
    assert left_behind() == []


def test_a_file_of_a_copy_that_is_damaged_is_listed(window, answer):
    path = set_aside(Project(name="kept"), "kept")
    path.write_bytes(b"{")
    dialog = Recover(window)
    assert dialog.copies == [("kept", "set aside")]
    assert not dialog.can_open
    answer("Delete")
    dialog.delete()
    assert not path.exists()


def test_without_copies_there_is_nothing_to_choose(window):
    dialog = Recover(window)
    assert dialog.copies == []
    assert not dialog.can_open
    assert Welcome(window).copies == []
