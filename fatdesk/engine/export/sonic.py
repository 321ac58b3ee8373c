"""Ports of SONiC switches: tables for config_db.json with breakout modes, speeds and neighbours."""

from typing import Any

import msgspec

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.port_use import SwitchUse, parts_without, switches_of
from fatdesk.engine.listing.wired import cable_facts, plain_names

NAME = "config_db.json"
SYSTEM, ALIASES = "sonic", ("sonic-etp", "sonic-eth")
"""The names of ports of SONiC, and those that it announces."""


def _files(plan: Plan) -> dict[str, bytes]:
    """Return a file for each switch whose part has names of ports of SONiC: ``config_db-E01.json``."""
    found: dict[str, bytes] = {}
    switches = switches_of(plan, SYSTEM, ALIASES)
    for name, one in zip(plain_names(one.name for one in switches), switches, strict=True):
        found[f"config_db-{name}.json"] = (
            msgspec.json.format(msgspec.json.encode(_tables(one)), indent=4) + b"\n"
        )
    return found


def _tables(switch: SwitchUse) -> dict[str, Any]:
    """The tables of a switch: all of its data ports, those in use with their neighbours."""
    port_rows: dict[str, dict[str, str]] = {}
    breakouts: dict[str, dict[str, str]] = {}
    neighbours: dict[str, dict[str, str]] = {}
    for one in switch.ports:
        row = {"alias": one.alias} if one.alias else {}
        row["speed"] = f"{one.rate_gbps * 1000:.0f}"
        row["admin_status"] = "up" if one.peer else "down"
        if one.peer:
            row["description"] = f"{one.peer}:{one.peer_port}" if one.peer_port else one.peer
            port = {"port": one.peer_port} if one.peer_port else {}
            neighbours[one.name] = {"name": one.peer, **port}
        port_rows[one.name] = row
        if one.leg == 0:
            breakouts[one.name] = {"brkout_mode": f"{one.legs}x{one.rate_gbps:g}G"}
    return {
        "DEVICE_METADATA": {"localhost": {"hostname": switch.name}},
        "BREAKOUT_CFG": breakouts,
        "PORT": port_rows,
        "DEVICE_NEIGHBOR": neighbours,
    }


def _left_out(plan: Plan) -> list[str]:
    """Return what the files cannot represent."""
    words = ["lanes and indexes of ports, which platform.json of the switch gives: merge with its own file"]
    if without := parts_without(plan, SYSTEM):
        words.append(f"switches without names of ports of SONiC in the catalog ({', '.join(without[:4])})")
    return [*words, *cable_facts(plan, places=False, lengths=False, parts=False)]


def _why_none(plan: Plan) -> str:
    """Return why there is no file; empty: there is one."""
    if switches_of(plan, SYSTEM):
        return ""
    count = counted(len(parts_without(plan, SYSTEM)), "part")
    return f"no switch has names of ports of SONiC ({count}): add `system: sonic` to `port_names` of its part"


CONFIG_DB = Export(
    NAME,
    "Tables for config_db.json of SONiC, one file per switch: breakout modes, speeds, neighbours.",
    _files,
    asked_only=True,
    left_out=_left_out,
    why_none=_why_none,
)
