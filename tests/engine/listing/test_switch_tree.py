"""The tree of switches: every host once, pods together, one root."""

import pytest

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.switch_tree import switch_tree
from tests.engine import plan_samples as samples
from tests.neighbours.designs import DESIGNS, three_level


@pytest.mark.parametrize("name", DESIGNS)
def test_every_host_hangs_once_below_one_root(name: str) -> None:
    fabric = DESIGNS[name][0]().fabrics[0]
    branches = switch_tree(fabric)
    hosts = sorted(host for branch in branches for host in branch.hosts)
    assert hosts == fabric.nodes(NodeKind.HOST).tolist()
    below = sorted(number for branch in branches for number in branch.below)
    assert below == list(range(len(branches) - 1))
    assert all(number < place for place, branch in enumerate(branches) for number in branch.below)
    links = {(a, b): p for (a, b), (_, p) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)}
    for branch in branches:
        assert all(links[branch.switch, host] == 0 for host in branch.hosts)


def test_a_pod_is_a_branch() -> None:
    branches = switch_tree(three_level().fabrics[0])
    assert [len(branch.hosts) for branch in branches] == [4] * 8 + [0] * 3
    assert [branch.below for branch in branches[8:]] == [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9)]


def test_one_switch_is_its_own_root() -> None:
    plan: Plan = samples.gpu(31)
    (only,) = switch_tree(plan.fabrics[0])
    assert len(only.hosts) == 31
    assert only.rate_gbps == 400.0
