"""Alternative paths of the RUFT family, 1, 2, 4 and 8: against walks by digits and maximum flow."""

from itertools import combinations, product

import networkx as nx
import pytest

from fatdesk.networks.routing import fitting
from fatdesk.networks.routing.paths import disjoint_between_switches, path_counts, paths
from fatdesk.networks.topologies import network_of

KINDS = {
    "ruft": (1, 1, False),
    "ruft-pl": (2, 2, False),
    "ft-ruft-212": (2, 1, True),
    "ft-ruft-222": (2, 2, True),
}
"""Links into and out of the network, links inside, and whether second links lead to other switches."""


def changed(host, k, place, bit):
    digit = host // k**place % k
    return host + ((digit ^ bit) - digit) * k**place


def walks(name, k, n, source, target):
    """All paths as links (switch or host, switch or host, lane), by the digits of the destination."""
    ends, inside, apart = KINDS[name]
    for way_in, way_out in product(range(ends), repeat=2):
        at = changed(source, k, n - 1, k // 2) if apart and way_in else source
        routed = changed(target, k, 0, 1) if apart and way_out else target
        place, first = at // k, [("host", source), (0, at // k), way_in]
        for lanes in product(range(inside), repeat=n - 1):
            links, here = [tuple(first)], place
            for stage, lane in enumerate(lanes):
                onward = here + (routed // k**stage % k - here // k**stage % k) * k**stage
                links.append(((stage, here), (stage + 1, onward), lane))
                here = onward
            yield (*links, ((n - 1, here), ("to", target), way_out))


BY_NIGHT = [pytest.param(*size, marks=pytest.mark.slow) for size in ((4, 2), (2, 4))]


@pytest.mark.parametrize(("k", "n"), [(2, 3), (4, 3), *BY_NIGHT])
@pytest.mark.parametrize(
    ("name", "alternative"), [("ruft", 1), ("ruft-pl", 2), ("ft-ruft-212", 4), ("ft-ruft-222", 8)]
)
def test_paths_of_every_pair(name, alternative, k, n):
    """Alternative paths as the paper counts them: those without a common link between switches."""
    net = network_of(f"{name}:k={k},n={n}")
    table = fitting("usual", net).routing_table(net)
    _, inside, apart = KINDS[name]
    targets = range(0, net.hosts, max(1, net.hosts // 16))
    for target in targets:
        onward = table.next_channels(target)
        for source in range(0, net.hosts, max(1, net.hosts // 16)):
            if source == target:
                continue
            every = set(walks(name, k, n, source, target))
            found = path_counts(table, onward, source)
            switches = {tuple(link[1] for link in path) for path in every}
            assert (found.by_switches, found.by_channels) == (len(switches), len(every))
            graph = nx.DiGraph()
            for path in every:
                for tail, head, lane in path:
                    wire = ("wire", tail, head, lane)
                    only = 1 if tail[0] != "host" and head[0] != "to" else 100
                    graph.add_edge(tail, wire, capacity=only)
                    graph.add_edge(wire, head, capacity=only)
            assert nx.maximum_flow_value(graph, ("host", source), ("to", target)) == alternative
            assert disjoint_between_switches(table, onward, source) == alternative
    assert len(switches) == (4 if apart else 1)
    assert len(every) == len(switches) * inside ** (n - 1) * (KINDS[name][0] ** 2 if not apart else 1)


@pytest.mark.parametrize(
    ("spec", "scheme"),
    [
        ("kary-tree:k=3,n=2", "fta"),
        ("hyperx:S=3-2,K=1-2,T=2", "updown"),
        ("mikant:k=2,n=3", "mikant-adaptive"),
    ],
)
def test_disjoint_paths_of_a_routing_algorithm(spec, scheme):
    """Against a search through all sets of its paths: the least number of links that all of them pass."""
    net = network_of(spec)
    table = fitting(scheme, net).routing_table(net)
    for target in range(0, net.hosts, 3):
        onward = table.next_channels(target)
        for source in range(1, net.hosts, 2):
            if source == target:
                continue
            inside = [
                frozenset(c for c in path if (net.channels[c] >= net.hosts).all())
                for path in paths(table, onward, source)
            ]
            found = disjoint_between_switches(table, onward, source)
            if frozenset() in inside:
                assert found is None
                continue
            links = sorted(frozenset().union(*inside))
            least = next(
                size
                for size in range(1, len(links) + 1)
                if any(all(path & set(cut) for path in inside) for cut in combinations(links, size))
            )
            assert found == least
