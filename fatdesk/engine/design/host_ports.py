"""Ports of hosts that each fabric uses."""

from collections.abc import Collection, Mapping, Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Joinable, Kind, Matcher, kinds
from fatdesk.engine.design.members import joined_ports, members_of
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.families.design import Design, HostGroup, Member
from fatdesk.engine.families.host_links import joined_by
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.uses import configuration_of, edge_kinds

Taken = Mapping[str, Collection[int]]
"""Ports that are taken already, by group of hosts."""


def free_ports(
    server: Joinable, kind: Kind, split: int, matcher: Matcher, taken: Collection[int]
) -> list[int]:
    """Free ports of a host that fit a switch port of that kind and split, in port order.

    A blade's ports reach its enclosure's switch by traces, so there only the rate must fit, and ports
    with the same connector go first.
    """
    if server.blade:
        same = server.fitting(lambda k: k.key[:2] == kind.key[:2])
        fits = same or server.fitting(lambda k: k.rate_gbps == kind.rate_gbps)
    else:
        fits = server.fitting(lambda k: matcher.join(kind, k, split) is not None)
    return [port for port in fits if port not in taken]


def take_ports(
    groups: Sequence[HostGroup],
    servers: Sequence[Joinable],
    of_groups: Sequence[Kind],
    splits: Sequence[int],
    matcher: Matcher,
    counts: Sequence[int],
    taken: Taken,
) -> dict[str, tuple[int, ...]] | Reason:
    """Ports of every group for switch ports, or which group lacks them.

    Parameters
    ----------
    of_groups, splits, counts
        Of each group: the kind of the switch ports, hosts that share one, and links of each host.
    """
    result = {}
    each = zip(groups, servers, of_groups, splits, counts, strict=True)
    for group, server, kind, split, count in each:
        every = free_ports(server, kind, split, matcher, ())
        if not every:
            wanted = " or ".join(str(k) for k in kinds(server.ports))
            return Reason("edge-kind", what=f"{wanted} of {server.id}")
        busy = taken.get(group.name, ())
        named = group.ports if isinstance(group, Member) else ()
        if named:
            wrong = [port for port in named if port not in every]
            if wrong:
                return Reason("edge-kind", what=f"port {wrong[0] + 1} of {server.id}")
        free = [port for port in named or every if port not in busy]
        if len(free) < count:
            return Reason("host-ports", count, len(free), server.id)
        result[group.name] = tuple(free[:count])
    return result


def with_taken(taken: Taken, more: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Ports taken before and by one more fabric."""
    names = [*taken, *(name for name in more if name not in taken)]
    return {name: (*taken.get(name, ()), *more.get(name, ())) for name in names}


def host_port_map(
    requirements: Requirements, designs: Sequence[Design | AsBuiltFabric], catalog: Catalog
) -> list[dict[str, tuple[int, ...]]]:
    """The ports that each fabric takes of each group's hosts; plane p, rail r uses number p * rails + r.

    Each fabric takes a host's free ports that fit its edge switches in port order; fabrics go in order.
    One that is built has the ports that any host of a group is joined by.

    Parameters
    ----------
    designs
        The chosen design of each fabric of the requirements, or the record of one that is built.

    Raises
    ------
    FatdeskError
        When a host has too few ports.
    """
    taken: dict[str, tuple[int, ...]] = {}
    known: dict[str, Design | AsBuiltFabric] = {}
    result = []
    for fabric, design in zip(requirements.fabrics, designs, strict=True):
        groups = members_of(requirements, fabric, catalog, known)
        known[fabric.name] = design
        if isinstance(design, AsBuiltFabric):
            result.append(_joined_ports(design, groups))
            taken = with_taken(taken, result[-1])
            continue
        edge = design.part("edge")
        if edge is None:
            raise FatdeskError(f"the design of fabric {fabric.name!r} has no edge switch")
        down, up = edge_kinds(design, configuration_of(catalog, edge))
        by_group = joined_by(design, groups)
        found = take_ports(
            groups,
            [joined_ports(catalog, group) for group in groups],
            [up if group.on_up else down for group in by_group],
            [group.split for group in by_group],
            Matcher(catalog, fabric.media, fabric.cables),
            [group.links * design.number("planes", 1) for group in by_group],
            taken,
        )
        if isinstance(found, Reason):
            raise FatdeskError(f"fabric {fabric.name!r}: {found}: use another part or fewer rails or planes")
        taken = with_taken(taken, found)
        result.append(found)
    return result


def _joined_ports(record: AsBuiltFabric, groups: Sequence[HostGroup]) -> dict[str, tuple[int, ...]]:
    """The ports, from 0, by which a network that is built joins any host of each group."""
    found: dict[str, set[int]] = {group.name: set() for group in groups}
    for link in (link for node in record.switches for link in node.links):
        group = link.to.rpartition("/")[0]
        if group in found:
            found[group].add(link.to_port - 1)
    return {name: tuple(sorted(ports)) for name, ports in found.items()}
