"""Start the desk."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

NO_SCREEN = "there is no display here: use the command line (fatdesk --help), or start it on a desktop"


def has_display() -> bool:
    """Whether a window could come up."""
    if os.environ.get("QT_QPA_PLATFORM") or not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main(arguments: Sequence[str]) -> int:
    """Open the window, with a project when one is named; exit status 2 without a display."""
    if not has_display():
        print(f"fatdesk: {NO_SCREEN}", file=sys.stderr)  # noqa: T201
        return 2
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui.main_window import MainWindow
    from fatdesk.gui.theme.theme import Theme

    application = QApplication([sys.argv[0]])
    application.setApplicationName("fatdesk")
    window = MainWindow(Theme(application))
    window.show()
    if arguments:
        QTimer.singleShot(0, lambda: window.open_path(Path(arguments[0])))
    return int(application.exec())
