"""The links of a three-level fat-tree, computed as arrays."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import Ints, Links, Nodes, Tier, assemble, taken_ports
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.edges import Edges
from fatdesk.engine.families.leaves import group_starts
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, core_kind, part_kind, role_of


def pod_starts(edges: int, pods: int, unit: int) -> Ints:
    """First edge switch of each pod, and the end: dealt evenly, ``unit`` of them together.

    >>> pod_starts(10, 4, 1).tolist(), pod_starts(16, 3, 4).tolist()
    ([0, 3, 6, 8, 10], [0, 8, 12, 16])
    """
    return group_starts(edges // unit, pods, 0, spread=True) * unit


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    Hosts sit on edge switches as in a two-level tree. Uplink ports of an edge switch go to the middle
    switches of its pod in order, B to each; edge switch i of a pod has ports i B to i B + B - 1 of each.
    Ports of middle switches that follow lead upwards: the W of a pod, middle switch by middle switch, are
    dealt to the core switches in order, as evenly as possible; a core switch gives pod q its ports q k to
    q k + k - 1, where k is its share. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the hosts or links do not fit the switches.
    """
    number = design.number
    edges = Edges(design, hosts, catalog, host_ports)
    pods, m, B, C, U = number("pods"), number("m"), number("B"), number("C"), edges.U
    unit, planes = max(1, number("unit", 1)), edges.planes
    if min(pods, m, B, C, U) < 1 or U % B or edges.E % unit:
        raise FatdeskError(
            f"a three-level design with E {edges.E}, U {U}, B {B}, {pods} pods of {m}, C {C} cannot be built"
        )
    c, W = U // B, m * U
    starts = pod_starts(edges.E, pods, unit)
    if int(np.diff(starts).max()) > m:
        raise FatdeskError(f"{edges.E} edge switches do not fit {pods} pods of {m}")
    middle_use, core_use = role_of(design, "middle"), role_of(design, "core")
    middle, core = configuration_of(catalog, middle_use), configuration_of(catalog, core_use)
    middle_kind, upper_kind = part_kind(design, middle, "middle_kind"), core_kind(design, core)
    share = np.full(C, W // C) + (np.arange(C) < W % C)
    middle_ports = taken_ports(middle, middle_kind, 1, 0, 2 * m * B, "middle switch")
    core_ports = taken_ports(core, upper_kind, 1, 0, pods * int(share[0]), "core switch")
    nodes = Nodes(
        groups=hosts,
        tiers=(
            Tier("edge", edges.use, planes * edges.E),
            Tier("middle", middle_use, planes * pods * c),
            Tier("core", core_use, planes * C),
        ),
        externals=planes * edges.extra,
        host_block=edges.host_group,
        edge_block=edges.edge_group,
    )
    edge = np.arange(edges.E, dtype=np.int64)
    pod = np.searchsorted(starts, edge, side="right") - 1
    up = np.arange(U, dtype=np.int64)
    owner = np.repeat(np.arange(C, dtype=np.int64), share)
    before = np.cumsum(share) - share
    way = np.arange(W, dtype=np.int64)
    each = np.arange(pods, dtype=np.int64)[:, None]
    batches = []
    for plane in range(planes):
        first_edge = edges.first(plane)
        first_middle = nodes.first(2) + plane * pods * c
        first_core = nodes.first(3) + plane * C
        batches += edges.downlinks(plane, nodes.first_external)
        place = (edge - starts[pod])[:, None] * B + up % B
        at = (pod * c)[:, None] + up // B
        batches.append(
            Links(
                ends=(first_edge + edge[:, None], first_middle + at),
                ports=(edges.up_ports[None, :], middle_ports[place]),
                rate_gbps=edges.up.rate_gbps,
                bundle=edge[:, None] * (pods * c) + at,
            )
        )
        own = each * c + way // (W // c)
        far = core_ports[each * share[owner] + way - before[owner]]
        batches.append(
            Links(
                ends=(first_middle + own, first_core + np.broadcast_to(owner, own.shape)),
                ports=(np.broadcast_to(middle_ports[m * B + way % (W // c)], own.shape), far),
                rate_gbps=middle_kind.rate_gbps,
                bundle=own * C + owner,
            )
        )
    return assemble(name, nodes, batches)
