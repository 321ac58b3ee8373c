"""Protocol of a topology: parameters, builder, closed forms, addresses; networks that fit some hosts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network, Params, Value


@dataclass(frozen=True, slots=True)
class Fit:
    """Parameters of a network of equal switches, and the blocking that its hosts see.

    Blocking is the most that any exchange between pairs of hosts is slowed down by links between switches;
    ``by_way``: where traffic goes by way of a random switch.
    """

    params: Params
    blocking: Fraction
    by_way: bool = False


class Fitting(Protocol):
    """Interface of the networks of a family that are worth considering for a number of hosts."""

    def __call__(self, hosts: int, radix: int, blocking: Fraction, edges: int = 1, /) -> Iterator[Fit]:
        """Networks with room for the hosts on switches of ``radix`` ports, ``edges`` or more at the edge."""


def root(number: int, degree: int) -> int:
    """The smallest whole number whose power is not below a number.

    >>> root(64, 3), root(65, 3), root(1, 5)
    (4, 5, 1)
    """
    found: int = max(1, round(float(number) ** (1 / degree)) - 1)
    while found**degree < number:
        found += 1
    return found


def smallest(hosts: int, radix: int, halves: int, edges: int = 1) -> Iterator[Params]:
    """For each number of stages from 2 the smallest k of a network that is large enough.

    A network has ``halves`` k^n hosts on ``halves`` k^(n - 1) edge switches of 2 k ports.

    >>> [params["k"] for params in smallest(20_000, 36, 1)][:3], next(smallest(20_000, 36, 1, 2500))
    ([12, 8, 6], {'k': 14, 'n': 4})
    """
    need, least = -(-hosts // halves), -(-edges // halves)
    for n in range(2, max(2, need, 2 * least).bit_length() + 1):
        k = max(2, root(need, n), root(least, n - 1))
        if 2 * k <= radix:
            yield {"k": k, "n": n}
        if k == 2:
            return


HIGHEST = 1 << 20
MOST_LINKS = 1 << 26
"""Networks of more links are refused before memory is allocated."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a family.

    Attributes
    ----------
    kind
        ``whole``; ``list``: one whole number a level or dimension; ``ratio``: a number or a:b.
    lowest, highest
        What is legal, of each number.
    default
        Value when it is not given; None: it must be.
    """

    name: str
    meaning: str
    kind: Literal["whole", "list", "ratio"] = "whole"
    lowest: int = 1
    highest: int = HIGHEST
    default: Value | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """Closed-form figures of a network; None: no closed form is known.

    Distances are in links, between all ordered pairs of hosts, a host and itself included.

    Attributes
    ----------
    links, one_way_links
        Links of hosts included; a two-way link is two one-way links.
    switching_elements
        Crosspoints of all switches as the source counts them.
    radix
        Ports in use of the switch with most, inputs and outputs of a one-way network each counted.
    bisection_links
        Links cut at least where the nodes are parted in two with half of the hosts each (of an odd number
        one more on a side); a link counts once, whatever its direction.
    oversubscription
        For each level from the lowest the ratio of all hosts to the links that lead up into it; empty
        where levels mean nothing.
    volume, components
        Of a universal fat-tree, by Theorem 4 without the constants of its O(): in cubes whose side one wire
        passes, and in switching components.
    """

    hosts: int
    switches: int
    links: int
    one_way_links: int
    radix: int
    switching_elements: int | None = None
    diameter: int | None = None
    average_distance: Fraction | None = None
    bisection_links: Fraction | None = None
    oversubscription: tuple[Fraction, ...] = ()
    volume: float | None = None
    components: float | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """Switches of one level, all with the same ports in use.

    Attributes
    ----------
    switches
        How many there are.
    hosts
        Hosts on each, at the ports from 0 on.
    first, stop
        Ports from ``first`` up to, not including, ``stop`` are linked with other switches.
    """

    switches: int
    hosts: int
    first: int
    stop: int


@dataclass(frozen=True, slots=True)
class PortUse:
    """Ports in use and bundles of a network, without its links.

    Attributes
    ----------
    levels
        From the edge upwards; all hosts are at the first.
    bundles
        For each size of a bundle (the links between the same two switches) the number of bundles and
        that size.
    """

    levels: tuple[Level, ...]
    bundles: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Topology:
    """A family.

    Attributes
    ----------
    name
        The word before the colon, as in ``kary-tree:k=4,n=3``.
    title
        Its name for people.
    card
        What it is, when to use it, and its paper.
    parameters
        In the order in which they are written.
    check
        Raises :class:`ValueError`, ``name: what, what to do``, for parameters that do not go together.
    closed, network
        Closed-form figures, and the arrays, for sound parameters.
    address
        The address of a node as the source writes it.
    fitting
        Networks worth buying for N hosts, of switches with P ports, where a blocking is allowed;
        None: nobody sells what it takes (switches with one-way links, or with several widths).
    port_use
        Ports in use and bundles by formula; of all topologies that have ``fitting``.
    of_groups
        Networks whose groups have a number of edge switches, of topologies in which each switch above the
        edge belongs to a group and none joins all groups; None: it has no such groups.
    """

    name: str
    title: str
    card: Card
    parameters: tuple[Parameter, ...]
    check: Callable[[Params], None]
    closed: Callable[[Params], Closed]
    network: Callable[[Params], Network]
    address: Callable[[Network, int], str]
    fitting: Fitting | None = None
    port_use: Callable[[Params], PortUse] | None = None
    of_groups: Callable[[int], Fitting] | None = None

    def build(self, params: Params) -> Network:
        """The network of sound parameters.

        Raises
        ------
        FatdeskError
            When it has more links than should be allocated in memory.
        """
        links = self.closed(params).links
        if links > MOST_LINKS:
            raise FatdeskError(f"{self.name}: {links} links, at most {MOST_LINKS} can be built: use less")
        return self.network(params)


def whole(params: Params, name: str) -> int:
    """A whole-number parameter."""
    value = params[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def numbers(params: Params, name: str) -> tuple[int, ...]:
    """A parameter with one number a level or dimension."""
    value = params[name]
    if not isinstance(value, tuple):
        raise TypeError(name)
    return value


def ratio(params: Params, name: str) -> Fraction:
    """A parameter that is a number or a:b."""
    value = params[name]
    if isinstance(value, tuple):
        raise TypeError(name)
    return Fraction(value)


def digit(numbers: Longs, k: int, place: int) -> Longs:
    """Digit of each number at a place, the lowest being place 0.

    >>> import numpy as np
    >>> digit(np.array([0, 5, 7]), 2, 2).tolist()
    [0, 1, 1]
    """
    found: Longs = numbers // k**place % k
    return found


def with_digit(numbers: Longs, k: int, place: int, value: Longs | int) -> Longs:
    """Each number with another digit at a place.

    >>> import numpy as np
    >>> with_digit(np.array([0, 5]), 2, 1, 1).tolist()
    [2, 7]
    """
    changed: Longs = numbers + (value - digit(numbers, k, place)) * k**place
    return changed


def written(number: int, k: int, count: int) -> str:
    """A number with ``count`` digits, the highest first; with dots between where digits are long.

    >>> written(5, 2, 3), written(35, 16, 2), written(0, 3, 0)
    ('101', '2.3', '')
    """
    digits = [str(number // k**place % k) for place in reversed(range(count))]
    return ("." if k > 10 else "").join(digits)
