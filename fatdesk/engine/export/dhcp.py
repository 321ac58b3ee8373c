"""DHCP by switch and port: the address of each host for ISC dhcpd and Kea, without hardware addresses.

A host is known by what its switch inserts (option 82, circuit id): ``SWITCH:PORT``.
"""

import json
from typing import Any

from fatdesk.core.number_text import counted
from fatdesk.core.typed_values import IpNetwork, ip_network
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.addresses import Addressed, addressed, controllers, why_no_addresses

_NO_IPV6 = "the network is IPv6, these files are for DHCP of IPv4: give one such as 10.1.0.0/16"


def _why_none(plan: Plan) -> str:
    """Return why there is no file; empty: there is."""
    if why := why_no_addresses(plan):
        return why
    return _NO_IPV6 if ip_network(plan.network).version != 4 else ""


def _known(plan: Plan) -> list[tuple[IpNetwork, list[Addressed]]]:
    """The networks with the devices that have a port of an Ethernet switch, then those of controllers."""
    found = {ip_network(plan.network): [one for one in addressed(plan) if one.switch]}
    ranges = [ip_network(text) for text in plan.bmc_networks if text.strip()]
    for one in controllers(plan):
        if one.address.version == 4:
            network = next(some for some in ranges if one.address in some)
            found.setdefault(network, []).append(one)
    return list(found.items())


def _circuit(one: Addressed) -> str:
    """The circuit id of the port of a device.

    >>> import ipaddress
    >>> _circuit(Addressed("n01", ipaddress.ip_address("10.1.0.2"), "Host", "E01", "swp1"))
    'E01:swp1'
    """
    return "".join(sign for sign in f"{one.switch}:{one.port}" if sign.isprintable() and sign not in "\"'\\")


def _isc(plan: Plan) -> dict[str, bytes]:
    """Return the file."""
    if _why_none(plan):
        return {}
    lines = ["# Written by fatdesk for ISC dhcpd: hosts by switch and port (option 82)\n"]
    if plan.domain:
        lines.append(f'option domain-name "{plan.domain.rstrip(".")}";\n')
    for network, hosts in _known(plan):
        lines.append(f"subnet {network.network_address} netmask {network.netmask} {{\n}}\n")
        lines += [
            f'host {one.name} {{\n  host-identifier option agent.circuit-id "{_circuit(one)}";\n'
            f'  fixed-address {one.address};\n  option host-name "{one.name}";\n}}\n'
            for one in hosts
        ]
    return {"dhcpd.conf": "".join(lines).encode()}


def _kea(plan: Plan) -> dict[str, bytes]:
    """Return the file, with a reservation a line."""
    if _why_none(plan):
        return {}
    subnets = ",\n    ".join(_kea_subnet(plan, *one) for one in enumerate(_known(plan), 1))
    text = (
        f'{{"Dhcp4": {{\n  "host-reservation-identifiers": ["circuit-id"],\n  "subnet4": [{subnets}]\n}}}}\n'
    )
    return {"kea-dhcp4.json": text.encode()}


def _kea_subnet(plan: Plan, number: int, hosts: tuple[IpNetwork, list[Addressed]]) -> str:
    """A subnet with its reservations, one a line."""
    network, known = hosts
    rows = ",\n".join(
        "        "
        + json.dumps(
            {"circuit-id": f"'{_circuit(one)}'", "ip-address": str(one.address), "hostname": one.name}
        )
        for one in known
    )
    subnet: dict[str, Any] = {"id": number, "subnet": str(network)}
    if plan.domain:
        subnet["option-data"] = [{"name": "domain-name", "data": plan.domain.rstrip(".")}]
    return f'{{{json.dumps(subnet)[1:-1]}, "reservations": [\n{rows}\n  ]}}'


def _left_out(plan: Plan) -> list[str]:
    """Return what the files cannot represent."""
    words = [
        "hardware addresses, which are not known: switches insert the circuit id SWITCH:PORT (option 82)",
        "gateways, name servers, interfaces and boot files",
    ]
    if not _why_none(plan):
        lost = sum(not one.switch for one in addressed(plan))
        other = sum(one.address.version != 4 for one in controllers(plan))
        words += [f"{counted(other, 'management controller')} with addresses of IPv6"] if other else []
        words += [f"{counted(lost, 'device')} without a link to an Ethernet switch"] if lost else []
    return words


ISC = Export(
    "dhcpd.conf",
    "Addresses of hosts for ISC dhcpd by switch and port (option 82), in the network that is given.",
    _isc,
    asked_only=True,
    left_out=_left_out,
    why_none=_why_none,
)
KEA = Export(
    "kea-dhcp4.json",
    "Addresses of hosts for Kea by switch and port (option 82), in the network that is given.",
    _kea,
    asked_only=True,
    left_out=_left_out,
    why_none=_why_none,
)
