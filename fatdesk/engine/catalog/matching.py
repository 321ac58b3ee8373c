"""Match ports that cables can join, with or without transceivers, of those approved for a network."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct, Text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import (
    Cable,
    ModularSwitch,
    Part,
    Ports,
    PowerUnit,
    Server,
    Switch,
    Transceiver,
    speak_alike,
)

Tier = Literal["hosts", "uplinks"]
AT_LEAST_ONE = Meta(min_length=1, description="a list of 1 or more (leave the key out to allow all)")


class Approved(Struct, frozen=True, kw_only=True):
    """Approved cables, fibres and transceivers: those that are named, and those of the vendors that are."""

    parts: Annotated[
        Annotated[tuple[Id, ...], AT_LEAST_ONE] | None,
        about("Approved cables and optics", "Part ids with commas: others are not ordered", empty="all"),
    ] = None
    vendors: Annotated[
        Annotated[tuple[Text, ...], AT_LEAST_ONE] | None,
        about("Approved vendors", "Their cables and optics are approved too", empty="all"),
    ] = None

    def allows(self, part: Part) -> bool:
        """Whether a part is approved; where nothing is named, all are.

        >>> from fatdesk.engine.catalog.parts import Cable
        >>> cable = Cable(id="c", vendor="NVIDIA", medium="copper", connectors=("qsfp", "qsfp"))
        >>> Approved(vendors=("nvidia",)).allows(cable), Approved(parts=("d",)).allows(cable)
        (True, False)
        """
        if self.parts is None and self.vendors is None:
            return True
        makes = {vendor.casefold() for vendor in self.vendors or ()}
        return part.id in (self.parts or ()) or part.vendor.casefold() in makes


class ApprovedCables(Approved, frozen=True, kw_only=True):
    """Approved parts of a network; ``hosts`` and ``uplinks`` replace them for the links of one tier."""

    hosts: Approved | None = None
    uplinks: Approved | None = None

    def of(self, tier: Tier) -> Approved:
        """Return the approved parts for the links of a tier."""
        own = self.hosts if tier == "hosts" else self.uplinks
        return self if own is None else own

    def somewhere(self, part: Part) -> bool:
        """Whether a part is approved for any tier."""
        return self.of("hosts").allows(part) or self.of("uplinks").allows(part)

    @property
    def lists(self) -> list[tuple[tuple[str, ...], Approved]]:
        """Each of its lists with the keys that lead there."""
        tiers = (("hosts", self.hosts), ("uplinks", self.uplinks))
        own: list[tuple[tuple[str, ...], Approved]] = [((), self)]
        return own + [((tier,), some) for tier, some in tiers if some is not None]


Ints = NDArray[np.int64]
MEDIA = {
    "any": ("copper", "active-copper", "optical"),
    "copper": ("copper", "active-copper"),
    "optical": ("optical",),
}
"""Mediums of cables with plugs of their own, by what a requirement allows."""


@lru_cache(maxsize=4096)
def exact(value: float) -> Fraction:
    """A decimal figure as the fraction that its digits say.

    >>> exact(106.25), exact(0.1)
    (Fraction(425, 4), Fraction(1, 10))
    """
    return Fraction(repr(value))


Key = tuple[str, float, int, str | None]
"""Connector, rate, links per cage, protocol."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The ports of a part that agree in connector, rate, links per cage and protocol.

    Attributes
    ----------
    count
        Ports, through all cages.
    breakout
        Each allowed split with the number of ports that allow it.
    """

    connector: str
    rate_gbps: float
    cage_links: int
    count: int
    breakout: tuple[tuple[int, int], ...]
    protocol: str | None = None

    @property
    def key(self) -> Key:
        """Key that ports of one kind share."""
        return self.connector, self.rate_gbps, self.cage_links, self.protocol

    def splittable(self, split: int) -> int:
        """Number of ports that may be split so; 1 is always allowed."""
        return self.count if split == 1 else dict(self.breakout).get(split, 0)

    def __str__(self) -> str:
        return f"{self.connector} {self.rate_gbps:g} Gb/s" + (f" {self.protocol}" if self.protocol else "")


def _key(group: Ports) -> Key:
    return group.connector, group.rate_gbps, group.links, group.protocol


@lru_cache(maxsize=65536)
def kinds(ports: tuple[Ports, ...]) -> tuple[Kind, ...]:
    """Groups of ports, merged where they agree, in order of their first port.

    >>> [kind] = kinds((Ports(count=32, links=2, connector="osfp", rate_gbps=400.0, breakout=(1, 2)),))
    >>> str(kind), kind.count, kind.splittable(2), kind.splittable(4)
    ('osfp 400 Gb/s', 64, 64, 0)
    """
    found: dict[Key, list[Ports]] = {}
    for group in ports:
        found.setdefault(_key(group), []).append(group)
    result = []
    for (connector, rate, links, protocol), groups in found.items():
        splits: dict[int, int] = {}
        for group in groups:
            for split in group.breakout:
                if split > 1:
                    splits[split] = splits.get(split, 0) + group.count * group.links
        count = sum(group.count for group in groups) * links
        result.append(Kind(connector, rate, links, count, tuple(sorted(splits.items())), protocol))
    return tuple(result)


def port_numbers(ports: tuple[Ports, ...], key: Key, split: int = 1, cards: int = 0) -> Ints:
    """Link-level numbers of the ports of a kind, those that may be split first.

    Ports of a modular switch count card by card; ``ports`` are those of all ``cards`` together.

    >>> sfp = Ports(count=2, connector="sfp", rate_gbps=10.0)
    >>> qsfp = Ports(count=4, connector="qsfp", rate_gbps=40.0)
    >>> port_numbers((sfp, qsfp), ("qsfp", 40.0, 1, None)).tolist()
    [2, 3, 4, 5]
    >>> port_numbers((sfp, qsfp), ("qsfp", 40.0, 1, None), cards=2).tolist()
    [1, 2, 4, 5]
    """
    first: list[Ints] = []
    last: list[Ints] = []
    start = 0
    card = np.arange(max(1, cards), dtype=np.int64)[:, None]
    on_card = sum(group.count * group.links for group in ports) // len(card)
    for group in ports:
        stop = start + group.count * group.links // len(card)
        if _key(group) == key:
            able = split == 1 or split in group.breakout
            numbers = np.arange(start, stop, dtype=np.int64) + card * on_card
            (first if able else last).append(numbers)
        start = stop
    sides = [np.sort(np.concatenate(side, axis=1), axis=None) for side in (first, last) if side]
    return np.concatenate(sides) if sides else np.zeros(0, np.int64)


def cages(ports: tuple[Ports, ...], numbers: Sequence[int]) -> int:
    """Return the number of cages that hold the ports of those numbers.

    >>> cages((Ports(count=4, links=2, connector="osfp", rate_gbps=400.0),), [0, 1, 2])
    2
    """
    seen = set()
    for number in numbers:
        start = 0
        for place, group in enumerate(ports):
            stop = start + group.count * group.links
            if start <= number < stop:
                seen.add((place, (number - start) // group.links))
            start = stop
    return len(seen)


def fitting_ports(ports: tuple[Ports, ...], fits: Callable[[Kind], bool]) -> Iterator[int]:
    """Link-level numbers of the ports whose kind fits, in port order."""
    start = 0
    for group in ports:
        stop = start + group.count * group.links
        if fits(kinds((group,))[0]):
            yield from range(start, stop)
        start = stop


@dataclass(frozen=True, slots=True)
class Joinable:
    """The ports by which networks join equipment.

    Those of a server or a power distribution unit; of a switch those for management, whose numbers follow
    all others.

    Attributes
    ----------
    first
        Number of the first of the ports.
    fits
        Enclosures that it fits into.
    blade
        Whether its switch is in the bay of its enclosure.
    """

    id: str
    ports: tuple[Ports, ...]
    fits: tuple[str, ...] = ()
    first: int = 0
    blade: bool = False

    def fitting(self, fits: Callable[[Kind], bool]) -> list[int]:
        """Numbers of the ports whose kind fits, in port order."""
        return [self.first + number for number in fitting_ports(self.ports, fits)]

    def cages(self, numbers: Sequence[int]) -> int:
        """Return the number of cages that hold the ports of those numbers."""
        return cages(self.ports, [number - self.first for number in numbers])


def joinable(catalog: Catalog, part_id: str, cards: int = 0, card: str = "") -> Joinable:
    """The ports by which networks join a part; of a modular switch with its line cards.

    Raises
    ------
    FatdeskError
        When there is no such part, or it has none.
    """
    part = catalog.get(part_id, Part)
    if isinstance(part, Server):
        return Joinable(part.id, part.ports, part.fits, blade=catalog.is_blade(part))
    if isinstance(part, PowerUnit) and part.ports:
        return Joinable(part.id, part.ports)
    if isinstance(part, Switch | ModularSwitch):
        if not part.management:
            raise FatdeskError(f"{part.id} has no management port: add its `management` to the catalog")
        return Joinable(part.id, part.management, first=configuration(part, cards, card).links)
    raise FatdeskError(f"{part.id} has no network port: hosts are servers, or power units with `ports`")


@dataclass(frozen=True, slots=True)
class Join:
    """A way to join ports a and b.

    Attributes
    ----------
    own_ends
        Some cable with plugs of its own does it.
    transceivers
        The cheapest pair (at a, at b) that shares a fibre, if there is one.
    """

    own_ends: bool
    transceivers: tuple[Transceiver, Transceiver] | None

    @property
    def needs_transceivers(self) -> bool:
        """Whether transceivers must be counted before the cables are known."""
        return not self.own_ends and self.transceivers is not None


class Matcher:
    """Joins of ports by the cables and transceivers of a catalog, remembered.

    Parameters
    ----------
    catalog
        Where the cables and transceivers are.
    media
        ``any``, ``copper`` or ``optical``.
    approved
        What may be taken; of tiers that differ, what either may take.
    """

    def __init__(self, catalog: Catalog, media: str = "any", approved: ApprovedCables | None = None) -> None:
        self.catalog = catalog
        allowed = (approved or ApprovedCables()).somewhere
        self._cables = [c for c in catalog.cables() if c.medium in MEDIA[media] and allowed(c)]
        self._fibres = [
            c for c in catalog.cables() if c.medium == "fibre" and media != "copper" and allowed(c)
        ]
        self._transceivers = [t for t in catalog.transceivers() if media != "copper" and allowed(t)]
        self._joins: dict[tuple[object, ...], Join | None] = {}

    def join(self, a: Kind, b: Kind, split: int = 1) -> Join | None:
        """Return how ports of ``a``, split by a factor, can be joined with ports of ``b``.

        Equal connectors and no split are joined even where the catalog has no cable yet: that is
        for the cabling to report. ``None``: it cannot be done, or rates or protocols differ. A port of
        1000BASE-T joins one of 100BASE-TX as well, at that rate.
        """
        key = (a.key, b.key, split)
        if key not in self._joins:
            self._joins[key] = self._find(a, b, split)
        return self._joins[key]

    def _find(self, a: Kind, b: Kind, split: int) -> Join | None:
        if exact(b.rate_gbps) * split != exact(a.rate_gbps) and not _negotiated(a, b, split):
            return None
        if not speak_alike(a.protocol, b.protocol):
            return None
        cables = [cable for cable in self._cables if speak_alike(cable.protocol, a.protocol, b.protocol)]
        own_ends = any(_carries(cable, a, b, split) for cable in cables)
        pair = self._pair(a, b)
        if split > 1 and pair is not None:
            # legs of a fibre need a fibre that splits; a plain one may still be missing from the catalog
            wanted = (pair[0].fibre, pair[1].fibre)
            if not any((c.connectors, c.ends) == (wanted, (1, split)) for c in self._fibres):
                pair = None
        if own_ends or pair is not None or (split == 1 and a.connector == b.connector):
            return Join(own_ends, pair)
        return None

    def _pair(self, a: Kind, b: Kind) -> tuple[Transceiver, Transceiver] | None:
        """The cheapest modules for both ends that share a fibre; equal cages take equal ones."""
        modules = [t for t in self._transceivers if speak_alike(t.protocol, a.protocol, b.protocol)]
        pairs = [
            (at_a, at_b)
            for at_a in modules
            if _plugs(at_a, a)
            for at_b in modules
            if at_a.fibre == at_b.fibre and _plugs(at_b, b) and (a.key != b.key or at_a is at_b)
        ]
        return min(pairs, key=_price_of, default=None)


def _negotiated(a: Kind, b: Kind, split: int) -> bool:
    """Whether ports of 1 Gb/s over twisted pair run at 100 Mb/s, as those of many power units need."""
    twisted = (a.connector, b.connector) == ("rj45", "rj45") and split == 1
    return twisted and (a.rate_gbps, b.rate_gbps) == (1.0, 0.1)


def _plugs(transceiver: Transceiver, kind: Kind) -> bool:
    """Whether a transceiver serves every link of a cage."""
    return (
        transceiver.connector == kind.connector
        and transceiver.links == kind.cage_links
        and transceiver.rate_gbps == kind.rate_gbps
    )


def _price_of(pair: tuple[Transceiver, Transceiver]) -> tuple[int, Decimal, str, str]:
    """Sort key: known prices before unknown ones, then cheap before dear."""
    amounts = [t.price.amount for t in pair if t.price is not None and t.price.amount is not None]
    return 2 - len(amounts), sum(amounts, Decimal(0)), pair[0].id, pair[1].id


def _carries(cable: Cable, a: Kind, b: Kind, split: int) -> bool:
    """Whether a cable with plugs of its own joins one port of ``a`` with ``split`` ports of ``b``."""
    ends = [(cable.connectors, cable.ends), (cable.connectors[::-1], cable.ends[::-1])]
    return any(
        connectors == (a.connector, b.connector) and _plug_counts(cable, counts, a, b, split)
        for connectors, counts in ends
    )


def _plug_counts(cable: Cable, counts: tuple[int, int], a: Kind, b: Kind, split: int) -> bool:
    """Whether plugs, links and lanes of a cable come out even at both ends.

    Between two twin-port cages no such cable counts: the two links of a cage seldom go to one other cage.
    """
    if a.cage_links > 1 and b.cage_links > 1:
        return False
    carried = max(cable.links, *counts)
    if carried != split * counts[0] * a.cage_links or carried != counts[1] * b.cage_links:
        return False
    lane_rate = cable.lane_rate_gbps
    return lane_rate is None or exact(lane_rate) * cable.lanes >= carried * exact(b.rate_gbps)
