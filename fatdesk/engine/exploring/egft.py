"""Extended generalized fat-trees (EGFT): counts that follow from (L, M, C, K)."""

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from fatdesk.core.units import ceil_div


@dataclass(frozen=True, slots=True)
class Egft:
    """EGFT(L, M, C, K), lowest level first: level l joins M_l trees by C_l switches with K_l links to each.

    Level 1 is one switch with M_1 hosts (C_1 = K_1 = 1). All figures are those of the whole tree; hosts
    that are fewer than ``ports`` leave ports free. Source: Mudigonda et al., Taming the Flying Cable
    Monster, USENIX ATC 2011, section 3.

    >>> tree = Egft((16, 4), (1, 8), (1, 2))
    >>> tree.ports, tree.switches, tree.links, tree.cables, tree.hops, tree.ratio
    (64, 12, 128, 96, 4, Fraction(1, 1))
    """

    M: tuple[int, ...]
    C: tuple[int, ...]
    K: tuple[int, ...]

    def __post_init__(self) -> None:
        """Hold the three to one length, and to one switch at the first level."""
        if not len(self.M) == len(self.C) == len(self.K) >= 1:
            raise ValueError(f"M, C and K: expected as many of each, got {self.M}, {self.C}, {self.K}")
        if self.C[0] != 1 or self.K[0] != 1 or min(*self.M, *self.C, *self.K) < 1:
            raise ValueError("C and K begin with 1, and nothing is below 1")

    @property
    def levels(self) -> int:
        """L."""
        return len(self.M)

    @property
    def ports(self) -> int:
        """Host ports, prod M_l; those without a host stay free."""
        return prod(self.M)

    def modules(self, level: int) -> int:
        """Trees of ``level`` levels in the whole (level 0: host ports)."""
        return prod(self.M[level:])

    def switches_at(self, level: int) -> int:
        """Switches of a level, from 1."""
        return self.C[level - 1] * self.modules(level)

    @property
    def switches(self) -> int:
        """S: switches of all levels."""
        return sum(self.switches_at(level) for level in range(1, self.levels + 1))

    def bundles_at(self, level: int) -> int:
        """Bundles of K_l links between a level and the one below (level 1: hosts)."""
        return self.C[level - 1] * self.modules(level - 1)

    @property
    def links(self) -> int:
        """W: links, those of all host ports included."""
        return sum(self.bundles_at(level) * self.K[level - 1] for level in range(1, self.levels + 1))

    @property
    def cables(self) -> int:
        """W': as ``links`` with each bundle as one cable."""
        return sum(self.bundles_at(level) for level in range(1, self.levels + 1))

    def ratio_at(self, level: int) -> Fraction:
        """O_l: host ports of a tree of ``level`` levels to the links between its top switches and trees."""
        at = level - 1
        return Fraction(prod(self.M[:level]), self.C[at] * self.M[at] * self.K[at])

    @property
    def ratio(self) -> Fraction:
        """O: the worst oversubscription of any level; 1 at least."""
        return max(self.ratio_at(level) for level in range(1, self.levels + 1))

    @property
    def hops(self) -> int:
        """Most links from host to host."""
        return 2 * self.levels

    @property
    def bisection(self) -> Fraction:
        """Links cut by a bisection: ports / (2 O)."""
        return Fraction(self.ports) / (2 * self.ratio)

    def uplinks(self, level: int) -> int:
        """Uplinks of a switch of a level; where they do not share out evenly, of the one with most."""
        if level == self.levels:
            return 0
        return ceil_div(self.C[level] * self.K[level], self.C[level - 1])

    def ports_used(self, level: int) -> int:
        """Ports that a switch of a level uses (of those with most)."""
        return self.M[level - 1] * self.K[level - 1] + self.uplinks(level)

    @property
    def radix(self) -> int:
        """Ports that the switches need."""
        return max(self.ports_used(level) for level in range(1, self.levels + 1))

    def params(self) -> dict[str, str]:
        """M, C and K as spec 8 writes them.

        >>> Egft((16, 4), (1, 8), (1, 2)).params()
        {'M': '16-4', 'C': '1-8', 'K': '1-2'}
        """
        return {name: "-".join(map(str, getattr(self, name))) for name in ("M", "C", "K")}
