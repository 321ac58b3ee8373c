"""Match the nodes of a report with those of the plan: by name, else by their neighbours, never by a guess."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, DiscoveredNode, Reported
from fatdesk.engine.asbuilt.matching.numbering import Numbering, numbering_of, plain_numbers
from fatdesk.engine.asbuilt.matching.planned import Planned, Role
from fatdesk.engine.asbuilt.matching.port_names import (
    adapter,
    host_names,
    natural,
    plain_number,
    switch_names,
)


class Point(NamedTuple):
    """A switch, or a port of a host."""

    node: int
    """Number in the report."""
    switch: bool
    name: str
    """As reported, or as the GUID is mapped."""
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
        Names by GUID that count instead of the reported ones.
    """
    reported = [names.get(node.guid, node.name) if node.guid else node.name for node in found.nodes]
    switch = _switches(planned, found, reported)
    numbers: dict[tuple[int, str], int] = {}
    points: list[Point] = []

    def point(node: int, port: str) -> int:
        key = (node, "" if switch[node] else port)
        if key not in numbers:
            numbers[key] = len(points)
            points.append(Point(node, switch[node], reported[node], key[1]))
        return numbers[key]

    ends = tuple((point(link.a, link.port_a), point(link.b, link.port_b)) for link in found.links)
    return Points(tuple(points), ends)


def _switches(planned: Planned, found: Discovered, reported: list[str]) -> list[bool]:
    """Return the nodes that are switches: as reported, else by a name of the plan, else by their links."""
    plan_switches = {node.name.casefold() for node in planned.nodes if node.role == Role.SWITCH}
    hosts = Counter(node.name.casefold() for node in planned.nodes if node.role == Role.ADAPTER)
    most = max(hosts.values(), default=1)
    links = Counter(end for link in found.links for end in (link.a, link.b))

    def one(number: int, node: DiscoveredNode) -> bool:
        if node.reported != Reported.UNKNOWN:
            return node.reported == Reported.SWITCH
        if any(name in plan_switches for name in switch_names(reported[number])):
            return True
        if any(name in hosts for name in host_names(adapter(reported[number]).host)):
            return False
        return links[number] > most

    return [one(number, node) for number, node in enumerate(found.nodes)]


UNMATCHED = -1
_MOST_ALIKE = 8
"""A pair of ports that more switches of the plan have says too little about which one it is."""


class How(StrEnum):
    """Ways to recognise a node."""

    NAME = "name"
    PLACE = "place"
    """By the port that it is plugged into: a host that was exchanged with another so is not noticed."""
    NEIGHBOURS = "neighbours"


@dataclass(frozen=True)
class Matching:
    """Assignment of the nodes of a report to those of the plan.

    Attributes
    ----------
    planned_of
        For each point the node of the plan, or UNMATCHED.
    how
        By what it was recognised; None where it was not.
    numbering
        For each point that is a switch of the plan how it names its ports.
    """

    points: Points
    planned_of: tuple[int, ...]
    how: tuple[How | None, ...]
    numbering: Mapping[int, Numbering]


def match(planned: Planned, found: Discovered, names: Mapping[str, str] | None = None) -> Matching:
    """Recognise the nodes of a report.

    First by name: letters of either case, with or without domain, as managed switches and adapters report
    theirs; a name that several nodes have counts for none of them. Switches left over are recognised by what
    they are joined with: the one of the plan with the most links in agreement, when no other has as many
    and none fits that one as well; where no neighbour is known yet by the pairs of ports that switches are
    joined by. Hosts left over are recognised by the port that they are plugged into.

    Parameters
    ----------
    names
        Names by GUID that count instead of the reported ones.
    """
    search = _Search(planned, found, points_of(planned, found, names or {}))
    search.switches_by_name()
    search.hosts_by_name()
    search.switches_by_neighbours()
    search.hosts_by_place()
    search.outside()
    return Matching(search.points, tuple(search.node), tuple(search.how), search.numberings())


