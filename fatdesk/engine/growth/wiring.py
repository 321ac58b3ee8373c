"""Wiring of a network that grows in place: the links of the target, with the ports of cables that stay.

The target comes as the fabric of its design, with ports as in a new network. It gives the switches, the
hosts, and how many cables each switch has; which cables those are follows from the network of today:

- each two levels of switches that the target joins (a pod, a rail, a plane, a group of core switches) get the
  fewest moved cables (:mod:`fatdesk.engine.growth.moves`); upper switches of today that are alike take the
  place in the target where most of their cables stay. Above the edge the rule of balance holds for the
  switches of a pod together, as a pod's cables go evenly to core switches, those of one switch need not;
- cables that stay keep both ports, a moved cable keeps the port at its lower switch;
- hosts of today keep their ports; others get those of the target, or the next free ones.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from fatdesk.core.arrays import Bools, Ints, Longs, connected_parts
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.as_built import bundle_numbers
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.growth.moves import Balance, GrowthError, Moves, Target, fewest_in_all

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Rewiring:
    """A network as it is wired after a step of growth.

    Attributes
    ----------
    before, after
        The networks; nodes of ``before`` have the same ids in ``after``, but for ``renamed``.
        :func:`fatdesk.engine.fabric.as_built.record_of` records ``after`` for a project.
    origin : (m,) int64
        For each link of ``after`` the link of ``before`` that it was; -1: a new cable.
    moved : (m,) bool
        Links of ``after`` with another port than before.
    removed : (r,) int64
        Links of ``before`` whose cables go.
    node : (n,) int64
        For each node of ``before`` its number in ``after``.
    moves
        The fewest moves of each two levels of switches, with their proofs.
    """

    before: Fabric
    after: Fabric
    origin: Longs
    moved: Bools
    removed: Longs
    node: Longs
    moves: tuple[Moves, ...]

    @property
    def kept(self) -> Longs:
        """Links of ``after`` that are as before."""
        return np.flatnonzero((self.origin >= 0) & ~self.moved)

    @property
    def renamed(self) -> dict[str, str]:
        """Later ids of switches of today that get another: core switches that become middle ones."""
        later = (self.after.ids[node] for node in self.node.tolist())
        return {one: other for one, other in zip(self.before.ids, later, strict=True) if one != other}

    @property
    def forced(self) -> int:
        """Moved cables whose switches the target joins no more, such as those of a switch in another pod."""
        return int(self.moved.sum()) - sum(one.moved for one in self.moves)

    @property
    def added(self) -> Longs:
        """Links of ``after`` with new cables."""
        return np.flatnonzero(self.origin < 0)


@dataclass(slots=True)
class _Link:
    """A link of the new network; ports and legs of both ends."""

    low: int
    low_port: int
    split: int
    splits: int
    high: int
    high_port: int
    trace: bool
    rate: float
    origin: int = -1
    moved: bool = False


def rewired(before: Fabric, target: Fabric, catalog: Catalog, balance: Balance = "balanced") -> Rewiring:
    """Return the wiring of a target in which the fewest cables of today move.

    Parameters
    ----------
    before
        The network of today, as designed or as built.
    target
        The fabric of the target's design; it has all nodes of today, by their ids.

    Raises
    ------
    GrowthError
        When a node of today is missing or has another part, ports are missing, or switches of one level are
        joined with each other.
    """
    return _Rewiring(before, target, catalog, balance).made()


class _Rewiring:
    """The state of one rewiring: links so far, and ports in use."""

    def __init__(self, before: Fabric, target: Fabric, catalog: Catalog, balance: Balance) -> None:
        self.before, self.target, self.balance = before, target, balance
        self.tables = [port_table(catalog, one.part, one.cards, one.card) for one in target.parts]
        self.node = _same_nodes(before, target)
        self.old = _upwards(target, self.node[before.ends], before.ports)
        self.new = _upwards(target, target.ends, target.ports)
        self.links: list[_Link] = []
        self.used: dict[tuple[int, int], tuple[int, set[int]]] = {}
        """By node and port: its splits, and the legs in use."""
        self.alike: dict[tuple[int, int], list[int]] = {}
        self.moves: list[Moves] = []
        self.removed: list[int] = []

    def made(self) -> Rewiring:
        """Everything, level by level from the edge, then the hosts."""
        pairs = [_Pair(self, level) for level in self._levels()]
        plans = self._parts(pairs)
        self.moves = list(fewest_in_all([plan.target for plan in plans]))
        for plan, moves in zip(plans, self.moves, strict=True):
            plan.keep(moves)
        self.removed += [one.origin for pair in pairs for each in pair.links_of.values() for one in each]
        self._keep_hosts()
        for plan in plans:
            plan.plug()
        self._plug_hosts()
        return self._rewiring()

    def _levels(self) -> list[int]:
        """The lower levels of all pairs of levels with links."""
        found: set[int] = set()
        for fabric, ends in ((self.before, self.old[0]), (self.target, self.new[0])):
            between = (fabric.kind[fabric.ends] == NodeKind.SWITCH).all(axis=1)
            level = np.sort(self.target.level[ends[between]], axis=1)
            if (level[:, 0] + 1 != level[:, 1]).any():
                raise GrowthError(
                    f"{fabric.name}: growth in place is planned for trees; here switches of one level, or of "
                    "levels that do not follow each other, are joined"
                )
            found.update(level[:, 0].tolist())
        return sorted(found)

    def _parts(self, pairs: list["_Pair"]) -> list["_Plan"]:
        """A plan for each part of each two levels."""
        plans = []
        pods: Longs | None = None
        for pair in pairs:
            pair.place_uppers()
            for low, high in pair.parts():
                plans.append(_Plan(self, pair, low, high, pods))
            pods = pair.part
        return plans

    def like(self, node: int, port: int) -> list[int]:
        """The ports of a node that are of the kind of one of them."""
        part = int(self.target.part[node])
        if part < 0:
            return [port]
        table = self.tables[part]
        plug = int(table.plug[port])
        if (part, plug) not in self.alike:
            kinds = [(one.connector, one.rate_gbps, one.links, one.protocol) for one in table.plugs]
            same = np.array([kind == kinds[plug] for kind in kinds])
            self.alike[part, plug] = np.flatnonzero(same[table.plug[: table.data]]).tolist()
        return self.alike[part, plug]

    def room(self, node: int, pair: "_Pair") -> int:
        """Ports of an upper switch for cables of lower ones: all of that kind but those for other links."""
        own, others = pair.ports_of(node)
        alike = self.like(node, own[0] if own else 0)
        return len(alike) - len(set(others) & set(alike))

    def is_free(self, node: int, port: int, leg: int = 0, legs: int = 1) -> bool:
        """Whether a port, or a leg of it, is not in use."""
        if (node, port) not in self.used:
            return True
        splits, taken = self.used[node, port]
        return splits == legs and legs > 1 and leg not in taken

    def take(self, node: int, port: int, leg: int = 0, legs: int = 1) -> None:
        """Note that a port is in use."""
        self.used.setdefault((node, port), (legs, set()))[1].add(leg)

    def add(self, link: _Link) -> None:
        """A link of the new network."""
        self.take(link.low, link.low_port, link.split, link.splits)
        self.take(link.high, link.high_port, -1 - len(self.links), 1)
        self.links.append(link)

    def free_ports(self, node: int, pair: "_Pair") -> Iterator[int]:
        """The free ports for links between two levels: those of the target's design, then all of the kind."""
        wanted = sorted(pair.ports_of(node)[0])
        for port in (*wanted, *self.like(node, wanted[0] if wanted else 0)):
            if self.is_free(node, port):
                yield port
        raise GrowthError(f"{self.target.ids[node]}: 1 port short, all of the kind are in use")

    def old_link(self, number: int) -> _Link:
        """A link of today; the lower switch, or the switch of a host, first."""
        fabric = self.before
        (low, high), (low_port, high_port) = self.old[0][number].tolist(), self.old[1][number].tolist()
        return _Link(
            low,
            low_port,
            int(fabric.split[number]),
            int(fabric.splits[number]),
            high,
            high_port,
            bool(fabric.trace[number]),
            float(fabric.rate_gbps[number]),
            number,
        )

    def new_link(self, number: int) -> _Link:
        """A link of the target's design."""
        fabric = self.target
        (low, high), (low_port, high_port) = self.new[0][number].tolist(), self.new[1][number].tolist()
        return _Link(
            low,
            low_port,
            int(fabric.split[number]),
            int(fabric.splits[number]),
            high,
            high_port,
            bool(fabric.trace[number]),
            float(fabric.rate_gbps[number]),
        )

    def _outer(self, fabric: Fabric) -> Iterator[int]:
        """Links of hosts and external nodes."""
        yield from np.flatnonzero((fabric.kind[fabric.ends] != NodeKind.SWITCH).any(axis=1)).tolist()

    def _keep_hosts(self) -> None:
        """Links of hosts of today stay."""
        for number in self._outer(self.before):
            self.add(self.old_link(number))

    def _plug_hosts(self) -> None:
        """Links of the other hosts, and further ones of those of today."""
        target = self.target
        joined = {
            (link.high, link.high_port) for link in self.links if target.kind[link.high] != NodeKind.SWITCH
        }
        places: dict[int, list[_Link]] = defaultdict(list)
        served: dict[tuple[str, int], dict[int, None]] = defaultdict(dict)
        wanted = []
        for number in self._outer(target):
            link = self.new_link(number)
            places[link.low].append(link)
            served[target.ids[link.high].rpartition("/")[0], link.high_port][link.low] = None
            if (link.high, link.high_port) not in joined:
                wanted.append(link)
        for link in wanted:
            if not self.is_free(link.low, link.low_port, link.split, link.splits):
                group = target.ids[link.high].rpartition("/")[0]
                place = self._place(link, served[group, link.high_port], places)
                link.low, link.low_port, link.split, link.splits = place
            self.add(link)

    def _place(
        self, link: _Link, switches: Iterable[int], places: dict[int, list[_Link]]
    ) -> tuple[int, int, int, int]:
        """A free place for a host: switch, port, leg and legs.

        It is one of its own switch, of another for hosts like it, or any free port of the kind there.
        """
        order = sorted(switches, key=lambda node: (node != link.low, node))
        for node in order:
            for place in places[node]:
                if self.is_free(node, place.low_port, place.split, place.splits):
                    return node, place.low_port, place.split, place.splits
        for node in order:
            for port in self.like(node, link.low_port):
                if link.splits == 1 and self.is_free(node, port):
                    return node, port, 0, 1
        raise GrowthError(f"{self.target.ids[link.high]}: no free port at its switches, 1 port short")

    def _carried(self, kept: Mapping[str, T]) -> dict[str, T]:
        """Values of nodes of today, by the ids of the nodes in the target."""
        later = dict(zip(self.before.ids, self.node.tolist(), strict=True))
        return {self.target.ids[later[one]]: value for one, value in kept.items()}

    def _rewiring(self) -> Rewiring:
        links = sorted(self.links, key=lambda one: (one.low, one.low_port, one.split, one.high))
        ends = _ints([(one.low, one.high) for one in links]).reshape(-1, 2)
        target = self.target
        after = replace(
            target,
            ends=ends,
            ports=_ints([(one.low_port, one.high_port) for one in links]).reshape(-1, 2),
            split=_ints([one.split for one in links]),
            splits=_ints([one.splits for one in links]),
            bundle=bundle_numbers(ends, target.kind),
            trace=np.array([one.trace for one in links], np.bool_),
            rate_gbps=np.array([one.rate for one in links], np.float64),
            block=_blocks(target, ends),
            found_names={**target.found_names, **self._carried(self.before.found_names)},
            guids={**target.guids, **self._carried(self.before.guids)},
        )
        return Rewiring(
            before=self.before,
            after=after,
            origin=np.array([one.origin for one in links], np.int64),
            moved=np.array([one.moved for one in links], np.bool_),
            removed=np.array(sorted(self.removed), np.int64),
            node=self.node,
            moves=tuple(self.moves),
        )


