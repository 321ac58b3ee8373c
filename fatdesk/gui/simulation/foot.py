"""The line under the table: the load that is looked at, its links in the drawing, and the columns."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.simulation.text import load_word
from fatdesk.gui.tables import Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import Line, label, tip


class Foot(QWidget):
    """``load_chosen`` carries a load, or None for one that all accept; what is asked for by the others."""

    load_chosen = Signal(object)
    links_asked = Signal()
    saturation_asked = Signal()

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "foot")
        self.setFixedHeight(px(36))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), 0, px(8), 0)
        row.setSpacing(px(8))
        self.load = Combo(desk.theme)
        self.load.setAccessibleName("Load that is looked at")
        self.load.setToolTip(tip("The load of p99, fairness, conflicts, and of links in the drawing"))
        self.load.setMinimumWidth(px(90))
        self.load.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.load.activated.connect(lambda number: self.load_chosen.emit(self.load.itemData(number)))
        named = label("At load", "text2")
        named.setBuddy(self.load)
        self.links = QPushButton("Links in Topology")
        self.links.setToolTip(tip("Colour the links of the selected network by what they carry at this load"))
        self.links.clicked.connect(lambda _=False: self.links_asked.emit())
        self.saturation = QPushButton("Find saturation")
        self.saturation.setToolTip(
            tip("Try loads until it is known to 1 % where the selected networks, or all, saturate")
        )
        self.saturation.clicked.connect(lambda _=False: self.saturation_asked.emit())
        self.told = Line("", "text2")
        self.columns = ColumnsButton(desk, table)
        for widget in (named, self.load, self.links, self.saturation):
            row.addWidget(widget)
        row.addWidget(self.told, 1)
        row.addWidget(self.columns)

    def offer(self, loads: Sequence[float], taken: float | None, telling: float | None) -> None:
        """The loads that were measured; ``taken`` was chosen, ``telling`` is taken where none was."""
        self.load.blockSignals(True)
        self.load.clear()
        if telling is not None:
            self.load.addItem(f"{load_word(telling)}, all accept", None)
        for load in loads:
            self.load.addItem(load_word(load), load)
        at = self.load.findData(taken) if taken is not None else 0
        self.load.setCurrentIndex(max(0, at) if loads else -1)
        self.load.setEnabled(bool(loads))
        self.load.blockSignals(False)
