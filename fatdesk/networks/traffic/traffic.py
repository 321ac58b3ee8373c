"""Traffic as flows between hosts: from patterns, from files, and as a simulation draws destinations."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Ints, Longs
from fatdesk.core.errors import FatdeskError, InputError, InputErrors


class Kind(IntEnum):
    """The way in which destinations are drawn."""

    UNIFORM = 0
    FIXED = 1
    IN_TURN = 2
    WEIGHTED = 3


@dataclass(frozen=True, eq=False)
class Draws:
    """Destinations of packets.

    Attributes
    ----------
    kind
        ``UNIFORM``: any host, equally likely. ``FIXED``: always the same. ``IN_TURN``: the packets of a host
        go to the hosts after it, one after the other, round and round. ``WEIGHTED``: by the weights of flows.
    itself
        Of ``UNIFORM``: whether a host may draw itself.
    hot, share
        A host that everybody else draws with a chance of ``share`` before anything; -1: none.
    rate : (hosts,) float64
        What a host sends relative to the mean of those that send; 0: it sends nothing.
    fixed : (hosts,) int32
        The destination of each host, of ``FIXED``.
    start, destination, cumulative
        Of ``WEIGHTED``: those of host h are ``start[h]`` to ``start[h + 1]``, drawn when a number in [0, 1)
        is below ``cumulative`` and not below the one before.
    """

    kind: Kind
    rate: Floats
    itself: bool = False
    hot: int = -1
    share: float = 0.0
    fixed: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    start: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    destination: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    cumulative: Floats = field(default_factory=lambda: np.zeros(0, np.float64))

    @property
    def hosts(self) -> int:
        """Number of hosts."""
        return len(self.rate)

    @property
    def to_themselves(self) -> bool:
        """Whether any host may draw itself.

        >>> uniform_draws(4, itself=True).to_themselves, uniform_draws(4, itself=False).to_themselves
        (True, False)
        >>> fixed_draws(np.array([1, 0]), itself=True).to_themselves
        False
        """
        if self.kind == Kind.WEIGHTED:
            source = np.repeat(np.arange(self.hosts), np.diff(self.start))
            return self.itself and bool((source == self.destination).any())
        if self.kind == Kind.FIXED:
            return self.itself and bool((self.fixed == np.arange(self.hosts)).any())
        return self.itself and self.kind == Kind.UNIFORM


def uniform_draws(hosts: int, itself: bool) -> Draws:
    """Any host alike; a host without others is silent unless it may send to itself."""
    alone = hosts == 1 and not itself
    return Draws(Kind.UNIFORM, np.full(hosts, 0.0 if alone else 1.0), itself)


def fixed_draws(destination: Longs, itself: bool) -> Draws:
    """Each host always to the same one; those that would send to themselves are silent unless they may."""
    rate = np.ones(len(destination))
    if not itself:
        rate[destination == np.arange(len(destination))] = 0.0
    return Draws(Kind.FIXED, rate, itself, fixed=destination.astype(np.int32))


def weighted_draws(hosts: int, source: Longs, destination: Longs, weight: Floats, itself: bool) -> Draws:
    """By the weights of flows; what a host sends to itself counts only if it may."""
    counted = weight > 0
    if not itself:
        counted &= source != destination
    source, destination, weight = source[counted], destination[counted], weight[counted]
    order = np.lexsort((destination, source))
    source, destination, weight = source[order], destination[order], weight[order]
    start = np.zeros(hosts + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=hosts), out=start[1:])
    total = np.bincount(source, weight, minlength=hosts)
    added = np.concatenate([[0.0], np.cumsum(weight)])
    cumulative = (added[1:] - added[start[source]]) / total[source]
    sending = total > 0
    cumulative[start[1:][sending] - 1] = 1.0
    mean = total[sending].mean() if sending.any() else 1.0
    return Draws(
        Kind.WEIGHTED,
        total / mean,
        itself,
        start=start.astype(np.int32),
        destination=destination.astype(np.int32),
        cumulative=cumulative,
    )


def weights_of(draws: Draws) -> NDArray[np.float64]:
    """(hosts, hosts) traffic of each source to each destination, relative to the mean of those that send.

    >>> weights_of(fixed_draws(np.array([1, 1]), itself=False)).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    hosts = draws.hosts
    itself = np.eye(hosts, dtype=bool)
    if draws.kind == Kind.FIXED:
        share = np.zeros((hosts, hosts))
        share[np.arange(hosts), draws.fixed] = 1.0
    elif draws.kind == Kind.WEIGHTED:
        share = np.zeros((hosts, hosts))
        source = np.repeat(np.arange(hosts), np.diff(draws.start))
        before = np.concatenate([[0.0], draws.cumulative[:-1]])
        before[draws.start[:-1][np.diff(draws.start) > 0]] = 0.0
        share[source, draws.destination] = draws.cumulative - before
    else:
        may = np.ones((hosts, hosts)) if draws.itself and draws.kind == Kind.UNIFORM else 1.0 - itself
        share = may / np.maximum(may.sum(axis=1, keepdims=True), 1)
    if draws.hot >= 0:
        likes = np.arange(hosts) != draws.hot if not draws.itself else np.ones(hosts, bool)
        share[likes] *= 1 - draws.share
        share[likes, draws.hot] += draws.share
    found: NDArray[np.float64] = share * draws.rate[:, None]
    return found


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


