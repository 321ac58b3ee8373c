"""Cable ids, made from both ends and so the same whatever else is in the project."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.forming import tables_of
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric


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
    names = [*port_names(fabric, catalog), ["1"]]
    ends, ports = fabric.ends[links].tolist(), fabric.ports[links].tolist()
    part, ids = fabric.part.tolist(), fabric.ids
    return [
        f"{ids[a]}:{_name(names[part[a]], p)}--{ids[b]}:{_name(names[part[b]], q)}"
        for (a, b), (p, q) in zip(ends, ports, strict=True)
    ]


def _name(names: Sequence[str], port: int) -> str:
    return names[port] if port < len(names) else str(port + 1)
