"""Layout of cluster networks: hosts in columns under their switches, pods together, upper rows above."""

from collections.abc import Collection

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Tree, inner_tree
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.topology.layout import (
    BOX_HIGH,
    CELL_HIGH,
    CELL_WIDE,
    CHIP_GAP,
    CHIP_HIGH,
    CHIP_ROW,
    CHIP_WIDE,
    FEW,
    FRAME,
    LEAST_GAP,
    NARROW,
    NONE,
    OUTSIDE_WIDE,
    SHAPE,
    STEM,
    WIDE,
    Kind,
    Layout,
    columns_of,
)


def trees(fabric: Fabric, catalog: Catalog) -> list[Tree | None]:
    """For each part of a network its inner tree; None where it has none, or the catalog does not state."""
    found: list[Tree | None] = []
    for some in fabric.parts:
        part = catalog[some.part]
        if isinstance(part, ModularSwitch) and some.cards:
            found.append(inner_tree(part, some.cards, some.card))
        else:
            found.append(None)
    return found


def modular_switches(fabric: Fabric, catalog: Catalog) -> Longs:
    """Switches whose inside is known."""
    known = np.array([tree is not None for tree in trees(fabric, catalog)] + [False])
    switch = fabric.kind == NodeKind.SWITCH
    return np.flatnonzero(switch & known[fabric.part])


def card_of_ports(fabric: Fabric, catalog: Catalog, nodes: Collection[int], links: Longs, end: int) -> Longs:
    """The line card, from 0, of one end of some links; 0 where the switch there is none of ``nodes``."""
    card = np.zeros(len(links), np.int64)
    at, port = fabric.ends[links, end], fabric.ports[links, end]
    opened = np.isin(at, np.array(sorted(nodes), np.int64))
    for number, some in enumerate(fabric.parts):
        here = np.flatnonzero(opened & (fabric.part[at] == number))
        if len(here):
            table = port_table(catalog, some.part, some.cards, some.card)
            card[here] = table.cage[port[here]] // max(1, table.cages_per_card)
    return card


def lay_out(fabric: Fabric, catalog: Catalog, opened: Collection[int] = ()) -> Layout:
    """Lay out a network.

    Parameters
    ----------
    opened
        Modular switches, by node, that show their chips; others are left out.
    """
    return _LayingOut(fabric, catalog, opened).layout()


