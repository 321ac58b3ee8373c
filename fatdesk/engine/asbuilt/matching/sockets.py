"""Ports of plan and report under one numbering, links between them, and devices that were exchanged."""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.asbuilt.discovered import Discovered, Note, line_text
from fatdesk.engine.asbuilt.matching.matching import UNMATCHED, Matching
from fatdesk.engine.asbuilt.matching.planned import Planned, Role
from fatdesk.engine.asbuilt.matching.port_names import is_management
from fatdesk.engine.asbuilt.matching.repair import in_both

NONE = -1
_MOST_NAMED = 5


@dataclass(frozen=True, eq=False)
class Sockets:
    """Ports, and what joins them.

    Attributes
    ----------
    node, number : (s,) int64
        Node of the plan and its port from 1; NONE for a port of what the plan does not know.
    point : (s,) int64
        Of such a port the point of the report; NONE for ports of the plan.
    reported : tuple
        Of such a port what it is called in the report.
    plan, report : (p, 2) and (r, 2) int64
        Sockets at the ends of the links of the plan, and of the report.
    plan_link : (p,) int64
        Which link of the plan each is.
    """

    node: Longs
    number: Longs
    point: Longs
    reported: tuple[str, ...]
    plan: Longs
    report: Longs
    plan_link: Longs
    notes: tuple[Note, ...]

    def with_report_at(self, nodes: Mapping[int, int]) -> "Sockets":
        """The same with the links of the report at other nodes, which have the same ports."""
        node, number = self.node.tolist(), self.number.tolist()
        point, reported = self.point.tolist(), list(self.reported)
        known = {
            (one, port): at for at, (one, port) in enumerate(zip(node, number, strict=True)) if one != NONE
        }
        report = self.report.copy()
        for row, side in np.argwhere(np.isin(self.node[self.report], list(nodes))).tolist():
            socket = int(report[row, side])
            key = (nodes[node[socket]], number[socket])
            if key not in known:
                known[key] = len(node)
                node.append(key[0])
                number.append(key[1])
                point.append(NONE)
                reported.append("")
            report[row, side] = known[key]
        return replace(
            self,
            node=np.array(node, np.int64),
            number=np.array(number, np.int64),
            point=np.array(point, np.int64),
            reported=tuple(reported),
            report=report,
        )


def sockets_of(planned: Planned, found: Discovered, matching: Matching) -> Sockets:
    """Number the ports of both.

    Links of fabrics of which no switch was seen are no part of it, nor links to nodes outside the project
    where nothing is plugged in, nor ports of management; all of that is noted.
    """
    making = _Making(planned, found, matching)
    making.plan()
    making.report()
    return making.done()


