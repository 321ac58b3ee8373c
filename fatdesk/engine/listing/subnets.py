"""InfiniBand subnets of a plan: one file per fabric, or per plane where planes share no switch."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Tree, inner_tree
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.listing.wired import external_links, places

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
    counts = np.array([table.data for table in tables], np.int64)
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


class GuidPort(NamedTuple):
    """An end of a link as InfiniBand knows it: the GUID of its node, its port, and whether it is a switch."""

    guid: str
    port: int
    switch: bool


def static_topology(links: Iterable[tuple[GuidPort, GuidPort]]) -> str:
    """Return the static topology of opensm and UFM (``topoconfig.conf``): links between switches both ways.

    >>> print(static_topology([(GuidPort("a1", 3, True), GuidPort("b2", 1, False))]), end="")
    0x00000000000000a1,3,0x00000000000000b2,1,Any,Active
    """

    def line(near: GuidPort, far: GuidPort) -> str:
        return f"0x{near.guid:0>16},{near.port},0x{far.guid:0>16},{far.port},Any,Active\n"

    return "".join(line(near, far) for a, b in links for near, far in ((a, b), (b, a)) if near.switch)


def inner_links(fabric: Fabric) -> NDArray[np.bool_]:
    """Return the links of a fabric in its subnet: all except those to external nodes."""
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
    """For each node, into how many ports it splits one at most; all its ports count as that number."""
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
    known = subnet.rate_gbps[~np.isnan(subnet.rate_gbps)]
    speeds = {rate: f" {speed(rate)}" for rate in np.unique(known).tolist()}
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
                stated = f'"{names[other]}" lid 0{speeds.get(gbps, "")}'
                out.append(f'[{own}]\t"{ids[other]}"[{other_port}]{there}\t\t# {stated}\n')
        else:
            here = f"({guids[node] | 1:x})"
            out.append(f'\nCa\t1 "{ids[node]}"\t\t# "{names[node]}"\n')
            for _, own, other, other_port, gbps in rows:
                stated = f'lid 0 lmc 0 "{names[other]}" lid 0{speeds.get(gbps, "")}'
                out.append(f'[{own}]{here}\t"{ids[other]}"[{other_port}]\t\t# {stated}\n')
    return "".join(out).encode("utf-8", "replace")


def _description(name: str) -> str:
    """A name as node description: no quotes or control characters, at most as long as a node can hold."""
    plain = "".join(sign for sign in name if sign.isprintable()).replace('"', "'")
    return plain.encode("utf-8", "replace")[:NAME_BYTES].decode("utf-8", "ignore")


def opened(subnet: Subnet, fabric: Fabric, catalog: Catalog, *, least_ports: int = 0) -> Subnet:
    """The subnet with modular switches of that size, whose inside is known, replaced by their chips."""
    large = (subnet.ports >= least_ports).tolist()
    trees = [tree if large[node] else None for node, tree in enumerate(inner_trees(fabric, catalog))]
    if not any(trees):
        return subnet
    keys: list[str] = []
    names: list[str] = []
    ports: list[int] = []
    first = np.zeros(len(subnet.keys), np.int64)
    outward = np.full(len(subnet.keys), np.iinfo(np.int64).max)
    ends, numbers, rates = [subnet.ends], [subnet.numbers], [subnet.rate_gbps]
    for node, tree in enumerate(trees):
        first[node] = len(keys)
        key, name, count = subnet.keys[node], subnet.names[node], int(subnet.ports[node])
        if tree is None:
            keys.append(key)
            names.append(name)
            ports.append(count)
            continue
        splits = count // (tree.cards * tree.outward)
        outward[node] = tree.outward * splits
        keys += [f"{key}/card/{i + 1}" for i in range(tree.cards)]
        names += [f"{name} card {i + 1}" for i in range(tree.cards)]
        ports += [tree.card_ports + tree.outward * (splits - 1)] * tree.cards
        keys += [f"{key}/board/{i + 1}" for i in range(tree.boards)]
        names += [f"{name} board {i + 1}" for i in range(tree.boards)]
        ports += [tree.board_ports] * tree.boards
        chips, at = tree.links()
        ends.append(chips + first[node])
        at[:, 0] += tree.outward * (splits - 1)
        numbers.append(at)
        rates.append(np.full(len(at), tree.rate_gbps))
    switches = len(keys)
    first[subnet.switches :] = switches + np.arange(len(subnet.keys) - subnet.switches)
    card, port = np.divmod(subnet.numbers - 1, outward[subnet.ends])
    ends[0] = first[subnet.ends] + card
    numbers[0] = port + 1
    return Subnet(
        keys=[*keys, *subnet.keys[subnet.switches :]],
        names=[*names, *subnet.names[subnet.switches :]],
        ports=np.concatenate([np.array(ports, np.int64), subnet.ports[subnet.switches :]]),
        switches=switches,
        ends=np.concatenate(ends),
        numbers=np.concatenate(numbers),
        rate_gbps=np.concatenate(rates),
    )


def inner_trees(fabric: Fabric, catalog: Catalog) -> list[Tree | None]:
    """The inner tree of each switch of a fabric."""
    of_part: list[Tree | None] = []
    for node_part in fabric.parts:
        part = catalog[node_part.part]
        of_part.append(
            inner_tree(part, node_part.cards, node_part.card) if isinstance(part, ModularSwitch) else None
        )
    return [of_part[part] for part in fabric.part[fabric.nodes(NodeKind.SWITCH)].tolist()]


MOST_PORTS = 254
"""The highest number that a port can have: it is a byte, and 255 is kept for other uses."""


@dataclass(frozen=True, eq=False)
class FabricSubnets:
    """A fabric as InfiniBand sees it.

    Attributes
    ----------
    inside
        Whether modular switches of any size are written as their chips, or only those that are too large.
    """

    plan: Plan
    fabric: Fabric
    names: tuple[str, ...]
    inside: bool

    @cached_property
    def _closed(self) -> Subnet:
        return subnet_of(self.fabric, self.names, self.plan.catalog)

    @cached_property
    def _whole(self) -> Subnet:
        least = 0 if self.inside else MOST_PORTS + 1
        return opened(self._closed, self.fabric, self.plan.catalog, least_ports=least)

    @property
    def opened_large(self) -> int:
        """Number of switches that are written as their chips because they have too many ports."""
        large = self._closed.ports > MOST_PORTS
        return 0 if self.inside or self.too_large else int(large.sum())

    @property
    def too_large(self) -> str:
        """Name and ports of a switch that no port number reaches; empty where there is none."""
        large = np.flatnonzero(self._whole.ports > MOST_PORTS)
        return f"{self._whole.names[large[0]]} has {self._whole.ports[large[0]]} ports" if len(large) else ""

    @cached_property
    def _subnet_of_node(self) -> NDArray[np.int64]:
        """The subnet of each node, in the order of their first switches; -1 where it has no adapter."""
        one = self._whole
        count = len(one.keys)
        component = connected_parts(count, *one.ends.T)
        kept, first = np.unique(component, return_index=True)
        with_adapters = np.isin(kept, component[one.switches :])
        number = np.full(count, -1, np.int64)
        order = kept[with_adapters][np.argsort(first[with_adapters])]
        number[order] = np.arange(len(order))
        return number[component]

    @property
    def planes(self) -> int:
        """Number of subnets."""
        return int(self._subnet_of_node.max(initial=-1)) + 1

    @property
    def alone(self) -> int:
        """Number of switches that no host reaches."""
        return int((self._subnet_of_node < 0).sum())

    def subnets(self) -> list[Subnet]:
        """Its subnets; none where a switch is too large, one without nodes where there are no hosts."""
        if self.too_large:
            return []
        if self.planes < 2 and not self.alone:
            return [self._whole]
        return [_part(self._whole, self._subnet_of_node == number) for number in range(self.planes)]


def subnet_files(plan: Plan, stem: str, *, inside: bool) -> dict[str, bytes]:
    """The files by name.

    ``STEM.net``, ``STEM-NAME.net`` where there are several fabrics, ``STEM-plane-1.net`` of several planes.
    """
    files = {}
    for one in _each(plan, inside):
        name = f"{stem}-{one.fabric.name}" if len(plan.fabrics) > 1 else stem
        subnets = one.subnets()
        for number, subnet in enumerate(subnets, start=1):
            plane = f"-plane-{number}" if len(subnets) > 1 else ""
            files[f"{name}{plane}.net"] = subnet_bytes(subnet)
    return files


def left_out(plan: Plan, *, inside: bool) -> list[str]:
    """Return what these files cannot represent of a plan."""
    stated = []
    for one in _each(plan, inside):
        name = one.fabric.name
        if one.too_large:
            stated.append(
                f"fabric {name}, so it has no file: {one.too_large}, InfiniBand numbers at most "
                f"{MOST_PORTS}, and its chips are not in the catalog or have more as well"
            )
            continue
        if one.opened_large:
            stated.append(
                f"{counted(one.opened_large, 'switch', 'switches')} of {name} as single nodes: InfiniBand "
                f"numbers at most {MOST_PORTS} ports a node, so the chips of line cards and fabric boards "
                "are listed instead"
            )
        if one.planes > 1:
            stated.append(
                f"{one.planes} planes of {name} in one file: each is a subnet with a file of its own"
            )
        if one.alone:
            stated.append(f"{counted(one.alone, 'switch', 'switches')} of {name} that no host reaches")
    return [*stated, *external_links(plan), *places(plan)]


def _each(plan: Plan, inside: bool) -> Iterator[FabricSubnets]:
    for fabric, names in zip(plan.fabrics, plan.names, strict=True):
        yield FabricSubnets(plan, fabric, names, inside)


def _part(whole: Subnet, wanted: NDArray[np.bool_]) -> Subnet:
    """Some nodes of a subnet, with the links between them."""
    place = np.cumsum(wanted) - 1
    nodes = np.flatnonzero(wanted).tolist()
    links = wanted[whole.ends[:, 0]]
    return Subnet(
        keys=[whole.keys[node] for node in nodes],
        names=[whole.names[node] for node in nodes],
        ports=whole.ports[wanted],
        switches=int(wanted[: whole.switches].sum()),
        ends=place[whole.ends[links]],
        numbers=whole.numbers[links],
        rate_gbps=whole.rate_gbps[links],
    )
