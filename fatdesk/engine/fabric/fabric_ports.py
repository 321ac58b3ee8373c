"""Names of the ports of a fabric's devices, as their operating systems give them."""

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortNaming
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, naming_of
from fatdesk.engine.fabric.fabric import Fabric


class FabricPorts:
    """The ports of a fabric's devices: how they are split, and what they are called."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        """Prepare the names, under the operating systems of the fabric (``port_systems``)."""
        self._fabric, self._catalog = fabric, catalog
        self._tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
        self._namings = [naming_of(catalog, part.part, fabric.port_systems) for part in fabric.parts]
        self._part: list[int] = fabric.part.tolist()
        self._splits: dict[int, dict[int, int]] = {}
        split = np.flatnonzero(fabric.splits > 1)
        rows = zip(
            fabric.ends[split, 0].tolist(),
            fabric.ports[split, 0].tolist(),
            fabric.splits[split].tolist(),
            strict=True,
        )
        for node, port, legs in rows:
            self._splits.setdefault(node, {})[port] = legs
        self._made: dict[tuple[int, PortNaming, tuple[tuple[int, int], ...]], PortNames] = {}
        self._usual: dict[int, PortNames | None] = {}
        """By part the names where no port is split."""

    def splits(self, node: int) -> list[int]:
        """For each port of a node into how many legs the plan splits it; 1: it is not split."""
        count = len(self._tables[self._part[node]].cage) if self._part[node] >= 0 else 0
        legs = self._splits.get(node, {})
        return [legs.get(port, 1) for port in range(count)]

    def legs(self, node: int, port: int) -> int:
        """Into how many legs a port of a node is split; 1: it is not."""
        return self._splits.get(node, {}).get(port, 1)

    def names(self, node: int, naming: PortNaming | None = None) -> PortNames | None:
        """The names of all ports of a node, by default under the system of the fabric."""
        part = self._part[node]
        if part < 0:
            return None
        if naming is None and node not in self._splits:
            if part not in self._usual:
                self._usual[part] = self._names(node, part, self._namings[part])
            return self._usual[part]
        return self._names(node, part, naming or self._namings[part])

    def _names(self, node: int, part: int, naming: PortNaming | None) -> PortNames | None:
        if naming is None:
            return None
        legs = self._splits.get(node)
        key = (part, naming, tuple(sorted(legs.items())) if legs else ())
        if key not in self._made:
            self._made[key] = PortNames(self._tables[part], naming, self.splits(node))
        return self._made[key]

    def name(self, node: int, port: int, leg: int = 0) -> str:
        """The name of a port, or of its leg from 0; empty where it is not known."""
        names = self.names(node)
        return "" if names is None or port >= len(names.table.cage) else names.name(port, leg)
