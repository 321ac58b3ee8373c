"""Routing over a random switch of the top level: delivery, deadlock, path counts, even loads, refusals."""

import numpy as np
import pytest

from fatdesk.networks.routing import nca, valiant
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.paths import path_count
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.simulation.zero_load import known_mean_latency
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import fixed_draws
from tests.networks.routing.draws import HEAD_OF_LINE, IDEAL, WORMS, a_cycle, settled
from tests.networks.routing.samples import NETWORKS, TREES, WIDE_TREES, all_paths


def over_the_top(net, source, destination):
    """All paths up, then down to the destination, of those that turn highest, by trying every channel."""
    onward = {}
    for number, (tail, head) in enumerate(net.channels.tolist()):
        onward.setdefault(tail, []).append((number, head, net.level[head] > net.level[tail]))

    def falling(node):
        if node == destination:
            return [()]
        steps = [(c, to) for c, to, up in onward.get(node, []) if not up]
        steps = [(c, to) for c, to in steps if to >= net.hosts or to == destination]
        return [(c, *rest) for c, to in steps for rest in falling(to)]

    def rising(node):
        turned = [(net.level[node], path) for path in falling(node)]
        ups = [(c, to) for c, to, up in onward[node] if up]
        return turned + [(top, (c, *rest)) for c, to in ups for top, rest in rising(to)]

    found = rising(source)
    highest = max(top for top, _ in found)
    return [path for top, path in found if top == highest]


@pytest.mark.parametrize("spec", [*TREES, *WIDE_TREES])
def test_paths_are_those_over_every_top_switch_and_cannot_block_each_other(spec):
    net = NETWORKS[spec]
    over = valiant.routing_table(net)
    verdict = check(over)
    assert verdict.delivers
    assert verdict.deadlock_free
    for (source, destination), found in all_paths(over).items():
        known = over_the_top(net, source, destination)
        assert sorted(found) == sorted(known)
        assert path_count(over, over.next_channels(destination), source) == len(known)


@pytest.mark.parametrize("spec", TREES)
def test_every_pair_of_a_k_ary_tree_has_a_path_over_each_root(spec):
    net = NETWORKS[spec]
    k, n = net.params["k"], net.params["n"]
    for found in all_paths(valiant.routing_table(net)).values():
        assert len(found) == k ** (n - 1)
        assert {len(path) for path in found} == {2 * n}


@pytest.mark.parametrize("k", HEAD_OF_LINE)
@pytest.mark.parametrize("switching", [IDEAL, WORMS], ids=["packets", "worms"])
def test_a_permutation_saturates_like_a_switch_with_one_queue_for_each_input(k, switching):
    net = network_of(f"kary-tree:k={k},n=2")
    found = a_cycle(settled(valiant, net, "complement", switching), net)
    assert found == pytest.approx(HEAD_OF_LINE[k], rel=0.01)


def test_neighbours_load_all_links_alike():
    """Hosts 0 and 1, 2 and 3, ... of an edge switch: nca never leaves it, valiant uses every root."""
    net = network_of("kary-tree:k=4,n=3")
    tail, head = net.channels.T
    up = (tail >= net.hosts) & (net.level[head] > net.level[tail])
    draws = fixed_draws(np.arange(net.hosts) ^ 1, itself=False)
    for one, carried in ((nca, 0.0), (valiant, 0.2)):
        run = Simulation(tables_of(one.routing_table(net)), IDEAL, draws, 0.2)
        load = run.advance(50_000).carried[up] / 50_000
        assert load.mean() == pytest.approx(carried, rel=0.02)
        assert np.abs(load - carried).max() <= 0.1 * carried


def test_zero_load_counts_the_way_over_the_top():
    """All paths of a 4-ary 3-tree have 6 channels, also those between hosts of one switch."""
    net = network_of("kary-tree:k=4,n=3")
    how = Switching()
    each = how.routing + how.crossbar + how.link + how.fly
    stated = known_mean_latency(net, valiant, np.zeros(0, np.int32), how)
    assert stated == 6 * each - how.routing - how.crossbar + how.flits - 1
    draws = fixed_draws(np.arange(net.hosts) ^ 1, itself=False)
    counts = Simulation(tables_of(valiant.routing_table(net)), how, draws, 0.001).advance(300_000)
    assert counts.latency_sum / counts.delivered == pytest.approx(float(stated), rel=0.02)


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=1", "mikant:k=2,n=2"])
def test_networks_without_levels_are_refused(spec):
    assert "need virtual channels" in valiant.refusal(NETWORKS[spec])
    assert "one direction" in valiant.refusal(NETWORKS["ruft:k=2,n=3"])
