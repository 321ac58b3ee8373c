"""A network as the search for its bisection sees it: switches, links between them, hosts that are alike."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.network.network import Network

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CutProblem:
    """Switches 0 to ``switches`` - 1, and classes of hosts on the same switches.

    Attributes
    ----------
    pairs, links : (e, 2), (e,)
        Switches that are joined, the lower number first, and by how many links, whichever way they lead.
    start, at, by
        Host class c is joined with switches ``at[start[c]:start[c + 1]]``, each host by ``by`` links.
    count : (c,)
        Hosts of a class.
    kind : (hosts,)
        Class of each host.
    """

    hosts: int
    switches: int
    pairs: Longs
    links: Longs
    start: Longs
    at: Longs
    by: Longs
    count: Longs
    kind: Longs


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
    joined, by = np.unique(low[of_host] * top + high[of_host], return_counts=True)
    host, at = joined // top, joined % top
    ways = np.bincount(host, minlength=hosts)
    widest = max(1, int(ways.max(initial=0)))
    table = np.zeros((hosts, 2 * widest), np.int64)
    place = np.arange(len(host)) - (np.cumsum(ways) - ways)[host]
    table[host, 2 * place], table[host, 2 * place + 1] = at + 1, by
    kinds, kind, count = np.unique(table, axis=0, return_inverse=True, return_counts=True)
    used = kinds[:, ::2] > 0
    return CutProblem(
        hosts=hosts,
        switches=switches,
        pairs=np.stack([inner // top, inner % top], axis=1),
        links=links.astype(np.int64),
        start=np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int64),
        at=kinds[:, ::2][used] - 1,
        by=kinds[:, 1::2][used],
        count=count.astype(np.int64),
        kind=kind.reshape(-1).astype(np.int64),
    )
