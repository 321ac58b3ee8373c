"""Table of candidates with its footer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.units import UM_PER_M
from fatdesk.engine.drawing.charts.candidate_points import (
    Mask,
    Points,
    blocking_text,
    family_text,
    is_over,
    parameters_text,
)
from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import described, figure
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.widgets.numbers import priced
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip


class Numbered(Protocol):
    """A row of a point."""

    @property
    def number(self) -> int:
        """The number of the point."""


Point = TypeVar("Point", bound=Numbered)


@dataclass(eq=False)
class Row:
    """A candidate with its number, and its letter if pinned."""

    number: int
    one: Candidate
    hosts: int
    ports: int
    required: Fraction | None = None
    letter: str = ""
    series: int = 0
    """Number of its family in the plot."""


def cost_text(one: Candidate) -> str:
    """Return the cost in whole currency units, with "≥" if it is a lower bound."""
    return priced(one.cost.amount, one.cost.at_least)


def share(row: Row) -> float:
    """Return the bisection in percent of a non-blocking network."""
    return 200 * float(row.one.bisection) / row.ports


def _is_over(row: Row) -> bool:
    return is_over(row.one, row.ports, row.required)


REASON = "Reason"
REMARKS = (REASON, "Remark")
"""Titles of columns with the reasons for rejection."""
ABOUT = {
    "Pin": "Click to pin the candidate: up to five are compared side by side.",
    "Family": "Kind of network; the colour is that of its points in the plot.",
    "Parameters": (
        "Trees, level by level: M hosts or switches below, C top switches, K links per bundle. "
        "HyperX: switches per dimension, K links per bundle, T hosts per switch."
    ),
    "Ports": "Ports of each switch.",
    "Hosts per switch": "Hosts attached to each edge switch.",
    "Blocking": (
        "Hosts over links at the narrowest level; of HyperX half of the hosts over the links of the "
        "bisection."
    ),
    "Bisection": "Links that are cut when the hosts are halved so that the fewest links are cut.",
    "Bisection, %": "Bisection relative to that of a non-blocking network.",
    "Cost": "Switches, cables and transceivers at list prices.",
    "Hops": "Links between the two hosts that are farthest apart.",
    "Switches": "Number of switches.",
    "Bundles": "Cables where each bundle of parallel links counts as one, hosts included.",
    "Cables": "Cables to buy, of the lengths that the assumed room needs.",
    "Copper cables": "Cables of copper among them.",
    "Optical cables": "Optical cables among them: where copper is too short, or too thick for the trays.",
    "Power, W": "Power of the switches.",
    "Racks": "Racks for hosts and switches.",
    "Kinds of cable": "Number of different cables and lengths to buy.",
    "Mean excess, m": "Length that is bought beyond the need, per cable.",
    "Wasted lanes": "Lanes of cables that carry no link.",
    "As required": "Whether the candidate blocks no more than the requirements allow.",
    "Front": (
        "Whether no other candidate is at least as good in cost, bisection, hops, switches and "
        "cables, and better in one."
    ),
    "Reason": "Why the candidate is rejected.",
}
COLUMNS: tuple[Column[Row], ...] = described(
    (
        Column(
            "",
            34,
            lambda r: r.letter,
            tone=lambda r: "accent_text" if r.letter else "text3",
            mark=lambda r: "" if r.letter else "pin",
            strong=True,
            name="Pin",
        ),
        Column("Family", 136, lambda r: family_text(r.one), series=lambda r: r.series),
        Column("Parameters", 210, lambda r: parameters_text(r.one), tone=lambda _: "text2"),
        figure("Ports", 60, lambda r: r.one.radix, secondary=True),
        figure("Hosts per switch", 116, lambda r: r.one.terminals),
        Column(
            "Blocking",
            92,
            lambda r: blocking_text(r.one, r.ports),
            key=lambda r: -r.one.bisection,
            number=True,
            tone=lambda r: "warn" if _is_over(r) else "",
        ),
        figure("Bisection", 84, lambda r: float(r.one.bisection), ",.1f"),
        figure("Bisection, %", 96, share, ",.1f", secondary=True),
        Column(
            "Cost", 110, lambda r: cost_text(r.one), key=lambda r: r.one.cost.amount, number=True, strong=True
        ),
        figure("Hops", 56, lambda r: r.one.hops),
        figure("Switches", 80, lambda r: r.one.switches),
        figure("Bundles", 80, lambda r: r.one.cables, secondary=True),
        figure("Cables", 80, lambda r: None if r.one.bill is None else r.one.bill.count),
        figure(
            "Power, W",
            84,
            lambda r: r.one.power_w,
            ",.0f",
            tone=lambda r: "warn" if r.one.power_w is None else "",
            hidden=True,
        ),
        figure("Racks", 64, lambda r: r.one.racks, hidden=True),
        figure(
            "Copper cables", 108, lambda r: None if r.one.bill is None else r.one.bill.copper, hidden=True
        ),
        figure(
            "Optical cables", 112, lambda r: None if r.one.bill is None else r.one.bill.optical, hidden=True
        ),
        figure("Kinds of cable", 112, lambda r: None if r.one.bill is None else r.one.bill.skus, hidden=True),
        figure(
            "Mean excess, m",
            112,
            lambda r: None if r.one.bill is None else r.one.bill.mean_excess_um / UM_PER_M,
            ".2f",
            hidden=True,
        ),
        figure(
            "Wasted lanes",
            104,
            lambda r: None if r.one.bill is None else r.one.bill.wasted_lanes,
            hidden=True,
        ),
        Column(
            "As required",
            100,
            lambda r: "" if r.required is None else "no" if _is_over(r) else "yes",
            tone=lambda r: "warn" if _is_over(r) else "text2",
        ),
        Column("Front", 60, lambda r: "front" if r.one.front else "", tone=lambda _: "ok", stretch=True),
        Column(
            REASON,
            320,
            lambda r: "; ".join(r.one.reasons),
            tone=lambda _: "warn",
            mark=lambda r: "warning" if r.one.reasons else "",
            hidden=True,
        ),
    ),
    ABOUT,
)


class CandidateTable(Table):
    """Table in which P pins the current row."""

    pin_asked = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pin the current row on P."""
        line = self.currentIndex().row()
        if event.key() == Qt.Key.Key_P and not event.modifiers() and line >= 0:
            self.pin_asked.emit(line)
        else:
            super().keyPressEvent(event)


