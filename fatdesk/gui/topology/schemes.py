"""Which forwarding schemes fit the network that is looked at, and the ways of a pair under one of them."""

from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.fabric.conversion import as_network
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.topology.paths import SchemeWays, scheme_ways
from fatdesk.engine.topology.reference_drawing import Studied
from fatdesk.networks.network import Network
from fatdesk.networks.routing import ROUTING_ALGORITHMS, routing_algorithm

SHORTEST = ""
"""Any shortest way, as a person would look for one."""


class SchemeChoice:
    """The scheme that was chosen last; it holds for every network that it fits."""

    def __init__(self) -> None:
        self.chosen = SHORTEST
        self._network: tuple[Fabric, Network, Ints] | None = None
        self._names: tuple[Fabric, tuple[str, ...]] | None = None

    def names(self, fabric: Fabric, studied: Studied | None) -> tuple[str, ...]:
        """The schemes that fit, the usual one first; of a fabric any shortest path before all."""
        if self._names is None or self._names[0] is not fabric:
            network = self._as_network(fabric, studied)[0]
            fit = tuple(some.NAME for some in ROUTING_ALGORITHMS if not some.refusal(network))
            self._names = (fabric, fit if studied is not None else (SHORTEST, *fit))
        return self._names[1]

    def ways(
        self, fabric: Fabric, studied: Studied | None, name: str, first: int, last: int
    ) -> SchemeWays | None:
        """The ways between two hosts by the links of the fabric; None where there is none, or no host."""
        network, links = self._as_network(fabric, studied)
        if max(first, last) >= network.hosts:
            return None
        try:
            found = scheme_ways(routing_algorithm(name), network, first, last)
        except FatdeskError:
            return None
        if found is None:
            return None
        hops = tuple(links[hop].astype(np.int64) for hop in found.hops)
        return replace(found, hops=hops, links=links[found.links].astype(np.int64))

    def _as_network(self, fabric: Fabric, studied: Studied | None) -> tuple[Network, Ints]:
        """The network, and for each of its links that of the fabric."""
        if self._network is None or self._network[0] is not fabric:
            if studied is None:
                self._network = (fabric, *as_network(fabric))
            else:
                same = np.arange(studied.network.link_count, dtype=np.int32)
                self._network = (fabric, studied.network, same)
        return self._network[1:]


def scheme_title(name: str) -> str:
    """What a scheme does, in words."""
    return "any shortest path" if name == SHORTEST else routing_algorithm(name).TITLE
