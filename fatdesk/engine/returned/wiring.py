"""A wiring list that came back, held against the cables as they are now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fatdesk.engine.cabling.by_hand import ByHand
from fatdesk.engine.core.finding import Severity
from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.core.sheets import Cell
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.as_exported import RECORDED
from fatdesk.engine.listing.cells import Value
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows
from fatdesk.engine.returned.agreeing import Said, agreed
from fatdesk.engine.returned.cells import figure_of, is_as_it_was, sound_text, text_of
from fatdesk.engine.returned.head import Table
from fatdesk.engine.returned.remarking import Remarks, few
from fatdesk.engine.returned.report import Change, Report
from fatdesk.engine.returned.state import Exported

PLACE = {column.name: number for number, column in enumerate(COLUMNS)}
BY_HAND = {"part": "part", "ordered_m": "length_m"}
"""Columns that are decided by hand, and the fields of the record."""
NOT_KEPT = ("a_room", "a_side", "b_room", "b_side", "colour")
"""Columns for people, of which a project holds nothing."""
OF_THE_PART = ("kind", "cost", "reason", "a_transceiver", "b_transceiver")
"""Columns that follow from the part that is chosen."""
OF_THE_LEG = ("b_device", "b_slot", "b_port", "b_sub_port", "label_b", "b_rack", "b_u", "links", "a_sub_port")
LONGEST_M = 100_000
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
    """

    plan: Plan
    by_hand: Mapping[str, ByHand]
    why_not: Callable[[str, ByHand], str]


def compare_wiring(
    table: Table, exported: Exported | None, wired: Wired, file: str, progress: Progress = SILENT
) -> Report:
    """What of a wiring list can be taken, and what contradicts the design."""
    return _Comparing(table, exported, wired, file).report(progress)


@dataclass
class _Cable:
    """Rows of one cable as they came back, each with the cells that the list would have now."""

    id: str
    legs: list[Cells]
    rows: list[tuple[int, Row]] = field(default_factory=list)


