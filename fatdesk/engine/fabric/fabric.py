"""A network as arrays of nodes and links."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints
from fatdesk.core.struct import Id, Struct


class NodeKind(IntEnum):
    """Kind of a node."""

    HOST = 0
    SWITCH = 1
    EXTERNAL = 2
    """The far end of an extra port, outside this project."""


class NodePart(Struct, frozen=True, kw_only=True):
    """The part of a node; for a modular switch with its cards."""

    part: Id
    cards: int = 0
    card: str = ""


@dataclass(frozen=True, eq=False)
class Fabric:
    """A network: n nodes and m links.

    Nodes are in the order hosts (group by group, as required), switches (level by level), externals.

    Attributes
    ----------
    name
        Name of the fabric in the project.
    parts
        The distinct parts of the nodes; ``part`` indexes it.
    kind, level, part, index, block : (n,) int32
        NodeKind; 0 for hosts and externals, 1 for edge switches, 2 for core switches; index into
        ``parts`` (-1: external); number from 0 within hosts, a level, or externals; building block of a
        host or edge switch (a group's hosts and its edge switches; blades: an enclosure), -1 for all others.
    ids
        Stable key of each node, from which names are made: ``nodes/17`` (host 17, from 1, of group
        nodes), ``compute/edge/3``, ``compute/core/1``, ``compute/external/1``.
    ends, ports : (m, 2) int32
        Both nodes of a link and the link-level port there, from 0 through all cages of the part. End 0
        is the edge switch, end 1 the host, core switch or external node; between two edge switches
        end 0 is the lower.
    split : (m,) int32
        Which of the splits of the port at end 0 it is, from 0.
    splits : (m,) int32
        Into how many the port at end 0 is split; 1: not split.
    bundle : (m,) int32
        Links between the same two switches have one number, host and external links have one each.
    trace : (m,) bool
        A trace of a backplane: neither counted as a link nor as a cable.
    rate_gbps : (m,) float64
    enclosure
        Part id of the enclosures that hold the blocks, empty for rack servers.
    pass_through
        Blocks whose enclosure holds a pass-through panel instead of a switch.
    port_systems
        Operating systems whose names the ports have: of each part the first that it knows, else its own
        first.
    """

    name: str
    parts: tuple[NodePart, ...]
    kind: Ints
    level: Ints
    part: Ints
    index: Ints
    block: Ints
    ids: tuple[str, ...]
    ends: Ints
    ports: Ints
    split: Ints
    splits: Ints
    bundle: Ints
    trace: NDArray[np.bool_]
    rate_gbps: NDArray[np.float64]
    enclosure: str = ""
    pass_through: tuple[int, ...] = ()
    port_systems: tuple[Id, ...] = ()

    @property
    def node_count(self) -> int:
        """Nodes, externals included."""
        return len(self.kind)

    @property
    def link_count(self) -> int:
        """Links, traces of backplanes not counted."""
        return int(len(self.trace) - self.trace.sum())

    def nodes(self, kind: NodeKind, level: int | None = None) -> Ints:
        """Indices of the nodes of a kind, and of a level when given."""
        wanted = self.kind == kind
        if level is not None:
            wanted &= self.level == level
        return np.flatnonzero(wanted).astype(np.int32)
