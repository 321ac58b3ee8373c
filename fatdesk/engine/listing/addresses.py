"""Addresses of devices in a network that the user gives, one each, in the order of the plan."""

import ipaddress
import re
from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.point_to_point import Point, joints
from fatdesk.engine.listing.wired import plain_names

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_OTHER = re.compile(r"[^A-Za-z0-9-]+")
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)\Z")
NO_NETWORK = (
    "no network is given, which addresses are taken from: `--network 10.1.0.0/16`, in the window *Network*"
)
NO_DOMAIN = "no domain is given: `--domain cluster.example`, in the window *Domain*"


class Addressed(NamedTuple):
    """A device with its name as a host name, its address, and the switch and port behind which it is.

    ``switch`` and ``port`` are empty where it has no Ethernet link to a switch.
    """

    name: str
    address: Address
    kind: str
    switch: str
    port: str


def network_of(text: str) -> Network:
    """The network that a text names; its first host address may be given in place of that of the network.

    >>> network_of("10.1.0.0/16"), network_of("10.1.0.1/16")
    (IPv4Network('10.1.0.0/16'), IPv4Network('10.1.0.0/16'))

    Raises
    ------
    FatdeskError
        When it is none.
    """
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise FatdeskError(f"{text.strip()[:60]} is no network, write one such as 10.1.0.0/16") from None
    if "/" not in text:
        raise FatdeskError(f"{text.strip()[:60]} has no length, write one such as {text.strip()[:60]}/16")
    return found


def domain_problem(text: str) -> str:
    """Return what is wrong with a domain; empty: nothing.

    >>> domain_problem("cluster.example"), domain_problem("a b")
    ('', 'a b is no domain, write one such as cluster.example')
    """
    fine = all(map(_LABEL.match, text.rstrip(".").split("."))) and len(text) <= 200
    return "" if fine or not text else f"{text[:60]} is no domain, write one such as cluster.example"


def addressed(plan: Plan) -> tuple[Addressed, ...]:
    """The devices with their addresses: hosts, then switches and other devices, each by fabric and number.

    The first address of the network is left for its gateway.

    Raises
    ------
    FatdeskError
        When the network is none, or has fewer addresses than there are devices.
    """
    points, behind = _devices(plan)
    network = network_of(plan.network)
    room = network.num_addresses - (3 if network.version == 4 else 1)
    if room < len(points):
        needed = f"{len(points):,} devices need one each and the first is left for the gateway"
        raise FatdeskError(f"{network} has {max(0, room):,} addresses, {needed}: give a larger network")
    names = host_names(points)
    found = []
    for number, (point, name) in enumerate(zip(points.values(), names, strict=True), 2):
        switch, port = behind.get(point.id, ("", ""))
        found.append(Addressed(name, network.network_address + number, point.kind, switch, port))
    return tuple(found)


def host_names(points: dict[str, Point]) -> list[str]:
    """Names of letters, digits and hyphens that no two devices share, as host names are."""
    return plain_names(_OTHER.sub("-", point.device) for point in points.values())


def _devices(plan: Plan) -> tuple[dict[str, Point], dict[str, tuple[str, str]]]:
    """The devices by id, hosts first; and for each the switch and port of its slowest Ethernet link.

    Where a device has a link to a network for management, that is the slowest.
    """
    seen: dict[str, Point] = {}
    behind: dict[str, tuple[float, str, str]] = {}
    for joint in joints(plan):
        for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
            if near.kind == "External":
                continue
            seen.setdefault(near.id, near)
            fits = far.kind == "Switch" and far.protocol != "infiniband" and not joint.trace
            if fits and (near.id not in behind or joint.rate_gbps < behind[near.id][0]):
                behind[near.id] = (joint.rate_gbps, far.device, far.os_port or far.printed)
    order = [*(one for one in seen.values() if one.kind == "Host"), *_others(seen)]
    return {one.id: one for one in order}, {key: where[1:] for key, where in behind.items()}


def _others(seen: dict[str, Point]) -> Iterator[Point]:
    return (one for one in seen.values() if one.kind != "Host")


def why_no_addresses(plan: Plan, *, domain: bool = False) -> str:
    """Return why devices have no addresses; empty: they have."""
    if not plan.network:
        return NO_NETWORK
    if domain and not plan.domain:
        return NO_DOMAIN
    if problem := domain_problem(plan.domain):
        return problem
    try:
        addressed(plan)
    except FatdeskError as error:
        return str(error)
    return ""
