"""A fabric as a network without parts, so that schemes and measures for those serve real designs."""

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.networks.network import Network, network


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
