"""Which points are shown: families, hops, a range of both axes, rejected ones, the front alone."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QToolButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.points import Mask, Points
from fatdesk.gui.widgets.menu_button import ChoiceButton, MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import menu_text, tip

SHOWS = ("All candidates", "Front only", "Front of both axes")


class Range(NamedTuple):
    """Values of both axes that points must lie between."""

    x: str
    y: str
    low_x: float
    high_x: float
    low_y: float
    high_y: float

    @property
    def words(self) -> str:
        """Both ranges, as short as they can be told."""
        sides = ((self.x, self.low_x, self.high_x), (self.y, self.low_y, self.high_y))
        return ", ".join(f"{name} {low:,.4g} to {high:,.4g}" for name, low, high in sides)

    def mask(self, points: Points) -> Mask:
        """The points inside."""
        x, y = points.figures[self.x], points.figures[self.y]
        return (x >= self.low_x) & (x <= self.high_x) & (y >= self.low_y) & (y <= self.high_y)


class Ticks(MenuButton):
    """Several values to tick; all ticked is no filter."""

    def __init__(self, desk: Desk, name: str, changed: Callable[[], object]) -> None:
        super().__init__(desk.theme, "filter", name, f"Show only some {name.lower()}")
        self._name, self._changed = name, changed
        self.ticks = TickMenu(self)
        self.setMenu(self.ticks)
        self.off: set[str] = set()

    def show_values(self, values: Sequence[str]) -> None:
        """Offer these; those that were taken away stay away."""
        self.ticks.clear()
        self.off &= set(values)
        for value in values:
            box = self.ticks.addAction(menu_text(value))
            box.setCheckable(True)
            box.setChecked(value not in self.off)
            box.triggered.connect(lambda on, value=value: self._tick(value, on))
        self._look(len(values))

    def _tick(self, value: str, on: bool) -> None:
        self.off = self.off - {value} if on else self.off | {value}
        self._look(len(self.ticks.actions()))
        self._changed()

    def _look(self, count: int) -> None:
        self.setText(f"{self._name}: {count - len(self.off)}" if self.off else self._name)


class Filters(QObject):
    """The buttons, and the masks that they come to; ``changed`` tells of every change."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.show_front = 0
        self.range: Range | None = None
        self.families = Ticks(desk, "Families", self.changed.emit)
        self.hops = Ticks(desk, "Hops", self.changed.emit)
        self.front = ChoiceButton(
            desk.theme, "filter", "Limit the table to the front", SHOWS, self._take_front
        )
        self.rejected = QToolButton()
        self.rejected.setCheckable(True)
        self.rejected.setText("Rejected")
        self.rejected.setFixedHeight(desk.theme.px(28))
        self.rejected.setToolTip(tip("Show candidates that a limit rejects, with the reason"))
        self.rejected.toggled.connect(lambda _: self.changed.emit())
        self.chip = QToolButton()
        self.chip.setProperty("kind", "chip")
        self.chip.setToolTip(tip("Show all ranges again"))
        self.chip.clicked.connect(lambda _=False: self.set_range(None))
        self.chip.hide()

    def _take_front(self, number: int) -> None:
        self.show_front = number
        self.changed.emit()

    def set_range(self, wanted: Range | None) -> None:
        """Limit both axes, or no longer."""
        self.range = wanted
        self.chip.setText("" if wanted is None else f"{wanted.words}  ×")
        self.chip.setVisible(wanted is not None)
        self.changed.emit()

    def follow(self, points: Points | None) -> None:
        """Offer the families and hops of other points."""
        self.families.show_values([] if points is None else points.present)
        hops = sorted({one.hops for one in points.candidates}) if points is not None else []
        self.hops.show_values([f"{number} hops" for number in hops])
        count = 0 if points is None else int((~points.fits).sum())
        self.rejected.setText(f"Rejected: {count:,}")
        self.rejected.setEnabled(bool(count))
        if not count:
            self.rejected.setChecked(False)

    def shown(self, points: Points) -> Mask:
        """What the plot draws."""
        mask = points.fits | self.rejected.isChecked()
        for number, name in enumerate(points.names):
            if name in self.families.off:
                mask &= points.series != number
        hops = points.figures["hops"]
        for name in self.hops.off:
            mask &= hops != float(name.split()[0])
        if self.range is not None:
            mask &= self.range.mask(points)
        return np.asarray(mask, np.bool_)
