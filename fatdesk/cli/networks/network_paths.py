"""``fatdesk network --between A B``: distance, path hop by hop, and numbers of paths between two hosts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.measures.distances import disjoint_paths
from fatdesk.networks.measures.path_counts import PathCounts, shortest_path_counts
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.routing.paths import hops, path_counts, paths


@dataclass(frozen=True)
class Labels:
    """Names of nodes and ports: as the topology, the file of a graph, or the parts of a project have them."""

    node: Callable[[int], str]
    port: Callable[[int, int], str] = lambda _, port: str(port)


def host_named(network: Network, labels: Labels, text: str) -> int:
    """Find a host by its number from 0, or by its address or name; plain digits are always a number.

    Raises
    ------
    FatdeskError
        When there is no such host.
    """
    wanted = text.strip()
    if wanted.isascii() and wanted.isdecimal():
        if len(wanted) < 10 and int(wanted) < network.hosts:
            return int(wanted)
    else:
        for host in range(network.hosts):
            if labels.node(host).casefold() == wanted.casefold():
                return host
    shown = wanted if len(wanted) <= 40 else f"{wanted[:40]}..."
    known = labels.node(0)
    known = "" if known.isdecimal() else f", or by its address, such as {known!r}"
    raise FatdeskError(
        f"--between: there is no host {shown!r}, name one by its number, 0 to {network.hosts - 1}{known}"
    )


def between(
    network: Network, labels: Labels, algorithm: RoutingAlgorithm, ends: Sequence[str]
) -> dict[str, Any]:
    """Return what there is between two hosts, by the keys of the command line.

    Raises
    ------
    FatdeskError
        When one is no host, both are the same, or packets could go round in a circle.
    """
    source, target = (host_named(network, labels, end) for end in ends)
    if source == target:
        raise FatdeskError(f"--between: both are host {labels.node(source)}, name two different hosts")
    shortest = shortest_path_counts(network, source, target)
    routing_table = algorithm.routing_table(network)
    onward = routing_table.next_channels(target)
    counts = path_counts(routing_table, onward, source)
    first = next(paths(routing_table, onward, source), ())
    return {
        "hosts": [source, target],
        "addresses": [labels.node(source), labels.node(target)],
        "disjoint_paths": disjoint_paths(network, source, target),
        "distance": None if shortest is None else shortest.shortest,
        "shortest_paths": _counts(shortest),
        "routing": {
            "scheme": algorithm.NAME,
            "title": algorithm.TITLE,
            "paths": _counts(counts),
            "shortest": None if counts is None else counts.shortest,
            "longest": None if counts is None else counts.longest,
            "hops": [
                {
                    "link": hop.link,
                    "from": labels.node(hop.tail),
                    "from_port": labels.port(hop.tail, hop.out_port),
                    "to": labels.node(hop.head),
                    "to_port": labels.port(hop.head, hop.in_port),
                }
                for hop in hops(network, first)
            ],
        },
    }


def _counts(found: PathCounts | None) -> dict[str, int]:
    if found is None:
        return {"by_switches": 0, "by_channels": 0}
    return {"by_switches": found.by_switches, "by_channels": found.by_channels}


def between_text(found: dict[str, Any]) -> str:
    """The same for people."""
    count, ends = found["disjoint_paths"], " to ".join(found["addresses"])
    lines = [f"from host {ends}: {count} path{'' if count == 1 else 's'} without a link in common"]
    routing = found["routing"]
    if found["distance"] is None:
        return "\n".join([*lines, "  there is no path"])
    lines.append(f"  distance {found['distance']} links; shortest paths: {_counted(found['shortest_paths'])}")
    if not routing["hops"]:
        return "\n".join([*lines, f"  routing {routing['scheme']} has no path"])
    low, high = routing["shortest"], routing["longest"]
    length = f"{low} links" if low == high else f"{low} to {high} links"
    lines.append(
        f"  routing {routing['scheme']} ({routing['title']}): {length}; paths: {_counted(routing['paths'])}"
    )
    several = routing["paths"]["by_channels"] > 1
    lines.append("  the first of them:" if several else "  the path:")
    first, last = routing["hops"][0], routing["hops"][-1]
    rows = [["", "node", "in port", "out port"], ["0", first["from"], "", first["from_port"]]]
    for number, (hop, following) in enumerate(pairwise(routing["hops"]), start=1):
        rows.append([str(number), hop["to"], hop["to_port"], following["from_port"]])
    rows.append([str(len(routing["hops"])), last["to"], last["to_port"], ""])
    return "\n".join([*lines, *(f"  {line}" for line in table(rows, frozenset({0, 2, 3})).splitlines())])


def _counted(counts: dict[str, int]) -> str:
    return f"{counts['by_switches']:,} by switches, {counts['by_channels']:,} by channels"
