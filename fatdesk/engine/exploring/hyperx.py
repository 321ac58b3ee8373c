"""HyperX lattices: counts that follow from (S, K, T), and the search for shapes and widths."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.networks.topologies.hyperx import shapes, widths


@dataclass(frozen=True, slots=True)
class HyperX:
    """HyperX(D, S, K, T): switches at the points of a lattice, linked along each dimension.

    Two switches that differ in coordinate d alone have K_d links; each has T hosts, and where the hosts do
    not fill all, some have one less (``hosts``; None: T on each). Source: Mudigonda et al., USENIX ATC 2011,
    section 3.

    >>> cube = HyperX((8, 8), (2, 2), 16)
    >>> cube.switches, cube.ports, cube.links, cube.bundles, cube.hops, cube.bisection
    (64, 1024, 896, 448, 4, Fraction(256, 1))
    """

    S: tuple[int, ...]
    K: tuple[int, ...]
    T: int
    hosts: int | None = None

    def __post_init__(self) -> None:
        """Hold S and K to one length, and the hosts to the ports."""
        if len(self.S) != len(self.K) or not self.S or min(*self.S, *self.K, self.T) < 1:
            raise ValueError(f"S and K: expected as many of each, all 1 or more, got {self.S}, {self.K}")
        if self.hosts is not None and not 1 <= self.hosts <= self.ports:
            raise ValueError(f"hosts: expected 1 to {self.ports}, got {self.hosts}")

    @property
    def dimensions(self) -> int:
        """D."""
        return len(self.S)

    @property
    def switches(self) -> int:
        """P = prod S_d."""
        return prod(self.S)

    @property
    def ports(self) -> int:
        """Host ports, T P; those without a host stay free."""
        return self.T * self.switches

    @property
    def links(self) -> int:
        """Links between switches."""
        return self.switches * sum((s - 1) * k for s, k in zip(self.S, self.K, strict=True)) // 2

    @property
    def bundles(self) -> int:
        """Pairs of switches that are linked."""
        return self.switches * sum(s - 1 for s in self.S) // 2

    @property
    def cables(self) -> int:
        """Cables when each bundle is one, those of the hosts included."""
        return self.bundles + (self.ports if self.hosts is None else self.hosts)

    @property
    def hops(self) -> int:
        """Most links from host to host; a dimension of one switch takes none."""
        return sum(s > 1 for s in self.S) + 2

    @property
    def bisection(self) -> Fraction:
        """Links cut, by the paper's figure min S_d K_d P / 4: exact where all S_d are even.

        One switch alone: no link between switches is cut, so half its hosts, as in a tree.
        """
        if self.switches == 1:
            return Fraction(self.ports, 2)
        wide = min(s * k for s, k in zip(self.S, self.K, strict=True) if s > 1)
        return Fraction(wide * self.switches, 4)

    @property
    def radix(self) -> int:
        """Ports that the switches need."""
        return self.T + sum((s - 1) * k for s, k in zip(self.S, self.K, strict=True))

    def params(self) -> dict[str, str | int]:
        """S, K and T as spec 8 writes them.

        >>> HyperX((6, 6), (1, 1), 8).params()
        {'S': '6-6', 'K': '1-1', 'T': 8}
        """
        return {"S": "-".join(map(str, self.S)), "K": "-".join(map(str, self.K)), "T": self.T}


LANES = 4
MORE = 8
"""Lattices with up to 1/``MORE`` switches beyond the need are tried, and at least this number."""


@dataclass(frozen=True, slots=True)
class LatticeQuery:
    """Query for lattices.

    Attributes
    ----------
    hosts
        N, including those that represent external bandwidth.
    radix, terminals
        R, and T: host ports that a switch has at most.
    switches
        How many switches; none named: as many as the hosts need, and up to an eighth (8 at least) more.
    dimensions, hops, plugs
        Upper limit; a bundle of K links takes ceil(K / 4) plugs. None: any.
    lag
        Links of bundles are multiples of it.
    """

    hosts: int
    radix: int
    terminals: int
    switches: tuple[int, ...] = ()
    dimensions: int | None = None
    hops: int | None = None
    plugs: int | None = None
    lag: int = 1


@dataclass(frozen=True, slots=True)
class Lattices:
    """Lattices that can be built, and the number of shapes examined."""

    found: tuple[HyperX, ...]
    searched: int


def lattice_counts(query: LatticeQuery) -> tuple[int, ...]:
    """Numbers of switches that are tried: those named, or the least and an eighth (8 at least) more."""
    least = ceil_div(query.hosts, query.terminals)
    every = query.switches or range(least, least + max(MORE, least // MORE) + 1)
    return tuple(count for count in every if count >= least)


def lattices(
    query: LatticeQuery, progress: Progress = SILENT, counts: Sequence[int] | None = None
) -> Lattices:
    """All shapes with the widest K, by number of switches (``counts``: these alone).

    Hosts are dealt evenly, so switches differ by one host at most, and T is ceil(N / P): with more switches
    than needed each has ports to spare for links.
    """
    counts = lattice_counts(query) if counts is None else counts
    found, searched = [], 0
    for number, count in enumerate(counts):
        progress.step(number, len(counts), f"lattices of {query.radix} ports: {count} switches")
        for lattice in every_shape(query, count):
            searched += 1
            plugs = sum((s - 1) * ceil_div(k, LANES) for s, k in zip(lattice.S, lattice.K, strict=True))
            if lattice.radix <= query.radix and (query.plugs is None or plugs <= query.plugs):
                found.append(lattice)
    return Lattices(tuple(found), searched)


def every_shape(query: LatticeQuery, count: int) -> Iterator[HyperX]:
    """Yield the lattices of a number of switches: each shape with its widest K.

    A shape for which a switch has too few ports comes with the least width and more ports than the query has.

    >>> query = LatticeQuery(744, 48, 24)
    >>> [(one.S, one.K, one.radix) for one in every_shape(query, 31)]
    [((31,), (1,), 54)]
    """
    most = query.dimensions
    if query.hops is not None:
        most = query.hops - 2 if most is None else min(most, query.hops - 2)
    T = ceil_div(query.hosts, count)
    if query.radix < T:
        return
    if count == 1:
        yield HyperX((1,), (1,), T, query.hosts)
        return
    if most is not None and most < 1:
        return
    for shape in shapes(count, most):
        K = widths(shape, query.radix - T, query.lag)
        yield HyperX(shape, (query.lag,) * len(shape) if K is None else K, T, query.hosts)
