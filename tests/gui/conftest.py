"""A window with an example, and a watch over what a test leaves behind."""

import gc
import threading
import time
from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import delete, isValid

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.numbers import choose_number_language
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.files.storing import save_project
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def no_rest_after_typing(monkeypatch):
    """Requirements are searched at once: hundreds of tests wait for that."""
    for module in ("room_page", "view"):
        monkeypatch.setattr(f"fatdesk.gui.requirements.{module}.SOON_MS", 20)


@pytest.fixture
def theme(qapp):
    """A theme that goes with its test: what stays connected to it would keep the whole window alive."""
    made = Theme(qapp, "light")
    yield made
    delete(made)


def leave(window):
    """Close without a question."""
    window.desk.tasks.stop()
    window.desk.libraries.leave()
    window.session.leave()


@pytest.fixture
def window(qtbot, theme):
    """The main window; exceptions in slots fail the test, nothing is left open."""
    made = MainWindow(theme)
    made.trouble.release()
    qtbot.addWidget(made, before_close_func=leave)
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    qtbot.keyRelease(made, Qt.Key.Key_Shift)  # Qt keeps the keys of the last click, also over tests
    return made


@pytest.fixture(scope="session")
def saved_once(tmp_path_factory, designed):
    """The file of the 396 hosts, which is only read."""
    path = tmp_path_factory.mktemp("saved") / "nodes-396.fatdesk"
    save_project(designed("nodes-396"), path)
    return path


@pytest.fixture
def saved(tmp_path, saved_once):
    """The 396 hosts as a file of the test."""
    return Path(copyfile(saved_once, tmp_path / saved_once.name))


@pytest.fixture
def desk(window, saved):
    """The window with the 396 hosts open."""
    window.files.open_path(saved)
    return window


@pytest.fixture
def choose_folder(monkeypatch):
    """Answer the next dialogs for a folder with this one; nothing: they are cancelled."""

    def answer(folder=None):
        chosen = Path(folder) if folder else None
        monkeypatch.setattr(folder_dialog, "ask_folder", lambda *_, **__: chosen)

    return answer


@pytest.fixture
def answer():
    """Press a button of the next message box, and of those after it; return the texts of the boxes answered.

    A box that has no such button is closed, and the test fails. Boxes that follow each other are answered by
    one call: two calls would race for the first box.
    """
    over, wrong = [], []

    def press(*words):
        pressed = []
        since = {}

        def look():
            if over:
                return
            shown = QApplication.activeModalWidget()
            if isinstance(shown, QMessageBox):
                word = words[len(pressed)]
                texts = [button.text().replace("&", "") for button in shown.buttons()]
                for button, text in zip(shown.buttons(), texts, strict=True):
                    if text.startswith(word):
                        pressed.append(shown.text())
                        if len(pressed) < len(words):
                            QTimer.singleShot(20, look)
                        button.click()
                        return
                if time.monotonic() - since.setdefault(id(shown), time.monotonic()) > PATIENCE_S:
                    wrong.append(f"no {word!r} among {texts} of {shown.text()!r}")
                    shown.reject()
                    return
            QTimer.singleShot(20, look)

        QTimer.singleShot(0, look)
        return pressed

    yield press
    over.append(True)
    assert not wrong, wrong


@pytest.fixture(autouse=True)
def no_screen_reader(qapp):
    """Stop reporting to screen readers once a test began it: all windows would take a tenth longer."""
    yield
    if QAccessible.isActive():
        QAccessible.setActive(False)


@pytest.fixture(autouse=True)
def nothing_left(qapp, request):
    """No window, thread or running timer outlives its test; timers are looked for where there are widgets.

    A thread on its way out has the time that it takes.
    """
    threads = set(threading.enumerate())
    yield
    if not {"qtbot", "theme"}.isdisjoint(request.fixturenames):
        for _ in range(3):
            qapp.sendPostedEvents(None, 52)  # DeferredDelete
            qapp.processEvents()
        gc.collect()
        timers = [some for some in gc.get_objects() if type(some) is QTimer and isValid(some)]
        left = [str(timer.parent()) for timer in timers if timer.isActive()]
        assert not left, f"still ticking: {left}"
    left = [type(widget).__name__ for widget in qapp.topLevelWidgets() if widget.isVisible()]
    assert not left, f"still open: {left}"
    new = [thread for thread in threading.enumerate() if thread not in threads]
    for thread in new:
        thread.join(PATIENCE_S)
    left = [thread.name for thread in new if thread.is_alive()]
    assert not left, f"still running: {left}"


@pytest.fixture
def decimal_comma():
    """The number language with a decimal comma, as chosen in the settings."""
    choose_number_language(",")
    yield
    choose_number_language(None)
