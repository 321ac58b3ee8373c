"""Number of trees that Algorithm 3 lists, with its heuristics on and off, without listing them.

Table 3 of the paper (Mudigonda et al., Taming the Flying Cable Monster, USENIX ATC 2011) has such numbers.
The larger ones are trees by the billion, so they are counted here level by level: how many trees a module
becomes depends only on the modules that are left and on its uplinks. With a maximum of switches it depends on
those, too, and trees are counted one assignment of the lower levels after the other.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.units import ceil_div
from fatdesk.engine.exploring.egft import Rules

Rounding = Literal["up", "down", "nearest", "whole"]
"""Rounding of NM / M, which the paper leaves open; ``whole``: M must divide NM."""
ROUNDINGS: tuple[Rounding, ...] = get_args(Rounding)

NONE = Rules()
COLUMNS: dict[str, Rules] = {
    "none": NONE,
    "H1": Rules(widest_last=True),
    "H2": Rules(no_better=True),
    "H3": Rules(join_all=True),
    "H1+H3": Rules(join_all=True, widest_last=True),
    "H4": Rules(all_uplinks=True),
    "all": Rules(widest_last=True, no_better=True, join_all=True, all_uplinks=True),
}
"""The columns of Table 3; what it has for H3 includes the largest K of H1 where everything is joined."""
MOST_CELLS = 40_000_000
"""Cells of the tables of a count."""
MOST_STEPS = 20_000_000_000
"""Steps of a count with a maximum of switches; about a minute."""


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """A row of Table 3: number of trees by heuristics (None: too many to count)."""

    hosts: int
    radix: int
    terminals: int
    trees: dict[str, int | None]

    def to_json(self) -> dict[str, object]:
        """The row as JSON."""
        return {
            "hosts": self.hosts,
            "radix": self.radix,
            "terminals": self.terminals,
            "trees": dict(self.trees),
        }


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Table 3 for the radices and numbers of hosts on a switch of some requirements."""

    rows: tuple[RuleCounts, ...]
    levels: int
    rounding: Rounding
    switches: int | None

    def to_json(self) -> dict[str, object]:
        """The table as JSON."""
        return {
            "rules": [row.to_json() for row in self.rows],
            "levels": self.levels,
            "rounding": self.rounding,
            "switches": self.switches,
        }

    @property
    def text(self) -> str:
        """The trees that are counted, as one line."""
        rounded = {"whole": "M divides NM"}.get(self.rounding, f"NM / M rounded {self.rounding}")
        rounded = rounded.replace("rounded nearest", "rounded to the nearest")
        most = "any number of switches" if self.switches is None else f"at most {self.switches:,} switches"
        return f"trees of up to {self.levels} levels, {rounded}, {most}"


def rule_counts(
    hosts: int,
    radix: int,
    terminals: int,
    levels: int = 4,
    *,
    rounding: Rounding = "up",
    switches: int | None = None,
) -> RuleCounts:
    """Count the trees for each column of Table 3."""
    trees = {
        name: count_trees(hosts, radix, terminals, rules, levels, rounding=rounding, switches=switches)
        for name, rules in COLUMNS.items()
    }
    return RuleCounts(hosts, radix, terminals, trees)


def count_trees(
    hosts: int,
    radix: int,
    terminals: int,
    rules: Rules = NONE,
    levels: int = 4,
    *,
    rounding: Rounding = "up",
    switches: int | None = None,
) -> int | None:
    """Return the number of trees of Algorithm 3, as `recursion` lists them; None where they are too many.

    Parameters
    ----------
    switches
        S: the switches that may be used, NM / M of each level being rounded as ``rounding`` says.

    Examples
    --------
    >>> count_trees(1024, 48, 32)
    17385283208
    >>> count_trees(1024, 48, 32, Rules(join_all=True, widest_last=True))
    16
    """
    if terminals > radix or levels < 1:
        return 0
    modules = ceil_div(hosts, terminals)
    spare = None if switches is None else switches - modules
    if spare is not None and spare < 0:
        return 0
    if modules == 1:
        return 1
    uplinks = radix - terminals
    if rules.no_better:
        uplinks = min(uplinks, terminals)
    if uplinks < 1:
        return 0
    mode = ROUNDINGS.index(rounding)
    on = np.array([rules.widest_last, rules.no_better, rules.join_all, rules.all_uplinks])
    if spare is not None:
        steps = np.zeros(1, np.int64)
        found = _limited(1, levels, modules, uplinks, spare, radix, mode, on, steps)
        return int(found) if found >= 0 else None
    return _by_level(levels, modules, uplinks, radix, mode, on)


