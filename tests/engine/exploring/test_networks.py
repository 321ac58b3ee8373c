"""Figures of trees and lattices against the networks that are built from the same parameters."""

import pytest

from fatdesk.engine.exploring.egft_search import TreeQuery, tree_front
from fatdesk.engine.exploring.hyperx import LatticeQuery, lattices
from fatdesk.networks.topologies import network_of


def spec(family, one):
    return f"{family}:" + ",".join(f"{name}={value}" for name, value in one.params().items())


@pytest.mark.parametrize(("N", "R", "T"), [(96, 16, 8), (60, 10, 5), (130, 24, 16)])
def test_trees_are_the_networks_of_their_spec(N, R, T):
    for tree in tree_front(TreeQuery(N, R, T, switch_price=1.0)).trees:
        network = network_of(spec("egft", tree))
        assert network.hosts == tree.ports
        assert network.switch_count == tree.switches
        assert network.link_count == tree.links


def test_lattices_are_the_networks_of_their_spec():
    found = lattices(LatticeQuery(96, 16, 8)).found
    assert found
    for lattice in found:
        network = network_of(spec("hyperx", lattice))
        assert network.switch_count == lattice.switches
        assert network.link_count == lattice.links + network.hosts
