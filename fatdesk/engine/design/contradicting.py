"""Contradictions between what fabrics and groups of hosts require, of files, commands and projects alike."""

from collections.abc import Iterator, Sequence

from fatdesk.core.formats.typed_records import Problem
from fatdesk.core.formats.yaml_events import Place
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server
from fatdesk.engine.design.requirements import FabricRequirement, Membership
from fatdesk.engine.fabric.fabric import ROW_PLACES
from fatdesk.engine.families.design import WITH_CORE, HostGroup
from fatdesk.networks.topologies import dragonfly_plus

Hosts = Sequence[HostGroup]
Fabrics = Sequence[FabricRequirement]


def of_places(hosts: Hosts, fabrics: Fabrics) -> Iterator[Problem]:
    """Pods and edge switches by rack that contradict the rest; places are those of a requirements file."""
    for n, group in enumerate(hosts):
        if group.outside_m is not None and group.per_rack is not None:
            yield Problem(
                ("hosts", n, "outside_m"), "hosts outside the room are in no rack: leave per_rack out"
            )
    yield from _pods(fabrics)
    yield from _groups(fabrics)
    yield from _cores(fabrics)
    yield from _by_rack(hosts, fabrics)


def refusal(hosts: Hosts, fabrics: Fabrics, catalog: Catalog, before: Sequence[Problem] = ()) -> str:
    """State the first contradiction that was not there ``before``; empty: there is none."""
    known = {(problem.place[2:], problem.what) for problem in before}
    for problem in every(hosts, fabrics, catalog):
        section, number, field = problem.place[:3]
        if (problem.place[2:], problem.what) not in known:
            named = (hosts if section == "hosts" else fabrics)[int(number)].name
            return f"{section} {named}: {field}: {problem.what}"
    return ""


def every(hosts: Hosts, fabrics: Fabrics, catalog: Catalog) -> list[Problem]:
    """Return all contradictions of hosts and fabrics."""
    return [
        *of_places(hosts, fabrics),
        *of_members(hosts, fabrics),
        *of_blades(hosts, fabrics, catalog),
    ]


def _joined(hosts: Hosts, fabric: FabricRequirement) -> list[HostGroup]:
    return [group for group in hosts if fabric.joins(group.name)]


def _pods(fabrics: Fabrics) -> Iterator[Problem]:
    """Pods by rail of fabrics that have one rail, or no trees of three levels."""
    for n, fabric in enumerate(fabrics):
        if fabric.pods == "hosts":
            continue
        place: Place = ("fabrics", n, "pods")
        if fabric.rails < 2:
            yield Problem(place, "pods by rail need 2 rails or more: add rails, or leave pods out")
        elif fabric.families and "egft" not in fabric.families:
            yield Problem(
                place, "pods by rail are for trees of three levels: add egft to families, or leave pods out"
            )


def _groups(fabrics: Fabrics) -> Iterator[Problem]:
    """Edge switches by group of fabrics without families that have groups."""
    for n, fabric in enumerate(fabrics):
        if fabric.edges_per_group and fabric.families and dragonfly_plus.NAME not in fabric.families:
            what = f"groups are those of {dragonfly_plus.NAME}: add it to families, or leave this key out"
            yield Problem(("fabrics", n, "edges_per_group"), what)


def _cores(fabrics: Fabrics) -> Iterator[Problem]:
    """Numbers of core switches that planes do not share evenly, or of families without a core."""
    for n, fabric in enumerate(fabrics):
        if not fabric.core_count:
            continue
        place: Place = ("fabrics", n, "core_count")
        if fabric.core_count % fabric.planes:
            yield Problem(place, f"expected a multiple of planes ({fabric.planes}), got {fabric.core_count}")
        elif fabric.families and not set(fabric.families) & set(WITH_CORE):
            what = f"it is for {' and '.join(WITH_CORE)}: add one of them to families, or leave this key out"
            yield Problem(place, what)


