"""The button of what a study can be written as: its points, its plots, its settings."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from fatdesk.gui.controls.menu_button import MenuButton
from fatdesk.gui.desk import Desk

KINDS = (
    ("csv", "Points as CSV…", True),
    ("svg", "Plots as SVG…", True),
    ("png", "Plots as PNG…", True),
    ("json", "Settings as JSON…", False),
)
"""Suffix, what the menu says, and whether it takes points."""


class ExportButton(MenuButton):
    """``asked`` carries the suffix of a file."""

    asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "export", "Export", "Export points, plots or settings")
        menu = QMenu(self)
        self.entries: dict[str, QAction] = {}
        for kind, title, _ in KINDS:
            entry = menu.addAction(title)
            entry.triggered.connect(lambda _=False, kind=kind: self.asked.emit(kind))
            self.entries[kind] = entry
        self.setMenu(menu)

    def allow(self, *, study: bool, points: bool) -> None:
        """What there is to be written."""
        for kind, _, needs in KINDS:
            self.entries[kind].setEnabled(points if needs else study)
        self.setEnabled(study)
