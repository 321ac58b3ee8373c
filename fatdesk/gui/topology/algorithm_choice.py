"""Routing algorithms that fit the network on view, and the paths of a pair under one of them."""

from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.engine.fabric.fabric import Fabric, as_network
from fatdesk.engine.topology.paths import AlgorithmPaths, algorithm_paths
from fatdesk.engine.topology.reference_drawing import Studied
from fatdesk.networks.network import Network
from fatdesk.networks.routing import ROUTING_ALGORITHMS, routing_algorithm

SHORTEST = ""
"""Any shortest way, as a person would look for one."""


class AlgorithmChoice:
    """The scheme that was chosen last; it holds for every network that it fits."""

    def __init__(self) -> None:
        self.chosen = SHORTEST
        self._memo = Memo[str]()

    def names(self, fabric: Fabric, studied: Studied | None) -> tuple[str, ...]:
        """The schemes that fit, the usual one first; of a fabric any shortest path before all."""

        def make() -> tuple[str, ...]:
            network = self._as_network(fabric, studied)[0]
            fit = tuple(some.NAME for some in ROUTING_ALGORITHMS if not some.refusal(network))
            return fit if studied is not None else (SHORTEST, *fit)

        return self._memo.keep("names", (fabric,), make)

    def ways(
        self, fabric: Fabric, studied: Studied | None, name: str, first: int, last: int
    ) -> AlgorithmPaths | None:
        """The ways between two hosts by the links of the fabric; None where there is none, or no host."""
        network, links = self._as_network(fabric, studied)
        if max(first, last) >= network.hosts:
            return None
        try:
            found = algorithm_paths(routing_algorithm(name), network, first, last)
        except FatdeskError:
            return None
        if found is None:
            return None
        hops = tuple(links[hop].astype(np.int64) for hop in found.hops)
        return replace(found, hops=hops, links=links[found.links].astype(np.int64))

    def _as_network(self, fabric: Fabric, studied: Studied | None) -> tuple[Network, Ints]:
        """The network, and for each of its links that of the fabric."""

        def make() -> tuple[Network, Ints]:
            if studied is None:
                return as_network(fabric)
            return studied.network, np.arange(studied.network.link_count, dtype=np.int32)

        return self._memo.keep("network", (fabric,), make)


def algorithm_title(name: str) -> str:
    """A description of a routing algorithm."""
    return "any shortest path" if name == SHORTEST else routing_algorithm(name).TITLE
