"""Order of fibres from transceiver to transceiver over panels, by the methods of TIA-568.

Pieces are maps of fibres from one end to the other. In plugs of several fibres (MPO) Type A keeps the number
of a fibre, Type B reverses the numbers, and Type C exchanges the two of each pair. An adapter is a
piece of its type, with keys up and down (Type A) or both up (Type B). In duplex plugs (LC) a cord from A
to B exchanges the two fibres, as cords do that state no type; one from A to A keeps them.

A cassette with duplex ports takes the fibres of a plug in pairs. Types A and C: 1-2, 3-4 and so on. Type B:
the same from the other end of the plug, as its adapters have both keys up. Types U1 and U2: of 12 fibres
1-12, 2-11 and so on, with adapters of Type A and of Type B.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from fatdesk.engine.catalog.parts import Cable, Cassette, Polarity

_POSITIONS = re.compile(r"mpo-(\d+)")
ONE_ROW = 16
"""Most fibres of plugs with one row; of two rows the order depends on more than the type."""

Verdict = Literal["right", "senders", "lanes", "ports"]
"""Right; or senders meet senders, lanes of parallel transceivers are mixed, pairs end at other ports."""


class Ends(NamedTuple):
    """Types of the pieces of a channel from one transceiver to the other; None: not stated."""

    cord: str | None
    cassette: str | None
    trunk: str | None
    far_cassette: str | None
    far_cord: str | None


def positions_of(plug: str) -> int:
    """The fibres that a kind of plug has places for; 2 of duplex plugs, 0 where that is not known.

    >>> positions_of("mpo-12-os2"), positions_of("mpo-16-apc"), positions_of("lc-duplex-os2")
    (12, 16, 2)
    """
    found = _POSITIONS.match(plug)
    return int(found[1]) if found else 2 if plug.startswith("lc") else 0


def along(kind: str, fibre: int, count: int) -> int:
    """The number that a fibre of a plug has at the other end of a piece.

    >>> [along(kind, 1, 12) for kind in "ABC"], [along(kind, 4, 12) for kind in "ABC"]
    ([1, 12, 2], [4, 9, 3])
    """
    if kind == "B":
        return count + 1 - fibre
    if kind == "C":
        return fibre + 1 if fibre % 2 else fibre - 1
    return fibre


@lru_cache(maxsize=64)
def pairs_of(kind: str, count: int) -> tuple[tuple[int, int], ...]:
    """For each duplex port of a cassette its two fibres among those of a plug.

    >>> pairs_of("A", 4), pairs_of("B", 4), pairs_of("U1", 4), pairs_of("U2", 4)
    (((1, 2), (3, 4)), ((4, 3), (2, 1)), ((1, 4), (2, 3)), ((4, 1), (3, 2)))
    """
    ports = range(1, count // 2 + 1)
    if kind == "U1":
        return tuple((port, count + 1 - port) for port in ports)
    if kind == "U2":
        return tuple((count + 1 - port, port) for port in ports)
    pairs = tuple((2 * port - 1, 2 * port) for port in ports)
    return pairs if kind in ("A", "C") else tuple((count + 1 - a, count + 1 - b) for a, b in pairs)


def parallel_order(ends: Ends, count: int) -> Verdict | None:
    """Whether each lane of parallel transceivers reaches the receiver of its number; None: not known.

    A transceiver sends lane 1 on fibre 1 and receives it on the last, so that the whole channel reverses.
    """
    if count > ONE_ROW:
        return None
    kinds = [kind for kind in ends if kind in ("A", "B", "C")]
    if len(kinds) < len(ends):
        return None
    arrived = list(range(1, count + 1))
    for kind in kinds:
        arrived = [along(kind, fibre, count) for fibre in arrived]
    if arrived == list(range(count, 0, -1)):
        return "right"
    senders = range(1, count // 2 + 1)
    return "senders" if any(arrived[fibre - 1] in senders for fibre in senders) else "lanes"


def duplex_order(ends: Ends, count: int, ports: int) -> Verdict | None:
    """Whether the sender of each duplex port reaches the receiver of the same port; None: not known.

    Parameters
    ----------
    count, ports
        Fibres of a plug of the trunk, and duplex ports of a cassette for it.
    """
    if count > ONE_ROW or ends.trunk is None or ends.cassette is None or ends.far_cassette is None:
        return None
    near, far = pairs_of(ends.cassette, count), pairs_of(ends.far_cassette, count)
    back = {fibre: (port, side) for port, pair in enumerate(far) for side, fibre in enumerate(pair)}
    crossed = (ends.cord != "A", ends.far_cord != "A")
    verdict: Verdict = "right"
    for port in range(min(ports, len(near))):
        side = 1 if crossed[0] else 0
        there, side = back[along(ends.trunk, near[port][side], count)]
        side = 1 - side if crossed[1] else side
        if side != 1:
            return "senders"
        if there != port:
            verdict = "ports"
    return verdict


def order_of(cord: Cable, cassette: Cassette, trunk: Cable, *, fibres: int) -> Verdict | None:
    """The order of the fibres of channels with a patch cord of one kind at both ends; None: not known.

    Parameters
    ----------
    fibres
        Of a plug of the trunk that is in use.
    """
    ends = Ends(cord.polarity, cassette.polarity, trunk.polarity, cassette.polarity, cord.polarity)
    if cassette.port.startswith("lc"):
        return duplex_order(ends, fibres, cassette.ports // cassette.rears)
    count = positions_of(cassette.rear)
    return parallel_order(ends, count) if count else None


WHY: dict[Verdict, str] = {
    "senders": "senders meet senders",
    "lanes": "lanes reach the receivers of other lanes",
    "ports": "pairs of fibres end at other ports of the far panel than those planned",
}
"""Faults in words, by verdict."""


def remedy(cord: Cable, cassette: Cassette, trunk: Cable, *, fibres: int) -> str:
    """Return which trunks would be right with the other pieces as they are, or which pieces go together."""
    kinds: tuple[Polarity, ...] = ("A", "B", "C")
    found = [
        kind
        for kind in kinds
        if order_of(cord, cassette, replace(trunk, polarity=kind), fibres=fibres) == "right"
    ]
    if found:
        return f"use trunks of Type {' or '.join(found)} with these cassettes and patch cords"
    if cassette.port.startswith("lc"):
        return "use cassettes of Type U1 with trunks of Type B, or of Type A with trunks of Type C"
    return "use patch cords, cassettes and trunks of Type B"
