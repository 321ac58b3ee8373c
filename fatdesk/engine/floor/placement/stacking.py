"""Units of the devices inside one rack: who belongs at the top, in the middle and at the bottom."""

from collections.abc import Sequence
from enum import IntEnum
from itertools import accumulate

from fatdesk.engine.floor.placement.blocks import Kind

Gap = tuple[int, int]
"""A run of free units: the number of units above it, and of its own."""


class Level(IntEnum):
    """Height in a rack at which a device belongs."""

    TOP = 0
    """From the top down: switches."""
    HOST = 1
    """From the top down, below switches: hosts that are light or of unknown mass."""
    MIDDLE = 2
    """Between two halves of the hosts: edge switches for the middle of a rack."""
    LOW = 3
    """From the bottom up, above directors: heavy hosts."""
    BOTTOM = 4
    """Below the hosts: edge switches for the bottom of a rack."""
    LOWEST = 5
    """At the bottom: directors."""


LIGHT = int(Level.HOST)
"""The lowest level that is filled from the top down."""


def level_of(kind: Kind, *, host: bool) -> Level:
    """The level of a kind of device."""
    if kind.director:
        return Level.LOWEST
    if host:
        return Level.LOW if kind.heavy else Level.HOST
    return {"middle": Level.MIDDLE, "bottom": Level.BOTTOM}.get(kind.at, Level.TOP)


def stacked(
    gaps: Sequence[Gap], heights: Sequence[int], levels: Sequence[Level], densities: Sequence[float] = ()
) -> list[int] | None:
    """The number of units above each device; None when the devices do not fit.

    Devices of a level keep their order from the top down; heavy hosts are ordered by mass per unit, where it
    is given, the heaviest at the bottom. Where free units are scattered and devices do not
    fit from both ends, all are stacked from the top down.

    >>> stacked([(0, 10)], [1, 2, 2, 3], [Level.TOP, Level.LOW, Level.LOW, Level.LOWEST])
    [0, 3, 5, 7]
    >>> stacked([(0, 3), (5, 1)], [1, 2, 1], [Level.TOP] * 3)
    [0, 1, 5]
    >>> stacked([(0, 10)], [2, 2, 2], [Level.LOW] * 3, [26.0, 15.0, 20.0])
    [8, 4, 6]
    >>> stacked([(0, 42)], [1, 1, 1], [Level.MIDDLE, Level.MIDDLE, Level.TOP])
    [20, 21, 0]
    """
    low = [number for number, level in enumerate(levels) if level > LIGHT]
    if not low:
        return _downwards(gaps, heights)
    if Level.MIDDLE in levels and not any(level in (Level.HOST, Level.LOW) for level in levels):
        return _without_hosts(gaps, heights, levels)
    weights = densities or [0.0] * len(heights)
    low.sort(key=lambda n: (levels[n], weights[n] if levels[n] is Level.LOW else 0.0, n))
    top = [number for number, level in enumerate(levels) if level <= LIGHT]
    if Level.MIDDLE in levels:
        top, low = _with_middle(top, low, heights, levels)
    down = _downwards(gaps, [heights[number] for number in top])
    up = _downwards(
        [(-above - size, size) for above, size in reversed(gaps)], [heights[n] for n in low[::-1]]
    )
    order = [*top, *low]
    if down is None or up is None:
        above = None
    else:
        from_bottom = [-units - heights[n] for units, n in zip(up, low[::-1], strict=True)][::-1]
        above = [*down, *from_bottom]
        reached = down[-1] + heights[top[-1]] if top else 0
        if from_bottom and reached > from_bottom[0]:
            above = None
    if above is None:
        above = _downwards(gaps, [heights[number] for number in order])
    if above is None:
        return None
    result = [0] * len(heights)
    for number, units in zip(order, above, strict=True):
        result[number] = units
    return result


def _without_hosts(gaps: Sequence[Gap], heights: Sequence[int], levels: Sequence[Level]) -> list[int] | None:
    """Middle devices as near to the middle of a rack without hosts as the others leave units."""
    middle = [n for n, level in enumerate(levels) if level is Level.MIDDLE]
    others = [n for n, level in enumerate(levels) if level is not Level.MIDDLE]
    placed = stacked(gaps, [heights[n] for n in others], [levels[n] for n in others])
    if placed is None:
        return None
    free = {above + unit for above, size in gaps for unit in range(size)}
    for number, above in zip(others, placed, strict=True):
        free -= set(range(above, above + heights[number]))
    total = sum(heights[n] for n in middle)
    ends = gaps[0][0], gaps[-1][0] + gaps[-1][1]
    starts = [start for start in sorted(free) if free.issuperset(range(start, start + total))]
    if not starts:
        return _downwards(gaps, heights)
    start = min(starts, key=lambda unit: (abs(2 * unit + total - sum(ends)), unit))
    result = [0] * len(heights)
    for number, above in zip(others, placed, strict=True):
        result[number] = above
    for number in middle:
        result[number] = start
        start += heights[number]
    return result


def _with_middle(
    top: list[int], low: list[int], heights: Sequence[int], levels: Sequence[Level]
) -> tuple[list[int], list[int]]:
    """The devices from the top down and those above the bottom, with middle ones between halves of hosts."""
    middle = [number for number in low if levels[number] is Level.MIDDLE]
    low = low[len(middle) :]
    heavy = [number for number in low if levels[number] is Level.LOW]
    hosts = heavy or [number for number in top if levels[number] is Level.HOST]
    half, above = sum(heights[number] for number in hosts) / 2, 0
    cut = 0
    while cut < len(hosts) and above + heights[hosts[cut]] <= half:
        above += heights[hosts[cut]]
        cut += 1
    between = [*hosts[:cut], *middle, *hosts[cut:]]
    if heavy:
        return top, [*between, *low[len(heavy) :]]
    return [*top[: len(top) - len(hosts)], *between], low


def _downwards(gaps: Sequence[Gap], heights: Sequence[int]) -> list[int] | None:
    """Devices one below the other, each in the next gap that holds it."""
    above, left = gaps[0] if gaps else (0, 0)
    if sum(heights) <= left:  # as most often
        return list(accumulate(heights, initial=above))[:-1]
    result: list[int] = []
    gap = 0
    for height in heights:
        while height > left:
            gap += 1
            if gap >= len(gaps):
                return None
            above, left = gaps[gap]
        result.append(above)
        above += height
        left -= height
    return result
