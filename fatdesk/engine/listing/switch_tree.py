"""The switches of a fabric as a tree that holds each host once, for Slurm and ClusterShell."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Longs, connected_parts
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.listing.wired import (
    Wired,
    changed_names,
    equipment,
    external_links,
    places,
    plain_names,
    second_ports,
    servers_of,
    wired,
)

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})\Z")


def host_list(names: Iterable[str]) -> str:
    """The names folded by the number at their end; numbers of one width share brackets.

    >>> host_list(["n01", "n02", "n03", "n05", "login", "n100"])
    'login,n[01-03,05],n100'
    """
    numbered: dict[tuple[str, int], list[int]] = {}
    plain = set()
    for name in names:
        found = _NUMBERED.match(name)
        if found is None:
            plain.add(name)
        else:
            numbered.setdefault((found[1], len(found[2])), []).append(int(found[2]))
    folded = [_folded(stem, width, sorted(set(of))) for (stem, width), of in sorted(numbered.items())]
    return ",".join([*sorted(plain), *folded])


def _folded(stem: str, width: int, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"{stem}{numbers[0]:0{width}}"
    starts = [numbers[0], *(b for a, b in pairwise(numbers) if b != a + 1)]
    ends = [*(a for a, b in pairwise(numbers) if b != a + 1), numbers[-1]]
    ranges = (
        f"{a:0{width}}" if a == b else f"{a:0{width}}-{b:0{width}}" for a, b in zip(starts, ends, strict=True)
    )
    return f"{stem}[{','.join(ranges)}]"


@dataclass(frozen=True)
class Branch:
    """A switch with hosts, or a made-up one above others.

    Attributes
    ----------
    switch
        A node of the fabric: the switch itself; of a made-up one the first switch below it.
    level
        0 for a switch with hosts; else the level up to which links join what is below.
    hosts
        Nodes that hang here, in order; of a made-up one none.
    below
        Numbers of the branches under it.
    rate_gbps
        The fastest link to a host, or between the switches below.
    """

    switch: int
    level: int
    hosts: tuple[int, ...]
    below: tuple[int, ...]
    rate_gbps: float


def switch_tree(fabric: Fabric, hosts: Bools | None = None) -> list[Branch]:
    """The branches, each after those below it; the last is the root (none without hosts).

    A host is below the switch of its first port. Switches joined by links up to some level
    share one made-up branch above them: one for each pod, and one root for each fabric.

    Parameters
    ----------
    hosts
        The nodes that count as hosts; None: all hosts of the fabric.
    """
    leaf, rate = _first_switch(fabric)
    if hosts is not None:
        leaf[~hosts] = -1
    branches = []
    for switch in np.unique(leaf[leaf >= 0]).tolist():
        here = np.flatnonzero(leaf == switch)
        branches.append(Branch(switch, 0, tuple(here.tolist()), (), float(rate[here].max())))
    top = list(range(len(branches)))
    highest = int(fabric.level.max(initial=0))
    for level in range(1, highest + 1):
        if len(top) > 1:
            joined, fastest = _joined(fabric, level)
            groups: dict[int, list[int]] = {}
            for number in top:
                groups.setdefault(int(joined[branches[number].switch]), []).append(number)
            if len(groups) < len(top):
                top = _above(branches, groups.values(), level, fastest)
    if len(top) > 1:  # nothing joins them but the hosts
        _above(branches, [top], highest + 1, max(branches[number].rate_gbps for number in top))
    return branches


def _above(branches: list[Branch], groups: Iterable[list[int]], level: int, rate: float) -> list[int]:
    """One branch more above each group of several; a group alone stays unchanged."""
    top = []
    for group in groups:
        if len(group) == 1:
            top += group
            continue
        top.append(len(branches))
        branches.append(Branch(branches[group[0]].switch, level, (), tuple(group), rate))
    return top


def _first_switch(fabric: Fabric) -> tuple[Longs, NDArray[np.float64]]:
    """The switch at the first port of each node that is a host, -1 elsewhere; and the rate of that link."""
    leaf, rate = np.full(fabric.node_count, -1, np.int64), np.zeros(fabric.node_count)
    kinds = fabric.kind[fabric.ends]
    links = np.flatnonzero((kinds[:, 0] == NodeKind.SWITCH) & (kinds[:, 1] == NodeKind.HOST))
    links = links[np.argsort(-fabric.ports[links, 1], kind="stable")]  # the first port is written last
    leaf[fabric.ends[links, 1]] = fabric.ends[links, 0]
    rate[fabric.ends[links, 1]] = fabric.rate_gbps[links]
    return leaf, rate


def _joined(fabric: Fabric, level: int) -> tuple[Longs, float]:
    """The part of the network of each switch when only links up to a level are there, and the fastest."""
    between = (fabric.kind[fabric.ends] == NodeKind.SWITCH).all(axis=1)
    between &= (fabric.level[fabric.ends] <= level).all(axis=1)
    a, b = fabric.ends[between].T
    return connected_parts(fabric.node_count, a, b), float(fabric.rate_gbps[between].max(initial=0.0))


class SlurmSwitch(NamedTuple):
    """A switch, and the folded names of what is below it: switches or hosts, one of both is empty."""

    name: str
    switches: str
    hosts: str
    rate_gbps: float


def slurm_switches(one: Wired) -> Iterator[SlurmSwitch]:
    """The switches of a fabric, each after those below it.

    Switches that only join others are one made-up switch: ``compute-root``, or after its level and
    number ``compute-L2-3``.
    """
    branches = switch_tree(one.fabric, servers_of(one.fabric, one.plan.catalog))
    top = max((branch.level for branch in branches), default=0)
    made_up = [branch for branch in branches if branch.below]
    wanted = [_made_up(branch, top, one, number) for number, branch in enumerate(made_up, start=1)]
    own = plain_names([*one.shown, *wanted])  # nodes keep the names that they have elsewhere
    last = iter(own[one.fabric.node_count :])
    names = [next(last) if branch.below else own[branch.switch] for branch in branches]
    for name, branch in zip(names, branches, strict=True):
        switches = host_list(names[number] for number in branch.below)
        yield SlurmSwitch(name, switches, host_list(own[host] for host in branch.hosts), branch.rate_gbps)


def _made_up(branch: Branch, top: int, one: Wired, number: int) -> str:
    return f"{one.fabric.name}-" + ("root" if branch.level == top else f"L{branch.level}-{number}")


def left_out_of_tree(plan: Plan) -> list[str]:
    """Return what a tree of switches cannot represent of a plan."""
    upper = 0
    for one in wired(plan):
        switches = one.fabric.nodes(NodeKind.SWITCH)
        tree = switch_tree(one.fabric, servers_of(one.fabric, plan.catalog))
        upper += len(switches) - sum(1 for branch in tree if not branch.below)
    stated = (
        [f"switches without hosts of their own ({upper:,}): made-up ones represent them"] if upper else []
    )
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    left_out = [*second_ports(plan), *stated, *external_links(plan), *equipment(plan), *places(plan)]
    return [*left_out, *changed_names(pairs)]
