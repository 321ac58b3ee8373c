"""Links for programs that compare them with LLDP: "leaf1":"swp1" -- "spine1":"swp3" a line."""

from fatdesk.engine.catalog.port_names import namings_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.plain_names import quoted
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import Wired, fabric_files

NAME = "topology.dot"
ASKED_ONLY = True  # for networks of Ethernet that check themselves

ROLES = {1: "leaf", 2: "spine", 3: "super_spine"}
"""What the levels of switches are called there."""


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``topology-NAME.dot`` where there are several fabrics."""
    found: dict[str, list[Joint]] = {}
    for joint in joints(plan):
        found.setdefault(joint.fabric, []).append(joint)
    return {
        name: _graph(one, found.get(one.fabric.name, [])).encode("utf-8", "replace")
        for name, one in fabric_files(plan, NAME)
    }


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return [*_unnamed(plan), *cable_facts(plan, places=False, lengths=False, parts=False)]


def _unnamed(plan: Plan) -> list[str]:
    """Ports whose names the catalog does not know, with what is written for them."""
    told = []
    for is_switch, word in ((True, "switch ports"), (False, "host ports")):
        kind = NodeKind.SWITCH if is_switch else NodeKind.HOST
        parts = {
            fabric.parts[part].part
            for fabric in plan.fabrics
            for part in fabric.part[fabric.nodes(kind)].tolist()
        }
        unknown = sorted(part for part in parts if not namings_of(plan.catalog, part))
        if unknown:
            more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
            form = "swp12, swp12s0" if is_switch else "port1"
            told.append(
                f"names of {word} that the catalog does not have ({unknown[0]}{more}): {form} instead"
            )
    return told


def _graph(one: Wired, links: list[Joint]) -> str:
    lines = [f"graph {quoted(one.fabric.name)} {{\n"]
    for name, kind, level in zip(one.shown, one.fabric.kind.tolist(), one.fabric.level.tolist(), strict=True):
        role = ROLES.get(level, "super_spine") if kind == NodeKind.SWITCH else NodeKind(kind).name.lower()
        lines.append(f"  {quoted(name)} [role={quoted(role)}];\n")
    lines += [
        f"  {_end(link.a)} -- {_end(link.b)} [speed={quoted(f'{link.rate_gbps:g}G')}];\n" for link in links
    ]
    return "".join([*lines, "}\n"])


def _end(point: Point) -> str:
    return f"{quoted(point.device)}:{quoted(point.os_port or _made_up(point))}"


def _made_up(point: Point) -> str:
    """``swp12``, a second link or leg of it ``swp12s1``, on card 3 ``c3swp12``; of hosts ``port1``."""
    cage, *more = point.port
    word = "swp" if point.kind == "Switch" else "port"
    legs = "".join(f"s{int(number) - 1}" for number in more)
    return (f"c{point.slot}" if point.slot else "") + word + cage + legs
