"""Every lattice for so many hosts: shapes by splitting dimensions, widths by the optimal rule."""

from dataclasses import dataclass

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.core.units import ceil_div
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.families.lattices import shapes, widths

LANES = 4
MORE = 8
"""Up to one in so many switches more than the hosts need are tried, and this many at least."""


<<<<<<< HEAD
=======
def shapes(switches: int, dimensions: int | None = None) -> list[tuple[int, ...]]:
    """All lattices of so many switches, sides falling, by splitting dimensions again and again.

    Algorithm 1 (Mudigonda et al., USENIX ATC 2011) without its test of ports: what does not fit is split
    too, because its parts may fit.

    >>> shapes(12)
    [(12,), (6, 2), (4, 3), (3, 2, 2)]
    """
    found: list[tuple[int, ...]] = []
    last: list[tuple[int, ...]] = [(switches,)]
    while last:
        found += last
        if dimensions is not None and len(last[0]) >= dimensions:
            break
        last = list(dict.fromkeys(part for shape in last for part in _split(shape)))
    return found


def _split(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for at, side in enumerate(shape):
        for part in range(2, int(side**0.5) + 1):
            if side % part == 0:
                rest = (*shape[:at], *shape[at + 1 :], part, side // part)
                yield tuple(sorted(rest, reverse=True))


def widths(shape: tuple[int, ...], ports: int, lag: int = 1) -> tuple[int, ...] | None:
    """K for the largest bisection with so many ports a switch; None where no K of 1 or more fits.

    Algorithm 2: all dimensions with the least S_d K_d get one link more, as long as ports are left. Its least
    S_d K_d is the largest there is; what it gives a dimension beyond ceil(least / S_d) brings nothing and is
    taken back. With ``lag`` all K are multiples of it.

    >>> widths((4, 2), 7), widths((8, 4, 2), 20), widths((31,), 29)
    ((1, 2), (1, 2, 4), None)
    """
    left, K = ports // lag, [0] * len(shape)
    found = True
    while left > 0 and found:
        least = min(s * k for s, k in zip(shape, K, strict=True))
        found = False
        for d, side in enumerate(shape):
            if side * K[d] == least and left >= side - 1:
                K[d] += 1
                left -= side - 1
                found = True
    if min(K) < 1:
        return None
    least = min(s * k for s, k in zip(shape, K, strict=True))
    return tuple(lag * ceil_div(least, side) for side in shape)


>>>>>>> main
@dataclass(frozen=True, slots=True)
class LatticeWish:
    """What lattices are looked for.

    Attributes
    ----------
    hosts
        N, with those that stand for bandwidth out of the cluster.
    radix, terminals
        R, and T: host ports that a switch has at most.
    switches
        How many switches; none named: as many as the hosts need, and up to an eighth (8 at least) more.
    dimensions, hops, plugs
        At most so many; a bundle of K links takes ceil(K / 4) plugs. None: any.
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
    """Those that can be built, and how many shapes were looked at."""

    found: tuple[HyperX, ...]
    searched: int


def lattices(wish: LatticeWish, progress: Progress = SILENT) -> Lattices:
    """All shapes with the widest K, by number of switches.

    Hosts are dealt evenly, so switches differ by one host at most, and T is ceil(N / P): with more switches
    than needed each has ports to spare for links.
    """
    most = wish.dimensions
    if wish.hops is not None:
        most = wish.hops - 2 if most is None else min(most, wish.hops - 2)
    least = ceil_div(wish.hosts, wish.terminals)
    counts = wish.switches or range(least, least + max(MORE, least // MORE) + 1)
    found, searched = [], 0
    for number, count in enumerate(counts):
        progress.step(number, len(counts), f"lattices of {wish.radix} ports: {count} switches")
        if count < least:
            continue
        T = ceil_div(wish.hosts, count)
        if wish.radix < T:
            continue
        if count == 1:
            searched += 1
            found.append(HyperX((1,), (1,), T, wish.hosts))
            continue
        if most is not None and most < 1:
            continue
        for shape in shapes(count, most):
            searched += 1
            K = widths(shape, wish.radix - T, wish.lag)
            if K is None:
                continue
            plugs = sum((s - 1) * ceil_div(k, LANES) for s, k in zip(shape, K, strict=True))
            if wish.plugs is None or plugs <= wish.plugs:
                found.append(HyperX(shape, K, T, wish.hosts))
    return Lattices(tuple(found), searched)
