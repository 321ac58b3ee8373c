"""Topologies of networks without parts, one module each, and the registry of all of them."""

from fatdesk.networks.network import Network, Params
from fatdesk.networks.topologies import (
    dragonfly_plus,
    egft,
    hyperx,
    kary_tree,
    mirrored,
    ruft,
    slim_fly,
    star_network,
    two_level_network,
    universal,
)
from fatdesk.networks.topologies.spec import NamedNetwork, named, parse
from fatdesk.networks.topologies.topology import Topology

TOPOLOGIES: tuple[Topology, ...] = (
    *star_network.TOPOLOGIES,
    *two_level_network.TOPOLOGIES,
    *kary_tree.TOPOLOGIES,
    *mirrored.TOPOLOGIES,
    *ruft.TOPOLOGIES,
    *egft.TOPOLOGIES,
    *hyperx.TOPOLOGIES,
    *dragonfly_plus.TOPOLOGIES,
    *slim_fly.TOPOLOGIES,
    *universal.TOPOLOGIES,
)
"""Families by their words in SPEC, ``kary-tree:k=4,n=3``."""
TOPOLOGY_CARDS = {topology.name: topology.card for topology in TOPOLOGIES}


def named_network(text: str) -> NamedNetwork:
    """Return the network that a SPEC names, not built yet.

    Raises
    ------
    FatdeskError
        When it names none.

    >>> named_network(" ruft : n=3, k=2").spec
    'ruft:k=2,n=3'
    """
    return named(text, TOPOLOGIES)


def read_spec(text: str) -> tuple[Topology, Params]:
    """Return the topology and the parameters that a SPEC names.

    Raises
    ------
    FatdeskError
        When it names none, or a file.
    """
    return parse(text, TOPOLOGIES)


def canonical(text: str) -> str:
    """Return a SPEC in its canonical form: parameters in their order, defaults included.

    Raises
    ------
    FatdeskError
        When it names no network.

    >>> canonical("kary-tree: n=3, k=4")
    'kary-tree:k=4,n=3'
    """
    return named_network(text).spec


def network_of(text: str) -> Network:
    """Build the network that a SPEC names, or read it from its file.

    Raises
    ------
    FatdeskError
        When there is none, or it has too many links.

    >>> network_of("kary-tree:k=2,n=3").link_count
    24
    """
    return named_network(text).build()
