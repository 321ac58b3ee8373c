"""Preload the modules of projects and designs while the welcome page is shown."""

import threading

from PySide6.QtCore import QTimer

from fatdesk.gui.session.source_lines import drop_source_lines

LATER_MS = 250
"""Delay after which the window has been painted and has handled a first key."""


def preload() -> None:
    """Import modules in a thread.

    This is not a background task: it has no result, and the import lock of Python makes the window wait only
    for a module that it needs.
    """
    QTimer.singleShot(LATER_MS, lambda: threading.Thread(target=load_modules, name="fatdesk preload").start())


def load_modules() -> None:
    """Import the modules of projects and of the wizard.

    Cabling needs the graph module of SciPy. Its optimisers and numba need 60 MB each: they are imported where
    they are used.
    """
    import scipy.sparse.csgraph  # noqa: F401  (preloaded)

    drop_source_lines()
    import fatdesk.gui.session.document

    drop_source_lines()
    import fatdesk.gui.requirements.wizard
    import fatdesk.gui.window.panes  # noqa: F401  (preloaded)

    drop_source_lines()
