"""Names of things that fail."""

from fatdesk.networks.fault_tolerance.units import unit_names
from fatdesk.networks.topologies import network_of
from tests.networks.fault_tolerance.plain import units_of
from tests.networks.routing.samples import by_hand


def names(net, **requested):
    units = units_of(net, **requested)
    return unit_names(net, units, range(units.count), [f"n{i}" for i in range(net.node_count)])


def test_links_of_a_two_way_network():
    net = by_hand(2, [(0, 2), (1, 3), (2, 3)])
    assert names(net) == ("n2 to n3", "n3 to n2")
    assert names(net, whole=True) == ("n2 and n3",)
    assert names(net, among="ends") == ("n0 to n2", "n2 to n0", "n1 to n3", "n3 to n1")
    assert names(net, among="switches") == ("n2", "n3")


def test_parallel_links_have_ports():
    net = by_hand(2, [(0, 2), (1, 3), (2, 3), (3, 2)])
    assert names(net) == (
        "n2 port 1 to n3 port 1",
        "n3 port 1 to n2 port 1",
        "n3 port 2 to n2 port 2",
        "n2 port 2 to n3 port 2",
    )
    assert names(net, among="all", whole=True)[:3] == ("n0 and n2", "n1 and n3", "n2 port 1 and n3 port 1")


def test_links_of_a_one_way_network():
    net = network_of("ruft-pl:k=2,n=2")
    assert names(net)[0] == names(net, whole=True)[0] == "n4 port 0 to n6 port 0"
    assert names(network_of("ruft:k=2,n=2"))[0] == "n4 to n6"
