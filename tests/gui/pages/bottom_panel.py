"""Findings, background tasks and log at the foot of the window."""

from PySide6.QtWidgets import QLineEdit

from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import Page


class BottomPanel(Page):
    """The panel that opens over the status line."""

    NAME = "bottom-panel"

    @property
    def filter(self):
        return self.find(QLineEdit, "bottom-filter")

    def open(self, tab):
        """Bring a tab to the front by a click: ``findings``, ``jobs``, ``log``."""
        self.click(f"tab-{tab}")

    @property
    def findings(self):
        return self.find(Table, "table-findings")

    @property
    def log(self):
        return self.find(Table, "table-log")

    def finding_lines(self):
        """The findings that are shown, from the top."""
        return self.findings.rows.shown()
