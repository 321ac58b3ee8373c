"""Extended generalized fat-trees (EGFT): counts that follow from (L, M, C, K), and a recursive search."""

from collections.abc import Iterator
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

    @property
    def ratio(self) -> Fraction:
        """O: the worst oversubscription of any level; 1 at least."""
        worst, links, ports = 0, 1, 1
        for M, C, K in zip(
            self.M, self.C, self.K, strict=True
        ):  # one fraction is made, not one for each level
            ports *= M
            if ports * links > worst * C * M * K:
                worst, links = ports, C * M * K
        return Fraction(worst, links)

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


@dataclass(frozen=True, slots=True)
class Rules:
    """Heuristics that are on (section 6.3); each loses some trees of the front.

    Attributes
    ----------
    widest_last
        H1: where a level joins everything, only the largest K.
    no_better
        H2: no level may have a better ratio than a lower one has already imposed: as a cap on uplinks,
        C K of a level is at most P / O (1 at least), with P host ports below and O the ratio so far.
    join_all
        H3: where everything that is left fits under one switch, all of it is joined.
    all_uplinks
        H4: where a level joins everything, for each K as many switches as there are uplinks for (with H1
        only at the largest K).
    """

    widest_last: bool = False
    no_better: bool = False
    join_all: bool = False
    all_uplinks: bool = False


ALL = Rules(widest_last=True, no_better=True, join_all=True, all_uplinks=True)


def recursion(
    hosts: int,
    radix: int,
    terminals: int,
    rules: Rules = Rules(),
    levels: int = 4,
    switches: int | None = None,
) -> Iterator[Egft]:
    """The trees of Algorithm 3 (Mudigonda et al., USENIX ATC 2011), in its order.

    Parameters
    ----------
    switches
        S, the switches that may be used; None: any number.

    Notes
    -----
    The paper leaves open how NM / M is rounded; here it is rounded up. With few rules this goes on for very
    long: `tree_front` does not.

    Examples
    --------
    >>> len(list(recursion(1024, 48, 32, ALL)))
    1
    """
    if terminals <= radix:
        start = _Tree((terminals,), (1,), (1,), terminals, 1.0)
        modules = ceil_div(hosts, terminals)
        spare = (2**62 if switches is None else switches) - modules
        if spare >= 0:
            yield from _recurse(start, modules, radix - terminals, spare, radix, levels, rules)


@dataclass(frozen=True, slots=True)
class _Tree:
    M: tuple[int, ...]
    C: tuple[int, ...]
    K: tuple[int, ...]
    ports: int
    ratio: float

    def with_level(self, M: int, C: int, K: int) -> "_Tree":
        ratio = max(self.ratio, self.ports / (C * K))
        return _Tree((*self.M, M), (*self.C, C), (*self.K, K), self.ports * M, ratio)


def _recurse(
    tree: _Tree, left: int, uplinks: int, spare: int, R: int, levels: int, rules: Rules
) -> Iterator[Egft]:
    if left == 1:
        yield Egft(tree.M, tree.C, tree.K)
        return
    if len(tree.M) == levels:
        return
    if rules.no_better:
        uplinks = min(uplinks, max(1, int(tree.ports / tree.ratio + 1e-9)))
    most = min(left, R)
    for M in range(most if rules.join_all and left <= R else 2, most + 1):
        rest = ceil_div(left, M)
        for C in range(1, min(uplinks, spare // rest) + 1):
            for K in range(1, min(R // M, uplinks // C) + 1):
                if rest > 1 or _stays(C, K, uplinks, R // M, rules):
                    above = tree.with_level(M, C, K)
                    yield from _recurse(above, rest, (R - M * K) * C, spare - C * rest, R, levels, rules)


def _stays(C: int, K: int, uplinks: int, widest: int, rules: Rules) -> bool:
    """Whether H1 and H4 leave an assignment at the level that joins everything."""
    if rules.all_uplinks:
        return uplinks // K == C and (not rules.widest_last or min(widest, uplinks) == K)
    return not rules.widest_last or min(widest, uplinks // C) == K
