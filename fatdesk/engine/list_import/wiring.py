"""Compare an edited wiring list with the present cables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fatdesk.core.finding import Severity
from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.number_text import Sign
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.by_hand import ByHand
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.list_import.report import Change, Report
from fatdesk.engine.list_import.state import Exported, Remarks, both_changed, few
from fatdesk.engine.list_import.table import (
    IDENTIFIERS,
    STATUSES,
    Said,
    Table,
    agreed,
    column_signs,
    is_as_it_was,
    is_sum_row,
    known_status,
    measured,
    sold,
    sound_text,
    text_of,
)
from fatdesk.engine.listing.cells import Value
from fatdesk.engine.listing.wiring_columns import COLUMNS, LEFT_TO_PEOPLE, wiring_rows
from fatdesk.engine.listing.workbook import RECORDED
from fatdesk.engine.wiring.port_identifiers import Marking

PLACE = {column.name: number for number, column in enumerate(COLUMNS)}
NUMBERS = tuple(column.name for column in COLUMNS if column.kind != "text")
BY_HAND = {"part": "part", "ordered_m": "length_m"}
"""Columns that are decided by hand, and the fields of the record."""
OF_THE_PART = ("kind", "cost", "reason", "a_transceiver", "b_transceiver")
"""Columns that follow from the part that is chosen."""
OF_THE_LEG = (
    "b_device", "b_slot", "b_port", "b_sub_port", "label_b", "identifier_b", "b_rack", "b_u", "links",
    "a_sub_port",
)  # fmt: skip
ENDS = ("number", *(f"{side}_{name}" for side in "ab" for name in ("device", "slot", "port", "sub_port")))
"""Columns that say which cable a row is of: while one contradicts the design, nothing of the row applies."""
RENAMED = ("a_rack", "b_rack", "a_device", "b_device")
"""Columns whose changes since the export are reported by name."""
SIDES = ("a_side", "b_side")
"""Columns that lists of earlier versions have, but empty."""
NOWHERE = 10**9
"""Place of a column that the list does not have."""
STEP = 5_000

Row = tuple[Cell, ...]
Cells = tuple[Value, ...]


@dataclass(frozen=True)
class Wired:
    """The cables as they are now.

    Attributes
    ----------
    by_hand
        What was decided of single cables, by id.
    why_not
        Why a cable cannot be of a part and a length (None: by rule); empty when it can.
    marking
        The scheme of identifiers, by which rows without the id of a cable are found; None: there is none.
    """

    plan: Plan
    by_hand: Mapping[str, ByHand]
    why_not: Callable[[str, ByHand], str]
    marking: Marking | None = None


def compare_wiring(
    table: Table, exported: Exported | None, wired: Wired, file: str, progress: Progress = SILENT
) -> Report:
    """Return the changes of a wiring list that can be applied, and the contradictions with the design."""
    return _Comparing(table, exported, wired, file).report(progress)


@dataclass
class _Cable:
    """Rows of one cable as they came back, each with the cells that the list would have now."""

    id: str
    legs: list[Cells]
    rows: list[tuple[int, Row]] = field(default_factory=list)


def _spoken(cable: _Cable) -> str:
    """Number and ends of a cable, as on its labels; its id where it has neither."""
    cells = cable.legs[0] if cable.legs else ()
    words = [str(cells[PLACE[name]]) for name in ("number", "links") if cells and cells[PLACE[name]]]
    return " ".join(words) or cable.id


class _Row(NamedTuple):
    """A row of a cable, and its leg: the cells that the list would have now, and had when exported."""

    line: int
    cells: Row
    leg: Cells
    number: int
    before: Mapping[str, Cell]


class _Comparing:
    """One comparison: rows by cable, then cable by cable."""

    def __init__(self, table: Table, exported: Exported | None, wired: Wired, file: str) -> None:
        self.table, self.exported, self.wired, self.file = table, exported, wired, file
        self.remarks = Remarks(file, table)
        self.changes: list[Change] = []
        self.stayed = 0
        places = table.places
        taken = (*RECORDED, *BY_HAND, *LEFT_TO_PEOPLE, "cable_id")
        self.design = [(name, at, PLACE[name]) for name, at in places.items() if name not in taken]
        self.recorded = [(name, places[name]) for name in RECORDED if name in places]
        self.by_hand = [(name, places[name]) for name in BY_HAND if name in places]
        self.not_kept = [(name, places[name]) for name in LEFT_TO_PEOPLE if name in places]
        self.ends = [(places[name], PLACE[name]) for name in ENDS if name in places]
        self.signs: Mapping[str, Sign | None] = {}
        self.statuses = {cable.status for cable in wired.plan.cables}
        self._by_ends: dict[tuple[str, ...], str] | None = None
        self._by_pair: dict[tuple[str, str], _Cable] | None = None

    def report(self, progress: Progress) -> Report:
        cables = self._gathered()
        found = [cable for cable in cables.values() if cable.rows]
        found.sort(key=lambda cable: cable.rows[0][0])
        rows_of = {cable.id: self._legs(cable) for cable in found}
        self.signs = self._signs(rows_of.values())
        for number, cable in enumerate(found):
            if number % STEP == 0:
                progress.step(number, len(found), f"Compared {number:,} of {len(found):,} cables")
            self._compare(cable, rows_of[cable.id])
        missing = self._missing(cables)
        self.remarks.of_table(self.exported, self.wired.plan.state, self.stayed, RECORDED)
        rows = sum(len(cable.rows) for cable in found)
        remarks = self.remarks.in_order()
        return Report(((self.file, "wiring"),), rows, tuple(self.changes), remarks, missing)

    def _missing(self, cables: Mapping[str, _Cable]) -> tuple[str, ...]:
        """Cables that the list does not have; those that the project has got since are a note."""
        absent = [cable.id for cable in cables.values() if not cable.rows]
        designed = self.exported.designed if self.exported is not None else {}
        added = [name for name in absent if name not in designed] if designed else []
        if added:
            names = [_spoken(cables[name]) for name in added]
            what = f"{few(names)} {'are' if len(names) > 1 else 'is'} in the project since the export"
            self.remarks.of_list("cable_id", what)
        missing = tuple(name for name in absent if name not in set(added))
        if missing:
            names = [_spoken(cables[name]) for name in missing]
            what = f"{few(names)} {'are' if len(names) > 1 else 'is'} in the project but not in the list"
            self.remarks.of_list("cable_id", what, Severity.WARNING)
        return missing

    def _gathered(self) -> dict[str, _Cable]:
        """The rows of the file by cable; those of none are reported."""
        plan = self.wired.plan
        cables: dict[str, _Cable] = {row.id: _Cable(row.id, []) for row in plan.cables}
        for cells in wiring_rows(plan):
            cables[str(cells[0])].legs.append(cells)
        key = self.table.places.get("cable_id", NOWHERE)
        others: list[tuple[int, Row, Cell]] = []
        last = 0
        for line, row in zip(self.table.lines, self.table.rows, strict=True):
            name = _at(row, key)
            cable = cables.get(text_of(name))
            if cable is None and not text_of(name) and not isinstance(name, UnreadCell):
                cable = self._by_identifiers(row, cables)
            if cable is None or isinstance(name, UnreadCell):
                others.append((line, row, name))
            else:
                cable.rows.append((line, row))
                last = line
        for line, row, name in others:
            self._take_none(line, row, name, line > last)
        return cables

    def _take_none(self, line: int, row: Row, name: Cell, below: bool) -> None:
        """A row that names no cable of the project."""
        stated = [at for _, at in (*self.recorded, *self.by_hand)]
        if not any(text_of(cell) for cell in row):
            return
        if is_sum_row(row, stated, below):
            self.remarks.aside(line)
        elif isinstance(name, UnreadCell):
            self.remarks.say(line, "", "cable_id", f"{name.why}; nothing of the row is applied")
        elif self.exported is not None and text_of(name) in self.exported.designed:
            self._take_former(line, row, text_of(name))
        elif text_of(name):
            what = "is not a cable of this project, remove the row or correct its id"
            self.remarks.say(line, text_of(name), "cable_id", what)
        elif (wrong := self._wrong_identifier(row)) is not None:
            self.remarks.say(line, "", *wrong)
        elif any(text_of(_at(row, at)) for at in stated):
            what = "names no cable and is not read, give it the cable's id or delete it"
            self.remarks.say(line, "", "cable_id", what, Severity.WARNING)
        else:
            self.remarks.aside(line)

    def _identifiers(self, row: Row) -> tuple[str, str]:
        """The identifiers of both ends in a row; empty where it has none."""
        near, far = (text_of(_at(row, self.table.places.get(name, NOWHERE))) for name in IDENTIFIERS)
        return near, far

    def _by_identifiers(self, row: Row, cables: Mapping[str, _Cable]) -> _Cable | None:
        """The cable whose ends a row names by their identifiers, whichever is first."""
        ends = self._identifiers(row)
        if "" in ends:
            return None
        if self._by_pair is None:
            near, far = (PLACE[name] for name in IDENTIFIERS)
            legs = [(str(leg[near]), str(leg[far]), cable) for cable in cables.values() for leg in cable.legs]
            self._by_pair = {(b, a): cable for a, b, cable in legs} | {(a, b): cable for a, b, cable in legs}
        return self._by_pair.get(ends)

    def _wrong_identifier(self, row: Row) -> tuple[str, str] | None:
        """The column of the first identifier of a row that names no port, and why; or that no cable is so."""
        marking, ends = self.wired.marking, self._identifiers(row)
        if not any(ends):
            return None
        if marking is None:
            what = f"{(ends[0] or ends[1])[:80]} is not read: the project has no scheme of identifiers"
            return IDENTIFIERS[0], what
        for name, text in zip(IDENTIFIERS, ends, strict=True):
            found = marking.find(text) if text else "is empty"
            if isinstance(found, str):
                return name, f"{text[:80]} {found}; nothing of the row is applied".strip()
        return IDENTIFIERS[0], f"no cable of this project joins {ends[0]} and {ends[1]}"

    def _take_former(self, line: int, row: Row, name: str) -> None:
        """A row of a cable that the project had when the list was exported: an error when it was edited."""
        assert self.exported is not None
        edited = [
            column
            for column, at in self.recorded
            if not is_as_it_was(_at(row, at), self.exported.recorded(name, column))
        ]
        if edited:
            what = f"is not in the project any more: {', '.join(edited)} cannot be applied"
            self.remarks.say(line, name, "cable_id", what)
        else:
            self.remarks.former(line)

    def _legs(self, cable: _Cable) -> list[_Row]:
        """Each row with its leg: the one that agrees in most of its far end, now or as exported."""
        free = list(range(len(cable.legs)))
        first: dict[int, int] = {}
        found = []
        before = [self._before(cable.id, number) for number in range(len(cable.legs))]
        for line, row in cable.rows:
            number = 0
            if len(cable.legs) > 1:
                number = max(
                    range(len(cable.legs)),
                    key=lambda n: (self._agreeing(row, cable.legs[n], before[n]), n in free, -n),
                )
            if number in free:
                free.remove(number)
                first[number] = line
            else:
                what = f"is in line {first[number]} already, keep one of both rows"
                self.remarks.say(line, cable.id, "cable_id", what, Severity.WARNING)
            found.append(_Row(line, row, cable.legs[number], number, before[number]))
        if free:
            what = f"has {len(cable.legs)} legs in the project and {len(first)} in the list"
            self.remarks.say(cable.rows[0][0], cable.id, "cable_id", what, Severity.WARNING)
        return found

    def _before(self, cable: str, number: int) -> Mapping[str, Cell]:
        return {} if self.exported is None else self.exported.design_of(cable, number)

    def _agreeing(self, row: Row, leg: Cells, before: Mapping[str, Cell]) -> int:
        places = [(name, at) for name in OF_THE_LEG if (at := self.table.places.get(name)) is not None]
        now = sum(is_as_it_was(_at(row, at), leg[PLACE[name]]) for name, at in places)
        then = sum(name in before and is_as_it_was(_at(row, at), before[name]) for name, at in places)
        return max(now, then)

    def _signs(self, every: Iterable[Sequence[_Row]]) -> Mapping[str, Sign | None]:
        """The decimal signs that the columns of numbers prove, with the plan as witness."""
        places = [(name, at) for name in NUMBERS if (at := self.table.places.get(name)) is not None]
        known: dict[str, list[tuple[Cell, Value]]] = {name: [] for name, _ in places}
        for rows in every:
            for row in rows:
                for name, at in places:
                    cell = _at(row.cells, at)
                    if isinstance(cell, str) and cell and not isinstance(cell, UnreadCell):
                        known[name].append((cell, row.leg[PLACE[name]]))
                        known[name] += [(cell, row.before[name])] if name in row.before else []
        return column_signs(known)

    def _compare(self, cable: _Cable, rows: Sequence[_Row]) -> None:
        hands = {name: self._said_by_hand(cable, rows, name, at) for name, at in self.by_hand}
        other_part = hands.get("part") is not None
        sound, certain = True, []
        for row in rows:
            wrong = self._contradicting(row, other_part)
            other = self._with_these_ends(row, cable.id) if any(name in ENDS for name, *_ in wrong) else ""
            if other:
                what = (
                    f"the other columns are those of {other}: no cell of the row is applied, correct its id"
                )
                self.remarks.say(row.line, cable.id, "cable_id", what)
            else:
                for name, cell, was in wrong:
                    kept = f"the design {_stated(was)}, which a list cannot change"
                    what = f"the list says {_stated(cell)}, {kept}"
                    if name in IDENTIFIERS and self.wired.marking is not None:
                        found = self.wired.marking.find(text_of(cell))
                        what += f"; it {found}" if isinstance(found, str) else ""
                    self.remarks.say(row.line, cable.id, name, what)
            sound = sound and not wrong
            if any(name in ENDS for name, *_ in wrong):
                self._not_applied(cable, row, explained=bool(other))
            else:
                certain.append(row)
            for name, at in self.not_kept:
                if _at(row.cells, at) != "":
                    self.remarks.not_kept(name, row.line)
        for name, at in self.recorded:
            self._take_record(cable, certain, name, at)
        if certain:
            self._take_by_hand(cable, hands, sound)

    def _contradicting(self, row: _Row, other_part: bool) -> list[tuple[str, Cell, Value]]:
        """The cells of a row in which the design differs, now and when the list was exported."""
        wrong: list[tuple[str, Cell, Value]] = []
        for name, at, place in self.design:
            cell, was = _at(row.cells, at), row.leg[place]
            if cell == was or is_as_it_was(cell, was) or (other_part and name in OF_THE_PART):
                continue
            if (name in SIDES and not text_of(cell)) or (name in IDENTIFIERS and self._is_turned(row)):
                continue
            if isinstance(cell, UnreadCell):
                self.remarks.not_compared(row.line)
            elif name in row.before and is_as_it_was(cell, row.before[name]):
                renamed = (text_of(cell), _words(was)) if name in RENAMED else None
                self.remarks.outdated(row.line, renamed)
            else:
                wrong.append((name, cell, was))
        return wrong

    def _is_turned(self, row: _Row) -> bool:
        """Whether a row has the identifiers of both ends of its cable with the far one first."""
        near, far = (str(row.leg[PLACE[name]]) for name in IDENTIFIERS)
        return near != "" and self._identifiers(row.cells) == (far, near)

    def _with_these_ends(self, row: _Row, cable: str) -> str:
        """The other cable that has all the ends of a row; empty when none has."""
        if len(self.ends) < 3:
            return ""
        if self._by_ends is None:
            self._by_ends = {
                tuple(_words(cells[place]) for _, place in self.ends): str(cells[0])
                for cells in wiring_rows(self.wired.plan)
            }
        other = self._by_ends.get(tuple(text_of(_at(row.cells, at)) for at, _ in self.ends), "")
        return "" if other == cable else other

    def _not_applied(self, cable: _Cable, row: _Row, *, explained: bool) -> None:
        """Report what people wrote into a row of which it is not certain what cable it is of."""
        for name, at in self.recorded:
            cell, was = _at(row.cells, at), row.leg[PLACE[name]]
            before = None if self.exported is None else self.exported.recorded(cable.id, name)
            untouched = is_as_it_was(cell, was) or (before is not None and is_as_it_was(cell, before))
            if not untouched and not explained:
                what = f"{_stated(cell)} is not applied while the ends in this row contradict the design"
                self.remarks.say(row.line, cable.id, name, f"{what}, correct these first")

    # What people write down

    def _take_record(self, cable: _Cable, rows: Sequence[_Row], name: str, at: int) -> None:
        said: list[Said[Any]] = []
        for row in rows:
            cell, was = _at(row.cells, at), row.leg[PLACE[name]]
            if was in (None, "") and text_of(cell) == "":
                continue
            now = was if was not in (None, "") else None if name == "measured_m" else ""
            if cell == was or is_as_it_was(cell, was):
                said.append(Said(row.line, now, _words(was), False))
                continue
            try:
                value = self._recorded_value(cable, cell, name)
            except ValueError as error:
                self.remarks.say(row.line, cable.id, name, str(error))
                return
            if value == now:
                said.append(Said(row.line, now, _words(was), False))
                continue
            if self.exported is not None and (name != "measured_m" or row.number == 0):
                before = self.exported.recorded(cable.id, name)
                if is_as_it_was(cell, before):
                    self.stayed += 1
                    said.append(Said(row.line, now, _words(was), False))
                    continue
                if not is_as_it_was(_as_cell(was), before):
                    self.remarks.say(row.line, cable.id, name, both_changed(before, was, cell))
                    return
            said.append(Said(row.line, value, _words(value), True))
        if said:
            self._agree(cable, name, said, _words(cable.legs[0][PLACE[name]]), name)

    def _recorded_value(self, cable: _Cable, cell: Cell, name: str) -> Value:
        """Return the value that a cell states for a record.

        Raises
        ------
        ValueError
            What is wrong with it, and what to do.
        """
        if isinstance(cell, UnreadCell):
            raise ValueError(cell.why)
        if name == "measured_m":
            lengths = (cable.legs[0][PLACE[one]] for one in ("ordered_m", "computed_m"))
            planned = next((length for length in lengths if isinstance(length, int | float)), None)
            return measured(cell, self.signs.get(name), planned)
        text = sound_text(cell)
        if name != "status" or not text:
            return text if name != "status" else "planned"
        return text if text in self.statuses else known_status(text)

    def _agree(self, cable: _Cable, name: str, said: Sequence[Said[Any]], was: str, to: str) -> None:
        try:
            new = agreed(said)
        except ValueError as error:
            self.remarks.say(said[0].line, cable.id, name, str(error))
            return
        if new is None:
            return
        self.changes.append(Change(self.file, new.line, cable.id, to, was, new.words, new.value))
        if name == "status" and new.value not in self.statuses and new.value not in STATUSES:
            self.remarks.own_status(str(new.value), new.line)

    # What they decide

    def _said_by_hand(self, cable: _Cable, rows: Sequence[_Row], name: str, at: int) -> Said[Any] | None:
        """Another part or another length, where all rows say it."""
        said: list[Said[Any]] = []
        for row in rows:
            cell, was = _at(row.cells, at), row.leg[PLACE[name]]
            if was is None and text_of(cell) == "":
                continue
            if cell == was or is_as_it_was(cell, was):
                said.append(Said(row.line, was, _words(was), False))
                continue
            if name in row.before and is_as_it_was(cell, row.before[name]):
                self.remarks.outdated(row.line)
                said.append(Said(row.line, was, _words(was), False))
                continue
            try:
                if isinstance(cell, UnreadCell):
                    raise ValueError(cell.why)  # said as the other errors of the cell are
                value = sold(cell, self.signs.get(name)) if name == "ordered_m" else sound_text(cell) or None
            except ValueError as error:
                self.remarks.say(row.line, cable.id, name, str(error))
                return None
            said.append(Said(row.line, value, _words(value), True))
        try:
            return agreed(said)
        except ValueError as error:
            self.remarks.say(said[0].line, cable.id, name, str(error))
            return None

    def _take_by_hand(self, cable: _Cable, hands: Mapping[str, Said[Any] | None], sound: bool) -> None:
        """Another part, another length, or both, when the cable can be that."""
        said = {BY_HAND[name]: one for name, one in hands.items() if one is not None}
        if not said:
            return
        before = self.wired.by_hand.get(cable.id, ByHand())
        part, length = said.get("part"), said.get("length_m")
        wish = ByHand(
            before.part if part is None else part.value,
            before.length_m if length is None else length.value,
        )
        why = self._why_not(cable.id, before, wish, said, sound)
        for name, to in BY_HAND.items():
            one = said.get(to)
            if one is None:
                continue
            if why:
                self.remarks.say(one.line, cable.id, name, why)
                continue
            was = _words(cable.legs[0][PLACE[name]])
            words = one.words or "by rule"
            self.changes.append(Change(self.file, one.line, cable.id, to, was, words, one.value))

    def _why_not(
        self, cable: str, before: ByHand, wish: ByHand, said: Mapping[str, Said[Any]], sound: bool
    ) -> str:
        words = ", ".join(one.words or "nothing" for one in said.values())
        if not sound:
            return f"{words} is not applied while the row contradicts the design, correct that first"
        if wish == before:
            return f"is {words} here and is chosen by rule, restore it"
        why = self.wired.why_not(cable, wish)
        return why and f"{words} is not applied: {why}"


def _at(row: Row, place: int) -> Cell:
    """A cell; rows may be shorter than the head."""
    return row[place] if place < len(row) else ""


def _as_cell(value: Value) -> Cell:
    """Return the list's value as a cell that was read."""
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)


def _words(value: Value) -> str:
    return "" if value is None else text_of(_as_cell(value))


def _stated(value: Value) -> str:
    words = _words(value)
    return f"“{words[:80]}”" if words else "nothing"
