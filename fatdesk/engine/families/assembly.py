"""Assembly of a fabric from nodes and batches of links."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.matching import Kind, exact, port_numbers
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart
from fatdesk.engine.families.design import HostGroup, PartUse
from fatdesk.engine.families.problem import HostPorts

EXTERNAL = -1


@dataclass(frozen=True, slots=True)
class Links:
    """Batch of links; every array broadcasts to their number.

    ``bundle`` numbers the bundles of this batch from 0; None: each link is one.
    """

    ends: tuple[ArrayLike, ArrayLike]
    ports: tuple[ArrayLike, ArrayLike]
    rate_gbps: ArrayLike
    split: ArrayLike = 0
    splits: ArrayLike = 1
    bundle: Longs | None = None
    trace: ArrayLike = False


@dataclass(frozen=True)
class Tier:
    """The switches of a level; ``role`` is part of their ids."""

    role: str
    use: PartUse
    count: int


@dataclass(frozen=True)
class Nodes:
    """The nodes of a fabric: hosts, switches level by level, externals.

    Attributes
    ----------
    tiers
        Switches, from the edge upwards.
    host_block, edge_block
        Building block of each host and edge switch.
    """

    groups: Sequence[HostGroup]
    tiers: Sequence[Tier]
    externals: int
    host_block: Longs
    edge_block: Longs

    @property
    def hosts(self) -> int:
        """Number of hosts."""
        return sum(group.count for group in self.groups)

    def first(self, level: int) -> int:
        """Node number of the first switch of a level, from 1."""
        return self.hosts + sum(tier.count for tier in self.tiers[: level - 1])

    @property
    def first_external(self) -> int:
        """Node number of the first external node."""
        return self.first(len(self.tiers) + 1)


def port_table(
    groups: Sequence[HostGroup], host_ports: HostPorts, links: Sequence[int], planes: int
) -> Longs:
    """Ports that a fabric takes of each group's hosts: by plane, and by link in a plane.

    Returns
    -------
    (groups, planes, links) int64
        0 where a group has fewer links.

    Raises
    ------
    FatdeskError
        When a host has fewer ports than links.
    """
    table = np.zeros((len(groups), planes, max(links)), dtype=np.int64)
    for group, each, row in zip(groups, links, table, strict=True):
        ports = host_ports.get(group.name, ())
        if len(ports) < each * planes:
            raise FatdeskError(
                f"hosts {group.name!r} ({group.part}) have {len(ports)} ports for this fabric, which needs "
                f"{each * planes} of each (rails times planes): use another part or fewer rails"
            )
        row[:, :each] = np.array(ports[: each * planes], dtype=np.int64).reshape(planes, each)
    return table


def taken_ports(
    configuration: Configuration, kind: Kind, split: int, start: int, count: int, what: str
) -> Longs:
    """Numbers of ``count`` ports of a kind from the ``start``-th on.

    Raises
    ------
    FatdeskError
        When the switch has fewer.
    """
    numbers = port_numbers(configuration.ports, kind.key, split, configuration.cards)
    if start + count > len(numbers) or start + count < 0:
        raise FatdeskError(
            f"{what} {configuration.part!r} has {len(numbers)} ports {kind}, the design takes {start + count}"
        )
    return numbers[start : start + count]


def shared_rate(down: Kind, split: Longs) -> NDArray[np.float64]:
    """Rate of a link of a port that a number of hosts share."""
    each, place = np.unique(split, return_inverse=True)
    return np.array([float(exact(down.rate_gbps) / n) for n in each.tolist()], dtype=np.float64)[place]


def assemble(
    name: str,
    nodes: Nodes,
    links: Sequence[Links],
    *,
    enclosure: str = "",
    pass_through: tuple[int, ...] = (),
) -> Fabric:
    """The arrays of a fabric."""
    parts: list[NodePart] = []

    def part_index(part: NodePart) -> int:
        if part not in parts:
            parts.append(part)
        return parts.index(part)

    group_parts = [part_index(group.node_part) for group in nodes.groups]
    host_part = np.repeat(group_parts, [group.count for group in nodes.groups])
    switch_parts = [part_index(_node_part(tier.use)) for tier in nodes.tiers]
    counts = [nodes.hosts, *(tier.count for tier in nodes.tiers), nodes.externals]
    kinds = [NodeKind.HOST, *[NodeKind.SWITCH] * len(nodes.tiers), NodeKind.EXTERNAL]
    ids = [f"{group.name}/{i}" for group in nodes.groups for i in range(1, group.count + 1)]
    roles = [*(tier.role for tier in nodes.tiers), "external"]
    for role, count in zip(roles, counts[1:], strict=True):
        ids += [f"{name}/{role}/{i}" for i in range(1, count + 1)]
    blocks = [nodes.host_block, nodes.edge_block, np.full(sum(counts[2:]), -1)]
    columns = [_columns(batch) for batch in links]
    joined = [np.concatenate(column) for column in zip(*columns, strict=True)]
    end_0, end_1, port_0, port_1, split, splits, trace, rate = joined
    return Fabric(
        name=name,
        parts=tuple(parts),
        kind=_ints(np.repeat(kinds, counts)),
        level=_ints(np.repeat([*range(len(counts) - 1), 0], counts)),
        part=_ints(np.concatenate([host_part, np.repeat([*switch_parts, EXTERNAL], counts[1:])])),
        index=_ints(np.concatenate([np.arange(count) for count in counts])),
        block=_ints(np.concatenate(blocks)),
        ids=tuple(ids),
        ends=_ints(np.stack([end_0, end_1], axis=1)),
        ports=_ints(np.stack([port_0, port_1], axis=1)),
        split=_ints(split),
        splits=_ints(splits),
        bundle=_ints(_bundles(links)),
        trace=trace.astype(np.bool_),
        rate_gbps=rate.astype(np.float64),
        enclosure=enclosure,
        pass_through=pass_through,
    )


def _node_part(part_use: PartUse) -> NodePart:
    return NodePart(part=part_use.part, cards=part_use.cards, card=part_use.card)


def _ints(values: NDArray[np.generic]) -> NDArray[np.int32]:
    return np.ascontiguousarray(values, dtype=np.int32)


def _columns(batch: Links) -> list[NDArray[np.generic]]:
    columns = (*batch.ends, *batch.ports, batch.split, batch.splits, batch.trace, batch.rate_gbps)
    return [np.ravel(column) for column in np.broadcast_arrays(*columns)]


def _bundles(links: Sequence[Links]) -> Longs:
    """Bundle numbers that count on from batch to batch."""
    numbers, start = [], 0
    for batch in links:
        size = np.broadcast(*(np.asarray(a) for a in (*batch.ends, *batch.ports))).size
        bundle = np.arange(size) if batch.bundle is None else np.ravel(batch.bundle)
        numbers.append(bundle + start)
        start += int(bundle.max()) + 1 if size else 0
    return np.concatenate(numbers)
