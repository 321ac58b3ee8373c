"""A network as the InfiniBand tools list it: switches, one adapter a host port, both ends of every link."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

SPEEDS = {
    10.0: "4xSDR",
    20.0: "4xDDR",
    25.0: "1xEDR",
    40.0: "4xQDR",
    50.0: "1xHDR",
    56.0: "4xFDR",
    100.0: "4xEDR",
    200.0: "4xHDR",
    400.0: "4xNDR",
    800.0: "4xXDR",
}
"""Width and speed by rate in Gb/s; a rate between two gets the lower name."""

NAME_BYTES = 63


@dataclass(frozen=True, eq=False)
class Subnet:
    """Nodes and links as InfiniBand sees them.

    Attributes
    ----------
    keys, names
        What the GUID of each node is made of, and its name. Switches come first.
    ports : (n,) int64
        Ports of each node; 1 for adapters.
    switches
        How many of the nodes are switches.
    ends, numbers : (m, 2) int64
        Nodes of each link and the port there, from 1.
    rate_gbps : (m,) float64
    """

    keys: Sequence[str]
    names: Sequence[str]
    ports: Longs
    switches: int
    ends: Longs
    numbers: Longs
    rate_gbps: NDArray[np.float64]


def subnet_of(fabric: Fabric, names: Sequence[str], catalog: Catalog) -> Subnet:
    """The subnet of a fabric; external nodes are left out, traces of backplanes are links like others.

    A port that is split into s gives s ports with numbers of their own, and so do all ports of its switch.
    """
    switches = fabric.nodes(NodeKind.SWITCH)
    place = np.full(fabric.node_count, -1, np.int64)
    place[switches] = np.arange(len(switches))
    inside = inner_links(fabric)
    ends, plugs = fabric.ends[inside].astype(np.int64), fabric.ports[inside].astype(np.int64)
    per_port, numbers = port_numbers(fabric)
    numbers = numbers[inside]
    is_host = fabric.kind[ends] == NodeKind.HOST
    most = int(plugs.max(initial=0)) + 1
    adapters = np.unique(ends[is_host] * most + plugs[is_host])
    nodes = place[ends]
    nodes[is_host] = len(switches) + np.searchsorted(adapters, ends[is_host] * most + plugs[is_host])
    numbers[is_host] = 1
    tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
    counts = np.array([len(table.cage) for table in tables], np.int64)
    hosts, ports = (part.tolist() for part in np.divmod(adapters, most))
    return Subnet(
        keys=[fabric.ids[node] for node in switches.tolist()]
        + [f"{fabric.name}/{fabric.ids[host]}/{port}" for host, port in zip(hosts, ports, strict=True)],
        names=[names[node] for node in switches.tolist()]
        + [f"{names[host]} HCA-{port + 1}" for host, port in zip(hosts, ports, strict=True)],
        ports=np.concatenate(
            [counts[fabric.part[switches]] * per_port[switches], np.ones(len(hosts), np.int64)]
        ),
        switches=len(switches),
        ends=nodes,
        numbers=numbers,
        rate_gbps=fabric.rate_gbps[inside],
    )


def inner_links(fabric: Fabric) -> NDArray[np.bool_]:
    """Which links of a fabric stand in its subnet: all but those to external nodes."""
    inside: NDArray[np.bool_] = (fabric.kind[fabric.ends] != NodeKind.EXTERNAL).all(axis=1)
    return inside


def port_numbers(fabric: Fabric) -> tuple[Longs, Longs]:
    """Ports that each port of a node is split into, (n,), and for each link its numbers, (m, 2), from 1."""
    inside = inner_links(fabric)
    plugs = fabric.ports.astype(np.int64)
    per_port = np.ones(fabric.node_count, np.int64)
    np.maximum.at(per_port, fabric.ends[inside, 0], fabric.splits[inside])
    near = plugs[:, 0] * per_port[fabric.ends[:, 0]] + fabric.split + 1
    far = plugs[:, 1] * per_port[fabric.ends[:, 1]] + 1
    return per_port, np.stack([near, far], axis=1)


def ports_a_port(fabric: Fabric) -> Longs:
    """For each node into how many ports it splits one of its own, at most; all its ports count as so many."""
    found = np.ones(fabric.node_count, np.int64)
    np.maximum.at(found, fabric.ends[:, 0], fabric.splits)
    return found


def guid(key: str) -> int:
    """The GUID of a node, the same for the same key everywhere; always even, its port has the next one.

    >>> f"{guid('compute/edge/1'):016x}"
    '02e30df445db6ffe'
    """
    digest = int.from_bytes(blake2b(key.encode("utf-8", "replace"), digest_size=7).digest(), "big")
    return (0x02 << 56) | (digest & ~1)


def speed(rate_gbps: float) -> str:
    """Width and speed as the InfiniBand tools write them.

    >>> speed(400.0), speed(64.0)
    ('4xNDR', '4xFDR')
    """
    known = [rate for rate in SPEEDS if rate <= rate_gbps + 1e-9]
    return SPEEDS[max(known)] if known else "1xSDR"


def subnet_bytes(subnet: Subnet) -> bytes:
    """The file as ``ibnetdiscover`` writes it and ``ibsim`` reads it."""
    guids = [guid(key) for key in subnet.keys]
    names = [_description(name) for name in subnet.names]
    ids = [f"{'S' if node < subnet.switches else 'H'}-{number:016x}" for node, number in enumerate(guids)]
    speeds = {rate: speed(rate) for rate in np.unique(subnet.rate_gbps).tolist()}
    near = subnet.ends.T.ravel()
    far = subnet.ends[:, ::-1].T.ravel()
    port, far_port = subnet.numbers.T.ravel(), subnet.numbers[:, ::-1].T.ravel()
    rate = np.tile(subnet.rate_gbps, 2)
    order = np.lexsort((port, near))
    columns = [array[order].tolist() for array in (near, port, far, far_port, rate)]
    out = ["# Written by fatdesk\n"]
    for node, rows in groupby(zip(*columns, strict=True), key=lambda row: row[0]):
        if node < subnet.switches:
            head = f'{subnet.ports[node]} "{ids[node]}"\t\t# "{names[node]}" base port 0 lid 0 lmc 0'
            out.append(f"\nSwitch\t{head}\n")
            for _, own, other, other_port, gbps in rows:
                there = "" if other < subnet.switches else f"({guids[other] | 1:x})"
                told = f'"{names[other]}" lid 0 {speeds[gbps]}'
                out.append(f'[{own}]\t"{ids[other]}"[{other_port}]{there}\t\t# {told}\n')
        else:
            here = f"({guids[node] | 1:x})"
            out.append(f'\nCa\t1 "{ids[node]}"\t\t# "{names[node]}"\n')
            for _, own, other, other_port, gbps in rows:
                told = f'lid 0 lmc 0 "{names[other]}" lid 0 {speeds[gbps]}'
                out.append(f'[{own}]{here}\t"{ids[other]}"[{other_port}]\t\t# {told}\n')
    return "".join(out).encode("utf-8", "replace")


def _description(name: str) -> str:
    """A name as node description: no quotes or control characters, at most as long as a node can hold."""
    plain = "".join(sign for sign in name if sign.isprintable()).replace('"', "'")
    return plain.encode("utf-8", "replace")[:NAME_BYTES].decode("utf-8", "ignore")
