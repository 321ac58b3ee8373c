"""HyperX(D, S, K, T): switches on a lattice, each linked to all that differ in one coordinate.

Source: the network-design-space paper, section 2.2, as in spec 2. Switch numbers count the first
coordinate slowest; the T hosts of a switch follow one another. Its bisection is of links between
switches; where switches have few hosts, cutting off half of these takes fewer links.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, prod

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import CABLES, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import (
    Closed,
    Fit,
    Level,
    Parameter,
    PortUse,
    Topology,
    numbers,
    whole,
)

ROUNDING = 1e-9
"""Relative error that bounds of floating-point numbers leave."""


def shapes(switches: int, dimensions: int | None = None) -> list[tuple[int, ...]]:
    """All lattices of N switches, sides falling, by splitting dimensions again and again.

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


def widths(shape: tuple[int, ...], ports: int, lag: int = 1, least: int = 0) -> tuple[int, ...] | None:
    """K for the largest bisection with N ports per switch; None where no K of 1 or more fits.

    Algorithm 2: all dimensions with the least S_d K_d get one link more, as long as ports are left. Its least
    S_d K_d is the largest there is; what it gives a dimension beyond ceil(least / S_d) brings nothing and is
    taken back. With ``lag`` all K are multiples of it; each K is at least ``least``.

    >>> widths((4, 2), 7), widths((8, 4, 2), 20), widths((31,), 29), widths((6, 2), 6, least=1)
    ((1, 2), (1, 2, 4), None, (1, 1))
    """
    start = ceil_div(least, lag)
    left, K = ports // lag - start * (sum(shape) - len(shape)), [start] * len(shape)
    if left < 0:
        return None
    found = True
    while left > 0 and found:
        lowest = min(s * k for s, k in zip(shape, K, strict=True))
        found = False
        for d, side in enumerate(shape):
            if side * K[d] == lowest and left >= side - 1:
                K[d] += 1
                left -= side - 1
                found = True
    if min(K) < 1:
        return None
    lowest = min(s * k for s, k in zip(shape, K, strict=True))
    return tuple(lag * max(start, ceil_div(lowest, side)) for side in shape)


NAME = "hyperx"


