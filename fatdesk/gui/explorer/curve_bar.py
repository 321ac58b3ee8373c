"""From how many hosts to how many a cost curve is drawn."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import label

MOST = 1_000_000
WIDE = 100
"""So many hosts more and fewer are suggested."""


class CurveBar(QWidget):
    """Two fields and a button; ``asked`` carries both numbers."""

    asked = Signal(int, int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        self.low, self.high = QLineEdit(), QLineEdit()
        for edit, name in ((self.low, "Hosts from"), (self.high, "Hosts to")):
            edit.setAccessibleName(name)
            edit.setValidator(QIntValidator(1, MOST, edit))
            edit.setFixedWidth(px(80))
            edit.returnPressed.connect(self._ask)
        self.draw = QPushButton("Draw")
        self.draw.clicked.connect(lambda _=False: self._ask())
        for widget in (label("Hosts from", "text2"), self.low, label("to", "text2"), self.high, self.draw):
            row.addWidget(widget)

    def suggest(self, hosts: int) -> None:
        """Numbers around those that are asked for."""
        self.low.setText(str(max(1, hosts - WIDE)))
        self.high.setText(str(hosts + WIDE))

    def _ask(self) -> None:
        if self.low.hasAcceptableInput() and self.high.hasAcceptableInput():
            low, high = sorted((int(self.low.text()), int(self.high.text())))
            self.asked.emit(low, high)
