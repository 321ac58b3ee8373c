"""The network for ibdiagnet2, UFM and its cable validation: switches, and what is at their ports."""

from collections import defaultdict
from collections.abc import Iterator

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.left_out import changed_names, external_links, places
from fatdesk.engine.listing.plain_names import plain_name
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import fabric_files, wired

NAME = "fabric-ibdiagnet.topo"
ASKED_ONLY = True  # only who checks InfiniBand networks wants it

LANES = 4
"""Lanes of a link, but for those whose rate no generation has over four."""
LANE_RATES = {2.5, 5.0, 10.0, 14.0, 25.0, 50.0, 100.0, 200.0}
"""Gb/s of a lane, by generation."""


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``fabric-ibdiagnet-NAME.topo`` where there are several fabrics."""
    found: dict[str, list[Joint]] = defaultdict(list)
    for joint in joints(plan):
        found[joint.fabric].append(joint)
    hosts: dict[str, int] = defaultdict(int)
    for joint in (joint for links in found.values() for joint in links):
        for point in (joint.a, joint.b):
            hosts[point.id] = max(hosts[point.id], point.number)
    files = {}
    for name, one in fabric_files(plan, NAME):
        plain = dict(zip(one.fabric.ids, one.names, strict=True))
        lines = _Lines(plan.catalog, plain, hosts)
        files[name] = "".join(lines.all(found[one.fabric.name])).encode()
    return files


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    told = ["names of host ports: port n of a host is mlx5_(n-1), as hosts report it by default"]
    if any(part.cards for fabric in plan.fabrics for part in fabric.parts):
        told.append(
            "line cards as systems of their own: port 12 of card 3 is L3/P12, no program was tried on it"
        )
    return [*told, *external_links(plan), *places(plan), *changed_names(pairs)]


class _Lines:
    """The lines of one file."""

    def __init__(self, catalog: Catalog, plain: dict[str, str], hosts: dict[str, int]) -> None:
        self._catalog, self._plain, self._hosts = catalog, plain, hosts

    def all(self, links: list[Joint]) -> Iterator[str]:
        """Each switch, and below it its links, told at both ends where both are switches."""
        at: dict[str, list[tuple[int, str]]] = defaultdict(list)
        switches: dict[str, str] = {}
        for joint in links:
            for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
                if near.kind == "Switch" and far.kind != "External":
                    switches[near.id] = f"{self._system(near)} {self._plain[near.id]}"
                    to = f"{self._system(far)} {self._plain[far.id]} {self._port(far)}"
                    line = f"    {self._port(near)} -{_width(joint.rate_gbps)}-> {to}\n"
                    at[near.id].append((near.number, line))
        yield "# Written by fatdesk\n"
        for key, head in switches.items():
            yield f"\n{head}\n"
            yield from (line for _, line in sorted(at[key], key=lambda one: one[0]))

    def _system(self, point: Point) -> str:
        """The system type: of a switch how its number begins, ``MQM9700``; of a host its last adapter."""
        if point.kind == "Host":
            return f"HCA_mlx5_{self._hosts[point.id] - 1}"
        part = self._catalog[point.model]
        return plain_name((part.part_number or part.id).split("-")[0] if part.part_number else part.id)

    def _port(self, point: Point) -> str:
        if point.kind == "Host":
            return f"mlx5_{point.number - 1}/P1"
        if point.slot:
            return f"L{point.slot}/P{'/'.join(point.port)}"
        return f"P{point.subnet_number}"


def _width(rate_gbps: float) -> str:
    """Lanes and the rate of each.

    >>> _width(200.0), _width(400.0), _width(56.0)
    ('4x-50G', '4x-100G', '4x-14G')
    """
    lanes = next((n for n in (LANES, 2, 1) if rate_gbps / n in LANE_RATES), LANES)
    return f"{lanes}x-{rate_gbps / lanes:g}G"
