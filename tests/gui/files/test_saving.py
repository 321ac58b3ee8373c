"""Saving from the window: what fails is told with what can be done, nothing is replaced silently."""

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from fatdesk.gui.files.recovery import Autosave
from fatdesk.gui.session.session import Session
from fatdesk.paper import Printing
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.document.project import Project
from fatdesk.project.files import saver
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import kept_versions, load_project, save_project
from tests.gui.pages.header import Header
from tests.gui.pages.status_line import StatusLine
from tests.networks.simulation.made_up import curve


@pytest.fixture
def full(monkeypatch):
    """A disk with no space left, until it is told otherwise."""
    state = {"full": True, "asked": 0}

    def sync(fd):
        state["asked"] += 1
        if state["full"]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saver, "sync_file", sync)
    return state


@pytest.fixture
def picked(monkeypatch):
    """What the user answers when asked for a name."""
    names = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(names.pop(0)) if names else "", ""))
    return names


@pytest.fixture
def edited(desk, monkeypatch):
    """The window with something to save; the recovery copy is another test's matter."""
    monkeypatch.setattr(Autosave, "tick", lambda self: None)
    desk.session.do(Rename(name="mine"))
    return desk


def test_a_full_disk_is_told_and_nothing_is_lost(edited, saved, full, answer):
    before = saved.read_bytes()
    requested = answer("Close")
    assert not edited.files.save()
    assert "nodes-396.fatdesk" in requested[0]
    assert os.strerror(errno.ENOSPC) in requested[0]
    assert saved.read_bytes() == before
    assert edited.session.unsaved
    assert Header(edited).state == "Unsaved changes"
    [entry] = [entry for entry in edited.log.entries if entry.level == "error"]
    assert entry.text.startswith(f"Not saved: {saved}: ")
    assert entry.text.lower().count("not saved") == 1


def test_trying_again_saves_once_there_is_space(edited, saved, full, answer):
    requested = answer("Try again")
    edited.files.failed.connect(lambda _: full.update(full=False))
    assert edited.files.save()
    assert len(requested) == 1
    assert load_project(saved).project.name == "mine"
    assert not edited.session.unsaved


def test_another_name_on_another_disk(edited, saved, tmp_path, full, answer, picked):
    before = saved.read_bytes()
    other = tmp_path / "other.fatdesk"
    picked.append(other)
    answer("Save as")
    edited.files.failed.connect(lambda _: full.update(full=False))
    assert edited.files.save()
    assert load_project(other).project.name == "mine"
    assert edited.session.path == other
    assert saved.read_bytes() == before


def test_closing_over_a_full_disk_keeps_the_window(edited, full, answer):
    requested = answer("Save")
    again = answer("Close")
    assert not edited.close()
    assert requested
    assert again
    assert edited.isVisible()
    assert edited.session.unsaved


@pytest.mark.parametrize("typed", ["hall", "hall.2"])
def test_a_name_without_its_ending_never_replaces_silently(edited, tmp_path, answer, picked, typed):
    there = tmp_path / f"{typed}.fatdesk"
    save_project(Project(name="theirs"), there)
    before = there.read_bytes()
    picked.append(tmp_path / typed)
    requested = answer("Cancel")
    assert not edited.files.save_as()
    assert requested == [f"{there.name} already exists. Replace it?"]
    assert there.read_bytes() == before
    assert edited.session.unsaved
    picked.append(tmp_path / typed)
    answer("Replace")
    assert edited.files.save_as()
    assert load_project(there).project.name == "mine"
    assert [path.read_bytes() for path in kept_versions(there)] == [before]


def test_a_new_name_gets_its_ending(edited, tmp_path, picked):
    picked.append(tmp_path / "hall.2")
    assert edited.files.save_as()
    assert edited.session.path == tmp_path / "hall.2.fatdesk"
    assert encode(load_project(edited.session.path).project) == encode(edited.session.project)
    assert not (tmp_path / "hall.2").exists()


def exported(desk, qtbot, folder):
    desk.files.exporting.into(folder, ["bill.csv", "wiring.csv"], Printing())
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)


