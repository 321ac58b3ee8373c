"""The links of a star and the other trivial cases, computed as arrays."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Enclosure
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import (
    Ints,
    Links,
    Nodes,
    Tier,
    assemble,
    host_port_table,
    host_rate,
    taken_ports,
)
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, edge_kinds


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    The NICs of host p take ports p * rails to p * rails + rails - 1 (of a split port one of its
    splits), extra ports follow. Of two joined enclosures the first is filled first; with a
    pass-through panel the blades of the first enclosure come first.

    Raises
    ------
    FatdeskError
        When the hosts do not fit the switches.
    """
    return _Star(design, hosts, catalog, host_ports).fabric(name)


class _Star:
    def __init__(
        self, design: Design, hosts: Sequence[HostGroup], catalog: Catalog, host_ports: HostPorts
    ) -> None:
        number = design.number
        edge_use = design.part("edge")
        if edge_use is None or not 1 <= number("E", 1) <= 2:
            raise FatdeskError("a star design needs a part as edge switch, once or twice")
        self.design, self.hosts, self.edge_use = design, hosts, edge_use
        self.rails, self.planes = max(1, number("rails", 1)), max(1, number("planes", 1))
        self.split, self.extra = max(1, number("split", 1)), number("extra_ports")
        self.E = number("E", 1)
        self.N = sum(group.count for group in hosts)
        self.places = self.N * self.rails + self.extra
        edge = configuration_of(catalog, edge_use)
        self.down, self.up = edge_kinds(design, edge)
        self.enclosure = str(design.params.get("enclosure", ""))
        blades = catalog.get(self.enclosure, Enclosure).blades if self.enclosure else self.N
        blades = min(blades, self.down.count)
        self.through = max(0, self.N - blades) if design.part("pass-through") is not None else 0
        one_kind = self.down.key == self.up.key
        if self.E == 1:
            from_up = 0 if one_kind or not self.through else self.through + self.extra
            in_use = -(-(self.places - from_up) // self.split)
            own = taken_ports(edge, self.down, self.split, 0, in_use, "switch")
            self.down_ports = np.concatenate([own, taken_ports(edge, self.up, 1, 0, from_up, "switch")])
            self.size = self.places
        else:
            self.size = number("P_En")
            if self.places > 2 * self.size:
                raise FatdeskError(f"{self.places} hosts do not fit two enclosures of {self.size} places")
            self.down_ports = taken_ports(edge, self.down, 1, 0, self.size, "switch")
            first = self.size if one_kind else 0
            self.up_ports = taken_ports(edge, self.up, 1, first, number("U"), "switch")
        self.table = host_port_table(hosts, host_ports, self.rails * self.planes)

    def fabric(self, name: str) -> Fabric:
        """All nodes and links."""
        host = np.arange(self.N, dtype=np.int64)
        block = host // self.size if self.E == 2 else (host >= self.N - self.through).astype(np.int64)
        nodes = Nodes(
            groups=self.hosts,
            tiers=(Tier("edge", self.edge_use, self.planes * self.E),),
            externals=self.planes * self.extra,
            host_block=block,
            edge_block=np.tile(np.arange(self.E), self.planes),
        )
        batches = []
        for plane in range(self.planes):
            batches += self._plane(nodes, plane, host)
        through = (1,) if self.design.part("pass-through") is not None else ()
        return assemble(name, nodes, batches, enclosure=self.enclosure, pass_through=through)

    def _plane(self, nodes: Nodes, plane: int, host: Ints) -> list[Links]:
        first = self.N + plane * self.E
        place = host[:, None] * self.rails + np.arange(self.rails)
        columns = self.table[:, plane * self.rails : (plane + 1) * self.rails]
        trace = (host < self.N - self.through)[:, None] & bool(self.enclosure)
        extra = np.arange(self.extra, dtype=np.int64)
        external = nodes.first_external + plane * self.extra + extra
        batches = [
            self._downlinks(first, place, host[:, None], columns, trace),
            self._downlinks(first, self.N * self.rails + extra, external, 0 * extra, extra < 0),
        ]
        if self.E == 2:
            ports = self.up_ports
            ends = (np.full(len(ports), first), np.full(len(ports), first + 1))
            bundle = np.zeros(len(ports), dtype=np.int64)
            batches.append(Links(ends, (ports, ports), self.up.rate_gbps, bundle=bundle))
        return batches

    def _downlinks(self, first: int, place: Ints, far: Ints, far_port: Ints, trace: np.ndarray) -> Links:
        local = place % self.size
        return Links(
            ends=(first + place // self.size, far),
            ports=(self.down_ports[local // self.split], far_port),
            rate_gbps=host_rate(self.design, self.down),
            split=local % self.split,
            splits=self.split,
            trace=trace,
        )
