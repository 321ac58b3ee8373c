"""Further windows: programs of their own, that share settings, and one that shows what another saves."""

import subprocess
import sys

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QFileDialog

from fatdesk import __main__ as program
from fatdesk.gui import app
from fatdesk.gui.files.new_window import command_line
from fatdesk.gui.screens import Place
from fatdesk.gui.settings import Settings
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.document.ref import RACK
from fatdesk.project.files.recovery import open_elsewhere
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.pages.header import Header


@pytest.fixture
def started(monkeypatch):
    """The arguments of each window that is started; none is."""
    found = []

    def start(program, arguments):
        found.append(arguments[arguments.index("-c") + 2 :])
        return program == sys.executable, 1

    monkeypatch.setattr(QProcess, "startDetached", start)
    return found


def test_a_window_starts_from_any_folder_and_runs_nothing_that_lies_there(tmp_path):
    for name in ("fatdesk", "sys", "msgspec"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(7)")
    ran = subprocess.run(
        [sys.executable, *command_line(["--version"])], cwd=tmp_path, capture_output=True, text=True, env={}
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("fatdesk")


def test_a_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command_line(["--view", "a.fatdesk"]) == ["--view", "a.fatdesk"]


def test_new_windows_of_the_menu(window, saved, started, monkeypatch):
    do = window.actions_by_id
    assert not do["view-in-window"].isEnabled()
    do["new-window"].trigger()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(saved), ""))
    do["open-in-window"].trigger()
    window.files.open_path(saved)
    do["view-in-window"].trigger()
    assert started == [[], [str(saved)], ["--view", str(saved)]]
    assert window.session.path == saved, "the project of this window stays"


def test_a_project_without_a_file_has_no_second_view(window, started):
    window.files.design_example("nodes-60")
    window.actions_by_id["view-in-window"].trigger()
    assert started == []
    assert not window.actions_by_id["view-in-window"].isEnabled()


def test_a_window_that_does_not_start_is_reported(window, monkeypatch):
    monkeypatch.setattr(QProcess, "startDetached", lambda *_: (False, 0))
    window.actions_by_id["new-window"].trigger()
    assert "could not be opened" in window.log.entries[-1].text


@pytest.mark.parametrize(
    ("words", "shown"),
    [([], []), (["a.fatdesk"], ["a.fatdesk"]), (["--view", "a.fatdesk"], ["--view", "a.fatdesk"])],
)
def test_the_command_line_opens_windows(words, shown, monkeypatch):
    found = []
    monkeypatch.setattr(app, "main", lambda arguments: found.append(list(arguments)) or 0)
    monkeypatch.setattr(program.signal, "signal", lambda *_: None)
    assert program.main(words) == 0
    assert found == [shown]


def test_the_new_window_is_not_over_the_other(theme, qtbot, tmp_path, started):
    window = MainWindow(theme, Settings(tmp_path / "settings.json"))
    window.trouble.release()
    qtbot.addWidget(window)
    window.setGeometry(40, 30, 1100, 700)
    window.actions_by_id["new-window"].trigger()
    there = Settings(tmp_path / "settings.json").get("window", Place, Place(0, 0, 0, 0))
    here = window.geometry()
    assert (there.width, there.height) == (here.width(), here.height())
    assert (there.x, there.y) != (here.x(), here.y())


def test_windows_do_not_undo_the_settings_of_each_other(tmp_path):
    path = tmp_path / "settings.json"
    first = Settings(path)
    first.put("theme", "light")
    first.put("unit", "m")
    first.put("old", 1)
    first.write()
    one, other = Settings(path), Settings(path)
    one.put("theme", "dark")
    one.forget("old")
    one.write()
    other.put("unit", "ft")
    other.write()
    one.write()
    found = Settings(path)
    assert found.get("theme", str, "") == "dark"
    assert found.get("unit", str, "") == "ft"
    assert found.get("old", int, 0) == 0


def test_a_view_shows_what_the_other_window_saves(window, saved, qtbot):
    window.files.view_path(saved)
    session = window.session
    assert Header(window).state.startswith("Read-only")
    assert not open_elsewhere(saved), "a view keeps nobody from opening the file"
    number = session.project.floor.racks[0].number
    session.select([RACK(number)])
    before = session.project
    opened = load_project(saved)
    moved = MoveRack(rack=number, x_mm=-3000.0).apply(opened.project)
    save_project(moved, saved, opened.stamp)
    qtbot.waitUntil(lambda: session.project == moved)
    assert session.project.fabrics is before.fabrics, "what did not change is not worked out again"
    assert session.selection == (RACK(number),)
    assert not session.unsaved
    assert Header(window).state.startswith("Read-only")


def test_a_view_that_was_edited_keeps_its_edits(window, saved):
    window.files.view_path(saved)
    window.session.do(Rename(name="mine"))
    opened = load_project(saved)
    save_project(replace(opened.project, name="theirs"), saved, opened.stamp)
    window.files.following.look()
    assert window.session.project.name == "mine"
    window.session.undo()
    window.files.following.look()
    assert window.session.project.name == "theirs"


def test_a_file_that_is_gone_or_damaged_stays_on_view(window, saved):
    window.files.view_path(saved)
    shown = window.session.project
    saved.write_bytes(b"{")
    window.files.following.look()
    saved.unlink()
    window.files.following.look()
    assert window.session.project is shown