def test_an_exported_file_that_was_edited_is_asked_about(desk, qtbot, tmp_path, answer):
    folder = tmp_path / "out"
    exported(desk, qtbot, folder)
    bill, wiring = folder / "bill.csv", folder / "wiring.csv"
    first = bill.read_bytes(), wiring.read_bytes()
    exported(desk, qtbot, folder)  # the same again: nobody is asked
    bill.write_text("prices by hand")
    requested = answer("Cancel")
    exported(desk, qtbot, folder)
    assert requested == ["bill.csv already exists. Replace it?"]
    assert bill.read_text() == "prices by hand"
    assert StatusLine(desk).message == "Export cancelled: no file was written."
    wiring.write_text("ticks")
    requested = answer("Replace")
    exported(desk, qtbot, folder)
    assert requested == ["2 files already exist. Replace them?"]
    assert (bill.read_bytes(), wiring.read_bytes()) == first


@pytest.mark.parametrize(("typed", "kept"), [("hall", "hall.yaml"), ("hall.yml", "hall.yml")])
def test_requirements_get_their_ending_and_ask_too(desk, tmp_path, answer, picked, typed, kept):
    there = tmp_path / kept
    picked.append(tmp_path / typed)
    assert desk.files.save_requirements(b"a: 1\n", "hall")
    assert there.read_bytes() == b"a: 1\n"
    if typed != kept:
        picked.append(tmp_path / typed)
        requested = answer("Cancel")
        assert not desk.files.save_requirements(b"a: 2\n", "hall")
        assert requested == ["hall.yaml already exists. Replace it?"]
        assert there.read_bytes() == b"a: 1\n"


def test_results_of_simulations_go_where_the_file_goes(tmp_path):
    """In memory until there is a file, beside it from then on, beside each name that it is saved under."""
    session, said = Session(), []
    session.said.connect(said.append)
    session.begin(Project(name="x"))
    found = curve(0.1, 0.2)
    session.document.results.put(found)
    for name in ("a.fatdesk", "b.fatdesk"):
        session.save_as(tmp_path / name)
        later = Session()
        later.load(tmp_path / name)
        assert later.document.results.of(found.on).loads == (0.1, 0.2)
    looking = Session()
    looking.load(tmp_path / "b.fatdesk", guarded=True)
    looking.document.results.put(curve(0.3))
    assert looking.document.results.of(found.on).loads == (0.1, 0.2, 0.3)
    assert later.document.results.of(found.on).loads == (0.1, 0.2)
    (tmp_path / "c.results").write_bytes(b"in the way")
    assert not said
    session.save_as(tmp_path / "c.fatdesk")
    assert (tmp_path / "c.fatdesk").exists()
    assert "results could not be saved next to c.fatdesk" in said[0]


def test_an_example_that_was_only_looked_at_is_left_without_a_question(window, designed, answer):
    window.session.begin(designed("nodes-396"), example=True)
    assert not window.session.unsaved
    assert window.files.may_leave_project()
    window.session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    assert window.session.unsaved
    requested = answer("Discard")
    assert window.files.may_leave_project()
    assert requested


def test_dialogs_begin_in_the_folder_of_the_last_one(window, saved, tmp_path, monkeypatch):
    begun = []

    def choose(_window, _title, start, *_):
        begun.append(Path(start))
        return str(saved), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    window.files.open()
    window.session.leave()
    window.files.open()
    assert begun == [Path.home(), saved.parent]
    window.session.leave()
    offered = []

    def cancel(_window, _title, start, *_):
        offered.append(Path(start))
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", cancel)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *words: ([], cancel(*words)[1]))
    window.import_parts()
    window.import_prices()
    assert offered == [saved.parent] * 2, "also where parts and price lists are imported"
    window.desk.settings.put("folder", str(tmp_path / "gone"))
    assert window.files.folder() == Path.home()


def test_dialogs_begin_in_the_folder_of_the_project_before(window, saved):
    """However it was opened: from the list of recent ones, the command line, or a dialog."""
    window.files.open_path(saved)
    window.session.leave()
    assert window.files.folder() == saved.parent
