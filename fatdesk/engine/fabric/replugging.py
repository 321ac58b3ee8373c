"""Network with swapped plugs, accepted as built."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

Socket = tuple[int, int]
"""A node and its port, from 0."""


def exchanged(fabric: Fabric, pairs: Sequence[tuple[Socket, Socket]]) -> Fabric:
    """Exchange the plugs of each pair of ports in turn; one port of a pair may be free.

    Links between other switches than before join the bundle of these, or make one of their own.

    Raises
    ------
    FatdeskError
        When both ports of a pair are free, of nodes of different kinds or levels, or of a backplane.
    """
    ends, ports = fabric.ends.copy(), fabric.ports.copy()
    for (node, port), (other, far) in pairs:
        _check_alike(fabric, node, other)
        here = (ends == node) & (ports == port)
        there = (ends == other) & (ports == far)
        if not here.any() and not there.any():
            raise FatdeskError("nothing is plugged into either port")
        if fabric.trace[(here | there).any(axis=1)].any():
            raise FatdeskError("a backplane joins one of the ports")
        ends[here], ports[here] = other, far
        ends[there], ports[there] = node, port
    return replace(fabric, ends=ends, ports=ports, bundle=_bundles(fabric, ends))


def _check_alike(fabric: Fabric, node: int, other: int) -> None:
    if fabric.kind[node] != fabric.kind[other] or fabric.level[node] != fabric.level[other]:
        raise FatdeskError("the devices are of different kinds or levels")


def _bundles(fabric: Fabric, ends: np.ndarray) -> np.ndarray:
    """The bundle of each link: as before where it joins the same nodes."""
    bundle = fabric.bundle.copy()
    between = (fabric.kind[ends] == NodeKind.SWITCH).all(axis=1)
    changed = (ends != fabric.ends).any(axis=1)
    known = {
        (a, b): number
        for (a, b), number in zip(
            ends[between & ~changed].tolist(), bundle[between & ~changed].tolist(), strict=True
        )
    }
    following = int(bundle.max(initial=-1)) + 1
    for link in np.flatnonzero(changed & between).tolist():
        pair = (int(ends[link, 0]), int(ends[link, 1]))
        if pair not in known:
            known[pair] = following
            following += 1
        bundle[link] = known[pair]
    return bundle
