"""A network of equal switches as a fabric: hosts dealt over its edge switches, ports of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Kind
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import (
    Ints,
    Links,
    Nodes,
    Tier,
    assemble,
    host_port_table,
    taken_ports,
)
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.leaves import group_starts
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, edge_kinds, role_of
from fatdesk.networks.network import Network
from fatdesk.networks.topologies.spec import read
from fatdesk.networks.topologies.topology import Recipe


@dataclass(frozen=True, eq=False)
class Wiring:
    """The links of a network with some of its places for hosts taken.

    Attributes
    ----------
    roles, counts
        What switches of each level are called, and how many there are.
    leaf, port
        Switch (from 0, level by level) and port of each host, switch by switch.
    ends, ports : (m, 2) int64
        Switches and ports of the links between switches, the lower level first.
    """

    roles: tuple[str, ...]
    counts: tuple[int, ...]
    leaf: Ints
    port: Ints
    ends: Ints
    ports: Ints

    @property
    def switches(self) -> int:
        """All of them."""
        return sum(self.counts)

    @property
    def bundles(self) -> tuple[Ints, Ints]:
        """The number of the bundle of each link between switches, and the links of each bundle."""
        key = self.ends[:, 0] * self.switches + self.ends[:, 1]
        _, number, sizes = np.unique(key, return_inverse=True, return_counts=True)
        return number.astype(np.int64), sizes.astype(np.int64)


@lru_cache(maxsize=64)
def wiring(recipe: Recipe, text: str, hosts: int) -> Wiring:
    """The network that a design's parameters name, with so many hosts dealt evenly over its edge switches."""
    return wired(recipe.build(read(recipe, dict(pair.split("=") for pair in text.split(",")))), hosts)


def wired(network: Network, hosts: int) -> Wiring:
    """Deal hosts over the edge switches of a network.

    Raises
    ------
    FatdeskError
        When there are more hosts than places.
    """
    if hosts > network.hosts:
        raise FatdeskError(f"{hosts} hosts do not fit the {network.hosts} places of the network")
    order = np.argsort(network.level[network.hosts :], kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    levels = np.bincount(network.level[network.hosts :])[1:]
    of_host = network.ends[:, 0] < network.hosts
    leaf = number[network.ends[of_host, 1] - network.hosts]
    port = network.ports[of_host, 1].astype(np.int64)
    place = np.lexsort((port, leaf))
    leaf, port = leaf[place], port[place]
    edges, size = int(levels[0]), network.hosts // int(levels[0])
    taken = np.diff(group_starts(hosts, edges, size, spread=True))
    kept = np.arange(network.hosts) % size < taken[leaf]
    ends = number[network.ends[~of_host] - network.hosts]
    return Wiring(
        roles=roles(len(levels)),
        counts=tuple(levels.tolist()),
        leaf=leaf[kept],
        port=port[kept],
        ends=ends,
        ports=network.ports[~of_host].astype(np.int64),
    )


def roles(levels: int) -> tuple[str, ...]:
    """What switches are called, from the edge upwards.

    >>> roles(1), roles(3), roles(4)
    (('edge',), ('edge', 'middle', 'core'), ('edge', 'middle-2', 'middle-3', 'core'))
    """
    if levels < 3:
        return ("edge", "core")[:levels]
    between = ("middle",) if levels == 3 else tuple(f"middle-{level}" for level in range(2, levels))
    return ("edge", *between, "core")


def build_uniform(
    recipe: Recipe,
    design: Design,
    hosts: Sequence[HostGroup],
    catalog: Catalog,
    name: str,
    host_ports: HostPorts,
) -> Fabric:
    """The fabric of a design.

    Hosts are dealt over the edge switches in order, as evenly as possible; port p of a switch of the
    network is the p-th of the switch that is bought. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the design's parameters are wrong, or hosts or links do not fit.
    """
    N, planes = sum(group.count for group in hosts), max(1, design.number("planes", 1))
    net = wiring(recipe, _text(recipe, design), N)
    bought = configuration_of(catalog, role_of(design, "edge"))
    kind: Kind = edge_kinds(design, bought)[0]
    ports = int(max(net.port.max(initial=-1), net.ports.max(initial=-1))) + 1
    numbers = taken_ports(bought, kind, 1, 0, ports, "switch")
    table = host_port_table(hosts, host_ports, planes)
    uses = [role_of(design, role.split("-")[0]) for role in net.roles]
    counts = [planes * count for count in net.counts]
    nodes = Nodes(
        groups=hosts,
        tiers=[Tier(role, use, n) for role, use, n in zip(net.roles, uses, counts, strict=True)],
        externals=0,
        host_block=net.leaf,
        edge_block=np.tile(np.arange(net.counts[0]), planes),
    )
    level = np.repeat(np.arange(len(net.counts)), net.counts)
    first = np.array([nodes.first(n + 1) for n in range(len(net.counts))])
    before = np.cumsum([0, *net.counts])[:-1]
    bundle, _ = net.bundles
    batches = []
    for plane in range(planes):
        node = first[level] + plane * np.array(net.counts)[level] + np.arange(net.switches) - before[level]
        to_hosts = (node[net.leaf], np.arange(N, dtype=np.int64))
        batches.append(Links(to_hosts, (numbers[net.port], table[:, plane]), kind.rate_gbps))
        ends = (node[net.ends[:, 0]], node[net.ends[:, 1]])
        own = (numbers[net.ports[:, 0]], numbers[net.ports[:, 1]])
        batches.append(Links(ends, own, kind.rate_gbps, bundle=bundle))
    return assemble(name, nodes, batches)


def _text(recipe: Recipe, design: Design) -> str:
    """The recipe's parameters out of a design's."""
    missing = [p.name for p in recipe.parameters if p.name not in design.params]
    if missing:
        raise FatdeskError(f"a {recipe.name} design needs {', '.join(missing)}")
    return ",".join(f"{p.name}={design.params[p.name]}" for p in recipe.parameters)
