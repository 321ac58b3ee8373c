"""Large values are made once in the background, and outdated ones never arrive."""

import threading

import pytest
from PySide6.QtCore import QThread

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.session.background_tasks import BackgroundMemo, background_tasks_of
from fatdesk.gui.session.session import Session
from tests.patience import PATIENCE_S


@pytest.fixture
def session(qtbot):
    session = Session(checks=False)
    yield session
    background_tasks_of(session).stop()


def test_a_value_arrives_and_is_made_once(session, qtbot):
    stated, threads, inputs = [], [], ([1],)
    memo = BackgroundMemo[str](session, lambda: stated.append("changed"))

    def make():
        threads.append(threading.current_thread())
        return 7

    assert memo.get("a", inputs, make, at_once=False) is None
    assert memo.get("a", inputs, make, at_once=False) is None
    assert memo.waiting
    qtbot.waitUntil(lambda: bool(stated), timeout=int(1000 * PATIENCE_S))
    assert memo.get("a", inputs, make, at_once=False) == 7
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()
    assert not memo.waiting
    assert QThread.currentThread() is session.thread()


def test_a_small_value_is_made_at_once(session):
    memo = BackgroundMemo[str](session, pytest.fail)
    assert memo.get("a", (), threading.current_thread, at_once=True) is threading.main_thread()


def test_a_value_of_earlier_inputs_does_not_arrive(session, qtbot):
    stated, go_on = [], threading.Event()
    memo = BackgroundMemo[str](session, lambda: stated.append("changed"))
    first, second = ([1],), ([2],)

    def slow():
        go_on.wait(PATIENCE_S)
        return "first"

    assert memo.get("a", first, slow, at_once=False) is None
    assert memo.get("a", second, lambda: "second", at_once=False) is None
    qtbot.waitUntil(lambda: bool(stated), timeout=int(1000 * PATIENCE_S))
    go_on.set()
    qtbot.waitUntil(lambda: not background_tasks_of(session).running, timeout=int(1000 * PATIENCE_S))
    assert stated == ["changed"]
    assert memo.get("a", second, pytest.fail, at_once=False) == "second"


def test_nothing_arrives_after_clear(session, qtbot):
    memo, go_on = BackgroundMemo[str](session, pytest.fail), threading.Event()
    memo.get("a", (), lambda: go_on.wait(PATIENCE_S), at_once=False)
    memo.clear()
    go_on.set()
    qtbot.waitUntil(lambda: not background_tasks_of(session).running, timeout=int(1000 * PATIENCE_S))
    assert not memo.waiting


def test_a_failure_is_said_once_and_not_tried_again(session, qtbot):
    said, tries = [], []
    memo = BackgroundMemo[str](session, lambda: None, said.append)

    def refuse():
        tries.append(1)
        raise FatdeskError("too large")

    memo.get("a", (), refuse, at_once=False)
    qtbot.waitUntil(lambda: bool(said), timeout=int(1000 * PATIENCE_S))
    assert memo.get("a", (), refuse, at_once=False) is None
    assert said == ["too large"]
    assert len(tries) == 1


def test_a_failure_that_no_view_shows_is_said_and_logged(session, qtbot):
    said, logged = [], []
    session.said.connect(said.append)
    background_tasks_of(session).unheard.connect(logged.append)
    memo = BackgroundMemo[str](session, lambda: None)
    memo.get("a", (), lambda: 1 // 0, at_once=False)
    qtbot.waitUntil(lambda: bool(logged), timeout=int(1000 * PATIENCE_S))
    assert len(said) == 1
    assert "ZeroDivisionError" in logged[0].detail
