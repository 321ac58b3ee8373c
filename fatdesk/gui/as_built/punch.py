"""The punch list in the window: one row per step, ticked by a click or the space bar."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import ACTIONS, TITLES
from fatdesk.engine.asbuilt.difference import Difference, Kind, Place, Step
from fatdesk.gui.analysis.installed import place_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.grouping import Groups
from fatdesk.gui.widgets.numbers import counted
from fatdesk.project.document.ref import DifferenceAt

NONE = "–"


class PunchRow(NamedTuple):
    """A step of a difference, with its number in the list from 1, and in its difference from 0."""

    number: int
    difference: Difference
    id: DifferenceAt
    at: int
    step: Step
    done: bool
    label: str = ""
    """Number on the label of the cable."""
    unseen: str = ""
    """The device that the report does not mention, of which this cable is missing; empty: another step."""

    @property
    def kind(self) -> Kind:
        """Kind of difference."""
        return self.difference.kind

    @property
    def key(self) -> tuple[DifferenceAt, int]:
        """Key under which ticks are kept."""
        return self.id, self.at


def punch_rows(
    built: AsBuilt, done: set[tuple[DifferenceAt, int]], labels: Mapping[str, str]
) -> list[PunchRow]:
    """Return all steps in order; ``labels`` are numbers of cables by their ids."""
    absent, counts = frozenset(built.absent), Counter[str]()
    for one in built.differences:
        counts.update(_unseen(one, absent))
    rows: list[PunchRow] = []
    for one in built.differences:
        name, unseen = place_of(one), max(_unseen(one, absent), key=counts.__getitem__, default="")
        for at, step in enumerate(one.steps):
            done_now, label = (name, at) in done, labels.get(step.cable, "")
            rows.append(PunchRow(len(rows) + 1, one, name, at, step, done_now, label, unseen))
    return rows


def _unseen(one: Difference, absent: frozenset[str]) -> list[str]:
    """Devices that were not seen, at the ends of a missing cable."""
    if one.kind != Kind.MISSING:
        return []
    return [place.device for place in one.places if place.device in absent]


OTHERS = "Other differences"


def groups_of(rows: Sequence[PunchRow]) -> Groups:
    """Group missing cables by the device that was not seen, those with most cables first."""
    counts = Counter(row.unseen for row in rows if row.unseen)
    several = [name for name, count in counts.most_common() if count > 1]
    single = len(counts) - len(several)
    titles = [OTHERS, *(f"{name} not seen, {counts[name]:,} cables" for name in several)]
    titles += [f"{counted(single, 'other device')} not seen, one cable each"] if single else []
    group = {name: number for number, name in enumerate(["", *several])}
    of = [group.get(row.unseen, len(several) + 1) for row in rows]
    return Groups(titles, np.arange(len(rows)), np.array(of, np.int64))


def _place(place: Place | None) -> str:
    if place is None:
        return NONE
    where = f" · {place.rack} U{place.u}" if place.rack else ""
    return f"{place.device} {place.port}".strip() + where


def _port_names(step: Step) -> str:
    """Return the operating-system names of both ports; empty where neither is known."""
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
    Column("Step", 44, lambda row: str(row.number), key=lambda row: row.number, number=True),
    Column("Difference", 96, lambda row: TITLES[row.kind] if not row.at else "", key=lambda row: row.kind),
    Column("Do", 66, lambda row: ACTIONS[row.step.action], strong=True),
    Column("From", 132, lambda row: _place(row.step.origin), stretch=True),
    Column("To", 132, lambda row: _place(row.step.target)),
    Column("Label", 76, lambda row: row.label, tone=lambda _: "text2"),
    Column("Other end", 136, lambda row: _place(row.difference.other_end(row.step)), hidden=True),
    Column("Cable", 200, lambda row: row.step.cable, hidden=True),
    Column("Port names", 176, lambda row: _port_names(row.step), hidden=True),
)
NAMES = len(COLUMNS) - 1
"""Number of the column with the names of ports."""


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