def _by_rack(hosts: Hosts, fabrics: Fabrics) -> Iterator[Problem]:
    """Edge switches by rack that contradict the rest of their fabric, or groups without ``per_rack``."""
    for n, fabric in enumerate(fabrics):
        each = fabric.edges_per_rack
        if each is None:
            continue
        place: Place = ("fabrics", n, "edges_per_rack")
        groups = _joined(hosts, fabric)
        lacking = [group.name for group in groups if group.per_rack is None]
        sets = fabric.rails * fabric.planes
        if lacking:
            yield Problem(place, f"hosts {' and '.join(lacking)} state no per_rack, add it to each group")
        elif each % sets:
            yield Problem(place, f"expected a multiple of rails x planes ({sets}), got {each}")
        elif fabric.hosts_per_edge is not None:
            shares = (-(-min(group.per_rack or 0, group.count) * sets // each) for group in groups)
            most = max(shares, default=0)
            if most > fabric.hosts_per_edge:
                allowed = f"hosts_per_edge allows {fabric.hosts_per_edge}"
                what = f"a switch has up to {most} hosts of a rack, {allowed}"
                yield Problem(place, f"{what}: have more switches or fewer hosts in a rack")
        if fabric.extra_ports:
            what = "edge switches by rack have ports for their hosts alone: leave extra_ports out"
            yield Problem(("fabrics", n, "extra_ports"), what)
        if fabric.edge_at in ROW_PLACES:
            what = (
                f"edge_at: {fabric.edge_at} puts edge switches into racks of their own: leave one of them out"
            )
            yield Problem(place, what)


def of_members(hosts: Hosts, fabrics: Fabrics) -> Iterator[Problem]:
    """Members that are not there or not joined so, and switches of fabrics that cannot be joined."""
    for n, fabric in enumerate(fabrics):
        yield from _no_hosts(hosts, fabric, n)
        groups = [group.name for group in _joined(hosts, fabric)]
        for k, member in enumerate(fabric.members):
            yield from _member(fabric, member, groups, n, k)
        before = [one.name for one in fabrics[:n]]
        for k, name in enumerate(fabric.switches_of):
            place: Place = ("fabrics", n, "switches_of", k)
            if name in fabric.switches_of[:k]:
                yield Problem(place, f'"{name}" is there twice, remove one')
            elif name not in before:
                there = f"before it are {', '.join(before)}" if before else "it is the first"
                what = f'no fabric "{name}" is before this one ({there}), change the name or the order'
                yield Problem(place, what)
        if fabric.edges_per_rack is not None and (fabric.members or fabric.switches_of):
            key = "members" if fabric.members else "switches_of"
            what = "edge switches by rack join the hosts of their rack alike: leave it or edges_per_rack out"
            yield Problem(("fabrics", n, key), what)


def _no_hosts(hosts: Hosts, fabric: FabricRequirement, n: int) -> Iterator[Problem]:
    """Networks without hosts that join no switches either, or where a group has that name."""
    if fabric.hosts != "none":
        return
    place: Place = ("fabrics", n, "hosts")
    if not fabric.switches_of:
        yield Problem(
            place,
            "the fabric joins nothing: name groups of hosts, or fabrics in switches_of",
        )
    elif any(group.name == "none" for group in hosts):
        yield Problem(
            place, 'a group of hosts has the name "none": write [none] to join it, or rename it for no hosts'
        )


def _member(
    fabric: FabricRequirement, member: Membership, groups: Sequence[str], n: int, k: int
) -> Iterator[Problem]:
    place: Place = ("fabrics", n, "members", k)
    if member.hosts not in groups:
        only = f"only {', '.join(groups)}" if groups else "only switches"
        yield Problem((*place, "hosts"), f'the fabric joins no hosts "{member.hosts}", {only}')
    elif member.hosts in [one.hosts for one in fabric.members[:k]]:
        yield Problem((*place, "hosts"), f'"{member.hosts}" is there twice, put both into one')
    for j, rail in enumerate(member.rails):
        if rail > fabric.rails:
            yield Problem((*place, "rails", j), f"there is no rail {rail}, the fabric has {fabric.rails}")
        elif rail in member.rails[:j]:
            yield Problem((*place, "rails", j), f"rail {rail} is there twice, remove one")


def of_blades(hosts: Hosts, fabrics: Fabrics, catalog: Catalog) -> Iterator[Problem]:
    """Places of switches and hosts that only rack servers have; racks that would divide a chassis."""
    for n, group in enumerate(hosts):
        server = catalog.find(group.part)
        box = catalog.chassis_of(server) if isinstance(server, Server) else None
        if box is not None and group.per_rack is not None and group.per_rack % box.blades:
            what = f"expected a multiple of {box.blades}, the nodes of a {box.id}, got {group.per_rack}"
            yield Problem(("hosts", n, "per_rack"), what)
    blades = {
        group.name
        for group in hosts
        if isinstance(part := catalog.find(group.part), Server) and catalog.is_blade(part)
    }
    what = "is for rack servers: blades and their switches are placed with their enclosures, leave it out"
    for n, group in enumerate(hosts):
        if group.name in blades and group.per_rack is not None:
            yield Problem(("hosts", n, "per_rack"), what)
    for n, fabric in enumerate(fabrics):
        if any(group.name in blades for group in _joined(hosts, fabric)) and fabric.edge_at != "top":
            yield Problem(("fabrics", n, "edge_at"), what)
