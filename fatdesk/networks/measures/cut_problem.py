"""A network as the search for its bisection sees it: switches, links between them, hosts that are alike."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.measures.host_classes import HostClasses, host_classes
from fatdesk.networks.network import Network

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CutProblem:
    """Switches 0 to ``switches`` - 1, and hosts that hang on them.

    Attributes
    ----------
    pairs, links : (e, 2), (e,)
        Switches that are joined, the lower number first, and by how many links, whichever way they lead.
    classes
        Hosts that are alike.
    """

    hosts: int
    switches: int
    pairs: Longs
    links: Longs
    classes: HostClasses


def cut_problem(network: Network) -> CutProblem:
    """Gather parallel links, and hosts that are alike.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    """
    hosts, switches = network.hosts, network.switch_count
    ends = np.sort(network.ends.astype(np.int64), axis=1)
    low, high = ends.T
    of_host = low < hosts
    if bool(np.any(high < hosts)):
        raise FatdeskError("a network whose hosts are linked with each other has no bisection: add switches")
    high, top = high - hosts, max(switches, 1)
    inner, links = np.unique((low[~of_host] - hosts) * top + high[~of_host], return_counts=True)
    return CutProblem(
        hosts=hosts,
        switches=switches,
        pairs=np.stack([inner // top, inner % top], axis=1),
        links=links.astype(np.int64),
        classes=host_classes(low[of_host], high[of_host], hosts),
    )
