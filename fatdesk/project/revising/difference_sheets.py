"""Differences of two states on paper: tables of records, cables and the bill, then drawings with clouds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from fatdesk.core.money import CENT
from fatdesk.core.number_text import counted
from fatdesk.engine.change_order.drawing_sheets import StepSheets
from fatdesk.engine.change_order.marks import Mark, MarkedStep, Words
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.clouds import clouds
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.drawing.rack_picture import RackFront, rack_picture
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import Column, Listed, Row, tables_leaves
from fatdesk.engine.drawing.sheets.elevation import NUMBERS, PITCH, UNIT, draw_rack
from fatdesk.engine.drawing.text_width import wrapped
from fatdesk.engine.growth.changes import CableChange, Changes, Fate
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.record_kinds import kind_word
from fatdesk.project.growing.marking import marked_states
from fatdesk.project.revising.differences import Change, Differences, Repriced, laid

TITLE = "Differences"
WORDS = Words(
    document=TITLE,
    shows="what is unchanged, changed, added and removed",
    titles={
        Mark.KEPT: "Unchanged",
        Mark.MOVED: "Changed: as it is now",
        Mark.NEW: "Added",
        Mark.LEFT: "Changed: as it was",
        Mark.REMOVED: "Removed",
    },
    moved="changed",
)
"""Words of the drawings."""
RACKS_ON_SHEET = 2
RACK_WIDE = PITCH - NUMBERS - 5.0
CLOUD_ROOM, SCALLOP = 0.0, 2.0
"""Room within clouds and length of their scallops, in millimetres."""
RECORDS = (
    Column("kind", 0.0, 22.0),
    Column("name", 23.0, 44.0, bold=True),
    Column("difference", 68.0, 18.0),
    Column("fields", 87.0, 95.0),
)
CABLES = (
    Column("number", 0.0, 16.0, bold=True),
    Column("cable", 17.0, 66.0),
    Column("difference", 84.0, 17.0),
    Column("before", 102.0, 39.0),
    Column("after", 142.0, 40.0),
)
BILL = (
    Column("part", 0.0, 60.0, bold=True),
    Column("length", 61.0, 17.0, right=True),
    Column("before", 80.0, 18.0, right=True),
    Column("after", 100.0, 18.0, right=True),
    Column("price before", 121.0, 29.0, right=True),
    Column("price after", 152.0, 30.0, right=True),
)


def difference_leaves(
    before: Derived, after: Derived, found: Differences, title: str, palette: Palette, stock: Stock
) -> Iterator[Leaf]:
    """The sheets; none where nothing differs.

    Parameters
    ----------
    title
        The two states in words: ``hall, from revision A to B``.
    """
    plan = after.plan
    imprint = Imprint(project=plan.title, state=plan.state, issue=plan.issue, issues=plan.issues)
    names = {**before.device_names, **after.device_names}
    records = [row for one in found.changes for row in _record(one, names)]
    cables = [Row((one.number, one.link, one.what, *one.words)) for one in found.cables]
    bill = [_line(one) for one in found.lines]
    tables = (
        Listed(f"{TITLE}: records", title, RECORDS, (), records, counted(len(found.changes), "record")),
        Listed(f"{TITLE}: cables", title, CABLES, (), cables, counted(len(cables), "cable")),
        Listed(f"{TITLE}: bill", title, BILL, (), bill, _totals(found)),
    )
    yield from tables_leaves(tables, stock.standing, palette, imprint)
    if found.changes:
        drawn = marked_differences(before, after, title)
        yield from StepSheets(drawn, palette, imprint, stock).of_step()
        yield from _rack_leaves(before, after, palette, imprint, stock.standing)


def marked_differences(before: Derived, after: Derived, title: str) -> MarkedStep:
    """Return the marks of all that differs, for drawings with clouds."""
    marked = marked_states(before, after, _changes(before, after), title, same_rack=lambda rack: rack.number)
    return replace(marked, words=WORDS, clouds=True)


def _changes(before: Derived, after: Derived) -> Changes:
    """Changes of all cables; one of another part, length, route or port is changed."""
    old = {row.id: row for row in before.rows}
    found = []
    for row in after.rows:
        was = old.pop(row.id, None)
        if was is None:
            found.append(CableChange(Fate.ADDED, None, row))
        elif laid(was) == laid(row):
            found.append(CableChange(Fate.KEPT, was, row, reused=True))
        else:
            found.append(CableChange(Fate.MOVED, was, row, reused=was.part == row.part))
    return Changes((*found, *(CableChange(Fate.REMOVED, row, None) for row in old.values())))


# -- racks ---------------------------------------------------------------------------------------------------


class _Units(NamedTuple):
    """Units of a rack, none at its sides, and what is there: a device and its part, or what is reserved."""

    u: int
    height_u: int
    what: tuple[str, ...]


class _Side(NamedTuple):
    """A rack in one state; no front: it is not there, or empty."""

    subjects: Subjects
    front: RackFront | None
    held: frozenset[_Units]

    @property
    def label(self) -> str:
        """The label of the rack, empty where it is not there."""
        return "" if self.front is None else self.front.label


class _Pair(NamedTuple):
    """A rack before and now."""

    before: _Side
    now: _Side

    @property
    def label(self) -> str:
        """The label of the rack, and the one it has now where that is another."""
        if not self.before.label or not self.now.label or self.before.label == self.now.label:
            return self.now.label or self.before.label
        return f"{self.before.label}, now {self.now.label}"


def _rack_leaves(
    before: Derived, after: Derived, palette: Palette, imprint: Imprint, paper: Paper
) -> Iterator[Leaf]:
    """Sheets of two racks each, as they were and as they are, with clouds around units that differ."""
    was, now = (_sides(state) for state in (before, after))
    nothing = [_Side(Subjects(state.plan), None, frozenset()) for state in (before, after)]
    pairs = [
        _Pair(was.get(number, nothing[0]), now.get(number, nothing[1]))
        for number in dict.fromkeys((*now, *was))
    ]
    changed = [pair for pair in pairs if pair.before.held != pair.now.held]
    groups = [changed[at : at + RACKS_ON_SHEET] for at in range(0, len(changed), RACKS_ON_SHEET)]
    for number, racks in enumerate(groups, start=1):
        names = " and ".join(pair.label for pair in racks)
        heading = Heading(
            document=f"{TITLE}: racks",
            scope=f"{names} · as they were, and as they are now",
            number=number,
            sheets=len(groups),
        )
        name = f"Racks {names}" if len(racks) > 1 else f"Rack {names}"
        yield Leaf(name, partial(_draw_racks, racks, heading, palette, imprint, paper))


def _sides(state: Derived) -> dict[int, _Side]:
    """Drawn racks by their numbers, with what is in their units."""
    subjects = Subjects(state.plan)
    fronts = rack_picture(subjects).fronts
    return {number: _Side(subjects, front, frozenset(_held(front))) for number, front in fronts.items()}


def _held(front: RackFront) -> Iterator[_Units]:
    for box in front.devices:
        yield _Units(box.u, box.height_u, (box.device.id, box.device.part))
    for side in front.sides:
        yield _Units(side.device.u, 0, (side.device.id, side.device.part))
    for one in front.rack.reserved:
        yield _Units(one.u, one.height_u, (one.note,))


def _draw_racks(
    racks: Sequence[_Pair],
    heading: Heading,
    palette: Palette,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, _, lower = content_area(paper)
    for at, pair in enumerate(racks):
        both = (0, pair.before, pair.now, "before"), (1, pair.now, pair.before, "now")
        for state, side, other, words in both:
            x = left + 3 + (2 * at + state) * PITCH + NUMBERS
            label = side.label or pair.label
            sketch.text(x, upper + 8, f"{label} {words}", font_sizes.ROW_NAME, bold=True)
            if side.front is None:
                sketch.text(x, upper + 14, "not there, or empty", font_sizes.SUMMARY, colour=palette.text2)
                continue
            top = upper + 13
            high = min(UNIT, (lower - top - 4) / side.front.height_u) * side.front.height_u
            units = draw_rack(sketch, side.subjects, side.front, (x, top, x + RACK_WIDE, top + high))
            differ = sorted(one for one in side.held - other.held if one.height_u)
            places = [side.front.place(units, one.u, one.height_u) for one in differ]
            around = [(a, b, c - a, d - b) for a, b, c, d in places]
            sketch.lines(clouds(around, CLOUD_ROOM, SCALLOP), sketch.pen(0.35))
    return sketch.page(heading.document)


# -- tables --------------------------------------------------------------------------------------------------


def _record(change: Change, names: Mapping[str, str]) -> Iterator[Row]:
    """The lines of a record: each field that differs has one, or several; ``names`` are those of devices."""
    name = names.get(change.name, change.name) + (f", now {change.now}" if change.now else "")
    lines = [
        line
        for one in change.fields
        for text in (one.words,)
        for line in wrapped(text, RECORDS[-1].width, font_sizes.CELL)
    ] or [""]
    yield Row((kind_word(change.kind), name, change.what, lines[0]), rule=True)
    for line in lines[1:]:
        yield Row(("", "", "", line))


def _line(line: Repriced) -> Row:
    length = "" if line.length_m is None else f"{line.length_m:g} m"
    prices = (_price(amount, line.currency) for amount in line.unit_price)
    return Row((line.part, length, *(f"{count:,}" for count in line.order), *prices))


def _totals(found: Differences) -> str:
    before, after = (
        f"{'≥ ' if one.at_least else ''}{_price(one.amount, one.currency)}" for one in found.totals
    )
    return f"Total {before}, now {after}"


def _price(amount: Decimal | None, currency: str) -> str:
    return "unknown" if amount is None else f"{currency} {amount.quantize(CENT):,}"
