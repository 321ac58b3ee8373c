"""The network and the racks for draw.io (diagrams.net): pages of shapes with connectors, as plain XML."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fatdesk.engine.drawing.plan import Plan, Subjects
from fatdesk.engine.drawing.svg import escaped
from fatdesk.engine.export.export import Export
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import backplanes, cable_facts

NAME = "network.drawio"
WIDE, HIGH, GAP = 120, 40, 20
"""Of a device, and between devices, in the units of draw.io."""
HOSTS_HIGH = 12
"""Hosts below each other under their switch."""
LEVEL_GAP = 120
RACK_WIDE, UNIT_HIGH, RACK_GAP = 240, 20, 60
EDGE_STYLE = "endArrow=none;html=0;edgeStyle=none;strokeColor=#666666;fontSize=10;"
STYLES = {
    "Host": "rounded=0;html=0;whiteSpace=wrap;fillColor=#f5f5f5;strokeColor=#666666;",
    "Switch": "rounded=1;html=0;whiteSpace=wrap;fillColor=#dae8fc;strokeColor=#6c8ebf;",
}
RACK_STYLE = "swimlane;html=0;startSize=30;collapsible=0;container=1;fillColor=#eeeeee;strokeColor=#333333;"


class _Box(NamedTuple):
    """A device at its place."""

    x: int
    y: int
    point: Point


def _file(plan: Plan) -> dict[str, bytes]:
    """Return the file: a page for each fabric, and one with the racks."""
    found: dict[str, list[Joint]] = defaultdict(list)
    for joint in joints(plan):
        if not joint.trace:
            found[joint.fabric].append(joint)
    pages = [
        _page(f"f{number}", fabric.name, _network(f"f{number}", found[fabric.name]))
        for number, fabric in enumerate(plan.fabrics, 1)
    ]
    if plan.floor.racks:
        pages.append(_page("racks", "Racks", _racks(plan)))
    body = "".join(pages) or _page("f0", "Network", iter(()))
    return {NAME: f'<mxfile host="fatdesk">\n{body}</mxfile>\n'.encode("utf-8", "replace")}


def _page(key: str, title: str, cells: Iterator[str]) -> str:
    head = f'<diagram id="{key}" name="{escaped(title)}">\n<mxGraphModel grid="0" page="0">\n<root>\n'
    root = '<mxCell id="0"/>\n<mxCell id="1" parent="0"/>\n'
    return head + root + "".join(cells) + "</root>\n</mxGraphModel>\n</diagram>\n"


def _network(key: str, links: Sequence[Joint]) -> Iterator[str]:
    """Devices by level, hosts in columns below their first switch, and one connector for each pair."""
    boxes = _laid(links)
    ids = {device: f"{key}-{number}" for number, device in enumerate(boxes, 1)}
    for device, box in boxes.items():
        point = box.point
        place = {"rack": point.rack, "unit": "" if point.u is None else str(point.u)} if point.rack else {}
        facts = {"model": point.model, **place}
        style = STYLES.get(point.kind, STYLES["Host"])
        yield _vertex(ids[device], point.device, facts, style, (box.x, box.y, WIDE, HIGH))
    bundles: dict[tuple[str, str], list[Joint]] = defaultdict(list)
    for joint in links:
        bundles[joint.a.id, joint.b.id].append(joint)
    for number, ((a, b), some) in enumerate(bundles.items(), 1):
        rates = list(dict.fromkeys(f"{joint.rate_gbps:g}G" for joint in some))
        text = f"{len(some)} x {'/'.join(rates)}" if len(some) > 1 else rates[0]
        ports = ", ".join(f"{_port(joint.a)}-{_port(joint.b)}" for joint in some)
        yield (
            f'<UserObject id="{key}-e{number}" label="{escaped(text)}" ports="{escaped(ports)}">'
            f'<mxCell style="{EDGE_STYLE}" edge="1" parent="1" source="{ids[a]}" target="{ids[b]}">'
            '<mxGeometry relative="1" as="geometry"/></mxCell></UserObject>\n'
        )


def _port(point: Point) -> str:
    return point.os_port or point.printed


def _laid(links: Sequence[Joint]) -> dict[str, _Box]:
    """The devices of a fabric with their places: the highest level on top, each centred over the widest."""
    points: dict[str, Point] = {}
    first: dict[str, str] = {}
    for joint in links:
        for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
            points.setdefault(near.id, near)
            if near.kind != "Switch" and far.kind == "Switch":
                first.setdefault(near.id, far.id)
    below: dict[str, list[str]] = defaultdict(list)
    for host, switch in first.items():
        below[switch].append(host)
    loose = [key for key, point in points.items() if point.kind != "Switch" and key not in first]
    levels: dict[int, list[str]] = defaultdict(list)
    for key, point in points.items():
        if point.kind == "Switch":
            levels[point.level].append(key)
    wide = {key: _columns(len(below[key])) * (WIDE + GAP) for key in points if points[key].kind == "Switch"}
    whole = max((sum(wide[key] for key in some) for some in levels.values()), default=0)
    boxes: dict[str, _Box] = {}
    for row, level in enumerate(sorted(levels, reverse=True)):
        x = (whole - sum(wide[key] for key in levels[level])) // 2
        for key in levels[level]:
            boxes[key] = _Box(x + (wide[key] - WIDE - GAP) // 2, row * (HIGH + LEVEL_GAP), points[key])
            x += wide[key]
    y = len(levels) * (HIGH + LEVEL_GAP)
    bottom = y
    for level in sorted(levels, reverse=True):
        some = [key for key in levels[level] if below[key]]
        x = (whole - sum(wide[key] for key in levels[level])) // 2
        deepest = 0
        for key in levels[level]:
            for number, host in enumerate(below[key]):
                column, line = divmod(number, HOSTS_HIGH)
                place = x + column * (WIDE + GAP), bottom + line * (HIGH + GAP)
                boxes[host] = _Box(*place, points[host])
                deepest = max(deepest, line + 1)
            x += wide[key]
        bottom += deepest * (HIGH + GAP) + (GAP if some else 0)
    for number, key in enumerate(loose):
        boxes[key] = _Box(number * (WIDE + GAP), bottom, points[key])
    return boxes


def _columns(hosts: int) -> int:
    return max(1, -(-hosts // HOSTS_HIGH))


def _racks(plan: Plan) -> Iterator[str]:
    """Each rack as a container as high as its units, rows of racks below each other."""
    subjects = Subjects(plan)
    rows: dict[int, int] = defaultdict(int)
    tops: dict[int, int] = {}
    for rack in plan.floor.racks:
        height = plan.catalog.rack(rack.part).height_u or 0
        tops[rack.row] = max(tops.get(rack.row, 0), height)
    y_of, y = {}, 0
    for row in sorted(tops):
        y_of[row] = y
        y += 30 + tops[row] * UNIT_HIGH + RACK_GAP
    for number, rack in enumerate(plan.floor.racks, 1):
        height = plan.catalog.rack(rack.part).height_u or 0
        x = rows[rack.row]
        rows[rack.row] += RACK_WIDE + RACK_GAP
        box = (x, y_of[rack.row], RACK_WIDE, 30 + height * UNIT_HIGH)
        yield _vertex(f"r{number}", rack_label(rack), {"model": rack.part}, RACK_STYLE, box)
        for place, device in enumerate(rack.devices, 1):
            tall = max(1, subjects.height_u(device))
            top = 30 + (height - device.u - tall + 1) * UNIT_HIGH
            kind = "Switch" if subjects.level(device).level else "Host"
            facts = {"model": subjects.part(device), "unit": str(device.u)}
            where = (0, top, RACK_WIDE, tall * UNIT_HIGH)
            name = subjects.name(device)
            yield _vertex(f"r{number}-{place}", name, facts, STYLES[kind], where, parent=f"r{number}")


def _vertex(
    key: str, label: str, facts: dict[str, str], style: str, box: tuple[int, int, int, int], parent: str = "1"
) -> str:
    """A shape with its facts as properties (Edit data in draw.io)."""
    x, y, wide, high = box
    more = "".join(f' {word}="{escaped(value)}"' for word, value in facts.items() if value)
    return (
        f'<UserObject id="{key}" label="{escaped(label)}"{more}>'
        f'<mxCell style="{style}" vertex="1" parent="{parent}">'
        f'<mxGeometry x="{x}" y="{y}" width="{wide}" height="{high}" as="geometry"/></mxCell></UserObject>\n'
    )


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    return [*backplanes(plan), *cable_facts(plan, places=True, lengths=False, parts=False)]


DRAWIO = Export(
    NAME,
    "The network and the racks for draw.io (diagrams.net): a page for each fabric and one of racks.",
    _file,
    asked_only=True,
    left_out=_left_out,
)