def _network(params: Params) -> Network:
    S, K, T = numbers(params, "S"), numbers(params, "K"), whole(params, "T")
    P = prod(S)
    hosts = T * P
    p = np.arange(hosts, dtype=np.int64)
    ends, ports = [np.stack([p, hosts + p // T], axis=1)], [np.stack([p * 0, p % T], axis=1)]
    first, step = T, P
    for s, k in zip(S, K, strict=True):
        step //= s
        low, high = np.triu_indices(s, 1)
        base, pair, j = np.indices((P // s, len(low), k), dtype=np.int64).reshape(3, -1)
        origin = hosts + base // step * step * s + base % step
        a, b = low[pair], high[pair]
        ends.append(np.stack([origin + a * step, origin + b * step], axis=1))
        ports.append(np.stack([first + (b - 1) * k + j, first + a * k + j], axis=1))
        first += (s - 1) * k
    level = np.repeat(np.arange(2), [hosts, P])
    return network(hosts, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    S, K, T = numbers(params, "S"), numbers(params, "K"), whole(params, "T")
    P = prod(S)
    ways = sum((s - 1) * k for s, k in zip(S, K, strict=True))
    hosts, links = T * P, T * P + P * ways // 2
    even = all(s % 2 == 0 for s in S)
    return Closed(
        hosts=hosts,
        switches=P,
        links=links,
        one_way_links=2 * links,
        radix=T + ways,
        diameter=len(S) + 2,
        average_distance=sum((1 - Fraction(1, s) for s in S), 2 - Fraction(2, hosts)),
        bisection_links=Fraction(min(s * k for s, k in zip(S, K, strict=True)) * P, 4) if even else None,
    )


def _address(network: Network, node: int) -> str:
    S, T = numbers(network.params, "S"), whole(network.params, "T")
    host = node < network.hosts
    number, place = divmod(node, T) if host else (node - network.hosts, 0)
    point = []
    for s in reversed(S):
        number, coordinate = divmod(number, s)
        point.append(str(coordinate))
    return f"({','.join(point[::-1])})" + (f" {place}" if host else "")


def _check(params: Params) -> None:
    S, K, T = numbers(params, "S"), numbers(params, "K"), whole(params, "T")
    if len(S) != len(K):
        raise ValueError("S, K: not of one length, give one number a dimension in both")
    if prod(S) * T > 1 << 24:
        raise ValueError(f"S, T: {prod(S) * T} hosts are too many, use at most {1 << 24}")


def _fitting(hosts: int, radix: int, blocking: Fraction, edges: int = 1) -> Iterator[Fit]:
    """The lattices of one and two dimensions of the fewest switches, each with the most hosts on a switch.

    With T hosts on a switch and K_d links in a dimension no link bears more than T / K_d of any exchange
    between pairs of hosts, when all go along the first dimension first: the links of the first are used by
    the hosts of one switch only, those of the second towards the hosts of one switch only. That does not
    hold for a third dimension.

    Where that takes more ports than there are, the lattice of two to four dimensions with the fewest switches
    whose traffic goes by way of a random switch (Valiant 1982): evenly over all of them, no link bears more
    than 2 T / (S_d K_d) of any exchange.
    """
    found = False
    for dimensions in (1, 2):
        S = _smallest(hosts, radix, blocking, edges, dimensions) if hosts > 1 else None
        if S is None:
            continue
        neighbours = sum(S) - dimensions
        T = min(hosts - 1, int(radix * blocking / (blocking + neighbours)))
        while T + neighbours * ceil(T / blocking) > radix:
            T -= 1
        K = widths(S, radix - T, least=ceil(T / blocking))
        assert K is not None  # T leaves the ports for the least K
        worst = Fraction(T, min(K))
        yield Fit({"S": S, "K": K, "T": T}, worst if blocking < 1 else max(Fraction(1), worst))
        found = True
    if not found and hosts > 1 and radix <= SMALL:
        yield from _by_way(hosts, radix, blocking, edges)


SMALL = 128
"""Switches of more ports are in lattices of one and two dimensions only."""


def _by_way(hosts: int, radix: int, blocking: Fraction, edges: int) -> Iterator[Fit]:
    """The lattice with the fewest switches, then links, whose traffic goes by way of a random switch."""
    p, q = blocking.numerator, blocking.denominator
    best: tuple[tuple[int, int], tuple[int, ...], tuple[int, ...], int] | None = None
    for dimensions in (2, 3, 4):
        S = _sides(dimensions, radix if dimensions < 4 else min(radix, SMALL // 2))
        P = S.prod(axis=1)
        T = -(-hosts // P)
        K = -(-2 * T[:, None] * q // (S * p))
        ways = ((S - 1) * K).sum(axis=1)
        fits = np.flatnonzero((T + ways <= radix) & (edges <= P) & (hosts >= P))
        if not len(fits):
            continue
        at = fits[np.lexsort((ways[fits], P[fits]))[0]]
        order = (int(P[at]), int(P[at] * ways[at]))
        if best is None or order < best[0]:
            best = order, tuple(S[at].tolist()), tuple(K[at].tolist()), int(T[at])
    if best is not None:
        _, sides, links, held = best
        worst = max(Fraction(2 * held, s * k) for s, k in zip(sides, links, strict=True))
        params: Params = {"S": sides, "K": links, "T": held}
        yield Fit(params, worst if blocking < 1 else max(Fraction(1), worst), by_way=True)


@lru_cache(maxsize=64)
def _sides(dimensions: int, radix: int) -> Longs:
    """All sides of lattices, falling, whose switches have ports for a host and all their neighbours."""
    most = radix - 1 + dimensions  # the sum of the sides at most
    rows = np.arange(2, most - 2 * (dimensions - 1) + 1, dtype=np.int64)[:, None]
    for done in range(1, dimensions):
        left = most - rows.sum(axis=1) - 2 * (dimensions - done - 1)
        each = np.maximum(np.minimum(rows[:, -1], left) - 1, 0)
        before = np.cumsum(each) - each
        side = np.arange(int(each.sum()), dtype=np.int64) - np.repeat(before, each) + 2
        rows = np.column_stack([np.repeat(rows, each, axis=0), side])
    return rows


def _smallest(
    hosts: int, radix: int, blocking: Fraction, edges: int, dimensions: int
) -> tuple[int, ...] | None:
    """Sides of the lattice with the fewest switches that fits, of equals the one that needs the fewest ports.

    A lattice fits when a switch has ports for its share of the hosts and for that divided by ``blocking``
    to each of its neighbours.
    """
    p, q = blocking.numerator, blocking.denominator
    reach = (radix - 1) // ceil_div(q, p)  # neighbours of a switch with one host
    if reach < 1:
        return None
    best: tuple[int, int, tuple[int, ...]] | None = None
    sides = (1,) if dimensions == 1 else range(2, reach // 2 + 2)
    for b, least in zip(sides, _least_sides(hosts, radix, blocking, np.array(sides)), strict=True):
        low, high = max(b, 2, ceil_div(edges, b), least), reach + 2 - b
        if best is not None:
            high = min(high, best[0] // b)
        if low > high:
            continue
        a = np.arange(low, high + 1, dtype=np.int64)
        share = -(-hosts // (a * b))
        fits = share + -(-share * q // p) * (a + b - 2) <= radix
        if fits.any():
            side = int(a[fits.argmax()])
            found = (side * b, side + b, (side, b)[:dimensions])
            best = found if best is None else min(best, found)
    return None if best is None else best[2]


def _least_sides(hosts: int, radix: int, blocking: Fraction, b: Longs) -> list[int]:
    """For each side of a lattice a lower bound on the other side, as if hosts could be divided.

    With sides a and b, hosts / (a b) on a switch take 1 + (a + b - 2) / blocking of ``radix`` ports each.
    """
    each = 1 / float(blocking)
    needs, spare = hosts * (1 + each * (b - 2.0)), radix * b - hosts * each
    with np.errstate(divide="ignore", invalid="ignore"):
        bounds = np.where(spare > 0, needs / spare, radix + 1)
    bounds = np.where((needs > 0) & (np.abs(spare) > ROUNDING * hosts * each), bounds * (1 - ROUNDING), 1)
    least: list[int] = np.ceil(np.minimum(bounds, radix + 1)).astype(np.int64).tolist()
    return least


def _port_use(params: Params) -> PortUse:
    S, K, T = numbers(params, "S"), numbers(params, "K"), whole(params, "T")
    P = prod(S)
    ways = sum((s - 1) * k for s, k in zip(S, K, strict=True))
    bundles = tuple((P * (s - 1) // 2, k) for s, k in zip(S, K, strict=True))
    return PortUse((Level(P, T, T, T + ways),), bundles)


CARD = Card(
    "Switches on a lattice, each with hosts and linked to every switch in the same row or column.",
    "Use it for few hops without core switches; it suits uniform traffic, not fixed pairs of switches.",
    CABLES,
)
TOPOLOGIES = (
    Topology(
        NAME,
        "HyperX",
        CARD,
        (
            Parameter("S", "switches along each dimension", "list", lowest=2),
            Parameter("K", "parallel links in each dimension", "list"),
            Parameter("T", "hosts on each switch"),
        ),
        _check,
        _closed,
        _network,
        _address,
        _fitting,
        _port_use,
    ),
)
