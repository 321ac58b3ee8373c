"""Which way packets go: schemes, one a file; the registry of all of them, by hand."""

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing import destro, fta, mikant, mikant_adaptive, minimal, ruft, ruft_static, updown
from fatdesk.networks.routing.scheme import Scheme

SCHEMES: tuple[Scheme, ...] = (
    fta,
    destro,
    ruft,
    ruft_static,
    mikant,
    mikant_adaptive,
    updown,
    minimal,
)
"""All schemes; of those that fit a network the first is the usual one."""

USUAL = "usual"
"""What is said instead of a name for the usual scheme."""


def scheme(name: str) -> Scheme:
    """The scheme of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for known in SCHEMES:
        if name == known.NAME:
            return known
    names = ", ".join(known.NAME for known in SCHEMES)
    raise FatdeskError(f"unknown scheme {name!r}: known are {names}")


def usual(network: Network) -> Scheme:
    """The scheme for a network where none is named."""
    return next(known for known in SCHEMES if not known.refusal(network))


def fitting(name: str, network: Network) -> Scheme:
    """The scheme of that name; ``usual`` is the usual one.

    Raises
    ------
    FatdeskError
        When there is none, or it does not fit the network.
    """
    found = usual(network) if name == USUAL else scheme(name)
    if refusal := found.refusal(network):
        what = network.family or "this network"
        raise FatdeskError(f"scheme {found.NAME} does not fit {what}: {refusal}")
    return found
