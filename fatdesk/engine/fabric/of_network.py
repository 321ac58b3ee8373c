"""A network without parts as a fabric, so that what draws real designs draws those of papers, too."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.networks.network import Network


def fabric_of(network: Network, name: str, ids: Sequence[str]) -> Fabric:
    """The same nodes and links, by the same numbers, of no part and no rate.

    A link of a host has the host at end 1, as in every fabric; all others stay as they are.

    Parameters
    ----------
    ids
        A key for each node.
    """
    nodes, links = network.node_count, network.link_count
    kind = np.full(nodes, int(NodeKind.SWITCH), np.int32)
    kind[: network.hosts] = NodeKind.HOST
    turned = network.ends[:, 0] < network.hosts
    index = np.zeros(nodes, np.int64)
    for level in np.unique(network.level).tolist():
        here = network.level == level
        index[here] = np.arange(int(here.sum()))
    ends = np.where(turned[:, None], network.ends[:, ::-1], network.ends)
    low, high = ends.min(axis=1).astype(np.int64), ends.max(axis=1)
    same = np.unique(low * nodes + high, return_inverse=True)[1]
    return Fabric(
        name=name,
        parts=(),
        kind=kind,
        level=network.level,
        part=np.full(nodes, -1, np.int32),
        index=index.astype(np.int32),
        block=np.full(nodes, -1, np.int32),
        ids=tuple(ids),
        ends=np.ascontiguousarray(ends),
        ports=np.ascontiguousarray(np.where(turned[:, None], network.ports[:, ::-1], network.ports)),
        split=np.zeros(links, np.int32),
        splits=np.ones(links, np.int32),
        bundle=same.reshape(-1).astype(np.int32),
        trace=np.zeros(links, bool),
        rate_gbps=np.full(links, np.nan),
    )
