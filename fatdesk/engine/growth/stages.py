"""Stages of a growth step: cables are moved, added and removed while the network works.

While a stage is worked on, its cables carry nothing; all others do. Of each lower switch a share of the
bandwidth that it has today must stay, the floor. With u cables upwards, d links of hosts at the same rate and
o cables out, that share is (u - o) / min(u, d), 1 at most: a switch with more cables than hosts loses nothing
at first.

A stage is at one failure domain of today (a switch at the top, or the switches of a pod above the edge):
cables are pulled there, and plugged there or at new switches. New switches are cabled with each other first.
A cable is plugged when its port is free: in the stage in which the cable there is pulled, or later. Only
cables that go from one domain of today to another touch two.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.some_links import links_of_both, only_links
from fatdesk.engine.growth.bisection_share import BisectionShare, share_of
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.wiring import Rewiring

FLOOR = Fraction(3, 4)
"""Share of bandwidth that stays, by default."""
Domains = Literal["one", "any"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage, by the links of a rewiring.

    Attributes
    ----------
    move, add, remove
        Links of the network after (``move``, ``add``) and before (``remove``), in walking order.
    domains
        Ids of the failure domains in service whose cables are pulled or get a neighbour.
    residual
        The least share of today's bandwidth that a lower switch of today keeps in the stage.
    worst
        Id of that switch; empty: none loses bandwidth.
    """

    move: tuple[int, ...]
    add: tuple[int, ...]
    remove: tuple[int, ...]
    domains: tuple[str, ...]
    residual: Fraction
    worst: str


@dataclass(frozen=True, eq=False)
class StagePlan:
    """The stages of a rewiring, in order."""

    rewiring: Rewiring
    stages: tuple[Stage, ...]
    floor: Fraction

    def network(self, number: int, *, worked_on: bool = True) -> Fabric:
        """The network while a stage, from 0, is worked on, or when it is done: what is unplugged is out.

        It has all nodes of the network after the step; those without a link are not in use yet.
        """
        change = self.rewiring
        pulled = np.zeros(len(change.before.ends), np.bool_)
        plugged = np.zeros(len(change.after.ends), np.bool_)
        plugged[change.kept] = True
        for at, stage in enumerate(self.stages[: number + 1]):
            links = [*stage.move, *stage.add]
            pulled[change.origin[list(stage.move)]] = True
            pulled[list(stage.remove)] = True
            if at < number or not worked_on:
                plugged[links] = True
        left = ~pulled
        left[change.origin[change.kept]] = False
        return links_of_both(change.after, plugged, change.before, left, change.node)

    def share(self, number: int, progress: Progress = SILENT) -> BisectionShare | None:
        """The share of full bisection that hosts of today have while a stage is worked on."""
        during = self.network(number)
        today = np.zeros(during.node_count, np.bool_)
        today[self.rewiring.node] = True
        new = ((during.kind == NodeKind.HOST) & ~today)[during.ends].any(axis=1)
        return share_of(only_links(during, ~new), progress)


