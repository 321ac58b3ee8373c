"""The line at the foot of the window."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from tests.gui.pages.page import Page


class StatusLine(Page):
    """Figures of the project, and what was said last."""

    NAME = "status-line"

    @property
    def message(self):
        """What was said last, or what is selected."""
        return self.text("message")

    def expire(self):
        """Let the time pass for which a message is shown."""
        for timer in self.widget.findChildren(QTimer):
            if timer.isActive():
                timer.stop()
                timer.timeout.emit()

    def figure(self, name):
        """A figure as it is shown: ``Cost``, ``Worst tray``."""
        return self.text(f"figure-{name}")

    def figure_label(self, name):
        """The control that shows a figure, to be clicked."""
        return self.find(QLabel, f"figure-{name}")

    @property
    def changes(self):
        """What a drag would change, by the name of the figure; of those on view."""
        shown = {}
        for label in self.widget.findChildren(QLabel):
            kind, _, name = label.objectName().partition("-")
            if kind == "change" and not label.isHidden():
                shown[name] = label.text()
        return shown

    @property
    def change_tones(self):
        """The tones in which changes are shown, by the names of the figures."""
        named = {label.objectName().partition("-"): label for label in self.widget.findChildren(QLabel)}
        return {name: label.property("tone") for (kind, _, name), label in named.items() if kind == "change"}
