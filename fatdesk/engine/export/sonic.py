"""Ports of SONiC switches: tables for config_db.json with breakout modes, speeds and neighbours."""

from collections import Counter, defaultdict
from typing import Any

import msgspec

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, namings_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.listing.wired import cable_facts, plain_names

NAME = "config_db.json"
SYSTEM, ALIASES = "sonic", ("sonic-etp", "sonic-eth")
"""The names of ports of SONiC, and those that it announces."""


def _files(plan: Plan) -> dict[str, bytes]:
    """Return a file for each switch whose part has names of ports of SONiC: ``config_db-E01.json``."""
    found: dict[str, bytes] = {}
    made = [_of_fabric(plan, number) for number in range(len(plan.fabrics))]
    names = [name for some in made for name, _ in some]
    tables = [one for some in made for _, one in some]
    for name, one in zip(plain_names(names), tables, strict=True):
        found[f"config_db-{name}.json"] = msgspec.json.format(msgspec.json.encode(one), indent=4) + b"\n"
    return found


def _of_fabric(plan: Plan, number: int) -> list[tuple[str, dict[str, Any]]]:
    """The switches of a fabric with their tables."""
    fabric, names = plan.fabrics[number], plan.names[number]
    ports = FabricPorts(fabric, plan.catalog)
    peers = _peers(plan, fabric, names, ports)
    found = []
    for node in fabric.nodes(NodeKind.SWITCH).tolist():
        part = fabric.parts[fabric.part[node]]
        namings = {naming.system: naming for naming in namings_of(plan.catalog, part.part)}
        if SYSTEM not in namings:
            continue
        alias = next((namings[system] for system in ALIASES if system in namings), None)
        own = ports.names(node, namings[SYSTEM])
        table = port_table(plan.catalog, part.part, part.cards, part.card)
        if own is None:
            continue
        announced = None if alias is None else PortNames(table, alias, ports.splits(node))
        found.append((names[node], _tables(names[node], own, announced, peers.get(node, {}))))
    return found


def _peers(
    plan: Plan, fabric: Fabric, names: tuple[str, ...], ports: FabricPorts
) -> dict[int, dict[tuple[int, int], tuple[str, str]]]:
    """By node, port and leg what a link joins there: device and port."""
    found: dict[int, dict[tuple[int, int], tuple[str, str]]] = defaultdict(dict)
    columns = (fabric.ends, fabric.ports, fabric.split)
    for (a, b), (p, q), leg in zip(*(column.tolist() for column in columns), strict=True):
        found[a][p, leg] = (names[b], ports.name(b, q))
        found[b][q, 0] = (names[a], ports.name(a, p, leg))
    return found


def _tables(
    switch: str, own: PortNames, announced: PortNames | None, peers: dict[tuple[int, int], tuple[str, str]]
) -> dict[str, Any]:
    """The tables of a switch: all of its data ports, those in use with their neighbours."""
    table = own.table
    port_rows: dict[str, dict[str, str]] = {}
    breakouts: dict[str, dict[str, str]] = {}
    neighbours: dict[str, dict[str, str]] = {}
    legs_of: Counter[int] = Counter(port for _, port, _ in own.all())
    for name, port, leg in own.all():
        if table.manages(port):
            continue
        plug, legs = table.plugs[table.plug[port]], legs_of[port]
        rate = plug.rate_gbps / legs
        alias = announced.name(port, leg) if announced is not None else ""
        peer, peer_port = peers.get((port, leg), ("", ""))
        row = {"alias": alias} if alias else {}
        row["speed"] = f"{rate * 1000:.0f}"
        row["admin_status"] = "up" if peer else "down"
        if peer:
            row["description"] = f"{peer}:{peer_port}" if peer_port else peer
            neighbours[name] = {"name": peer, **({"port": peer_port} if peer_port else {})}
        port_rows[name] = row
        if leg == 0:
            breakouts[name] = {"brkout_mode": f"{legs}x{rate:g}G"}
    metadata = {"localhost": {"hostname": switch}}
    return {
        "DEVICE_METADATA": metadata,
        "BREAKOUT_CFG": breakouts,
        "PORT": port_rows,
        "DEVICE_NEIGHBOR": neighbours,
    }


def _without(plan: Plan) -> list[str]:
    """Parts of switches that have no names of ports of SONiC."""
    found: dict[str, None] = {}
    for fabric in plan.fabrics:
        for part in fabric.part[fabric.nodes(NodeKind.SWITCH)].tolist():
            name = fabric.parts[part].part
            if all(naming.system != SYSTEM for naming in namings_of(plan.catalog, name)):
                found[name] = None
    return sorted(found)


def _left_out(plan: Plan) -> list[str]:
    """Return what the files cannot represent."""
    words = ["lanes and indexes of ports, which platform.json of the switch gives: merge with its own file"]
    if without := _without(plan):
        words.append(f"switches without names of ports of SONiC in the catalog ({', '.join(without[:4])})")
    return [*words, *cable_facts(plan, places=False, lengths=False, parts=False)]


def _why_none(plan: Plan) -> str:
    """Return why there is no file; empty: there is one."""
    if any(_of_fabric(plan, number) for number in range(len(plan.fabrics))):
        return ""
    count = counted(len(_without(plan)), "part")
    return f"no switch has names of ports of SONiC ({count}): add `system: sonic` to `port_names` of its part"


CONFIG_DB = Export(
    NAME,
    "Tables for config_db.json of SONiC, one file per switch: breakout modes, speeds, neighbours.",
    _files,
    asked_only=True,
    left_out=_left_out,
    why_none=_why_none,
)
