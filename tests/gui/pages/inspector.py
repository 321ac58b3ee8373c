"""The inspector at the right."""

from PySide6.QtWidgets import QLabel, QWidget

from tests.gui.pages.page import Page


class Inspector(Page):
    """The values of what is selected."""

    NAME = "inspector"

    def field(self, name):
        """The field or button of a name."""
        return self.find(QWidget, f"field-{name}")

    def has(self, name):
        return self.widget.findChild(QWidget, f"field-{name}") is not None

    @property
    def texts(self):
        """Everything that is written there."""
        return [label.text() for label in self.widget.findChildren(QLabel)]
