"""The network for Graphviz: a row a level, a line a link with the ports at its ends."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.left_out import places
from fatdesk.engine.listing.plain_names import quoted
from fatdesk.engine.listing.wired import Wired, fabric_files

NAME = "fabric.dot"
ASKED_ONLY = True  # for who has Graphviz; the wiring diagram shows the same


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``fabric-NAME.dot`` where there are several fabrics."""
    return {name: _graph(one).encode("utf-8", "replace") for name, one in fabric_files(plan, NAME)}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return places(plan)


def _graph(one: Wired) -> str:
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
