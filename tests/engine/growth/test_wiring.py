"""Port-level wiring of growth in place: every port once, nothing moves without need."""

import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.stages import staged
from fatdesk.engine.growth.wiring import Rewiring, rewired
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.document.project import FabricDecision
from tests.engine.design.search_samples import PAPER, REFERENCE, wanted

SHIPPED = load_shipped([])
TWO_LEVELS = {"families": ("two-level",), "edge": ("ib-36",), "core": ("ib-36",)}

LONG = bool(os.environ.get("FATDESK_LONG"))
SIZES = (37, 60, 76, 100, 108, 131, 216, 250, 324) if LONG else (37, 60, 100, 131)


def built(hosts: int, catalog: Catalog, part: str = "server-1u", **fabric) -> Fabric:
    requirements, one = wanted(hosts, part, **fabric)
    [best] = search(requirements, one, catalog, top=1).candidates
    [found] = build_fabrics(
        requirements.hosts, [FabricDecision(requirement=one, design=best.design)], catalog
    )
    return found


@cache
def two_levels(hosts: int) -> Fabric:
    return built(hosts, PAPER, **TWO_LEVELS)


def plugs(fabric: Fabric, link: int) -> frozenset[tuple[str, int]]:
    ends, ports = fabric.ends[link].tolist(), fabric.ports[link].tolist()
    return frozenset((fabric.ids[node], port) for node, port in zip(ends, ports, strict=True))


def per_switch(fabric: Fabric) -> Counter:
    """Links of each switch to each higher level, and of each host port."""
    found = Counter()
    for row, sockets in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        low, high = sorted(zip(fabric.level[row].tolist(), row, sockets, strict=True))
        port = low[2] if fabric.kind[low[1]] == NodeKind.HOST else 0
        found[low[1], high[0], port] += 1
    return found


def check(found: Rewiring, target: Fabric, catalog: Catalog) -> None:
    before, after = found.before, found.after
    twice = [one for one in check_fabrics([after]) if one.rule == "port-used-twice"]
    assert not twice, twice
    assert not [one for one in check_fabrics([after]) if one.rule == "unreachable"]
    assert set(before.ids) <= set(after.ids)
    assert len(set(after.ids)) == len(target.ids)
    assert per_switch(after) == per_switch(target)
    for ends, ports in zip(after.ends.tolist(), after.ports.tolist(), strict=True):
        for node, port in zip(ends, ports, strict=True):
            own = after.parts[after.part[node]]
            assert port < port_table(catalog, own.part, own.cards, own.card).data
    for link in found.kept.tolist():
        assert plugs(after, link) == plugs(before, int(found.origin[link]))
    for link in np.flatnonzero(found.moved).tolist():
        [stays] = plugs(after, link) & plugs(before, int(found.origin[link]))
        lower = before.ends[found.origin[link]][np.argmin(before.level[before.ends[found.origin[link]]])]
        assert stays[0] == before.ids[lower]
    origins = [*found.origin[found.origin >= 0].tolist(), *found.removed.tolist()]
    assert sorted(origins) == list(range(len(before.ends))), "every old cable has one fate"
    between = (after.kind[after.ends] == NodeKind.SWITCH).all(axis=1)
    gone = (before.kind[before.ends[found.removed]] == NodeKind.SWITCH).all(axis=1)
    off = int(found.moved[between].sum()) + int(gone.sum())
    assert off == found.taken_off >= found.least_taken_off
    if int(after.level.max()) == 2:
        assert off == found.least_taken_off, "proved"
    pairs = [
        len(set(map(tuple, after.ends[after.bundle == one].tolist()))) for one in set(after.bundle.tolist())
    ]
    assert set(pairs) == {1}, "a bundle joins two nodes"


@given(sizes=st.lists(st.sampled_from(SIZES), min_size=2, max_size=3, unique=True))
@settings(max_examples=20 if LONG else 4, deadline=None)
def test_two_levels_grow_step_by_step(sizes: list[int]) -> None:
    now, *later = sorted(sizes)
    network = two_levels(now)
    for hosts in later:
        target = two_levels(hosts)
        if set(network.ids) - set(target.ids):
            return  # the larger network has fewer core switches
        found = rewired(network, target, PAPER)
        check(found, target, PAPER)
        network = found.after


def test_half_of_the_uplinks_of_324_hosts() -> None:
    found = rewired(two_levels(324), two_levels(648), PAPER)
    check(found, two_levels(648), PAPER)
    assert (int(found.moved.sum()), len(found.added), len(found.removed)) == (162, 648, 0)


def test_nothing_moves_where_core_switches_stay() -> None:
    found = rewired(two_levels(76), two_levels(108), PAPER)
    check(found, two_levels(108), PAPER)
    assert (int(found.moved.sum()), len(found.added)) == (0, 32 + 18)


def test_hosts_get_no_port_of_an_uplink() -> None:
    """An edge switch found with its 18 uplinks on ports 7 to 24 gets 12 more hosts, on ports 25 to 36."""
    small, large = two_levels(60), two_levels(108)
    edge = int(small.nodes(NodeKind.SWITCH, 1)[-1])
    up = (small.ends[:, 0] == edge) & (small.kind[small.ends[:, 1]] == NodeKind.SWITCH)
    ports = small.ports.copy()
    ports[up, 0] = np.arange(6, 24)
    found = rewired(replace(small, ports=ports), large, PAPER)
    check(found, large, PAPER)
    assert int(found.moved.sum()) == 24


