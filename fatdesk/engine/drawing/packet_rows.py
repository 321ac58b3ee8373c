"""The tables of a packet: a switch's cables row by row, and a rack's devices."""

from collections.abc import Sequence
from dataclasses import dataclass

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing.subjects import Subjects
from fatdesk.engine.drawing.switch_ports import Plugged, SwitchPorts
from fatdesk.engine.drawing.tick_table import Column, Row
from fatdesk.engine.floor.floor import Device

CABLE_COLUMNS = (
    Column("port", 0.0, 9.5),
    Column("label at this end", 10.5, 21.5, bold=True),
    Column("to rack", 33.5, 10.5),
    Column("U", 45.0, 5.0),
    Column("device", 51.0, 19.5, bold=True),
    Column("port", 71.5, 8.5),
    Column("kind", 81.0, 7.5),
    Column("length", 88.5, 12.0, right=True),
)
CABLE_TICKS = (Column("plugged", 103.0, 8.5), Column("tested", 113.5, 8.0))
DEVICE_COLUMNS = (
    Column("U", 0.0, 6.5),
    Column("device", 8.0, 22.0, bold=True),
    Column("part", 31.0, 24.0),
    Column("height", 56.0, 8.0, right=True),
    Column("power", 65.0, 12.5, right=True),
    Column("mass", 78.5, 11.5, right=True),
    Column("cables to", 92.0, 20.0),
)
DEVICE_TICKS = (Column("mounted", 113.0, 9.0),)
PLUGGED = frozenset({"plugged", "connected", "installed", "tested"})
"""Words of a cable's status that mean it is in place."""


@dataclass(frozen=True)
class DeviceRow:
    """A row of the device list, and the part it counts as."""

    part: str
    row: Row


def cable_rows(plugged: Sequence[Plugged]) -> list[Row]:
    """A row for each plug, of a splitter for each leg; a rule where hosts end and switches begin."""
    rows = []
    for i, some in enumerate(plugged):
        far, cable = some.far, some.cable
        cells = (
            some.port,
            some.label if cable else "no cable",
            far.rack_label if far else "",
            str(far.u) if far and far.u is not None else "",
            some.device,
            _far_port(some),
            cable.kind or "none" if cable else "",
            _metres(cable) if cable else "",
        )
        tested = cable is not None and (cable.status == "tested" or bool(cable.tested_by))
        ticks = (tested or cable.status in PLUGGED, tested) if cable else (False, False)
        rule = i > 0 and (some.way == "host") != (plugged[i - 1].way == "host")
        rows.append(Row(cells, ticks, rule))
    return rows


def _far_port(some: Plugged) -> str:
    far = some.far
    if far is None:
        return ""
    port = f"{far.slot}:{far.port}" if far.slot else far.port
    return f"{port}.{far.sub_port}" if far.sub_port else port


def _metres(cable: CableRow) -> str:
    ordered = cable.length.ordered_um
    return "unknown" if ordered is None else f"{ordered / 1e6:.2f}".rstrip("0").rstrip(".") + " m"


def device_rows(subjects: Subjects, ports: SwitchPorts, devices: Sequence[Device]) -> list[DeviceRow]:
    """The devices of a rack from the top, those inside enclosures after them."""
    rows = []
    for outer in devices:
        for device in (outer, *outer.inside):
            figures = subjects.device(device)
            height = f"{figures.height_u} U" if device is outer else ""
            cells = (
                str(device.u) if device is outer else "",
                subjects.name(device),
                subjects.part(device),
                height,
                figures.power_w.told("W", "kW") or "unknown",
                figures.mass_kg.told("kg", "") or "unknown",
                _cables_of(subjects, ports, device),
            )
            rows.append(DeviceRow(device.part, Row(cells, (False,))))
    return rows


def _cables_of(subjects: Subjects, ports: SwitchPorts, device: Device) -> str:
    """Where the cables of a device go: the far end of one, else how many; a switch has its own sheet."""
    if ports.is_switch(device.id):
        return "own sheet"
    ends = [some for _, some in ports.ends_of(subjects.name(device))]
    if len(ends) == 1 and ends[0].far is not None:
        return f"{ends[0].device} p{ends[0].far.port}"
    if not ends:
        return "–"
    first, last = ends[0].device, ends[-1].device
    return f"{len(ends)}: {first} … {last}" if first != last else f"{len(ends)}: {first}"
