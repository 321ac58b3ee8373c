"""Links that are out."""

import numpy as np

from fatdesk.networks.simulation.engines.tables import usable_without
from fatdesk.networks.topologies import network_of


def test_two_way_links_are_out_both_ways():
    network = network_of("kary-tree:k=2,n=2")
    usable = usable_without(network, np.array([5], np.int32))
    assert np.flatnonzero(~usable).tolist() == [10, 11]
    one_way = network_of("ruft-pl:k=2,n=2")
    assert np.flatnonzero(~usable_without(one_way, np.array([5], np.int32))).tolist() == [5]
