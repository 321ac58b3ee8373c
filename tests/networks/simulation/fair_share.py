"""Max-min fair shares of flows with fixed paths: what a network gives each flow when all ask for more.

Source: progressive filling, Bertsekas and Gallager, Data Networks (1992), section 6.5.2.
"""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing.algorithm import RoutingTable
from fatdesk.networks.routing.paths import Path, paths


def fair_shares(flows: Sequence[Path], channels: int, most: float = np.inf) -> Floats:
    """The share of each flow, where a channel carries 1.

    All shares grow alike until a channel is full; its flows stay, the others grow on.

    Parameters
    ----------
    flows
        The channels of each flow.
    channels
        How many there are.
    most
        What a flow asks for; without channels it gets that.

    Examples
    --------
    >>> fair_shares([(0, 1), (0,), (1,), (1,)], 2).round(3).tolist()
    [0.333, 0.667, 0.333, 0.333]
    """
    flow = np.repeat(np.arange(len(flows)), [len(path) for path in flows])
    channel = np.array([one for path in flows for one in path], np.int64)
    share = np.full(len(flows), float(most))
    grows = np.bincount(flow, minlength=len(flows)) > 0
    left = np.ones(channels)
    while grows.any():
        growing = grows[flow]
        many = np.bincount(channel[growing], minlength=channels)
        level = np.divide(left, many, out=np.full(channels, np.inf), where=many > 0)
        lowest = float(level.min())
        if lowest >= most:
            break
        full = level <= lowest * (1 + 1e-12)
        ends = np.zeros(len(flows), np.bool_)
        ends[flow[growing & full[channel]]] = True
        share[ends] = lowest
        grows &= ~ends
        left -= np.bincount(channel, np.where(ends, lowest, 0.0)[flow], minlength=channels)
    return share


def fixed_paths(routing_table: RoutingTable, source: Longs, destination: Longs) -> list[Path]:
    """The only path of each pair of hosts.

    Raises
    ------
    FatdeskError
        When a pair has none, or a choice.
    """
    found: list[Path] = [()] * len(source)
    for to in np.unique(destination).tolist():
        ways = routing_table.next_channels(to)
        for flow in np.flatnonzero(destination == to).tolist():
            some = paths(routing_table, ways, int(source[flow]))
            only = next(some, None)
            if only is None:
                raise FatdeskError(f"no path leads from host {source[flow]} to host {to}")
            if next(some, None) is not None:
                raise FatdeskError(
                    f"packets from host {source[flow]} to host {to} can choose between ways: "
                    "fair shares are told for deterministic schemes"
                )
            found[flow] = only
    return found
