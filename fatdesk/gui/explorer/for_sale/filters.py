"""Filters of designs over parts for sale: families, hops, speed, vendors, connectors, known prices, front."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from fatdesk.engine.drawing.charts.candidate_points import Mask
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints, family_title
from fatdesk.engine.exploring.catalog_designs import CatalogDesigns, DesignFilter
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.filters import SHOWS, CheckMenuButton, Range, toggle
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.networks.topologies import TOPOLOGY_CARDS

UNKNOWN_VENDOR = "Unknown vendor"

Value = TypeVar("Value")


class DesignFilters(QObject):
    """The filter buttons and the resulting masks; ``changed`` signals a change.

    Filters of which all designs have the same value are hidden.
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.show_front = 0
        self.range: Range | None = None

        def menu(title: str, name: str) -> CheckMenuButton:
            button = CheckMenuButton(desk, title, self.changed.emit)
            button.setObjectName(name)
            return button

        self.families, self.hops = menu("Families", "design-families"), menu("Hops", "design-hops")
        self.rates, self.vendors = menu("Speeds", "design-speeds"), menu("Vendors", "design-vendors")
        self.connectors = menu("Connectors", "design-connectors")
        self.priced = toggle(desk, "Priced", "Show only designs whose switches and panels all have a price")
        self.priced.setObjectName("design-priced")
        self.priced.toggled.connect(lambda _: self.changed.emit())
        self.front = ChoiceButton(
            desk.theme, "filter", "Limit the table to the Pareto front", SHOWS, self._take_front
        )
        self.front.setObjectName("design-front")
        self.rejected = toggle(desk, "Rejected", "Show designs that exceed a limit, with the reason")
        self.rejected.setObjectName("design-rejected")
        self.rejected.toggled.connect(lambda _: self.changed.emit())
        self.chip = QToolButton()
        self.chip.setObjectName("design-range")
        self.chip.setProperty("kind", "chip")
        self.chip.setToolTip(tip("Clear the range filter"))
        self.chip.clicked.connect(lambda _=False: self.set_range(None))
        self.chip.hide()

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The buttons, from the left."""
        menus = (self.families, self.hops, self.rates, self.vendors, self.connectors)
        return (*menus, self.priced, self.front, self.rejected, self.chip)

    def _take_front(self, number: int) -> None:
        self.show_front = number
        self.changed.emit()

    def set_range(self, wanted: Range | None) -> None:
        """Set or clear the range filter."""
        self.range = wanted
        self.chip.setText("" if wanted is None else f"{wanted.words}  ×")
        self.chip.setVisible(wanted is not None)
        self.changed.emit()

    def follow(self, points: CatalogPoints | None) -> None:
        """Update what the menus offer."""
        designs = None if points is None else points.designs
        cards = {family_title(name): card.text for name, card in TOPOLOGY_CARDS.items()}
        hops = [] if points is None else np.unique(points.figures["hops"]).astype(int).tolist()
        offered: Mapping[CheckMenuButton, list[str]] = {
            self.families: [] if designs is None else _families(designs),
            self.hops: [f"{number} hops" for number in hops],
            self.rates: [] if designs is None else [f"{rate:g} Gb/s" for rate in designs.rates],
            self.vendors: [] if designs is None else [name or UNKNOWN_VENDOR for name in designs.vendors],
            self.connectors: [] if designs is None else list(designs.connectors),
        }
        for button, values in offered.items():
            button.show_values(values, cards if button is self.families else None)
            button.setVisible(len(values) > 1)
        self.count_rejected(points)

    def count_rejected(self, points: CatalogPoints | None) -> None:
        """Update the number of designs that exceed a limit: placing may find more."""
        count = 0 if points is None else int((~points.fits).sum())
        self.rejected.setText("Rejected" if points is None else f"Rejected: {count:,}")
        self.rejected.setEnabled(bool(count))
        if not count:
            self.rejected.setChecked(False)

    def wanted(self, points: CatalogPoints) -> DesignFilter:
        """Return the conditions on parts; what is checked everywhere is none."""
        designs = points.designs

        rates = _checked(self.rates, {f"{rate:g} Gb/s": rate for rate in designs.rates})
        vendors = _checked(self.vendors, {name or UNKNOWN_VENDOR: name for name in designs.vendors})
        connectors = _checked(self.connectors, {name: name for name in designs.connectors})
        return DesignFilter(rates, vendors, connectors, (), self.priced.isChecked())

    def shown(self, points: CatalogPoints) -> Mask:
        """Return a mask of the designs to draw."""
        mask = (points.fits | self.rejected.isChecked()) & self.wanted(points).mask(points.designs)
        for button, designs in self._emptied(points):
            if button.off and designs:
                mask &= False
        off = [family_title(name) in self.families.off for name in points.designs.families]
        mask &= ~np.array(off, np.bool_)[points.designs.family]
        for name in self.hops.off:
            mask &= points.figures["hops"] != float(name.split()[0])
        if self.range is not None:
            mask &= self.range.mask(points)
        return np.asarray(mask, np.bool_)

    def _emptied(self, points: CatalogPoints) -> list[tuple[CheckMenuButton, bool]]:
        """Menus of parts, and whether all of their values are unchecked."""
        designs = points.designs
        counts = (
            (self.rates, designs.rates),
            (self.vendors, designs.vendors),
            (self.connectors, designs.connectors),
        )
        return [(button, len(button.off) == len(values)) for button, values in counts]


def _families(designs: CatalogDesigns) -> list[str]:
    """Return the names of the families with designs, in their order."""
    return [family_title(designs.families[number]) for number in np.unique(designs.family).tolist()]


def _checked(button: CheckMenuButton, values: Mapping[str, Value]) -> tuple[Value, ...]:
    return tuple(v for text, v in values.items() if text not in button.off) if button.off else ()
