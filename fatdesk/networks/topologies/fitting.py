"""Networks of a family that fit a number of hosts and ports."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from fatdesk.networks.network import Params


@dataclass(frozen=True, slots=True)
class Fit:
    """Parameters of a network of equal switches, and the blocking that its hosts see.

    Blocking is the most that any exchange between pairs of hosts is slowed down by links between switches.
    """

    params: Params
    blocking: Fraction


class Fitting(Protocol):
    """Interface of the networks of a family that are worth considering for a number of hosts."""

    def __call__(self, hosts: int, radix: int, blocking: Fraction, edges: int = 1, /) -> Iterator[Fit]:
        """Networks with room for the hosts on switches of ``radix`` ports, ``edges`` or more at the edge."""


def root(number: int, degree: int) -> int:
    """The smallest whole number whose power is not below a number.

    >>> root(64, 3), root(65, 3), root(1, 5)
    (4, 5, 1)
    """
    found: int = max(1, round(float(number) ** (1 / degree)) - 1)
    while found**degree < number:
        found += 1
    return found


def smallest(hosts: int, radix: int, halves: int, edges: int = 1) -> Iterator[Params]:
    """For each number of stages from 2 the smallest k of a network that is large enough.

    A network has ``halves`` k^n hosts on ``halves`` k^(n - 1) edge switches of 2 k ports.

    >>> [params["k"] for params in smallest(20_000, 36, 1)][:3], next(smallest(20_000, 36, 1, 2500))
    ([12, 8, 6], {'k': 14, 'n': 4})
    """
    need, least = -(-hosts // halves), -(-edges // halves)
    for n in range(2, max(2, need, 2 * least).bit_length() + 1):
        k = max(2, root(need, n), root(least, n - 1))
        if 2 * k <= radix:
            yield {"k": k, "n": n}
        if k == 2:
            return
