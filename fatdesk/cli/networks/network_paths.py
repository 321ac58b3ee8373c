"""``fatdesk network --between A B`` and ``--links``: paths between two hosts hop by hop, and all links."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.host_names import FoundHost, find_host
from fatdesk.networks.measures.distances import disjoint_paths
from fatdesk.networks.measures.path_counts import PathCounts, shortest_path_counts
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.routing.paths import disjoint_between_switches, hops, path_counts, paths


@dataclass(frozen=True)
class Labels:
    """Names of nodes and ports: as the topology, the file of a graph, or the parts of a project have them."""

    node: Callable[[int], str]
    port: Callable[[int, int], str] = lambda _, port: str(port)


def host_named(network: Network, labels: Labels, text: str) -> FoundHost:
    """Find a host by its address or name as they are printed, else by its number from 0.

    Raises
    ------
    FatdeskError
        When there is no such host.
    """
    found = find_host(map(labels.node, range(network.hosts)), network.hosts, text)
    if found is not None:
        return found
    wanted = text.strip()
    shown = wanted if len(wanted) <= 40 else f"{wanted[:40]}..."
    raise FatdeskError(
        f"--between: there is no host {shown!r}, name one by its address, such as {labels.node(0)!r}, "
        f"or by its number, 0 to {network.hosts - 1}"
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
    found = [host_named(network, labels, end) for end in ends]
    source, target = (one.host for one in found)
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
        "other_readings": [None if one.other is None else labels.node(one.other) for one in found],
        "disjoint_paths": disjoint_paths(network, source, target),
        "distance": None if shortest is None else shortest.shortest,
        "shortest_paths": _counts(shortest),
        "routing": {
            "scheme": algorithm.NAME,
            "title": algorithm.TITLE,
            "paths": _counts(counts),
            "disjoint_between_switches": disjoint_between_switches(routing_table, onward, source),
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
    first, last = (
        f"{address} (number {number:,})"
        for address, number in zip(found["addresses"], found["hosts"], strict=True)
    )
    lines = [f"from host {first} to {last}"]
    for address, number, other in zip(
        found["addresses"], found["hosts"], found["other_readings"], strict=True
    ):
        if other is not None:
            lines.append(
                f"  {address!r} is read as an address, of host number {number:,}; "
                f"write 'number {int(address)}' for host {other}"
            )
    routing = found["routing"]
    if found["distance"] is None:
        return "\n".join([*lines, "  there is no path"])
    lines += [
        f"  distance {found['distance']} links; shortest paths: {_counted(found['shortest_paths'])}",
        f"  paths without a common link: {found['disjoint_paths']} in the network, links of hosts included",
    ]
    if not routing["hops"]:
        return "\n".join([*lines, f"  routing {routing['scheme']} has no path"])
    low, high = routing["shortest"], routing["longest"]
    length = f"{low} links" if low == high else f"{low} to {high} links"
    lines.append(
        f"  routing {routing['scheme']} ({routing['title']}): {length}; paths: {_counted(routing['paths'])}"
    )
    disjoint = routing["disjoint_between_switches"]
    if disjoint is not None:
        lines.append(f"  of these without a common link between switches: {disjoint}")
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


def links_of(network: Network, labels: Labels) -> list[dict[str, Any]]:
    """Return all links with the nodes and ports at both ends, by the keys of the command line."""
    node = [labels.node(number) for number in range(network.node_count)]
    return [
        {
            "from": node[a],
            "from_port": labels.port(a, near),
            "to": node[b],
            "to_port": labels.port(b, far),
            "one_way": network.one_way,
            "second_link": bool(lane),
        }
        for (a, b), (near, far), lane in zip(
            network.ends.tolist(), network.ports.tolist(), network.lane.tolist(), strict=True
        )
    ]


def links_text(found: list[dict[str, Any]]) -> str:
    """The same for people."""
    one_way = any(link["one_way"] for link in found)
    head = ["from", "out port", "to", "in port"] if one_way else ["from", "port", "to", "port"]
    second = any(link["second_link"] for link in found)
    rows = [[link["from"], str(link["from_port"]), link["to"], str(link["to_port"])] for link in found]
    if second:
        head.append("second link")
        rows = [[*row, "yes" if link["second_link"] else ""] for row, link in zip(rows, found, strict=True)]
    return table([head, *rows], frozenset({1, 3}))
