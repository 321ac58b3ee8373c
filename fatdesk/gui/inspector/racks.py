"""Inspector page of racks: position, label, budget, reserved units."""

from functools import partial

from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.floor import Rack, Reserved, letters, rack_label
from fatdesk.gui.inspector.areas import feeds_field
from fatdesk.gui.inspector.typed import do_all, millimetres, row_number, shared, unit_range, whole
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, bounded, counted
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.racks import Free, MoveRacks, RackMove, RenameRack, Reserve
from fatdesk.project.document.ref import RESERVATION, ReservedAt


def rack_of(session: Session, number: int) -> Rack | None:
    """The rack of a number."""
    return next((rack for rack in session.project.floor.racks if rack.number == number), None)


def show_rack(page: Page, number: int) -> None:
    """The page of one rack."""
    session, rack = page.session, rack_of(page.session, number)
    if rack is None:
        page.title(f"Rack {number}", "It was removed")
        return
    name = rack_label(rack)
    page.title(f"Rack {name}", f"{rack.part} · number {rack.number}")
    grid = page.section("Place")

    _place(page, grid, [rack])
    left = session.subjects.rack(rack).budget
    grid = page.section("Budget", counted(len(rack.devices), "device"))
    page.value(grid, "Used", f"{left.used_u} of {left.height_u}", "U")
    if left.reserved_u:
        page.value(grid, "Reserved", str(left.reserved_u), "U")
    page.value(grid, "Free", str(left.free_u), "U")
    page.value(grid, "Power", bounded(left.power_w / 1000, bool(left.lacks_power), ",.1f"), "kW")
    words = remaining(left.power_limit_w, left.power_left_w, 0.001, ",.1f")
    page.value(grid, "Power left", words, "kW" if left.power_left_w is not None else "")
    page.value(grid, "Mass", bounded(left.mass_kg, bool(left.lacks_mass), ",.0f"), "kg")
    words = remaining(left.mass_limit_kg, left.mass_left_kg, 1.0, ",.0f")
    page.value(grid, "Mass left", words, "kg" if left.mass_left_kg is not None else "")
    feeds_field(page, [rack])
    _reserved(page, rack)


def remaining(limit: float | None, left: float | None, scale: float, spec: str) -> str:
    """Return the remainder of a limit in words.

    >>> [remaining(*some, 1.0, ",.0f") for some in ((None, None), (9.0, None), (9.0, 2.0))]
    ['no limit', 'unknown', '2']
    """
    if left is None:
        return "no limit" if limit is None else UNKNOWN
    return format(left * scale, spec)


def _place(page: Page, grid: QGridLayout, racks: list[Rack]) -> None:
    """Row, position, label, x and y: of one rack, or of several at once."""
    session = page.session
    rows, positions = shared(r.row for r in racks), shared(r.position for r in racks)
    page.field(grid, "Row", None if rows is None else letters(rows), lambda t: _to_row(session, racks, t))
    page.field(
        grid,
        "Position",
        None if positions is None else str(positions + 1),
        lambda t: _to_position(session, racks, t),
    )
    if len(racks) == 1:
        rack = racks[0]
        page.field(
            grid,
            "Label",
            rack_label(rack),
            lambda t: session.do(
                Batch(
                    name=f"Rename rack {rack_label(rack)}",
                    commands=(RenameRack(rack=rack.number, rack_label=t),),
                )
            ),
        )
    for axis in ("x", "y"):
        value = shared(r.x_mm if axis == "x" else r.y_mm for r in racks)
        text = None if value is None else f"{value / 1000:.3f}"
        page.field(grid, axis, text, partial(_to, session, racks, axis), "m")


def _to_row(session: Session, racks: list[Rack], text: str) -> bool:
    row = row_number(text)
    if row is None:
        session.refuse(f"“{text}” is not a row. Type letters, such as A.")
        return False
    return _move(session, [RackMove(rack=r.number, row=row, position=r.position) for r in racks], racks)


def _to_position(session: Session, racks: list[Rack], text: str) -> bool:
    number = whole(text)
    if number is None:
        session.refuse(f"“{text}” is not a position. Type 1 or more.")
        return False
    return _move(session, [RackMove(rack=r.number, row=r.row, position=number - 1) for r in racks], racks)


def _to(session: Session, racks: list[Rack], axis: str, text: str) -> bool | str:
    try:
        value = millimetres(text)
    except FatdeskError as error:
        return f"{error}."
    x, y = (value, None) if axis == "x" else (None, value)
    return _move(session, [RackMove(rack=r.number, x_mm=x, y_mm=y) for r in racks], racks)


def _move(session: Session, moves: list[RackMove], racks: list[Rack]) -> bool:
    name = f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Move {name}", [MoveRacks(moves=tuple(moves))])


