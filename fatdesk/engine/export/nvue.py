"""Ports of Cumulus Linux switches: files for ``nv config patch`` with breakouts, speeds and descriptions."""

from typing import Any

from fatdesk.core.formats.yaml_text import yaml_text
from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.port_use import SwitchUse, parts_without, switches_of
from fatdesk.engine.listing.wired import cable_facts, plain_names

NAME = "nvue.yaml"
SYSTEM = "cumulus"
HEAD = "# Written by fatdesk for Cumulus Linux 5.4 or later: nv config patch {file}, then nv config apply\n"


def _files(plan: Plan) -> dict[str, bytes]:
    """Return a file for each switch whose part has names of ports of Cumulus Linux: ``nvue-E01.yaml``."""
    found: dict[str, bytes] = {}
    switches = switches_of(plan, SYSTEM)
    for name, one in zip(plain_names(one.name for one in switches), switches, strict=True):
        file = f"nvue-{name}.yaml"
        found[file] = HEAD.format(file=file).encode() + yaml_text([{"set": _tree(one)}])
    return found


def _tree(switch: SwitchUse) -> dict[str, Any]:
    """The settings of a switch: split ports with their legs, and the ports in use."""
    interfaces: dict[str, Any] = {}
    for one in switch.ports:
        if one.legs > 1 and one.leg == 0:
            interfaces[one.whole] = {"type": "swp", "link": {"breakout": {f"{one.legs}x": {}}}}
        if not one.peer:
            continue
        text = f"{one.peer}:{one.peer_port}" if one.peer_port else one.peer
        link: dict[str, Any] = {"state": {"up": {}}}
        if one.legs > 1:
            link["speed"] = f"{one.rate_gbps:g}G"
        interfaces[one.name] = {"type": "swp", "description": text, "link": link}
    return {"system": {"hostname": switch.name}, "interface": interfaces}


def _left_out(plan: Plan) -> list[str]:
    """Return what the files cannot represent."""
    words = [
        "ports that a split disables: NVUE does that where the switch requires it",
        "addresses, VLANs, bonds and routing",
    ]
    if without := parts_without(plan, SYSTEM):
        words.append(f"switches without names of ports of Cumulus Linux ({', '.join(without[:4])})")
    return [*words, *cable_facts(plan, places=False, lengths=False, parts=False)]


def _why_none(plan: Plan) -> str:
    """Return why there is no file; empty: there is one."""
    if switches_of(plan, SYSTEM):
        return ""
    parts = counted(len(parts_without(plan, SYSTEM)), "part")
    return (
        f"no switch has names of ports of Cumulus Linux ({parts}): add `system: cumulus` to `port_names` of"
        " its part"
    )


NVUE = Export(
    NAME,
    "Settings for NVUE of Cumulus Linux, one file per switch: breakouts, speeds, descriptions of ports.",
    _files,
    asked_only=True,
    left_out=_left_out,
    why_none=_why_none,
)
