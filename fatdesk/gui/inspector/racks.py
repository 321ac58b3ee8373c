"""Inspector pages of racks (position, label, budget, reserved units) and of the devices in them."""

from collections import Counter
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.filling import UM2_PER_MM2
from fatdesk.engine.cabling.rack_sides import HALVES, SIDES, RackSides
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.parts import ModularSwitch, Price, RackPart, Switch
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.floor.budget import NOTHING, everything, figures, load
from fatdesk.engine.floor.facility import power_limit_w
from fatdesk.engine.floor.floor import Device, Front, Rack, Reserved, letters, rack_cells, rack_label
from fatdesk.engine.physical.side_figures import SideUse, uses_of, worst_use
from fatdesk.engine.wiring.ports import EXTERNAL_END, FREE_END, PortEnd, PortMap
from fatdesk.gui.inspector.areas import feeds_field
from fatdesk.gui.inspector.panel_rules import show_panels
from fatdesk.gui.inspector.power import power_sections
from fatdesk.gui.inspector.typed import do_all, millimetres, row_number, shared, unit_range, whole
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.port_map import PortMapView, PortTableDialog, ends_of, leads_to
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, Name, bounded, metres, money, to_read
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.racks import Free, MoveRacks, RackMove, RenameRack, Reserve, TurnRacks
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
    cells = rack_cells(session.project.floor, session.derived.catalog.find)
    if cells:
        page.value(grid, "Cell", cells[rack.number] or "outside the grid")
    if identifier := session.derived.rack_identifiers.get(rack.number):
        page.value(grid, "Identifier", identifier)
    left = session.subjects.rack(rack).budget
    grid = page.section("Budget", counted(len(rack.devices), "device"))
    page.value(grid, "Used", f"{left.used_u} of {left.height_u}", "U")
    if left.reserved_u:
        page.value(grid, "Reserved", str(left.reserved_u), "U")
    page.value(grid, "Free", str(left.free_u), "U")
    page.value(grid, "Power", bounded(left.power_w / 1000, bool(left.lacks_power), ",.1f"), "kW")
    limit = power_limit_w(rack, session.derived.catalog.rack(rack.part), session.project.wishes.room)
    fed = replace(left, power_limit_w=limit)
    words = remaining(limit, fed.power_left_w, 0.001, ",.1f")
    page.value(grid, "Power left", words, "kW" if fed.power_left_w is not None else "")
    page.value(grid, "Mass", bounded(left.mass_kg, bool(left.lacks_mass), ",.0f"), "kg")
    cables = session.derived.rack_cables.get(rack.number, NOTHING)
    if cables.mass_kg or cables.lacks_mass:
        page.value(grid, "of which cables", bounded(cables.mass_kg, bool(cables.lacks_mass), ",.1f"), "kg")
    words = remaining(left.mass_limit_kg, left.mass_left_kg, 1.0, ",.0f")
    page.value(grid, "Mass left", words, "kg" if left.mass_left_kg is not None else "")
    show_panels(page, rack.number)
    power_sections(page, [rack])
    side_section(page, rack)
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
    field = field_at(Rack, "front")
    page.decided(grid, field, [rack.front for rack in racks], lambda front: _to_front(session, racks, front))
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


def _to_front(session: Session, racks: list[Rack], front: Front) -> bool:
    name = f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Turn {name}", [TurnRacks(racks=tuple(r.number for r in racks), front=front)])


def _move(session: Session, moves: list[RackMove], racks: list[Rack]) -> bool:
    name = f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Move {name}", [MoveRacks(moves=tuple(moves))])


def _reserved(page: Page, rack: Rack) -> None:
    """Units that are kept free, and a field to keep more."""
    session = page.session
    grid = page.section("Reserved units")

    for kept in rack.reserved:
        page.value(grid, unit_text(kept), Name(kept.note or "no note"))
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
    power_sections(page, racks)
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


Placed = tuple[Rack, Device]
"""A device and its rack."""


