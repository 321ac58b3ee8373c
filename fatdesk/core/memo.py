"""Values that are kept while what they were made from is the same."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")


class Kept(NamedTuple):
    """A value with the objects that it was made from."""

    inputs: tuple[object, ...]
    value: Any


class Memo(Generic[Key]):
    """Values by key, each kept while its inputs are the same objects.

    Inputs are compared by identity: decided and derived values are never changed in place, so what is equal
    by identity is equal, whatever its size. What is compared by equality, such as a number, belongs into the
    key.

    Parameters
    ----------
    most
        The number of keys that are kept; beyond it the one that was made first is released.
    before
        A memo whose values are taken over.

    Examples
    --------
    >>> memo = Memo[str]()
    >>> cables = [3, 4]
    >>> memo.keep("total", (cables,), lambda: sum(cables))
    7
    >>> memo.keep("total", (cables,), lambda: 0)
    7
    >>> memo.keep("total", ([3, 4],), lambda: 0)
    0
    """

    def __init__(self, most: int | None = None, before: "Memo[Key] | None" = None) -> None:
        self._most = most
        self._kept: dict[Key, Kept] = {} if before is None else dict(before._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    def keep(self, key: Key, inputs: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value of a key; make it where there is none, or one of other inputs.

        The value of other inputs stays until the new one is made: ``make`` may read it with :meth:`last`. It
        stays too where ``make`` raises.
        """
        kept = self._kept.get(key)
        if kept is None or not _same(kept.inputs, inputs):
            kept = self.put(key, inputs, make())
        value: T = kept.value
        return value

    def put(self, key: Key, inputs: tuple[object, ...], value: object) -> Kept:
        """Keep a value that was made elsewhere, in the place of an earlier one."""
        self._kept.pop(key, None)
        while self._most is not None and len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        kept = self._kept[key] = Kept(inputs, value)
        return kept

    def holds(self, key: Key, inputs: tuple[object, ...]) -> bool:
        """Whether there is a value of these inputs."""
        kept = self._kept.get(key)
        return kept is not None and _same(kept.inputs, inputs)

    def last(self, key: Key) -> Kept | None:
        """Return the value of a key with its inputs, whichever they are; None: there is none."""
        return self._kept.get(key)

    def retain(self, wanted: Callable[[Key], bool]) -> None:
        """Release the values of all other keys."""
        self._kept = {key: kept for key, kept in self._kept.items() if wanted(key)}

    def clear(self) -> None:
        """Release all values."""
        self._kept.clear()


def same_inputs(one: Iterable[object], other: Iterable[object]) -> bool:
    """Whether two sequences hold the same objects in the same order.

    >>> some = [1]
    >>> same_inputs((some, None), (some, None)), same_inputs((some,), ([1],))
    (True, False)
    """
    return _same(tuple(one), tuple(other))


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
