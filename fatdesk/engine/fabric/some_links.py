"""Networks of some of the nodes and links of others."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.as_built import bundle_numbers
from fatdesk.engine.fabric.fabric import Fabric

_OF_LINKS = ("ends", "ports", "split", "splits", "trace", "rate_gbps")
"""Columns of a network by links, but for their bundles."""


def only_links(fabric: Fabric, there: NDArray[np.bool_]) -> Fabric:
    """Return a network with all nodes and some of its links."""
    columns: dict[str, Any] = {name: getattr(fabric, name)[there] for name in _OF_LINKS}
    return replace(fabric, **columns, bundle=bundle_numbers(columns["ends"], fabric.kind))


def links_of_both(
    after: Fabric, there: NDArray[np.bool_], before: Fabric, left: NDArray[np.bool_], node: Longs
) -> Fabric:
    """Return a network with the nodes of one, some of its links, and behind them some links of another.

    Parameters
    ----------
    there, left
        Which links of ``after`` and of ``before`` it has.
    node : (n,) int64
        The node of ``after`` that each node of ``before`` is.
    """
    old = {name: getattr(before, name)[left] for name in _OF_LINKS}
    old["ends"] = node[old["ends"]].astype(np.int32)
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(after, name)[there], old[name]]) for name in _OF_LINKS
    }
    return replace(after, **columns, bundle=bundle_numbers(columns["ends"], after.kind))


def only_nodes(fabric: Fabric, used: NDArray[np.bool_]) -> Fabric:
    """Return a network of some nodes and the links between them."""
    nodes = np.flatnonzero(used)
    number = np.full(fabric.node_count, -1, np.int32)
    number[nodes] = np.arange(len(nodes), dtype=np.int32)
    links = only_links(fabric, np.asarray(used[fabric.ends].all(axis=1)))
    kind, level = fabric.kind[nodes], fabric.level[nodes]
    ends = number[links.ends]
    return replace(
        links,
        kind=kind,
        level=level,
        part=fabric.part[nodes],
        index=_index(kind, level),
        block=fabric.block[nodes],
        ids=tuple(fabric.ids[one] for one in nodes.tolist()),
        ends=ends,
        bundle=bundle_numbers(ends, kind),
    )


def _index(kind: NDArray[np.int32], level: NDArray[np.int32]) -> NDArray[np.int32]:
    """The number of each node among those of its kind and level."""
    seen: Counter[tuple[int, int]] = Counter()
    found = []
    for one in zip(kind.tolist(), level.tolist(), strict=True):
        found.append(seen[one])
        seen[one] += 1
    return np.array(found, np.int32)