class PointList(QWidget, Generic[Point]):
    """List of the points of a plot with its footer.

    ``pin_asked`` and ``make_asked`` carry the number of a point.

    Parameters
    ----------
    columns
        The first one shows the letters of pins, and pins a point when it is clicked.
    buttons
        Buttons of the footer, before those of columns and of copying.
    """

    pin_asked = Signal(int)
    make_asked = Signal(int)

    def __init__(
        self, desk: Desk, columns: Sequence[Column[Point]], title: str, name: str, buttons: Sequence[QWidget]
    ) -> None:
        super().__init__()
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._remark = next(n for n, one in enumerate(columns) if one.title in REMARKS)
        self.model: RowsModel[Point] = RowsModel(columns, self)
        self.table = CandidateTable(desk, self.model, title)
        self.table.setObjectName(name)
        self.table.make_sortable()
        self.table.clicked.connect(lambda index: self._clicked(index.row(), index.column()))
        self.table.doubleClicked.connect(lambda index: self._open(index.row(), index.column()))
        self.table.opened.connect(lambda line: self.make_asked.emit(self.model.row(line).number))
        self.table.pin_asked.connect(lambda line: self.pin_asked.emit(self.model.row(line).number))
        column.addWidget(self.table, 1)
        foot = QWidget()
        foot.setProperty("role", "foot")
        foot.setFixedHeight(px(34))
        row = QHBoxLayout(foot)
        row.setContentsMargins(px(12), 0, px(8), 0)
        self.summary = ElidedLabel("", "text2")
        self.summary.setObjectName("summary")
        self.columns = ColumnsButton(desk, self.table)
        copy = QPushButton("Copy as table")
        copy.clicked.connect(self.table.copy)
        row.addWidget(self.summary, 1)
        for button in (*buttons, self.columns, copy):
            row.addWidget(button)
        column.addWidget(foot)

    def _clicked(self, line: int, column: int) -> None:
        if not column:
            self.pin_asked.emit(self.model.row(line).number)

    def _open(self, line: int, column: int) -> None:
        if column:
            self.make_asked.emit(self.model.row(line).number)

    def limit(self, listed: Mask, *, reasons: bool) -> None:
        """Limit the list to some points, with or without the reasons for rejection."""
        self.table.show_column(self._remark, reasons)
        self.model.filter_by(lambda _: listed)

    def chosen(self) -> list[int]:
        """Return the numbers of the selected points."""
        return [row.number for row in self.table.chosen_rows()]


class CandidateList(PointList[Row]):
    """List of candidates.

    ``counts_asked`` signals a click on the button for trees by heuristic, ``parts_asked`` one on the button
    for parts of the selected candidate.
    """

    counts_asked = Signal()
    parts_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        self.parts = QPushButton("Parts and prices…")
        self.parts.setObjectName("candidate-parts")
        self.parts.setToolTip(
            tip("List switches, cables by length, and laying of the selected candidate, with their prices")
        )
        counts = QPushButton("Trees by heuristic…")
        counts.setObjectName("count-trees")
        counts.setToolTip(tip("Count the trees of the recursive search with heuristics H1 to H4 on and off"))
        super().__init__(desk, COLUMNS, "Candidates", "table-candidates", (self.parts, counts))
        self.parts.clicked.connect(lambda _=False: self.parts_asked.emit())
        counts.clicked.connect(lambda _=False: self.counts_asked.emit())

    def show_points(self, points: Points | None, ports: int, required: Fraction | None) -> None:
        """Show candidates; those that block more than ``required`` are marked."""
        rows = []
        if points is not None:
            series = points.series.tolist()
            rows = [
                Row(n, one, points.hosts, ports, required, series=series[n])
                for n, one in enumerate(points.candidates)
            ]
            self.model.titles = {"Cost": f"Cost, {points.currency}"}
        self.model.filter_by(None)  # the filter is by number, and the numbers have changed
        self.model.show(rows)

    def show_letters(self, letters: Mapping[int, str]) -> None:
        """Show the letters of pinned candidates."""
        for row in self.model.rows:
            row.letter = letters.get(row.number, "")
        self.table.viewport().update()
