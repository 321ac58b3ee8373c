"""A drawing of a network: layout and bundles, with names, ports and racks."""

from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.names import level_name
from fatdesk.engine.topology.bundles import Wiring
from fatdesk.engine.topology.cluster_layout import lay_out
from fatdesk.engine.topology.layout import IS_NODE, Kind, Layout
from fatdesk.engine.topology.tiers import Tier


class Drawing:
    """One network.

    Parameters
    ----------
    names
        The name of each node.
    racks, rack_labels
        Index of the rack of each node (−1: in none), and what the racks are called.
    opened
        Modular switches that show their chips.
    layout
        Positions of all items, if not those of a fabric.
    notes
        What the key says besides.
    """

    def __init__(
        self,
        fabric: Fabric,
        names: Sequence[str],
        racks: NDArray[np.int32],
        rack_labels: Sequence[str],
        catalog: Catalog,
        opened: Collection[int] = (),
        layout: Layout | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.fabric, self.names, self.catalog = fabric, names, catalog
        self.notes = tuple(notes)
        self.racks, self.rack_labels = racks, tuple(rack_labels)
        self.layout = layout or lay_out(fabric, catalog, opened)
        self.wiring = Wiring(self.layout)

    def with_racks(self, racks: NDArray[np.int32], rack_labels: Sequence[str]) -> "Drawing":
        """The same drawing after elements were moved between racks."""
        made = object.__new__(Drawing)
        made.__dict__.update(self.__dict__)
        made.racks, made.rack_labels = racks, tuple(rack_labels)
        made.__dict__.pop("rack_text", None)
        return made

    @property
    def levels(self) -> int:
        """Levels of switches."""
        return self.layout.columns.levels

    def row_name(self, row: int) -> str:
        """Return the name of the switches of a row."""
        if self.layout.row_words:
            return self.layout.row_words[row]
        if row >= self.levels:
            return "External"
        return level_name(row + 1, self.levels)

    def level_of(self, row: int) -> int:
        """The level of switches in a row; 0: hosts."""
        words = self.layout.row_levels
        return words[row] if words else min(row + 1, self.levels)

    def rack_of(self, node: int) -> str:
        """Label of the rack of a node; empty where it is in none."""
        number = int(self.racks[node])
        return self.rack_labels[number] if number >= 0 else ""

    @cached_property
    def ports(self) -> tuple[Longs, Longs]:
        """Ports in use of each node, and how many its part has (0: not known)."""
        fabric = self.fabric
        ends, ports = fabric.ends.ravel(), fabric.ports.ravel().astype(np.int64)
        highest = np.full(fabric.node_count, -1, np.int64)
        np.maximum.at(highest, ends, ports)
        start = np.concatenate([[0], np.cumsum(highest + 1)])
        taken = np.zeros(int(start[-1]), np.int64)
        taken[start[ends] + ports] = 1
        used = np.diff(np.concatenate([[0], np.cumsum(taken)])[start])
        tables = [port_table(self.catalog, some.part, some.cards, some.card) for some in fabric.parts]
        counts = [0, *(len(table.cage) for table in tables)]
        return used.astype(np.int64), np.array(counts, np.int64)[fabric.part + 1]

    @cached_property
    def free(self) -> Longs:
        """Free ports of the edge switches of each column."""
        used, have = self.ports
        columns = self.layout.columns
        edges = np.flatnonzero((self.fabric.kind == NodeKind.SWITCH) & (columns.of_node >= 0))
        spare = np.maximum(have[edges] - used[edges], 0)
        return np.bincount(columns.of_node[edges], spare, minlength=columns.count).astype(np.int64)

    @cached_property
    def rack_text(self) -> tuple[list[str], Bools]:
        """For each column the rack of its edge switch (else of its hosts), and whether it is spread."""
        layout, racks = self.layout, self.racks.astype(np.int64)
        count = layout.columns.count
        low, top = np.full(count, np.iinfo(np.int64).max), np.full(count, -2)
        members = np.flatnonzero(layout.columns.of_node >= 0)
        column = layout.columns.of_node[members]
        np.minimum.at(low, column, racks[members])
        np.maximum.at(top, column, racks[members])
        lowest = layout.rows[0]
        first = lowest[np.searchsorted(layout.slot_column[lowest], np.arange(count))]
        node = layout.slot_node[first]
        own = np.where(node >= 0, racks[node], top)
        words = [self.rack_labels[rack] if rack >= 0 else "" for rack in own.tolist()]
        return words, low != top

    def slot_name(self, slot: int) -> str:
        """Return the name of the contents of a slot."""
        layout = self.layout
        kind, node = layout.slot_kind[slot], int(layout.slot_node[slot])
        if kind == Kind.PANEL:
            return f"Panel {int(layout.slot_column[slot]) + 1}"
        return f"External ports of {self.names[node]}" if kind == Kind.OUTSIDE else self.names[node]

    def group_name(self, row: int, tier: Tier, group: int) -> str:
        """Return the name of a group of a row."""
        if tier.pods is not None:
            first, last = (int(n) + 1 for n in tier.pods[group])
            return f"Pod {first}" if first == last else f"Pods {first}–{last}"
        slots = self.layout.rows[row]
        first, last = int(slots[tier.start[group]]), int(slots[tier.start[group + 1] - 1])
        name = self.slot_name(first)
        return name if first == last else f"{name}–{self.slot_name(last)}"

    def group_names(self, row: int, tier: Tier, group: int) -> tuple[str, ...]:
        """The name of a group, and shorter ones for where that has no room; none is a mere count."""
        name = self.group_name(row, tier, group)
        if tier.pods is not None:
            number = name.split(" ")[1]
            return name, f"P{number}", number
        return name, name.partition("–")[0] + "…", ""

    def nodes_of(self, row: int, tier: Tier, group: int) -> Longs:
        """The switches of a group."""
        slots = self.layout.rows[row][tier.start[group] : tier.start[group + 1]]
        some = IS_NODE[self.layout.slot_kind[slots]]
        found: Longs = self.layout.slot_node[slots[some]]
        return found

    def hosts_below(self, tier: Tier, group: int) -> slice:
        """The hosts under a group of the lowest row, as a slice of ``layout.hosts``."""
        layout = self.layout
        slots = layout.rows[0]
        first = layout.slot_column[slots[tier.start[group]]]
        last = layout.slot_column[slots[tier.start[group + 1] - 1]]
        return slice(int(layout.host_start[first]), int(layout.host_start[last + 1]))
