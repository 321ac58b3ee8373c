"""The links of a two-level fat-tree, computed as arrays."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import Links, Nodes, Tier, assemble, taken_ports
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.edges import Edges
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, core_kind, role_of


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    Hosts sit on edge switches as :class:`Edges` tells. Uplinks of an edge switch are dealt to the core
    switches in order, as evenly as possible; a core switch gives edge switch e its ports e k to
    e k + k - 1, where k is its share. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the hosts or links do not fit the switches.
    """
    edges = Edges(design, hosts, catalog, host_ports)
    E, U, C = edges.E, edges.U, design.number("C")
    if C < 1:
        raise FatdeskError(f"a two-level design with E {E}, C {C}, U {U} cannot be built")
    core_use = role_of(design, "core")
    core = configuration_of(catalog, core_use)
    kind = core_kind(design, core)
    share = np.full(C, U // C) + (np.arange(C) < U % C)
    core_ports = taken_ports(core, kind, 1, 0, E * int(share[0]), "core switch")
    enclosure = str(design.params.get("enclosure", ""))
    nodes = Nodes(
        groups=hosts,
        tiers=(Tier("edge", edges.use, edges.planes * E), Tier("core", core_use, edges.planes * C)),
        externals=edges.planes * edges.extra,
        host_block=edges.host_group,
        edge_block=edges.edge_group,
    )
    edge = np.arange(E, dtype=np.int64)[:, None]
    owner = np.repeat(np.arange(C, dtype=np.int64), share)
    before = np.cumsum(share) - share
    within = np.arange(U, dtype=np.int64) - before[owner]
    batches = []
    for plane in range(edges.planes):
        batches += edges.downlinks(plane, nodes.first_external, trace=bool(enclosure))
        batches.append(
            Links(
                ends=(edges.first(plane) + edge, nodes.first(2) + plane * C + owner),
                ports=(edges.up_ports[None, :], core_ports[edge * share[owner] + within]),
                rate_gbps=edges.up.rate_gbps,
                bundle=edge * C + owner,
            )
        )
    return assemble(name, nodes, batches, enclosure=enclosure)