def _reserved(page: Page, rack: Rack) -> None:
    """Units that are kept free, and a field to keep more."""
    session = page.session
    grid = page.section("Reserved units")

    for kept in rack.reserved:
        page.value(grid, unit_text(kept), kept.note or "no note")
    page.field(grid, "Reserve units", "", lambda text: _reserve(session, [rack], text), empty="such as 1-4")
    for kept in rack.reserved:
        page.button(f"Release {unit_text(kept)}", partial(session.do, Free(rack=rack.number, u=kept.u)))


def unit_text(kept: Reserved) -> str:
    """Reserved units as they are written.

    >>> unit_text(Reserved(u=5, height_u=4))
    'U5–U8'
    """
    top = kept.u + kept.height_u - 1
    return f"U{kept.u}" if top == kept.u else f"U{kept.u}–U{top}"


def show_racks(page: Page, ids: list[int]) -> None:
    """Show positions and totals of several racks."""
    session = page.session
    racks = [rack for rack in (rack_of(session, number) for number in ids) if rack is not None]
    if not racks:
        page.note("These racks were removed.")
        return
    _place(page, page.section("Place"), racks)
    left = [session.subjects.rack(rack).budget for rack in racks]
    grid = page.section("Totals")
    page.value(grid, "Used", f"{sum(b.used_u for b in left)} of {sum(b.height_u for b in left)}", "U")
    power, mass = sum(b.power_w for b in left), sum(b.mass_kg for b in left)
    page.value(grid, "Power", bounded(power / 1000, any(b.lacks_power for b in left), ",.1f"), "kW")
    page.value(grid, "Mass", bounded(mass, any(b.lacks_mass for b in left), ",.0f"), "kg")
    feeds_field(page, racks)
    page.field(
        page.section("Reserved units"),
        "Reserve units",
        "",
        lambda text: _reserve(session, racks, text),
        empty="such as 1-4",
    )
    page.note("Drag one of them to move all. Place > Align and Distribute arrange them.")


def _reserve(session: Session, racks: list[Rack], text: str) -> bool:
    """Keep the same units free in some racks."""
    units = unit_range(text)
    if units is None:
        session.refuse(f"“{text}” is not a range of units. Type one unit, or a range such as 5-8.")
        return False
    commands = [Reserve(rack=rack.number, u=units[0], height_u=units[1]) for rack in racks]
    where = f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Reserve {counted(units[1], 'unit')} in {where}", commands)


def show_reserved(page: Page, at: ReservedAt) -> None:
    """The page of one reservation."""
    session = page.session
    rack = rack_of(session, at.rack)
    kept = None if rack is None else next((some for some in rack.reserved if some.u == at.u), None)
    if rack is None or kept is None:
        page.title("Reserved units", "The reservation was removed")
        return
    page.title("Reserved units", f"Rack {rack_label(rack)}")
    grid = page.section("Place", f"{kept.height_u} U")
    top = kept.u + kept.height_u - 1
    page.field(
        grid, "Units", f"{kept.u}-{top}", lambda text: _to_units(session, rack.number, kept, text), "U"
    )
    page.field(
        grid,
        "Note",
        kept.note,
        lambda text: _instead(
            session, rack.number, kept, Reserved(u=kept.u, height_u=kept.height_u, note=text), "Note on"
        ),
        empty="none",
    )
    page.button("Remove reservation", lambda: session.do(Free(rack=rack.number, u=kept.u)))


def show_reservations(page: Page, ids: list[ReservedAt]) -> None:
    """Show the notes of several reservations."""
    session, found = page.session, []
    for rack in session.project.floor.racks:
        found += [(rack, kept) for kept in rack.reserved if ReservedAt(rack.number, kept.u) in ids]
    grid = page.section("Reserved units", f"{sum(kept.height_u for _, kept in found)} U")

    def note(text: str) -> bool:
        commands: list[Command] = []
        for rack, kept in found:
            commands.append(Free(rack=rack.number, u=kept.u))
            commands.append(Reserve(rack=rack.number, u=kept.u, height_u=kept.height_u, note=text))
        return do_all(session, f"Note on {len(found)} reservations", commands)

    def free() -> bool:
        frees = [Free(rack=rack.number, u=kept.u) for rack, kept in found]
        return do_all(session, f"Remove {len(found)} reservations", frees)

    page.field(grid, "Note", shared(kept.note for _, kept in found), note, empty="none")
    page.button("Remove all reservations", free)


def _to_units(session: Session, rack: int, kept: Reserved, text: str) -> bool:
    units = unit_range(text)
    if units is None:
        session.refuse(f"“{text}” is not a range of units. Type one unit, or a range such as 5-8.")
        return False
    return _instead(session, rack, kept, Reserved(u=units[0], height_u=units[1], note=kept.note), "Change")


def _instead(session: Session, rack: int, kept: Reserved, new: Reserved, word: str) -> bool:
    commands = (
        Free(rack=rack, u=kept.u),
        Reserve(rack=rack, u=new.u, height_u=new.height_u, note=new.note),
    )
    if not session.do(Batch(name=f"{word} reserved units", commands=commands)):
        return False
    session.select([RESERVATION(ReservedAt(rack, new.u))])
    return True
