"""Group the links of a fabric by the cable that carries them.

A cage that carries several links may take a cable that carries them all; a port that is split takes a
splitter; a bundle may be cut into cables of several links (12x).
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Approved
from fatdesk.engine.catalog.parts import Cable, Part
from fatdesk.engine.catalog.plugs import Plug, PortTable, port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


class Form(IntEnum):
    """Ways to cable the links of a group."""

    SINGLE = 0
    """One link between two cages that carry nothing else."""
    SHARED = 1
    """One link of a cage whose other links go elsewhere: only a fibre between transceivers can do that."""
    TWIN = 2
    """All links of two cages that join just each other: one cable, or a fibre for each link."""
    LEGS = 3
    """All links of one cage, each to a cage of its own: one splitter, or a fibre for each link."""
    SPLIT = 4
    """One port split into slower ones: one splitter."""
    SPLIT_CAGE = 6
    """All ports of a cage with several, each split alike: one splitter, or a fibre that splits for each."""
    BUNDLE = 5
    """Links of a bundle in the cable that the user named for bundles."""


@dataclass(frozen=True)
class PlugPair:
    """Plugs at both ends of a group of links, for which a cable is needed."""

    form: Form
    a: Plug
    b: Plug
    links: int
    only: tuple[Approved, ...] = ()
    """Each of these must allow its cable and transceivers."""

    @property
    def slower(self) -> int:
        """Links that each port of end a is split into."""
        return round(self.a.rate_gbps / self.b.rate_gbps) if self.form in (Form.SPLIT, Form.SPLIT_CAGE) else 1

    @property
    def legs(self) -> int:
        """Plugs at the far end of a splitter for all of it; 1: none is split."""
        match self.form:
            case Form.LEGS:
                return max(self.a.links, self.b.links)
            case Form.SPLIT_CAGE:
                return self.a.links * self.slower
        return self.slower

    @property
    def apart(self) -> int:
        """Cables where each port of end a has one of its own."""
        return -(-self.links // self.slower)

    def allows(self, part: Part) -> bool:
        """Whether a cable or transceiver is approved for it."""
        return all(some.allows(part) for some in self.only)


@dataclass(frozen=True, eq=False)
class Groups:
    """Links in groups that one cable may carry.

    Attributes
    ----------
    start, links : (g + 1,) and (l,) int64
        Links of group i are ``links[start[i]:start[i + 1]]``; traces are left out, and links to externals
        but for those from a split port whose splitter goes to hosts as well.
    need : (g,) int32
        Index into ``needs``.
    cage : (m, 2) int64
        Number of the cage at both ends of each link, unique in the fabric; -1 for traces and for the far
        ends of links to externals.
    """

    start: Longs
    links: Longs
    need: NDArray[np.int32]
    needs: tuple[PlugPair, ...]
    cage: Longs


def tables_of(fabric: Fabric, catalog: Catalog) -> list[PortTable]:
    """The port table of each of a fabric's parts."""
    return [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]


def form_groups(fabric: Fabric, catalog: Catalog, bundle_cable: Cable | None = None) -> Groups:
    """Put the links of a fabric into groups."""
    tables = tables_of(fabric, catalog)
    real = ~fabric.trace & (fabric.kind[fabric.ends[:, 1]] != NodeKind.EXTERNAL)
    plugs, plug, cage = _plugs_and_cages(fabric, tables)
    key, form = _keys(fabric, plugs, plug, cage, real, bundle_cable)
    used = np.flatnonzero(real | _shares_port_with_hosts(fabric))
    # the links of a port follow each other where the ports of a cage share a splitter
    port = np.where(form == Form.SPLIT_CAGE, fabric.ports[:, 0], 0)
    order = used[np.lexsort((used, port[used], key[used]))]
    first = np.ones(len(order), bool)
    first[1:] = key[order][1:] != key[order][:-1]
    starts = np.flatnonzero(first)
    start = np.append(starts, len(order)).astype(np.int64)
    sizes = np.diff(start)
    heads = order[starts]
    # groups in the order of their first link
    rank = np.argsort(heads, kind="stable")
    begins = start[rank]
    heads, sizes = heads[rank], sizes[rank]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    order = order[np.repeat(begins - start[:-1], sizes) + np.arange(len(order))]
    columns = (form[heads], plug[heads, 0], plug[heads, 1], sizes)
    shape = tuple(int(column.max(initial=0)) + 1 for column in columns)
    distinct, need = np.unique(np.ravel_multi_index(columns, shape), return_inverse=True)
    rows = zip(*(column.tolist() for column in np.unravel_index(distinct, shape)), strict=True)
    needs = tuple(PlugPair(Form(f), plugs[a], plugs[b], n) for f, a, b, n in rows)
    return Groups(start, order.astype(np.int64), need.astype(np.int32), needs, cage)


def _shares_port_with_hosts(fabric: Fabric) -> NDArray[np.bool_]:
    """Links to externals from a split port that serves hosts too: legs of the same splitter."""
    external = fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL
    split = (fabric.splits > 1) & ~fabric.trace
    port = fabric.ends[:, 0].astype(np.int64) * (int(fabric.ports.max(initial=0)) + 1) + fabric.ports[:, 0]
    result: NDArray[np.bool_] = external & split & np.isin(port, port[split & ~external])
    return result


