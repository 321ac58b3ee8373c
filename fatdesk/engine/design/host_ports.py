"""Ports of hosts that each fabric uses."""

from collections.abc import Collection, Mapping, Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Kind, Matcher, fitting_ports, kinds
from fatdesk.engine.catalog.parts import Server
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.uses import configuration_of, edge_kinds

Taken = Mapping[str, Collection[int]]
"""Ports that are taken already, by group of hosts."""


def free_ports(server: Server, kind: Kind, split: int, matcher: Matcher, taken: Collection[int]) -> list[int]:
    """Free ports of a server that fit a switch port of that kind and split, in port order.

    A blade's ports reach its enclosure's switch by traces, so there only the rate must fit, and ports
    with the same connector go first.
    """
    if matcher.catalog.is_blade(server):
        same = list(fitting_ports(server.ports, lambda k: k.key[:2] == kind.key[:2]))
        fits = same or fitting_ports(server.ports, lambda k: k.rate_gbps == kind.rate_gbps)
    else:
        fits = fitting_ports(server.ports, lambda k: matcher.join(kind, k, split) is not None)
    return [port for port in fits if port not in taken]


def take_ports(
    groups: Sequence[HostGroup],
    servers: Sequence[Server],
    kind: Kind,
    split: int,
    matcher: Matcher,
    count: int,
    taken: Taken,
) -> dict[str, tuple[int, ...]] | Reason:
    """The first ``count`` free ports that fit, of every group, or which group lacks them."""
    result = {}
    for group, server in zip(groups, servers, strict=True):
        free = free_ports(server, kind, split, matcher, taken.get(group.name, ()))
        if not free and not free_ports(server, kind, split, matcher, ()):
            wanted = " or ".join(str(k) for k in kinds(server.ports))
            return Reason("edge-kind", what=f"{wanted} of {server.id}")
        if len(free) < count:
            return Reason("host-ports", count, len(free), server.id)
        result[group.name] = tuple(free[:count])
    return result


def with_taken(taken: Taken, more: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Ports taken before and by one more fabric."""
    names = [*taken, *(name for name in more if name not in taken)]
    return {name: (*taken.get(name, ()), *more.get(name, ())) for name in names}


def host_port_map(
    requirements: Requirements, designs: Sequence[Design], catalog: Catalog
) -> list[dict[str, tuple[int, ...]]]:
    """The ports that each fabric takes of each group's hosts; plane p, rail r uses number p * rails + r.

    Each fabric takes a host's free ports that fit its edge switches in port order; fabrics go in order.

    Parameters
    ----------
    designs
        The chosen design of each fabric of the requirements.

    Raises
    ------
    FatdeskError
        When a host has too few ports.
    """
    taken: dict[str, tuple[int, ...]] = {}
    result = []
    for fabric, design in zip(requirements.fabrics, designs, strict=True):
        groups = requirements.hosts_of(fabric)
        edge = design.part("edge")
        if edge is None:
            raise FatdeskError(f"the design of fabric {fabric.name!r} has no edge switch")
        down, _ = edge_kinds(design, configuration_of(catalog, edge))
        found = take_ports(
            groups,
            [catalog.server(group.part) for group in groups],
            down,
            design.number("split", 1),
            Matcher(catalog, fabric.media, fabric.cables),
            design.number("rails", 1) * design.number("planes", 1),
            taken,
        )
        if isinstance(found, Reason):
            raise FatdeskError(f"fabric {fabric.name!r}: {found}: use another part or fewer rails or planes")
        taken = with_taken(taken, found)
        result.append(found)
    return result
