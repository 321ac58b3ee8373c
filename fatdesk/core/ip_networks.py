"""Networks of addresses as people write them."""

import ipaddress

from fatdesk.core.errors import FatdeskError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


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
