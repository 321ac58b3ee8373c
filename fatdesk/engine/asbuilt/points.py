"""The nodes of a report as they are looked for in the plan: switches, and every port of a host by itself."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, DiscoveredNode, Told
from fatdesk.engine.asbuilt.node_names import adapter, host_names, switch_names
from fatdesk.engine.asbuilt.planned import Planned, Role


class Point(NamedTuple):
    """A switch, or a port of a host."""

    node: int
    """Number in the report."""
    switch: bool
    name: str
    """As told, or as the GUID is mapped."""
    port: str = ""
    """Of a host: which port."""


@dataclass(frozen=True)
class Points:
    """All points, and for each link of the report the points at its ends."""

    points: tuple[Point, ...]
    ends: tuple[tuple[int, int], ...]


def points_of(planned: Planned, found: Discovered, names: Mapping[str, str]) -> Points:
    """The points of a report.

    Parameters
    ----------
    names
        Names by GUID that count instead of those told.
    """
    told = [names.get(node.guid, node.name) if node.guid else node.name for node in found.nodes]
    switch = _switches(planned, found, told)
    numbers: dict[tuple[int, str], int] = {}
    points: list[Point] = []

    def point(node: int, port: str) -> int:
        key = (node, "" if switch[node] else port)
        if key not in numbers:
            numbers[key] = len(points)
            points.append(Point(node, switch[node], told[node], key[1]))
        return numbers[key]

    ends = tuple((point(link.a, link.port_a), point(link.b, link.port_b)) for link in found.links)
    return Points(tuple(points), ends)


def _switches(planned: Planned, found: Discovered, told: list[str]) -> list[bool]:
    """Which nodes are switches: as told, else by a name of the plan, else by their number of links."""
    plan_switches = {node.name.casefold() for node in planned.nodes if node.role == Role.SWITCH}
    hosts = Counter(node.name.casefold() for node in planned.nodes if node.role == Role.ADAPTER)
    most = max(hosts.values(), default=1)
    links = Counter(end for link in found.links for end in (link.a, link.b))

    def one(number: int, node: DiscoveredNode) -> bool:
        if node.told != Told.UNKNOWN:
            return node.told == Told.SWITCH
        if any(name in plan_switches for name in switch_names(told[number])):
            return True
        if any(name in hosts for name in host_names(adapter(told[number]).host)):
            return False
        return links[number] > most

    return [one(number, node) for number, node in enumerate(found.nodes)]
