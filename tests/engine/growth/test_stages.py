"""Stages against a simulation that pulls and plugs cable after cable, and counts again."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.growth.bisection_share import share_of
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.stages import StagePlan, staged
from fatdesk.engine.growth.wiring import Rewiring, rewired
from tests.engine.growth.leaf_spine import catalog, leaf_spine
from tests.patience import few

Plug = tuple[str, int]


def plugs(fabric: Fabric, link: int) -> tuple[Plug, Plug]:
    ends, ports = fabric.ends[link].tolist(), fabric.ports[link].tolist()
    a, b = ((fabric.ids[node], port) for node, port in zip(ends, ports, strict=True))
    return a, b


def uplinks(cables: dict[Plug, Plug]) -> Counter:
    return Counter(a[0] for a, b in cables.items() if "/core/" in b[0])


def replay(plan: StagePlan, *, one_domain: bool) -> None:
    """Pull and plug everything of two levels by names, and check after each stage."""
    change = plan.rewiring
    before, after = change.before, change.after
    cables = dict(plugs(before, link) for link in range(len(before.ends)))
    today, hosts = uplinks(cables), Counter(a[0] for a, b in cables.items() if "/core/" not in b[0])
    later = uplinks(dict(plugs(after, link) for link in range(len(after.ends))))
    old_cores = {before.ids[node] for node in before.nodes(NodeKind.SWITCH, 2).tolist()}
    for number, stage in enumerate(plan.stages):
        pulled = [plugs(before, int(change.origin[link])) for link in stage.move]
        pulled += [plugs(before, link) for link in stage.remove]
        plugged = [plugs(after, link) for link in (*stage.move, *stage.add)]
        for a, b in pulled:
            assert cables.pop(a) == b
        working = uplinks(cables)
        worst = Fraction(1)
        for leaf, count in today.items():
            base = min(count, later[leaf], hosts[leaf])
            worst = min(worst, Fraction(working[leaf], base)) if base else worst
        assert worst == stage.residual >= plan.floor
        during = plan.network(number)
        assert sorted(map(sorted, (plugs(during, link) for link in range(len(during.ends))))) == sorted(
            map(sorted, cables.items())
        )
        if one_domain:
            touched = {b[0] for _, b in (*pulled, *plugged)} & old_cores
            assert touched == set(stage.domains)
            assert len(touched) <= 1
        for a, b in plugged:
            assert a not in cables
            assert b not in cables.values()
            cables[a] = b
        assert len(set(cables.values())) == len(cables)
    assert cables == dict(plugs(after, link) for link in range(len(after.ends)))


@st.composite
def growths(draw: st.DrawFn) -> Rewiring:
    leaves, spines, cables = draw(st.integers(1, 5)), draw(st.integers(1, 4)), draw(st.integers(4, 12))
    more, further = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    hosts = draw(st.integers(1, 12))
    ports = -(-cables // spines) * leaves
    ports = max(ports, -(-cables // (spines + further)) * (leaves + more)) + draw(st.integers(0, 2))
    small, large = (
        leaf_spine(count, upper, hosts, cables, 24, ports)
        for count, upper in ((leaves, spines), (leaves + more, spines + further))
    )
    return rewired(small, large, catalog(24, ports))


@given(change=growths(), floor=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3, 4)]))
@settings(max_examples=few(12))
def test_replayed_cable_by_cable(change: Rewiring, floor: Fraction) -> None:
    for domains in ("one", "any"):
        plan = staged(change, floor=floor, domains=domains)
        replay(plan, one_domain=domains == "one")
        done = Counter(link for stage in plan.stages for link in (*stage.move, *stage.add))
        assert sorted(done) == sorted([*np.flatnonzero(change.moved).tolist(), *change.added.tolist()])
        assert set(done.values()) <= {1}


@pytest.mark.parametrize(
    ("floor", "stages"), [(Fraction(3, 4), 2), (Fraction(9, 10), 5), (Fraction(39, 40), 20)]
)
def test_half_of_the_cables_of_non_blocking_leaves(floor: Fraction, stages: int) -> None:
    """Published: m = 1/2 takes 2, 5 and 20 stages; 40 cables can be divided so."""
    change = rewired(leaf_spine(2, 1, 40, 40, 80, 80), leaf_spine(4, 2, 40, 40, 80, 80), catalog(80), "equal")
    assert int(change.moved.sum()) == 40
    plan = staged(change, floor=floor, domains="any")
    assert len(plan.stages) == stages
    assert {stage.residual for stage in plan.stages} == {floor}


def test_more_cables_than_hosts_lose_nothing_at_first() -> None:
    """min(1, (up - out) / down): 12 cables and 6 hosts; half of the cables move at once."""
    change = rewired(leaf_spine(2, 2, 6, 12, 18, 24), leaf_spine(2, 4, 6, 12, 18, 24), catalog(18, 24))
    plan = staged(change, floor=Fraction(1), domains="any")
    assert [(len(stage.move), stage.residual) for stage in plan.stages] == [(12, 1)]


def test_one_failure_domain_a_stage_new_switches_first() -> None:
    """Two old spines: the cables of each in a stage of its own, after those between new switches."""
    change = rewired(leaf_spine(4, 2, 8, 8, 16, 32), leaf_spine(8, 4, 8, 8, 16, 32), catalog(16, 32))
    plan = staged(change, floor=Fraction(1, 2))
    assert [stage.domains for stage in plan.stages] == [(), ("compute/core/1",), ("compute/core/2",)]
    assert [len(stage.move) for stage in plan.stages] == [0, 8, 8]
    assert not check_fabrics([plan.network(2, worked_on=False)])
    shares = [plan.share(number) for number in range(3)]
    assert [one and one.least for one in shares] == [1, Fraction(3, 4), Fraction(3, 4)]
    done = share_of(plan.network(2, worked_on=False))
    assert done == share_of(change.after)
    assert done
    assert done.least == 1


def test_walking_order() -> None:
    small, large = leaf_spine(4, 2, 8, 8, 16, 32), leaf_spine(8, 4, 8, 8, 16, 32)
    change = rewired(small, large, catalog(16, 32))
    racks = np.full(large.node_count, -1)
    leaves, cores = large.nodes(NodeKind.SWITCH, 1), large.nodes(NodeKind.SWITCH, 2)
    racks[leaves] = [3, 3, 2, 2, 1, 1, 0, 0]
    racks[cores] = [4, 4, 3, 3]
    for stage in staged(change, racks=racks).stages[1:]:
        order = [int(racks[change.after.ends[link, 0]]) for link in stage.move]
        assert order == [2, 2, 2, 2, 3, 3, 3, 3]


def test_a_floor_that_cannot_be_kept_is_one_line() -> None:
    change = rewired(leaf_spine(2, 1, 32, 32, 64, 64), leaf_spine(4, 2, 32, 32, 64, 64), catalog(64))
    with pytest.raises(GrowthError, match=r"compute/edge/1: with 1 of its 32 cables out it keeps 96\.9 %"):
        staged(change, floor=Fraction(39, 40))
    with pytest.raises(GrowthError, match=r"floor 1\.5: give a share from 0 to 1"):
        staged(change, floor=Fraction(3, 2))
