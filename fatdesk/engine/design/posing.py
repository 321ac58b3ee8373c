"""Turn a requirement into the problem that families solve."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ratio
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.matching import Joinable, Matcher
from fatdesk.engine.catalog.parts import Cable, Enclosure
from fatdesk.engine.design.currency import currency_of
from fatdesk.engine.design.host_ports import Taken
from fatdesk.engine.design.members import joined_ports, members_of
from fatdesk.engine.design.options import (
    EdgeOptions,
    Shopping,
    configurations_for_sale,
    core_options,
    named_switch,
    switches,
)
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families import BY_DEFAULT, Family, family
from fatdesk.engine.families.design import WITH_CORE, Design, HostGroup
from fatdesk.engine.families.host_links import joined
from fatdesk.engine.families.problem import CoreOption, EdgeOption, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal


@dataclass(frozen=True)
class Posed:
    """A problem, its requirement, the families to search, and the switches that no family can use.

    ``currency`` is that of every sum; parts priced in another one, ``foreign``, count as unpriced.
    """

    problem: Problem
    fabric: FabricRequirement
    families: tuple[Family, ...]
    refused: tuple[Refusal, ...]
    currency: str
    foreign: tuple[str, ...]


def pose(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    taken: Taken | None = None,
    designs: Mapping[str, Design] = MappingProxyType({}),
) -> Posed:
    """The problem of one fabric.

    Parameters
    ----------
    taken, designs
        Ports of hosts that earlier fabrics use, and their designs by name.

    Raises
    ------
    FatdeskError
        When the requirement cannot be met: a blocking of 0, an unknown part or family, a
        part in the wrong role, blades with rails, hosts with too few ports.
    """
    blocking = exact_blocking(fabric.blocking, f"fabric {fabric.name!r}: blocking")
    families = tuple(family(name) for name in fabric.families) or BY_DEFAULT
    if fabric.core_count:
        families = tuple(one for one in families if one.NAME in WITH_CORE) or families
    groups = members_of(requirements, fabric, catalog, designs)
    servers = _joined(fabric, groups, catalog)
    by_group = joined(groups, fabric.rails)
    blades = _check_hosts(fabric, servers)
    matcher = Matcher(catalog, fabric.media, fabric.cables)
    shopping = Shopping(fabric.cable_price, currency_of(requirements, catalog))
    ports_each = [group.links * fabric.planes for group in by_group]
    asking = EdgeOptions(groups, servers, matcher, taken or {}, ports_each, shopping)
    with_stars = any(one.NAME == "star" for one in families)
    edges, stars, cores = _options(catalog, fabric, asking, with_stars=with_stars)
    if not edges and not stars:
        _complain(requirements, fabric, asking.refused, groups, servers, taken or {})
    problem = Problem(
        name=fabric.name,
        groups=groups,
        servers=tuple(servers),
        blades=blades,
        blocking=blocking,
        rails=fabric.rails,
        planes=fabric.planes,
        growth_hosts=fabric.growth_hosts,
        extra_ports=fabric.extra_ports,
        equal_bundles=fabric.equal_bundles,
        spread_hosts=fabric.spread_hosts is not False,
        even_hosts=fabric.spread_hosts == "even" and not (fabric.growth_hosts or fabric.edges_per_rack),
        matcher=matcher,
        edges=tuple(edges),
        cores=tuple(cores),
        stars=tuple(stars),
        transceiver_items=shopping.transceivers(catalog.transceivers()),
        panel_items=shopping.panels(catalog.of(Enclosure)),
        items=tuple(shopping.items),
        bundle_cable=_bundle_cable(requirements, catalog),
        hosts_per_edge=fabric.hosts_per_edge,
        rail_pods=fabric.pods == "rail",
        edges_per_group=fabric.edges_per_group or 0,
        core_count=(fabric.core_count or 0) // fabric.planes,
        rack_edges=(fabric.edges_per_rack or 0) // (fabric.rails * fabric.planes),
        least_possible=requirements.limits.hosts_possible or 0,
        by_way=bool(fabric.families),
    )
    return Posed(problem, fabric, families, tuple(asking.refused), shopping.currency, tuple(shopping.foreign))


def _joined(fabric: FabricRequirement, groups: Sequence[HostGroup], catalog: Catalog) -> list[Joinable]:
    """The ports of each group, or an error that names the fabric."""
    try:
        return [joined_ports(catalog, group) for group in groups]
    except FatdeskError as error:
        raise FatdeskError(f"fabric {fabric.name!r}: {error}") from None


def exact_blocking(blocking: float | str, where: str) -> Fraction:
    """A blocking factor as an exact ratio.

    Raises
    ------
    FatdeskError
        When it is no number above 0.
    """
    try:
        exact = ratio(blocking)
    except ValueError:
        raise FatdeskError(f"{where} {blocking!r} is neither a number nor a ratio such as 3:2") from None
    if exact <= 0:
        raise FatdeskError(f"{where} {blocking} is not above 0: 1 is non-blocking, 2 halves the uplinks")
    return exact


def _check_hosts(fabric: FabricRequirement, servers: Sequence[Joinable]) -> bool:
    """Whether the hosts are blades, whose switch is in the bay of their enclosure."""
    if not servers:
        raise FatdeskError(f"fabric {fabric.name!r} joins no hosts: name groups that there are")
    blades = {server.blade for server in servers}
    if len(blades) > 1:
        raise FatdeskError(
            f"fabric {fabric.name!r} joins blades and other servers: give each a fabric of its own"
        )
    if blades == {True} and fabric.rails * fabric.planes > 1:
        raise FatdeskError(
            f"fabric {fabric.name!r}: rails {fabric.rails} and planes {fabric.planes} for blades: "
            f"an enclosure has one switch bay, so set both to 1"
        )
    return blades == {True}


def _options(
    catalog: Catalog, fabric: FabricRequirement, asking: EdgeOptions, *, with_stars: bool
) -> tuple[list[EdgeOption], list[EdgeOption], list[CoreOption]]:
    """Edge switches, switches for a star, and core switches.

    A star has one switch: one of those that ``edge`` and ``core`` name, any where neither names one.
    """
    cores = list(core_options(switches(catalog, fabric, "core"), asking.shopping))
    if asking.servers[0].blade:
        edges = _in_enclosures(catalog, fabric, asking)
        return edges, edges, cores
    configs = [
        config for part in switches(catalog, fabric, "edge") for config in configurations_for_sale(part)
    ]
    edges = [option for config in configs for option in asking.of(config)]
    if not with_stars:
        return edges, [], cores
    stars = list(edges) if fabric.edge or not fabric.core else []
    known = {_bought(config) for config in configs} if stars else set()
    at_edge = len(asking.refused)
    for core in cores if fabric.core or not fabric.edge else ():
        config = core.configuration
        if _bought(config) not in known:
            known.add(_bought(config))
            stars += asking.of(config)
    if stars:
        del asking.refused[at_edge:]
    stars.sort(key=lambda o: (o.configuration.part, o.configuration.cards, o.configuration.card))
    return edges, stars, cores


def _bought(config: Configuration) -> tuple[str, int, str]:
    return config.part, config.cards, config.card


def _in_enclosures(catalog: Catalog, fabric: FabricRequirement, asking: EdgeOptions) -> list[EdgeOption]:
    """Switches in the bay of an enclosure that takes the blades."""
    blades = asking.servers
    boxes = [
        box for box in catalog.of(Enclosure) if box.switch and all(box.id in blade.fits for blade in blades)
    ]
    boxes.sort(key=lambda box: blades[0].fits.index(box.id))
    if not boxes:
        names = " and ".join(sorted({blade.id for blade in blades}))
        raise FatdeskError(f"fabric {fabric.name!r}: no enclosure in the catalog takes {names}")
    bays = {part_id for box in boxes for part_id in box.switch}
    result: list[EdgeOption] = []
    for part_id in sorted(set(fabric.edge) or bays):
        part = named_switch(catalog, fabric, "edge", part_id)
        for config in configurations_for_sale(part):
            fitting = [box for box in boxes if part_id in box.switch]
            result += [option for box in fitting for option in asking.of(config, box)]
            if not fitting:
                where = " or ".join(box.id for box in boxes)
                asking.refuse(config, Reason("bay", what=f"{part_id} does not go into {where}"))
    return result


def _complain(
    requirements: Requirements,
    fabric: FabricRequirement,
    refused: Sequence[Refusal],
    groups: Sequence[HostGroup],
    servers: Sequence[Joinable],
    taken: Taken,
) -> None:
    """Raise where no switch is of use for a cause that the user must mend first."""
    if not refused:
        raise FatdeskError(f"fabric {fabric.name!r}: the catalog has no switch for the edge: add one")
    for refusal in refused:
        if refusal.reason.code == "host-ports":
            short = [group.name for group in groups if group.part == refusal.reason.what]
            raise FatdeskError(
                f"fabric {fabric.name!r}: {refusal.reason} (rails times planes"
                f"{_taken_before(requirements, fabric, short, taken)}): use another part for hosts "
                f"{', '.join(short)}, or fewer rails or planes"
                + (", or give them a fabric of their own" if len(short) < len(groups) else "")
            )
    rates = [{port.rate_gbps for port in server.ports} for server in servers]
    if all(rates) and not set.intersection(*rates):
        each = [
            f"{group.name} {' and '.join(f'{rate:g}' for rate in sorted(own))} Gb/s"
            for group, own in zip(groups, rates, strict=True)
        ]
        raise FatdeskError(
            f"fabric {fabric.name!r}: its hosts have no rate in common ({', '.join(each)}), and no edge "
            "switch has ports for all of them, whole or divided by a splitter of the catalog: allow one that "
            "does (edge), add a splitter between these ports, or give the groups fabrics of their own (hosts)"
        )


def _taken_before(
    requirements: Requirements, fabric: FabricRequirement, short: Sequence[str], taken: Taken
) -> str:
    """Return how many ports of groups the fabrics before take, and which those are."""
    found = max((name for name in short if taken.get(name)), key=lambda name: len(taken[name]), default="")
    if not found:
        return ""
    names = [one.name for one in requirements.fabrics]
    before = requirements.fabrics[: names.index(fabric.name)] if fabric.name in names else ()
    takers = [one.name for one in before if found in [group.name for group in requirements.hosts_of(one)]]
    who = (
        f"{'fabric' if len(takers) == 1 else 'fabrics'} {' and '.join(takers)}" if takers else "other fabrics"
    )
    verb = "takes" if len(takers) == 1 else "take"
    return f"; {who} {verb} {len(taken[found])} of each"


def _bundle_cable(requirements: Requirements, catalog: Catalog) -> Cable | None:
    """The cable for several links of a bundle, where one is named."""
    name = requirements.cabling.bundle_cable
    if name is None:
        return None
    cable = catalog.get(name, Cable)
    return cable if cable.links > 1 else None
