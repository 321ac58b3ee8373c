"""Fabrics of real designs as networks: the same links, hosts that never forward, schemes that deliver."""

import numpy as np
import pytest

from fatdesk.engine.fabric.fabric import NodeKind, as_network
from fatdesk.networks.routing import ROUTING_ALGORITHMS, routing_algorithm
from fatdesk.networks.routing.check import check
from tests.engine import plan_samples as samples
from tests.engine.cabling.networks import network as drawn
from tests.engine.topology.trees import k_ary

S, H, X = NodeKind.SWITCH, NodeKind.HOST, NodeKind.EXTERNAL
PLANS = {
    "nodes": (samples.nodes_60, 4),
    "rails with extra ports": (lambda: samples.gpu(31), 2),  # one group of hosts
    "more rails": (lambda: samples.gpu(63), 4),
    "blades": (samples.blades, 4),
    "modular core": (samples.modular, 4),
    "two": (samples.two_fabrics, 2),
}


def fabrics():
    return [(fabric, name, most) for name, (make, most) in PLANS.items() for fabric in make().fabrics]


@pytest.mark.parametrize(
    ("fabric", "name", "longest"), fabrics(), ids=lambda value: getattr(value, "name", str(value))
)
def test_links_levels_and_delivery_of_designs(fabric, name, longest):
    net, links = as_network(fabric)
    outside = fabric.kind == X
    assert net.hosts == (fabric.kind == H).sum()
    assert net.node_count == (~outside).sum()
    assert net.level.tolist() == fabric.level[~outside].tolist()
    kept = [i for i, ends in enumerate(fabric.ends) if not outside[ends].any()]
    assert links.tolist() == kept
    for number, link in enumerate(kept):
        both = sorted(zip(fabric.ends[link].tolist(), fabric.ports[link].tolist(), strict=True))
        assert sorted(zip(net.ends[number].tolist(), net.ports[number].tolist(), strict=True)) == both
    assert (net.level[net.ends[:, 0]] <= net.level[net.ends[:, 1]]).all()
    assert (np.bincount(net.ends[:, 0])[: net.hosts] == (8 if "rails" in name else 1)).all()
    for one in ROUTING_ALGORITHMS:
        if not one.refusal(net):
            verdict = check(one.routing_table(net))
            most = 4 if one.NAME == "valiant" else longest  # over a switch of the highest level, always
            assert (verdict.delivers, verdict.deadlock_free, verdict.longest) == (True, True, most)


def test_externals_are_left_out_and_traces_are_links():
    plan = samples.gpu(31)
    (fabric,) = plan.fabrics
    assert (fabric.kind == X).sum() == 4
    assert as_network(fabric)[0].link_count == len(fabric.ends) - 4
    (blades,) = samples.blades().fabrics
    assert blades.trace.any()
    assert as_network(blades)[0].link_count == len(blades.ends)


def test_two_joined_switches_have_one_level():
    net, _ = as_network(drawn([(2, 0), (3, 1), (2, 3)], ["h", "h", "s", "s"], [H, H, S, S]))
    assert routing_algorithm("fta").refusal(net)
    assert check(routing_algorithm("updown").routing_table(net)).longest == 3


def test_three_levels():
    net, links = as_network(k_ary(4))
    assert links.tolist() == list(range(net.link_count))
    for name in ("fta", "destro"):
        verdict = check(routing_algorithm(name).routing_table(net))
        assert (verdict.delivers, verdict.deadlock_free, verdict.longest) == (True, True, 6)