class _Pair:
    """Two levels of switches: the links between them today and in the target, the lower end first."""

    def __init__(self, work: _Rewiring, level: int) -> None:
        self.work, self.level = work, level
        self.old, self.new = (
            np.flatnonzero((work.target.level[ends] == (level, level + 1)).all(axis=1))
            for ends in (work.old[0], work.new[0])
        )

    def _nodes(self, level: int) -> Longs:
        return self.work.target.nodes(NodeKind.SWITCH, level).astype(np.int64)

    @cached_property
    def part(self) -> Longs:
        """The part of the two levels in the target that each node belongs to."""
        return self._joined(self.work.new[0][self.new])

    def _joined(self, ends: Longs) -> Longs:
        return connected_parts(self.work.target.node_count, ends[:, 0], ends[:, 1])

    @cached_property
    def links_of(self) -> dict[int, list[_Link]]:
        """The links of today of each lower switch, in order of their ports there."""
        found: dict[int, list[_Link]] = defaultdict(list)
        for number in self.old[np.argsort(self.work.old[1][self.old, 0], kind="stable")].tolist():
            link = self.work.old_link(number)
            found[link.low].append(link)
        return found

    def place_uppers(self) -> None:
        """Give upper switches of today the places in the target where most of their cables stay.

        Only where some of them would be joined with other lower switches; the switches of a level are alike.
        Above the edge, parts that cables of today still join then are taken as one.
        """
        old = self.work.old[0][self.old]
        if (self.part[old[:, 0]] == self.part[old[:, 1]]).all():
            return
        from scipy.optimize import linear_sum_assignment

        uppers = self._nodes(self.level + 1)
        place = np.full(self.work.target.node_count, -1, np.int64)
        place[uppers] = np.arange(len(uppers))
        parts, of_upper = np.unique(self.part[uppers], return_inverse=True)
        stays = np.zeros((len(uppers), len(parts)), np.int64)
        known = np.isin(self.part[old[:, 0]], parts)
        np.add.at(stays, (place[old[known, 1]], np.searchsorted(parts, self.part[old[known, 0]])), 1)
        gain = stays[:, of_upper.reshape(-1)] * 2 + np.eye(len(uppers), dtype=np.int64)
        switch, where = linear_sum_assignment(gain, maximize=True)
        number = np.arange(self.work.target.node_count)
        number[uppers[where]] = uppers[switch]
        self.work.new[0][:] = number[self.work.new[0]]
        self.part = self._joined(self.work.new[0][self.new])
        if self.level > 1 and (self.part[old[:, 0]] != self.part[old[:, 1]]).any():
            self.part = self._joined(np.concatenate([self.work.new[0][self.new], old]))

    def parts(self) -> Iterator[tuple[Longs, Longs]]:
        """Lower and upper switches of each part of the target, in order of their numbers."""
        ends = self.work.new[0][self.new]
        for part in np.unique(self.part[ends[:, 0]]).tolist():
            here = ends[self.part[ends[:, 0]] == part]
            yield np.unique(here[:, 0]), np.unique(here[:, 1])

    @cached_property
    def _ports(self) -> dict[int, tuple[list[int], list[int]]]:
        found: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        ends, ports = self.work.new
        mine = np.zeros(len(ends), np.bool_)
        mine[self.new] = True
        for own, row, sockets in zip(mine.tolist(), ends.tolist(), ports.tolist(), strict=True):
            for node, port in zip(row, sockets, strict=True):
                found[node][0 if own else 1].append(port)
        return found

    def ports_of(self, node: int) -> tuple[list[int], list[int]]:
        """Ports of a switch in the target's design: for links between these levels, and for others."""
        return self._ports[node]


