"""Dragonfly+: links between groups are dealt evenly, and the sizes of machines come out."""

from collections import Counter

import pytest

from fatdesk.networks.topologies import network_of, read_spec


@pytest.mark.parametrize(("g", "s", "K"), [(2, 1, 1), (3, 2, 1), (4, 3, 2), (5, 4, 4), (6, 4, 3), (2, 5, 7)])
def test_every_two_groups_have_their_links_and_spine_switches_equal_shares(g: int, s: int, K: int) -> None:
    a, T = 2, 1
    network = network_of(f"dragonfly-plus:g={g},a={a},s={s},T={T},K={K}")
    spines = network.hosts + g * a
    pairs: Counter[tuple[int, int]] = Counter()
    of_spine: Counter[int] = Counter()
    for one, other in network.ends.tolist():
        if one >= spines and other >= spines:
            pairs[(one - spines) // s, (other - spines) // s] += 1
            of_spine[one] += 1
            of_spine[other] += 1
    assert pairs == Counter({(i, j): K for i in range(g) for j in range(i + 1, g)})
    for group in range(g):
        shares = [of_spine[spines + group * s + spine] for spine in range(s)]
        assert max(shares) - min(shares) <= 1


def test_groups_of_36_port_switches() -> None:
    """A full group of P ports: P / 2 leaf and P / 2 spine switches, (P / 2)^2 hosts and outer links."""
    topology, params = read_spec("dragonfly-plus:g=19,a=18,s=18,T=18,K=18")
    closed = topology.closed(params)
    assert (closed.radix, closed.hosts, closed.switches) == (36, 19 * 18 * 18, 19 * 36)
    assert closed.links == closed.hosts + 19 * 18 * 18 + 18 * 19 * 18 // 2


def test_too_many_hosts_are_refused() -> None:
    with pytest.raises(Exception, match="hosts are too many"):
        read_spec("dragonfly-plus:g=1024,a=1024,s=1,T=1024")
