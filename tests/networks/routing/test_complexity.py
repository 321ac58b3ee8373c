"""Switching elements that routing needs: against walks by digits, as the paper defines its algorithms."""

from collections import Counter
from itertools import product

import pytest

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.complexity import complexity
from fatdesk.networks.simulation.reference_costs import TABLE_4, complexity_rows
from fatdesk.networks.topologies import network_of


def counted(spec, scheme):
    network = network_of(spec)
    table = routing_algorithm(scheme).routing_table(network)
    return complexity(network, scheme, check(table).dependencies)


def digits(number, k, n):
    return [number // k**place % k for place in range(n)]


def tree_pairs(k, n, deterministic):
    """Pairs of an input and an output of switches of a k-ary n-tree, by level; section 3.1 of the paper."""
    taken = set()
    for source, target in product(range(k**n), repeat=2):
        if source == target:
            continue
        p, q = digits(source, k, n), digits(target, k, n)
        top = max(place for place in range(n) if p[place] != q[place])
        # a switch of stage s has the digits o_0 ... o_{n-2}; o_i is p_{i+1} below the host
        for ups in product(range(k), repeat=top):
            if deterministic and list(ups) != q[:top]:
                continue
            o, came = p[1:], ("below", p[0])
            for stage, up in enumerate(ups):
                taken.add((stage + 1, tuple(o), came, ("up", up)))
                came = ("below", o[stage])
                o = [*o[:stage], up, *o[stage + 1 :]]
            for stage in range(top, -1, -1):
                taken.add((stage + 1, tuple(o), came, ("down", q[stage])))
                if stage:
                    came = ("above", o[stage - 1])
                    o = [*o[: stage - 1], q[stage], *o[stage:]]
            assert o == q[1:]
    return taken


def inverted(host, k, n, highest):
    place = n - 1 if highest else 0
    bit = k // 2 if highest else 1
    digit = host // k**place % k
    return host + ((digit ^ bit) - digit) * k**place


def ruft_pairs(k, n, ends, inside, apart, static):
    """Pairs in networks of the RUFT family; sections 3.2 and 4."""
    taken = set()
    for source, target in product(range(k**n), repeat=2):
        if source == target:
            continue
        for way_in, way_out in product(range(ends), repeat=2):
            at = inverted(source, k, n, highest=True) if apart and way_in else source
            routed = inverted(target, k, n, highest=False) if apart and way_out else target
            q = digits(routed, k, n)
            for lanes in product(range(inside), repeat=n - 1):
                if static and any(lane != q[stage + 1] % 2 for stage, lane in enumerate(lanes)):
                    continue
                o, came = digits(at // k, k, n - 1), (at % k, way_in)
                for stage, lane in enumerate(lanes):
                    taken.add((stage + 1, tuple(o), came, (q[stage], lane)))
                    came = (o[stage], lane)
                    o = [*o[:stage], q[stage], *o[stage + 1 :]]
                taken.add((n, tuple(o), came, (q[n - 1], way_out)))
    return taken


CASES = [
    ("kary-tree", "fta", lambda k, n: tree_pairs(k, n, deterministic=False)),
    ("kary-tree", "destro", lambda k, n: tree_pairs(k, n, deterministic=True)),
    ("ruft", "ruft", lambda k, n: ruft_pairs(k, n, 1, 1, False, False)),
    ("ruft-pl", "ruft", lambda k, n: ruft_pairs(k, n, 2, 2, False, False)),
    ("ruft-pl", "ruft-static", lambda k, n: ruft_pairs(k, n, 2, 2, False, True)),
    ("ft-ruft-212", "ruft", lambda k, n: ruft_pairs(k, n, 2, 1, True, False)),
    ("ft-ruft-222", "ruft", lambda k, n: ruft_pairs(k, n, 2, 2, True, False)),
    ("ft-ruft-222", "ruft-static", lambda k, n: ruft_pairs(k, n, 2, 2, True, True)),
]


@pytest.mark.parametrize(("k", "n"), [(2, 2), (2, 3), (4, 2), (2, 4)])
@pytest.mark.parametrize(("topology", "scheme", "pairs"), CASES)
def test_used_pairs_are_those_of_walks_by_digits(topology, scheme, pairs, k, n):
    found = counted(f"{topology}:k={k},n={n}", scheme)
    by_level = Counter()
    for kind in found.kinds:
        by_level[kind.level] += kind.switches * kind.used
    assert by_level == Counter(level for level, *_ in pairs(k, n))
    assert found.used == sum(by_level.values())


@pytest.mark.parametrize("k", [4, 8])
def test_every_row_of_table_3_and_the_text(k):
    """Table 3, and section 3.1.2 (DESTRO) and 4.1.1, 5.5 (static choice of the parallel link)."""
    expected = [3 * k * k, k * k, 4 * k * k, k * k, 2 * k * k, 4 * k * k, 2 * k * k + k, 2 * k * k, 2 * k * k]
    rows = complexity_rows(k)
    assert [row.paper for row in rows] == expected
    assert [row.by_source for row in rows] == expected
    for row in rows:
        below = row.published.scheme != "ruft-static"
        assert (row.used[1] <= row.paper) == below  # hosts use either link into a first switch


def test_switches_of_212_are_of_two_kinds():
    kinds = counted("ft-ruft-212:k=4,n=3", "ruft").kinds
    assert [(kind.level, kind.inputs, kind.outputs, kind.by_source, kind.used) for kind in kinds] == [
        (1, 8, 4, 32, 32), (2, 4, 4, 16, 16), (3, 4, 8, 32, 32),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "scheme"), [("hyperx:S=3-3,K=1-1,T=2", "minimal"), ("mikant:k=3,n=3", "mikant")]
)
def test_a_topology_without_a_published_count_has_used_pairs_only(spec, scheme):
    found = counted(spec, scheme)
    assert found.by_source is None
    assert found.used == check(routing_algorithm(scheme).routing_table(network_of(spec))).dependencies.count


def test_totals_of_table_4_are_the_published_ones():
    for ready, costs in TABLE_4:
        assert list(costs) == [network.name for network in ready.study.networks]
        for network in ready.study.networks:
            cost, built = costs[network.name], network_of(network.spec)
            assert len(built.channels) == cost.links
            assert counted(network.spec, network.scheme).by_source == cost.elements
