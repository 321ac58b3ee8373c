"""Small networks by hand: any switches, hosts and links between them."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart


def network(
    links: Sequence[tuple[int, int]],
    parts: Sequence[str],
    kinds: Sequence[NodeKind] | None = None,
    ports: Sequence[tuple[int, int]] | None = None,
    splits: Sequence[int] | None = None,
) -> Fabric:
    """A fabric whose node i is of part parts[i]; ports count up at each node where not given."""
    nodes, count = len(parts), len(links)
    distinct = tuple(dict.fromkeys(part for part in parts if part))
    kind = np.array(kinds if kinds is not None else [NodeKind.SWITCH] * nodes, np.int32)
    ends = np.array(links, np.int32).reshape(-1, 2)
    if ports is None:
        used = [0] * nodes
        ports = []
        for a, b in links:
            ports.append((used[a], used[b]))
            used[a] += 1
            used[b] += 1
    pairs: dict[tuple[int, int], int] = {}
    return Fabric(
        name="net",
        parts=tuple(NodePart(part=part) for part in distinct),
        kind=kind,
        level=np.where(kind == NodeKind.SWITCH, 1, 0).astype(np.int32),
        part=np.array([distinct.index(part) if part else -1 for part in parts], np.int32),
        index=np.arange(nodes, dtype=np.int32),
        block=np.full(nodes, -1, np.int32),
        ids=tuple(f"net/edge/{i + 1}" if kind[i] == NodeKind.SWITCH else f"n/{i + 1}" for i in range(nodes)),
        ends=ends,
        ports=np.array(ports, np.int32).reshape(-1, 2),
        split=np.zeros(count, np.int32),
        splits=np.array(splits if splits is not None else [1] * count, np.int32),
        bundle=np.array([pairs.setdefault(tuple(link), len(pairs)) for link in links], np.int32),
        trace=np.zeros(count, bool),
        rate_gbps=np.full(count, 40.0),
    )
