"""Start the window."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

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


def main(arguments: Sequence[str]) -> int:
    """Open the window, with a project when one is named; exit status 2 without a display."""
    if not has_display():
        print(f"fatdesk: {NO_SCREEN}", file=sys.stderr)  # noqa: T201
        return 2
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui.settings import Settings, settings_file
    from fatdesk.gui.theme.theme import Mode, Theme
    from fatdesk.gui.window.main_window import MainWindow
    from fatdesk.gui.window.preload import preload

    application = QApplication([sys.argv[0]])
    application.setApplicationName("fatdesk")
    settings = Settings(settings_file())
    worn: Mode | None = settings.get("theme", Mode, None)  # type: ignore[arg-type]  # a Literal is no class
    window = MainWindow(Theme(application, worn), settings)
    window.layout_kept.fit(window.screen().availableGeometry(), first=window.layout_kept.is_first)
    window.show()
    preload()
    if arguments:
        QTimer.singleShot(0, lambda: window.files.open_path(Path(arguments[0])))
    return int(application.exec())
