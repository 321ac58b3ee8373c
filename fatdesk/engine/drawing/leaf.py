"""Pages that are known before they are drawn, and lists that grow as far as they are read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from fatdesk.engine.drawing.display import Page

T = TypeVar("T")


class Growing(Generic[T]):
    """Takes from its source as far as it is asked, and keeps what it took."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self._found: list[T] = []

    def __iter__(self) -> Iterator[T]:
        """From the first on, also when somebody else asks for more meanwhile."""
        for i in count():
            while i >= len(self._found):
                following = next(self._source, None)
                if following is None:
                    return
                self._found.append(following)
            yield self._found[i]

    @property
    def all(self) -> list[T]:
        """Everything."""
        self._found.extend(self._source)
        return self._found


@dataclass(frozen=True)
class Leaf:
    """One page of a document: what a list of pages calls it, and how it is drawn.

    Pages of one ``group`` (a rack, a fabric) are neighbours.
    """

    title: str
    draw: Callable[[], Page]
    group: str = ""
