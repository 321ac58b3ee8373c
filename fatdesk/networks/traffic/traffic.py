"""Traffic as flows between hosts, and the interface of patterns."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.traffic.draws import Draws

MOST_FLOWS = 1 << 25
"""Traffic of more flows is refused before memory is allocated."""


@dataclass(frozen=True, eq=False)
class Traffic:
    """Flows between hosts 0 to ``hosts`` - 1.

    Attributes
    ----------
    source, destination : (f,) int64
        May be equal: what a host sends to itself crosses no link.
    weight : (f,) float64
        How much flows: a rate relative to what a host can send, or a number of messages.
    """

    hosts: int
    source: Longs
    destination: Longs
    weight: Floats

    @property
    def flow_count(self) -> int:
        """Number of flows."""
        return len(self.source)


@dataclass(frozen=True)
class Asked:
    """The hosts that a pattern is made for.

    Attributes
    ----------
    hosts
        Number of hosts.
    per_host
        Messages that each host sends.
    seed
        Begins what is random; equal seeds give equal traffic.
    itself
        Whether random destinations may be the source itself.
    """

    hosts: int
    per_host: int = 1
    seed: int = 1
    itself: bool = False

    def __post_init__(self) -> None:
        if self.hosts < 1 or self.per_host < 1 or self.seed < 0:
            raise FatdeskError("traffic: hosts and messages a host must be 1 or more, the seed 0 or more")

    @property
    def random(self) -> np.random.Generator:
        """A new generator that begins with the seed."""
        return np.random.default_rng(self.seed)

    def check_flows(self, flows: int, name: str) -> None:
        """Refuse what should not be allocated.

        Raises
        ------
        FatdeskError
            Beyond MOST_FLOWS.
        """
        if flows > MOST_FLOWS:
            raise FatdeskError(
                f"traffic {name}: {flows:,} flows between {self.hosts:,} hosts, at most {MOST_FLOWS:,} "
                "can be held: use fewer hosts, fewer messages a host, or a file"
            )


class Pattern(Protocol):
    """Interface of a traffic pattern; each is a module of this folder."""

    NAME: str
    """Its word on the command line."""
    RANDOM: bool
    """Whether the destinations of messages are drawn at random, from the seed."""

    def rates(self, asked: Asked) -> Traffic:
        """Every flow with its rate; those of a host that sends add up to 1."""

    def messages(self, asked: Asked) -> Traffic:
        """``count`` messages per host, drawn at random where destinations are; weights are whole."""

    def draws(self, asked: Asked) -> Draws:
        """Return the destinations of each host's packets, one after the other, without end."""


def permutation(destination: Longs, weight: float) -> Traffic:
    """Each host sends to one other."""
    hosts = len(destination)
    return Traffic(hosts, np.arange(hosts), destination.astype(np.int64), np.full(hosts, float(weight)))


def address_bits(hosts: int, name: str) -> int:
    """Return the number of bits of a host's number.

    Raises
    ------
    FatdeskError
        When the number of hosts is no power of two.

    >>> address_bits(64, "shuffle")
    6
    """
    bits = hosts.bit_length() - 1
    if hosts != 1 << bits:
        raise FatdeskError(
            f"traffic {name}: works on the bits of a host's number and needs a power of two of hosts, "
            f"{hosts:,} is none: use {1 << bits:,} or {2 << bits:,} hosts, or another pattern"
        )
    return bits


def all_pairs(hosts: int, itself: bool) -> tuple[Longs, Longs]:
    """Sources and destinations of all ordered pairs."""
    source = np.repeat(np.arange(hosts), hosts)
    destination = np.tile(np.arange(hosts), hosts)
    if itself:
        return source, destination
    other = source != destination
    return source[other], destination[other]


def drawn_destinations(source: Longs, asked: Asked, random: np.random.Generator) -> Longs:
    """A random destination for each source, every host equally likely."""
    if asked.itself or asked.hosts == 1:
        return random.integers(0, asked.hosts, len(source))
    away: Longs = random.integers(1, asked.hosts, len(source))
    return (source + away) % asked.hosts
