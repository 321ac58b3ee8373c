"""Networks of any depth for tests: k-ary fat-trees and wider ones, as families will build them."""

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, Server, Switch
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart


def three_levels(pods, edges, hosts, middles, cores_each):
    """Pods of edge and middle switches in full mesh; middle switch i of each pod meets the cores of plane i.

    Parameters
    ----------
    pods, edges, hosts, middles
        Pods; edge and middle switches in each; hosts on each edge switch.
    cores_each
        Core switches of each plane: one for each middle switch of a pod.
    """
    host_count, edge_count = pods * edges * hosts, pods * edges
    middle_count, core_count = pods * middles, middles * cores_each
    host = np.arange(host_count)
    edge = np.arange(edge_count)
    first_edge, first_middle = host_count, host_count + edge_count
    first_core = first_middle + middle_count
    down = np.stack([first_edge + host // hosts, host], axis=1)
    pod = edge // edges
    up = np.stack(
        np.broadcast_arrays(
            first_edge + edge[:, None],
            first_middle + pod[:, None] * middles + np.arange(middles),
        ),
        axis=-1,
    ).reshape(-1, 2)
    middle = np.arange(middle_count)
    top = np.stack(
        np.broadcast_arrays(
            first_middle + middle[:, None],
            first_core + (middle % middles)[:, None] * cores_each + np.arange(cores_each),
        ),
        axis=-1,
    ).reshape(-1, 2)
    ends = np.concatenate([down, up, top]).astype(np.int32)
    return fabric_of(ends, [host_count, edge_count, middle_count, core_count], hosts)


def fabric_of(ends, counts, hosts):
    """A fabric of hosts and levels of switches; ports are numbered as links come."""
    nodes, links = sum(counts), len(ends)
    ports = np.zeros((links, 2), np.int32)
    seen = np.concatenate([ends[:, 0], ends[:, 1]])
    order = np.argsort(seen, kind="stable")
    first = np.searchsorted(seen[order], seen[order])
    flat = np.empty(2 * links, np.int32)
    flat[order] = np.arange(2 * links) - first
    ports[:, 0], ports[:, 1] = flat[:links], flat[links:]
    level = np.repeat(np.arange(len(counts)), counts)
    ids = [f"n/{i + 1}" for i in range(counts[0])]
    for number, count in enumerate(counts[1:], start=1):
        ids += [f"net/level{number}/{i + 1}" for i in range(count)]
    block = np.full(nodes, -1)
    block[: counts[0]] = np.arange(counts[0]) // hosts
    block[counts[0] : counts[0] + counts[1]] = np.arange(counts[1])
    _, bundle = np.unique(ends, axis=0, return_inverse=True)
    return Fabric(
        name="net",
        parts=(NodePart(part="server"), NodePart(part="switch")),
        kind=np.where(level == 0, int(NodeKind.HOST), int(NodeKind.SWITCH)).astype(np.int32),
        level=level.astype(np.int32),
        part=(level > 0).astype(np.int32),
        index=np.concatenate([np.arange(count) for count in counts]).astype(np.int32),
        block=block.astype(np.int32),
        ids=tuple(ids),
        ends=ends.astype(np.int32),
        ports=ports,
        split=np.zeros(links, np.int32),
        splits=np.ones(links, np.int32),
        bundle=bundle.astype(np.int32).ravel(),
        trace=np.zeros(links, bool),
        rate_gbps=np.full(links, 100.0),
    )


def dragonfly(groups, edges, spines, hosts):
    """Groups of edge and spine switches in full mesh; spine switch i of each group meets i of the others."""
    host_count, edge_count, spine_count = groups * edges * hosts, groups * edges, groups * spines
    host, edge = np.arange(host_count), np.arange(edge_count)
    first_spine = host_count + edge_count
    down = np.stack([host_count + host // hosts, host], axis=1)
    up = [(host_count + e, first_spine + e // edges * spines + s) for e in edge for s in range(spines)]
    across = [
        (first_spine + a * spines + s, first_spine + b * spines + s)
        for a in range(groups)
        for b in range(a + 1, groups)
        for s in range(spines)
    ]
    ends = np.concatenate([down, up, across]).astype(np.int32)
    return fabric_of(ends, [host_count, edge_count, spine_count], hosts)


def k_ary(k):
    """The fat-tree of Al-Fares, Loukissas and Vahdat (2008): k pods, k³/4 hosts, switches of k ports."""
    half = k // 2
    return three_levels(k, half, half, half, half)


def catalog(ports=512):
    """The parts of these networks."""
    cage = {"connector": "qsfp", "rate_gbps": 100.0, "lanes": 4}
    return Catalog(
        [
            Server(id="server", ports=(Ports(count=1, **cage),)),
            Switch(id="switch", ports=(Ports(count=ports, **cage),)),
        ]
    )
