"""Network ports of a device type: rate, cage and lanes from the names of their types."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from fatdesk.engine.catalog.parts import Ports, Protocol
from fatdesk.engine.devicetypes.read import Interface

_ETHERNET = re.compile(r"([\d.]{1,9})(|g|t)base-(x-)?(.+)")
_INFINIBAND = re.compile(r"infiniband-(\w+?)(?:-(2x|4x))?")
_GBPS = {"": 0.001, "g": 1.0, "t": 1000.0}
_CAGES = {
    "gbic": ("gbic", 1),
    "sfp": ("sfp", 1),
    "sfpp": ("sfp", 1),
    "sfp28": ("sfp28", 1),
    "sfp56": ("sfp56", 1),
    "sfp112": ("sfp112", 1),
    "sfpdd": ("sfp-dd", 2),
    "dsfp": ("dsfp", 2),
    "xfp": ("xfp", 1),
    "xenpak": ("xenpak", 4),
    "x2": ("x2", 4),
    "cxp": ("cxp", 10),
    "cfp": ("cfp", 10),
    "cfp2": ("cfp2", 4),
    "cfp4": ("cfp4", 4),
    "cpak": ("cpak", 10),
    "qsfpp": ("qsfp", 4),
    "qsfp28": ("qsfp28", 4),
    "qsfp56": ("qsfp56", 4),
    "qsfp112": ("qsfp112", 4),
    "qsfpdd": ("qsfp-dd", 8),
    "osfp": ("osfp", 8),
    "osfp-rhs": ("osfp-flt", 8),
    "osfp1600": ("osfp224", 8),
}
"""Words after ``base-x-``: the connector and how many lanes a single link over it has."""
_INFINIBAND_CAGES = {
    "sdr": (10.0, "qsfp"),
    "ddr": (20.0, "qsfp"),
    "qdr": (40.0, "qsfp"),
    "fdr10": (40.0, "qsfp"),
    "fdr": (56.0, "qsfp"),
    "edr": (100.0, "qsfp28"),
    "hdr": (200.0, "qsfp56"),
    "ndr": (400.0, "osfp"),
    "xdr": (800.0, "osfp224"),
}
"""Rate at 4x, and the cage that switches of that rate have; the types do not state it."""
TWIN_CAGES = ("osfp", "osfp224")
IGNORED = ("virtual", "bridge", "lag")


@dataclass(frozen=True)
class Socket:
    """A network port; rate and lanes are a link's, ``links`` is the number of links it represents."""

    name: str
    connector: str
    rate_gbps: float
    lanes: int
    protocol: Protocol
    links: int = 1
    breakout: tuple[int, ...] = (1,)


def sockets_of(
    interfaces: Iterable[Interface], *, management: bool = False
) -> tuple[tuple[Socket, ...], tuple[str, ...]]:
    """The network ports among some interfaces, and the names of those whose type is not known.

    What is virtual or a group of others is left out, and what is only for management; with ``management``
    only that is returned.
    """
    sockets, unknown = [], []
    for interface in interfaces:
        if interface.mgmt_only != management or interface.type in IGNORED:
            continue
        socket = socket_of(interface.name, interface.type)
        if socket is None:
            unknown.append(interface.name)
        else:
            sockets.append(socket)
    return tuple(sockets), tuple(unknown)


def socket_of(name: str, word: str) -> Socket | None:
    """A port by the word of its type; None where the word does not state a rate and a cage.

    >>> socket_of("p", "100gbase-x-qsfp28").connector
    'qsfp28'
    >>> socket_of("p", "infiniband-hdr-2x").rate_gbps, socket_of("p", "1000base-t").connector
    (100.0, 'rj45')
    """
    ethernet = _ETHERNET.fullmatch(word)
    if ethernet:
        figure, unit, pluggable, rest = ethernet.groups()
        cage = _CAGES.get(rest) if pluggable else ("rj45", 1) if rest in ("t", "tx", "t1", "t1l") else None
        if cage is None or figure.count(".") > 1 or not any("1" <= digit <= "9" for digit in figure):
            return None
        rate = round(float(figure) * _GBPS[unit], 6)
        return Socket(name, cage[0], rate, cage[1], "ethernet") if rate > 0 else None
    infiniband = _INFINIBAND.fullmatch(word)
    if infiniband and infiniband[1] in _INFINIBAND_CAGES:
        rate, connector = _INFINIBAND_CAGES[infiniband[1]]
        lanes = 2 if infiniband[2] == "2x" else 4
        return Socket(name, connector, rate * lanes / 4, lanes, "infiniband")
    return None


