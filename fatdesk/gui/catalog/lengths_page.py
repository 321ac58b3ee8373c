"""Lengths of a cable with prices, as a table and as a price curve."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.core.arrays import Floats
from fatdesk.core.units import um_from_m
from fatdesk.core.yaml_events import Tree
from fatdesk.engine.cabling.choosing import metre_price
from fatdesk.engine.catalog.parts import AnyPart, Cable, Price, StandardLength
from fatdesk.engine.charts.axis import Axis
from fatdesk.engine.charts.chart import Chart, Series
from fatdesk.gui.catalog.record_tables import LENGTHS, Commit, RecordTable
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import money

NEW_LENGTH: dict[str, Tree] = {"m": "1"}


@dataclass(frozen=True)
class PriceCurve:
    """The priced lengths of a cable, shortest first, as a curve."""

    number: int
    name: str
    points: tuple[StandardLength, ...]
    state: str = ""
    share: float | None = None

    @property
    def metres(self) -> Floats:
        """Lengths in metres."""
        return np.array([point.m for point in self.points], np.float64)

    @property
    def prices(self) -> Floats:
        """Prices in the currency of the plot."""
        return np.array([float(point.price.amount or 0) for point in self.points if point.price], np.float64)


def price_curves(cable: Cable) -> list[PriceCurve]:
    """Return the list prices by length, and the prices calculated from metres and connectors."""
    sold = sorted(cable.lengths, key=lambda length: length.m)
    known = [length for length in sold if length.price and length.price.amount is not None]
    found = [PriceCurve(0, "As sold", tuple(known))] if known else []
    metres = [length.m for length in sold] or [1.0, cable.reach_m or 10.0]
    made = [(m, metre_price(cable, um_from_m(m), custom=False)) for m in sorted(set(metres))]
    priced = tuple(
        StandardLength(m=m, price=Price(amount=price, currency=cable.per_metre.currency))
        for m, price in made
        if price is not None and cable.per_metre is not None
    )
    if priced:
        found.append(PriceCurve(len(found), "By metre and connectors", priced))
    return found


class PricePlot(CurvesView[PriceCurve]):
    """Plot of price over length."""

    currency = "USD"

    def chart_of(self, curves: Sequence[PriceCurve]) -> Chart:
        """Return the chart of price over length; both axes start at 0."""
        series = tuple(Series(one.number, one.name, one.metres, one.prices) for one in curves)
        across, up = Axis("Length", unit="m"), Axis("Price", unit=self.currency)
        if series:
            across = across.over(np.concatenate([*(one.x for one in series), [0.0]]))
            up = up.over(np.concatenate([*(one.y for one in series), [0.0]]))
        return Chart("Price over length", across, up, series)

    def words_of(self, curve: PriceCurve, point: int) -> str:
        """Return length and price of a point."""
        length = curve.points[point]
        return f"{length.m:g} m: {self.currency} {money(length.price.amount if length.price else None)}"


class LengthsPage(QWidget):
    """Tab with lengths and prices of a cable."""

    def __init__(self, desk: Desk, commit: Commit) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.lengths = RecordTable(desk, "Lengths on sale", LENGTHS, commit)
        self.lengths.setObjectName("lengths")
        self.plot = PricePlot(desk, "Price over length")
        self.plot.setObjectName("price-chart")
        column.addWidget(self.lengths)
        column.addWidget(self.plot, 1)
        self.key = ChartKey(desk)
        column.addWidget(self.key)

    def fits(self, part: AnyPart) -> bool:
        """Return whether a part is sold in lengths."""
        return isinstance(part, Cable)

    def title(self, part: AnyPart) -> str:
        """Return the title of the tab."""
        del part
        return "Lengths and prices"

    def show_part(self, part: AnyPart, *, read_only: bool) -> None:
        """Show the lengths of a cable."""
        assert isinstance(part, Cable)
        self.lengths.show_part(part, ("lengths",), NEW_LENGTH, read_only=read_only, most=10)
        prices = (*(length.price for length in part.lengths), part.per_metre)
        self.plot.currency = next((price.currency for price in prices if price is not None), "USD")
        curves = price_curves(part)
        self.plot.empty = "" if curves else "No length has a price yet"
        self.plot.belong_to(part.id)
        self.plot.show_curves(curves)
        self.key.show_curves(curves)
