"""The universal fat-tree has the capacities of spec 5 as parallel links."""

from collections import Counter

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies import network_of, read_spec


def test_channels_of_64_processors_with_a_root_of_16() -> None:
    """Spec 5: 16 11 7 4 3 2 1, the first being the outside channel, which is not a link."""
    topology, params = read_spec("universal:n=64,w=16")
    network = topology.network(params)
    channels = Counter(map(tuple, network.ends.tolist()))
    by_level = {}
    for (low, _), links in channels.items():
        by_level.setdefault(6 - int(network.level[low]), set()).add(links)
    assert by_level == {1: {11}, 2: {7}, 3: {4}, 4: {3}, 5: {2}, 6: {1}}
    assert len(channels) == 2 * 64 - 2
    assert topology.address(network, network.node_count - 1) == "0,0"
    assert topology.address(network, 64) == "5,0"


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("universal:n=48,w=16", "48 is not a power of two, use 64"),
        ("universal:n=64,w=15", r"w: 15 is not between n\^\(2/3\) and n, use 16 to 64"),
        ("universal:n=64,w=65", "w: 65 is not between"),
    ],
)
def test_what_cannot_be_is_told(spec: str, stated: str) -> None:
    with pytest.raises(FatdeskError, match=stated):
        network_of(spec)
