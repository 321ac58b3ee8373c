"""After a crash: the welcome page and the file offer what was kept; a second window is told of the first."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from fatdesk.gui.files.recovery import Autosave
from fatdesk.project.commands.project import Rename
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.folders import COPY, recovery_folder
from fatdesk.project.files.recovery import Keeper, left_behind
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.files.crashed import crashed
from tests.gui.pages.files import Welcome
from tests.gui.pages.header import Header
from tests.patience import PATIENCE_S
from tests.trust.strace import ROOT

KILLED = set()
LINUX = pytest.mark.skipif(sys.platform == "win32", reason="the other window is a fork")


@pytest.fixture
def other(saved, state, tmp_path):
    """Another window, in a process of its own, that edits the same file by itself."""
    log = tmp_path / "log"
    order = {"state": str(state), "project": str(saved), "log": str(log), "seed": 3, "pause_ms": 20}
    command = [sys.executable, "-m", "tests.trust.crashing"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as server:
        server.stdin.write(json.dumps(order) + "\n")
        server.stdin.flush()
        pid = int(server.stdout.readline())
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and not list(state.rglob(COPY)):
            time.sleep(0.01)
        yield pid
        if pid not in KILLED:  # its number may be somebody else's by now
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        server.stdin.close()


def kill(pid):
    os.kill(pid, signal.SIGKILL)
    KILLED.add(pid)
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.005)


@LINUX
def test_killed_while_editing_and_recovered_by_a_click(other, saved, tmp_path, request, qtbot, answer):
    kill(other)
    log = (tmp_path / "log").read_text().split()
    before = saved.read_bytes()
    window = request.getfixturevalue("window")
    welcome = Welcome(window)
    qtbot.waitUntil(lambda: welcome.copies == ["nodes-396.fatdesk"])
    requested = answer("Recover")
    welcome.click_copy()
    assert requested == ["nodes-396.fatdesk was not closed properly."]
    assert hashlib.sha256(encode(window.session.project)).hexdigest() in log
    assert Header(window).state == "Recovered, not saved"
    assert window.session.unsaved
    assert saved.read_bytes() == before
    assert window.files.save()
    assert Header(window).state.startswith("Saved")
    assert encode(load_project(saved).project) == encode(window.session.project)
    assert left_behind() == []
    assert len(list(recovery_folder().iterdir())) == 1, "only the folder of what is open"
    assert window.close()
    assert list(recovery_folder().iterdir()) == []
    window.trouble.release()


@pytest.mark.parametrize("word", ["Recover", "Keep the file", "Later"])
def test_opening_a_file_offers_its_copy(window, saved, answer, word):
    opened = load_project(saved)
    kept = Project(name="kept")
    copy = crashed(saved, kept, opened.stamp)
    before = saved.read_bytes()
    requested = answer(word)
    window.files.open_path(saved)
    assert requested
    assert saved.read_bytes() == before
    if word == "Recover":
        assert window.session.project == kept
        assert window.session.path == saved
        assert not copy.exists()
        [ours] = list(recovery_folder().iterdir())
        assert (ours / COPY).exists(), "held by this window until it is saved"
    else:
        assert window.session.project == opened.project
        assert not window.session.unsaved
        assert copy.exists() is (word == "Later")
        aside = list(recovery_folder().with_name("set-aside").glob("*"))
        assert [load_project(path).project for path in aside] == ([kept] if word == "Keep the file" else [])


def test_a_project_without_a_file_comes_back(window, answer):
    crashed(None, Project(name="hall 3"))
    welcome = Welcome(window)
    welcome.refresh()
    assert welcome.copies == ["hall 3"]
    answer("Recover")
    welcome.enter_copy()
    assert window.session.project.name == "hall 3"
    assert window.session.path is None
    assert window.session.unsaved


def test_a_damaged_copy_is_told_and_harms_nothing(window, saved, answer):
    copy = crashed(saved, Project(name="kept"), load_project(saved).stamp)
    copy.write_bytes(copy.read_bytes()[:-9])
    welcome = Welcome(window)
    welcome.refresh()
    assert len(welcome.copies) == 1
    answer("Later")
    welcome.click_copy()
    assert copy.exists()
    answer("Later")
    window.files.open_path(saved)
    assert window.session.project == load_project(saved).project


def test_a_recovered_project_asks_before_it_replaces_a_changed_file(window, saved, answer):
    crashed(saved, Project(name="kept"), load_project(saved).stamp)
    save_project(Project(name="theirs"), saved)
    answer("Recover")
    window.files.open_path(saved)
    requested = answer("Cancel")
    assert not window.files.save()
    assert "changed by another program" in requested[0]
    assert load_project(saved).project.name == "theirs"


@LINUX
def test_a_second_window_may_look_and_never_overwrites_silently(other, saved, request, answer, monkeypatch):
    desk = request.getfixturevalue("window")
    answer("Cancel")
    desk.files.open_path(saved)
    assert not desk.session.is_open
    requested = answer("Open read-only")
    desk.files.open_path(saved)
    assert "open in another window" in requested[0]
    assert Header(desk).state.startswith("Read-only")
    names = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *said: names.append(said[2]) or ("", ""))
    desk.session.do(Rename(name="second"))
    assert Header(desk).state == "Read-only, unsaved changes: save under another name"
    assert not desk.files.save(), "a name of its own is asked for"
    assert names == [str(saved.with_stem(f"{saved.stem} copy"))]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(saved), ""))
    save_project(Project(name="first"), saved)  # the other window saves
    requested = answer("Cancel")
    assert not desk.files.save(), "even under the same name it is asked first"
    assert "changed by another program" in requested[0]
    answer("Discard")
    answer("Open anyway")
    desk.files.open_path(saved)
    assert desk.session.project.name == "first"
    desk.session.do(Rename(name="second"))
    save_project(Project(name="first again"), saved)
    requested = answer("Cancel")
    assert not desk.files.save()
    assert "changed by another program" in requested[0]
    assert load_project(saved).project.name == "first again"


def test_the_copy_follows_edits_and_goes_when_nothing_is_unsaved(desk, qtbot):
    autosave: Autosave = desk.files.autosave
    autosave.pause_ms = 10
    copy = autosave.keeper.folder / COPY
    assert not copy.exists()
    assert not autosave.timer.isActive()
    desk.session.do(Rename(name="one"))
    qtbot.waitUntil(copy.exists)
    desk.session.do(Rename(name="two"))
    qtbot.waitUntil(lambda: b'"two"' in copy.read_bytes())
    desk.session.undo()
    desk.session.undo()
    qtbot.waitUntil(lambda: not copy.exists())
    qtbot.waitUntil(lambda: not autosave.timer.isActive())


def test_a_copy_that_cannot_be_written_is_told_once(desk, qtbot, monkeypatch):
    autosave = desk.files.autosave
    autosave.pause_ms = 10

    attempts = []

    def refuse(*_):
        attempts.append(desk.session.project)
        raise OSError(28, "No space left on device")

    def messages():
        return [entry.text for entry in desk.log.entries if "No space left" in entry.text]

    with monkeypatch.context() as patch:
        patch.setattr(Keeper, "keep", refuse)
        for name in ("a", "b", "c"):
            desk.session.do(Rename(name=name))
            qtbot.waitUntil(lambda: bool(attempts) and attempts[-1] is desk.session.project)
        qtbot.waitUntil(lambda: bool(messages()))
        count = len(attempts)
        qtbot.waitUntil(lambda: len(attempts) > count + 1)  # the next one was refused and reported, too
    stated = messages()
    assert len(stated) == 1
    assert "not protected" in stated[0]
    assert not autosave.kept
    desk.session.do(Rename(name="d"))
    qtbot.waitUntil(lambda: autosave.kept is desk.session.project)


def test_another_window_that_takes_the_copy_first_is_told(window, saved, answer, monkeypatch):
    crashed(saved, Project(name="kept"), load_project(saved).stamp)
    [found] = left_behind()
    taken = found.take()
    answer("Recover")
    window.files.recover(found)
    assert not window.session.is_open
    assert "another window" in window.log.entries[-1].text.lower()
    taken.leave()
    assert Path(found.folder).exists()