class _LayingOut:
    def __init__(self, fabric: Fabric, catalog: Catalog, opened: Collection[int]) -> None:
        self.fabric, self.catalog = fabric, catalog
        self.columns = columns_of(fabric)
        of_part = trees(fabric, catalog)
        self.tree = {node: of_part[fabric.part[node]] for node in sorted(opened)}
        self.tree = {node: tree for node, tree in self.tree.items() if tree is not None}
        self._hosts()
        self._slots()

    def _hosts(self) -> None:
        """Hosts in columns, and how they are there."""
        fabric, columns = self.fabric, self.columns
        hosts = fabric.nodes(NodeKind.HOST).astype(np.int64)
        column = columns.of_node[hosts]
        order = np.argsort(column, kind="stable")
        self.hosts, self.host_column = hosts[order], column[order]
        counts = np.bincount(column, minlength=columns.count)
        self.host_start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        self.host_place = np.arange(len(hosts)) - self.host_start[self.host_column]
        most = int(counts.max(initial=0))
        wide = columns.count <= FEW
        self.cells = max(1, int(np.ceil(np.sqrt(most * 2 if wide else most / 2))))
        self.cell_rows = -(-most // self.cells)

    def _slots(self) -> None:
        """Contents of rows: switches, panels of columns without a switch, the outside of switches."""
        fabric, columns = self.fabric, self.columns
        box = WIDE if columns.count <= FEW else NARROW
        nodes, kinds, rows, column = [], [], [], []
        switches = fabric.nodes(NodeKind.SWITCH).astype(np.int64)
        nodes.append(switches)
        kinds.append(np.full(len(switches), int(Kind.SWITCH)))
        rows.append(fabric.level[switches].astype(np.int64) - 1)
        column.append(columns.of_node[switches])
        bare = np.setdiff1d(np.arange(columns.count), columns.of_node[switches])
        nodes.append(np.full(len(bare), NONE))
        kinds.append(np.full(len(bare), int(Kind.PANEL)))
        rows.append(np.zeros(len(bare), np.int64))
        column.append(bare)
        leads_out = fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL
        doors = np.unique(fabric.ends[leads_out, 0]).astype(np.int64)
        nodes.append(doors)
        kinds.append(np.full(len(doors), int(Kind.OUTSIDE)))
        rows.append(np.full(len(doors), columns.levels))
        column.append(np.full(len(doors), NONE))
        self.node, self.kind = np.concatenate(nodes), np.concatenate(kinds)
        self.row, self.column = np.concatenate(rows), np.concatenate(column)
        self.row_count = columns.levels + bool(len(doors))
        self.wide = np.where(self.kind == Kind.OUTSIDE, OUTSIDE_WIDE, box)
        self.high = np.full(len(self.node), BOX_HIGH)
        self.slot_of_node = np.full(fabric.node_count, NONE, np.int64)
        self.slot_of_node[switches] = np.arange(len(switches))
        for node, tree in self.tree.items():
            slot = self.slot_of_node[node]
            chips = max(tree.cards, tree.boards)
            self.wide[slot] = max(box, chips * (CHIP_WIDE + CHIP_GAP) - CHIP_GAP + 2 * FRAME)
            self.high[slot] = CHIP_ROW + CHIP_HIGH + 2 * FRAME + 20
        self.gap = 52.0 if columns.count <= FEW else 14.0

    def _groups(self, row: int) -> Longs:
        """The pod over whose columns each slot of a row is spread; a highest row in no groups is over all."""
        columns, here = self.columns, np.flatnonzero(self.row == row)
        if 1 <= row <= len(columns.pods):
            return np.maximum(columns.pod_of_node[self.node[here]], 0)
        return np.zeros(len(here), np.int64)

    def _spread(self) -> None:
        """Fit the width of columns to their contents and the boxes above, then place all items."""
        columns = self.columns
        lowest = np.flatnonzero(self.row == 0)
        own = self.wide[lowest] + 8
        wide: Floats = np.bincount(self.column[lowest], own, minlength=columns.count).astype(np.float64)
        wide = wide - 8.0
        pitch: Floats = np.maximum(wide, self.cells * CELL_WIDE) + self.gap
        above = [(row, self._groups(row)) for row in range(1, self.row_count)]
        apart = self._apart()
        for row, group in above:
            here = np.flatnonzero(self.row == row)
            pods = self._pods_at(row)
            need = np.bincount(group, self.wide[here] + self.gap, minlength=int(pods.max(initial=0)) + 1)
            have = np.bincount(pods, pitch, minlength=len(need))
            count = np.maximum(np.bincount(pods, minlength=len(need)), 1)
            pitch = pitch + (np.maximum(need - have, 0) / count)[pods]
        start = np.concatenate([[0.0], np.cumsum(pitch + apart)])[:-1] + apart
        self.column_x, self.column_wide = start + pitch / 2, pitch - self.gap
        self.x = np.zeros(len(self.node))
        self._spread_lowest(lowest, wide)
        for row, group in above:
            pods = self._pods_at(row)
            low = np.full(int(pods.max(initial=0)) + 1, np.inf)
            top = np.full(len(low), -np.inf)
            np.minimum.at(low, pods, start)
            np.maximum.at(top, pods, start + pitch)
            if not len(start):
                low[:], top[:] = 0.0, 1000.0
            here = np.flatnonzero(self.row == row)
            self._spread_evenly(here, group, low, top)

    def _apart(self) -> Floats:
        """Room before each column: more where another pod begins."""
        apart = np.zeros(self.columns.count)
        for pods in self.columns.pods:
            apart[1:] += (pods[1:] != pods[:-1]) * 3 * self.gap
        return apart

    def _pods_at(self, row: int) -> Longs:
        """For each column the group that slots of a row are spread over."""
        pods = self.columns.pods
        if 1 <= row <= len(pods):
            return pods[row - 1]
        return np.zeros(self.columns.count, np.int64)

    def _spread_lowest(self, lowest: Longs, wide: Floats) -> None:
        """Side by side in their columns, as nodes are numbered."""
        order = lowest[np.lexsort((lowest, self.column[lowest]))]
        column, size = self.column[order], self.wide[order] + 8
        ends = np.cumsum(size)
        before = ends - size
        first = np.searchsorted(column, np.arange(self.columns.count))
        offset = before - before[first[column]] if len(order) else before
        self.x[order] = self.column_x[column] - wide[column] / 2 + offset + (size - 8) / 2

    def _spread_evenly(self, here: Longs, group: Longs, low: Floats, top: Floats) -> None:
        """Over the width of their pod, with equal room between them."""
        order = np.lexsort((here, group))
        some, of = here[order], group[order]
        size = self.wide[some]
        count = np.bincount(of, minlength=len(low))
        room = (top - low - np.bincount(of, size, minlength=len(low))) / np.maximum(count, 1)
        step = size + room[of]
        before = np.cumsum(step) - step
        first = np.searchsorted(of, np.arange(len(low)))
        base = before[np.minimum(first, max(0, len(before) - 1))] if len(before) else np.zeros(len(low))
        self.x[some] = low[of] + before - base[of] + step / 2

    def _heights(self) -> tuple[Floats, float]:
        """The middle of each row, the highest at zero and below, and the upper edge of the hosts."""
        wide = float(self.column_wide.sum() + self.gap * self.columns.count)
        hosts = STEM + self.cell_rows * CELL_HIGH
        gap = max(LEAST_GAP, (SHAPE * wide - hosts) / max(1, self.row_count - 1))
        y, at = np.zeros(self.row_count), 0.0
        for row in range(self.row_count - 1, -1, -1):
            high = float(self.high[self.row == row].max(initial=BOX_HIGH))
            at += (high - BOX_HIGH) / 2
            y[row] = at
            at += gap + (high - BOX_HIGH) / 2
        lowest = float(self.high[self.row == 0].max(initial=BOX_HIGH))
        return y, float(y[0]) + lowest / 2 + STEM

    def layout(self) -> Layout:
        """All of it."""
        self._spread()
        row_y, host_y = self._heights()
        rows = []
        for row in range(self.row_count):
            here = np.flatnonzero(self.row == row)
            rows.append(here[np.lexsort((here, self.x[here]))])
        y = row_y[self.row]
        boxes, inner, first = self._boxes(y)
        slot, kind, chip, x, box_y, wide, high = boxes
        return Layout(
            columns=self.columns,
            rows=tuple(rows),
            row_y=row_y,
            slot_node=self.node,
            slot_kind=self.kind,
            slot_x=self.x,
            slot_wide=self.wide,
            slot_high=self.high,
            slot_column=self.column,
            slot_of_node=self.slot_of_node,
            slot_box=first,
            box_slot=slot.astype(np.int64),
            box_kind=kind.astype(np.int64),
            box_chip=chip.astype(np.int64),
            box_x=x,
            box_y=box_y,
            box_wide=wide,
            box_high=high,
            link_box=self._link_boxes(first),
            inner=inner,
            hosts=self.hosts,
            host_column=self.host_column,
            host_place=self.host_place,
            host_start=self.host_start,
            cells=self.cells,
            cell_rows=self.cell_rows,
            column_x=self.column_x,
            column_wide=self.column_wide,
            host_y=host_y,
            opened=frozenset(self.tree),
            over=LEAST_GAP if self._top_is_joined() else 0.0,
        )

    def _top_is_joined(self) -> bool:
        """Whether links run between switches of the highest row that are not adjacent."""
        slots = self.slot_of_node[self.fabric.ends]
        top = (slots >= 0).all(axis=1) & (self.row[slots] == self.columns.levels - 1).all(axis=1)
        here = np.flatnonzero(self.row == self.columns.levels - 1)
        place = np.zeros(len(self.node), np.int64)
        place[here[np.argsort(self.x[here], kind="stable")]] = np.arange(len(here))
        return bool((np.abs(np.diff(place[slots[top]], axis=1)) > 1).any())

    def _boxes(self, y: Floats) -> tuple[list[Floats], Longs, Longs]:
        """Boxes as columns of figures, links inside opened switches, and the first box of each slot."""
        slots = np.arange(len(self.node))
        frames = np.isin(slots, self.slot_of_node[np.array(sorted(self.tree), np.int64)])
        closed = np.flatnonzero(~frames)
        first = np.full(len(self.node), NONE, np.int64)
        first[closed] = np.arange(len(closed))
        parts = [
            np.column_stack(
                [
                    closed,
                    self.kind[closed],
                    np.zeros(len(closed)),
                    self.x[closed],
                    y[closed],
                    self.wide[closed],
                    self.high[closed],
                ]
            )
        ]
        inner, count = [np.zeros((0, 3), np.int64)], len(closed)
        for node, tree in self.tree.items():
            slot = self.slot_of_node[node]
            first[slot] = count
            for kind, chips, side in ((Kind.CARD, tree.cards, 1), (Kind.BOARD, tree.boards, -1)):
                at = np.arange(chips)
                x = self.x[slot] + (at - (chips - 1) / 2) * (CHIP_WIDE + CHIP_GAP)
                level = np.full(chips, y[slot] + side * CHIP_ROW / 2 + 8)
                sizes = np.full(chips, CHIP_WIDE), np.full(chips, CHIP_HIGH)
                parts.append(
                    np.column_stack([np.full(chips, slot), np.full(chips, int(kind)), at, x, level, *sizes])
                )
            chips_of, _ = tree.links()
            pairs, times = np.unique(chips_of, axis=0, return_counts=True)
            inner.append(np.column_stack([pairs + count, times]))
            count += tree.chips
        return list(np.concatenate(parts).T), np.concatenate(inner), first

    def _link_boxes(self, first: Longs) -> Longs:
        """The boxes at both ends of each link."""
        fabric, columns = self.fabric, self.columns
        ends = fabric.ends.astype(np.int64)
        kind = fabric.kind[ends]
        slot = self.slot_of_node[ends]
        panel = np.full(columns.count, NONE, np.int64)
        panels = np.flatnonzero(self.kind == Kind.PANEL)
        panel[self.column[panels]] = panels
        door = np.full(fabric.node_count, NONE, np.int64)
        outside = np.flatnonzero(self.kind == Kind.OUTSIDE)
        door[self.node[outside]] = outside
        for side in (0, 1):
            hosts = kind[:, side] == NodeKind.HOST
            other = ends[hosts, 1 - side]
            column = columns.of_node[ends[hosts, side]]
            own = columns.of_node[other] == column
            lowest = first_in_column(self.column, self.row, columns.count)
            away = np.where(panel[column] >= 0, panel[column], lowest[column])
            slot[hosts, side] = np.where(own, NONE, away)
            out = kind[:, side] == NodeKind.EXTERNAL
            slot[out, side] = door[ends[out, 1 - side]]
        box = np.where(slot >= 0, first[slot], NONE)
        if self.tree:
            for side in (0, 1):
                links = np.flatnonzero(np.isin(ends[:, side], np.array(sorted(self.tree), np.int64)))
                box[links, side] += card_of_ports(fabric, self.catalog, self.tree, links, side)
        return box


def first_in_column(column: Longs, row: Longs, count: int) -> Longs:
    """The first slot of the lowest row in each column; NONE where there is none."""
    found = np.full(count, NONE, np.int64)
    lowest = np.flatnonzero((row == 0) & (column >= 0))[::-1]
    found[column[lowest]] = lowest
    return found
