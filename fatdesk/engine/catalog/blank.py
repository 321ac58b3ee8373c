"""A new part of each kind: what it must tell with plain values, everything else unknown."""

from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Card,
    Enclosure,
    Equipment,
    ModularSwitch,
    Part,
    Ports,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
)


def blank_part(kind: type[Part], part_id: str) -> AnyPart:
    """A part of a kind to be filled in.

    >>> blank_part(TrayPart, "new").width_mm
    300.0
    """
    ports = (Ports(count=1, connector="qsfp", rate_gbps=40.0, lanes=4),)
    made: dict[type[Part], AnyPart] = {
        Switch: Switch(id=part_id, ports=ports),
        ModularSwitch: ModularSwitch(id=part_id, slots=1, cards=(Card(name="line-card", ports=ports),)),
        Server: Server(id=part_id, ports=ports),
        Enclosure: Enclosure(id=part_id, blades=1, switch=("none",)),
        Equipment: Equipment(id=part_id),
        Adapter: Adapter(id=part_id, ports=ports),
        Transceiver: Transceiver(id=part_id, connector="qsfp", rate_gbps=40.0, lanes=4, fibre="mpo-12"),
        Cable: Cable(id=part_id, medium="copper", connectors=("qsfp", "qsfp"), lanes=4),
        RackPart: RackPart(id=part_id, height_u=42),
        PowerUnit: PowerUnit(id=part_id),
        TrayPart: TrayPart(id=part_id, width_mm=300.0, tray_depth_mm=100.0),
    }
    return made[kind]