class _Making:
    def __init__(self, planned: Planned, found: Discovered, matching: Matching) -> None:
        self.planned, self.found, self.matching = planned, found, matching
        self.socket: dict[tuple[int, int, str], int] = {}
        self.rows: list[tuple[int, int, int, str]] = []
        self.notes: list[Note] = []
        self.report_ends: list[tuple[int, int]] = []

    def _number(self, node: int, number: int, point: int = NONE, reported: str = "") -> int:
        key = (node, number, reported) if node != NONE else (-2 - point, 0, reported)
        if key not in self.socket:
            self.socket[key] = len(self.rows)
            self.rows.append((node, number, point, reported))
        return self.socket[key]

    def plan(self) -> None:
        """The links of the plan that a report of this kind could show."""
        nodes = self.planned.nodes
        seen_nodes = set(self.matching.planned_of)
        seen = {
            nodes[node].fabric for node in seen_nodes if node != UNMATCHED and nodes[node].role == Role.SWITCH
        }
        unseen = [name for number, name in enumerate(self.planned.fabrics) if number not in seen]
        if unseen and seen:
            self.notes.append(Note(0, f"not in the report: {', '.join(unseen)}; not compared"))
        roles = np.array([node.role for node in nodes], np.int64)
        fabric = np.array([node.fabric for node in nodes], np.int64)
        ends = self.planned.ends
        wanted = np.isin(fabric[ends[:, 0]], sorted(seen)) if seen else np.ones(len(ends), bool)
        there = np.zeros(len(nodes), bool)
        there[[node for node in seen_nodes if node != UNMATCHED]] = True
        outside = (roles[ends] == Role.OUTSIDE) & ~there[ends]
        bare = wanted & outside.any(axis=1)
        if bare.any():
            word = "port is" if bare.sum() == 1 else "ports are"
            self.notes.append(
                Note(0, f"{bare.sum()} {word} planned for nodes outside the project and none was seen there")
            )
        self.plan_link = np.flatnonzero(wanted & ~bare)
        self.plan_ends = [
            (self._number(a, p), self._number(b, q))
            for (a, b), (p, q) in zip(
                ends[self.plan_link].tolist(), self.planned.numbers[self.plan_link].tolist(), strict=True
            )
        ]

    def report(self) -> None:
        """The links of the report."""
        management, nameless = 0, 0
        ends_of: dict[int, set[int]] = {}
        reporters = {link.a for link in self.found.links} | {
            link.b for link in self.found.links if link.twice
        }
        taken: dict[int, int] = {}
        for link, ((a, b), reported) in enumerate(
            zip(self.matching.points.ends, self.found.links, strict=True)
        ):
            if self._nameless(a, reported.port_a) or self._nameless(b, reported.port_b):
                nameless += 1
                continue
            one, other = self._end(a, reported.port_a), self._end(b, reported.port_b)
            if NONE in {one, other}:
                management += 1
            elif taken.get(one) == taken.get(other, NONE):  # by its other end under other names
                ends_of[taken[one]].add(reported.a)
            elif one in taken or other in taken or one == other:
                first = self.found.links[taken.get(one, taken.get(other, link))].line
                where = line_text(first, self.found.pieces)
                self.notes.append(
                    Note(
                        reported.line,
                        f"names a port that {where} joins with another one: {where} is used",
                    )
                )
            else:
                taken[one] = taken[other] = link
                ends_of[link] = {reported.a, reported.b} if reported.twice else {reported.a}
                self.report_ends.append((one, other))
        self._by_one_end(ends_of, reporters)
        if nameless:
            word = "link names" if nameless == 1 else "links name"
            self.notes.append(Note(0, f"{nameless} {word} no port of a switch: not compared"))
        if management:
            word = "link of a port" if management == 1 else "links of ports"
            self.notes.append(Note(0, f"{management} {word} for management: not compared"))

    def _by_one_end(self, ends_of: Mapping[int, set[int]], reporters: Set[int]) -> None:
        """Note links that one end reports and the other one, which reports others, does not."""
        alone = [
            link
            for link, ends in ends_of.items()
            if len(ends) == 1 and {self.found.links[link].a, self.found.links[link].b} <= reporters
        ]
        if not alone or len(alone) == len(ends_of) or all(len(ends) == 1 for ends in ends_of.values()):
            return
        some = []
        for link in alone[:_MOST_NAMED]:
            reported = self.found.links[link]
            names = [
                self.found.nodes[node].name or self.found.nodes[node].key for node in (reported.a, reported.b)
            ]
            some.append(f"{names[0]} port {reported.port_a} to {names[1]} port {reported.port_b}")
        more = f" and {len(alone) - _MOST_NAMED:,} more" if len(alone) > _MOST_NAMED else ""
        word = "link is" if len(alone) == 1 else "links are"
        self.notes.append(Note(0, f"{len(alone):,} {word} reported by one end only: {', '.join(some)}{more}"))

    def _nameless(self, point: int, text: str) -> bool:
        return not text and self.matching.points.points[point].switch

    def _end(self, point: int, text: str) -> int:
        """The socket of an end of a link; NONE where it is for management."""
        node = self.matching.planned_of[point]
        if node == UNMATCHED:
            return self._number(NONE, 0, point, text)
        place = self.planned.nodes[node]
        if place.role != Role.SWITCH:
            return self._number(node, 1)
        number = self.matching.numbering[point].numbers.get(text)
        if number is not None:
            return self._number(node, number)
        return NONE if is_management(text) else self._number(NONE, 0, point, text)

    def done(self) -> Sockets:
        """All ports as arrays."""
        node, number, point, reported = zip(*self.rows, strict=True) if self.rows else ((), (), (), ())
        return Sockets(
            np.array(node, np.int64),
            np.array(number, np.int64),
            np.array(point, np.int64),
            tuple(reported),
            np.array(self.plan_ends, np.int64).reshape(-1, 2),
            np.array(self.report_ends, np.int64).reshape(-1, 2),
            self.plan_link,
            tuple(self.notes),
        )


_LEAST = 2
"""Cables of a device that is distinguished from a cable that is plugged in elsewhere."""
_MOST_OF = 0.8
"""Part of a device's cables that have to be where those of the other one belong."""


class Own(NamedTuple):
    """A port within its device: node of the device (adapters by their port), and number there."""

    node: int
    number: int


class Far(NamedTuple):
    """The far end of a cable: what of it pins the near end, and which device it is."""

    pinned: object
    device: str


