"""Conversion between fabrics of parts and networks without parts."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.networks.network import Network, network


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


def as_network(fabric: Fabric) -> tuple[Network, Ints]:
    """The hosts and switches of a fabric with all links between them, traces of backplanes included.

    Node numbers and levels stay as they are, because external nodes are a fabric's last. A host with links
    to several rails or planes has as many links. Splits of a port share its number.

    Returns
    -------
    network
    links : (m,) int32
        For each link of the network the link of the fabric that it is.
    """
    inside = fabric.kind != NodeKind.EXTERNAL
    links = np.flatnonzero(inside[fabric.ends].all(axis=1)).astype(np.int32)
    ends, ports = fabric.ends[links], fabric.ports[links]
    level = fabric.level[ends]
    turned = level[:, 0] > level[:, 1]
    ends[turned], ports[turned] = ends[turned, ::-1], ports[turned, ::-1]
    hosts = int((fabric.kind == NodeKind.HOST).sum())
    return network(hosts, fabric.level[: int(inside.sum())], ends, ports), links
