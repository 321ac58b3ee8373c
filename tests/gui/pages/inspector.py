"""The inspector at the right."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from fatdesk.gui.tables import Table
from fatdesk.gui.views.port_map import PortSquares
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel
from tests.gui.hands import choose
from tests.gui.pages.page import Page


class PortMapPage(Page):
    """The port map of a device: ports by the number printed on them."""

    NAME = "inspector"

    @property
    def _squares(self):
        return self.find(PortSquares, "port-map")

    def _middle(self, number):
        squares = self._squares
        at = next(n for n, port in enumerate(squares.ports.ports) if port.text == number)
        x, y, wide, high = squares.places()[at].tolist()
        return QPointF(x + wide / 2, y + high / 2).toPoint()

    @property
    def ports(self):
        """All ports by number."""
        return {port.text: port for port in self._squares.ports.ports}

    @property
    def lines(self):
        """What the lines below say."""
        return [self.text(f"port-line-{number}") for number in (1, 2, 3)]

    @property
    def description(self):
        """What a screen reader says of the port that the keys are at."""
        return self._squares.accessibleDescription()

    @property
    def places(self):
        """The squares, and the size of the control."""
        return self._squares.places(), self._squares.width(), self._squares.height()

    def hover(self, number):
        squares, at = self._squares, QPointF(self._middle(number))
        none = Qt.MouseButton.NoButton
        moved = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            at,
            squares.mapToGlobal(at),
            none,
            none,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(squares, moved)

    def click(self, number, keys=Qt.KeyboardModifier.NoModifier):
        QTest.mouseClick(self._squares, Qt.MouseButton.LeftButton, keys, self._middle(number))

    def key(self, *keys):
        """Keys on the port map."""
        self._squares.setFocus()
        for key in keys:
            QTest.keyClick(self._squares, key)


class Inspector(Page):
    """The values of what is selected."""

    NAME = "inspector"

    def field(self, name):
        """The field or button of a name."""
        return self.find(QWidget, f"field-{name}")

    def has(self, name):
        return self.widget.findChild(QWidget, f"field-{name}") is not None

    def value(self, name):
        """What is in a field."""
        return self.find(QLineEdit, f"field-{name}").text()

    def error(self, name):
        """Why what was typed into a field is not taken; empty: it is."""
        return self.field(name).accessibleDescription()

    def has_keys(self, name):
        """Whether keys go into a field."""
        return self.field(name).hasFocus()

    def names_cut(self, begin):
        """Of each name of a figure that begins so whether it is cut."""
        names = self.widget.findChildren(ElidedLabel)
        return [name.is_cut for name in names if name.text().startswith(begin)]

    @property
    def fields(self):
        """All fields and buttons by their names."""
        found = self.widget.findChildren(QWidget)
        named = ((some.objectName(), some) for some in found)
        return {name.removeprefix("field-"): some for name, some in named if name.startswith("field-")}

    def choose(self, name, text):
        """Choose an entry of a list by its text."""
        choose(self.field(name), text)

    def shown_choice(self, name):
        """The text in a closed list, as far as it has room."""
        return self.find(Combo, f"field-{name}").shown_text

    def follow(self, start):
        """Click the link whose text begins so."""
        links = self.widget.findChildren(QPushButton)
        link = next(link for link in links if link.text().startswith(start))
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)

    def list_ports(self):
        """The ports of the selected device as a table: the cells of each row."""
        self.field("List ports…").click()
        model = self._port_table.model()
        columns, rows = range(model.columnCount()), range(model.rowCount())
        return [[model.index(row, column).data() for column in columns] for row in rows]

    def choose_port(self, line):
        """Select a row of that table."""
        self._port_table.selectRow(line)

    @property
    def _port_table(self):
        return self._named(self.widget.window(), Table, "view-ports")

    def _chevron(self, title):
        return self.find(QToolButton, f"section-{title}")

    def click_heading(self, title):
        """Click the words of the heading of a section."""
        heading = self._chevron(title).parentWidget()
        QTest.mouseClick(heading, Qt.MouseButton.LeftButton, pos=QPoint(60, heading.height() - 8))

    def press_chevron(self, title):
        """Fold or unfold a section by keys."""
        chevron = self._chevron(title)
        chevron.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(chevron, Qt.Key.Key_Space)

    def is_open(self, title):
        """Whether a section is unfolded, as a screen reader has it."""
        return self._chevron(title).isChecked()

    @property
    def port_map(self):
        """The port map of the selected device."""
        return PortMapPage(self.widget)

    @property
    def shown_texts(self):
        """What is written there in view."""
        return [label.text() for label in self.widget.findChildren(QLabel) if label.isVisible()]

    def said_of(self, name):
        """What a screen reader says of the control of a name."""
        found = self.widget.findChildren(QWidget)
        return next(one for one in found if one.accessibleName() == name).accessibleDescription()

    @property
    def icons(self):
        """The name of the icon next to the title, if there is one."""
        labels = self.widget.findChildren(QLabel)
        return [one.objectName()[5:] for one in labels if one.objectName().startswith("icon-")]

    @property
    def errors(self):
        """What is said to be wrong."""
        return [one.text() for one in self.widget.findChildren(QLabel) if one.property("tone") == "error"]

    @property
    def texts(self):
        """Everything that is written there."""
        return [label.text() for label in self.widget.findChildren(QLabel)]

    @property
    def buttons(self):
        """The texts of its buttons."""
        return {button.text() for button in self.widget.findChildren(QAbstractButton)}

    @property
    def widths(self):
        """The width that the page of the selection needs, the one that it has, and that of its panel."""
        area = self.widget.findChild(QScrollArea)
        page = area.widget()
        return page.minimumSizeHint().width(), page.width(), area.viewport().width()

    def empty(self, name):
        """Take away what is in a field, and press Enter."""
        field = self.field(name)
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def hide(self):
        self.widget.hide()

    def open_choices(self, name):
        """Open the list of values that a field suggests; its entries."""
        field = self.find(QLineEdit, f"field-{name}")
        field.setFocus()
        (arrow,) = field.actions()
        arrow.trigger()
        completer = field.completer()
        return [completer.completionModel().index(n, 0).data() for n in range(completer.completionCount())]

    def key_in_choices(self, name, key):
        """A key in the list that ``open_choices`` has opened."""
        QTest.keyClick(self.find(QLineEdit, f"field-{name}").completer().popup(), key)