class _Devices:
    """Devices of the plan, and their ports."""

    def __init__(self, planned: Planned) -> None:
        self.planned = planned
        self.nodes: dict[str, list[int]] = defaultdict(list)
        for number, node in enumerate(planned.nodes):
            if node.role != Role.OUTSIDE:
                self.nodes[node.device].append(number)
        self.place = {node: at for nodes in self.nodes.values() for at, node in enumerate(nodes)}

    def alike(self, one: str, other: str) -> bool:
        """Whether two devices are of one model, of whatever levels: either could be in the other's place."""
        ours, theirs = self.nodes[one], self.nodes[other]
        kinds = [
            [(self.planned.nodes[node].role, id(self.planned.printed[node].table)) for node in nodes]
            for nodes in (ours, theirs)
        ]
        return kinds[0] == kinds[1]


def exchanged_devices(planned: Planned, sockets: Sockets) -> list[list[str]]:
    """Rounds of devices: each is found in the place of the next one, the last in that of the first.

    A device is in another one's place when nearly all of its cables join the same ports of it with the ports
    that the plan joins with the other one. Of the far end between switches the port counts, as switches may
    be exchanged at both ends of a cable; which switch it is decides between devices whose ports fit alike.
    """
    changed = _elsewhere(planned, sockets)
    if len(changed) < _LEAST:
        return []
    devices = _Devices(planned)
    plan, report = (_ends(devices, sockets, links, changed) for links in (sockets.plan, sockets.report))
    known: dict[tuple[Own, object], list[tuple[str, str]]] = defaultdict(list)
    for device, ports in plan.items():
        for port, far in ports.items():
            known[port, far.pinned].append((device, far.device))
    place: dict[str, str] = {}
    for device, ports in report.items():
        fitting: Counter[str] = Counter()
        exact: Counter[str] = Counter()
        for port, far in ports.items():
            there = known.get((port, far.pinned), ())
            fitting.update(other for other, _ in there)
            exact.update(other for other, end in there if end == far.device)
        if len(ports) < _LEAST or not fitting or exact[device] == len(ports):
            continue
        other = max(fitting, key=lambda one: (fitting[one], exact[one]))
        enough = fitting[other] >= max(_LEAST, _MOST_OF * len(ports))
        better = (fitting[other], exact[other]) > (fitting[device], exact[device])
        if enough and better and devices.alike(device, other):
            place[device] = other
    return _rounds(place)


def _elsewhere(planned: Planned, sockets: Sockets) -> set[str]:
    """Devices of which most links of the report are not in the plan."""
    _, same = in_both(sockets.plan, sockets.report, len(sockets.node))
    nodes = sockets.node[sockets.report]
    every, strange = (
        np.bincount(some[some != NONE], minlength=len(planned.nodes)) for some in (nodes, nodes[~same])
    )
    links: Counter[str] = Counter()
    for node in np.flatnonzero(every).tolist():
        links[planned.nodes[node].device] += 2 * int(strange[node]) - int(every[node])
    return {device for device, more in links.items() if more > 0}


def _ends(
    devices: _Devices, sockets: Sockets, links: Longs, changed: Container[str]
) -> dict[str, dict[Own, Far]]:
    """For each device that is not as planned its ports that are joined, and what the far end of each is."""
    nodes, numbers = sockets.node.tolist(), sockets.number.tolist()
    found: dict[str, dict[Own, Far]] = defaultdict(dict)
    for pair in links.tolist():
        for near, far in (pair, pair[::-1]):
            node, other = nodes[near], nodes[far]
            if NONE in {node, other} or node not in devices.place:
                continue
            device = devices.planned.nodes[node].device
            if device in changed:
                own = Own(devices.place[node], numbers[near])
                found[device][own] = _far(devices, node, other, numbers[far])
    return found


def _far(devices: _Devices, node: int, other: int, number: int) -> Far:
    """The far end of a cable; between switches the port alone pins it."""
    here, there = devices.planned.nodes[node], devices.planned.nodes[other]
    if here.role == there.role == Role.SWITCH:
        return Far((devices.place[other], number), there.device)
    return Far((there.device, devices.place.get(other, 0), number), there.device)


def _rounds(place: Mapping[str, str]) -> list[list[str]]:
    """The rounds of a mapping; devices whose place is taken by one that is not displaced itself stay out."""
    found: list[list[str]] = []
    done: set[str] = set()
    for first in sorted(place):
        path = [first]
        while path[-1] in place and place[path[-1]] not in path:
            path.append(place[path[-1]])
        if place.get(path[-1]) == first and done.isdisjoint(path):
            found.append(path)
            done.update(path)
    return found


def in_place(planned: Planned, sockets: Sockets, rounds: list[list[str]]) -> Sockets:
    """The sockets with the devices of some rounds back in their places."""
    devices = _Devices(planned)
    move: dict[int, int] = {}
    for path in rounds:
        for device, other in zip(path, [*path[1:], path[0]], strict=True):
            move.update(zip(devices.nodes[device], devices.nodes[other], strict=True))
    return sockets.with_report_at(move)
