"""Links of a network after a growth step: those that stay, those that are moved, and new ones.

Data flow:

    network as it is + that of the target design  ->  slots     the target with the ids of today
                                                  ->  hosts     links of hosts stay, new hosts take free ports
                                                  ->  counts    cables between switches by fewest_moves
                                                  ->  ports     kept cables keep both, moved ones one
                                                  ->  Rewiring

A pod is a part of the two lower levels that is joined by the core alone; a network of two levels is one pod,
and each plane is by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Ints, Longs
from fatdesk.core.memory import collection_paused
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.growth_target import Balance
from fatdesk.engine.fabric.as_built import bundle_numbers
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.growth.moves import GrowthError, Target, fewest_moves
from fatdesk.engine.growth.slots import planes_of, pods_of, rails_of, with_ids_of


@dataclass(frozen=True, eq=False)
class Rewiring:
    """A network as it is wired after a growth step.

    Attributes
    ----------
    before, after
        The networks; devices of ``before`` have the same ids in ``after``.
    origin : (m,) int64
        For each link of ``after`` the link of ``before`` that it was; -1: a new cable.
    moved : (m,) bool
        Links of ``after`` with another port than before, at one end or both.
    removed : (r,) int64
        Links of ``before`` whose cables go.
    node : (n,) int64
        For each node of ``before`` its number in ``after``.
    parted
        Cables between switches of today that are in different pods after the step, or too many levels apart.
    least_taken_off
        Cables between switches that leave a port at least, while the switches of today are in these pods: the
        ``parted`` ones, and what is proved for each pod and for the core of each plane.
    """

    before: Fabric
    after: Fabric
    origin: Longs
    moved: Bools
    removed: Longs
    node: Longs
    parted: int
    least_taken_off: int

    @property
    def kept(self) -> Longs:
        """Links of ``after`` that are as before."""
        return np.flatnonzero((self.origin >= 0) & ~self.moved)

    @property
    def added(self) -> Longs:
        """Links of ``after`` with new cables."""
        return np.flatnonzero(self.origin < 0)

    @property
    def taken_off(self) -> int:
        """Links between switches that leave a port: moved, or removed."""
        before = self.before
        off = np.concatenate([self.origin[self.moved], self.removed])
        return int((before.kind[before.ends[off]] == NodeKind.SWITCH).all(axis=1).sum())


class _Link(NamedTuple):
    """A link by nodes of the target: lower node, port, leg, legs; upper node or host, port; rate; origin."""

    lower: int
    port: int
    leg: int
    legs: int
    upper: int
    far_port: int
    rate: float
    trace: bool
    origin: int = -1


@collection_paused()  # its many links or rows all stay
def rewired(
    before: Fabric, target: Fabric, catalog: Catalog, balance: Balance = "balanced", rails: int = 1
) -> Rewiring:
    """Return the links of a target network with as many as possible of those that are there.

    Parameters
    ----------
    before
        The network of today, as designed or as built.
    target
        The network of a design that has all of its switches, and hosts of the same ids and more.
    balance
        How uplinks are divided between the switches above.
    rails
        Rails that have edge switches of their own: switch e of a plane is of rail e modulo ``rails``.

    Raises
    ------
    FatdeskError
        When switches of one level are joined, or a device of today has no place in the target.
    """
    for fabric in (before, target):
        levels = fabric.level[fabric.ends]
        if (levels[:, 0] == levels[:, 1]).any():
            raise GrowthError(
                f"{fabric.name}: switches of one level are joined: only trees grow in place, rebuild it"
            )
    return _Wiring(before, with_ids_of(before, target, rails), catalog, balance, rails).made_up()


def _links_of(fabric: Fabric) -> Iterator[_Link]:
    """The links with the number of each as origin."""
    columns = (
        fabric.ends[:, 0].tolist(),
        fabric.ports[:, 0].tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        fabric.ends[:, 1].tolist(),
        fabric.ports[:, 1].tolist(),
        fabric.rate_gbps.tolist(),
        fabric.trace.tolist(),
        range(len(fabric.ends)),
    )
    return map(_Link._make, zip(*columns, strict=True))


class _Wiring:
    """One network that grows."""

    def __init__(
        self, before: Fabric, target: Fabric, catalog: Catalog, balance: Balance, rails: int
    ) -> None:
        self.before, self.target, self.catalog, self.balance = before, target, catalog, balance
        self.levels = int(target.level.max(initial=1))
        self.pod, self.plane = pods_of(target), planes_of(target)
        self.group: list[int] = (self.plane * rails + rails_of(target, rails)).tolist()
        """Edge switches of one plane and rail have one number."""
        self.switch: list[bool] = (target.kind == NodeKind.SWITCH).tolist()
        self.level: list[int] = target.level.tolist()
        number = {name: node for node, name in enumerate(target.ids)}
        node = [number[name] for name in before.ids]
        self.node = np.array(node, np.int64)
        self.wanted = [one._replace(origin=-1) for one in _links_of(target)]
        self.there = [one._replace(lower=node[one.lower], upper=node[one.upper]) for one in _links_of(before)]
        self.made: list[_Link] = []
        self.busy: set[tuple[int, int]] = set()
        """Ports of switches that a link has: node and port."""
        self.parted = self.proved = 0

    def made_up(self) -> Rewiring:
        """Everything: hosts, then the cables between switches, level by level from the edge."""
        self._host_links()
        for level in range(1, self.levels):
            self._between(level)
        made = sorted(self.made, key=lambda one: (one.lower, one.port, one.leg))
        fabric = self._fabric(made)
        origin = np.array([one.origin for one in made], np.int64)
        moved = np.zeros(len(made), np.bool_)
        for number, one in enumerate(made):
            if one.origin >= 0:
                was = self.there[one.origin]
                moved[number] = (was.lower, was.port, was.leg, was.upper, was.far_port) != (
                    one.lower,
                    one.port,
                    one.leg,
                    one.upper,
                    one.far_port,
                )
        removed = np.setdiff1d(np.arange(len(self.there)), origin)
        least = self.parted + self.proved
        return Rewiring(self.before, fabric, origin, moved, removed, self.node, self.parted, least)

    # -- hosts ------------------------------------------------------------------------------------------

    def _host_links(self) -> None:
        """Links of hosts and to the outside: those that are there stay where the target has such a port."""
        switch = self.switch
        wanted = [one for one in self.wanted if not switch[one.upper]]
        places: dict[int, dict[tuple[int, int], _Link]] = defaultdict(dict)
        for one in wanted:
            places[self.group[one.lower]].setdefault((one.port, one.leg), one)
        most = max(Counter(one.lower for one in wanted).values(), default=0)
        pooled = self._pooled(wanted)
        staying, moving = Counter[int](), []
        known: set[tuple[int, int]] = set()
        legs: dict[int, set[tuple[int, int]]] = defaultdict(set)
        for one in self.there:
            if switch[one.upper]:
                continue
            known.add((one.upper, one.far_port))
            has = (one.port, one.leg) in places[self.group[one.lower]]
            if (pooled or has) and staying[one.lower] < most:
                staying[one.lower] += 1
                legs[one.lower].add((one.port, one.leg))
                self._make(one)
            else:
                moving.append(one)
        for node, kept in legs.items():
            self.busy |= {(node, port) for port, _ in kept}
        new = [one for one in wanted if (one.upper, one.far_port) not in known]
        lacking: dict[int, list[_Link]] = defaultdict(list)
        for one in (*moving, *new):
            lacking[self.group[one.lower]].append(one)
        for group, some in lacking.items():
            free = self._free_places(group, list(places[group]), legs, staying, most, pooled=pooled)
            for one in some:
                place = next(free, None)
                if place is None:
                    name = self.target.ids[one.upper]
                    raise GrowthError(f"{name}: no port is free: the network after the step is too small")
                node, (port, leg) = place
                like = places[group].get((port, leg), one)
                self.busy.add((node, port))
                self._make(one._replace(lower=node, port=port, leg=leg, legs=like.legs))

    def _pooled(self, wanted: Sequence[_Link]) -> bool:
        """Whether hosts and uplinks may use any port of the edge switches: unsplit ports of one kind."""
        if any(one.legs > 1 for one in wanted):
            return False
        edges = np.flatnonzero((self.target.kind == NodeKind.SWITCH) & (self.target.level == 1))
        parts = {int(self.target.part[node]) for node in edges.tolist()}
        return all(self._one_kind(part) for part in parts)

    def _one_kind(self, number: int) -> bool:
        part = self.target.parts[number]
        table = port_table(self.catalog, part.part, part.cards, part.card)
        return len(np.unique(table.plug[: table.data])) == 1

    def _free_places(
        self,
        group: int,
        places: Sequence[tuple[int, int]],
        legs: Mapping[int, set[tuple[int, int]]],
        staying: Counter[int],
        most: int,
        *,
        pooled: bool,
    ) -> Iterator[tuple[int, tuple[int, int]]]:
        """Free ports for hosts, edge switch by edge switch; those of today's uplinks last."""
        target = self.target
        uplinks: dict[int, set[int]] = defaultdict(set)
        for one in self.there:
            if self._joins(one, 1):
                uplinks[one.lower].add(one.port)
        for node in np.flatnonzero(target.level == 1).tolist():
            if not self.switch[node] or self.group[node] != group:
                continue
            room = most - staying[node]
            own = list(places)
            if pooled:
                ports = self._with_others(int(target.part[node]), [port for port, _ in places])
                own = [(port, 0) for port in ports]
            for place in sorted(own, key=lambda place: place[0] in uplinks[node]):
                if room <= 0:
                    break
                if place not in legs.get(node, ()):
                    room -= 1
                    yield node, place

    def _make(self, link: _Link) -> None:
        self.made.append(link)

    # -- cables between switches --------------------------------------------------------------------------

    def _between(self, level: int) -> None:
        """Links between two adjacent levels: for the edge pod by pod, for the core plane by plane."""
        up = [one for one in self.wanted if self._joins(one, level)]
        there = [one for one in self.there if self._joins(one, level)]
        strayed = [
            one
            for one in self.there
            if self.switch[one.upper]
            and self.level[one.lower] == level
            and self.level[one.upper] != level + 1
        ]
        spare: dict[int, list[_Link]] = defaultdict(list)
        for one in strayed:
            spare[one.lower].append(one)
        self.parted += len(strayed)
        whole = self.pod if level == 1 else self.plane
        groups = sorted({int(whole[one.lower]) for one in up})
        ports = self._down_ports(up)
        for group in groups:
            mine = [one for one in up if whole[one.lower] == group]
            lowers = sorted({one.lower for one in mine})
            uppers = sorted({one.upper for one in mine})
            own = [one for one in there if whole[one.lower] == group and whole[one.upper] == group]
            for one in there:
                if whole[one.lower] == group and whole[one.upper] != group:
                    spare[one.lower].append(one)
                    self.parted += 1
            counts = self._counts(mine, own, lowers, uppers, level)
            self._wire(counts, own, lowers, uppers, spare, mine, ports)

    def _joins(self, one: _Link, level: int) -> bool:
        return (
            self.switch[one.upper] and self.level[one.lower] == level and self.level[one.upper] == level + 1
        )

    def _counts(
        self,
        wanted: Sequence[_Link],
        own: Sequence[_Link],
        lowers: Sequence[int],
        uppers: Sequence[int],
        level: int,
    ) -> Longs:
        """Cables of each pair of switches after the step."""
        supply = _degrees(wanted, lowers, lower=True)
        most = np.full(len(uppers), _degrees(wanted, uppers, lower=False).max(), np.int64)
        before = _matrix(own, lowers, uppers)
        if level == 1:
            return self._fewest(before, supply, most)
        pods, place = np.unique(self.pod[list(lowers)], return_inverse=True)
        pooled, each = np.zeros((len(pods), len(uppers)), np.int64), np.zeros(len(pods), np.int64)
        np.add.at(pooled, place, before)
        np.add.at(each, place, supply)
        by_pod = self._fewest(pooled, each, most)
        cables = np.zeros_like(before)
        for pod in range(len(pods)):
            here = np.flatnonzero(place == pod)
            cables[here] = fewest_moves(Target.of(before[here], supply[here], by_pod[pod], "free")).after
        return cables

    def _fewest(self, before: Longs, supply: Longs, most: Longs) -> Longs:
        """Cables of each pair with the fewest moves; what is proved of them counts."""
        plan = fewest_moves(Target.of(before, supply, most, self.balance))
        if plan.splits:
            raise GrowthError(
                f"{self.target.name}: with any number of cables to each core switch some edge switches would "
                "not reach others: choose the balance balanced"
            )
        self.proved += plan.proof.bound
        return plan.after

    def _down_ports(self, wanted: Sequence[_Link]) -> dict[int, list[int]]:
        """Ports that the switches above may give to the level, by part; those of the target first."""
        target = self.target
        found: dict[int, list[int]] = {}
        for one in wanted:
            ports = found.setdefault(int(target.part[one.upper]), [])
            ports.append(one.far_port)
        for part, ports in found.items():
            table = port_table(
                self.catalog, target.parts[part].part, target.parts[part].cards, target.parts[part].card
            )
            kinds = {int(table.plug[port]) for port in ports}
            others = [port for port in range(table.data) if int(table.plug[port]) in kinds]
            found[part] = list(dict.fromkeys([*sorted(set(ports)), *others]))
        return found

    def _with_others(self, number: int, ports: Sequence[int]) -> list[int]:
        """Ports that the target gives to the level above, then others of a part of the same kinds."""
        part = self.target.parts[number]
        table = port_table(self.catalog, part.part, part.cards, part.card)
        kinds = {int(table.plug[port]) for port in ports}
        others = [port for port in range(table.data) if int(table.plug[port]) in kinds]
        return list(dict.fromkeys([*ports, *others]))

    def _wire(
        self,
        counts: Longs,
        own: Sequence[_Link],
        lowers: Sequence[int],
        uppers: Sequence[int],
        spare: Mapping[int, list[_Link]],
        wanted: Sequence[_Link],
        down_ports: Mapping[int, list[int]],
    ) -> None:
        """Give every cable its ports: kept ones both, moved ones the lower where it is free."""
        pairs: dict[tuple[int, int], list[_Link]] = defaultdict(list)
        for one in own:
            pairs[one.lower, one.upper].append(one)
        left: dict[int, list[_Link]] = {node: list(spare.get(node, ())) for node in lowers}
        kept: Counter[tuple[int, int]] = Counter()
        rows, columns = ({node: n for n, node in enumerate(nodes)} for nodes in (lowers, uppers))
        for (low, high), some in pairs.items():
            wanted_here = int(counts[rows[low], columns[high]])
            for one in some:
                fits = (low, one.port) not in self.busy and (high, one.far_port) not in self.busy
                if kept[low, high] < wanted_here and fits:
                    kept[low, high] += 1
                    self._take(one)
                else:
                    left[low].append(one)
        up: dict[int, set[int]] = {node: set() for node in lowers}
        for one in wanted:
            up[one.lower].add(one.port)
        free_up = {
            node: self._free(node, self._with_others(int(self.target.part[node]), sorted(ports)))
            for node, ports in up.items()
        }
        free_down = {node: self._free(node, down_ports[int(self.target.part[node])]) for node in uppers}
        like = {one.lower: one for one in wanted}
        for row, low in enumerate(lowers):
            for column, high in enumerate(uppers):
                for _ in range(int(counts[row, column]) - kept[low, high]):
                    far_port = next(free_down[high], None)
                    was = left[low].pop(0) if left[low] else None
                    if was is not None and (low, was.port) not in self.busy:
                        port: int | None = was.port
                    else:
                        port = next(free_up[low], None)
                    if port is None or far_port is None:
                        short = self.target.ids[low if port is None else high]
                        raise GrowthError(f"{short}: has no free port for the step: rebuild the network")
                    base = was or like[low]
                    self._take(base._replace(lower=low, port=port, upper=high, far_port=far_port))

    def _free(self, node: int, ports: Iterable[int]) -> Iterator[int]:
        """Ports of a switch that no link has when they are read."""
        return (port for port in ports if (node, port) not in self.busy)

    def _take(self, link: _Link) -> None:
        self.busy |= {(link.lower, link.port), (link.upper, link.far_port)}
        self._make(link)

    # -- the network ---------------------------------------------------------------------------------------

    def _fabric(self, made: Sequence[_Link]) -> Fabric:
        target = self.target
        host = target.kind == NodeKind.HOST
        block = target.block.copy()
        for one in reversed(made):
            if host[one.upper]:
                block[one.upper] = target.block[one.lower]

        def column(name: str) -> Ints:
            return np.array([getattr(one, name) for one in made], np.int32)

        ends = np.column_stack([column("lower"), column("upper")]).astype(np.int32)
        return replace(
            target,
            block=block,
            ends=ends,
            ports=np.column_stack([column("port"), column("far_port")]).astype(np.int32),
            split=column("leg"),
            splits=column("legs"),
            bundle=bundle_numbers(ends, target.kind),
            trace=np.array([one.trace for one in made], np.bool_),
            rate_gbps=np.array([one.rate for one in made], np.float64),
            found_names={**target.found_names, **self.before.found_names},
            guids={**target.guids, **self.before.guids},
        )


def _degrees(links: Iterable[_Link], nodes: Sequence[int], *, lower: bool) -> Longs:
    """Links of each of some nodes."""
    count = Counter(one.lower if lower else one.upper for one in links)
    return np.array([count[node] for node in nodes], np.int64)


def _matrix(links: Iterable[_Link], lowers: Sequence[int], uppers: Sequence[int]) -> Longs:
    """Links of each pair of nodes."""
    row, column = ({node: n for n, node in enumerate(nodes)} for nodes in (lowers, uppers))
    found = np.zeros((len(lowers), len(uppers)), np.int64)
    for one in links:
        if one.lower in row and one.upper in column:
            found[row[one.lower], column[one.upper]] += 1
    return found
