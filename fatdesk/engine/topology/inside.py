"""What is inside modular switches, for boxes that open: line cards below, fabric boards above."""

from collections.abc import Collection

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.inner_tree import Tree, inner_tree
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


def trees(fabric: Fabric, catalog: Catalog) -> list[Tree | None]:
    """For each part of a network its inner tree; None where it has none, or the catalog does not tell."""
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
