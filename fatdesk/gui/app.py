"""Start the window, and preload the modules of projects while the welcome page is shown."""

import builtins
import importlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.memory import LastingObjects, collection_paused

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

LATER_MS = 250
"""Delay after the first paint in which the window can handle a first key."""

SHOWN_MS = 1_500
"""Delay after which a project that was opened is shown."""

TOUR_MS = 700
"""Delay after which the tour begins at the first start."""

NO_SCREEN = "there is no display here: use the command line (fatdesk --help), or start it on a desktop"


def has_display() -> bool:
    """Whether a window could come up."""
    if os.environ.get("QT_QPA_PLATFORM") or not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("WAYLAND_DISPLAY")) or _answers(os.environ.get("DISPLAY", ""))


def _answers(display: str) -> bool:
    """Whether an X server is behind the name; of one on another computer it is assumed.

    Qt ends the program without a word of ours when there is none.
    """
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if host not in ("", "unix") or not number.isdecimal():
        return bool(display)
    place = Path(f"/tmp/.X11-unix/X{number}")
    try:
        return place.exists() or f"@{place}\n" in Path("/proc/net/unix").read_text(encoding="utf-8")
    except OSError:
        return False


def import_qt() -> None:
    """Import Qt, and keep the import function of Python.

    PySide6 replaces it by one that reads the source of each module imported later, in search of
    ``from __feature__ import``. No module here has that; it delays the window by 30 ms, and keeps 343,000
    lines (28 MB) in ``linecache``.
    """
    own = builtins.__import__
    importlib.import_module("PySide6.QtCore")
    builtins.__import__ = own


def preload_after_paint(window: "QWidget") -> None:
    """Import modules in a thread, a while after the window was painted first.

    This is not a background task: it has no result, and the import lock of Python makes the window wait only
    for a module that it needs.
    """
    from PySide6.QtCore import QEvent, QObject, QTimer

    thread = threading.Thread(target=load_modules, name="fatdesk preload")

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                watched.removeEventFilter(self)
                QTimer.singleShot(LATER_MS, thread.start)
            return False

    window.installEventFilter(Watch(window))


def load_modules() -> None:
    """Import the modules of projects and of the wizard.

    SciPy's graphs need 35 MB, its optimisers and numba 60 MB each: they are imported where they are used.
    """
    import fatdesk.gui.requirements.wizard
    import fatdesk.gui.session.document
    import fatdesk.gui.window.panes  # noqa: F401  (preloaded)


def _change_lasting(lasting: LastingObjects) -> None:
    """Release the objects of the project before; keep those of the present one when it is shown."""
    from PySide6.QtCore import QTimer

    lasting.release()
    QTimer.singleShot(SHOWN_MS, lasting.keep)


STILL_MS = 2000
"""As long as the pointer rests and nothing happens, the program counts as idle."""


def collect_when_idle(window: "QWidget", lasting: LastingObjects) -> None:
    """Collect what is no longer used while nobody drags, points or waits for a frame."""
    from PySide6.QtCore import QPoint, Qt, QTimer
    from PySide6.QtGui import QCursor, QGuiApplication

    pointer = QPoint()

    def look() -> None:
        nonlocal pointer
        before, pointer = pointer, QCursor.pos()
        if before == pointer and QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
            lasting.look()

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(STILL_MS)


def main(arguments: Sequence[str]) -> int:
    """Open the window, with a project when one is named; exit status 2 without a display.

    After ``--view`` the project is shown read-only, as another window saves it.
    """
    if not has_display():
        print(f"fatdesk: {NO_SCREEN}", file=sys.stderr)  # noqa: T201
        return 2
    with collection_paused():
        application, _window = _started(arguments)
    return int(application.exec())


def _started(arguments: Sequence[str]) -> "tuple[QApplication, QWidget]":
    """The application, and its window before the first paint; both are to be kept."""
    import_qt()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui.files.new_window import VIEW
    from fatdesk.gui.settings import Settings, settings_file
    from fatdesk.gui.theme.theme import Mode, Theme
    from fatdesk.gui.window.main_window import MainWindow
    from fatdesk.gui.window.tour import begin_once

    application = QApplication([sys.argv[0]])
    application.setApplicationName("fatdesk")
    settings = Settings(settings_file())
    worn: Mode | None = settings.get("theme", Mode, None)  # type: ignore[arg-type]  # a Literal is not a class
    window = MainWindow(Theme(application, worn), settings)
    window.layout_kept.fit(window.screen().availableGeometry(), first=window.layout_kept.is_first)
    preload_after_paint(window)
    lasting = LastingObjects()
    window.session.opened.connect(lambda: _change_lasting(lasting))
    collect_when_idle(window, lasting)
    window.show()
    if arguments:
        show = window.files.view_path if arguments[0] == VIEW else window.files.open_path
        QTimer.singleShot(0, lambda: show(Path(arguments[-1])))
    if VIEW not in arguments:
        opens = bool(arguments)
        QTimer.singleShot(TOUR_MS, lambda: begin_once(window.desk, lambda: window.show_first_tour(opens)))
    return application, window
