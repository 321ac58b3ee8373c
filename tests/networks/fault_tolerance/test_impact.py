"""The bisection that is left: against every cut of small networks."""

from itertools import combinations, product

import numpy as np
import pytest

from fatdesk.networks.fault_tolerance import impact
from fatdesk.networks.fault_tolerance.impact import BisectionLeft, can_cut
from tests.networks.routing.samples import NETWORKS, by_hand


def all_cuts(net):
    """Which links are cut, (cuts, m) bool, by all halves of the hosts and all sides of the switches."""
    sides = np.array(list(product((False, True), repeat=net.switch_count)))
    cuts = []
    for half in combinations(range(net.hosts), net.hosts // 2):
        hosts = np.isin(np.arange(net.hosts), half)
        side = np.hstack([np.broadcast_to(hosts, (len(sides), net.hosts)), sides])
        cuts.append(side[:, net.ends[:, 0]] != side[:, net.ends[:, 1]])
    return np.concatenate(cuts)


def least_cut(cuts, kept):
    """The fewest links cut by any of the cuts, of those that are kept."""
    return int((cuts @ kept.astype(np.float32)).min())


@pytest.mark.parametrize("spec", ["universal:n=8,w=4", "three edges", "clos:k=2,n=2"])
@pytest.mark.parametrize("by_search", [False, True])
def test_it_is_the_least_cut_of_what_is_left(spec, by_search, monkeypatch):
    """Both ways in which it is worked out find the same here."""
    net = small() if spec == "three edges" else NETWORKS[spec]
    if by_search:
        monkeypatch.setattr(impact, "FEW_STEPS", 0)
    left = BisectionLeft(net)
    cuts = all_cuts(net)
    whole = least_cut(cuts, np.ones(net.link_count, bool))
    random = np.random.default_rng(1)
    for _ in range(8):
        lost = random.random(net.link_count) < 0.25
        assert left.share(lost) == pytest.approx(least_cut(cuts, ~lost) / whole)
    assert left.share(np.zeros(net.link_count, bool)) == 1.0
    assert left.share(np.ones(net.link_count, bool)) == 0.0


@pytest.mark.parametrize("spec", ["universal:n=8,w=4", "kary-tree:k=2,n=3"])
def test_links_of_one_smallest_cut_need_no_search(spec, long, monkeypatch):
    """Every single link between switches, and some pairs of them, against all cuts."""
    net = NETWORKS[spec]
    monkeypatch.setattr(impact, "FEW_STEPS", 0)
    left = BisectionLeft(net)
    cuts = all_cuts(net)
    whole = least_cut(cuts, np.ones(net.link_count, bool))
    inner = np.flatnonzero((net.ends >= net.hosts).all(axis=1)).tolist()
    shares = {}
    for links in [(link,) for link in inner] + list(combinations(inner, 2))[:: 3 if long else 15]:
        lost = np.zeros(net.link_count, bool)
        lost[list(links)] = True
        shares[links] = left.share(lost)
        assert shares[links] == pytest.approx(least_cut(cuts, ~lost) / whole)
    assert left.searches - 1 < len(shares), "the first is of the whole network"


def small():
    """Three edge switches with two hosts each under two core switches."""
    return by_hand(
        6,
        [(h, 6 + h // 2) for h in range(6)] + [(6 + e, 9 + c) for e in range(3) for c in range(2)],
        [0] * 6 + [1] * 3 + [2] * 2,
    )


def test_hosts_that_are_linked_with_each_other_have_none():
    assert not can_cut(by_hand(2, [(0, 1), (0, 2)]))
    assert can_cut(small())