@dataclass(frozen=True)
class Requested:
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
            raise FatdeskError("traffic: hosts and messages per host must be 1 or more, the seed 0 or more")

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
                "can be held: use fewer hosts, fewer messages per host, or a file"
            )


class Pattern(Protocol):
    """Interface of a traffic pattern; each is a module of this folder."""

    NAME: str
    """Its word on the command line."""
    SUMMARY: str
    """One sentence on where its hosts send."""
    RANDOM: bool
    """Whether the destinations of messages are drawn at random, from the seed."""

    def rates(self, requested: Requested) -> Traffic:
        """Every flow with its rate; those of a host that sends add up to 1."""

    def messages(self, requested: Requested) -> Traffic:
        """``count`` messages per host, drawn at random where destinations are; weights are whole."""

    def draws(self, requested: Requested) -> Draws:
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


def drawn_destinations(source: Longs, requested: Requested, random: np.random.Generator) -> Longs:
    """A random destination for each source, every host equally likely."""
    if requested.itself or requested.hosts == 1:
        return random.integers(0, requested.hosts, len(source))
    away: Longs = random.integers(1, requested.hosts, len(source))
    return (source + away) % requested.hosts


MOST_LINES = 10_000_000
MOST_WEIGHT = 1e15
MOST_ERRORS = 20
"""A file with more errors is wrong as a whole; the first ones show how."""


def read_traffic(path: Path, hosts: Sequence[str], *, whole: bool = False) -> Traffic:
    """The flows of a file.

    Parameters
    ----------
    path
        A text file: source, destination and weight, blanks or a comma between; ``#`` begins a remark.
    hosts
        Names of the hosts in order; where a word is none of them it may be a number, from 0.
    whole
        Whether weights count messages, and so must be whole.

    Raises
    ------
    InputError, InputErrors
        Each with file, line and field.
    """
    from fatdesk.core.formats.yaml_events import read_bytes  # loads YAML, of which patterns need nothing

    return parse_traffic(read_bytes(path), str(path), hosts, whole=whole)


def parse_traffic(data: bytes, file: str, hosts: Sequence[str], *, whole: bool = False) -> Traffic:
    r"""The flows of a file's bytes; see :func:`read_traffic`.

    >>> flows = parse_traffic(b"a b 2  # remark\n1, 0, 0.5", "t.txt", ["a", "b"])
    >>> flows.source.tolist(), flows.destination.tolist(), flows.weight.tolist()
    ([0, 1], [1, 0], [2.0, 0.5])
    """
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise InputError(file, at, "text", "is not UTF-8, save the file as UTF-8") from None
    known = {name: number for number, name in enumerate(hosts)}
    sources, destinations, weights = [], [], []
    errors: list[InputError] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if number > MOST_LINES:
            raise InputError(file, number, "file", f"has more than {MOST_LINES:,} lines, add flows up first")
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        try:
            if len(words) != 3:
                what = f"has {len(words)} words, write source destination weight"
                raise InputError(file, number, "flow", what)
            sources.append(_host(words[0], "source", known, file, number))
            destinations.append(_host(words[1], "destination", known, file, number))
            weights.append(_weight(words[2], file, number, whole))
        except InputError as error:
            errors.append(error)
            if len(errors) == MOST_ERRORS:
                break
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise InputErrors(errors)
    if not sources:
        raise InputError(file, 1, "file", "holds no flow, write a line source destination weight for each")
    return Traffic(
        len(hosts),
        np.array(sources, np.int64),
        np.array(destinations, np.int64),
        np.array(weights, np.float64),
    )


def _host(word: str, field: str, known: dict[str, int], file: str, line: int) -> int:
    number = known.get(word)
    if number is None and word.isascii() and word.isdigit() and len(word) <= 9 and int(word) < len(known):
        number = int(word)
    if number is None:
        first, last = next(iter(known), ""), next(reversed(known), "")
        what = f"{_short(word)} is not a host, use a name ({first} to {last}) or number 0 to {len(known) - 1}"
        raise InputError(file, line, field, what)
    return number


def _weight(word: str, file: str, line: int, whole: bool) -> float:
    try:
        weight = float(word) if word.isascii() and "_" not in word else math.nan
    except ValueError:
        weight = math.nan
    if math.isnan(weight):
        raise InputError(file, line, "weight", f"{_short(word)} is not a number, write one such as 1 or 0.5")
    if weight < 0:
        raise InputError(file, line, "weight", f"{_short(word)} is negative, write 0 or more")
    if weight > MOST_WEIGHT:
        raise InputError(file, line, "weight", f"{_short(word)} is above {MOST_WEIGHT:g}, scale all weights")
    if whole and not weight.is_integer():
        what = f"{_short(word)} is not whole, but a schedule delivers whole messages: multiply all weights"
        raise InputError(file, line, "weight", what)
    return weight


def _short(word: str) -> str:
    """A word as it may appear in a message."""
    shown = ascii(word)
    return shown if len(shown) <= 42 else shown[:39] + "...'"
