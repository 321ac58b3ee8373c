"""Names of controls, by which page objects find them: one of each in a workspace."""

from collections import Counter

from PySide6.QtWidgets import QWidget

from tests.gui.pages.workspace import WorkspacePage

SEVERAL = {"chip"}
"""Names of what users make, as many as they want."""


def test_names_are_given_once_in_a_workspace(desk):
    """Those that Qt gives to parts of its own widgets begin with ``qt_``."""
    for workspace in ("floor", "racks", "cables", "bill", "documents", "asbuilt"):
        widgets = WorkspacePage(desk, workspace).widget.findChildren(QWidget)
        counts = Counter(widget.objectName() for widget in widgets)
        own = {name: count for name, count in counts.items() if name and not name.startswith("qt_")}
        assert len(own) > 4, workspace
        assert {name for name, count in own.items() if count > 1} <= SEVERAL, workspace
        assert all(name[0].islower() and "_" not in name.partition("-")[0] for name in own), workspace
