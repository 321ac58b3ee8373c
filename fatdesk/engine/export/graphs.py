"""Graphs: Graphviz DOT, GraphML, and the DOT form that networks compare with LLDP."""

from fatdesk.engine.catalog.port_names import namings_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import escaped
from fatdesk.engine.export.export import Export
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import Wired, cable_facts, fabric_files, places, quoted


def _dot_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``fabric-NAME.dot`` where there are several fabrics."""
    return {name: _dot(one).encode("utf-8", "replace") for name, one in fabric_files(plan, "fabric.dot")}


def _dot(one: Wired) -> str:
    fabric, names = one.fabric, one.names
    lines = [f"graph {quoted(fabric.name)} {{\n", "  rankdir=BT;\n"]
    for number, (kind, level, shown, model) in enumerate(
        zip(fabric.kind.tolist(), fabric.level.tolist(), one.shown, one.models, strict=True)
    ):
        shape = {NodeKind.SWITCH: "box", NodeKind.HOST: "ellipse"}.get(kind, "plaintext")
        looks = f"shape={shape}, kind={NodeKind(kind).name.lower()}, level={level}, model={quoted(model)}"
        lines.append(f"  {quoted(names[number])} [label={quoted(shown)}, {looks}];\n")
    for link in one.links():
        a, b = (link.b, link.a) if fabric.level[link.b] < fabric.level[link.a] else (link.a, link.b)
        low, high = (link.b_port, link.a_port) if a == link.b else (link.a_port, link.b_port)
        ends = f"taillabel={quoted(low)}, headlabel={quoted(high)}, gbps={link.rate_gbps:g}"
        looks = f"{ends}, style=dotted" if link.trace else ends
        lines.append(f"  {quoted(names[a])} -- {quoted(names[b])} [{looks}];\n")
    return "".join([*lines, "}\n"])


KEYS = (
    ("name", "node", "string"),
    ("kind", "node", "string"),
    ("level", "node", "int"),
    ("model", "node", "string"),
    ("a_port", "edge", "string"),
    ("b_port", "edge", "string"),
    ("gbps", "edge", "double"),
    ("trace", "edge", "boolean"),
)


def _graphml_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``fabric-NAME.graphml`` where there are several fabrics."""
    return {
        name: _graphml(one).encode("utf-8", "replace") for name, one in fabric_files(plan, "fabric.graphml")
    }


def _graphml(one: Wired) -> str:
    fabric, names = one.fabric, one.names
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n',
        *(f'<key id="{k}" for="{of}" attr.name="{k}" attr.type="{kind}"/>\n' for k, of, kind in KEYS),
        f'<graph id="{escaped(fabric.name)}" edgedefault="undirected">\n',
    ]
    kinds, levels = fabric.kind.tolist(), fabric.level.tolist()
    for name, shown, kind, level, model in zip(names, one.shown, kinds, levels, one.models, strict=True):
        facts = _data(name=shown, kind=NodeKind(kind).name.lower(), level=str(level), model=model)
        lines.append(f'<node id="{name}">{facts}</node>\n')
    for number, link in enumerate(one.links()):
        trace = "true" if link.trace else "false"
        facts = _data(a_port=link.a_port, b_port=link.b_port, gbps=f"{link.rate_gbps:g}", trace=trace)
        ends = f'source="{names[link.a]}" target="{names[link.b]}"'
        lines.append(f'<edge id="e{number}" {ends}>{facts}</edge>\n')
    return "".join([*lines, "</graph>\n</graphml>\n"])


def _data(**facts: str) -> str:
    return "".join(f'<data key="{key}">{escaped(text)}</data>' for key, text in facts.items())


ROLES = {1: "leaf", 2: "spine", 3: "super_spine"}
"""Roles of the levels of switches."""


def _lldp_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``topology-NAME.dot`` where there are several fabrics."""
    found: dict[str, list[Joint]] = {}
    for joint in joints(plan):
        found.setdefault(joint.fabric, []).append(joint)
    return {
        name: _lldp_graph(one, found.get(one.fabric.name, [])).encode("utf-8", "replace")
        for name, one in fabric_files(plan, "topology.dot")
    }


def _left_out_of_lldp(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    return [*_unnamed(plan), *cable_facts(plan, places=False, lengths=False, parts=False)]


def _unnamed(plan: Plan) -> list[str]:
    """Ports whose names the catalog does not know, with what is written for them."""
    words = []
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
            words.append(
                f"names of {word} that the catalog does not have ({unknown[0]}{more}): {form} instead"
            )
    return words


def _lldp_graph(one: Wired, links: list[Joint]) -> str:
    lines = [f"graph {quoted(one.fabric.name)} {{\n"]
    nodes = zip(one.shown, one.fabric.kind.tolist(), one.fabric.level.tolist(), one.members, strict=True)
    for name, kind, level, member in nodes:
        role = member if kind == NodeKind.HOST else NodeKind(kind).name.lower()
        role = ROLES.get(level, "super_spine") if kind == NodeKind.SWITCH else role
        lines.append(f"  {quoted(name)} [role={quoted(role)}];\n")
    lines += [
        f"  {_lldp_end(link.a)} -- {_lldp_end(link.b)} [speed={quoted(f'{link.rate_gbps:g}G')}];\n"
        for link in links
    ]
    return "".join([*lines, "}\n"])


def _lldp_end(point: Point) -> str:
    return f"{quoted(point.device)}:{quoted(point.os_port or _made_up(point))}"


def _made_up(point: Point) -> str:
    """``swp12``, a second link or leg of it ``swp12s1``, on card 3 ``c3swp12``; of hosts ``port1``."""
    cage, *more = point.port
    word = "swp" if point.kind == "Switch" else "port"
    legs = "".join(f"s{int(number) - 1}" for number in more)
    return (f"c{point.slot}" if point.slot else "") + word + cage + legs


DOT = Export(
    "fabric.dot",
    "The network for Graphviz: one row per level, one line per link with the ports at its ends.",
    _dot_files,
    asked_only=True,
    left_out=places,
)
GRAPHML = Export(
    "fabric.graphml",
    "The network as GraphML: nodes and links with all attributes, for graph programs.",
    _graphml_files,
    asked_only=True,
    left_out=places,
)
LLDP = Export(
    "topology.dot",
    'Links for programs that compare them with LLDP: "leaf1":"swp1" -- "spine1":"swp3" per line.',
    _lldp_files,
    asked_only=True,
    left_out=_left_out_of_lldp,
)