def show_device(page: Page, device_id: str) -> None:
    """The page of one device."""
    session = page.session
    name = session.derived.device_names.get(device_id, device_id)
    found = _place_of(session, device_id)
    if found is None:
        page.title(name, "In no rack")
        return
    rack, device = found
    subject = next((inner for inner in device.inside if inner.id == device_id), device)
    rail = session.derived.rail(device_id)
    shown = (session.subjects.part(subject), rail, device_id)
    if isinstance(session.derived.catalog.find(subject.part), Switch | ModularSwitch):
        page.icon = "switch"
    page.title(name, " · ".join(text for text in shown if text))
    grid = page.section("Place")
    if subject is not device:
        page.value(grid, "Inside", Name(session.derived.device_names.get(device.id, device.id)))
        page.value(grid, "Rack", Name(rack_label(rack)))
    else:
        _place_of_device(page, grid, [(rack, device)])
    joined = session.derived.port_maps.hosted_by(device_id)
    if joined:
        page.value(grid, "Host of network", Name(", ".join(joined)))
    ports = session.derived.port_maps.of(device_id)
    if ports is not None:
        part = session.derived.catalog.find(subject.part)
        _show_ports(page, ports, "rear" if part is None else port_side(part))
        _show_uplinks(page, ports)
    height = figures(subject, session.derived.catalog)[0]
    own = load(subject, session.derived.catalog, session.derived.plugged)
    plugged = session.derived.plugged.get(subject.id, NOTHING)
    grid = page.section("Figures")
    page.value(grid, "Height", UNKNOWN if height is None else str(height), "U")
    page.value(grid, "Power", bounded(own.power_w, bool(own.lacks_power), ",.0f"), "W")
    if plugged.power_w or plugged.lacks_power:
        words = bounded(plugged.power_w, bool(plugged.lacks_power), ",.0f")
        page.value(grid, "of which transceivers", words, "W")
    page.value(grid, "Mass", bounded(own.mass_kg, bool(own.lacks_mass), ",.1f"), "kg")
    part = session.derived.catalog.find(subject.part)
    price = getattr(part, "price", None)
    if isinstance(price, Price):
        amount = UNKNOWN if price.amount is None else f"{price.currency} {money(price.amount)}"
        page.value(grid, "Price", amount)
        where = ", ".join(text for text in (price.source, price.date) if text)
        page.note(where, "text3")


def _show_ports(page: Page, ports: PortMap, side: str) -> None:
    """The port map, and how many ports lead where."""
    total = len(ports.data)
    grid = page.section("Ports", f"{ports.used:,} of {total:,} used · at the {side}")
    view = PortMapView(page.session, page.theme, ports)
    grid.addWidget(view, grid.rowCount(), 0, 1, 3)
    page.fields["Ports"] = view.squares
    counts = Counter(end for end in ends_of(ports)[:total] if end[0] != FREE_END)
    for level in sorted(counts, key=lambda end: (end[0] == EXTERNAL_END, end)):
        page.value(grid, leads_to(*level), f"{counts[level]:,}")
    page.value(grid, "Free", f"{total - ports.used:,}")
    for port in ports.management:
        where = "free" if port.end is None else f"{port.end.name} port {port.end.port}"
        page.value(grid, f"Management {port.os_port or port.text}", where)
    page.button("List ports…", lambda: PortTableDialog(page.desk, ports, page.window()).show())


def _show_uplinks(page: Page, ports: PortMap) -> None:
    """Lengths, kinds and blocking of the links of a switch to higher levels, and of all its cables."""
    ends = [port.end for port in ports.data if port.end is not None]
    by_cable = {end.cable: end for end in ends if end.cable}
    up = {cable: end for cable, end in by_cable.items() if end.level > ports.level > 0}
    if up:
        rate_up = sum(port.rate_gbps for port in ports.data if port.end and port.end.level > ports.level)
        rate_down = sum(port.rate_gbps for port in ports.data if port.end and port.end.level < ports.level)
        grid = page.section("Uplinks", counted(len(up), "cable"))
        _show_lengths(page, grid, list(up.values()))
        for kind, count in sorted(Counter(end.kind for end in up.values()).items()):
            page.value(grid, KIND_NAMES[kind], f"{count:,}")
        if rate_up and rate_down:
            page.value(grid, "Blocking", f"{rate_down / rate_up:.3g}:1")
    grid = page.section("Cables", f"{len(by_cable):,}")
    _show_lengths(page, grid, list(by_cable.values()))


