"""Sort and filter long columns whose values repeat, by integer codes."""

import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Codes(NamedTuple):
    """A column as its distinct values, and an index into them for each row."""

    values: list[Any]
    code: Numbers

    def rank(self, order: Callable[[Any], Any] | None = None) -> Numbers:
        """Return the rank of each row's value in sort order."""
        places = sorted(range(len(self.values)), key=lambda i: (order or _same)(self.values[i]))
        rank = np.empty(len(places), np.int64)
        rank[places] = np.arange(len(places))
        return rank[self.code]

    def where(self, test: Callable[[Any], bool]) -> NDArray[np.bool_]:
        """Return a mask of the rows whose value passes a test; each distinct value is tested once."""
        passed = np.fromiter((test(value) for value in self.values), np.bool_, len(self.values))
        return passed[self.code]

    def having(self, wanted: frozenset[str]) -> NDArray[np.bool_]:
        """Return a mask of the rows whose value, a tuple of texts, contains one of ``wanted``."""
        return self.where(lambda texts: not wanted.isdisjoint(texts))


def _same(value: Any) -> Any:
    return value


def codes(values: Iterable[Hashable]) -> Codes:
    """Return the distinct values of a column, and the index of each row's value.

    >>> codes(["b", "a", "b"])[0], codes(["b", "a", "b"])[1].tolist()
    (['b', 'a'], [0, 1, 0])
    """
    seen: dict[Hashable, int] = {}
    code = np.array([seen.setdefault(value, len(seen)) for value in values], np.int64)
    return Codes(list(seen), code)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts E9 before E10.

    >>> sorted(["E10", "E9", "e1"], key=natural)
    ['E9', 'E10', 'e1']
    """
    return tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part
    )


def unknown_first(value: Any) -> tuple[bool, Any]:
    """Return a sort key that puts unknown values first."""
    return (value is not None, value if value is not None else 0)
