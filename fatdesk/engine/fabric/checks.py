"""Checks of a network: ports in use twice, uneven bundles, disconnected hosts."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import connected_parts, distinct
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


def check_fabrics(fabrics: Sequence[Fabric]) -> list[Finding]:
    """Findings about the networks of a project."""
    findings = [finding for fabric in fabrics for finding in (*_uneven(fabric), *_cut_off(fabric))]
    return findings + _used_twice(fabrics)


def _uneven(fabric: Fabric) -> list[Finding]:
    """Bundles of different sizes between the same two levels of one tree: some subnet managers refuse these.

    A tree is a set of switches that links between switches connect: each plane is one, and so is each rail
    whose core switches are its own. Bundles between other levels, or of another tree, may have another size.
    """
    between = (fabric.kind[fabric.ends] == NodeKind.SWITCH).all(axis=1)
    if not between.any():
        return []
    bundle, links = fabric.bundle[between], fabric.ends[between]
    order = np.argsort(bundle, kind="stable")
    start = np.flatnonzero(np.diff(bundle[order], prepend=-1))
    sizes, ends = np.diff(start, append=len(order)), links[order[start]]
    levels = np.sort(fabric.level[ends].astype(np.int64), axis=1)
    tree = connected_parts(fabric.node_count, *links.T)[ends[:, 0]]
    shape = (int(tree.max()) + 1, *(levels.max(axis=0) + 1).tolist(), int(sizes.max()) + 1)
    trees, lower, upper, size = np.unravel_index(
        distinct(np.ravel_multi_index((tree, *levels.T, sizes), shape)), shape
    )
    found: dict[tuple[int, int, int], list[int]] = {}
    for one in zip(lower.tolist(), upper.tolist(), trees.tolist(), size.tolist(), strict=True):
        found.setdefault(one[:3], []).append(one[3])
    uneven: dict[tuple[int, int], list[int]] = {}
    for (low, high, _), own in found.items():
        if len(own) > 1:
            uneven.setdefault((low, high), []).extend(own)
    return [
        Finding(
            Severity.WARNING,
            "unequal-bundles",
            fabric.name,
            f"bundles between switches of {_levels(low, high)} have {min(own)} to {max(own)} links",
            "require equal bundles (equal_bundles), or a number of upper switches that divides the uplinks",
        )
        for (low, high), own in sorted(uneven.items())
    ]


def _levels(lower: int, upper: int) -> str:
    return f"levels {lower} and {upper}" if lower != upper else f"level {lower}"


def _cut_off(fabric: Fabric) -> list[Finding]:
    """Hosts that do not reach all others."""
    component = connected_parts(fabric.node_count, *fabric.ends.T)
    hosts = fabric.nodes(NodeKind.HOST)
    if not len(hosts):
        return []
    sizes = np.bincount(component[hosts])
    lost = hosts[component[hosts] != int(sizes.argmax())]
    return [
        Finding(
            Severity.ERROR,
            "unreachable",
            fabric.ids[int(node)],
            f"is not joined to the other {len(hosts) - len(lost)} hosts of {fabric.name}",
        )
        for node in lost.tolist()
    ]


def _used_twice(fabrics: Sequence[Fabric]) -> list[Finding]:
    """Ports that hold more than one link (a split port: more than its splits)."""
    seen: dict[tuple[str, int], str] = {}
    findings = []
    for fabric in fabrics:
        findings += _used_twice_in(fabric)
        shared = np.flatnonzero(fabric.kind == NodeKind.HOST) if len(fabrics) > 1 else np.zeros(0, np.int64)
        if len(shared):
            on_host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
            ends, ports = fabric.ends[on_host, 1].tolist(), fabric.ports[on_host, 1].tolist()
            for node_, port_ in zip(ends, ports, strict=True):
                place_key = (fabric.ids[node_], port_)
                other = seen.setdefault(place_key, fabric.name)
                if other != fabric.name:
                    findings.append(_twice(fabric.ids[node_], port_, f"{other} and {fabric.name}"))
    return findings


def _used_twice_in(fabric: Fabric) -> list[Finding]:
    """The ports that hold too many links of one network."""
    real = fabric.part[fabric.ends] >= 0
    base, legs = int(fabric.ports.max(initial=0)) + 1, int(fabric.split.max(initial=0)) + 1
    place = (fabric.ends.astype(np.int64) * base + fabric.ports)[real]
    if len(distinct(place)) == len(place):
        return []
    # at end 0 a split port holds one link a split, any other port one link
    leg = np.stack([fabric.split, np.zeros_like(fabric.split)], axis=1).astype(np.int64)[real]
    whole = np.stack([fabric.splits == 1, np.ones(len(fabric.splits), bool)], axis=1)[real]
    _, at, links = np.unique(place, return_inverse=True, return_counts=True)
    split, times = np.unique(place * legs + leg, return_counts=True)
    twice = np.union1d(place[whole & (links[at] > 1)], split[times > 1] // legs)
    return [_twice(fabric.ids[port // base], port % base, fabric.name) for port in twice.tolist()]


def _twice(node: str, port: int, where: str) -> Finding:
    return Finding(
        Severity.ERROR, "port-used-twice", node, f"port {port + 1} holds more than one link ({where})"
    )