class _Plan:
    """The cables of one part of two levels; a row for the lower switches of each pod, or for each switch."""

    def __init__(self, work: _Rewiring, pair: _Pair, low: Longs, high: Longs, pods: Longs | None) -> None:
        self.work, self.pair = work, pair
        nodes = work.target.node_count
        of = low if pods is None else pods[low]
        self.rows = [low[of == one].tolist() for one in dict.fromkeys(of.tolist())]
        self.high = high.tolist()
        row, column = np.full(nodes, -1, np.int64), np.full(nodes, -1, np.int64)
        for at, group in enumerate(self.rows):
            row[group] = at
        column[high] = np.arange(len(high))
        today = np.zeros((len(self.rows), len(high)), np.int64)
        old = work.old[0][pair.old]
        here = (row[old[:, 0]] >= 0) & (column[old[:, 1]] >= 0)
        np.add.at(today, (row[old[here, 0]], column[old[here, 1]]), 1)
        counts = np.bincount(work.new[0][pair.new, 0], minlength=nodes)
        self.left = dict(zip(low.tolist(), counts[low].tolist(), strict=True))
        """Cables of each lower switch that have no place yet."""
        lower, upper = (work.target.ids[int(each[0])].rpartition("/")[0] for each in (low, high))
        self.target = Target.of(
            today,
            [int(counts[group].sum()) for group in self.rows],
            [work.room(node, pair) for node in self.high],
            work.balance,
            lower=lower if len(self.rows) == len(low) else f"pod of {lower}",
            upper=upper,
        )
        self.loose: list[list[_Link]] = []
        """Links of today of each row that do not stay."""
        self.wanted = self.target.before

    def keep(self, moves: Moves) -> None:
        """Cables that stay, in order of their ports; moved cables keep their ports at the lower end."""
        self.wanted = moves.after.copy()
        column = {node: at for at, node in enumerate(self.high)}
        for at, group in enumerate(self.rows):
            links = [link for node in group for link in self.pair.links_of.pop(node, ())]
            loose = []
            for link in sorted(links, key=lambda one: (one.low_port, one.low, one.origin)):
                to = column.get(link.high)
                if to is not None and self.wanted[at, to] and self.left[link.low]:
                    self.wanted[at, to] -= 1
                    self.left[link.low] -= 1
                    self.work.add(link)
                else:
                    loose.append(link)
            self.loose.append(loose)
        for at, loose in enumerate(self.loose):
            moving = []
            for link in loose:
                if self.left[link.low]:
                    self.left[link.low] -= 1
                    self.work.take(link.low, link.low_port)
                    moving.append(link)
                else:
                    self.work.removed.append(link.origin)
            self.loose[at] = moving

    def plug(self) -> None:
        """Moved cables, then new ones, to free ports."""
        rate = float(self.work.target.rate_gbps[self.pair.new[0]])
        lows = [node for group in self.rows for node in group]
        free = {node: self.work.free_ports(node, self.pair) for node in (*lows, *self.high)}
        for at, group in enumerate(self.rows):
            loose = deque(self.loose[at])
            for to, count in enumerate(self.wanted[at].tolist()):
                for _ in range(count):
                    high = self.high[to]
                    high_port = next(free[high])
                    if loose:
                        link = replace(loose.popleft(), high=high, high_port=high_port, moved=True)
                    else:
                        low = max(group, key=lambda node: self.left[node])
                        self.left[low] -= 1
                        link = _Link(low, next(free[low]), 0, 1, high, high_port, False, rate)
                    self.work.add(link)


