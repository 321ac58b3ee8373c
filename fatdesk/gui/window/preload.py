"""Load what the first project or design takes while the user still looks at the first page."""

import threading

from PySide6.QtCore import QTimer

from fatdesk.gui.session.source_lines import drop_source_lines

LATER_MS = 250
"""After the window is painted, and a first key has been answered."""


def warm_up() -> None:
    """Load modules in a thread; the window goes on meanwhile, and waits for one only when it needs it.

    It is no background task: nobody waits for a result, and Python's lock of modules orders it by itself.
    """
    QTimer.singleShot(LATER_MS, lambda: threading.Thread(target=load, name="fatdesk warming").start())


def load() -> None:
    """Load all that shows a project, and the wizard.

    Laying cables needs the graphs of SciPy. Its optimizers, and numba, take 60 MB each: modules that use
    them are imported where they are needed.
    """
    import scipy.sparse.csgraph  # noqa: F401  (to have it loaded)

    drop_source_lines()
    import fatdesk.gui.session.document

    drop_source_lines()
    import fatdesk.gui.requirements.wizard
    import fatdesk.gui.window.workspaces  # noqa: F401  (to have them loaded)

    drop_source_lines()