class _Comparing:
    """One comparison: rows by cable, then cable by cable."""

    def __init__(self, table: Table, exported: Exported | None, wired: Wired, file: str) -> None:
        self.table, self.exported, self.wired, self.file = table, exported, wired, file
        self.remarks = Remarks(file, table)
        self.changes: list[Change] = []
        self.stayed = 0
        places = table.places
        taken = (*RECORDED, *BY_HAND, *NOT_KEPT, "cable_id")
        self.design = [(name, at, PLACE[name]) for name, at in places.items() if name not in taken]
        self.recorded = [(name, places[name]) for name in RECORDED if name in places]
        self.by_hand = [(name, places[name]) for name in BY_HAND if name in places]
        self.not_kept = [(name, places[name]) for name in NOT_KEPT if name in places]

    def report(self, progress: Progress) -> Report:
        cables = self._gathered()
        found = [cable for cable in cables.values() if cable.rows]
        found.sort(key=lambda cable: cable.rows[0][0])
        for number, cable in enumerate(found):
            if number % STEP == 0:
                progress.step(number, len(found), f"Compared {number:,} of {len(found):,} cables")
            self._compare(cable)
        missing = tuple(cable.id for cable in cables.values() if not cable.rows)
        if missing:
            what = f"{few(missing)} {'are' if len(missing) > 1 else 'is'} in the project and not in the list"
            self.remarks.of_list("cable_id", what, Severity.WARNING)
        self.remarks.of_table(self.exported, self.wired.plan.state, self.stayed, RECORDED)
        rows = sum(len(cable.rows) for cable in found)
        remarks = self.remarks.in_order()
        return Report(((self.file, "wiring"),), rows, tuple(self.changes), remarks, missing)

    def _gathered(self) -> dict[str, _Cable]:
        """The rows of the file by cable; those of none are told."""
        plan = self.wired.plan
        cables: dict[str, _Cable] = {row.id: _Cable(row.id, []) for row in plan.cables}
        for cells in wiring_rows(plan):
            cables[str(cells[0])].legs.append(cells)
        key = self.table.places["cable_id"]
        told = [at for _, at in (*self.recorded, *self.by_hand)]
        for line, row in zip(self.table.lines, self.table.rows, strict=True):
            name = text_of(row[key]) if key < len(row) else ""
            cable = cables.get(name)
            if cable is not None:
                cable.rows.append((line, row))
            elif name:
                what = "is no cable of this project, take the row away or mend its id"
                self.remarks.say(line, name[:80], "cable_id", what)
            elif any(text_of(_at(row, at)) for at in told):
                what = "names no cable and is not read, give it the cable's id or take it away"
                self.remarks.say(line, "", "cable_id", what, Severity.WARNING)
            elif any(text_of(cell) for cell in row):
                self.remarks.aside(line)
        return cables

    def _compare(self, cable: _Cable) -> None:
        legs = self._legs(cable)
        hands = {name: self._said_by_hand(cable, legs, name, at) for name, at in self.by_hand}
        other_part = hands.get("part") is not None
        sound = True
        for (line, row), leg in legs:
            for name, at, place in self.design:
                cell, was = _at(row, at), leg[place]
                if cell == was or is_as_it_was(cell, was) or (other_part and name in OF_THE_PART):
                    continue
                sound = False
                what = f"is {_told(cell)} here and {_told(was)} in the design, which it does not change"
                self.remarks.say(line, cable.id, name, what)
            for name, at in self.not_kept:
                if _at(row, at) != "":
                    self.remarks.not_kept(name, line)
        for name, at in self.recorded:
            self._take_record(cable, legs, name, at)
        self._take_by_hand(cable, hands, sound)

    def _legs(self, cable: _Cable) -> list[tuple[tuple[int, Row], Cells]]:
        """Each row with the leg that it is of: that which agrees in most of its far end."""
        free = list(range(len(cable.legs)))
        first: dict[int, int] = {}
        found = []
        for line, row in cable.rows:
            number = 0
            if len(cable.legs) > 1:
                number = max(
                    range(len(cable.legs)),
                    key=lambda n: (self._agreeing(row, cable.legs[n]), n in free, -n),
                )
            if number in free:
                free.remove(number)
                first[number] = line
            else:
                what = f"stands in line {first[number]} already, keep one of both rows"
                self.remarks.say(line, cable.id, "cable_id", what, Severity.WARNING)
            found.append(((line, row), cable.legs[number]))
        if free:
            what = f"has {len(cable.legs)} legs in the project and {len(first)} in the list"
            self.remarks.say(cable.rows[0][0], cable.id, "cable_id", what, Severity.WARNING)
        return found

    def _agreeing(self, row: Row, leg: Cells) -> int:
        places = self.table.places
        return sum(
            is_as_it_was(_at(row, places[name]), leg[PLACE[name]]) for name in OF_THE_LEG if name in places
        )

    # What people write down

    def _take_record(
        self, cable: _Cable, legs: Sequence[tuple[tuple[int, Row], Cells]], name: str, at: int
    ) -> None:
        said: list[Said[Any]] = []
        for (line, row), leg in legs:
            cell, was = _at(row, at), leg[PLACE[name]]
            if was in (None, "") and text_of(cell) == "":
                continue
            now = was if was not in (None, "") else None if name == "measured_m" else ""
            if cell == was or is_as_it_was(cell, was):
                said.append(Said(line, now, _words(was), False))
                continue
            try:
                value = _measured(cell) if name == "measured_m" else sound_text(cell)
            except ValueError as error:
                self.remarks.say(line, cable.id, name, str(error))
                return
            if name == "status" and not value:
                value = "planned"
            if value == now:
                said.append(Said(line, now, _words(was), False))
                continue
            if self.exported is not None and (name != "measured_m" or leg is cable.legs[0]):
                before = self.exported.recorded(cable.id, name)
                if is_as_it_was(cell, before):
                    self.stayed += 1
                    said.append(Said(line, now, _words(was), False))
                    continue
                if not is_as_it_was(_as_cell(was), before):
                    what = (
                        f"was {_told(before)} when the list was made, is {_told(was)} in the project by now "
                    )
                    what += f"and {_told(cell)} here: decide, and set it by hand"
                    self.remarks.say(line, cable.id, name, what)
                    return
            said.append(Said(line, value, _words(value), True))
        self._agree(cable, name, said, _words(cable.legs[0][PLACE[name]]), name)

    def _agree(self, cable: _Cable, name: str, said: Sequence[Said[Any]], was: str, to: str) -> None:
        try:
            new = agreed(said)
        except ValueError as error:
            self.remarks.say(said[0].line, cable.id, name, str(error))
            return
        if new is not None:
            self.changes.append(Change(self.file, new.line, cable.id, to, was, new.words, new.value))

    # What they decide

    def _said_by_hand(
        self, cable: _Cable, legs: Sequence[tuple[tuple[int, Row], Cells]], name: str, at: int
    ) -> Said[Any] | None:
        """Another part or another length, where all rows say it."""
        said: list[Said[Any]] = []
        for (line, row), leg in legs:
            cell, was = _at(row, at), leg[PLACE[name]]
            if was is None and text_of(cell) == "":
                continue
            if cell == was or is_as_it_was(cell, was):
                said.append(Said(line, was, _words(was), False))
                continue
            try:
                value = _measured(cell) if name == "ordered_m" else sound_text(cell) or None
            except ValueError as error:
                self.remarks.say(line, cable.id, name, str(error))
                return None
            said.append(Said(line, value, _words(value), True))
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
            return f"{words} is not taken while the row contradicts the design, mend that first"
        if wish == before:
            return f"is {words} here and is chosen by rule, put it back"
        why = self.wired.why_not(cable, wish)
        return why and f"{words} is not taken: {why}"


def _at(row: Row, place: int) -> Cell:
    """A cell; rows may be shorter than the head."""
    return row[place] if place < len(row) else ""


def _measured(cell: Cell) -> float | None:
    """A length, metres, None for an empty cell."""
    figure = figure_of(cell)
    if figure is None:
        return None
    if not 0 < figure <= LONGEST_M:
        raise ValueError(f"is {text_of(cell)[:40]}, a length is above 0 and at most {LONGEST_M:,} m")
    return float(figure)


def _as_cell(value: Value) -> Cell:
    """What the list would have as a cell that was read."""
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)


def _words(value: Value) -> str:
    return "" if value is None else text_of(_as_cell(value))


def _told(value: Value) -> str:
    words = _words(value)
    return f"“{words[:80]}”" if words else "nothing"
