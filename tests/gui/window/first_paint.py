"""Start the desk as a user does, and tell when its window is painted and what is loaded by then.

Run by itself: ``python -m tests.gui.window.first_paint [project]``; prints a line of JSON.
"""

import json
import os
import sys
import time
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from fatdesk.gui.app import import_qt, main

import_qt()  # before Qt, as the program does

from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: E402  (Qt is imported by now)
from PySide6.QtWidgets import QApplication  # noqa: E402  (as the line above)


class Watch(QObject):
    """Waits for the first paint of a window and ends the program."""

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            tell = partial(self.tell, type(watched).__name__)
            QTimer.singleShot(0, lambda: QTimer.singleShot(0, tell))  # after what follows the first paint
        return False

    @staticmethod
    def tell(name):
        print(json.dumps({"at": time.time(), "window": name, "modules": sorted(sys.modules)}), flush=True)
        os._exit(0)


def run():
    """In place of the event loop of the program: the same, with a watch."""
    watch = Watch()
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            window.installEventFilter(watch)
    return real()


if __name__ == "__main__":
    real = QApplication.exec
    QApplication.exec = staticmethod(run)
    sys.exit(main(sys.argv[1:]))
