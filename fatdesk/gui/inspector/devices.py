"""Inspector page of devices: position, figures, cables."""

from PySide6.QtWidgets import QGridLayout

from fatdesk.engine.floor.budget import NOTHING, everything, figures, load
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.gui.inspector.typed import do_all, shared, whole
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, bounded, counted, metres
from fatdesk.project.commands.devices import MoveDevice

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
    page.title(name, " · ".join(text for text in shown if text))
    grid = page.section("Place")
    if subject is not device:
        page.value(grid, "Inside", session.derived.device_names.get(device.id, device.id))
        page.value(grid, "Rack", rack_label(rack))
    else:
        _place(page, grid, [(rack, device)])
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
    rows = [row for row in session.derived.rows if name in (row.a.device, row.b.device)]
    grid = page.section("Cables", str(len(rows)))
    page.value(grid, "Longest", metres(max((row.length.computed_um or 0 for row in rows), default=0)), "m")


def show_devices(page: Page, ids: list[str]) -> None:
    """The places of several devices, and their totals."""
    session, chosen = page.session, set(ids)
    catalog, found = session.derived.catalog, []
    placed = [(r, device) for r in session.project.floor.racks for device in r.devices if device.id in chosen]
    if placed:
        _place(page, page.section("Place"), placed)
    if len(placed) < len(chosen):
        page.note(f"{counted(len(chosen) - len(placed), 'device')} inside other devices stay there.")
    grid = page.section("Positions")
    for rack in session.project.floor.racks:
        here = [device for device in rack.devices if device.id in chosen]
        if here:
            units = sum(session.subjects.height_u(device) for device in here)
            low = min(device.u for device in here)
            top = max(device.u + session.subjects.height_u(device) - 1 for device in here)
            page.value(grid, rack_label(rack), f"{units} U · U{low}–U{max(top, low)}")
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


def _place(page: Page, grid: QGridLayout, placed: list[Placed]) -> None:
    """Rack and unit of a device; of several the rack, and the lowest unit that they take in each rack."""
    session = page.session
    racks: list[tuple[str, object]] = [(rack_label(r), r.number) for r in session.project.floor.racks]
    lowest = _lowest(placed)
    unit = shared(lowest.values())
    page.choice(
        grid,
        "Rack",
        racks,
        shared(rack.number for rack, _ in placed),
        lambda number: isinstance(number, int) and _to_rack(session, placed, number),
    )
    name = "Unit" if len(placed) == 1 else "Lowest unit"
    text = None if unit is None else str(unit)
    page.field(grid, name, text, lambda typed: _to_unit(session, placed, typed), "U")


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
