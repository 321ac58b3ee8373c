"""The network as GraphML: nodes and links with all that is known of them, for programs of graphs."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import escaped
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.left_out import places
from fatdesk.engine.listing.wired import Wired, fabric_files

NAME = "fabric.graphml"
ASKED_ONLY = True  # for who works on graphs

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


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``fabric-NAME.graphml`` where there are several fabrics."""
    return {name: _graph(one).encode("utf-8", "replace") for name, one in fabric_files(plan, NAME)}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return places(plan)


def _graph(one: Wired) -> str:
    fabric, names = one.fabric, one.names
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n',
        *(f'<key id="{k}" for="{of}" attr.name="{k}" attr.type="{kind}"/>\n' for k, of, kind in KEYS),
        f'<graph id="{escaped(fabric.name)}" edgedefault="undirected">\n',
    ]
    kinds, levels = fabric.kind.tolist(), fabric.level.tolist()
    for name, shown, kind, level, model in zip(names, one.shown, kinds, levels, one.models, strict=True):
        facts = _told(name=shown, kind=NodeKind(kind).name.lower(), level=str(level), model=model)
        lines.append(f'<node id="{name}">{facts}</node>\n')
    for number, link in enumerate(one.links()):
        trace = "true" if link.trace else "false"
        facts = _told(a_port=link.a_port, b_port=link.b_port, gbps=f"{link.rate_gbps:g}", trace=trace)
        ends = f'source="{names[link.a]}" target="{names[link.b]}"'
        lines.append(f'<edge id="e{number}" {ends}>{facts}</edge>\n')
    return "".join([*lines, "</graph>\n</graphml>\n"])


def _told(**facts: str) -> str:
    return "".join(f'<data key="{key}">{escaped(text)}</data>' for key, text in facts.items())