def _plugs_and_cages(
    fabric: Fabric, tables: list[PortTable]
) -> tuple[tuple[Plug, ...], NDArray[np.int64], Longs]:
    """Kinds of cages, and for both ends of each link its kind and its cage."""
    plugs: dict[Plug, int] = {}
    kinds = [np.array([plugs.setdefault(p, len(plugs)) for p in table.plugs], np.int64) for table in tables]
    cages = [int(table.cage.max()) + 1 for table in tables]
    most = max(cages, default=1)
    plug = np.full(fabric.ends.shape, -1, np.int64)
    cage = np.full(fabric.ends.shape, -1, np.int64)
    part = fabric.part[fabric.ends]
    for number, table in enumerate(tables):
        here = (part == number) & ~fabric.trace[:, None]
        port = fabric.ports[here]
        plug[here] = kinds[number][table.plug[port]]
        cage[here] = fabric.ends[here].astype(np.int64) * most + table.cage[port]
    return tuple(plugs), plug, cage


def _keys(
    fabric: Fabric,
    plugs: tuple[Plug, ...],
    plug: NDArray[np.int64],
    cage: Longs,
    real: NDArray[np.bool_],
    bundle_cable: Cable | None,
) -> tuple[Longs, NDArray[np.int64]]:
    """A number that links of one group share, and the form of each link."""
    links = len(fabric.trace)
    key = np.arange(links, dtype=np.int64)
    form = np.full(links, Form.SINGLE, np.int64)
    capacity = np.array([p.links for p in plugs] or [1], np.int64)[plug]
    outside = cage[(fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL) & ~fabric.trace, 0]
    head_a, size_a, same_a = _by_cage(cage[:, 0], cage[:, 1], real)
    head_b, size_b, same_b = _by_cage(cage[:, 1], cage[:, 0], real)
    many = (capacity > 1).any(axis=1)
    form[many] = Form.SHARED
    alone_b = (capacity[:, 1] == 1) & (size_b == 1)
    alone_a = (capacity[:, 0] == 1) & (size_a == 1)
    # beside a link to an external node a cage holds a transceiver, and no splitter
    alone_b &= ~np.isin(cage[:, 0], outside)
    split = (real | _shares_port_with_hosts(fabric)) & (fabric.splits > 1)
    # one plug fills a cage: next to a split port no other port of it has a splitter of its own
    halves = split & (capacity[:, 0] > 1) & alone_b & _alike_in_group(head_a, fabric.splits, plug[:, 1], real)
    halves &= _all_in_group(head_a, halves, real)
    alone_b &= ~split
    legs_a = many & (capacity[:, 0] > 1) & _all_in_group(head_a, alone_b, real)
    legs_b = many & (capacity[:, 1] > 1) & _all_in_group(head_b, alone_a, real) & ~legs_a
    key[legs_a], form[legs_a] = head_a[legs_a], Form.LEGS
    key[legs_b], form[legs_b] = head_b[legs_b], Form.LEGS
    twin = many & same_a & same_b & (size_a == capacity[:, 0]) & (size_b == capacity[:, 1]) & (size_a > 1)
    key[twin], form[twin] = head_a[twin], Form.TWIN
    if split.any():
        port = fabric.ends[:, 0].astype(np.int64) * (int(fabric.ports.max()) + 1) + fabric.ports[:, 0]
        key[split], form[split] = _heads(port, split)[split], Form.SPLIT
        key[halves], form[halves] = head_a[halves], Form.SPLIT_CAGE
    if bundle_cable is not None:
        bundled = real & (fabric.kind[fabric.ends[:, 1]] == NodeKind.SWITCH)
        key[bundled] = _cut(fabric.bundle, bundled, bundle_cable.links)[bundled]
        form[bundled] = Form.BUNDLE
    return key, form


def _heads(value: Longs, mask: NDArray[np.bool_]) -> Longs:
    """For each masked link the first masked link with the same value."""
    head = np.arange(len(value), dtype=np.int64)
    where = np.flatnonzero(mask)
    _, first, inverse = np.unique(value[where], return_index=True, return_inverse=True)
    head[where] = where[first][inverse.reshape(-1)]
    return head


def _by_cage(cage: Longs, other: Longs, real: NDArray[np.bool_]) -> tuple[Longs, Longs, NDArray[np.bool_]]:
    """First link of each link's cage, links in use there, and whether all go to one cage."""
    head = _heads(cage, real)
    size = np.bincount(head[real], minlength=len(cage))[head]
    low = np.full(len(cage), np.iinfo(np.int64).max)
    high = np.full(len(cage), -1, np.int64)
    np.minimum.at(low, head[real], other[real])
    np.maximum.at(high, head[real], other[real])
    return head, size, (low == high)[head]


def _all_in_group(head: Longs, fine: NDArray[np.bool_], real: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether all links of a link's cage are fine."""
    bad = np.zeros(len(head), bool)
    np.logical_or.at(bad, head[real], ~fine[real])
    return ~bad[head]


def _alike_in_group(
    head: Longs, splits: NDArray[np.int32], plug: NDArray[np.int64], real: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether all links of a link's cage are split alike and go to cages of one kind."""
    first = (splits == splits[head]) & (plug == plug[head])
    return _all_in_group(head, first, real)


def _cut(bundle: NDArray[np.int32], mask: NDArray[np.bool_], size: int) -> Longs:
    """Cut bundles into pieces of ``size`` links; a number shared by the links of a piece."""
    where = np.flatnonzero(mask)
    order = where[np.lexsort((where, bundle[where]))]
    first = np.ones(len(order), bool)
    first[1:] = bundle[order][1:] != bundle[order][:-1]
    begin = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    within = np.arange(len(order)) - begin
    key = np.arange(len(bundle), dtype=np.int64)
    key[order] = order[begin + within // size * size]
    return key
