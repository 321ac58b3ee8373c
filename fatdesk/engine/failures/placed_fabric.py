"""A placed fabric: its network, cables, racks and trays, as the impact of failures needs them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints, Longs
from fatdesk.engine.cabling.choice.link_groups import tables_of
from fatdesk.engine.cabling.filling import Cells, cells_of
from fatdesk.engine.cabling.identity import cable_ids, port_names
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.spans import Wires, pair_keys
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Tree, inner_tree
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.catalog.plugs import PortTable
from fatdesk.engine.fabric.fabric import Fabric, as_network
from fatdesk.engine.structured.structured import Trunk
from fatdesk.networks.network import Network

NONE = -1


class Several(NamedTuple):
    """For each of some elements other ones: those of element i are ``of[start[i]:start[i + 1]]``, rising."""

    start: Longs
    of: Longs

    def at(self, element: int) -> Longs:
        """Return the items of one element."""
        return self.of[self.start[element] : self.start[element + 1]]

    def at_all(self, elements: Longs) -> Longs:
        """Return the items of some elements, each once, in rising order."""
        parts = [self.at(element) for element in elements.tolist()]
        return np.unique(np.concatenate([*parts, np.zeros(0, np.int64)]))


def several(elements: NDArray[np.integer], others: NDArray[np.integer], count: int) -> Several:
    """Lists from pairs; the same pair may come twice."""
    size = int(others.max(initial=0)) + 1
    pairs = np.unique(elements.astype(np.int64) * size + others)
    start = np.searchsorted(pairs // size, np.arange(count + 1))
    return Several(start.astype(np.int64), pairs % size)


@dataclass(frozen=True, eq=False)
class Placed:
    """A fabric with all that it is made of.

    Attributes
    ----------
    names
        Of its nodes.
    number
        Which fabric of ``cabling`` and ``positions`` it is.
    device_names
        Names of enclosures by id; without one the id is shown.
    trunks
        Trunks between panels, of all fabrics.
    """

    fabric: Fabric
    names: Sequence[str]
    number: int
    cabling: Cabling
    positions: FloorPositions
    catalog: Catalog
    device_names: Mapping[str, str] = field(default_factory=dict)
    trunks: Sequence[Trunk] = ()

    @cached_property
    def _network(self) -> tuple[Network, Ints]:
        return as_network(self.fabric)

    @property
    def network(self) -> Network:
        """The fabric without parts."""
        return self._network[0]

    @property
    def made(self) -> FabricCabling:
        """Its cables."""
        return self.cabling.fabrics[self.number]

    @property
    def rack(self) -> Ints:
        """The rack of each node, an index into those of the floor; NONE: it is in no rack."""
        return self.positions.placed[self.number].rack

    @cached_property
    def ids(self) -> list[str]:
        """The id of each cable."""
        return cable_ids(self.made, self.catalog)

    @cached_property
    def cable_of(self) -> Longs:
        """The cable of each link of the fabric; NONE for traces of backplanes."""
        found = np.full(len(self.fabric.ends), NONE, np.int64)
        found[self.made.links] = np.repeat(np.arange(self.made.count), np.diff(self.made.start))
        return found

    @cached_property
    def links_of_cable(self) -> Several:
        """The links of the network that each cable carries."""
        cable = self.cable_of[self._network[1]]
        laid = np.flatnonzero(cable != NONE)
        return several(cable[laid], laid, self.made.count)

    @cached_property
    def links_of_node(self) -> Several:
        """The links of the network at each of its nodes."""
        ends = self.network.ends
        every = np.repeat(np.arange(len(ends)), 2)
        return several(ends.reshape(-1), every, self.network.node_count)

    @cached_property
    def cables_of_node(self) -> Several:
        """The cables that are plugged in at each node of the fabric, those to the outside included."""
        laid = np.flatnonzero(self.cable_of != NONE)
        ends, cable = self.fabric.ends[laid], np.repeat(self.cable_of[laid], 2)
        return several(ends.reshape(-1), cable, self.fabric.node_count)

    @cached_property
    def cables_of_bundle(self) -> Several:
        """The cables of each bundle."""
        laid = np.flatnonzero(self.cable_of != NONE)
        bundles = int(self.fabric.bundle.max(initial=-1)) + 1
        return several(self.fabric.bundle[laid], self.cable_of[laid], bundles)

    @cached_property
    def cells(self) -> Cells:
        """The trays cut at joints and where racks connect to them."""
        return cells_of(self.cabling.graph)

    @cached_property
    def cables_of_cell(self) -> Several:
        """The cables that run through each cell: those of which a leg does."""
        runs, cells = self.cabling.runs, self.cells
        low, high = np.minimum(runs.begin_um, runs.end_um), np.maximum(runs.begin_um, runs.end_um)
        first, behind = cells.at(runs.piece, low), cells.until(runs.piece, high)
        count = np.maximum(behind - first, 0)
        leg = np.repeat(np.arange(len(first)), count)
        cell = first[leg] + np.arange(len(leg)) - np.repeat(np.cumsum(count) - count, count)
        pair = np.repeat(np.arange(len(runs.a)), np.diff(runs.start))[leg]
        # cables by pair of racks, then for each cell those of its pairs
        seats, racks = self.positions.placed[self.number], max(len(self.positions.floor.racks), 1)
        wires = Wires.of(self.fabric, np.arange(len(self.fabric.ends)))
        key = pair_keys(self.number, wires, seats, racks, self.cabling.positions.kinds)
        known = (runs.kind * racks + runs.a) * racks + runs.b
        detours = self.made.detours
        direct = ~np.isin(self.cable_of, list(detours))
        apart = np.flatnonzero((key >= 0) & (self.cable_of != NONE) & direct)
        over = [(pair, cable) for cable, one in detours.items() for pair in one.pairs if pair >= 0]
        over_pair, over_cable = np.array(over, np.int64).reshape(-1, 2).T
        of_pair = several(
            np.concatenate([np.searchsorted(known, key[apart]), over_pair]),
            np.concatenate([self.cable_of[apart], over_cable]),
            len(known),
        )
        sizes = np.diff(of_pair.start)[pair]
        cable = of_pair.of[
            np.repeat(of_pair.start[pair] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
        ]
        return several(np.repeat(cell, sizes), cable, len(cells.piece))

    @cached_property
    def trees(self) -> list[Tree | None]:
        """For each of the fabric's parts what is inside; None where that is not known, or nothing."""
        found: list[Tree | None] = []
        for some in self.fabric.parts:
            part = self.catalog[some.part]
            if isinstance(part, ModularSwitch) and some.cards:
                found.append(inner_tree(part, some.cards, some.card))
            else:
                found.append(None)
        return found

    @cached_property
    def tables(self) -> list[PortTable]:
        """The ports of each of the fabric's parts."""
        return tables_of(self.fabric, self.catalog)

    @cached_property
    def ports(self) -> list[list[str]]:
        """Return the printed port names of each part of the fabric."""
        return port_names(self.fabric, self.catalog)

    def card_of(self, node: int, links: Longs) -> Longs:
        """The line card, from 0, of a modular switch at which links of the fabric end."""
        ends = self.fabric.ends[links]
        port = np.where(ends[:, 0] == node, self.fabric.ports[links, 0], self.fabric.ports[links, 1])
        table = self.tables[int(self.fabric.part[node])]
        found: Longs = table.cage[port].astype(np.int64) // max(1, table.cages_per_card)
        return found

    def links_in(self, links: Longs) -> Longs:
        """The same links by their numbers in the fabric."""
        return self._network[1][links].astype(np.int64)
