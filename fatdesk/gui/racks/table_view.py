"""The elevations as a table: devices with rack, unit, block and figures."""

from typing import NamedTuple

from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.budget import figures, load
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.widgets.numbers import UNKNOWN
from fatdesk.gui.widgets.sorting import natural, unknown_first
from fatdesk.project.document.ref import DEVICE

MOST_NAMED = 2
"""The name of a block: its first edge switch, and the number of others."""


class DeviceRow(NamedTuple):
    """A device with its place; ``inside`` is the enclosure that holds it."""

    id: str
    name: str
    rack: str
    u: int
    inside: str
    block: str
    part: str
    height_u: int | None
    power_w: float | None
    mass_kg: float | None


def block_names(session: Session) -> dict[str, str]:
    """For each device the names of the edge switches of its block."""
    found: dict[str, str] = {}
    for fabric, names in zip(session.derived.fabrics, session.derived.names, strict=True):
        block = fabric.block.tolist()
        switches: dict[int, list[str]] = {}
        for node in fabric.nodes(NodeKind.SWITCH).tolist():
            if block[node] >= 0:
                switches.setdefault(block[node], []).append(names[node])
        stated = {
            number: ", ".join(some) if len(some) <= MOST_NAMED else f"{some[0]} and {len(some) - 1} more"
            for number, some in switches.items()
        }
        for node_id, number in zip(fabric.ids, block, strict=True):
            if number in stated:
                found.setdefault(node_id, stated[number])
    return found


def device_rows(session: Session) -> list[DeviceRow]:
    """All devices in racks, from the top of the first rack on."""
    names, blocks = session.derived.device_names, block_names(session)
    catalog, rows = session.derived.catalog, []
    plugged = session.derived.plugged
    for rack in session.project.floor.racks:
        label = rack_label(rack)
        for device in sorted(rack.devices, key=lambda some: -some.u):
            box = names.get(device.id, device.id)
            for some in (device, *device.inside):
                height = figures(some, catalog)[0]
                own = load(some, catalog, plugged)
                rows.append(
                    DeviceRow(
                        some.id,
                        names.get(some.id, some.id),
                        label,
                        device.u,
                        "" if some is device else box,
                        blocks.get(some.id, ""),
                        session.subjects.part(some),
                        height if some is device else 0,
                        None if own.lacks_power else own.power_w,
                        None if own.lacks_mass else own.mass_kg,
                    )
                )
    return rows


def _figure(value: float | None, spec: str) -> str:
    return UNKNOWN if value is None else format(value, spec)


def _tone(value: float | None) -> str:
    return "warn" if value is None else "text"


_DEVICES: tuple[Column[DeviceRow], ...] = (
    Column("Rack", 90, lambda d: d.rack, order=natural, strong=True),
    Column("U", 60, lambda d: str(d.u), lambda d: d.u, number=True),
    Column("Device", 130, lambda d: d.name, order=natural),
    Column("Inside", 110, lambda d: d.inside, order=natural, tone=lambda _: "text2", hidden=True),
    Column("Block", 120, lambda d: d.block, order=natural, tone=lambda _: "text2"),
    Column("Part", 180, lambda d: d.part, order=natural, tone=lambda _: "text2", stretch=True),
    Column(
        "Height, U",
        90,
        lambda d: _figure(d.height_u, "d"),
        lambda d: d.height_u,
        order=unknown_first,
        number=True,
        tone=lambda d: _tone(d.height_u),
    ),
    Column(
        "Power, kW",
        100,
        lambda d: _figure(None if d.power_w is None else d.power_w / 1000, ",.3f"),
        lambda d: d.power_w,
        order=unknown_first,
        number=True,
        tone=lambda d: _tone(d.power_w),
    ),
    Column(
        "Mass, kg",
        100,
        lambda d: _figure(d.mass_kg, ",.1f"),
        lambda d: d.mass_kg,
        order=unknown_first,
        number=True,
        tone=lambda d: _tone(d.mass_kg),
    ),
)

RACKS_TWINS = (
    ViewTable(
        "Devices",
        _DEVICES,
        device_rows,
        lambda d: DEVICE(d.id),
        "There are no devices in racks yet.",
    ),
)
