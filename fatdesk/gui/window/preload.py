"""Load what the first project or design takes while the user still looks at the first page."""

import threading

from PySide6.QtCore import QTimer

LATER_MS = 250
"""After the window is painted, and a first key has been answered."""


def warm_up() -> None:
    """Load modules in a thread; the window goes on meanwhile, and waits for one only when it needs it."""
    QTimer.singleShot(LATER_MS, lambda: threading.Thread(target=load, name="fatdesk warming").start())


def load() -> None:
    """Load all that shows a project, and the wizard."""
    import fatdesk.gui.requirements.wizard
    import fatdesk.gui.session.document
    import fatdesk.gui.window.workspaces  # noqa: F401  (to have them loaded)
