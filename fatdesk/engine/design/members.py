"""Members of a fabric: groups of hosts as it joins them, and equipment by its management ports."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Joinable, joinable
from fatdesk.engine.catalog.parts import PowerUnit
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.requirements import FabricRequirement, Membership, Requirements
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.families import tiers_of
from fatdesk.engine.families.design import Design, HostGroup, Member

NO_DESIGNS: Mapping[str, Design | AsBuiltFabric] = MappingProxyType({})


def members_of(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    designs: Mapping[str, Design | AsBuiltFabric] = NO_DESIGNS,
) -> tuple[HostGroup, ...]:
    """Members of a fabric: groups of hosts in file order, then switches of other fabrics, level by level.

    Parameters
    ----------
    designs
        The designs of the fabrics before it, or the records of those that are built, by name.

    Raises
    ------
    FatdeskError
        When a fabric whose switches it joins has no design yet, or hosts lack a port that is named.
    """
    details = {one.hosts: one for one in fabric.members}
    groups = [
        _member(group, details[group.name], catalog) if group.name in details else group
        for group in requirements.hosts_of(fabric)
    ]
    for name in fabric.switches_of:
        if name not in designs:
            raise FatdeskError(
                f"fabric {fabric.name!r} joins the switches of {name!r}, which has no design yet: "
                "design that first"
            )
        groups += _switches(name, designs[name])
    return tuple(groups)


def _member(group: HostGroup, how: Membership, catalog: Catalog) -> HostGroup:
    return Member(
        name=group.name,
        part=group.part,
        count=group.count,
        per_rack=group.per_rack,
        outside_m=group.outside_m,
        rails=tuple(rail - 1 for rail in how.rails),
        links=how.links or 0,
        ports=named_ports(catalog, group.part, how.ports),
    )


def _switches(fabric: str, design: Design | AsBuiltFabric) -> Iterator[Member]:
    """The switches of a design as members with one link each, level by level."""
    for tier in tiers_of(design):
        yield Member(
            name=f"{fabric}/{tier.role}",
            part=tier.use.part,
            count=tier.count,
            links=1,
            cards=tier.use.cards,
            card=tier.use.card,
        )


def host_count(groups: Sequence[HostGroup], catalog: Catalog) -> int:
    """Hosts of the groups; power units are none."""
    return sum(group.count for group in groups) - power_unit_count(groups, catalog)


def power_unit_count(groups: Sequence[HostGroup], catalog: Catalog) -> int:
    """Power units among the groups, which an out-of-band network joins."""
    return sum(group.count for group in groups if isinstance(catalog.find(group.part), PowerUnit))


def joined_ports(catalog: Catalog, group: HostGroup) -> Joinable:
    """The ports by which networks join the hosts of a group.

    Raises
    ------
    FatdeskError
        When its part has none.
    """
    if isinstance(group, Member):
        return joinable(catalog, group.part, group.cards, group.card)
    return joinable(catalog, group.part)


def named_ports(catalog: Catalog, part_id: str, names: Sequence[str]) -> tuple[int, ...]:
    """Numbers of ports by the names that lists show; a cage has all its links, ``1-4`` is a range.

    Raises
    ------
    FatdeskError
        When the part has no such port.

    >>> from fatdesk.engine.catalog.parts import Ports, Server
    >>> dgx = Server(id="dgx", ports=(Ports(count=4, links=2, connector="osfp", rate_gbps=400.0),))
    >>> named_ports(Catalog([dgx]), "dgx", ["1/2", "3-4"])
    (1, 4, 5, 6, 7)
    """
    if not names:
        return ()
    by_name = _by_name(catalog, part_id)
    result: list[int] = []
    for name in names:
        first, dash, last = name.partition("-")
        if name in by_name:
            result += by_name[name]
        elif dash and first in by_name and last in by_name and by_name[first][0] <= by_name[last][-1]:
            result += range(by_name[first][0], by_name[last][-1] + 1)
        else:
            raise FatdeskError(f"{part_id} has no port {name!r}: it has {_few(list(by_name))}")
    return tuple(result)


def _by_name(catalog: Catalog, part_id: str) -> dict[str, list[int]]:
    """Numbers of the ports of a part by the name of each, and of each cage of several links."""
    table = port_table(catalog, part_id)
    by_name: dict[str, list[int]] = {}
    for port in range(len(table.cage)):
        name = table.text(port)
        by_name.setdefault(name, []).append(port)
        if "/" in name:
            by_name.setdefault(name.rpartition("/")[0], []).append(port)
    return by_name


def port_words(catalog: Catalog, part_id: str) -> tuple[str, ...]:
    """Names of ports that :func:`named_ports` knows of a part; none where it has no ports.

    >>> from fatdesk.engine.catalog.parts import Ports, Server
    >>> dgx = Server(id="dgx", ports=(Ports(count=2, links=2, connector="osfp", rate_gbps=400.0),))
    >>> port_words(Catalog([dgx]), "dgx")
    ('1/1', '1', '1/2', '2/1', '2', '2/2')
    """
    try:
        return tuple(_by_name(catalog, part_id))
    except FatdeskError:
        return ()


def _few(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 8 else f"{', '.join(names[:4])} ... {names[-1]}"
