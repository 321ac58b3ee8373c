"""The punch list in the window: one row per step, ticked by a click; the choice of the growth stage."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import QMenu

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt import punch_list
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import STAGE_WORK, unchecked_text
from fatdesk.engine.asbuilt.difference import Difference, Kind, Place
from fatdesk.engine.asbuilt.punch_list import Task, tasks
from fatdesk.engine.listing.cells import by_name
from fatdesk.gui.analysis.installed import installed_of, place_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import described, listed, others
from fatdesk.gui.tables.model import Groups
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.ref import DifferenceAt
from fatdesk.project.document.stage_names import StageName

NONE = "–"


class PunchRow(NamedTuple):
    """A step with its difference.

    Attributes
    ----------
    task
        Row of the punch list.
    at
        Number of the step in its difference, from 0.
    unseen
        The device that the report does not mention, of which this cable is missing; empty: another step.
    unchecked
        Title of all cables of which neither end sent a report; empty: another step.
    """

    task: Task
    difference: Difference
    id: DifferenceAt
    at: int
    unseen: str = ""
    unchecked: str = ""

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
    steps = tasks(built, labels=labels)
    for one in built.differences:
        name, unseen = place_of(one), max(_unseen(one, absent), key=counts.__getitem__, default="")
        for at in range(len(one.steps)):
            task = next(steps)
            row = PunchRow(task._replace(done=(name, at) in done), one, name, at, unseen)
            rows.append(row if one.checked else row._replace(unchecked=unchecked_text(built)))
    return rows


def _unseen(one: Difference, absent: frozenset[str]) -> list[str]:
    """Devices that were not seen, at the ends of a missing cable."""
    if one.kind != Kind.MISSING or not one.checked:
        return []
    return [place.device for place in one.places if place.device in absent]


OTHERS = "Other differences"


def groups_of(rows: Sequence[PunchRow]) -> Groups:
    """Group missing cables by the device that was not seen, most cables first; then the unchecked."""
    counts = Counter(row.unseen for row in rows if row.unseen)
    several = [name for name, count in counts.most_common() if count > 1]
    single = len(counts) - len(several)
    titles = [OTHERS, *(f"{name} not seen, {counts[name]:,} cables" for name in several)]
    titles += [f"{counted(single, 'other device')} not seen, one cable each"] if single else []
    group = {name: number for number, name in enumerate(["", *several])}
    unchecked = next((row.unchecked for row in rows if row.unchecked), "")
    titles += [unchecked] if unchecked else []
    last = len(titles) - 1
    of = [last if row.unchecked else group.get(row.unseen, len(several) + 1) for row in rows]
    return Groups(titles, np.arange(len(rows)), np.array(of, np.int64))


def _place(place: Place | None) -> str:
    if place is None:
        return NONE
    where = f" · {place.rack} U{place.u}" if place.rack else ""
    return f"{place.device} {place.port}".strip() + where


def _stage(task: Task) -> str:
    """The growth stage that a difference belongs to."""
    return "" if task.work is None else f"{task.work.stage}, {STAGE_WORK[task.work.later]}"


def _plain(_: object) -> str:
    return "text"


def _task(row: PunchRow) -> Task:
    return row.task


LIST = by_name(punch_list.COLUMNS)
SHOWN = (
    "step", "difference", "kind", "action", "cable", "done", "label", "from_os_port", "to_os_port", "stage",
    "stage_work",
)  # fmt: skip
ABOUT = {
    "Done": "Ticked when the step is done; Space or a click.",
    "Step": "Steps in an order in which each target port is free.",
    "Label": "Number of the cable, as on its label.",
    "Difference": "What differs from the plan: swapped, moved, missing or extra cables.",
    "Stage": "Growth stage whose work the difference is: done early, or due and not done.",
    "Action": "What to do with the plug.",
    "From": "Device, port, rack and unit where the plug is now.",
    "To": "Device, port, rack and unit where the plug belongs.",
    "Other end": "Where the other end of the cable is, which stays.",
}
COLUMNS: tuple[Column[PunchRow], ...] = described(
    (
        Column(
            "Done",
            46,
            lambda row: "yes" if row.task.done else "no",
            key=lambda row: row.task.done,
            mark=lambda row: "ticked" if row.task.done else "unticked",
        ),
        listed(LIST["step"], _task, 50, tone=_plain),
        listed(LIST["label"], _task, 84, title="Cable", strong=True, tone=_plain),
        Column("Difference", 96, lambda row: row.task.kind if not row.at else "", key=lambda row: row.kind),
        listed(LIST["action"], _task, 76, strong=True, tone=_plain),
        Column(
            "Stage",
            100,
            lambda row: _stage(row.task) if not row.at else "",
            key=lambda row: row.task.work or (0, False),
            hidden=True,
        ),
        Column("From", 130, lambda row: _place(row.task.step.origin), stretch=True),
        Column("To", 130, lambda row: _place(row.task.step.target), stretch=True),
        Column("Other end", 136, lambda row: _place(row.task.other_end)),
        listed(LIST["cable"], _task, 200, title="Cable id", hidden=True),
        listed(LIST["from_os_port"], _task, 120, hidden=True),
        listed(LIST["to_os_port"], _task, 120, hidden=True),
        *others(punch_list.COLUMNS, _task, SHOWN),
    ),
    ABOUT,
)
NAMES = [number for number, column in enumerate(COLUMNS) if column.title.endswith("port name")]
"""Numbers of the columns with the names of ports."""
STAGE = next(number for number, column in enumerate(COLUMNS) if column.title == "Stage")
"""Number of the column with the growth stages."""


class PunchTable(Table):
    """``ticked`` carries rows whose box was changed, and whether they are done now."""

    ticked = Signal(object, bool)

    def __init__(self, desk: Desk, model: RowsModel[PunchRow]) -> None:
        super().__init__(desk, model, "Punch list")
        self.clicked.connect(self._clicked)
        self._named = self._staged = False

    def show_stages(self, built: AsBuilt | None) -> None:
        """Show the column of stages while a report is compared with a growth stage."""
        staged = built is not None and bool(built.stage)
        if staged != self._staged:
            self._staged = staged
            self.show_column(STAGE, staged)

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
            for number in NAMES:
                self.show_column(number, named)

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == 0 and self.rows.head(index.row()) is None:
            self._turn([self.rows.row(index.row())])

    def _turn(self, rows: Sequence[PunchRow]) -> None:
        if rows:
            self.ticked.emit(rows, not all(row.task.done for row in rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar ticks what is selected."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._turn(self.chosen_rows())
        else:
            super().keyPressEvent(event)


HINT = "The plan that the report is compared with while a growth step is in progress"
BY_TICKS = "Stages that are ticked as done"
TODAY_TITLE = "Network of today"
WORKING = "Working out the stages…"
Choice = tuple[str, StageName | str | None]


def title_of(stage: StageName, several: bool) -> str:
    """Return the title of a stage; with its step where there are several.

    >>> title_of(StageName(1, 2, done=True), False), title_of(StageName(3, 0, done=True), True)
    ('After stage 2', 'Step 3 before stage 1')
    """
    words = stage.words if several else stage.words.removeprefix(f"step {stage.step} ")
    return words[0].upper() + words[1:]


class StageChoice(MenuButton):
    """A menu of the stages of the growth plan; hidden where the plan has no steps."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "growth", TODAY_TITLE, HINT)
        self.setObjectName("stages")
        self._session = desk.session
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self._fill)
        self.setMenu(self.choices)

    def follow(self) -> None:
        """Show what the report is compared with."""
        installed = installed_of(self._session)
        self.setVisible(bool(installed.file and self._session.is_open and self._session.project.growth))
        expected = installed.expected if installed.file else None
        stage = None if expected is None or isinstance(expected, str) else expected.stage
        several = len(self._session.project.growth) > 1
        self.setText(TODAY_TITLE if stage is None else title_of(stage, several))
        if self.choices.isVisible():
            self._fill()

    def _fill(self) -> None:
        """Offer the ticked stages, today, and each stage of each step."""
        from fatdesk.project.growing.expected import TODAY, step_under_way

        installed, menu = installed_of(self._session), self.choices
        menu.clear()
        group = QActionGroup(menu)
        under_way = step_under_way(self._session.project)
        chosen = TODAY if installed.wanted is None and under_way is None else installed.wanted
        first: list[Choice] = [] if under_way is None else [(BY_TICKS, None)]
        self._add(menu, group, [*first, (TODAY_TITLE, TODAY)], chosen)
        steps = installed.steps
        if steps is None:
            menu.addAction(menu_text(WORKING)).setEnabled(False)
        elif isinstance(steps, str):
            menu.addAction(menu_text(steps)).setEnabled(False)
        else:
            for step in steps:
                part = menu.addMenu(menu_text(f"Step {step.number}"))
                rebuilt = step.work.grown.policy == "rebuild"
                names = [StageName(step.number, number, done=True) for number in range(step.stages + 1)]
                titles = [title_of(name, False) for name in names]
                found: list[Choice] = list(zip(titles, names, strict=True))
                self._add(part, group, found[1:] if rebuilt else found, chosen)

    def _add(
        self, menu: QMenu, group: QActionGroup, choices: list[Choice], chosen: StageName | str | None
    ) -> None:
        for title, wanted in choices:
            action = menu.addAction(menu_text(title))
            action.setCheckable(True)
            action.setChecked(wanted == chosen)
            group.addAction(action)
            action.triggered.connect(partial(self._take, wanted))

    def _take(self, wanted: StageName | str | None, _: bool = False) -> None:
        installed_of(self._session).compare_with(wanted)
