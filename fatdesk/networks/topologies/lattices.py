"""Lattices of switches: their shapes by splitting dimensions, their widths by the optimal rule."""

from collections.abc import Iterator

from fatdesk.core.units import ceil_div


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
