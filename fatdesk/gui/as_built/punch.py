"""The punch list of the window: a line a step, with a box that is ticked by a click or the space bar."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import ACTIONS, TITLES
from fatdesk.engine.asbuilt.difference import Difference, Kind, Place, Step
from fatdesk.gui.analysis.installed import place_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.project.document.ref import DifferenceAt

NONE = "–"


class PunchRow(NamedTuple):
    """A step of a difference: its number among all, and within its difference from 0."""

    number: int
    difference: Difference
    id: DifferenceAt
    at: int
    step: Step
    done: bool

    @property
    def kind(self) -> Kind:
        """What happened."""
        return self.difference.kind

    @property
    def key(self) -> tuple[DifferenceAt, int]:
        """What ticks are remembered by."""
        return self.id, self.at


def punch_rows(built: AsBuilt, done: set[tuple[DifferenceAt, int]]) -> list[PunchRow]:
    """All steps in order."""
    rows: list[PunchRow] = []
    for one in built.differences:
        name = place_of(one)
        for at, step in enumerate(one.steps):
            rows.append(PunchRow(len(rows) + 1, one, name, at, step, (name, at) in done))
    return rows


def _place(place: Place | None) -> str:
    if place is None:
        return NONE
    where = f" · {place.rack} U{place.u}" if place.rack else ""
    return f"{place.device} {place.port}".strip() + where


def _port_names(step: Step) -> str:
    """What operating systems call both ports; empty where neither is known."""
    names = [place.os_port if place else "" for place in (step.origin, step.target)]
    return " to ".join(name or NONE for name in names) if any(names) else ""


COLUMNS: tuple[Column[PunchRow], ...] = (
    Column(
        "Done",
        52,
        lambda row: "",
        key=lambda row: row.done,
        mark=lambda row: "ticked" if row.done else "unticked",
    ),
    Column("Step", 46, lambda row: str(row.number), key=lambda row: row.number, number=True),
    Column("Difference", 104, lambda row: TITLES[row.kind] if not row.at else "", key=lambda row: row.kind),
    Column("Do", 74, lambda row: ACTIONS[row.step.action], strong=True),
    Column("From", 136, lambda row: _place(row.step.origin), stretch=True),
    Column("To", 136, lambda row: _place(row.step.target)),
    Column("Cable", 200, lambda row: row.step.cable, hidden=True),
    Column("Port names", 176, lambda row: _port_names(row.step), hidden=True),
)
NAMES = len(COLUMNS) - 1
"""Which column has the names of ports."""


class PunchTable(Table):
    """``ticked`` carries rows whose box was changed, and whether they are done now."""

    ticked = Signal(object, bool)

    def __init__(self, desk: Desk, model: RowsModel[PunchRow]) -> None:
        super().__init__(desk, model, "Punch list")
        self.clicked.connect(self._clicked)
        self._named = False

    def show_names(self, built: AsBuilt | None) -> None:
        """Show the names of ports from the first report on that has any, until one has none."""
        places = (
            (place for step in built.steps for place in (step.origin, step.target))
            if built is not None
            else ()
        )
        named = any(place.os_port for place in places if place is not None)
        if named != self._named:
            self._named = named
            self.show_column(NAMES, named)

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == 0 and self.rows.head(index.row()) is None:
            self._turn([self.rows.row(index.row())])

    def _turn(self, rows: Sequence[PunchRow]) -> None:
        if rows:
            self.ticked.emit(rows, not all(row.done for row in rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar ticks what is selected."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._turn(self.chosen_rows())
        else:
            super().keyPressEvent(event)
