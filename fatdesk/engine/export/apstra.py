"""The cabling map of Juniper Apstra: links with the names of interfaces at both ends."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import backplanes, cable_facts, external_links

NAME = "apstra-cabling-map.json"


def _file(plan: Plan) -> dict[str, bytes]:
    """Return the file, a link a line."""
    lines = b",\n".join(map(msgspec.json.encode, _links(plan)))
    return {NAME: b'{"version": 2, "links": [\n' + lines + b"\n]}\n"}


def _links(plan: Plan) -> Iterator[dict[str, Any]]:
    """The links between switches, and from switches to hosts, labelled as Apstra labels them."""
    highest = {fabric.name: int(fabric.level.max(initial=0)) for fabric in plan.fabrics}
    count: Counter[tuple[str, str]] = Counter()
    for joint in joints(plan):
        if joint.trace or "External" in {joint.a.kind, joint.b.kind}:
            continue
        upper, lower = sorted((joint.a, joint.b), key=lambda point: -_height(point))
        if _height(lower) == 0:
            upper, lower = (lower, upper) if _height(upper) == 0 else (upper, lower)
        count[upper.device, lower.device] += 1
        label = f"{upper.device}<->{lower.device}[{count[upper.device, lower.device]}]"
        roles = [_role(point, highest[joint.fabric]) for point in (upper, lower)]
        yield {
            "label": label,
            "role": "to_generic" if "generic" in roles else "_".join(roles),
            "type": "ethernet",
            "speed": _speed(joint),
            "endpoints": [
                {
                    "system": {"label": point.device, "role": role},
                    "interface": {"if_name": point.os_port or point.printed},
                }
                for point, role in zip((upper, lower), roles, strict=True)
            ],
        }


def _height(point: Point) -> int:
    return point.level if point.kind == "Switch" else 0


def _role(point: Point, highest: int) -> str:
    """The role of a switch by its level, as Apstra has them; hosts are generic systems."""
    if point.kind != "Switch":
        return "generic"
    if point.level == 1:
        return "leaf"
    return "superspine" if point.level == highest > 2 else "spine"


def _speed(joint: Joint) -> str:
    return f"{joint.rate_gbps:g}G"


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    ids = "ids of systems and interfaces, which the blueprint gives: match its exported map by label"
    facts = cable_facts(plan, places=False, lengths=False, parts=False)
    return [ids, *external_links(plan), *backplanes(plan), *facts]


APSTRA = Export(
    NAME,
    "Links as a cabling map of Juniper Apstra: systems, interface names, roles and speeds as JSON.",
    _file,
    asked_only=True,
    left_out=_left_out,
)