def staged(
    change: Rewiring,
    *,
    floor: Fraction = FLOOR,
    domains: Domains = "one",
    racks: Longs | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> StagePlan:
    """Return the stages of a rewiring.

    Parameters
    ----------
    floor
        Share of today's bandwidth that each lower switch keeps.
    domains
        ``one``: a stage is at one failure domain of today; ``any``: as few stages as the floor allows, which
        is how published numbers of stages are counted.
    racks : (n,) int64
        Rack of each node of the network after, -1: unknown; neighbouring racks have neighbouring numbers.
    names
        Names of nodes by their ids, for messages.

    Raises
    ------
    GrowthError
        When the floor cannot be kept.
    """
    if not 0 <= floor <= 1:
        raise GrowthError(f"floor {float(floor):g}: give a share from 0 to 1")
    return _Stages(change, floor, domains, racks, names).plan()


@dataclass(slots=True)
class _Task:
    """A cable to move, add or remove; ``link`` is one of the network after, of a removed one before."""

    kind: Literal["move", "add", "remove"]
    link: int
    low: int
    """The switch at its lower end that loses it for a stage; -1: none of today."""
    on: int
    """The switch at its upper end after; -1: none."""
    domains: tuple[int, ...]
    ends: tuple[int, ...]
    port: int
    """Nodes of the link, and its port at the first."""
    needs: tuple[int, ...] = ()
    """Tasks by which its ports become free."""


class _Stages:
    """The state of the search for stages."""

    def __init__(
        self,
        change: Rewiring,
        floor: Fraction,
        domains: Domains,
        racks: Longs | None,
        names: Mapping[str, str],
    ) -> None:
        self.change, self.floor, self.names = change, floor, names
        nodes = len(change.after.kind)
        self.racks: list[int] = [-1] * nodes if racks is None else racks.tolist()
        self.domain = _domains(change) if domains == "one" else np.full(nodes, -1, np.int64)
        self.old = change.node[change.before.ends]
        """Ends of the links of today."""
        self.tasks = self._tasks()
        self.working, self.base = self._bandwidth()
        self.needed = [ceil(floor * base) for base in self.base]
        self.done: set[int] = set()

    def _tasks(self) -> list[_Task]:
        change = self.change
        after, before = change.after, change.before
        level, switch = after.level.tolist(), (after.kind == NodeKind.SWITCH).tolist()

        def ends(row: NDArray[Any]) -> tuple[int, int]:
            """Lower and upper switch of a link between switches; -1 for both of others."""
            a, b = row.tolist()
            if not (switch[a] and switch[b]):
                return -1, -1
            return (a, b) if level[a] < level[b] else (b, a)

        def touched(*uppers: int) -> tuple[int, ...]:
            found = {int(self.domain[one]) for one in uppers if one >= 0} - {-1}
            return tuple(sorted(found))

        old = self.old
        rows, ports = [tuple(row) for row in after.ends.tolist()], after.ports[:, 0].tolist()
        found = []
        for link in np.flatnonzero(change.moved).tolist():
            low, on = ends(after.ends[link])
            off = ends(old[change.origin[link]])[1]
            found.append(_Task("move", link, low, on, touched(off, on), rows[link], ports[link]))
        for link in change.added.tolist():
            low, on = ends(after.ends[link])
            above = low if low >= 0 and level[low] > 1 else -1
            found.append(_Task("add", link, -1, on, touched(on, above), rows[link], ports[link]))
        for link in change.removed.tolist():
            low, off = ends(old[link])
            port = int(before.ports[link, 0])
            found.append(_Task("remove", link, low, -1, touched(off), tuple(old[link].tolist()), port))
        plugs = [self._plugs(task) for task in found]
        frees = {plug: number for number, (now, _) in enumerate(plugs) for plug in now}
        for number, (task, (_, then)) in enumerate(zip(found, plugs, strict=True)):
            needs = dict.fromkeys(frees[plug] for plug in then if plug in frees)
            task.needs = tuple(one for one in needs if one != number)
        return found

    def _plugs(self, task: _Task) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Node and port of each plug of a cable before and after."""
        before, after, link = self.change.before, self.change.after, task.link
        removed = task.kind == "remove"
        origin = link if removed else int(self.change.origin[link])
        now = () if origin < 0 else zip(self.old[origin].tolist(), before.ports[origin].tolist(), strict=True)
        then = () if removed else zip(after.ends[link].tolist(), after.ports[link].tolist(), strict=True)
        return list(now), list(then)

    def _bandwidth(self) -> tuple[list[int], list[Fraction]]:
        """Cables upwards of each node today, and as many of them as its bandwidth of today needs."""
        after = self.change.after
        nodes = after.node_count
        down, rate = [Fraction(0)] * nodes, [Fraction(0)] * nodes
        up, later = (self._upper(ends) for ends in (self.old, after.ends))
        low, high = _by_level(self.old, after.level)
        between = (after.kind[self.old] == NodeKind.SWITCH).all(axis=1)
        speeds = np.nan_to_num(self.change.before.rate_gbps, nan=1.0)
        for speed in np.unique(speeds).tolist():
            exact = Fraction(speed).limit_denominator(1000)
            same = speeds == speed
            for node, count in enumerate(np.bincount(high[same], minlength=nodes).tolist()):
                down[node] += count * exact
            for node in np.unique(low[same & between]).tolist():
                rate[node] = exact
        least = np.minimum(up, later).tolist()
        return up.tolist(), [
            min(Fraction(one), below / fast) if fast else Fraction(0)
            for one, below, fast in zip(least, down, rate, strict=True)
        ]

    def _upper(self, ends: NDArray[Any]) -> NDArray[Any]:
        """Cables of each node to switches of a higher level."""
        after = self.change.after
        own = ends[(after.kind[ends] == NodeKind.SWITCH).all(axis=1)]
        return np.bincount(_by_level(own, after.level)[0], minlength=after.node_count)

    def plan(self) -> StagePlan:
        """Stage after stage, domain by domain; what no domain allows by itself comes for several together."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for number in sorted(range(len(self.tasks)), key=self._walk):
            groups.setdefault(self.tasks[number].domains, []).append(number)
        order = sorted(groups, key=lambda key: (len(key), [(self.racks[one], one) for one in key]))
        found: list[Stage] = []
        while len(self.done) < len(self.tasks):
            before = len(self.done)
            for key in order:
                left = groups[key]
                while chosen := self._choose(left, set(left)):
                    found.append(self._stage(chosen))
                    left = [one for one in left if one not in self.done]
                groups[key] = left
            if len(self.done) == before:
                left = [one for key in order for one in groups[key]]
                chosen = self._choose(left, set(left))
                if not chosen:
                    raise self._refusal(left)
                found.append(self._stage(chosen))
                groups = {key: [one for one in own if one not in self.done] for key, own in groups.items()}
        return StagePlan(self.change, tuple(found), self.floor)

    def _walk(self, number: int) -> tuple[int, int, int, int]:
        """Order of walking: by rack of the lower end, then by switch and port."""
        task = self.tasks[number]
        return self.racks[task.ends[0]], task.ends[0], task.port, number

    def _allowed(self, low: int) -> int:
        """Cables of a lower switch that may be out at once."""
        return self.working[low] - self.needed[low]

    def _choose(self, left: Sequence[int], allowed: set[int]) -> list[int]:
        """Tasks for the next stage: each with those that free its ports, as far as bandwidth stays."""
        chosen: dict[int, None] = {}
        out: Counter[int] = Counter()
        for number in left:
            if number in chosen:
                continue
            together = self._together(number, chosen)
            if not allowed.issuperset(together):
                continue
            more = Counter(self.tasks[one].low for one in together if self.tasks[one].low >= 0)
            if all(out[low] + count <= self._allowed(low) for low, count in more.items()):
                out.update(more)
                chosen.update(dict.fromkeys(together))
        return list(chosen)

    def _together(self, number: int, chosen: dict[int, None]) -> list[int]:
        """A task with all that must be done before it or with it."""
        found = {number: None}
        rest = [number]
        while rest:
            for one in self.tasks[rest.pop()].needs:
                if one not in self.done and one not in chosen and one not in found:
                    found[one] = None
                    rest.append(one)
        return list(found)

    def _stage(self, chosen: list[int]) -> Stage:
        """Do the tasks."""
        tasks = [self.tasks[number] for number in sorted(chosen, key=self._walk)]
        self.done.update(chosen)
        out = Counter(task.low for task in tasks if task.low >= 0)
        residual, worst = Fraction(1), ""
        for low, count in sorted(out.items()):
            if self.base[low]:
                share = min(Fraction(1), (self.working[low] - count) / self.base[low])
                if share < residual:
                    residual, worst = share, self.change.after.ids[low]
        for task in tasks:
            if task.kind == "remove" and task.low >= 0:
                self.working[task.low] -= 1
            if task.kind == "add" and task.on >= 0:
                self.working[sum(task.ends) - task.on] += 1
        domains = sorted({one for task in tasks for one in task.domains})
        move, add, remove = (
            tuple(task.link for task in tasks if task.kind == kind) for kind in ("move", "add", "remove")
        )
        return Stage(
            move=move,
            add=add,
            remove=remove,
            domains=tuple(self.change.after.ids[one] for one in domains),
            residual=residual,
            worst=worst,
        )

    def _refusal(self, left: Sequence[int]) -> GrowthError:
        """Why no task can be done: the switch that cannot lose a cable."""
        stuck = (self.tasks[one].low for one in left if self.tasks[one].low >= 0)
        low = next((one for one in stuck if self._allowed(one) < 1), -1)
        if low < 0:
            return GrowthError(f"{len(left):,} cables exchange their ports all at once: give a lower floor")
        share = (self.working[low] - 1) / self.base[low]
        name = self.change.after.ids[low]
        return GrowthError(
            f"{self.names.get(name, name)}: with 1 of its {self.working[low]:,} cables out it keeps "
            f"{float(100 * share):.1f} % of its bandwidth, the floor is {float(100 * self.floor):g} %: "
            "give a lower floor"
        )


def _by_level(ends: NDArray[Any], level: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The lower and the upper end of each link."""
    turned = level[ends[:, 0]] > level[ends[:, 1]]
    return np.where(turned, ends[:, 1], ends[:, 0]), np.where(turned, ends[:, 0], ends[:, 1])


def _domains(change: Rewiring) -> Longs:
    """The failure domain of each upper switch of today, by the number of its first switch; -1: new switches.

    A switch at the top is one, and so are the switches of a pod above the edge.
    """
    before = change.before
    switch = before.kind == NodeKind.SWITCH
    top = int(before.level.max(initial=0))
    inner = (switch & (before.level < top))[before.ends].all(axis=1)
    part = connected_parts(before.node_count, *before.ends[inner].T)
    own = np.arange(before.node_count)
    below = np.flatnonzero(switch & (before.level < top) & (before.level > 1))
    _, first, of = np.unique(part[below], return_index=True, return_inverse=True)
    own[below] = below[first][of.reshape(-1)]
    found = np.full(change.after.node_count, -1, np.int64)
    found[change.node] = change.node[own]
    return found
