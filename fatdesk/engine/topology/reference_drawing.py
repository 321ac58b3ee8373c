"""Drawings of networks without parts: names, layout and colours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, fabric_of
from fatdesk.engine.topology.cluster_layout import lay_out
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.layout import BOX_HIGH, FEW, LEAST_GAP, NARROW, NONE, WIDE, Columns, Kind, Layout
from fatdesk.engine.topology.link_colours import Colouring, Mode
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import (
    hyperx,
    kary_tree,
    mirrored,
    named_network,
    ruft,
    star_network,
    two_level_network,
    universal,
)
from fatdesk.networks.topologies.topology import numbers, whole


class Slots(NamedTuple):
    """Slots in order of rows, each from the left, as a layout has them; ``row`` of each from the lowest."""

    node: Longs
    kind: Longs
    x: Floats
    wide: Floats
    high: Floats
    row: Longs
    of_node: Longs


def bare_layout(
    fabric: Fabric,
    slots: Slots,
    row_y: Floats,
    link_slot: Longs,
    words: Sequence[str],
    levels: Sequence[int],
    *,
    lane: NDArray[np.int8] | None = None,
    hosts: Longs | None = None,
    grid: float = 0.0,
) -> Layout:
    """The layout; parameters as the attributes of :class:`Layout`."""
    count = len(slots.node)
    none, flat = np.zeros(0, np.int64), np.zeros(0)
    top = int(fabric.level[fabric.kind == NodeKind.SWITCH].max(initial=1))
    unplaced = np.full(fabric.node_count, NONE, np.int64)
    y = row_y[slots.row]
    return Layout(
        columns=Columns(0, top, unplaced, (), unplaced),
        rows=tuple(np.flatnonzero(slots.row == row) for row in range(len(row_y))),
        row_y=row_y,
        slot_node=slots.node.astype(np.int64),
        slot_kind=slots.kind.astype(np.int64),
        slot_x=slots.x,
        slot_wide=slots.wide,
        slot_high=slots.high,
        slot_column=np.full(count, NONE, np.int64),
        slot_of_node=slots.of_node,
        slot_box=np.arange(count),
        box_slot=np.arange(count),
        box_kind=slots.kind.astype(np.int64),
        box_chip=np.zeros(count, np.int64),
        box_x=slots.x,
        box_y=y,
        box_wide=slots.wide,
        box_high=slots.high,
        link_box=link_slot,
        inner=np.zeros((0, 3), np.int64),
        hosts=none,
        host_column=none,
        host_place=none,
        host_start=np.zeros(1, np.int64),
        cells=1,
        cell_rows=0,
        column_x=flat,
        column_wide=flat,
        host_y=float(row_y[0] + slots.high[slots.row == 0].max(initial=0.0) / 2),
        opened=frozenset(),
        row_words=tuple(words),
        row_levels=tuple(levels),
        slot_hosts=hosts,
        link_lane=lane,
        grid=grid,
    )


ACROSS, DOWN, APART = 60.0, 96.0, 130.0
"""Between columns, between rows, and between grids."""


def lay_on_grid(fabric: Fabric, hosts: int, S: Sequence[int], T: int) -> Layout:
    """Lay out ``S[0]`` x ``S[1]`` x ... switches, the last dimension from left to right, with T hosts each.

    Hosts are not drawn: the box of their switch shows their number and represents them.
    """
    across, down = S[-1], S[-2] if len(S) > 1 else 1
    switches = np.flatnonzero(fabric.kind == NodeKind.SWITCH).astype(np.int64)
    number = np.arange(len(switches))
    column, line, sheet = number % across, number // across % down, number // (across * down)
    sheets = len(switches) // (across * down)
    order = np.lexsort((column, sheet, -line))
    pitch = NARROW + ACROSS * _more(down)
    wide = across * pitch + (APART if sheets > 1 else 0.0)
    slot = np.zeros(len(switches), np.int64)
    slot[order] = number
    of_node = np.concatenate([slot[np.arange(hosts) // T], slot])
    gap = DOWN * _more(across) + (DOWN if sheets > 1 else 0.0)
    y = np.arange(down)[::-1] * (BOX_HIGH + gap)
    slots = Slots(
        node=switches[order],
        kind=np.full(len(switches), int(Kind.SWITCH)),
        x=(sheet * wide + (column + 0.5) * pitch)[order],
        wide=np.full(len(switches), NARROW),
        high=np.full(len(switches), BOX_HIGH),
        row=down - 1 - line[order],
        of_node=of_node,
    )
    ends = of_node[fabric.ends]
    ends[(fabric.ends < hosts).any(axis=1)] = NONE
    words = [f"{value}" for value in range(down - 1, -1, -1)] if down > 1 else [""]
    return bare_layout(
        fabric,
        slots,
        y.astype(np.float64),
        ends.astype(np.int64),
        words,
        [1] * down,
        hosts=np.full(len(switches), T),
        grid=wide,
    )


def _more(count: int) -> float:
    """Return the additional width for arcs where more boxes are joined."""
    return 1.0 + 0.14 * max(0, min(count, 16) - 3)


HOST_WIDE, HOST_HIGH = 46.0, 34.0
GAP, WIDE_GAP, HOST_GAP = 14.0, 120.0, 8.0
TALL = 0.66
"""Height of a drawing over its width, where rows are few."""
TO_HOSTS = 0.62
"""Height from hosts to switches, in heights from switches to switches."""


def lay_in_rows(
    fabric: Fabric,
    rows: Sequence[Longs],
    words: Sequence[str],
    into: NDArray[np.bool_] | None = None,
    lane: NDArray[np.int8] | None = None,
) -> Layout:
    """Lay out rows of nodes, the lowest first, each from the left and spread over the whole width.

    Parameters
    ----------
    words
        What each row is called.
    into : (m,) bool
        Links that lead to hosts; those hosts are repeated in the highest row. None: they are not.
    lane
        Links of another lane than 0 are drawn next to those of lane 0.
    """
    kind = fabric.kind
    node = np.concatenate(rows)
    row = np.repeat(np.arange(len(rows)), [len(some) for some in rows])
    host = kind[node] == NodeKind.HOST
    again = (row == len(rows) - 1) & (into is not None)
    kinds = np.where(again, int(Kind.AGAIN), np.where(host, int(Kind.HOST), int(Kind.SWITCH)))
    widest = max((len(some) for some in rows if kind[some[0]] != NodeKind.HOST), default=1)
    wide = np.where(host, HOST_WIDE, WIDE if widest <= FEW else NARROW)
    gap = np.where(host, HOST_GAP, WIDE_GAP if widest <= FEW else GAP)
    whole = float(np.bincount(row, wide + gap).max())
    count = np.bincount(row)
    place = np.arange(len(node)) - (np.cumsum(count) - count)[row]
    x = (place + 0.5) * (whole / count)[row]
    of_hosts = [kind[some[0]] == NodeKind.HOST for some in rows]
    step = max(LEAST_GAP * 0.8, TALL * whole / max(1, len(rows) - 1))
    y, at = np.zeros(len(rows)), 0.0
    for number in range(len(rows) - 1, -1, -1):
        y[number] = at
        near_hosts = of_hosts[number] or (number > 0 and of_hosts[number - 1])
        at += step * (TO_HOSTS if near_hosts else 1.0)
    slot_of_node = np.full(fabric.node_count, -1, np.int64)
    slot_of_node[node[~again]] = np.flatnonzero(~again)
    ends = slot_of_node[fabric.ends.astype(np.int64)]
    if into is not None:
        twice = np.full(fabric.node_count, -1, np.int64)
        twice[node[again]] = np.flatnonzero(again)
        ends[into, 1] = twice[fabric.ends[into, 1]]
    levels = [0 if hosts else int(fabric.level[some[0]]) for hosts, some in zip(of_hosts, rows, strict=True)]
    slots = Slots(node, kinds, x, wide, np.where(host, HOST_HIGH, BOX_HIGH), row, slot_of_node)
    return bare_layout(fabric, slots, y, ends, words, levels, lane=lane)


MOST_LINKS = 4_000_000
"""Networks of more links are not drawn."""
STAGED = tuple(topology.name for topology in ruft.TOPOLOGIES)
MIRRORED = (mirrored.CLOS, mirrored.MIKANT)
BOUGHT = (star_network.WORD, two_level_network.WORD)
"""Of these rows are called as those of fabrics are."""


@dataclass(frozen=True, eq=False)
class Studied:
    """A network with its addresses as names.

    Attributes
    ----------
    word
        The word of its topology in a SPEC; empty for a graph in a file.
    fabric
        The same nodes and links by the same numbers, with ids ``NAME/NODE``.
    """

    name: str
    spec: str
    word: str
    network: Network
    fabric: Fabric
    names: tuple[str, ...]

    @cached_property
    def node_of(self) -> dict[str, int]:
        """The node of each id."""
        return {key: node for node, key in enumerate(self.fabric.ids)}

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Modes of colouring its links, the default first."""
        return ("lane", "level") if self.network.lane.any() else ("level",)

    @property
    def level_title(self) -> str:
        """Title of the colouring that others call by level."""
        return "Dimension" if self.word == hyperx.NAME else "Level"

    def drawing(self) -> Drawing:
        """Layout and bundles."""
        none = np.full(self.network.node_count, -1, np.int32)
        notes = ONE_WAY if self.word in STAGED else ()
        return Drawing(self.fabric, self.names, none, (), Catalog(()), layout=self._layout(), notes=notes)

    def colouring(self, mode: Mode) -> Colouring:
        """Return the colouring of its links."""
        network = self.network
        if mode == "lane":
            names = ("Primary", "Secondary")
            return Colouring("lane", "Links", network.lane.astype(np.int64), names, kinds=("DAC", "ACC"))
        if self.word == hyperx.NAME:
            return Colouring("level", self.level_title, *self._dimensions())
        level = network.level[network.ends].astype(np.int64)
        top = int(network.level.max())
        of_hosts = (network.ends < network.hosts).any(axis=1)
        code = np.where(of_hosts, 0, np.where(level[:, 0] == level[:, 1], top, level.max(axis=1) - 1))
        steps = [f"{self._word(n)} to {self._word(n + 1, short=True)}" for n in range(1, top)]
        across = "Between the groups" if self.word in MIRRORED else "Between switches"
        return Colouring("level", "Level", code, ("Of hosts", *steps, across))

    def _dimensions(self) -> tuple[Longs, tuple[str, ...]]:
        """For each link of a lattice the dimension along which it leads, from 1; 0: of hosts."""
        network = self.network
        S = numbers(network.params, "S")
        a, b = (network.ends.astype(np.int64) - network.hosts).T
        code, step = np.zeros(len(a), np.int64), 1
        for dimension in range(len(S), 0, -1):
            code[(a >= 0) & (a // step % S[dimension - 1] != b // step % S[dimension - 1])] = dimension
            step *= S[dimension - 1]
        return code, ("Of hosts", *(f"Along dimension {n}" for n in range(1, len(S) + 1)))

    def _word(self, level: int, *, short: bool = False) -> str:
        """Return the name of a level of switches, by the number of digits in addresses."""
        name, top = self.word, int(self.network.level.max())
        word, number = "Level", level
        if name in (kary_tree.NAME, *STAGED):
            word, number = "Stage", level - 1
        elif name in MIRRORED:
            number = level - 1
        elif name == universal.NAME:
            number = top - level
        return f"{number}" if short else f"{word} {number}"

    def _layout(self) -> Layout:
        """Positions of all items: as drawn in the paper, or hosts below their switches."""
        network, fabric = self.network, self.fabric
        if self.word == hyperx.NAME:
            params = network.params
            return lay_on_grid(fabric, network.hosts, numbers(params, "S"), whole(params, "T"))
        if self.word in STAGED:
            return self._staged()
        if self.word in MIRRORED and whole(network.params, "n") > 1:
            return self._mirrored()
        ways = np.bincount(network.ends[network.ends < network.hosts])
        if self.word == kary_tree.NAME or ways.max() > 1 or network.one_way:
            return self._by_level()
        laid = lay_out(fabric, Catalog(()))
        if self.word in BOUGHT:
            return laid
        words = tuple(self._word(level) for level in range(1, laid.columns.levels + 1))
        return replace(laid, row_words=words, row_levels=tuple(range(1, len(words) + 1)))

    def _staged(self) -> Layout:
        """Stages from the hosts up, and the hosts once more over the last, where its links lead."""
        network = self.network
        hosts = np.arange(network.hosts, dtype=np.int64)
        top = int(network.level.max())
        stages = [np.flatnonzero(network.level == level) for level in range(1, top + 1)]
        into = network.ends[:, 1] < network.hosts
        last = network.ends[into & (network.lane == 0)]
        back = last[np.lexsort((last[:, 1], last[:, 0])), 1].astype(np.int64)
        words = ["Hosts send", *(self._word(n) for n in range(1, top + 1)), "Hosts receive"]
        rows = [hosts, *stages, back]
        return lay_in_rows(self.fabric, rows, words, into, network.lane if network.lane.any() else None)

    def _mirrored(self) -> Layout:
        """Group 0 from its hosts up, what is between, and group 1 turned over with its hosts on top."""
        network, params = self.network, self.network.params
        k, n = whole(params, "k"), whole(params, "n")
        each, hosts = k ** (n - 1), network.hosts
        p = np.arange(k**n, dtype=np.int64)
        in_order = p[np.lexsort((p // each, p % each))]
        first = hosts + np.arange(2 * (n - 1), dtype=np.int64) * each
        levels = [start + np.arange(each) for start in first.tolist()]
        rows = [in_order, *levels[: n - 1]]
        words = ["Group 0, hosts", *(f"Group 0, level {level}" for level in range(n - 1))]
        if self.word == mirrored.CLOS:
            rows.append(hosts + 2 * (n - 1) * each + np.arange(each))
            words.append("Middle")
        rows += [*levels[: n - 2 : -1], k**n + in_order]
        words += [*(f"Group 1, level {level}" for level in reversed(range(n - 1))), "Group 1, hosts"]
        return lay_in_rows(self.fabric, rows, words)

    def _by_level(self) -> Layout:
        """Hosts in a row by themselves, each link of theirs a line."""
        top = int(self.network.level.max())
        rows = [np.flatnonzero(self.network.level == level) for level in range(top + 1)]
        return lay_in_rows(self.fabric, rows, ["Hosts", *(self._word(n) for n in range(1, top + 1))])


ONE_WAY = ("Packets go upwards; the hosts on top are those below",)


def studied(name: str, spec: str, network: Network) -> Studied:
    """The network of a study, built already."""
    known = named_network(spec)
    names = tuple(known.address(network, node) for node in range(network.node_count))
    ids = [f"{name}/{node}" for node in range(network.node_count)]
    word = "" if known.topology is None else known.topology.name
    return Studied(name, spec, word, network, fabric_of(network, name, ids), names)


def link_count(spec: str) -> int:
    """Return the number of links of the network of a SPEC; only a graph in a file is read for that."""
    known = named_network(spec)
    return known.build().link_count if known.closed is None else known.closed.links
