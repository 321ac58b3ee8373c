"""Differences of two states on paper: tables of records, cables and the bill, then drawings with clouds."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from fatdesk.core.money import CENT
from fatdesk.core.number_text import counted
from fatdesk.engine.change_order.drawing_sheets import StepSheets
from fatdesk.engine.change_order.marks import Mark, MarkedStep, Words
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Imprint, Stock
from fatdesk.engine.drawing.sheets.checklists import Column, Listed, Row, tables_leaves
from fatdesk.engine.drawing.text_width import wrapped
from fatdesk.engine.growth.changes import CableChange, Changes, Fate
from fatdesk.project.derived.derived import Derived
from fatdesk.project.growing.marking import marked_states
from fatdesk.project.revising.differences import Change, Differences, Recabled, Repriced, laid

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
    numbers = {**before.plan.numbers, **plan.numbers}
    records = [row for one in found.changes for row in _record(one)]
    cables = [_cable(one, numbers.get(one.id, "")) for one in found.cables]
    bill = [_line(one) for one in found.lines]
    tables = (
        Listed(f"{TITLE}: records", title, RECORDS, (), records, counted(len(found.changes), "record")),
        Listed(f"{TITLE}: cables", title, CABLES, (), cables, counted(len(cables), "cable")),
        Listed(f"{TITLE}: bill", title, BILL, (), bill, f"Total {found.totals[0]}, now {found.totals[1]}"),
    )
    yield from tables_leaves(tables, stock.standing, palette, imprint)
    if found.changes:
        drawn = marked_differences(before, after, title)
        yield from StepSheets(drawn, palette, imprint, stock).of_step()


def marked_differences(before: Derived, after: Derived, title: str) -> MarkedStep:
    """Return the marks of all that differs, for drawings with clouds."""
    marked = marked_states(before, after, _changes(before, after), title)
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


def _record(change: Change) -> Iterator[Row]:
    """The lines of a record: each field that differs has one, or several."""
    name = f"{change.name}, now {change.now}" if change.now else change.name
    texts = [f"{one.field}: {one.before} \N{RIGHTWARDS ARROW} {one.after}" for one in change.fields]
    lines = [line for text in texts for line in wrapped(text, RECORDS[-1].width, font_sizes.CELL)] or [""]
    yield Row((change.kind, name, change.what, lines[0]), rule=True)
    for line in lines[1:]:
        yield Row(("", "", "", line))


def _cable(cable: Recabled, number: str) -> Row:
    sides = [
        f"{part}, {'length unknown' if length is None else f'{length:,.2f} m'}" if part else ""
        for part, length in zip(cable.part, cable.length_m, strict=True)
    ]
    if cable.what == "changed":
        before, after = (side or "no part fits" for side in sides)
        sides = [before, after if before != after else "other route or port"]
    return Row((number, cable.id, cable.what, *sides))


def _line(line: Repriced) -> Row:
    length = "" if line.length_m is None else f"{line.length_m:g} m"
    prices = (_price(amount, line.currency) for amount in line.unit_price)
    return Row((line.part, length, *(f"{count:,}" for count in line.order), *prices))


def _price(amount: Decimal | None, currency: str) -> str:
    return "unknown" if amount is None else f"{currency} {amount.quantize(CENT):,}"