def _show_lengths(page: Page, grid: QGridLayout, ends: list[PortEnd]) -> None:
    """The shortest and longest computed length of some cables, and what is ordered in all."""
    known = [end.computed_um for end in ends if end.computed_um is not None]
    ordered = [end.ordered_um for end in ends if end.ordered_um is not None]
    low, high = (min(known), max(known)) if known else (None, None)
    one = len(ends) == 1
    lengths = metres(low) if low == high else f"{metres(low)}–{metres(high)}"
    page.value(grid, "Computed" if one else "Computed, each", lengths, "m")
    if known and len(known) < len(ends):
        page.value(grid, "Unknown length", f"{len(ends) - len(known):,}")
    at_least = len(ordered) < len(ends)
    total = bounded(m_from_um(sum(ordered)), at_least, ",.2f")
    page.value(grid, "Ordered" if one else "Ordered, in all", total, "m")


def show_devices(page: Page, ids: list[str]) -> None:
    """The places of several devices, and their totals."""
    session, chosen = page.session, set(ids)
    catalog, found = session.derived.catalog, []
    placed = [(r, device) for r in session.project.floor.racks for device in r.devices if device.id in chosen]
    if placed:
        _place_of_device(page, page.section("Place"), placed)
    if len(placed) < len(chosen):
        page.note(f"{counted(len(chosen) - len(placed), 'device')} inside other devices stay there.")
    grid = page.section("Positions")
    for rack in session.project.floor.racks:
        here = [device for device in rack.devices if device.id in chosen]
        if here:
            high = [device for device in here if session.subjects.height_u(device)]
            units = sum(session.subjects.height_u(device) for device in high)
            low = min((device.u for device in high), default=0)
            top = max((device.u + session.subjects.height_u(device) - 1 for device in high), default=0)
            beside = f"{len(here) - len(high)} at the sides" if len(high) < len(here) else ""
            span = f"U{low}" if low == top else f"U{low}–U{top}"
            words = f"{units} U · {span}" if high else ""
            page.value(grid, rack_label(rack), " · ".join(text for text in (words, beside) if text))
            found += here
    plugged = session.derived.plugged
    sums = [load(some, catalog, plugged) for device in found for some in everything(device)]
    grid = page.section("Totals", counted(len(found), "device"))
    power, mass = sum(some.power_w for some in sums), sum(some.mass_kg for some in sums)
    page.value(grid, "Power", bounded(power / 1000, any(s.lacks_power for s in sums), ",.1f"), "kW")
    page.value(grid, "Mass", bounded(mass, any(s.lacks_mass for s in sums), ",.0f"), "kg")
    page.note("Drag one of them to move all by the same distance.")


def _place_of(session: Session, device_id: str) -> tuple[Rack, Device] | None:
    """The rack, and the device itself or the one that it is inside of."""
    for rack in session.project.floor.racks:
        for device in rack.devices:
            if device.id == device_id or any(inner.id == device_id for inner in device.inside):
                return rack, device
    return None


def _place_of_device(page: Page, grid: QGridLayout, placed: list[Placed]) -> None:
    """Rack and unit of a device; of several the rack, and the lowest unit that they take in each rack."""
    session = page.session
    racks: list[tuple[str, object]] = [(rack_label(r), r.number) for r in session.project.floor.racks]
    high = _with_height(session, placed)
    unit = shared(_lowest(high).values())
    page.choice(
        grid,
        "Rack",
        racks,
        shared(rack.number for rack, _ in placed),
        lambda number: isinstance(number, int) and _to_rack(session, placed, number),
    )
    if not high:
        page.value(grid, "Unit", "at the side")
        return
    name = "Unit" if len(high) == 1 else "Lowest unit"
    text = None if unit is None else str(unit)
    page.field(grid, name, text, lambda typed: _to_unit(session, high, typed), "U")


def _with_height(session: Session, placed: list[Placed]) -> list[Placed]:
    """Those that take units; the others are at the sides of their racks."""
    return [(rack, device) for rack, device in placed if session.subjects.height_u(device)]


