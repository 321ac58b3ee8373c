"""Groups, levels and digits of a MiKANT network's switches."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.network import Network
from fatdesk.networks.topologies.mirrored import MIKANT
from fatdesk.networks.topologies.topology import whole


def not_mikant(network: Network) -> str:
    """Why a network is no MiKANT; empty when it is one."""
    return "" if network.family == MIKANT else f"it is made for {MIKANT}"


@dataclass(frozen=True, eq=False, slots=True)
class Switches:
    """The switches <group, level, digits> of a MiKANT network.

    Attributes
    ----------
    group, level, number
        Of each switch; ``number`` is that of its digits.
    """

    k: int
    n: int
    hosts: int
    group: Longs
    level: Longs
    number: Longs

    @classmethod
    def of(cls, network: Network) -> "Switches":
        """Return the digits of a network."""
        k, n = whole(network.params, "k"), whole(network.params, "n")
        row, number = np.divmod(np.arange(network.switch_count, dtype=np.int64), k ** (n - 1))
        group, level = np.divmod(row, n - 1)
        return cls(k, n, network.hosts, group, level, number)

    def node(self, group: Longs, level: Longs, number: Longs) -> Longs:
        """Node numbers."""
        found: Longs = self.hosts + (group * (self.n - 1) + level) * self.k ** (self.n - 1) + number
        return found

    def target(self, destination: int) -> tuple[int, int]:
        """Group and digits of the switch that a host is connected to."""
        group, number = divmod(destination, self.k**self.n)
        return group, number % self.k ** (self.n - 1)

    def up(self, number: int) -> Longs:
        """From each switch the one upwards or over, with its digit as in ``number``."""
        place = np.power(self.k, self.level)
        digits = self.number + (number // place % self.k - self.number // place % self.k) * place
        top = self.level == self.n - 2
        return self.node(self.group ^ top, self.level + ~top, digits)

    def down(self, number: int, destination: int) -> Longs:
        """From each switch the one downwards, with its digit as in ``number``; from the lowest the host."""
        place = np.power(self.k, np.maximum(self.level - 1, 0))
        digits = self.number + (number // place % self.k - self.number // place % self.k) * place
        lower = self.node(self.group, self.level - 1, digits)
        return np.where(self.level == 0, destination, lower)
