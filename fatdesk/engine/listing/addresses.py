"""Addresses of devices in a network that the user gives, one each, in the order of the plan."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.typed_values import IpAddress, IpNetwork, ip_network
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.point_to_point import Point, joints
from fatdesk.engine.listing.wired import plain_names

_OTHER = re.compile(r"[^A-Za-z0-9-]+")
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)\Z")
NO_NETWORK = (
    "no network is given, which addresses are taken from: `--network 10.1.0.0/16`, in the window *Network*"
)
NO_DOMAIN = "no domain is given: `--domain cluster.example`, in the window *Domain*"


class Addressed(NamedTuple):
    """A device with its name as a host name, its address, and the switch and port behind which it is.

    ``switch`` and ``port`` are empty where it has no Ethernet link to a switch. ``host`` is the host whose
    management controller it is; empty: it is a device. ``id`` is the key of the device.
    """

    name: str
    address: IpAddress
    kind: str
    switch: str
    port: str
    host: str = ""
    id: str = ""


def domain_problem(text: str) -> str:
    """Return what is wrong with a domain; empty: nothing.

    >>> domain_problem("cluster.example"), domain_problem("a b")
    ('', 'a b is not a domain, write one such as cluster.example')
    """
    fine = all(map(_LABEL.match, text.rstrip(".").split("."))) and len(text) <= 200
    return "" if fine or not text else f"{text[:60]} is not a domain, write one such as cluster.example"


def addressed(plan: Plan) -> tuple[Addressed, ...]:
    """The devices with their addresses: hosts, then switches and other devices, each by fabric and number.

    The first address of the network is left for its gateway, those of networks of management controllers for
    these.

    Raises
    ------
    FatdeskError
        When the network is none, or has fewer addresses than there are devices.
    """
    points, behind = _devices(plan)
    addresses = _addresses(ip_network(plan.network), len(points), "devices", _controller_networks(plan))
    names = host_names(points)
    found = []
    for (key, point), name, address in zip(points.items(), names, addresses, strict=True):
        switch, port = behind.get(key, ("", ""))
        found.append(Addressed(name, address, point.kind, switch, port, id=key))
    return tuple(found)


def controllers(plan: Plan) -> tuple[Addressed, ...]:
    """Management controllers of hosts (``n01-bmc``), by the networks that have a range of addresses for them.

    The first address of each range is left for its gateway. A host has one controller in each such network.

    Raises
    ------
    FatdeskError
        When a range is no network, or has fewer addresses than there are controllers.
    """
    ranges = [text.strip() for text in plan.bmc_networks]
    if not any(ranges):
        return ()
    points, _ = _devices(plan)
    hosts = dict(zip(points, host_names(points), strict=True))
    found: list[Addressed] = []
    taken: dict[IpNetwork, int] = {}
    for number, text in enumerate(ranges):
        if not text:
            continue
        network, links = ip_network(text), _of_controllers(plan, number)
        before = taken.get(network, 0)
        taken[network] = before + len(links)
        addresses = _addresses(network, taken[network], "management controllers")[before:]
        end = BMC if sum(map(bool, ranges)) == 1 else f"{BMC}-{plan.fabrics[number].name}"
        for (key, (switch, port)), address in zip(links.items(), addresses, strict=True):
            name = _OTHER.sub("-", f"{hosts[key]}-{end}")
            found.append(Addressed(name, address, "Controller", switch, port, hosts[key], key))
    return tuple(found)


def controllers_or_none(plan: Plan) -> tuple[Addressed, ...]:
    """The management controllers; none where their range is too small, which other files state."""
    try:
        return controllers(plan)
    except FatdeskError:
        return ()


BMC = "bmc"
"""End of the names of management controllers."""


def _controller_networks(plan: Plan) -> list[IpNetwork]:
    return [ip_network(text) for text in plan.bmc_networks if text.strip()]


def _of_controllers(plan: Plan, number: int) -> dict[str, tuple[str, str]]:
    """The switch and port of the controller of each host that a fabric joins, hosts in the order of links."""
    found: dict[str, tuple[str, str]] = {}
    name = plan.fabrics[number].name
    for joint in joints(plan):
        for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
            if joint.fabric == name and near.kind == "Host" and far.kind == "Switch" and not joint.trace:
                found.setdefault(near.id, (far.device, far.os_port or far.printed))
    return found


def _addresses(
    network: IpNetwork, count: int, what: str, without: Sequence[IpNetwork] = ()
) -> list[IpAddress]:
    """The first addresses after that of the gateway, but for those in other networks.

    Raises
    ------
    FatdeskError
        When there are fewer.
    """
    inner = [one for one in without if one.version == network.version and _inside(one, network)]
    last = network.num_addresses - (1 if network.version == 4 else 0)
    found: list[IpAddress] = []
    offset = 2
    while len(found) < count and offset < last:
        address = network.network_address + offset
        around = next((one for one in inner if address in one), None)
        if around is None:
            found.append(address)
            offset += 1
        else:
            offset = int(around.broadcast_address) - int(network.network_address) + 1
    if len(found) < count:
        needed = f"{count:,} {what} need one each and the first is left for the gateway"
        room = f"{len(found):,} addresses" + (" besides those of management controllers" if inner else "")
        raise FatdeskError(f"{network} has {room}, {needed}: give a larger network")
    return found


def _inside(one: IpNetwork, other: IpNetwork) -> bool:
    """Whether two networks share addresses; of two networks one then lies in the other."""
    return one.network_address in other or other.network_address in one


def host_names(points: dict[str, Point]) -> list[str]:
    """Names of letters, digits and hyphens that no two devices share, as host names are."""
    return plain_names(_OTHER.sub("-", point.device) for point in points.values())


def _devices(plan: Plan) -> tuple[dict[str, Point], dict[str, tuple[str, str]]]:
    """The devices by id, hosts first; and for each the switch and port of its slowest Ethernet link.

    Where a device has a link to a network for management, that is the slowest; links of management
    controllers are not those of their hosts.
    """
    managed = {
        fabric.name for fabric, text in zip(plan.fabrics, plan.bmc_networks, strict=False) if text.strip()
    }
    seen: dict[str, Point] = {}
    behind: dict[str, tuple[float, str, str]] = {}
    for joint in joints(plan):
        for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
            if near.kind == "External":
                continue
            seen.setdefault(near.id, near)
            if joint.trace or (near.kind == "Host" and joint.fabric in managed):
                continue
            fits = far.kind == "Switch" and far.protocol != "infiniband"
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
        controllers(plan)
    except FatdeskError as error:
        return str(error)
    return ""
