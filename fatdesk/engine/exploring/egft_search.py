"""Pareto front of EGFT trees by dynamic programming over levels.

The paper's recursion (Algorithm 3) sets level on level: a tree of l levels with P host ports, U uplinks and
ceil(N / P) trees left takes any M, C, K with C K <= U and M K + uplinks <= R. Here the same steps are made,
but of all trees of l levels with P ports only those go on that no other of them beats, and whole branches are
left out when their best is beaten. What is left is the whole front over ratio, hops, switches, cables and
cost; the argument:

Additive. A tree joins M equal ones, so of both its figures are M times theirs plus those of C switches and
C M bundles: switches s, cables w, cost c (a price for a switch, and one for a bundle of K links that does not
fall with K).

Monotone. What may come on top depends on P and U alone, more for more U; the final ratio is the largest of
all levels', P / (C K) at the next one, so P / U at least. Let tree A beat B: as many levels and ports, U no
less, and s, w, c and the least final ratio no more. Whatever completes B completes A, to no worse figures.
So B goes (first come stays among equals). It follows that at the same C a wider K is left out when a narrower
one does no harm to the ratio that is reached anyway (the paper's H2 without its loss).

One switch too many. Let X be on the front, and take one of the C switches of a level off it. That saves
switches, cables and cost, so the rest must not do: either the level above needs more than the uplinks of
C - 1 switches, or the ratio of this level becomes worse than that of X, so X ends below P / (K (C - 1)). All
on the front are so, whatever their lower levels were replaced by; hence a branch may be left where both fail.

Bound. Before the last level a tree's best end is known: ratio no better than what its uplinks allow and, by
the last rule, not much worse, so a least number of top switches, cables, cost. Where one that is found is as
good as this in all figures (and has no more hops: levels are finished in order), the branch is left.

A limit on plugs per switch makes C a resource as well: it then is a sixth key, and the rule of one switch too
many is not used. Heights, lengths and racks are no matter of this search.

Arrays of the compiled loops. Rows of ``trees`` are minus the uplinks, the least ratio that the tree can end
with, switches, cables, cost, and minus the plugs that its uplinks may have (all keys are minimised), then
the ratio below which it must end in any case, and the ratio below which it must end when at most ``spare``
of its uplinks are used (``below``, ``above``, ``spare``). Rows of ``found`` are ratio, switches, cables,
cost, levels. ``notes`` hold for each row the group and the tree that it grew from, and M, C, K of its last
level.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.exploring.egft import Egft

Rows = NDArray[np.float64]


@compiled
def keep(keys: Rows, notes: Rows, count: int, key: Rows, note: Rows) -> int:
    """Add a row unless another is as good in every key, and drop those that it beats; the new count."""
    width = keys.shape[1]
    for i in range(count):
        better = True
        for j in range(width):
            if keys[i, j] > key[j]:
                better = False
                break
        if better:
            h = i // 2  # what beats one beats many: nearer to the front
            for j in range(width):
                keys[i, j], keys[h, j] = keys[h, j], keys[i, j]
            for j in range(notes.shape[1]):
                notes[i, j], notes[h, j] = notes[h, j], notes[i, j]
            return count
    n = 0
    for i in range(count):
        worse = True
        for j in range(width):
            if keys[i, j] < key[j]:
                worse = False
                break
        if not worse:
            if n != i:
                keys[n] = keys[i]
                notes[n] = notes[i]
            n += 1
    keys[n] = key
    notes[n] = note
    return n + 1


@compiled
def beaten(keys: Rows, notes: Rows, count: int, key: Rows) -> bool:
    """Whether one of the rows is as good in every key."""
    width = keys.shape[1]
    for i in range(count):
        better = True
        for j in range(width):
            if keys[i, j] > key[j]:
                better = False
                break
        if better:
            h = i // 2
            for j in range(width):
                keys[i, j], keys[h, j] = keys[h, j], keys[i, j]
            for j in range(notes.shape[1]):
                notes[i, j], notes[h, j] = notes[h, j], notes[i, j]
            return True
    return False


@compiled
def join_all(
    trees: Rows,
    group: int,
    size: int,
    m: int,
    r: int,
    price: float,
    bundle: Rows,
    plugs: Rows,
    lag: int,
    most: float,
    level: int,
    keys: Rows,
    notes: Rows,
    count: int,
) -> tuple[int, int]:
    """Join all trees of a group at the top; -1 for the count where the table is too short."""
    key, note = np.empty(5), np.empty(5)
    tried = 0
    for i in range(trees.shape[0]):
        up, lo = int(-trees[i, 0]), trees[i, 1]
        below, above, spare = trees[i, 6], min(trees[i, 6], trees[i, 7]), int(trees[i, 8])
        for k in range(lag, min(r // m, up) + 1, lag):
            c = 1
            if above < np.inf:
                c = spare // k + 1
                if above > lo:
                    c = max(1, min(c, int(size / (k * above))))
            if below < np.inf:
                c = max(c, int(size / (k * below)))
            while c <= up // k:
                if k > lag and size / (c * (k - lag)) <= lo:
                    break
                if c * plugs[k] > -trees[i, 5]:
                    break
                ratio = max(lo, size / (c * k))
                if ratio >= (above if c * k <= spare else below):
                    c += 1
                    continue
                key[0] = ratio
                key[1] = m * trees[i, 2] + c
                if key[1] > most:
                    break
                key[2] = m * trees[i, 3] + c * m
                key[3] = m * trees[i, 4] + c * price + c * m * bundle[k]
                key[4] = level
                note[0], note[1], note[2], note[3], note[4] = group, i, m, c, k
                tried += 1
                if count + 1 >= keys.shape[0]:
                    return -1, tried
                count = keep(keys, notes, count, key, note)
                if ratio <= lo:
                    break
                c += 1
    return count, tried


@compiled
def join_some(  # noqa: PLR0912, PLR0915  # one loop, which numba compiles as one
    trees: Rows,
    group: int,
    size: int,
    m: int,
    r: int,
    price: float,
    bundle: Rows,
    plugs: Rows,
    lag: int,
    most: float,
    plug_limit: float,
    rest: int,
    level: int,
    last: bool,
    found: Rows,
    found_notes: Rows,
    found_count: int,
    keys: Rows,
    notes: Rows,
    count: int,
) -> tuple[int, int]:
    """Join m trees each of a group; ``rest`` trees are then left, joined at the next level if ``last``."""
    key, note, bound = np.empty(6), np.empty(8), np.empty(5)
    tried = 0
    top_k = r // rest // lag * lag
    each = np.inf
    for k in range(lag, top_k + 1, lag):
        each = min(each, bundle[k] / k)
    limited = plug_limit < np.inf
    for i in range(trees.shape[0]):
        up, lo = int(-trees[i, 0]), trees[i, 1]
        below, above, spare = trees[i, 6], min(trees[i, 6], trees[i, 7]), int(trees[i, 8])
        for k in range(lag, min((r - 1) // m, up) + 1, lag):
            free = r - m * k
            need = max(size / k, size * m / free)
            c = 1
            if above < np.inf:
                c = spare // k + 1
                if above > lo:
                    c = max(1, min(c, int(need / above)))
            if below < np.inf:
                c = max(c, int(need / below))
            while c <= up // k:
                links_up = free * c
                least = max(lo, size * m / links_up)
                if k > lag and size / (c * (k - lag)) <= least:
                    break
                if c * plugs[k] > -trees[i, 5]:
                    break
                ratio = max(least, size / (c * k))
                under = above if c * k <= spare else below
                if ratio >= under:
                    c += 1
                    continue
                if rest * (m * trees[i, 2] + c) + 1 > most:
                    break
                enough = False
                if last and not limited:
                    useful = int(np.ceil(size * m / ratio)) + top_k
                    enough = links_up >= useful
                    links_up = min(links_up, useful)
                key[0] = -links_up
                key[1] = ratio
                key[2] = m * trees[i, 2] + c
                key[3] = m * trees[i, 3] + c * m
                key[4] = m * trees[i, 4] + c * price + c * m * bundle[k]
                key[5] = -plug_limit * c if limited else -np.inf
                note[0], note[1], note[2], note[3], note[4] = group, i, m, c, k
                note[5] = under
                note[6], note[7] = np.inf, 0.0
                if c > 1 and not limited:
                    note[6] = max(size / (k * (c - 1)), lo)
                    note[7] = free * (c - 1)
                tried += 1
                if last:
                    end = under
                    if note[7] > 0:
                        end = min(end, max(note[6], ratio, size * m / note[7]))
                    tops = max(1.0, np.floor(size * m / (end * top_k)))
                    bound[0] = ratio
                    bound[1] = rest * key[2] + tops
                    bound[2] = rest * (key[3] + tops)
                    bound[3] = (
                        rest * key[4] + tops * price + rest * max(tops * bundle[lag], size * m / end * each)
                    )
                    bound[4] = level
                    if beaten(found, found_notes, found_count, bound):
                        if ratio <= lo and enough:
                            break
                        c += 1
                        continue
                if count + 1 >= keys.shape[0]:
                    return -1, tried
                count = keep(keys, notes, count, key, note)
                if ratio <= lo and enough:
                    break
                c += 1
    return count, tried


Table = NDArray[np.float64]
LANES = 4
"""Links that one plug of an uplink carries."""
FIRST = 1024
MOST_COMPARED = 2_000_000_000
"""Trees looked at times trees kept, about; beyond it (half a minute) a search is refused.

