"""Cable ids, made from both ends and so the same whatever else is in the project."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.forming import tables_of
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric

BLOCK = 2_000
"""Ids that are made at a time."""


def port_names(fabric: Fabric, catalog: Catalog) -> list[list[str]]:
    """What is printed at each port of each of a fabric's parts, with the card of a modular switch."""
    return [[table.text(port) for port in range(len(table.cage))] for table in tables_of(fabric, catalog)]


def cable_ids(cabling: FabricCabling, catalog: Catalog) -> list[str]:
    """The id of each cable: node and port of its first link's both ends.

    ``compute/edge/3:19--compute/core/1:7``; nodes by their keys, not by names that a template may change.
    """
    return link_ids(cabling.fabric, cabling.heads, catalog)


def link_ids(fabric: Fabric, links: NDArray[np.int64], catalog: Catalog) -> list[str]:
    """The id of the cable that begins with each of some links."""
    return LinkIds(fabric, catalog).of(links)


class LinkIds:
    """Makes ids of cables from their first links, for as many at a time as are wanted."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        self._fabric = fabric
        self._names = [*port_names(fabric, catalog), ["1"]]

    def of(self, links: NDArray[np.int64]) -> list[str]:
        """The id of the cable that begins with each of some links."""
        fabric, names, ids = self._fabric, self._names, self._fabric.ids
        found: list[str] = []
        for first in range(0, len(links), BLOCK):  # lists of all ends and ports would take more than the ids
            some = links[first : first + BLOCK]
            ends, ports = fabric.ends[some], fabric.ports[some].tolist()
            parts = fabric.part[ends].tolist()
            found += [
                f"{ids[a]}:{_name(names[part_a], p)}--{ids[b]}:{_name(names[part_b], q)}"
                for (a, b), (part_a, part_b), (p, q) in zip(ends.tolist(), parts, ports, strict=True)
            ]
        return found


def _name(names: Sequence[str], port: int) -> str:
    return names[port] if port < len(names) else str(port + 1)
