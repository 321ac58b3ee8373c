"""What a worker and the desk say to each other: a kind and a value as bytes, over a private pipe."""

from enum import Enum
from multiprocessing.reduction import ForkingPickler
from typing import Any


class Kind(bytes, Enum):
    """What a message is; the last four end the work."""

    STEP = b"p"
    SHOWN = b"s"
    DONE = b"d"
    REFUSED = b"r"
    BROKEN = b"b"
    CANCELLED = b"c"


LAST = frozenset({Kind.DONE, Kind.REFUSED, Kind.BROKEN, Kind.CANCELLED})


def packed(kind: Kind, value: object) -> bytes:
    """A message as bytes; raises whatever the value raises when it cannot be sent."""
    return kind.value + bytes(ForkingPickler.dumps(value))


def kind_of(message: bytes) -> Kind:
    """What a message is, without looking at its value."""
    return Kind(message[:1])


def value_of(message: bytes) -> Any:
    """The value of a message of our own worker."""
    return ForkingPickler.loads(memoryview(message)[1:])
