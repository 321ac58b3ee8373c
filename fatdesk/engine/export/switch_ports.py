"""The switch and port of each host, from which provisioning systems know it: xCAT, and a plain list."""

from collections.abc import Iterator, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export, Table
from fatdesk.engine.listing.addresses import Addressed, controllers_or_none
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import equipment, external_links

XCAT_TITLES = ("node", "switch", "port", "vlan", "interface", "comments", "disable")
"""Columns of the table ``switch`` of xCAT, as ``tabdump switch`` writes them."""
COLUMNS = (
    Heading("host", "Host", 20),
    Heading("host_port", "Host port", 14),
    Heading("fabric", "Fabric", 14),
    Heading("switch", "Switch", 20),
    Heading("switch_port", "Switch port", 16),
    Heading("rack", "Rack", 8),
    Heading("unit", "Unit", 6, "integer"),
    Heading("model", "Model", 28),
    Heading("bmc", "Controller", 20),
    Heading("bmc_address", "Address of the controller", 18),
)
IPMI_TITLES = (
    "node", "bmc", "bmcport", "taggedvlan", "bmcid", "username", "password", "comments", "disable",
)  # fmt: skip
"""Columns of the table ``ipmi`` of xCAT."""


def _hosts(plan: Plan) -> Iterator[tuple[Joint, Point, Point]]:
    """The links between a host and a switch, the host first."""
    for joint in joints(plan):
        for host, switch in ((joint.a, joint.b), (joint.b, joint.a)):
            if host.kind == "Host" and switch.kind == "Switch" and not joint.trace:
                yield joint, host, switch


def _port(point: Point) -> str:
    return point.os_port or point.printed


def _table(plan: Plan) -> Table:
    """Columns and rows."""
    managed = {one.id: one for one in reversed(controllers_or_none(plan))}
    return COLUMNS, (_row(joint, host, switch, managed.get(host.id)) for joint, host, switch in _hosts(plan))


def _row(joint: Joint, host: Point, switch: Point, bmc: Addressed | None) -> tuple[Value, ...]:
    where = (host.rack, host.u, host.model)
    own = ("", "") if bmc is None else (bmc.name, str(bmc.address))
    return (host.device, _port(host), joint.fabric, switch.device, _port(switch), *where, *own)


def _xcat(plan: Plan) -> dict[str, bytes]:
    """Return the files, of several fabrics one each, as a host has one switch in that table.

    Hosts of a fabric have the switch of their first port.
    """
    files = {}
    for fabric in plan.fabrics:
        rows: dict[str, str] = {}
        for joint, host, switch in _hosts(plan):
            if joint.fabric == fabric.name and host.device not in rows:
                cells = (host.device, switch.device, _port(switch), "", _port(host), "", "")
                rows[host.device] = ",".join(map(_quoted, cells)) + "\n"
        name = f"xcat-switch-{fabric.name}.csv" if len(plan.fabrics) > 1 else "xcat-switch.csv"
        files[name] = ("#" + ",".join(XCAT_TITLES) + "\n" + "".join(rows.values())).encode("utf-8", "replace")
    if managed := controllers_or_none(plan):
        files["xcat-ipmi.csv"] = _ipmi(plan, managed)
    return files


def _ipmi(plan: Plan, managed: Sequence[Addressed]) -> bytes:
    """The table of management controllers: each node with the address of its first one."""
    devices = {host.id: host.device for _, host, _ in _hosts(plan)}
    first = {one.id: one for one in reversed(managed)}
    rows = (
        (device, str(first[key].address), *[""] * 5, first[key].name, "")
        for key, device in devices.items()
        if key in first
    )
    lines = [",".join(map(_quoted, cells)) + "\n" for cells in rows]
    return ("#" + ",".join(IPMI_TITLES) + "\n" + "".join(lines)).encode("utf-8", "replace")


def _quoted(text: str) -> str:
    """A cell as ``tabdump`` writes it; an empty one is left empty.

    >>> _quoted("E01"), _quoted("")
    ('"E01"', '')
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + plain.replace('"', '""') + '"' if plain else ""


def _left_out(plan: Plan) -> list[str]:
    """Return what the lists cannot represent."""
    words = "hardware addresses, which are not known: hosts are known by their switch and port"
    return [words, *external_links(plan), *equipment(plan)]


XCAT = Export(
    "xcat-switch.csv",
    "The table switch of xCAT (tabrestore), for discovery of hosts by switch and port; one per fabric.",
    _xcat,
    asked_only=True,
    left_out=_left_out,
    more_endings=("-ipmi.csv",),
)
BOOT_PORTS = Export(
    "boot-ports.csv",
    "Switch and port of each host port as CSV, with rack and unit: for PXE and other provisioning.",
    lambda plan: {"boot-ports.csv": csv_bytes(*_table(plan))},
    table=_table,
    asked_only=True,
    left_out=_left_out,
)
