"""Figures of networks of no family: priced fabrics measured as they are."""

from fractions import Fraction

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.engine.families import build
from fatdesk.networks.measures.distances import disjoint_paths
from fatdesk.networks.topologies.properties import Properties, properties
from tests.engine.design.search_samples import price, qsfp, wanted

CATALOG = Catalog(
    [
        Switch(id="edge", ports=(qsfp(8),), price=price(1), roles=("edge",)),
        Switch(id="core", ports=(qsfp(16),), price=price(1), roles=("core",)),
        Server(id="host", ports=(qsfp(2),)),
    ]
)


def measured(**wishes: object) -> tuple[Properties, int]:
    """Figures, and the ways from the first host to the last that share no link."""
    requirements, one = wanted(16, "host", families=["two-level"], spread_hosts=False, **wishes)
    best = search(requirements, one, CATALOG).best
    network, _ = as_network(build(best.design, requirements.hosts, CATALOG, "compute", best.host_ports))
    return properties(network), disjoint_paths(network, 0, network.hosts - 1)


def test_one_rail() -> None:
    """Four edge switches with four hosts and four uplinks each, one core switch: 16 hosts, 32 links."""
    found, ways = measured()
    assert (found.hosts, found.switches, found.links) == (16, 5, 32)
    assert found.average_distance == Fraction(16 * (3 * 2 + 12 * 4), 256)
    assert (found.diameter, found.bisection.most, found.bisection.exact) == (4, 8, True)
    assert found.oversubscription == (1, 1)
    assert ways == 1


@pytest.mark.parametrize("kind", ["rails", "planes"])
def test_two_rails_or_planes_double_what_is_cut(kind: str) -> None:
    """A host passes nothing on, so distances stay; each half of its links is a network to be cut."""
    found, ways = measured(**{kind: 2})
    single, _ = measured()
    assert found.average_distance == single.average_distance
    assert found.links == 2 * single.links
    assert (found.bisection.most, found.bisection.exact) == (16, True)
    assert found.per_port.links == single.per_port.links
    assert ways == 2