def _by_level(levels: int, modules: int, uplinks: int, R: int, mode: int, on: "np.ndarray") -> int | None:
    """Count with tables by modules left and uplinks, from the level below the top downwards."""
    left = [{modules}]
    most = [uplinks]
    for _ in range(2, levels):
        left.append(
            {
                rest
                for some in left[-1]
                for M in range(2, min(some, R) + 1)
                if (rest := _rest(some, M, mode)) > 1
            }
        )
        most.append(most[-1] * (R // 2 if on[1] else R - 2))
    if levels == 1:
        return 0
    if sum(len(some) * (size + 1) for some, size in zip(left[:-1], most[:-1], strict=True)) > MOST_CELLS:
        return None
    table, row = np.zeros((1, 1), np.int64), np.full(modules + 1, -1, np.int64)
    if levels == 2:
        last = np.zeros(uplinks + 1, np.int64)
        fine = _count(1, modules, np.array([uplinks]), R, mode, on, table, row, last)
        return int(last[uplinks]) if fine else None
    for level in range(levels - 2, 0, -1):
        here = sorted(left[level - 1])
        counts = np.zeros((len(here), most[level - 1] + 1), np.int64)
        rows = np.full(modules + 1, -1, np.int64)
        for at, some in enumerate(here):
            rows[some] = at
            ends = np.arange(1, most[level - 1] + 1) if level > 1 else np.array([uplinks])
            if not _count(levels - level, some, ends, R, mode, on, table, row, counts[at]):
                return None
        table, row = counts, rows
    return int(table[row[modules], uplinks])


@compiled
def _rest(left: int, M: int, mode: int) -> int:
    """Modules that are left after M each were joined; 0 where that is not allowed."""
    if mode == 0:
        return (left + M - 1) // M
    if mode == 1:
        return left // M
    if mode == 2:
        return (2 * left + M) // (2 * M)
    return left // M if left % M == 0 else 0


@compiled
def _joined(M: int, left: int, uplinks: int, most: int, R: int, on: "np.ndarray") -> int:
    """Pairs (C, K) of a level that leaves one module; ``most``: switches that may be used."""
    widest = min(R // M, uplinks)
    if widest < 1 or most < 1:
        return 0
    if left == M and on[3]:
        if on[0]:
            return 1
        return widest
    if left == M and on[0]:
        return min(uplinks, most)
    found = 0
    for K in range(1, widest + 1):
        found += min(uplinks // K, most)
    return found


@compiled
def _count(
    above: int,
    left: int,
    ends: Longs,
    R: int,
    mode: int,
    on: "np.ndarray",
    table: Longs,
    row: Longs,
    found: Longs,
) -> bool:
    """Add the trees of ``left`` modules by their uplinks, for some numbers of uplinks in rising order.

    Parameters
    ----------
    above
        Levels that may come above; below 3, the last of them is counted without a table.
    table, row
        Trees by (row of the modules left, uplinks) for the level above.
    """
    unlimited = 2**62
    most = min(left, R)
    for M in range(most if on[2] and left <= R else 2, most + 1):
        rest = _rest(left, M, mode)
        if rest == 0:
            continue
        if rest == 1:
            for e in ends:
                found[e] += _joined(M, left, e, unlimited, R, on)
            continue
        if above == 1 or (above > 2 and row[rest] < 0):
            continue
        for K in range(1, R // M + 1):
            each = R - M * K
            if on[1]:
                each = min(each, M * K)
            if each < 1:
                continue
            total, C = 0, 0
            for e in ends:
                while e // K > C:
                    C += 1
                    more = table[row[rest], each * C] if above > 2 else _last(rest, each * C, R, mode, on)
                    if more > unlimited - total:
                        return False
                    total += more
                if found[e] > unlimited - total:
                    return False
                found[e] += total
    return True


@compiled
def _last(left: int, uplinks: int, R: int, mode: int, on: "np.ndarray") -> int:
    """Trees of a module whose next level is the last."""
    found = 0
    most = min(left, R)
    least = max(2, left // 2)  # fewer leave more than one module
    for M in range(most if on[2] and left <= R else least, most + 1):
        if _rest(left, M, mode) == 1:
            found += _joined(M, left, uplinks, 2**62, R, on)
    return found


@compiled
def _limited(
    level: int,
    levels: int,
    left: int,
    uplinks: int,
    spare: int,
    R: int,
    mode: int,
    on: "np.ndarray",
    steps: Longs,
) -> int:
    """Count where ``spare`` switches are left; -1 where that takes too many steps."""
    if level == levels:
        return 0
    found = 0
    most = min(left, R)
    for M in range(most if on[2] and left <= R else 2, most + 1):
        rest = _rest(left, M, mode)
        if rest == 0:
            continue
        if rest == 1:
            found += _joined(M, left, uplinks, spare, R, on)
            continue
        if level + 1 == levels:
            continue
        for C in range(1, min(uplinks, spare // rest) + 1):
            for K in range(1, min(R // M, uplinks // C) + 1):
                each = R - M * K
                if on[1]:
                    each = min(each, M * K)
                if each < 1:
                    continue
                steps[0] += R
                if steps[0] > MOST_STEPS:
                    return -1
                more = _limited(level + 1, levels, rest, each * C, spare - C * rest, R, mode, on, steps)
                if more < 0:
                    return -1
                found += more
    return found
