"""The side of the plot: pinned candidates, and the button that makes a project."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.pinned import Pin, SideBySide
from fatdesk.gui.widgets.plain_text import label, tip

EMPTY = (
    "Select a point and press P, or click the dot at the left of its row: up to five are shown here side by "
    "side. Double click makes a project of a point."
)


class SidePanel(QWidget):
    """A head, and below the pins or how to pin."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "side")
        self.setMinimumWidth(px(300))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(1), 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(px(12), px(8), px(12), px(8))
        title = label("Pinned, side by side")
        title.setFont(desk.theme.strong(13))
        self.make = QPushButton("Make project…")
        self.make.setProperty("kind", "primary")
        self.make.setToolTip(tip("Build the selected point from switches for sale, place and cable it"))
        head.addWidget(title, 1)
        head.addWidget(self.make)
        column.addLayout(head)
        self.side_by_side = SideBySide(desk)
        self.empty = label(EMPTY, "text2")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(px(12), px(8), px(12), 0)
        column.addWidget(self.empty)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.side_by_side)
        column.addWidget(self.area, 1)
        self.show_pins(())

    def show_pins(self, pins: Sequence[Pin]) -> None:
        """Show other pins."""
        self.side_by_side.show_pins(pins)
        self.empty.setVisible(not pins)
        self.area.setVisible(bool(pins))
