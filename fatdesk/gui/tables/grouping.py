"""Groups of a table: rows of each group, and the resulting lines."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.gui.widgets.sorting import Numbers


class Groups(NamedTuple):
    """Titles in their order, and pairs of a row and its group.

    A row may be in several groups.
    """

    titles: list[str]
    row: Numbers
    group: Numbers


class Lines(NamedTuple):
    """Lines of a table: the number of a row, or ``-1 - g`` for the head of group g.

    ``members`` are the rows of all groups one after the other, open or not; those of the ``present`` group
    number i begin at ``starts[i]``.
    """

    line: Numbers
    members: Numbers
    present: Numbers
    starts: Numbers

    def of(self, group: int) -> Numbers:
        """The rows of a group, in their order."""
        at = int(np.searchsorted(self.present, group))
        if at == len(self.present) or self.present[at] != group:
            return self.members[:0]
        return self.members[self.starts[at] :][: int(np.diff(self.starts, append=len(self.members))[at])]


def ungrouped(order: Numbers) -> Lines:
    """Every row is a line."""
    none = np.empty(0, np.int64)
    return Lines(order, none, none, none)


def grouped(order: Numbers, count: int, groups: Groups, closed: NDArray[np.bool_]) -> Lines:
    """Lines of the rows in ``order`` (of ``count`` in all) under the heads of their groups.

    >>> groups = Groups(["a", "b"], np.array([0, 1, 1]), np.array([1, 1, 0]))
    >>> grouped(np.array([1, 0]), 2, groups, np.array([False, False])).line.tolist()
    [-1, 1, -2, 1, 0]
    """
    place = np.full(count, -1, np.int64)
    place[order] = np.arange(len(order))
    kept = place[groups.row] >= 0
    row, group = groups.row[kept], groups.group[kept]
    by = np.lexsort((place[row], group))
    row, group = row[by], group[by]
    present, starts, counts = np.unique(group, return_index=True, return_counts=True)
    shown = np.where(closed[present], 0, counts)
    heads = np.concatenate(([0], np.cumsum(shown)[:-1])) if len(present) else present
    line = np.insert(row[~closed[group]], heads, -1 - present)
    return Lines(line, row, present, starts)
