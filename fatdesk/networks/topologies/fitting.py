"""Networks of a family that fit a number of hosts and ports."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fatdesk.networks.network import Params


@dataclass(frozen=True, slots=True)
class Fit:
    """Parameters of a network of equal switches, and the blocking that its hosts see.

    Blocking is the most that any exchange between pairs of hosts is slowed down by links between switches.
    """

    params: Params
    blocking: Fraction


def root(number: int, degree: int) -> int:
    """The smallest whole number whose power is not below a number.

    >>> root(64, 3), root(65, 3), root(1, 5)
    (4, 5, 1)
    """
    found: int = max(1, round(float(number) ** (1 / degree)) - 1)
    while found**degree < number:
        found += 1
    return found


def smallest(hosts: int, radix: int, halves: int) -> Iterator[Params]:
    """For each number of stages from 2 the smallest k with ``halves`` k^n hosts, on switches of 2 k ports."""
    need = -(-hosts // halves)
    for n in range(2, max(2, need).bit_length() + 1):
        k = max(2, root(need, n))
        if 2 * k <= radix:
            yield {"k": k, "n": n}
        if k == 2:
            return