The studies of the paper stay below a hundredth of it. Many levels of few ports make any number of trees.
"""


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """Query for trees.

    Attributes
    ----------
    hosts
        N, including those that represent external bandwidth.
    radix, terminals
        R, and T: host ports of an edge switch.
    levels, switches, ratio
        Upper limit; None: any.
    plugs
        Uplink plugs of a switch at most; a bundle of K links has ceil(K / 4).
    lag
        Links of bundles between switches are multiples of it.
    switch_price, bundle_price
        What a switch costs, and a bundle of K links by K (0 to R, never falling from 1 on); any unit.
    """

    hosts: int
    radix: int
    terminals: int
    levels: int = 4
    switches: int | None = None
    ratio: float | None = None
    plugs: int | None = None
    lag: int = 1
    switch_price: float = 1.0
    bundle_price: tuple[float, ...] = ()

    def prices(self) -> Table:
        """Prices of bundles by K."""
        return np.array(self.bundle_price or [0.0] * (self.radix + 1), np.float64)


@dataclass(frozen=True, slots=True)
class TreeFront:
    """The front, by levels, ratio and switches; how many trees were looked at on the way."""

    trees: tuple[Egft, ...]
    searched: int


class TooManyTreesError(FatdeskError):
    """The trees are too many to be searched.

    Attributes
    ----------
    front
        That of the trees that were looked at until then.
    """

    def __init__(self, front: TreeFront, text: str) -> None:
        super().__init__(text)
        self.front = front


def _place_in_list(tree: Egft) -> tuple[object, ...]:
    """By levels, ratio, switches and cables; fractions are compared only where their decimals are equal."""
    ratio = tree.ratio
    return (tree.levels, float(ratio), ratio, tree.switches, tree.cables, tree.M)


@dataclass(eq=False)
class _Rows:
    """Rows of keys with notes, that grow."""

    keys: Table
    notes: Table
    count: int = 0

    @classmethod
    def wide(cls, keys: int, notes: int) -> "_Rows":
        return cls(np.empty((FIRST, keys)), np.empty((FIRST, notes)))

    def grow(self) -> None:
        self.keys = np.concatenate([self.keys, np.empty_like(self.keys)])
        self.notes = np.concatenate([self.notes, np.empty_like(self.notes)])


@dataclass(frozen=True, eq=False)
class _Group:
    """Trees of some levels and P host ports, and how each came about (empty at level 1)."""

    rows: Table
    notes: Table


def tree_front(query: TreeQuery, progress: Progress = SILENT) -> TreeFront:
    """All EGFT on the front over ratio, hops, switches, cables and cost, one of those that are equal.

    Hosts need not fill the tree: the last level joins just as many trees as it takes, and what host ports
    are then too many stay free (Algorithm 3 with NM / M rounded up).

    Raises
    ------
    TooManyTreesError
        When the trees are too many to be searched; it has the front of some.

    Examples
    --------
    >>> front = tree_front(TreeQuery(hosts=64, radix=24, terminals=16, levels=2))
    >>> [(tree.M, tree.C, tree.K) for tree in front.trees][:2]
    [((16, 4), (1, 2), (1, 4)), ((16, 4), (1, 1), (1, 6))]
    """
    N, R, T = query.hosts, query.radix, query.terminals
    if T > R or T < 1 or N < 1:
        return TreeFront((), 0)
    if N <= T:
        alone = query.switches is None or query.switches >= 1
        return TreeFront((Egft((T,), (1,), (1,)),) if alone and query.levels >= 1 else (), 1)
    search = _Search(query, progress)
    return search.front()


class _Search:
    """One search: groups of trees level by level, and what is finished so far."""

    def __init__(self, query: TreeQuery, progress: Progress) -> None:
        self.query, self.progress = query, progress
        self.prices = query.prices()
        self.plugs = np.array([ceil_div(k, LANES) for k in range(query.radix + 1)], np.float64)
        self.plug_limit = np.inf if query.plugs is None else float(query.plugs)
        self.most = np.inf if query.switches is None else float(query.switches)
        self.found = _Rows.wide(5, 5)
        self.searched = 0
        self.compared = 0
        self.levels: list[dict[int, _Group]] = []
        self.done: list[tuple[int, NDArray[np.float64], NDArray[np.float64]]] = []

    def front(self) -> TreeFront:
        query = self.query
        T, up = query.terminals, query.radix - query.terminals
        if up < 1:
            return TreeFront((), 0)
        limit = np.inf if query.ratio is None else np.nextafter(max(query.ratio, 0.0), np.inf)
        seed = [-up, max(1.0, T / up), 1, 0, query.switch_price]
        row = [*seed, -self.plug_limit, limit, np.inf, 0]
        self.levels.append({T: _Group(np.array([row], np.float64), np.empty((1, 0)))})
        if query.levels >= 2:
            self._finish(0, T)
        for level in range(2, query.levels):
            self._grow(level)
        return self._collect()

    def _grow(self, level: int) -> None:
        """The trees of a level from those of the level below, each group finished as soon as it is known."""
        query, below = self.query, self.levels[-1]
        ways: dict[int, list[tuple[int, int]]] = defaultdict(list)
        room = (query.levels - level - 1) * np.log(max(query.radix - 1, 1)) + np.log(query.radix) + 1e-9
        for size in sorted(below):
            left = ceil_div(query.hosts, size)
            for M in range(2, min(left - 1, query.radix - 1) + 1):
                if np.log(ceil_div(left, M)) <= room:
                    ways[size * M].append((size, M))
        here: dict[int, _Group] = {}
        self.levels.append(here)
        for number, size in enumerate(sorted(ways)):
            text = f"trees of {query.radix} ports, {query.terminals} hosts per switch: level {level}"
            self.progress.step(number, len(ways), text)
            rows = _Rows.wide(6, 8)
            for part, M in ways[size]:
                self._join_some(level, below[part], part, M, rows)
            if rows.count:
                kept, notes = rows.keys[: rows.count], rows.notes[: rows.count]
                here[size] = _Group(np.concatenate([kept, notes[:, 5:]], axis=1), notes[:, :5].copy())
                self._finish(level - 1, size)

    def _join_some(self, level: int, group: _Group, size: int, M: int, rows: _Rows) -> None:
        query, found = self.query, self.found
        rest = ceil_div(query.hosts, size * M)
        last = level + 1 == query.levels
        if last and query.radix // rest < query.lag:
            return
        while True:
            count, tried = join_some(
                group.rows,
                size,
                size,
                M,
                query.radix,
                query.switch_price,
                self.prices,
                self.plugs,
                query.lag,
                self.most,
                self.plug_limit,
                rest,
                level + 1,
                last,
                found.keys,
                found.notes,
                found.count,
                rows.keys,
                rows.notes,
                rows.count,
            )
            self.searched += tried
            self.compared += tried * (rows.count + 1)
            if self.compared > MOST_COMPARED:
                raise TooManyTreesError(
                    self._collect(),
                    f"explore: trees of up to {query.levels} levels of {query.radix} ports with "
                    f"{query.terminals} hosts per switch are too many to search for {query.hosts:,} hosts "
                    f"(level {level}, after {MOST_COMPARED:,} comparisons, the limit): "
                    "allow fewer levels, or switches with more ports",
                )
            if count >= 0:
                rows.count = count
                return
            rows.grow()

    def _finish(self, level: int, size: int) -> None:
        """Join everything of a group at the top, where the switches have the ports."""
        query, found = self.query, self.found
        M = ceil_div(query.hosts, size)
        if not 2 <= M <= query.radix:
            return
        tag = level * (2**40) + size
        while True:
            count, tried = join_all(
                self.levels[level][size].rows,
                tag,
                size,
                M,
                query.radix,
                query.switch_price,
                self.prices,
                self.plugs,
                query.lag,
                self.most,
                level + 2,
                found.keys,
                found.notes,
                found.count,
            )
            self.searched += tried
            if count >= 0:
                found.count = count
                return
            found.grow()

    def _collect(self) -> TreeFront:
        trees = [self._tree(note) for note in self.found.notes[: self.found.count].astype(np.int64).tolist()]
        order = sorted(trees, key=_place_in_list)
        return TreeFront(tuple(order), self.searched)

    def _tree(self, note: list[int]) -> Egft:
        """A finished tree, by the notes of all of its levels."""
        tag, index, *top = note
        level, size = divmod(tag, 2**40)
        parts = [tuple(top)]
        while level:
            size, index, *part = self.levels[level][size].notes[index].astype(np.int64).tolist()
            parts.append(tuple(part))
            level -= 1
        parts.append((self.query.terminals, 1, 1))
        M, C, K = zip(*reversed(parts), strict=True)
        return Egft(M, C, K)
