"""Universal fat-trees: the table of spec 5, and the theorems' formulas against real counts of wires."""

from math import log2

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.universal_trees.universal import (
    of_volume,
    root_by_volume,
    smallest_root,
    universal,
)
from fatdesk.networks.topologies import network_of
from fatdesk.networks.topologies.universal import lg

SIZES = [
    (n, w) for n in (8, 64, 512, 4096) for w in sorted({smallest_root(n), n // 2, n}) if w >= n ** (2 / 3)
]


def test_capacities_of_spec_5():
    assert universal(64, 16).tree.up.tolist() == [
        0,
        *np.repeat([16, 11, 7, 4, 3, 2, 1], [1, 2, 4, 8, 16, 32, 64]).tolist(),
    ]


@pytest.mark.parametrize(("n", "w"), SIZES)
def test_capacities_are_the_definition(n, w):
    for level, cap in enumerate(universal(n, w).capacities):
        whole = -(-n // 2**level)
        by_volume = next(c for c in range(1, w + 1) if c**3 * 4**level >= w**3)
        assert cap == min(whole, by_volume)


@pytest.mark.parametrize(("n", "w"), SIZES)
def test_components_grow_as_wires_at_nodes_do(n, w):
    """Theorem 4: a node with m wires has O(m) components; all of them n lg(w³ / n²) to within 2 to 8."""
    caps = universal(n, w).capacities
    wires = sum(2**k * 2 * (caps[k] + 2 * caps[k + 1]) for k in range(len(caps) - 1))
    assert 2 <= wires / universal(n, w).components <= 20


@pytest.mark.parametrize(("n", "w"), SIZES)
def test_volume_and_root_capacity_belong_together(n, w):
    """Theta: by the volume of root capacity w the root capacity is w to within lg / lg lg."""
    made = universal(n, w)
    assert made.volume == pytest.approx((w * max(1, log2(n / w))) ** 1.5)
    assert 1 - 1e-9 <= root_by_volume(n, made.volume) / w <= lg(n)


def test_connections_of_processors_widen_the_channels():
    """With d connections the hosts below a channel limit it d times later."""
    for d in (1, 3, 8):
        for level, cap in enumerate(universal(64, 40, d).capacities):
            by_volume = next(c for c in range(1, 41) if c**3 * 4**level >= 40**3)
            assert cap == min(-(-d * 64 // 2**level), by_volume)
    assert universal(64, 8 * 64, 8).capacities[-1] == 8


def test_the_largest_volume_gives_a_full_tree():
    assert universal(4096, 4096).volume == 4096**1.5
    beside = of_volume(4096, 4096**1.5)
    assert beside.tree.root_capacity == 4096
    assert beside.well_defined
    assert (beside.load_factor, beside.cycles, beside.time, beside.promise) == (1, 12, 144, 1728)


def test_theorem_10_is_never_above_its_promise():
    for n in (2, 64, 1000, 65536):
        for exponent in np.linspace(-2, 2, 30):
            beside = of_volume(n, n**exponent)
            assert beside.time <= beside.promise or not beside.well_defined
            assert 1 <= beside.tree.root_capacity <= beside.tree.leaves
            nearest = max(1, min(beside.wanted, beside.tree.leaves))
            assert beside.tree.root_capacity == pytest.approx(nearest, abs=0.5)


def test_the_network_of_the_same_name_has_the_same_channels():
    net = network_of("universal:n=64,w=16")
    below_root = net.ends[:, 1] == net.node_count - 1
    assert np.unique(net.ends[below_root, 0], return_counts=True)[1].tolist() == [11, 11]


def test_bad_figures_are_told():
    with pytest.raises(FatdeskError, match="root capacity 65, use 1 to 64"):
        universal(64, 65)
    with pytest.raises(FatdeskError, match="volume 0, use a number above 0"):
        of_volume(64, 0)
