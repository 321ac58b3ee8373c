"""The line over the plot: both figures, filters, and the range of the band."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.filters import Filters
from fatdesk.gui.explorer.points import measures
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label, tip

FIRST = ("bisection", "cost")
"""The figures to the right and upwards at first."""


def toggle(desk: Desk, text: str, hint: str) -> QToolButton:
    """A button of a bar that stays on."""
    button = QToolButton()
    button.setText(text)
    button.setCheckable(True)
    button.setToolTip(tip(hint))
    button.setFixedHeight(desk.theme.px(28))
    return button


class PlotBar(QWidget):
    """``axes_asked`` tells that other figures are wanted, ``keep_asked`` that the band shall limit both."""

    axes_asked = Signal()
    keep_asked = Signal()

    def __init__(self, desk: Desk, filters: Filters) -> None:
        super().__init__()
        self._desk, px = desk, desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(6), px(12), 0)
        row.setSpacing(px(6))
        self.across, self.upward = self._choice("x", FIRST[0]), self._choice("y", FIRST[1])
        self.log = toggle(desk, "Log", "Cost in powers of ten")
        self.log.toggled.connect(lambda _: self.axes_asked.emit())
        self.keep = QPushButton("Keep range")
        self.keep.setToolTip(tip("Show only what lies in the band that was drawn last"))
        self.keep.clicked.connect(lambda _=False: self.keep_asked.emit())
        self.keep.hide()
        for widget in (
            label("x", "text2"),
            self.across,
            label("y", "text2"),
            self.upward,
            self.log,
            filters.families,
            filters.hops,
            filters.front,
            filters.rejected,
            filters.chip,
            self.keep,
        ):
            row.addWidget(widget)
        row.addStretch(1)

    def _choice(self, name: str, chosen: str) -> Combo:
        combo = Combo(self._desk.theme)
        combo.setAccessibleName(f"Figure of the {name} axis")
        for measure in measures():
            combo.addItem(measure.title, measure.name)
        combo.setCurrentIndex(combo.findData(chosen))
        combo.setFixedWidth(self._desk.theme.px(118))
        combo.activated.connect(lambda _: self.axes_asked.emit())
        return combo

    @property
    def figures(self) -> tuple[str, str]:
        """Names of the figures to the right and upwards."""
        return str(self.across.currentData()), str(self.upward.currentData())

    def take(self, across: str, upward: str = FIRST[1]) -> None:
        """Choose figures, without telling."""
        for combo, name in ((self.across, across), (self.upward, upward)):
            combo.setCurrentIndex(combo.findData(name))
