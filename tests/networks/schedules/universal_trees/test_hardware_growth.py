"""Theorem 4 over n: ratios level off at limits that an own count of the nodes gives, too."""

from itertools import pairwise

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.universal_trees.concentrators import stage
from fatdesk.networks.schedules.universal_trees.hardware_growth import (
    components_limit,
    hardware_sizes,
    node_of_many_wires,
)


def components_of_a_node(below, above):
    """Components of a node, stage by stage as they are dealt: two selectors for each wire that comes in."""
    found = 2 * (above + 2 * below)
    for inputs, outputs, count in ((2 * below, above, 1), (above + below, below, 2)):
        wires = inputs
        while wires > outputs:
            kept = max(outputs, -(-2 * wires // 3))
            found += count * stage(wires, kept).components
            wires = kept
    return found


@pytest.mark.parametrize("growth", [2.0, 4 ** (1 / 3)])
def test_nodes_of_many_wires(growth):
    """Built nodes come closer to the limit with each doubling; equal edges are dealt to few wires only."""
    off = [
        abs(components_of_a_node(round(above / growth), above) / above / node_of_many_wires(growth) - 1)
        for above in (60, 240, 960)
    ]
    assert off[0] > off[1] > off[2]
    assert off[2] < 0.02


def test_ratios_level_off():
    sizes = hardware_sizes(8, 4096)
    by_root = {root: [one for one in sizes if one.root == root] for root in ("n^(2/3)", "n^(5/6)", "n")}
    for found in by_root.values():
        assert [one.hosts for one in found] == [8, 64, 512, 4096]
        grown = [two.components_ratio - one.components_ratio for one, two in pairwise(found)]
        assert grown[0] > grown[1] > grown[2] > 0
        assert all(one.volume_ratio < 4 for one in found)
    full, least = by_root["n"], by_root["n^(2/3)"]
    # each level but the last ones costs 42 n: the distance to the limit falls like 1 / lg n
    gaps = [(42 - one.components_ratio) * (one.hosts.bit_length() - 1) for one in full[1:]]
    assert max(gaps) < 1.02 * min(gaps)
    # each level that a larger tree adds has 2^(-1/3) of the wires of the one below: three of them a half
    rests = [components_limit(2 / 3) - one.components_ratio for one in least]
    assert [two / one for one, two in pairwise(rests[1:])] == pytest.approx([0.5, 0.5], abs=0.02)
    # w = n^(5/6) lies above 42: half of the levels grow by 4^(1/3), a geometric series that is not counted
    one, saved = by_root["n^(5/6)"][-1], gaps[-1]
    near_root = node_of_many_wires(4 ** (1 / 3)) / (2 ** (1 / 3) - 1) * (1 - one.root_capacity / one.hosts)
    assert one.components_ratio == pytest.approx(42 + (near_root - saved) / 6, abs=0.1)


def test_ranges_without_a_size_are_refused():
    with pytest.raises(FatdeskError, match="no power of eight from 9 to 63"):
        hardware_sizes(9, 63)
    with pytest.raises(FatdeskError, match="use up to 262,144"):
        hardware_sizes(8, 300_000)
