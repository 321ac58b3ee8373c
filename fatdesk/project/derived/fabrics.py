"""The networks of a project, built from hosts and designs; their devices that are in no rack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import um_from_m
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.host_ports import host_port_map
from fatdesk.engine.design.members import members_of
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.as_built import AsBuiltFabric, fabric_of_record
from fatdesk.engine.fabric.fabric import Chassis, Fabric
from fatdesk.engine.families import build
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.floor.floor import Device, Floor
from fatdesk.engine.floor.placement.blocks import load_of
from fatdesk.project.document.project import FabricDecision, Replugged
from fatdesk.project.document.replugging import with_replugged

MAX_LINKS = 20_000_000
"""A design that claims more is taken for a mistake in the file."""


@dataclass(frozen=True)
class Built:
    """Networks with the requirement of each, and why others could not be built, by name of the fabric."""

    fabrics: tuple[Fabric, ...]
    requirements: tuple[FabricRequirement, ...]
    problems: dict[str, str]
    misfits: dict[int, str] = field(default_factory=dict)
    """Why exchanged plugs could not be, by their number."""


def build_all(
    hosts: Sequence[HostGroup],
    decisions: Sequence[FabricDecision],
    catalog: Catalog,
    replugged: Sequence[Replugged] = (),
) -> Built:
    """The network of each fabric that has a design or is built; they take ports of the hosts in their order.

    Plugs that are ``replugged`` are exchanged when all networks are built.

    One that does not go with the hosts (changed after the design was chosen, too few ports, a part that
    is not there) is left out and reported.
    """
    wishes: list[FabricRequirement] = []
    designs: list[Design | AsBuiltFabric] = []
    fabrics: list[Fabric] = []
    problems: dict[str, str] = {}
    for decision in decisions:
        wish, design = decision.requirement, decision.design or decision.as_built
        if design is None or not hosts:
            continue
        try:
            requested = Requirements(hosts=tuple(hosts), fabrics=(*wishes, wish))
            known = {one.name: design for one, design in zip(wishes, designs, strict=True)}
            groups = members_of(requested, wish, catalog, known)
            if isinstance(design, AsBuiltFabric):
                fabric = fabric_of_record(design, wish.name, groups, catalog)
            else:
                _check_size(design)
                ports = host_port_map(requested, [*designs, design], catalog)[-1]
                fabric = replace(
                    build(design, groups, catalog, wish.name, ports),
                    by_rack=bool(design.number("rack_edges")),
                )
            _check_bays(fabric, fabrics)
        except FatdeskError as error:
            problems[wish.name] = _why_not(wish, str(error), problems)
        else:
            wishes.append(wish)
            designs.append(design)
            fabrics.append(
                replace(
                    fabric,
                    port_systems=wish.port_names,
                    leads_to=wish.extra_ports_to,
                    edge_at=wish.edge_at,
                    core_at=wish.core_in_rack,
                    per_rack=tuple(
                        (group.name, group.per_rack) for group in groups if group.per_rack is not None
                    ),
                    outside=tuple(
                        (group.name, um_from_m(group.outside_m))
                        for group in groups
                        if group.outside_m is not None
                    ),
                    chassis=_chassis(requested.hosts_of(wish), catalog),
                )
            )
    applied = with_replugged(fabrics, replugged, catalog)
    return Built(applied.fabrics, tuple(wishes), problems, applied.misfits)


def _why_not(wish: FabricRequirement, error: str, problems: Mapping[str, str]) -> str:
    """Why a fabric cannot be built; one that joins switches of others has their number from their designs."""
    error = error.removesuffix(": search again")  # the finding advises to design again
    broken = [name for name in wish.switches_of if name in problems]
    if broken:
        return f"it joins the switches of {' and '.join(broken)}, whose design does not build either"
    if wish.switches_of:
        names = " and ".join(wish.switches_of)
        return f"{error}: it joins the switches of {names}, whose number or ports may have changed"
    return error


def _chassis(groups: Sequence[HostGroup], catalog: Catalog) -> tuple[Chassis, ...]:
    """The chassis of the groups whose hosts are nodes of one."""
    boxes = [(group, catalog.chassis_of(catalog.host(group.part))) for group in groups]
    return tuple(
        Chassis(group.name, box.id, box.blades, group.count) for group, box in boxes if box is not None
    )


def build_fabrics(
    hosts: Sequence[HostGroup], decisions: Sequence[FabricDecision], catalog: Catalog
) -> tuple[Fabric, ...]:
    """The network of each fabric that has a design.

    Raises
    ------
    FatdeskError
        When one cannot be built.
    """
    built = build_all(hosts, decisions, catalog)
    for problem in built.problems.values():
        raise FatdeskError(problem)
    return built.fabrics


def _check_size(design: Design) -> None:
    switches = design.number("E") * design.number("planes", 1)
    links = switches * (design.number("P_En") + design.number("P_Ec"))
    if links > MAX_LINKS:
        raise FatdeskError(f"the design claims {links:,} links, more than {MAX_LINKS:,}: correct its params")


def _check_bays(fabric: Fabric, others: Sequence[Fabric]) -> None:
    """An enclosure has one bay for a switch: two networks of the same blades cannot both have it."""
    for other in others:
        if fabric.enclosure and other.enclosure and set(fabric.ids) & set(other.ids):
            raise FatdeskError(
                f"fabrics {other.name!r} and {fabric.name!r} both want the switch bay of the same blades' "
                "enclosures, which have one: join the blades by one of them"
            )


def needed_devices(fabrics: Sequence[Fabric], catalog: Catalog) -> list[Device]:
    """Return all devices for racks of some networks, with those in enclosures, all in unit 1.

    Core switches of each network come first, then block after block its edge switches and hosts.
    """
    load = load_of(fabrics, catalog)
    cores = (run for core in load.cores for run in core)
    aside = (run for some in load.aside for run in some.edges)
    runs = [*cores, *aside, *(run for block in load.blocks for run in block.runs)]
    return [
        Device(
            id=device_id,
            part=run.kind.part,
            u=1,
            cards=run.kind.cards,
            card=run.kind.card,
            inside=run.inside[number] if run.inside else (),
        )
        for run in runs
        for number, device_id in enumerate(run.ids)
    ]


def waiting(needed: Sequence[Device], floor: Floor) -> Iterator[Device]:
    """Return the devices that are not on a floor, neither themselves nor their contents."""
    there = {some.id for rack in floor.racks for device in rack.devices for some in (device, *device.inside)}
    return (device for device in needed if not any(some.id in there for some in (device, *device.inside)))
