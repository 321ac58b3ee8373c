"""The paper's recursive search for trees; each of its four rules can be switched off."""

from collections.abc import Iterator
from dataclasses import dataclass

from fatdesk.core.units import ceil_div
from fatdesk.engine.exploring.egft import Egft


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
        H4: where a level joins everything, as many switches as there are uplinks for (at the largest K).
    """

    widest_last: bool = False
    no_better: bool = False
    join_all: bool = False
    all_uplinks: bool = False


ALL = Rules(widest_last=True, no_better=True, join_all=True, all_uplinks=True)


def recursion(
    hosts: int, radix: int, terminals: int, rules: Rules = Rules(), levels: int = 4
) -> Iterator[Egft]:
    """The trees of Algorithm 3 (Mudigonda et al., USENIX ATC 2011), in its order; any number of switches.

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
        yield from _recurse(start, ceil_div(hosts, terminals), radix - terminals, radix, levels, rules)


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


def _recurse(tree: _Tree, left: int, uplinks: int, R: int, levels: int, rules: Rules) -> Iterator[Egft]:
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
        for C in range(1, uplinks + 1):
            for K in range(1, min(R // M, uplinks // C) + 1):
                if rest > 1 or _stays(C, K, uplinks, R // M, rules):
                    yield from _recurse(tree.with_level(M, C, K), rest, (R - M * K) * C, R, levels, rules)


def _stays(C: int, K: int, uplinks: int, widest: int, rules: Rules) -> bool:
    """Whether H1 and H4 leave an assignment at the level that joins everything."""
    if rules.widest_last and min(widest, uplinks // C) != K:
        return False
    if rules.all_uplinks:
        largest = min(widest, uplinks)
        return largest == K and uplinks // largest == C
    return True
