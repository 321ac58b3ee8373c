"""Every lattice for so many hosts: shapes by splitting dimensions, widths by the optimal rule."""

from dataclasses import dataclass

from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.networks.topologies.hyperx import shapes, widths

LANES = 4
MORE = 8
"""Up to one in so many switches more than the hosts need are tried, and this many at least."""


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