def _upwards(target: Fabric, ends: ArrayLike, ports: ArrayLike) -> tuple[Longs, Longs]:
    """Ends and ports of links, between switches the lower one first."""
    node, port = np.array(ends, np.int64), np.array(ports, np.int64)
    between = (target.kind[node] == NodeKind.SWITCH).all(axis=1)
    turned = between & (target.level[node[:, 0]] > target.level[node[:, 1]])
    node[turned], port[turned] = node[turned, ::-1], port[turned, ::-1]
    return node, port


def _same_nodes(before: Fabric, target: Fabric) -> Longs:
    """For each node of today its number in the target: by its id, else by level and number."""
    number = {one: at for at, one in enumerate(target.ids)}
    switches = target.nodes(NodeKind.SWITCH).tolist()
    by_level = {(int(target.level[at]), int(target.index[at])): at for at in switches}
    found = []
    for at, one in enumerate(before.ids):
        same = number.get(one)
        if before.kind[at] == NodeKind.SWITCH and (same is None or target.level[same] != before.level[at]):
            same = by_level.get((int(before.level[at]), int(before.index[at])))
        if same is None:
            raise GrowthError(f"{one} of today is not in the target: growth in place keeps all")
        own, other = int(before.part[at]), int(target.part[same])
        if own >= 0 and other >= 0 and before.parts[own] != target.parts[other]:
            raise GrowthError(
                f"{one} is {before.parts[own].part} today and {target.parts[other].part} in the target: "
                "growth in place keeps its part"
            )
        found.append(same)
    if len(set(found)) < len(found):
        raise GrowthError("two switches of today are one in the target: ids must go by levels")
    return np.array(found, np.int64)


def _blocks(target: Fabric, ends: Ints) -> Ints:
    """Blocks of the target; of a host that of the switch at its first link."""
    block = target.block.copy()
    hosts = np.flatnonzero(target.kind[ends[:, 1]] == NodeKind.HOST)[::-1]
    block[ends[hosts, 1]] = target.block[ends[hosts, 0]]
    return block


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(values, dtype=np.int32)
