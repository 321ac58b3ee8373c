"""Which switches could take part in a network of some hosts, by speed, protocol and plugs of their ports."""

from collections.abc import Collection, Iterable, Sequence

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configurations
from fatdesk.engine.catalog.matching import Kind, Matcher, kinds
from fatdesk.engine.catalog.parts import ModularSwitch, Server, Switch
from fatdesk.engine.design.options import host_join

AnySwitch = Switch | ModularSwitch


def usable_switches(
    catalog: Catalog,
    servers: Sequence[Server],
    edges: Iterable[AnySwitch],
    cores: Iterable[AnySwitch],
    allowed: Collection[str] = (),
) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the edge switches that join all of the servers, and of the core switches that join those.

    Where some of the edge switches are ``allowed``, core switches join one of these. What joins a core switch
    of these counts as well, for trees of three levels. Numbers of ports are not looked at, nor which cables
    are approved.
    """
    matcher = Matcher(catalog)
    below: list[Kind] = []
    edge_ids = set()
    for part in edges:
        found = _kinds(part)
        if all(any(_serves(server, kind, matcher) for kind in found) for server in servers):
            edge_ids.add(part.id)
            if not allowed or part.id in allowed:
                below += found
    core_ids: set[str] = set()
    left = [(part.id, _kinds(part)) for part in cores]
    while True:
        new = [(part, found) for part, found in left if _joined(found, below, matcher)]
        if not new:
            return frozenset(edge_ids), frozenset(core_ids)
        core_ids |= {part for part, _ in new}
        left = [(part, found) for part, found in left if part not in core_ids]
        below = [kind for _, found in new for kind in found]


def _kinds(part: AnySwitch) -> list[Kind]:
    found = {kind.key: kind for some in configurations(part) for kind in kinds(some.ports)}
    return list(found.values())


def _serves(server: Server, kind: Kind, matcher: Matcher) -> bool:
    """Whether a switch port joins a port of a server; in an enclosure only rates must fit."""
    if server.fits:
        return any(kind.rate_gbps == own.rate_gbps for own in kinds(server.ports))
    splits = (1, *(split for split, _ in kind.breakout))
    return any(host_join(server, kind, split, matcher) is not None for split in splits)


def _joined(upper: Iterable[Kind], lower: Sequence[Kind], matcher: Matcher) -> bool:
    known = {kind.key: kind for kind in lower}.values()
    return any(matcher.join(other, kind) is not None for kind in upper for other in known)