@pytest.mark.parametrize(("now", "later"), [(40, 120)])
def test_rails(now: int, later: int) -> None:
    small, large = (built(n, REFERENCE, "gpu-8rail", rails=8, families=("two-level",)) for n in (now, later))
    found = rewired(small, large, REFERENCE)
    check(found, large, REFERENCE)
    assert found.after.edge_at == large.edge_at


def test_rails_of_two_levels_become_three() -> None:
    """Every pod of the target has edge switches of both rails: those of today take places of their own."""
    small, large = (
        built(n, SHIPPED, "oracle-bda-x6-2l", rails=2, families=(family,), edge=("ib-36",), core=("ib-36",))
        for n, family in ((100, "two-level"), (330, "egft"))
    )
    found = rewired(small, large, SHIPPED, rails=2)
    check(found, large, SHIPPED)
    after = found.after
    host = after.kind[after.ends[:, 1]] == NodeKind.HOST
    first = int(after.nodes(NodeKind.SWITCH, 1)[0])
    assert ((after.ends[host, 0] - first) % 2 == after.ports[host, 1]).all()
    was = small.kind[small.ends[:, 1]] == NodeKind.HOST
    assert found.moved[host].sum() <= was.sum() // 10


@pytest.mark.parametrize(
    ("pods", "later"),
    [
        (2, 972),
        pytest.param(3, 1296, marks=pytest.mark.slow),
        pytest.param(3, 1620, marks=pytest.mark.slow),
    ],
)
def test_three_levels(pods: int, later: int) -> None:
    """Pods of 18 edge and 18 middle switches with 9 core switches for each pod grow to one or two more.

    Each pod has as many cables to each core switch, and then 324 over their number: the others move.
    """
    more = {"families": ("egft",), "edge": ("ib-36",), "core": ("ib-36",)}
    small, large = built(324 * pods, PAPER, **more), built(later, PAPER, **more)
    found = rewired(small, large, PAPER)
    check(found, large, PAPER)
    cores = large.nodes(NodeKind.SWITCH, 3).tolist()
    middles = large.nodes(NodeKind.SWITCH, 2)
    assert int(found.moved.sum()) == pods * (324 - 9 * pods * -(-324 // len(cores)))
    for pod in range(len(large.nodes(NodeKind.SWITCH, 1)) // 18):  # as evenly as in the design
        counts = []
        for fabric in (found.after, large):
            own = fabric.ends[np.isin(fabric.ends[:, 0], middles[18 * pod : 18 * pod + 18])]
            counts.append(sorted(int((own[:, 1] == core).sum()) for core in cores))
        assert counts[0] == counts[1]


def test_two_levels_become_three() -> None:
    """The 9 core switches of 324 hosts become middle switches of the first pod, which has 9 more."""
    small, large = two_levels(324), built(648, PAPER, families=("egft",), edge=("ib-36",), core=("ib-36",))
    found = rewired(small, large, PAPER)
    level = dict(zip(found.after.ids, found.after.level.tolist(), strict=True))
    assert {level[f"compute/core/{n}"] for n in range(1, 10)} == {2}, "they keep their names"
    check(found, large, PAPER)
    assert int(found.moved.sum()) == 18 * 18 * (1 - 9 / 18)
    plan = staged(found)
    domains = {one for stage in plan.stages for one in stage.domains}
    assert domains == {f"compute/core/{n}" for n in range(1, 10)}, "today each is at the top"
    during = plan.share(1)
    assert during
    assert during.least > Fraction(1, 2), "new switches without hosts of today do not count as a part"


@pytest.mark.slow
def test_switches_that_change_their_pod() -> None:
    """Pods of 6 or 7 edge switches become pods of 8: the design of the target gives some to other pods."""
    more = {"families": ("egft",), "edge": ("ib-36",), "core": ("ib-36",)}
    small, large = built(700, PAPER, **more), built(1000, PAPER, **more)
    found = rewired(small, large, PAPER)
    check(found, large, PAPER)


def test_a_target_that_would_split_is_refused() -> None:
    """Two pairs of edge switches, each on a core switch of its own: that no cable moves is not a gain."""
    small, large = (
        built(hosts, REFERENCE, "gpu-8rail", families=("two-level",), edge=("ndr-64",), core=("ndr-64",))
        for hosts in (64, 128)
    )
    assert (len(small.nodes(NodeKind.SWITCH, 2)), len(large.nodes(NodeKind.SWITCH, 2))) == (1, 2)
    assert rewired(small, large, REFERENCE).taken_off == 32
    with pytest.raises(GrowthError, match="would not reach others: choose the balance balanced"):
        rewired(small, large, REFERENCE, "free")


def test_what_cannot_grow_in_place() -> None:
    with pytest.raises(GrowthError, match=r"nodes/61 is not in the network after the step"):
        rewired(two_levels(61), two_levels(60), PAPER)
    other = built(200, PAPER, families=("two-level",), edge=("ib-36",), core=("modular-108",))
    with pytest.raises(GrowthError, match=r"\(ib-36\) has no place"):
        rewired(two_levels(60), other, PAPER)
    lattice = built(60, PAPER, families=("hyperx",), edge=("ib-36",))
    with pytest.raises(GrowthError, match="switches of one level"):
        rewired(lattice, lattice, PAPER)
