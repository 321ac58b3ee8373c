"""Jobs in the window: a card with Cancel, results that come late, failures that are told."""

import time

import pytest
from PySide6.QtCore import Qt

from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from tests.gui.pages.status_line import StatusLine
from tests.patience import judge_time
from tests.tasks import errands

LEFT = Qt.MouseButton.LeftButton


def ended(job):
    return lambda: job.state != "running"


def test_the_card_shows_a_job_and_its_cancel_stops_it(desk, qtbot):
    before = encode(desk.session.project)
    taken = []
    job = desk.desk.jobs.start("Count", errands.count, 400, 0.02, done=taken.append)
    desk.files.waiting.emit(job)
    qtbot.waitUntil(lambda: desk.card.isVisible() and desk.card.bar.value() > 0)
    assert desk.card.title.text() == "Count"
    assert desk.card.text.text() == "Counting"
    assert desk.rect().contains(desk.card.geometry())
    start = time.monotonic()
    qtbot.mouseClick(desk.card.cancel, LEFT)
    judge_time(time.monotonic() - start, 0.2)
    assert job.state == "cancelled"
    assert not desk.card.isVisible()
    assert job.running.wait(1.0)
    assert "cancelled" in StatusLine(desk).message
    assert not taken
    assert encode(desk.session.project) == before


def test_time_left_is_told_once_it_is_known(desk, qtbot):
    job = desk.desk.jobs.start("Count", errands.count, 60, 0.1, done=lambda _: None)
    qtbot.waitUntil(lambda: (job.fraction or 0) > 0.05)
    if job.fraction < 0.2:
        assert job.left_s is None
    qtbot.waitUntil(lambda: job.left_s is not None)
    rest = 6.0 * (1 - job.fraction)
    assert rest * 0.7 < job.left_s < rest * 2.5  # a busy machine is slower, never quicker
    job.cancel()


def test_an_earlier_projects_result_is_asked_about(desk, qtbot, answer):
    for word, wanted in (("Do not use", []), ("Use it", [3])):
        taken = []
        job = desk.desk.jobs.start("Add", errands.add, 1, 2, done=taken.append)
        desk.session.do(Rename(name=f"then {word}"))
        asked = answer(word)
        qtbot.waitUntil(ended(job))
        qtbot.waitUntil(lambda asked=asked: bool(asked))
        assert "the project has changed" in asked[0]
        assert taken == wanted
        assert job.text == "Belongs to an earlier project"


def test_a_result_that_is_good_whenever_is_not_asked_about(desk, qtbot):
    taken = []
    job = desk.desk.jobs.start("Add", errands.add, 1, 2, done=taken.append, whenever=True)
    desk.session.do(Rename(name="other"))
    qtbot.waitUntil(ended(job))
    assert taken == [3]


def test_impossible_requirements_are_told_in_a_box(window, qtbot, tmp_path, answer):
    path = tmp_path / "none.yaml"
    path.write_text("hosts:\n  - {part: server-1u, count: -3}\n")
    asked = answer("OK")
    window.files.design_path(path)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["Design from none.yaml failed."]
    assert not window.session.is_open


@pytest.mark.parametrize("word", ["Cancel", "Stop and close"])
def test_closing_asks_about_running_jobs_and_leaves_none(desk, answer, word):
    job = desk.desk.jobs.start("Spin", errands.spin, done=lambda _: None)
    asked = answer(word)
    assert desk.close() is (word != "Cancel")
    assert "running task" in asked[0]
    if word == "Cancel":
        assert job.state == "running"
    else:
        assert job.state == "cancelled"
        assert job.running.wait(0)


def test_no_timer_runs_without_a_job(desk, qtbot):
    jobs = desk.desk.jobs
    assert not jobs._timer.isActive()
    job = jobs.start("Add", errands.add, 1, 2, done=lambda _: None)
    assert jobs._timer.isActive()
    qtbot.waitUntil(ended(job))
    assert not jobs._timer.isActive()
    jobs.clear()
    assert jobs.all == []


def test_a_design_asks_before_it_replaces_what_was_begun_meanwhile(desk, qtbot, answer):
    desk.files.design_example("nodes-60")
    desk.session.do(Rename(name="meanwhile"))
    asked, answered = answer("Use it"), answer("Discard")
    qtbot.waitUntil(lambda: desk.session.figures.hosts == 60)
    assert "the project has changed" in asked[0]
    assert answered == ["Save changes to nodes-396.fatdesk?"]
