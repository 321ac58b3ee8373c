"""Compare a change order whose boxes were ticked with the order of the growth plan: progress by stage."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from fatdesk.core.finding import Severity
from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.number_text import Sign, counted
from fatdesk.engine.change_order.rows import COLUMNS, Action, ChangeOrder, OrderRow
from fatdesk.engine.drawing.sheets.checklists import port_of
from fatdesk.engine.growth.changes import WorkStage
from fatdesk.engine.growth.progress import OrderProgress, StageProgress
from fatdesk.engine.list_import.report import Change, ComparedOrder, Report, StageKey
from fatdesk.engine.list_import.state import Remarks
from fatdesk.engine.list_import.table import (
    Table,
    column_signs,
    figure_of,
    is_as_it_was,
    is_sum_row,
    measured,
    text_of,
)
from fatdesk.engine.wiring.wiring_list import End

OPEN = frozenset({
    "", "☐", "□", "[ ]", "no", "n", "not", "not done", "open", "todo", "to do", "-", "–", "—", "0", "false",
    "nein", "non", "failed",
})  # fmt: skip
"""Contents of a box that is not ticked; everything else ticks it, such as x, ✓, initials or a time."""
OF_THE_ROW = (
    "stage", "action", "label", "from_rack", "from_u", "from_device", "from_port", "to_rack", "to_u",
    "to_device", "to_port", "new_label", "cable_id",
)  # fmt: skip
"""Columns that say what a row is about: a row in which one differs counts as not ticked."""
TO_PEOPLE = ("done", "done_by", "hours", "links_work", "measured_m", "remark")
MOST_EDITED = 3
"""Rows that are named one by one where a file is of another order."""
_COLUMN = {column.name: column for column in COLUMNS}
_PLUGS = (Action.PULL, Action.MOVE, Action.ADD)


def order_digest(order: ChangeOrder) -> str:
    """Return the digest of the rows of an order, whatever its gate and its texts are."""
    rows = [
        (row.stage, row.action, row.cable_id, _plug(row.origin), _plug(row.target), row.label, row.new_label)
        for row in order.rows()
    ]
    return sha256(repr(rows).encode()).hexdigest()[:16]


def matching(table: Table, orders: Sequence[ChangeOrder]) -> int:
    """Return the number of the order that most rows of a table are of, from 0; of equal ones the first."""
    counts = []
    for order in orders:
        known = {row.step: row for row in order.rows()}
        own = (_OwnRow(table, line, cells) for line, cells in zip(table.lines, table.rows, strict=True))
        counts.append(sum(row.step in known and not row.edited(known[row.step]) for row in own if row.step))
    return counts.index(max(counts)) if counts else 0


def compare_order(
    table: Table, order: ChangeOrder, step: int, before: OrderProgress | None, file: str
) -> Report:
    """Return the progress that the boxes of a change order state, and what contradicts the order.

    Parameters
    ----------
    step
        The step of the growth plan that the order is of, from 1.
    before
        The progress that the project has recorded.
    """
    return _Comparing(table, order, step, before, file).report()


def _plug(end: End | None) -> tuple[str, str, str] | None:
    return None if end is None else (end.rack_label, end.device, port_of(end))


class _OwnRow:
    """A row of the file."""

    def __init__(self, table: Table, line: int, cells: Sequence[Cell]) -> None:
        self.line, self._cells, self._places = line, cells, table.places
        self.step = self._step()

    def at(self, name: str) -> Cell:
        """The cell of a column; empty where the file has none."""
        place = self._places.get(name, -1)
        return self._cells[place] if 0 <= place < len(self._cells) else ""

    def text(self, name: str) -> str:
        """The text of a cell; empty where it has no usable value."""
        cell = self.at(name)
        return "" if isinstance(cell, UnreadCell) else text_of(cell)

    def _step(self) -> int | None:
        text = self.text("step").removesuffix(".0")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None

    @property
    def ticked(self) -> bool:
        """Whether its box is ticked."""
        return self.text("done").casefold() not in OPEN

    def edited(self, row: OrderRow) -> str:
        """The first column in which it is about something else than a row of the order; empty: none."""
        for name in OF_THE_ROW:
            if name in self._places and not is_as_it_was(self.at(name), _COLUMN[name].of(row)):
                return name
        return ""


@dataclass
class _Stage:
    """A stage while its rows are read."""

    number: int
    stage: WorkStage
    rows: list[OrderRow] = field(default_factory=list)
    ticks: dict[int, int] = field(default_factory=dict)
    """Line of the file of each ticked row, by its step."""
    links_working: int | None = None
    hours: float | None = None
    gate_line: int = 0
    """Line of its verify row; 0: it was not found."""
    gate_ticked: bool = False
    links_unreadable: bool = False
    """Whether a number of links is stated that cannot be right."""

    @property
    def work(self) -> list[OrderRow]:
        """The rows with a box that are not its gate."""
        return [row for row in self.rows if row.action not in (Action.VERIFY, Action.ROLL_BACK)]

    @property
    def left(self) -> list[OrderRow]:
        """Work that is not ticked."""
        return [row for row in self.work if row.step not in self.ticks]

    @property
    def passed(self) -> bool:
        """Whether its gate is passed: enough links work; where no number is stated, whether it is ticked.

        A number that cannot be right passes no gate.
        """
        if self.links_working is not None:
            return self.links_working >= self.stage.gate and (self.gate_ticked or not self.left)
        return self.gate_ticked and not self.links_unreadable

    @property
    def progress(self) -> StageProgress:
        """Finished work of the stage."""
        done, left = Counter[bool](), {row.cable_id for row in self.left if row.action in _PLUGS}
        for one in self.stage.changes:
            ids = {row.id for row in (one.before, one.after) if row is not None}
            if not ids & left:
                done[one.row.a.rack_label == one.row.b.rack_label != ""] += 1
        return StageProgress(
            stage=self.number,
            ticked=len(self.work) - len(self.left),
            rows=len(self.work),
            links_working=self.links_working,
            passed=self.passed,
            hours=self.hours,
            in_rack=done[True],
            between=done[False],
        )


class _Comparing:
    """One comparison: row by row, then stage by stage."""

    def __init__(
        self, table: Table, order: ChangeOrder, step: int, before: OrderProgress | None, file: str
    ) -> None:
        self.table, self.order, self.step, self.file = table, order, step, file
        self.digest = order_digest(order)
        held = () if before is None or before.order != self.digest else before.stages
        self.before = {one.stage: one for one in held}
        self.recorded = before is not None
        self.remarks = Remarks(file, table)
        if before is not None and before.order != self.digest:
            self.remarks.of_list("order", "the recorded progress is of an earlier plan and is replaced")
        self.stages = [_Stage(number, stage) for number, stage in enumerate(order.stages, start=1)]
        self.rows = {row.step: row for row in order.rows()}
        for row in self.rows.values():
            self.stages[row.stage - 1].rows.append(row)
        self.seen: dict[int, _OwnRow] = {}
        self.edited = 0
        self.signs: Mapping[str, Sign | None] = {}

    def report(self) -> Report:
        """Compare all rows."""
        own = [
            _OwnRow(self.table, line, cells)
            for line, cells in zip(self.table.lines, self.table.rows, strict=True)
        ]
        self._signs(own)
        last = max((n for n, row in enumerate(own) if row.step in self.rows), default=-1)
        for number, row in enumerate(own):
            self._row(row, below=number > last)
        if self.edited > MOST_EDITED:
            what = f"{self.edited:,} rows are not of this order: it is of another step or state of the plan"
            self.remarks.of_list("order", f"{what}, or was edited; they count as not ticked", Severity.ERROR)
        for stage in self.stages:
            self._order_of_rows(stage)
        self._order_of_stages()
        progress = OrderProgress(order=self.digest, stages=tuple(stage.progress for stage in self.stages))
        missing = tuple(
            f"step {step}" for step, row in self.rows.items() if step not in self.seen and _has_box(row)
        )
        self._absent(own)
        self.remarks.of_table(None, "", 0, ("done",))
        begun = self.recorded or any(one.begun for one in progress.stages)
        changes = tuple(
            self._change(one) for one in progress.stages if begun and one != self.before.get(one.stage)
        )
        return Report(
            ((self.file, "order"),),
            len(self.seen),
            changes if self.seen else (),
            self.remarks.in_order(),
            missing,
            (ComparedOrder(self.file, self.step, progress),) if self.seen else (),
        )

    def _absent(self, own: Sequence[_OwnRow]) -> None:
        """Report rows of work that were removed from the file."""
        there = {row.step for row in own}
        absent = [step for step, row in self.rows.items() if step not in there and _has_box(row)]
        if absent and self.seen:
            one = len(absent) == 1
            what = f"{counted(len(absent), 'row')} of the order {'is' if one else 'are'} not in the file and "
            what += f"{'counts' if one else 'count'} as not ticked: the first is step {absent[0]:,}"
            self.remarks.of_list("step", what, Severity.WARNING)

    def _change(self, now: StageProgress) -> Change:
        was = self.before.get(now.stage)
        first = min(self.stages[now.stage - 1].ticks.values(), default=self.table.head)
        key = StageKey(self.step, now.stage, self.digest)
        return Change(self.file, first, key, "progress", was.words if was else "", now.words, now)

    def _say(
        self, line: int, row: OrderRow, name: str, what: str, severity: Severity = Severity.ERROR
    ) -> None:
        self.remarks.say(line, f"stage {row.stage}, step {row.step}", name, what, severity)

    # Rows

    def _signs(self, own: Sequence[_OwnRow]) -> None:
        """Find the decimal sign of each column of numbers."""
        pairs = {}
        for name in ("hours", "measured_m", "length_m", "needed_m"):
            known = [(row, self.rows[row.step]) for row in own if row.step in self.rows]
            value = _COLUMN[name].of if name not in TO_PEOPLE else lambda _: None
            pairs[name] = [(row.at(name), value(row_of)) for row, row_of in known]
        self.signs = column_signs(pairs)

    def _row(self, own: _OwnRow, *, below: bool) -> None:
        """Take a row of the file."""
        row = None if own.step is None else self.rows.get(own.step)
        if row is None:
            self._foreign(own, below=below)
            return
        if own.step in self.seen:
            first = self.seen[row.step].line
            self._say(own.line, row, "step", f"is in line {first} already: keep one of them")
            return
        name = own.edited(row)
        if name:
            self.edited += 1
            if self.edited <= MOST_EDITED:
                was = text_of(_plain(_COLUMN[name].of(row))) or "nothing"
                what = f"is “{own.text(name)[:60]}”, the order has “{was[:60]}”: the row counts as not ticked"
                self._say(own.line, row, name, what)
            return
        self.seen[row.step] = own
        stage = self.stages[row.stage - 1]
        self._figures(own, row, stage)
        if row.action is Action.VERIFY:
            stage.gate_line, stage.gate_ticked = own.line, own.ticked
        elif row.action is Action.ROLL_BACK:
            if own.text("done"):
                what = "is ticked: where the stage was undone, empty the boxes of its other rows"
                self._say(own.line, row, "done", what, Severity.WARNING)
        elif own.ticked:
            stage.ticks[row.step] = own.line
        if own.text("done").casefold() == "failed":
            self._say(own.line, row, "done", "failed: the row counts as not done", Severity.WARNING)
        if remark := own.text("remark"):
            self._say(own.line, row, "remark", remark[:200], Severity.NOTE)

    def _foreign(self, own: _OwnRow, *, below: bool) -> None:
        """Report a row of no step of the order; sums and empty rows are none."""
        decided = [self.table.places[name] for name in TO_PEOPLE if name in self.table.places]
        if own.step is None and (is_sum_row(own._cells, decided, below) or not own.text("action")):
            return
        if own.step is None:
            self.remarks.aside(own.line)
            return
        self.edited += 1
        if self.edited <= MOST_EDITED:
            last = max(self.rows, default=0)
            what = f"the order of step {self.step} ends with row {last:,}: of another order, ignored"
            self.remarks.say(own.line, f"step {own.step}", "step", what)

    def _figures(self, own: _OwnRow, row: OrderRow, stage: _Stage) -> None:
        """Take hours, links that work and lengths of a row."""
        if (hours := self._number(own, row, "hours", figure_of)) is not None:
            if not 0 <= hours < 1_000_000:
                self._say(own.line, row, "hours", f"is {hours:g}, give the hours of all installers")
            else:
                stage.hours = round((stage.hours or 0.0) + float(hours), 6)
        if row.action is Action.VERIFY:
            self._links(own, row, stage)
        if row.action in (Action.MOVE, Action.ADD):
            self._lengths(own, row)

    def _number(
        self, own: _OwnRow, row: OrderRow, name: str, read: Callable[[Cell, Sign | None], object]
    ) -> float | None:
        cell = own.at(name)
        if cell == "" or (isinstance(cell, str) and not cell.strip()):
            return None
        try:
            found = read(cell, self.signs.get(name))
        except ValueError as error:
            self._say(own.line, row, name, str(error))
            return None
        return None if found is None else float(str(found))

    def _links(self, own: _OwnRow, row: OrderRow, stage: _Stage) -> None:
        found = self._number(own, row, "links_work", figure_of)
        if found is None:
            stage.links_unreadable = bool(own.text("links_work").strip())
            return
        links, gate = stage.stage.links, stage.stage.gate
        if found != int(found) or not 0 <= found <= links:
            what = f"is {found:g}, give a whole number from 0 to {links:,}, the links plugged in the stage"
            self._say(own.line, row, "links_work", what)
            stage.links_unreadable = True
            return
        stage.links_working = int(found)
        if own.ticked and found < gate:
            what = f"the gate is ticked, but {gate:,} of {counted(links, 'link')} must work"
            self._say(own.line, row, "links_work", f"{what} and {found:,.0f} did: it is not passed")

    def _lengths(self, own: _OwnRow, row: OrderRow) -> None:
        """Check a length that was measured, or another cable that was used."""
        needed = None if row.needed_um is None else row.needed_um / 1_000_000
        has = _COLUMN["length_m"].of(row)
        found = self._number(own, row, "measured_m", lambda cell, sign: measured(cell, sign, has))
        used = None
        if "length_m" in self.table.places and not is_as_it_was(own.at("length_m"), has):
            used = self._number(own, row, "length_m", figure_of)
            if used is not None:
                what = f"a cable of {used:g} m was used, not {text_of(_plain(has))} m"
                self._say(own.line, row, "length_m", f"{what}: change the bill", Severity.WARNING)
        if found is not None and isinstance(has, int | float) and found > has and used is None:
            what = f"is {found:g} m, the cable has {has:g} m: check which cable it is"
            self._say(own.line, row, "measured_m", what, Severity.WARNING)
        if used is not None and needed is not None and used < needed:
            self._say(own.line, row, "length_m", f"is {used:g} m, its route needs {needed:.2f} m")

    # Order of the work

    def _order_of_rows(self, stage: _Stage) -> None:
        """Report plugs that went into ports which are not free by the ticks, and a gate before the work."""
        pulls = {_plug(row.origin): row for row in stage.rows if row.action is Action.PULL}
        for row in stage.rows:
            line = stage.ticks.get(row.step)
            if line is None or row.action not in (Action.MOVE, Action.ADD):
                continue
            into = (row.origin, row.target) if row.action is Action.ADD else (row.target,)
            if row.action is Action.MOVE and (own := pulls.get(_plug(row.origin))):
                self._before(line, row, own, stage, "its plug is not pulled")
            for end in into:
                if (other := pulls.get(_plug(end))) is not None:
                    self._before(line, row, other, stage, "the cable in its port is not pulled")
        if stage.gate_ticked and stage.left:
            first = stage.left[0]
            verb = "is" if len(stage.left) == 1 else "are"
            what = f"the gate is ticked, but {counted(len(stage.left), 'row')} of the stage {verb} not"
            self.remarks.say(
                stage.gate_line,
                f"stage {stage.number}",
                "done",
                f"{what}: the first is step {first.step}, {first.action}",
                Severity.WARNING,
            )

    def _before(self, line: int, row: OrderRow, other: OrderRow, stage: _Stage, why: str) -> None:
        if other.step not in stage.ticks:
            self._say(line, row, "done", f"is ticked, but {why}: step {other.step} is not ticked")

    def _order_of_stages(self) -> None:
        """Report a stage that was begun before the gate of an earlier one was passed."""
        closed = None
        for stage in self.stages:
            if closed is not None and stage.ticks:
                line, count = min(stage.ticks.values()), counted(len(stage.ticks), "row")
                verb = "is" if len(stage.ticks) == 1 else "are"
                what = f"{count} {verb} ticked, but the gate of stage {closed} is not passed"
                self.remarks.say(line, f"stage {stage.number}", "done", what, Severity.WARNING)
            if closed is None and not stage.passed:
                closed = stage.number


def _has_box(row: OrderRow) -> bool:
    return row.action is not Action.ROLL_BACK


def _plain(value: object) -> Cell:
    return value if isinstance(value, str | int | float) else "" if value is None else str(value)
