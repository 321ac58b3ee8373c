"""Exchanged devices, recognised by the ports that their cables join."""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.asbuilt.planned import Planned, Role
from fatdesk.engine.asbuilt.repair import in_both
from fatdesk.engine.asbuilt.sockets import NONE, Sockets

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