class _Search:
    """The state of a matching."""

    def __init__(self, planned: Planned, found: Discovered, points: Points) -> None:
        self.planned, self.found, self.points = planned, found, points
        count = len(points.points)
        self.node = [UNMATCHED] * count
        self.how: list[How | None] = [None] * count
        self.taken: set[int] = set()
        self.partner: dict[tuple[int, int], tuple[int, int]] = {}
        pairs = zip(planned.ends.tolist(), planned.numbers.tolist(), strict=True)
        for (a, b), (p, q) in pairs:
            self.partner[a, p], self.partner[b, q] = (b, q), (a, p)
        self.links: list[list[tuple[str, int, str]]] = [[] for _ in range(count)]
        self._names: list[tuple[list[str], list[str]]] = [([], []) for _ in range(count)]
        for link, (a, b) in zip(found.links, points.ends, strict=True):
            self.links[a].append((link.port_a, b, link.port_b))
            self.links[b].append((link.port_b, a, link.port_a))
            self._names[a][0].append(link.port_a)
            self._names[b][1].append(link.port_b)
        self._others: list[dict[str, list[int]]] = [defaultdict(list) for _ in range(count)]
        for point, some in enumerate(self.links):
            for own, other, _ in some if not found.counts_ports else ():
                self._others[point][own].append(other)
        numbers: dict[int, set[int]] = defaultdict(set)
        for node, number in self.partner:
            numbers[node].add(number)
        self._taken_ports = {node: frozenset(some) for node, some in numbers.items()}
        self._numbering: dict[tuple[int, int], Numbering] = {}

    def _take(self, point: int, node: int, how: How) -> None:
        self.node[point], self.how[point] = node, how
        self.taken.add(node)

    def number(self, point: int, node: int, text: str) -> int | None:
        """The number of a port that a point calls so, if it is a node of the plan."""
        if self.planned.nodes[node].role != Role.SWITCH:
            return 1
        return self.numbering(point, node).numbers.get(text)

    def numbering(self, point: int, node: int) -> Numbering:
        """Return the port naming of a reported switch, as far as nodes are known now."""
        key = (point, node)
        if key not in self._numbering:
            own, reported = self._names[point]
            if self.found.counts_ports:
                self._numbering[key] = plain_numbers((*own, *reported))
            else:
                self._numbering[key] = numbering_of(
                    own,
                    reported,
                    self.planned.printed[node],
                    self.planned.nodes[node].ports,
                    self._taken_ports.get(node, frozenset()),
                    lambda name, number: self._leads_there(point, node, name, number),
                )
        return self._numbering[key]

    def _leads_there(self, point: int, node: int, name: str, number: int) -> bool:
        """Whether a link at a name leads to the device to which the plan leads from a port."""
        end = self.partner.get((node, number))
        if end is None:
            return False
        wanted = self.planned.nodes[end[0]].device
        return any(
            self.planned.nodes[self.node[other]].device == wanted
            for other in self._others[point].get(name, ())
            if self.node[other] != UNMATCHED
        )

    def numberings(self) -> dict[int, Numbering]:
        """Return the port naming of each recognised switch."""
        self._numbering.clear()
        return {
            point: self.numbering(point, node)
            for point, node in enumerate(self.node)
            if node != UNMATCHED and self.planned.nodes[node].role == Role.SWITCH
        }

    def switches_by_name(self) -> None:
        """Return the switches that match exactly one name of the plan, which matches no other."""
        known: dict[str, list[int]] = defaultdict(list)
        for node, place in enumerate(self.planned.nodes):
            if place.role == Role.SWITCH:
                known[place.name.casefold()].append(node)
        wanted: dict[int, list[int]] = defaultdict(list)
        for number, point in enumerate(self.points.points):
            if point.switch:
                name = next((name for name in switch_names(point.name) if name in known), None)
                if name is not None and len(known[name]) == 1:
                    wanted[known[name][0]].append(number)
        for node, numbers in wanted.items():
            if len(numbers) == 1:
                self._take(numbers[0], node, How.NAME)

    def hosts_by_name(self) -> None:
        """The ports of each host: by the adapter's number, or in their order when there are as many."""
        known: dict[str, list[int]] = defaultdict(list)
        seen = {self.planned.nodes[node].fabric for node in self.taken}
        for node, place in enumerate(self.planned.nodes):
            if place.role == Role.ADAPTER:
                known[place.name.casefold()].append(node)
        groups: dict[str, list[int]] = defaultdict(list)
        for number, point in enumerate(self.points.points):
            if not point.switch:
                reported = host_names(adapter(point.name).host)
                name = next((name for name in reported if name in known), None)
                if name is not None:
                    groups[name].append(number)
        for name, numbers in groups.items():
            own = sorted(known[name], key=lambda node: self.planned.nodes[node].plug)
            if len({self.planned.nodes[node].device for node in own}) == 1:
                self._ports_of_host(numbers, own, [n for n in own if self.planned.nodes[n].fabric in seen])

    def _ports_of_host(self, numbers: list[int], own: list[int], seen: list[int]) -> None:
        """Recognise the ports of a host that differ."""
        points = self.points.points
        reported = [adapter(points[number].name) for number in numbers]
        several = len({points[number].port for number in numbers}) > 1
        firsts = [one.first for one in reported]
        if not several and None not in firsts and len(set(firsts)) == len(firsts):
            by_plug = {self.planned.nodes[node].plug + 1: node for node in [*own, *seen]}
            for number, first in zip(numbers, firsts, strict=True):
                if first in by_plug:
                    self._take(number, by_plug[first], How.NAME)
            return
        for nodes in (own, seen):
            if len(numbers) == len(nodes):
                keys = {
                    number: (natural(one.word), natural(points[number].port))
                    for number, one in zip(numbers, reported, strict=True)
                }
                if len(set(keys.values())) == len(numbers):
                    for number, node in zip(sorted(numbers, key=keys.__getitem__), nodes, strict=True):
                        self._take(number, node, How.NAME)
                return

    def switches_by_neighbours(self) -> None:
        """Switches that most links agree on, as long as one is found."""
        while self._voted(True) or self._by_ports():
            pass

    def hosts_by_place(self) -> None:
        """Hosts by the port that they are plugged into."""
        self._voted(False)

    def _voted(self, switches: bool) -> bool:
        """Recognise nodes by their neighbours that are known; whether there were any."""
        self._numbering.clear()
        votes: dict[int, Counter[int]] = {}
        for number, point in enumerate(self.points.points):
            if point.switch != switches or self.node[number] != UNMATCHED:
                continue
            count: Counter[int] = Counter()
            for own, other, far in self.links[number]:
                known = self.node[other]
                port = self.number(other, known, far) if known != UNMATCHED else None
                end = self.partner.get((known, port)) if port is not None else None
                if end is not None and self._could_be(number, end[0]):
                    same = not switches or self.number(number, end[0], own) == end[1]
                    count[end[0]] += 2 if same else 1
            if count:
                votes[number] = count
        return self._settle(votes, 3 if switches else 2, How.NEIGHBOURS if switches else How.PLACE)

    def _could_be(self, number: int, node: int) -> bool:
        """Whether a node of the plan is still free and of the kind of a point."""
        switch = self.planned.nodes[node].role == Role.SWITCH
        adapter_role = self.planned.nodes[node].role == Role.ADAPTER
        return node not in self.taken and (switch if self.points.points[number].switch else adapter_role)

    def _by_ports(self) -> bool:
        """Recognise switches by the pairs of ports that they are joined by; whether there were any."""
        switch = {n for n, place in enumerate(self.planned.nodes) if place.role == Role.SWITCH}
        alike: dict[tuple[int | None, int | None], list[int]] = defaultdict(list)
        for (node, port), (far, far_port) in self.partner.items():
            if node in switch and far in switch and node not in self.taken:
                alike[port, far_port].append(node)
        votes: dict[int, Counter[int]] = {}
        for number, point in enumerate(self.points.points):
            if not point.switch or self.node[number] != UNMATCHED:
                continue
            count: Counter[int] = Counter()
            for own, other, far_text in self.links[number]:
                pair = plain_number(own), plain_number(far_text)
                if self.points.points[other].switch and None not in pair:
                    nodes = alike.get(pair, [])
                    if len(nodes) <= _MOST_ALIKE:
                        count.update(nodes)
            if count:
                votes[number] = count
        return self._settle(votes, 2, How.NEIGHBOURS)

    def _settle(self, votes: dict[int, Counter[int]], least: int, how: How) -> bool:
        """Take the pairs that are each other's best by more than any other."""
        best_of_node: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, count in votes.items():
            for node, amount in count.items():
                best_of_node[node].append((amount, number))
        some = False
        for number, count in votes.items():
            (node, amount), *others = count.most_common(2)
            if amount < least or (others and others[0][1] == amount):
                continue
            rivals = sorted(best_of_node[node], reverse=True)
            if rivals[0][1] != number or (len(rivals) > 1 and rivals[1][0] == amount):
                continue
            if self._could_be(number, node):
                self._take(number, node, how)
                some = True
        return some

    def outside(self) -> None:
        """Nodes that the project does not know, at ports that the plan leaves to them."""
        self._numbering.clear()
        for number in range(len(self.points.points)):
            if self.node[number] != UNMATCHED:
                continue
            ends = [
                self.partner.get((self.node[other], self.number(other, self.node[other], far) or 0))
                for _, other, far in self.links[number]
                if self.node[other] != UNMATCHED
            ]
            free = [
                end[0]
                for end in ends
                if end is not None
                and self.planned.nodes[end[0]].role == Role.OUTSIDE
                and end[0] not in self.taken
            ]
            if len(free) == 1 == len(self.links[number]):
                self._take(number, free[0], How.PLACE)
