"""The card that adds a network to the project or to a study."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from tests.gui.pages.page import Page, control


class NetworkCardPage(Page):
    """A family with its parameters, figures, and what is wrong."""

    NAME = "network-card"

    family = control(QComboBox, "card-family")
    name = control(QLineEdit, "card-name")

    def parameter(self, name):
        """The field of a parameter, or of the file of a graph; the newest, for families have their own."""
        return self.widget.findChildren(QLineEdit, f"parameter-{name}")[-1]

    @property
    def topology(self):
        """The topology that is chosen; None: a graph in a file."""
        return self.widget.topology

    @property
    def spec(self):
        """The typed values as a SPEC."""
        return self.widget.spec

    @property
    def problem(self):
        """What is wrong; it may be out of view."""
        return self.text("card-problem")

    @property
    def shows_problem(self):
        return self.find(QLabel, "card-problem").isVisible()

    @property
    def shows_picture(self):
        """Whether the family is drawn and described next to its fields."""
        return self.find(QWidget, "family-picture").isVisible()

    @property
    def can_add(self):
        return self.button("card-add").isEnabled()

    @property
    def figures(self):
        """The figures in view by their names."""
        labels = self.find(QWidget, "card-figures").findChildren(
            QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        texts = [label.text() for label in labels if not label.isHidden()]
        return dict(zip(texts[::2], texts[1::2], strict=True))

    def add(self):
        self.click("card-add")

    def enter(self):
        """Enter in the field of the name."""
        QTest.keyClick(self.name, Qt.Key.Key_Return)

    def leave(self):
        QTest.keyClick(self.widget, Qt.Key.Key_Escape)
