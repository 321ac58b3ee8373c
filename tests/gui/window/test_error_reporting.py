"""P20: no exception is silent, wherever it comes from: printed, logged, and shown in a box."""

import gc
import sys
import threading

import pytest
from PySide6.QtCore import QAbstractTableModel, QRunnable, QThread, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QTableView, QWidget

from fatdesk.gui.session.background_tasks import BackgroundTasks
from fatdesk.gui.window.error_reporting import ErrorReporter
from tests.gui.pages.status_line import StatusLine
from tests.tasks import errands

SAID = "broken on purpose"


def fail(*_):
    raise ValueError(SAID)


class Painted(QWidget):
    def paintEvent(self, event):
        fail()


class Failing(QAbstractTableModel):
    def rowCount(self, parent=None):
        return 1

    def columnCount(self, parent=None):
        return 1

    def data(self, index, role=0):
        fail()


class Runs(QRunnable):
    def run(self):
        fail()


class Thread(QThread):
    def run(self):
        fail()


class Lost:
    def __del__(self):
        fail()


def in_slot(qtbot, window):
    button = QPushButton()
    qtbot.addWidget(button)
    button.clicked.connect(fail)
    button.click()


def in_timer(qtbot, window):
    QTimer.singleShot(0, fail)


def in_paint(qtbot, window):
    painted = Painted()
    qtbot.addWidget(painted)
    painted.show()
    return painted


def in_model(qtbot, window):
    table = QTableView()
    qtbot.addWidget(table)
    table.setModel(Failing(table))
    table.show()
    return table


def in_thread(qtbot, window):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


def in_qt_thread(qtbot, window):
    thread = Thread(window)
    thread.start()
    thread.wait()


def in_pool(qtbot, window):
    QThreadPool.globalInstance().start(Runs())
    QThreadPool.globalInstance().waitForDone()


def in_finaliser(qtbot, window):
    Lost()
    gc.collect()


def in_result(qtbot, window):
    """What is done with the result of a job."""
    tasks: BackgroundTasks = window.desk.tasks
    tasks.start("Add", errands.add, 1, 2, done=fail)
    qtbot.waitUntil(lambda: not tasks.running)


PLACES = (
    in_slot,
    in_timer,
    in_paint,
    in_model,
    in_thread,
    in_qt_thread,
    in_pool,
    in_finaliser,
    in_result,
)


@pytest.fixture
def trouble(window, monkeypatch):
    """The hooks of an open window, which here are not pytest's."""
    printed = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, where: printed.append(str(error)))
    made = ErrorReporter(window.theme, lambda: window, window.log.error)
    made.printed = printed
    yield made
    made.release()


@pytest.mark.promise("P20")
@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_no_exception_is_silent(window, qtbot, trouble, answer, place, promise):
    requested = answer("OK")
    kept = place(qtbot, window)
    qtbot.waitUntil(lambda: bool(requested))
    assert requested[0].startswith("An unexpected error occurred")
    assert SAID in trouble.printed[0]
    errors = [entry for entry in window.log.entries if entry.level == "error"]
    assert any(SAID in entry.text and "in fail" in entry.detail for entry in errors)
    if kept is not None:
        kept.update()
    qtbot.wait(20)
    assert not isinstance(QApplication.activeModalWidget(), QMessageBox), "one box, however often it fails"
    promise("exceptions in {trials} places printed, logged and shown", trials=1)


@pytest.mark.promise("P20")
def test_an_exception_in_a_worker_is_logged_with_its_traceback(window, qtbot, promise):
    task = window.desk.tasks.start("Break", errands.break_down, done=fail)
    qtbot.waitUntil(lambda: task.state == "failed")
    [entry] = [entry for entry in window.log.entries if entry.level == "error"]
    assert "KeyError" in entry.text
    assert "in break_down" in entry.detail
    assert "KeyError" in StatusLine(window).message
    promise("a worker's traceback in the log")


@pytest.mark.qt_no_exception_capture
def test_the_text_of_an_exception_is_shown_as_it_stands(window, qtbot, trouble, answer):
    requested = answer("OK")
    trouble.report(ValueError, ValueError("<b>broken</b>"), None)
    qtbot.waitUntil(lambda: bool(requested))
    assert "<b>broken</b>" in window.log.entries[-1].text


def test_release_gives_the_hooks_back(window):
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    made = ErrorReporter(window.theme, lambda: window)
    assert sys.excepthook == made.report
    made.release()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
