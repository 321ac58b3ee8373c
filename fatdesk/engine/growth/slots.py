"""Places of the switches of today among those of a target, which gets their ids.

The network of a design numbers its switches from the start: plane by plane, and by levels of which there may
be more than today. A pod is a part of the two lower levels that only the core joins with others; a network of
two levels is one pod, and each plane is by itself.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.growth.moves import GrowthError


def with_ids_of(today: Fabric, target: Fabric, rails: int = 1) -> Fabric:
    """Return the network of a target whose switches have the ids of those of today that take their places.

    Modular switches of today with more line cards than the target has keep them.

    Edge switches take places at the edge in order, each of its rail. Others take places of their level, or
    else of another level above the edge, in the pod of their neighbours where it has one free.

    Raises
    ------
    GrowthError
        When a host or a switch of today has no place.
    """
    places = _Places(today, target, rails)
    ids = list(target.ids)
    taken = set(today.ids)
    known = {
        name for name, kind in zip(target.ids, target.kind.tolist(), strict=True) if kind != NodeKind.SWITCH
    }
    for node in np.flatnonzero(today.kind != NodeKind.SWITCH).tolist():
        if today.ids[node] not in known:
            raise GrowthError(
                f"{today.ids[node]} is not in the network after the step: growth removes nothing"
            )
    slots = places.of_switches()
    for node in np.setdiff1d(target.nodes(NodeKind.SWITCH), list(slots.values())).tolist():
        prefix = ids[node].rpartition("/")[0]
        ids[node] = next(name for number in count(1) if (name := f"{prefix}/{number}") not in taken)
        taken.add(ids[node])
    parts, part = list(target.parts), target.part.copy()
    for node, slot in slots.items():
        ids[slot] = today.ids[node]
        own = today.parts[today.part[node]]
        if own.cards > target.parts[target.part[slot]].cards:
            parts += [own] if own not in parts else []
            part[slot] = parts.index(own)
    return replace(target, ids=tuple(ids), parts=tuple(parts), part=part)


def pods_of(fabric: Fabric) -> Longs:
    """The pod of each switch of the two lower levels, by its first switch; -1: other nodes."""
    return _pieces(fabric, 2)


def planes_of(fabric: Fabric) -> Longs:
    """The plane of each switch, numbered in the order of their first switches; -1: other nodes."""
    return _pieces(fabric, int(fabric.level.max(initial=1)))


def rails_of(fabric: Fabric, rails: int) -> Longs:
    """The rail of each edge switch: of switch e of a plane e modulo ``rails``; -1: other nodes."""
    found = np.full(fabric.node_count, -1, np.int64)
    plane = planes_of(fabric)
    for number in range(int(plane.max(initial=-1)) + 1):
        edges = np.flatnonzero((plane == number) & (fabric.level == 1))
        found[edges] = (edges - edges[:1]) % rails
    return found


def _rails_today(today: Fabric, target: Fabric, rails: Longs) -> Longs:
    """The rail of each edge switch: that of most of its hosts' ports in the target; -1: other nodes."""
    wanted = {socket: int(rails[edge]) for edge, socket in _host_sockets(target)}
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for edge, socket in _host_sockets(today):
        if socket in wanted:
            found[edge][wanted[socket]] += 1
    edges = today.nodes(NodeKind.SWITCH, 1).tolist()
    ranked = {edge: [rail for rail, _ in found[edge].most_common(1)] for edge in edges}
    of_all = np.full(today.node_count, -1, np.int64)
    of_all[edges] = [(ranked[edge] or [number % (rails.max() + 1)])[0] for number, edge in enumerate(edges)]
    return of_all


def _host_sockets(fabric: Fabric) -> Iterator[tuple[int, tuple[str, int]]]:
    """Edge switch, host and port of each link of a host."""
    host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
    edges, hosts = fabric.ends[host].T.tolist()
    ports = fabric.ports[host, 1].tolist()
    for edge, node, port in zip(edges, hosts, ports, strict=True):
        yield edge, (fabric.ids[node], port)


def _pieces(fabric: Fabric, highest: int) -> Longs:
    among = (fabric.kind == NodeKind.SWITCH) & (fabric.level <= highest)
    ends = fabric.ends[among[fabric.ends].all(axis=1)]
    piece = connected_parts(fabric.node_count, ends[:, 0], ends[:, 1])
    found = np.full(fabric.node_count, -1, np.int64)
    found[among] = np.unique(piece[among], return_inverse=True)[1]
    return found


class _Places:
    """The places of a target that are free, by plane, level, rail and part, pod by pod."""

    def __init__(self, today: Fabric, target: Fabric, rails: int) -> None:
        self._today, self._target = today, target
        self._levels = int(target.level.max(initial=1))
        self._pod, plane = pods_of(target), planes_of(target)
        self._planes = int(plane.max(initial=-1)) + 1
        of_target = rails_of(target, rails)
        self._rails = _rails_today(today, target, of_target)
        self._free: dict[tuple[int, int, int, str], dict[int, deque[int]]] = defaultdict(dict)
        self._homes: set[int] = set()
        """Pods that some switch of today is in."""
        for node in target.nodes(NodeKind.SWITCH).tolist():
            part = target.parts[target.part[node]].part
            key = int(plane[node]), int(target.level[node]), int(of_target[node]), part
            self._free[key].setdefault(int(self._pod[node]), deque()).append(node)

    def of_switches(self) -> dict[int, int]:
        """For each switch of today its place in the target."""
        today = self._today
        planes, pods = planes_of(today), pods_of(today)
        if planes.max(initial=-1) >= self._planes:
            raise GrowthError(
                f"{today.name}: has {planes.max() + 1} separate parts, the network after the step "
                f"{self._planes}: rebuild it, or join the parts first"
            )
        found: dict[int, int] = {}
        homes: dict[int, int] = {}
        switches = today.nodes(NodeKind.SWITCH)
        for node in switches[np.lexsort((switches, today.level[switches], planes[switches]))].tolist():
            pod = int(pods[node])
            slot = self._take(node, int(planes[node]), homes.get(pod, -1))
            found[node] = slot
            if pod >= 0:
                homes.setdefault(pod, int(self._pod[slot]))
        return found

    def _take(self, node: int, plane: int, home: int) -> int:
        level = int(self._today.level[node])
        part = self._today.parts[self._today.part[node]].part
        elsewhere = [at for at in range(2, self._levels + 1) if level > 1 and at != level]
        for at in (level, *elsewhere):
            pods = self._free.get((plane, at, int(self._rails[node]) if at == 1 else -1, part), {})
            open_pods = [one for one, free in pods.items() if free]
            if open_pods:
                others = [one for one in open_pods if one not in self._homes]
                pod = home if home in open_pods else (others or open_pods)[0]
                self._homes.add(pod)
                return pods[pod].popleft()
        raise GrowthError(
            f"{self._today.ids[node]} ({part}) has no place in the network after the step: rebuild it"
        )
