"""Largest number of hosts that a number of racks holds together with their switches, now and later.

Rack units bound the number; a function that places the design decides whether it fits the racks.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Part, in_enclosure
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.judging.limits import RackBound
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Requirements
from fatdesk.engine.design.search import NoDesignError, search
from fatdesk.engine.fabric.fabric import ROW_PLACES
from fatdesk.engine.families.design import Design, HostGroup

Holds = Callable[[Requirements, Design], bool]


@dataclass(frozen=True)
class Expansion:
    """Hosts in additional racks while the core switches stay.

    Attributes
    ----------
    on_spare_ports
        Hosts on free ports of edge switches that there are.
    new_edges, on_new_edges
        Edge switches to buy and the hosts on them.
    hosts
        All hosts then.
    stranded_u
        Units of the racks that nothing can use.
    """

    on_spare_ports: int
    new_edges: int
    on_new_edges: int
    hosts: int
    stranded_u: int


@dataclass(frozen=True)
class Stage:
    """Contents of the first racks of a design made for more.

    Attributes
    ----------
    edges, cores
        Switches bought at once.
    hosts, hosts_later, edges_later
        Hosts at once; hosts and edge switches to come.
    """

    edges: int
    cores: int
    hosts: int
    hosts_later: int
    edges_later: int


@dataclass(frozen=True)
class Units:
    """Rack units of a host, an edge switch, a core switch; and how the hosts sit on edge switches."""

    host: int
    edge: int
    core: int

    @staticmethod
    def of(
        requirements: Requirements, fabric: FabricRequirement, best: Candidate, catalog: Catalog
    ) -> "Units":
        """The heights of a design's parts.

        Raises
        ------
        FatdeskError
            When one is unknown, or hosts are blades or differ in height.
        """
        servers = [catalog.host(group.part) for group in requirements.hosts_of(fabric)]
        if any(map(in_enclosure, servers)) or len({server.height_u for server in servers}) > 1:
            raise FatdeskError(
                "growth by racks is calculated for rack servers of one height only, plan by hosts"
            )
        edge, core = best.design.part("edge"), best.design.part("core")
        uses = [use.part if use is not None else None for use in (edge, core)]
        return Units(
            _height(catalog, servers[0].id), *(0 if use is None else _height(catalog, use) for use in uses)
        )


def _height(catalog: Catalog, part_id: str) -> int:
    height = catalog.get(part_id, Part).height_u
    if height is None:
        raise FatdeskError(f"the height of {part_id} is unknown: fill height_u in the catalog")
    return height


def most_hosts(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    racks: int,
    progress: Progress = SILENT,
    *,
    holds: Holds | None = None,
) -> Candidate:
    """Return the best design for the largest number of hosts that fits a number of racks with its switches.

    Parameters
    ----------
    holds
        Places a design for the hosts of some requirements and returns whether all of it found a place;
        without it rack units alone are counted.

    Raises
    ------
    NoDesignError
        When not even one host has a design that fits.
    FatdeskError
        When a height is unknown.
    """
    group = requirements.hosts_of(fabric)[0]
    check_racks(group, fabric)
    if in_enclosure(catalog.host(group.part)):
        raise FatdeskError("growth by racks is known for rack servers only, plan by hosts")
    height = _height(catalog, group.part)
    if height == 0:
        raise FatdeskError(f"{group.part} has height 0: any number fits")
    room = RackBound.of(requirements, catalog).room(racks)
    one = msgspec.structs.replace(fabric, hosts=(group.name,))
    most = room // height
    for hosts in range(most, 0, -1):
        progress.step(most - hosts, most, f"{hosts} hosts")
        wanted = msgspec.structs.replace(
            requirements,
            hosts=(msgspec.structs.replace(group, count=hosts),),
            fabrics=(one,),
            limits=_in_height(requirements.limits, room - hosts * height),
        )
        found = search(wanted, one, catalog, top=1).candidates
        if found and found[0].height_u is None:
            raise FatdeskError("the height of a switch is unknown: fill height_u in the catalog")
        if found and (holds is None or holds(wanted, found[0].design)):
            return found[0]
    raise NoDesignError(f"{racks} racks of {room} U in all hold no host of {group.part} with its switches")


def check_racks(group: HostGroup, fabric: FabricRequirement) -> None:
    """Refuse hosts by rack, special members and switches for a row: growth plans none of them.

    Raises
    ------
    FatdeskError
        When they are.
    """
    if group.per_rack is not None:
        raise FatdeskError(
            f"growth is planned for hosts in any rack: leave per_rack of {group.name} out, and edges_per_rack"
        )
    if fabric.members or fabric.switches_of:
        raise FatdeskError(
            f"growth is planned for hosts that are joined alike: leave members and switches_of of "
            f"{fabric.name} out"
        )
    if fabric.edge_at in ROW_PLACES:
        raise FatdeskError(
            f"growth is planned without racks for edge switches alone: leave edge_at of {fabric.name} out"
        )


def _in_height(limits: Limits, units: int) -> Limits:
    """The same limits with a maximum of units for switches."""
    most = units if limits.height_u is None else min(units, limits.height_u)
    return msgspec.structs.replace(limits, height_u=most, racks=None)


def expansion(
    requirements: Requirements, fabric: FabricRequirement, catalog: Catalog, best: Candidate, more_racks: int
) -> Expansion:
    """Return the hosts in more racks: first on spare ports, then on further edge switches, by groups.

    Raises
    ------
    FatdeskError
        When a height is unknown, or hosts are blades.
    """
    units = Units.of(requirements, fabric, best, catalog)
    free = RackBound.of(requirements, catalog).room(more_racks)
    size, width = group_of(best)
    possible = best.hosts_possible - best.hosts
    groups = best.design.number("E") // best.design.number("rails", 1)
    spare = min(groups * size - best.hosts - _extra(best), possible, free // units.host)
    free -= spare * units.host
    left, new_edges, on_new = possible - spare, 0, 0
    while left > 0 and free >= width * units.edge + units.host:
        free -= width * units.edge
        here = min(size, left, free // units.host)
        free -= here * units.host
        new_edges, on_new, left = new_edges + width, on_new + here, left - here
    return Expansion(spare, new_edges, on_new, best.hosts + spare + on_new, free)


def stages(
    requirements: Requirements, fabric: FabricRequirement, catalog: Catalog, best: Candidate, racks_now: int
) -> tuple[Stage, Stage]:
    """Two ways to begin a design in fewer racks: with all switches, or with the edge switches needed.

    All core switches are bought at once, so that nothing moves later.

    Raises
    ------
    FatdeskError
        When a height is unknown, or the core switches alone do not fit.
    """
    units = Units.of(requirements, fabric, best, catalog)
    room = RackBound.of(requirements, catalog).room(racks_now)
    planes = best.design.number("planes", 1)
    edges, cores = best.design.number("E") * planes, best.design.number("C") * planes
    size, width = group_of(best)
    for_edges = room - cores * units.core
    if for_edges < width * units.edge + units.host:
        raise FatdeskError(
            f"{racks_now} racks of {room} U in all do not hold {cores} core switches and a host"
        )
    full = min(best.hosts, max(0, for_edges - edges * units.edge) // units.host)
    hosts = max(
        min(groups * size - _extra(best), (for_edges - groups * width * units.edge) // units.host, best.hosts)
        for groups in range(1, edges // width + 1)
    )
    needed = ceil_div(hosts + _extra(best), size) * width
    return (
        Stage(edges, cores, full, best.hosts - full, 0),
        Stage(needed, cores, hosts, best.hosts - hosts, edges - needed),
    )


def group_of(best: Candidate) -> tuple[int, int]:
    """Hosts on a group of edge switches, and switches of the group in all planes."""
    number = best.design.number
    return number("P_En") * number("split", 1), number("rails", 1) * number("planes", 1)


def _extra(best: Candidate) -> int:
    """Places that extra ports take."""
    return ceil_div(best.design.number("extra_ports"), best.design.number("rails", 1))
