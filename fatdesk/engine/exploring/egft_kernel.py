"""The loops of the search for trees: one level more on every tree so far, and what is left of them.

Rows of ``trees`` are minus the uplinks, the least ratio that the tree can end with, switches, cables, cost,
minus the plugs that its uplinks may have (keys, all to be small); then the ratio that it has to end below in
any case, and the one as long as no more than so many of its uplinks are used (``below``, ``above``,
``spare``). Rows of ``found`` are ratio, switches, cables, cost, levels. Notes tell of each row from which
tree of which group it grew, and M, C, K of its last level. ``egft_search`` says why nothing is lost.
"""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Table = NDArray[np.float64]


@compiled
def keep(keys: Table, notes: Table, count: int, key: Table, note: Table) -> int:
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
def beaten(keys: Table, notes: Table, count: int, key: Table) -> bool:
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
    trees: Table,
    group: int,
    size: int,
    m: int,
    r: int,
    price: float,
    bundle: Table,
    plugs: Table,
    lag: int,
    most: float,
    level: int,
    keys: Table,
    notes: Table,
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
    trees: Table,
    group: int,
    size: int,
    m: int,
    r: int,
    price: float,
    bundle: Table,
    plugs: Table,
    lag: int,
    most: float,
    plug_limit: float,
    rest: int,
    level: int,
    last: bool,
    found: Table,
    found_notes: Table,
    found_count: int,
    keys: Table,
    notes: Table,
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
