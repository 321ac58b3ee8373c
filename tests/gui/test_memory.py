"""A window that was closed is let go of, with everything that belongs to it."""

import gc
import weakref

from PySide6.QtCore import QEvent
from shiboken6 import delete

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from tests.gui.conftest import leave


def test_a_closed_window_is_freed_with_its_theme(qapp, saved):
    """Fifty windows of one test run once held three gigabytes."""
    theme = Theme(qapp, "light")
    window = MainWindow(theme)
    window.trouble.release()
    window.show()
    window.files.open_path(saved)
    for workspace in ("floor", "racks", "cables", "bill", "topology"):
        window.show_workspace(workspace)
        qapp.processEvents()
    qapp.processEvents()
    alive = weakref.ref(window)
    leave(window)
    window.close()
    window.deleteLater()
    del window
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    delete(theme)
    gc.collect()
    assert alive() is None
