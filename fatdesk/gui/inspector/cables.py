"""A cable: its ends, its length in parts, what is ordered and why, its run."""

from functools import partial

import numpy as np
from PySide6.QtWidgets import QGridLayout

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.gui.cables.columns import LONGEST_TEXT, spare_um
from fatdesk.gui.cables.edits import (
    by_hand,
    part_choices,
    record_of,
    set_back,
    set_lengths,
    set_records,
)
from fatdesk.gui.inspector.length_bar import PARTS, LengthBar, Swatch
from fatdesk.gui.inspector.several import shared
from fatdesk.gui.results.wiring import metres_told, money_told
from fatdesk.gui.tables import Choice
from fatdesk.gui.views.property_page import SEVERAL, Page
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, counted, metres, money


def show_cable(page: Page, cable_id: str) -> None:
    """The page of one cable."""
    session = page.session
    row = session.cable(cable_id)
    if row is None:
        page.title(cable_id, "No network has this cable any more")
        return
    ends = f"{row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
    page.title(f"Cable {session.wiring.numbers[row.id]}", ends)
    grid = page.section("Ends")
    for name, end in (("From", row.a), *(("To", leg) for leg in (row.legs or (row.b,)))):
        place = f"{end.rack_label} · U{end.u:02d} · " if end.u is not None else "not placed · "
        page.value(grid, name, f"{place}{end.device} · port {end.port}")
        names = list(dict.fromkeys(end.os_ports[:1] + end.os_ports[-1:]))
        titles = ("Port name",) if len(names) == 1 else ("First port name", "Last port name")
        for word, port in zip(titles, names, strict=False):
            page.value(grid, word, port)
    if row.bundle:
        page.value(grid, "Bundle", row.bundle)
    length, grid = row.length, page.section("Length")
    if length.computed_um is not None:
        grid.addWidget(LengthBar(page.theme, length), grid.rowCount(), 0, 1, 3)
    for part in PARTS:
        um = part.um(length)
        mark = Swatch(page.theme, part.colour(page.theme.tokens)) if um else None
        page.value(grid, part.title, metres(um), "m", mark=mark)
    grid = page.rows()
    page.value(grid, "Computed", metres(length.computed_um), "m", strong=True)
    record = record_of(session, cable_id)
    _ordered(page, grid, [row])
    page.value(grid, "Left over", metres(spare_um(row)).replace("-", MINUS), "m")
    grid = page.section("Part", "by hand" if record.part or record.length_m is not None else "by rule")
    _part(page, grid, [row])
    page.value(grid, "Ordered part", row.part or "none fits")
    page.value(grid, "Kind", row.kind or "none")
    currency = session.project.bill.currency
    page.value(grid, "Price", UNKNOWN if row.cost is None else f"{currency} {money(row.cost)}")
    page.note(f"{row.reason[0].upper()}{row.reason[1:]}." if row.reason else "")
    _noted(page, [row])
    if row.run:
        page.section("Route", counted(len(row.run), "tray"))
        page.note("  →  ".join((row.a.rack_label, *row.run, row.b.rack_label)))


def show_cables(page: Page, ids: list[str]) -> None:
    """Part, length, state and remark of several cables, and what they come to."""
    session = page.session
    rows = [row for row in map(session.cable, ids) if row is not None]
    if not rows:
        page.note("No network has these cables any more.")
        return
    hand = sum(any(by_hand(session, row.id)) for row in rows)
    grid = page.section("Part and length", f"{hand:,} by hand" if hand else "by rule")
    _part(page, grid, rows)
    _ordered(page, grid, rows)
    if hand:
        page.button("Let the rules choose again", lambda: set_back(session, [row.id for row in rows]))
    _noted(page, rows)
    grid = page.section("Together")
    sums = session.wiring.sums(np.array([session.wiring.number[row.id] for row in rows], np.int64))
    page.value(grid, "Computed", metres_told(sums.computed_um), "m")
    page.value(grid, "Ordered", metres_told(sums.ordered_um), "m")
    page.value(grid, "Longest", metres(max((row.length.computed_um or 0 for row in rows), default=0)), "m")
    page.value(grid, "Price", money_told(sums.cost), session.project.bill.currency)


def _ordered(page: Page, grid: QGridLayout, rows: list[CableRow]) -> None:
    """The length that is ordered; an empty field goes back to the rule."""
    lengths = {row.length.ordered_um for row in rows}
    um = next(iter(lengths))
    text = None if len(lengths) > 1 else "" if um is None else metres(um).replace(",", "")
    ids = [row.id for row in rows]
    page.field(grid, "Ordered", text, lambda typed: set_lengths(page.session, ids, typed), "m")


def _part(page: Page, grid: QGridLayout, rows: list[CableRow]) -> None:
    """The part by hand, of those that fit all of the cables."""
    session, ids = page.session, [row.id for row in rows]
    fitting: list[Choice] = []
    for number, row in enumerate({row.part: row for row in rows}.values()):
        found = part_choices(session, row)
        fitting = found if not number else [choice for choice in fitting if choice in found]
    decided = {record_of(session, cable).part for cable in ids}
    now = next(iter(decided)) if len(decided) == 1 else SEVERAL
    options: list[tuple[str, object]] = [(choice.title, choice.text or None) for choice in fitting]

    def choose(part: object) -> bool:
        assert part is None or isinstance(part, str)
        return set_records(session, ids, part=part)

    page.choice(grid, "Cable", options, now, choose)


def _noted(page: Page, rows: list[CableRow]) -> None:
    """What people write down about cables."""
    session, ids = page.session, [row.id for row in rows]
    grid = page.section("Work")

    def to(field: str, otherwise: str, text: str) -> bool:
        return set_records(session, ids, **{field: text[:LONGEST_TEXT] or otherwise})

    page.field(grid, "State", shared(row.status for row in rows), partial(to, "status", "planned"))
    page.field(grid, "Remark", shared(row.remark for row in rows), partial(to, "remark", ""), empty="none")
