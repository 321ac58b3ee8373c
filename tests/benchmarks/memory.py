"""What the memory of a project of 20,736 hosts consists of: ``python -m tests.benchmarks.memory``.

Prints the resident megabytes after each step, of a program that derives and checks everything, and of the
window with every workspace shown; each in a process of its own. ``opening.py`` holds the bounds.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.trust.memory import current_mb

STEPS = ("fabrics", "names", "positions", "formed", "cabling", "bill", "filling", "rows", "link_ids", "plan")


class Table:
    """Prints what each step adds."""

    def __init__(self) -> None:
        self._before = 0.0

    def step(self, name: str) -> None:
        """The memory after a step."""
        now = current_mb()
        print(f"{name:24} {now:6.0f} MB {now - self._before:+6.0f}", flush=True)
        self._before = now


def derived(path: Path) -> None:
    """Open and derive without a window."""
    table = Table()
    table.step("Python")
    import numpy  # noqa: F401  (to have it loaded)

    table.step("NumPy")
    from fatdesk.gui.session.document import Document
    from fatdesk.project.files.storing import load_project

    table.step("modules")
    document = Document(load_project(path).project)
    table.step("project file")
    for name in STEPS:
        getattr(document.derived, name)
        table.step(name)
    assert document.figures
    table.step("figures")
    assert document.findings
    table.step("findings")
    assert document.subjects
    table.step("subjects")


def window(path: Path) -> None:
    """Open in the window and show every workspace once."""
    table = Table()
    table.step("Python")
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui import app
    from fatdesk.gui.theme.theme import Theme
    from fatdesk.gui.window.main_window import MainWindow

    table.step("Qt, modules of window")
    application = QApplication([])
    shown = MainWindow(Theme(application, "light"))
    shown.resize(1600, 1000)
    shown.show()
    application.processEvents()
    table.step("window without project")
    app.load_modules()
    table.step("all modules")
    shown.session.load(path)
    while not shown.session.document.is_checked:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    table.step("opened and checked")
    for name in shown.workspaces:
        shown.show_workspace(name)
        application.processEvents()
        table.step(name)


def one(what: str, path: Path) -> None:
    """Print one table, and leave without asking whether to save."""
    {"derived": derived, "window": window}[what](path)
    sys.stdout.flush()
    os._exit(0)


def main() -> int:
    """Print both tables."""
    from tests.benchmarks.opening import make

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.fatdesk"
        make(path)
        for what in ("derived", "window"):
            print(what)
            subprocess.run([sys.executable, "-m", "tests.benchmarks.memory", what, str(path)], check=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1], Path(sys.argv[2]))
    sys.exit(main())
