"""Background tasks in the window: a card with Cancel, late results, reported failures."""

import time

import pytest
from PySide6.QtCore import Qt

from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from tests.gui.pages.status_line import StatusLine
from tests.patience import PATIENCE_S, judge_time
from tests.tasks import errands

LEFT = Qt.MouseButton.LeftButton


def ended(task):
    return lambda: task.state != "running"


def test_the_card_shows_a_job_and_its_cancel_stops_it(desk, qtbot):
    before = encode(desk.session.project)
    taken = []
    task = desk.desk.tasks.start("Count", errands.count, 400, 0.02, done=taken.append)
    desk.files.waiting.emit(task)
    qtbot.waitUntil(lambda: desk.card.isVisible() and desk.card.bar.value() > 0)
    assert desk.card.title.text() == "Count"
    assert desk.card.text.text() == "Counting"
    assert desk.rect().contains(desk.card.geometry())
    start = time.monotonic()
    qtbot.mouseClick(desk.card.cancel, LEFT)
    judge_time(time.monotonic() - start, 0.2)
    assert task.state == "cancelled"
    assert not desk.card.isVisible()
    assert task.running.wait(PATIENCE_S)
    assert "cancelled" in StatusLine(desk).message
    assert not taken
    assert encode(desk.session.project) == before


def test_time_left_is_told_once_it_is_known(desk, qtbot):
    task = desk.desk.tasks.start("Count", errands.count, 60, 0.1, done=lambda _: None)
    qtbot.waitUntil(lambda: (task.fraction or 0) > 0.05)
    if task.fraction < 0.2:
        assert task.left_s is None
    qtbot.waitUntil(lambda: task.left_s is not None)
    assert task.left_s >= 0  # how many seconds is left to tests with a clock of their own
    task.cancel()


def test_an_earlier_projects_result_is_asked_about(desk, qtbot, answer):
    for word, wanted in (("Discard", []), ("Use it", [3])):
        taken = []
        task = desk.desk.tasks.start("Add", errands.add, 1, 2, done=taken.append)
        desk.session.do(Rename(name=f"then {word}"))
        requested = answer(word)
        qtbot.waitUntil(ended(task))
        qtbot.waitUntil(lambda requested=requested: bool(requested))
        assert "the project has changed" in requested[0]
        assert taken == wanted
        assert task.text == "Done for an earlier state of the project"


def test_a_result_that_is_good_whenever_is_not_asked_about(desk, qtbot):
    taken = []
    task = desk.desk.tasks.start("Add", errands.add, 1, 2, done=taken.append, whenever=True)
    desk.session.do(Rename(name="other"))
    qtbot.waitUntil(ended(task))
    assert taken == [3]


def test_impossible_requirements_are_told_in_a_box(window, qtbot, tmp_path, answer):
    path = tmp_path / "none.yaml"
    path.write_text("hosts:\n  - {part: server-1u, count: -3}\n")
    requested = answer("OK")
    window.files.design_path(path)
    qtbot.waitUntil(lambda: bool(requested))
    assert requested == ["Design from none.yaml failed."]
    assert not window.session.is_open


@pytest.mark.parametrize("word", ["Cancel", "Stop and close"])
def test_closing_asks_about_running_tasks_and_leaves_none(desk, answer, word):
    task = desk.desk.tasks.start("Spin", errands.spin, done=lambda _: None)
    requested = answer(word)
    assert desk.close() is (word != "Cancel")
    assert "running task" in requested[0]
    if word == "Cancel":
        assert task.state == "running"
    else:
        assert task.state == "cancelled"
        assert task.running.wait(PATIENCE_S)


def test_no_timer_runs_without_a_task(desk, qtbot):
    tasks = desk.desk.tasks
    assert not tasks.timer.isActive()
    task = tasks.start("Add", errands.add, 1, 2, done=lambda _: None)
    assert tasks.timer.isActive()
    qtbot.waitUntil(ended(task))
    assert not tasks.timer.isActive()
    tasks.clear()
    assert tasks.all == []


def test_a_design_asks_before_it_replaces_what_was_begun_meanwhile(desk, qtbot, answer):
    desk.files.design_example("nodes-60")
    desk.session.do(Rename(name="meanwhile"))
    asked = answer("Use it", "Discard")
    qtbot.waitUntil(lambda: desk.session.figures.hosts == 60)
    assert "the project has changed" in asked[0]
    assert asked[1:] == ["Save changes to nodes-396.fatdesk?"]
