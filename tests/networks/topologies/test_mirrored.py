"""The bidirectional Clos network and MiKANT as the mirrored k-ary n-tree paper tells (spec 4)."""

from fractions import Fraction

import pytest

from fatdesk.networks.topologies import network_of, read_spec
from tests.networks.topologies.plain_search import distances, fewest_cut


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [("0 2000", "1 2222", 7), ("0 2000", "0 2222", 8), ("0 2000", "0 2022", 6), ("0 2000", "0 2002", 4)],
)
def test_distances_of_the_examples(source: str, target: str, links: int) -> None:
    """The paper's routing examples, k = 3, n = 4."""
    topology, params = read_spec("mikant:k=3,n=4")
    network = topology.network(params)
    numbers = {topology.address(network, host): host for host in range(network.hosts)}
    assert distances(network, numbers[source])[numbers[target]] == links


@pytest.mark.parametrize(("k", "n"), [(2, 2), (2, 3), (3, 3), (2, 4), (4, 2), (3, 4)])
def test_switches_are_joined_as_written(k: int, n: int) -> None:
    """Upwards any digit for D_L, from L = n - 2 over to the other group any digit for D_{n-2}."""
    topology, params = read_spec(f"mikant:k={k},n={n}")
    network = topology.network(params)
    joined = [(topology.address(network, a), topology.address(network, b)) for a, b in network.ends.tolist()]
    expected = set()
    for group in (0, 1):
        for number in range(k ** (n - 1)):
            digits = [number // k**i % k for i in range(n - 1)]
            name = "".join(map(str, digits[::-1]))
            for value in range(k):
                expected.add((f"{group} {value}{name}", f"{group},0,{name}"))
                for level in range(n - 2):
                    other = digits.copy()
                    other[level] = value
                    over = "".join(map(str, other[::-1]))
                    expected.add((f"{group},{level},{name}", f"{group},{level + 1},{over}"))
                if group == 0:
                    other = [*digits[: n - 2], value]
                    expected.add((f"0,{n - 2},{name}", f"1,{n - 2},{''.join(map(str, other[::-1]))}"))
    assert set(joined) == expected
    assert len(joined) == len(expected)


@pytest.mark.parametrize(("k", "n"), [(2, 3), (4, 5), (8, 4)])
def test_cost_ratios_to_the_clos_network(k: int, n: int) -> None:
    """Links (2n - 1) / 2n, switches (2n - 2) / (2n - 1), distance 1/2 less: the paper's table."""
    clos, mikant = (read_spec(f"{name}:k={k},n={n}") for name in ("clos", "mikant"))
    a, b = clos[0].closed(clos[1]), mikant[0].closed(mikant[1])
    assert Fraction(b.links, a.links) == Fraction(2 * n - 1, 2 * n)
    assert Fraction(b.switches, a.switches) == Fraction(2 * n - 2, 2 * n - 1)
    assert a.hosts == b.hosts
    assert a.average_distance is not None
    assert b.average_distance == a.average_distance - Fraction(1, 2)
    assert a.radix == b.radix == 2 * k


def test_table_of_the_paper_for_2048_nodes() -> None:
    """k = 4, n = 5, the size that was simulated there: nodes, switches, links of all three networks."""
    found = {}
    for name in ("kary-tree", "clos", "mikant"):
        topology, params = read_spec(f"{name}:k=4,n=5")
        closed = topology.closed(params)
        found[name] = closed.hosts, closed.switches, closed.links
    assert found == {
        "kary-tree": (1024, 1280, 5120),
        "clos": (2048, 2304, 10240),
        "mikant": (2048, 2048, 9216),
    }


def test_mikant_of_two_groups_of_four_is_cut_by_two_links() -> None:
    assert fewest_cut(network_of("mikant:k=2,n=2")) == 2
