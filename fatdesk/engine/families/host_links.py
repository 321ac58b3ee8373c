"""Links of hosts to the edge switches of a plane: on which rail, and at which place there.

A port towards hosts has as many places as hosts share one at most (1 where no port is split), so the
ports of an edge switch have P_En times that many. Groups with a link on each rail come first, in file
order, so that a host has the same place on all rails; groups on some rails follow. Where groups share ports
differently, each begins with a port of its own. Groups on ports of another kind, that of the uplinks, have
places of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.families.design import Design, HostGroup, Member


class Joined(NamedTuple):
    """Joining of a group: hosts, their rails from 0, links of each in a plane, hosts that share a port.

    ``apart``: links of a host on one rail have places far from each other, so that they are on different
    edge switches where there are several.
    ``on_up``: its ports are of the kind of the uplinks, where hosts have two kinds of ports.
    """

    hosts: int
    rails: tuple[int, ...]
    links: int
    split: int
    apart: bool = True
    on_up: bool = False

    def on_rail(self, rail: int) -> int:
        """Links of all its hosts on a rail."""
        if rail not in self.rails:
            return 0
        each, more = divmod(self.hosts * self.links, len(self.rails))
        return each + (self.rails.index(rail) < more)


def joined(
    groups: Sequence[HostGroup],
    rails: int,
    split: int = 1,
    splits: Sequence[int] = (),
    on_up: Sequence[bool] = (),
) -> tuple[Joined, ...]:
    """Joining of each group with the rails.

    Parameters
    ----------
    split, splits
        Hosts that share a port: of all groups, or of each.
    on_up
        Whether the ports of each group are of the kind of the uplinks; empty: none are.

    >>> some = [HostGroup(name="a", part="p", count=3), Member(name="b", part="q", count=5, links=1)]
    >>> [(group.rails, group.links) for group in joined(some, 2)]
    [((0, 1), 2), ((0, 1), 1)]
    """
    every = tuple(range(rails))
    result = []
    for number, group in enumerate(groups):
        own = group.rails if isinstance(group, Member) and group.rails else every
        links = (group.links if isinstance(group, Member) else 0) or len(own)
        shared, is_up = splits[number] if splits else split, bool(on_up) and on_up[number]
        result.append(Joined(group.count, own, links, shared, on_up=is_up))
    return tuple(result)


def joined_by(design: Design, groups: Sequence[HostGroup]) -> tuple[Joined, ...]:
    """Joining of the groups by a design.

    Raises
    ------
    FatdeskError
        When it was made for other groups.
    """
    splits, on_up = splits_of(design), on_up_of(design)
    for each in (splits, on_up):
        if each and len(each) != len(groups):
            raise FatdeskError(
                f"the design is for {len(each)} groups of hosts, and there are {len(groups)}: search again"
            )
    rails, split = max(1, design.number("rails", 1)), max(1, design.number("split", 1))
    return joined(groups, rails, split, splits, on_up)


def splits_of(design: Design) -> tuple[int, ...]:
    """Hosts of each group that share a port, where groups differ; else nothing."""
    return _of_groups(design, "splits")


def on_up_of(design: Design) -> tuple[bool, ...]:
    """Whether the ports of each group are of the kind of the uplinks, where some are; else nothing."""
    return tuple(number > 0 for number in _of_groups(design, "on_up"))


def _of_groups(design: Design, key: str) -> tuple[int, ...]:
    text = str(design.params.get(key, ""))
    return tuple(int(number) for number in text.split(",")) if text else ()


def of_kind(groups: Sequence[Joined], *, on_up: bool) -> tuple[Joined, ...]:
    """The groups on ports of the kind of the uplinks, or the others."""
    return tuple(group for group in groups if group.on_up == on_up)


def on_one_switch(groups: Sequence[Joined]) -> tuple[Joined, ...]:
    """The same groups where one switch has the links of all rails."""
    return tuple(group._replace(rails=(0,), apart=False) for group in groups)


def alike(groups: Sequence[Joined]) -> bool:
    """Whether hosts of all groups share ports alike."""
    return len({group.split for group in groups}) <= 1


def links_of(groups: Sequence[Joined]) -> int:
    """Links of all hosts in a plane."""
    return sum(group.hosts * group.links for group in groups)


def same_on_rails(groups: Sequence[Joined], rails: int) -> bool:
    """Whether each host has one link on each rail."""
    return all(len(group.rails) == group.links == rails for group in groups)


def places_on_rails(groups: Sequence[Joined], rails: int, extra: int = 0) -> list[int]:
    """Places in use on each rail, with extra ports assigned to the rails in turn.

    >>> whole, halves = Joined(3, (0, 1), 2, 1), Joined(5, (0, 1), 1, 2)
    >>> places_on_rails([whole, halves], 2), places_on_rails([whole], 2, extra=3)
    ([10, 8], [5, 4])
    """
    return [
        _before(groups, len(groups), rail, rails) + _extra(groups, extra, rail, rails)
        for rail in range(rails)
    ]


def _extra(groups: Sequence[Joined], extra: int, rail: int, rails: int) -> int:
    return ceil_div(max(0, extra - rail), rails) * place_step(groups)


def place_step(groups: Sequence[Joined]) -> int:
    """Places of an extra port or a host to come: a whole port where groups share ports differently."""
    return 1 if alike(groups) else max(group.split for group in groups)


def _in_order(groups: Sequence[Joined], rails: int) -> list[int]:
    """Numbers of the groups in the order of their places: those with a link on each rail first."""
    return sorted(range(len(groups)), key=lambda n: not same_on_rails([groups[n]], rails))


def _before(groups: Sequence[Joined], stop: int, rail: int, rails: int) -> int:
    """Places on a rail of the first groups in order."""
    some = [groups[n] for n in _in_order(groups, rails)[:stop]]
    if alike(groups):
        return sum(group.on_rail(rail) for group in some)
    most = max(group.split for group in groups)
    return sum(ceil_div(group.on_rail(rail), group.split) * most for group in some)


def links_before(groups: Sequence[Joined], rail: int, rails: int, places: Longs) -> Longs:
    """Links of the groups on the places of a rail before each of some, which are first places of ports.

    Places after those of all groups have an extra port or a host to come each, or each whole port of them.

    >>> whole, halves = Joined(3, (0,), 1, 1), Joined(5, (0,), 1, 2)
    >>> links_before([whole, halves], 0, 1, np.array([0, 2, 6, 8, 12, 16])).tolist()
    [0, 1, 3, 5, 8, 10]
    """
    step = place_step(groups)
    end = _before(groups, len(groups), rail, rails)
    before = np.maximum(places - end, 0) // step
    order = _in_order(groups, rails)
    for rank, n in enumerate(order):
        first, group = _before(groups, rank, rail, rails), groups[n]
        within = np.maximum(places - first, 0)
        links = within if step == 1 else within // step * group.split
        before = before + np.minimum(links, group.on_rail(rail))
    return before


def _turns(group: Joined, index: Longs) -> Longs:
    """Turn of each link of a group, host by host, when links are dealt to its rails."""
    rails = len(group.rails)
    if not group.apart or group.links <= rails:
        return index
    host, number = index // group.links, index % group.links
    full, rest = divmod(group.links, rails)
    rounds: Longs = number // rails * (group.hosts * rails) + host * rails + number % rails
    last = full * group.hosts * rails + host * rest + number - full * rails
    return np.where(number < full * rails, rounds, last)


@dataclass(frozen=True)
class HostLinks:
    """The links of hosts in a plane, host by host.

    Attributes
    ----------
    host, group
        Number of the host among all, and of its group.
    number
        Which of the host's links in the plane it is.
    rail, place
        Its rail, and its place there.
    split
        Hosts that share its port at the switch.
    """

    host: Longs
    group: Longs
    number: Longs
    rail: Longs
    place: Longs
    split: Longs


def host_links(groups: Sequence[Joined], rails: int) -> HostLinks:
    """The links of all hosts.

    Links of the hosts of a group are dealt to its rails in turn: of three rails and two links each, host 1
    has rails 1 and 2, host 2 rails 3 and 1. With more links than rails the first of each host come first,
    then the next.

    >>> host_links([Joined(2, (0, 1, 2), 2, 1)], 3).rail.tolist()
    [0, 1, 2, 0]
    >>> host_links([Joined(3, (0,), 2, 1)], 1).place.tolist()
    [0, 3, 1, 4, 2, 5]
    """
    columns: list[list[Longs]] = []
    first = 0
    seen = {False: 0, True: 0}
    for n, group in enumerate(groups):
        same = of_kind(groups, on_up=group.on_up)
        most, whole = max(one.split for one in same), not alike(same)
        rank = _in_order(same, rails).index(seen[group.on_up])
        seen[group.on_up] += 1
        index = np.arange(group.hosts * group.links, dtype=np.int64)
        turn = _turns(group, index)
        rail = np.array(group.rails, dtype=np.int64)[turn % len(group.rails)]
        order = turn // len(group.rails)
        if whole:
            order = order // group.split * most + order % group.split
        start = np.array([_before(same, rank, one, rails) for one in range(rails)], dtype=np.int64)
        columns.append(
            [
                first + index // group.links,
                np.full_like(index, n),
                index % group.links,
                rail,
                start[rail] + order,
                np.full_like(index, group.split),
            ]
        )
        first += group.hosts
    return HostLinks(*(np.concatenate(column) for column in zip(*columns, strict=True)))
