"""Several rows of one thing: what they say together, or that they say different things."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Said(Generic[T]):
    """What a row says of a field; not ``new``: what the project says already."""

    line: int
    value: T
    words: str
    new: bool


def agreed(said: Sequence[Said[T]]) -> Said[T] | None:
    """The first that is new, when all rows say that.

    Raises
    ------
    ValueError
        With what two of them say, when they differ.

    Examples
    --------
    >>> agreed([Said(2, "laid", "laid", True), Said(3, "planned", "planned", False)])
    Traceback (most recent call last):
    ValueError: is laid in line 2 and planned in line 3, let all rows of it say the same
    """
    new = next((one for one in said if one.new), None)
    if new is None:
        return None
    other = next((one for one in said if one.value != new.value), None)
    if other is not None:
        words = [f"{one.words or 'nothing'} in line {one.line}" for one in (new, other)]
        raise ValueError(f"is {' and '.join(words)}, let all rows of it say the same")
    return new
