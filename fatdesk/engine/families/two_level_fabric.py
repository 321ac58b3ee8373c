"""The links of a two-level fat-tree, computed as arrays."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import (
    Ints,
    Links,
    Nodes,
    assemble,
    host_port_table,
    host_rate,
    taken_ports,
)
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.families.leaves import group_starts
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, core_kind, edge_kinds


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    Hosts sit on groups of edge switches in order, one switch of a group for each rail (switch
    g * rails + r of a plane); extra ports follow the hosts, rail by rail. Uplink ports follow the ports
    towards hosts and are dealt to the core switches in order, as evenly as possible; a core switch gives
    edge switch e its ports e k to e k + k - 1, where k is its share. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the hosts or links do not fit the switches.
    """
    return _TwoLevel(design, hosts, catalog, host_ports).fabric(name)


class _TwoLevel:
    def __init__(
        self, design: Design, hosts: Sequence[HostGroup], catalog: Catalog, host_ports: HostPorts
    ) -> None:
        number = design.number
        self.design, self.hosts = design, hosts
        self.rails, self.planes = max(1, number("rails", 1)), max(1, number("planes", 1))
        self.split, self.extra = max(1, number("split", 1)), number("extra_ports")
        self.E, self.C, self.U = number("E"), number("C"), number("U", number("P_Ec"))
        self.edge_use, self.core_use = _part(design, "edge"), _part(design, "core")
        self.N = sum(group.count for group in hosts)
        if self.E < 1 or self.C < 1 or self.U < 1 or self.E % self.rails:
            raise FatdeskError(f"a two-level design with E {self.E}, C {self.C}, U {self.U} cannot be built")
        edge, core = configuration_of(catalog, self.edge_use), configuration_of(catalog, self.core_use)
        self.down, self.up = edge_kinds(design, edge)
        self.core_kind = core_kind(design, core)
        P_En = number("P_En")
        self.share = np.full(self.C, self.U // self.C) + (np.arange(self.C) < self.U % self.C)
        first = P_En if self.down.key == self.up.key else 0
        self.down_ports = taken_ports(edge, self.down, self.split, 0, P_En, "edge switch")
        self.up_ports = taken_ports(edge, self.up, self.split if first else 1, first, self.U, "edge switch")
        in_use = self.E * int(self.share[0])
        self.core_ports = taken_ports(core, self.core_kind, 1, 0, in_use, "core switch")
        self.starts = self._starts(P_En * self.split)
        self.table = host_port_table(hosts, host_ports, self.rails * self.planes)
        self.enclosure = str(design.params.get("enclosure", ""))

    def _starts(self, size: int) -> Ints:
        """First position of each group."""
        positions = self.N + -(-self.extra // self.rails)
        groups = self.E // self.rails
        starts = group_starts(positions, groups, size, spread=bool(self.design.number("spread")))
        if int(starts[-1]) < positions or int(np.diff(starts).max()) > size:
            raise FatdeskError(
                f"{positions} hosts and extra ports a rail do not fit {groups} edge switches of {size} places"
            )
        return starts

    def fabric(self, name: str) -> Fabric:
        """All nodes and links."""
        groups = self.E // self.rails
        position = np.arange(self.N, dtype=np.int64)
        group = np.searchsorted(self.starts, position, side="right") - 1
        nodes = Nodes(
            groups=self.hosts,
            edge=self.edge_use,
            edges=self.planes * self.E,
            core=self.core_use,
            cores=self.planes * self.C,
            externals=self.planes * self.extra,
            host_block=group,
            edge_block=np.tile(np.repeat(np.arange(groups), self.rails), self.planes),
        )
        batches = []
        for plane in range(self.planes):
            batches += self._plane(nodes, plane, position, group)
        return assemble(name, nodes, batches, enclosure=self.enclosure)

    def _plane(self, nodes: Nodes, plane: int, position: Ints, group: Ints) -> list[Links]:
        first_edge = self.N + plane * self.E
        rails = np.arange(self.rails, dtype=np.int64)
        columns = self.table[:, plane * self.rails : (plane + 1) * self.rails]
        edge = first_edge + group[:, None] * self.rails + rails
        to_hosts = self._downlinks(
            edge, position[:, None], position[:, None], columns, trace=bool(self.enclosure)
        )
        extra = np.arange(self.extra, dtype=np.int64)
        place = self.N + extra // self.rails
        at = np.searchsorted(self.starts, place, side="right") - 1
        at_edge = first_edge + at * self.rails + extra % self.rails
        external = nodes.first_external + plane * self.extra + extra
        to_externals = self._downlinks(at_edge, place, external, np.zeros_like(extra), trace=False)
        return [to_hosts, to_externals, self._uplinks(first_edge, nodes.first_core + plane * self.C)]

    def _downlinks(self, edge: Ints, place: Ints, far: Ints, far_port: Ints, *, trace: bool) -> Links:
        """Links of the positions ``place`` of a rail to hosts or external nodes."""
        local = place - self.starts[np.searchsorted(self.starts, place, side="right") - 1]
        return Links(
            ends=(edge, far),
            ports=(self.down_ports[local // self.split], far_port),
            rate_gbps=host_rate(self.design, self.down),
            split=local % self.split,
            splits=self.split,
            trace=trace,
        )

    def _uplinks(self, first_edge: int, first_core: int) -> Links:
        edge = np.arange(self.E, dtype=np.int64)[:, None]
        core = np.repeat(np.arange(self.C, dtype=np.int64), self.share)
        before = np.cumsum(self.share) - self.share
        within = np.arange(self.U, dtype=np.int64) - before[core]
        return Links(
            ends=(first_edge + edge, first_core + core),
            ports=(self.up_ports[None, :], self.core_ports[edge * self.share[core] + within]),
            rate_gbps=self.up.rate_gbps,
            bundle=edge * self.C + core,
        )


def _part(design: Design, role: str) -> PartUse:
    part = design.part(role)
    if part is None:
        raise FatdeskError(f"a {design.family} design needs a part as {role} switch")
    return part
