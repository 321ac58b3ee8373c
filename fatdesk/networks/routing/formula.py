"""Ways worked out from the number of the destination: a few numbers a state instead of a table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

NO_LIST = -1


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """For each state a line of numbers, and lists of channels.

    A state with line ``low, high, width, inside, divide, modulus, last, outside`` sends to destination d

    - if low <= d < high: by list inside + (d - low) // width;
    - else by list outside + (d // divide % modulus) * last + d % last; outside = -1: there is no way.

    That holds for states that packets to d can be in.

    Attributes
    ----------
    lines : (states, 8) int32
    start, channel : int32
        List i is ``channel[start[i]:start[i + 1]]``, in the scheme's order; it may be empty.
    """

    lines: Ints
    start: Ints
    channel: Ints

    def onward(self, state: int, destination: int) -> Ints:
        """The channels that a packet in a state may take; the same as those of the ways."""
        low, high, width, inside, divide, modulus, last, outside = self.lines[state].tolist()
        if low <= destination < high:
            number = inside + (destination - low) // width
        elif outside == NO_LIST:
            return self.channel[:0]
        else:
            number = outside + destination // divide % modulus * last + destination % last
        return self.channel[self.start[number] : self.start[number + 1]]


def lists_of(key: NDArray[np.int64], channel: Ints, count: int) -> tuple[Ints, Ints]:
    """Lists of channels, from the number of the list that each is in; their order in a list stays.

    >>> start, channel = lists_of(np.array([1, 0, 1]), np.array([7, 8, 9]), 3)
    >>> start.tolist(), channel.tolist()
    ([0, 1, 3, 3], [8, 7, 9])
    """
    order = np.argsort(key, kind="stable")
    start = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(key, minlength=count), out=start[1:])
    return start, channel[order].astype(np.int32)