class Place(NamedTuple):
    """A name as its letters with ``#`` for each number, and the numbers."""

    pattern: str
    numbers: tuple[int, ...]


def place_of(name: str) -> Place:
    """Return the numbering of a port.

    >>> place_of("sw12p2")
    Place(pattern='sw#p#', numbers=(12, 2))
    """
    return Place(re.sub(r"[0-9]+", "#", name), tuple(map(int, re.findall(r"[0-9]+", name))))


def twins(sockets: Iterable[Socket]) -> dict[str, str]:
    """The cage of each port that shares it with another, by name: ``P3.0`` and ``P3.1`` are twins.

    Ports are twins where the last number takes two values only while the one before it counts on, and
    their cage is of a kind that may hold two links.
    """
    found: dict[str, dict[tuple[int, ...], list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for socket in sockets:
        place = place_of(socket.name)
        if socket.connector in TWIN_CAGES and len(place.numbers) > 1 and socket.links == 1:
            found[place.pattern][place.numbers[:-1]].append((place.numbers[-1], socket.name))
    cages: dict[str, str] = {}
    for pattern, ports in found.items():
        seconds = {number for pair in ports.values() for number, _ in pair}
        whole = sum(len(pair) == 2 for pair in ports.values())
        if len(seconds) == 2 and 2 * whole > len(ports):
            for firsts, pair in ports.items():
                cages |= {name: f"{pattern} {firsts}" for _, name in pair}
    return cages


def groups_of_cages(sockets: Iterable[Socket]) -> tuple[Ports, ...]:
    """The ports as groups of equal cages, in the order of the file."""
    sockets = tuple(sockets)
    cage_of = twins(sockets)
    cages = _cages(sockets, cage_of)
    return tuple(
        Ports(
            count=sum(1 for _ in same),
            links=links,
            connector=first.connector,
            rate_gbps=first.rate_gbps,
            lanes=lanes,
            **({"breakout": first.breakout} if first.breakout != (1,) else {}),
            protocol=first.protocol,
        )
        for (links, lanes, first), same in groupby(cages)
    )


def names_of_ports(sockets: Iterable[Socket]) -> tuple[str, ...]:
    """The names of the ports in the order of their groups of cages, the links of a cage together."""
    sockets = tuple(sockets)
    cage_of = twins(sockets)
    names: dict[str, list[str]] = {}
    for socket in sockets:
        names.setdefault(cage_of.get(socket.name, f"= {socket.name}"), []).append(socket.name)
    return tuple(name for cage in names.values() for name in cage)


def _cages(sockets: tuple[Socket, ...], cage_of: dict[str, str]) -> Iterator[tuple[int, int, Socket]]:
    """Each cage as its links, the lanes of each, and what its ports are but for their name."""
    held: dict[str, int] = defaultdict(int)
    for socket in sockets:
        held[cage_of.get(socket.name, f"= {socket.name}")] += 1
    stated = set()
    for socket in sockets:
        cage = cage_of.get(socket.name)
        plain = Socket("", socket.connector, socket.rate_gbps, 0, socket.protocol, 1, socket.breakout)
        if cage is None:
            yield socket.links, socket.lanes, plain
        elif cage not in stated:
            stated.add(cage)
            yield held[cage], min(socket.lanes, 4), plain


def say_ports(groups: Iterable[Ports]) -> str:
    """Groups of cages in words.

    >>> say_ports([Ports(count=32, links=2, connector="osfp", rate_gbps=400.0, lanes=4)])
    '32 x 2 x 400 Gb/s osfp'
    """
    return ", ".join(
        f"{g.count} x {f'{g.links} x ' if g.links > 1 else ''}{g.rate_gbps:g} Gb/s {g.connector}"
        f"{f' {g.protocol}' if g.protocol else ''}"
        f"{f' split by {max(g.breakout)}' if g.breakout != (1,) else ''}"
        for g in groups
    )