def _lowest(placed: list[Placed]) -> dict[int, int]:
    """The lowest unit that some devices take in each rack."""
    found: dict[int, int] = {}
    for rack, device in placed:
        found[rack.number] = min(device.u, found.get(rack.number, device.u))
    return found


def _to_rack(session: Session, placed: list[Placed], number: int) -> bool:
    """To another rack, each to the unit where it is."""
    moves = [MoveDevice(id=d.id, rack=number, u=d.u) for rack, d in placed if rack.number != number]
    return do_all(session, _name(session, placed), moves)


def _to_unit(session: Session, placed: list[Placed], text: str) -> bool:
    """The lowest of each rack to a unit, the others by as much."""
    unit = whole(text)
    if unit is None or unit > 100:
        session.refuse(f"“{text}” is not a unit number. Type 1 or more.")
        return False
    lowest, moves = _lowest(placed), []
    for rack, device in placed:
        up = unit - lowest[rack.number]
        if up:
            moves.append((up, MoveDevice(id=device.id, rack=rack.number, u=device.u + up)))
    moves.sort(key=lambda move: -move[1].u if move[0] > 0 else move[1].u)  # those in front first
    return do_all(session, _name(session, placed), [move for _, move in moves])


def _name(session: Session, placed: list[Placed]) -> str:
    """Return the name of the step."""
    if len(placed) > 1:
        return f"Move {len(placed)} devices"
    device = placed[0][1].id
    return f"Move {session.derived.device_names.get(device, device)}"


NL_PER_LITRE = 1_000_000_000


def side_section(page: Page, rack: Rack) -> None:
    """Show the fullest unit of each side at which cables run, the excess stored there, and the top entry."""
    session = page.session
    sides, racks = session.derived.rack_sides, session.project.floor.racks
    index = next(n for n, some in enumerate(racks) if some.number == rack.number)
    part = session.derived.catalog.rack(rack.part)
    worst = [worst_use(units) for units in uses_of(sides, index, part.manager_mm2)]
    used = [use for use in worst if use.cables]
    if not used:
        return
    grid = page.section("Cables at the sides", "cross-section unknown" if part.manager_mm2 is None else "")
    for use in used:
        page.value(grid, SIDES[use.side].capitalize(), _fill_text(use), "")
    _stored(page, grid, sides, index)
    _top(page, grid, sides, index, part)


def _fill_text(use: SideUse) -> str:
    """Fill at the fullest unit, or the cross-section of the cables where the manager is not known."""
    if use.fill is None:
        amount = f"{bounded((use.routed_mm2 + use.stored_mm2) / 100, use.unknown, ',.1f')} cm²"
    else:
        amount = f"{bounded(use.fill * 100, use.unknown, ',.1f')} %"
    return to_read(f"{amount} at U{use.unit} · {use.cables:,} cable{'s'[: use.cables != 1]}")


def _stored(page: Page, grid: QGridLayout, sides: RackSides, index: int) -> None:
    """Length and volume of the excess cable that is stored in the rack."""
    here = slice(4 * index, 4 * index + 4)
    length = m_from_um(int(sides.load.stored_um[here].sum()))
    bound = bool(sides.load.unstored[here].any())
    page.value(grid, "Excess cable stored", bounded(length, bound, ",.1f"), "m")
    volume = int(sides.load.stored_nl[here].sum()) / NL_PER_LITRE
    page.value(grid, "Its volume", bounded(volume, bound, ",.2f"), "l")


def _top(page: Page, grid: QGridLayout, sides: RackSides, index: int, part: RackPart) -> None:
    """Show the cables that pass the top of the rack, half by half."""
    load = sides.load
    for half, name in enumerate(HALVES):
        at = 2 * index + half
        if not load.top_cables[at]:
            continue
        area, bound = float(load.top_um2[at]) / UM2_PER_MM2, bool(load.top_unknown[at])
        if part.top_entry_mm2 is None:
            amount = f"{bounded(area / 100, bound, ',.1f')} cm²"
        else:
            amount = f"{bounded(200 * area / part.top_entry_mm2, bound, ',.1f')} %"
        count = int(load.top_cables[at])
        page.value(grid, f"Top entry, {name}", to_read(f"{amount} · {count:,} cable{'s'[: count != 1]}"), "")
