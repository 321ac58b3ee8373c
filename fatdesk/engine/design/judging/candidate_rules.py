"""Judge candidates of a search by rules, as far as their figures are known before they are placed."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Part
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.posing import Posed
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import build
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.network_figures import Level, levels_of
from fatdesk.engine.physical.room_figures import ROOM
from fatdesk.engine.rules.figures import Figure, Subject, Values
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.marks import RuleMarks, marks_of
from fatdesk.engine.rules.rules import Rule, RuleInForce, Scope, Varying, with_own

MOST_LINKS = 100_000
"""Links of the largest network whose levels are worked out for a rule."""
MOST_BUILT = 200
"""Candidates of one search whose levels are worked out."""
PLACED = "known when the design is placed and cabled"
CHOSEN_LATER = "cables and transceivers are chosen when the design is placed"
OTHER_PARTS = "parts that are chosen when the design is placed are not judged"
OTHER_NETWORKS = "the other networks count as well"
NO_FIGURE = "some parts lack the figure"
NOT_BUILT = f"levels are worked out for up to {MOST_BUILT} candidates of at most {MOST_LINKS:,} links"
SWITCHES = ("switch", "modular-switch", "server", "enclosure")
"""Kinds of the parts that a candidate has before it is placed."""


class Amount(NamedTuple):
    """A figure, NaN where it is unknown, and what is missing that makes it a lower bound or unknown."""

    value: float
    missing: str = ""

    @classmethod
    def of(cls, value: Fraction | float | None, missing: str = NO_FIGURE) -> "Amount":
        """A figure that is known, or that some parts lack."""
        return cls(math.nan, missing) if value is None else cls(float(value))


@dataclass(frozen=True, eq=False)
class Sought:
    """A candidate, and what its figures are worked out from.

    Attributes
    ----------
    alone
        Whether no other network is required, so that figures of the room are those of the candidate.
    hosts
        Number of each part among the hosts.
    built
        Its network; None: it is not worked out.
    """

    one: Candidate
    name: str
    alone: bool
    catalog: Catalog
    currency: str
    hosts: Mapping[str, int]
    build: Callable[[], Fabric | None]

    @cached_property
    def levels(self) -> tuple[Level, ...] | None:
        """The levels of its switches; None: they are not worked out."""
        fabric = self.build()
        return None if fabric is None else tuple(levels_of(fabric))

    @cached_property
    def parts(self) -> dict[str, int]:
        """The parts that it is known to have, in order of id."""
        found = dict(self.hosts)
        for use in self.one.design.parts:
            found[use.part] = found.get(use.part, 0) + use.count
        return dict(sorted(found.items()))


def _values(elements: Sequence[str], found: Iterable[Amount]) -> Values:
    amounts = list(found)
    values = np.array([one.value for one in amounts], np.float64)
    return Values(elements, values, np.zeros(len(amounts), bool), (), [one.missing for one in amounts])


def _sum(elements: Sequence[str], amount: Amount) -> Values:
    value, missing = amount
    bound = bool(missing) and not math.isnan(value)
    return Values(elements, np.array([value]), np.array([bound]), (), [missing])


def _cost(one: Candidate) -> Amount:
    """As limits judge it: at prices of cables as required, a lower bound where a price is missing."""
    return Amount(float(one.cost.amount), "some prices are not known" if one.cost.at_least else "")


def _bound(value: Fraction | None) -> Amount:
    """A sum that grows with the cables and transceivers that are chosen later."""
    return Amount.of(None) if value is None else Amount(float(value), CHOSEN_LATER)


NETWORK: Mapping[str, Callable[[Candidate], Amount]] = {
    "fabric-hosts": lambda one: Amount(one.hosts),
    "fabric-switches": lambda one: Amount(one.switches),
    "fabric-cables": lambda one: Amount(one.cables),
    "fabric-cost": _cost,
    "fabric-power": lambda one: _bound(one.power_w),
}
"""Figures of a network that are known before it is placed."""
WHOLE: Mapping[str, Callable[[Candidate], Amount]] = {
    "hosts": lambda one: Amount(one.hosts),
    "switches": lambda one: Amount(one.switches),
    "links": lambda one: Amount(one.links),
    "cables": lambda one: Amount(one.cables),
    "network-cost": _cost,
    "failures-per-year": lambda one: _bound(one.failures_per_year),
}
"""Figures of the room that are those of the network, where there is no other."""


def _of_network(figure: Callable[[Candidate], Amount]) -> Callable[[Sought], Values]:
    return lambda sought: _sum([sought.name], figure(sought.one))


def _of_room(figure: Callable[[Candidate], Amount]) -> Callable[[Sought], Values]:
    def values(sought: Sought) -> Values:
        value, missing = figure(sought.one)
        return _sum([ROOM], Amount(value, missing if sought.alone else missing or OTHER_NETWORKS))

    return values


def _of_levels(
    figure: Callable[[Level], float], counts: Callable[[Level], bool] = bool
) -> Callable[[Sought], Values]:
    def values(sought: Sought) -> Values:
        if sought.levels is None:
            return _sum([sought.name], Amount.of(None, NOT_BUILT))
        levels = [level for level in sought.levels if counts(level)]
        return _values([level.name for level in levels], [Amount(figure(level)) for level in levels])

    return values


def _oversubscription(sought: Sought) -> Values:
    if sought.levels is None:
        return _sum([sought.name], Amount.of(None, NOT_BUILT))
    ratios = [level.down_gbps / level.up_gbps for level in sought.levels if level.up_gbps]
    return _sum([sought.name], Amount(max(ratios, default=1.0)))


def _stated(key: str) -> Callable[[Part, str], float | None]:
    return lambda part, _: getattr(part, key)


def _price(part: Part, currency: str) -> float | None:
    price = part.price
    if price is None or price.amount is None or price.currency != currency:
        return None
    return float(price.amount)


PARTS: Mapping[str, Callable[[Part, str], float | None]] = {
    "part-power": _stated("power_w"),
    "part-mass": _stated("mass_kg"),
    "part-mtbf": _stated("mtbf_h"),
    "part-price": _price,
}
"""Figures of parts by the catalog, and the currency of prices."""


def part_values(name: str, parts: Sequence[str], catalog: Catalog, currency: str) -> Values:
    """Return a figure of some parts, which may be unknown."""
    found = [catalog.find(part) for part in parts]
    figure = PARTS[name]
    return _values(parts, [Amount.of(None if one is None else figure(one, currency)) for one in found])


def _of_parts(name: str) -> Callable[[Sought], Values]:
    return lambda sought: part_values(name, list(sought.parts), sought.catalog, sought.currency)


def _counts(sought: Sought) -> Values:
    return _values(list(sought.parts), [Amount(count) for count in sought.parts.values()])


def _figures() -> Iterator[Figure[Sought]]:
    """The figures of candidates, with names, titles and units of those of placed designs."""
    makers: dict[str, Callable[[Sought], Values]] = {
        **{name: _of_network(figure) for name, figure in NETWORK.items()},
        **{name: _of_room(figure) for name, figure in WHOLE.items()},
        "fabric-oversubscription": _oversubscription,
        "level-switches": _of_levels(lambda level: float(level.switches)),
        "level-oversubscription": _of_levels(
            lambda level: level.down_gbps / level.up_gbps, lambda level: bool(level.up_gbps)
        ),
        **{name: _of_parts(name) for name in PARTS},
        "part-count": _counts,
    }
    for name, values in makers.items():
        yield like(name, values)


def like(name: str, values: Callable[[Subject], Values]) -> Figure[Subject]:
    """Return a figure of other subjects with name, title and unit of one of placed designs."""
    one = FIGURES[name]
    return Figure[Subject](
        name, one.of, one.title, one.unit, one.help, values, one.digits, one.short, one.signed
    )


CANDIDATE_FIGURES: Mapping[str, Figure[Sought]] = {figure.name: figure for figure in _figures()}
"""Figures of candidates by the names that rules have for them."""


class CandidateRules:
    """Rules that judge the candidates of one network.

    Parameters
    ----------
    requirements
        With the rules of the user and the rules of cabling, whose profile holds as well.
    posed
        The problem of the network.
    """

    def __init__(self, requirements: Requirements, posed: Posed, catalog: Catalog) -> None:
        self._posed, self._catalog = posed, catalog
        self._own = tuple(rule.name for rule in requirements.rules)
        self._rules = with_own(requirements.cabling.in_force, requirements.rules)
        self._alone = len(requirements.fabrics) == 1
        self._hosts: dict[str, int] = {}
        for group in requirements.hosts:
            if group.inside:
                self._hosts[group.part] = self._hosts.get(group.part, 0) + group.count
        self._built = 0
        self._known: dict[str, RuleMarks] = {}

    def marks(self, one: Candidate) -> RuleMarks:
        """Return what the rules say of a candidate."""
        key = repr(one.design)
        if key not in self._known:
            self._known[key] = self._marks(one)
        return self._known[key]

    def marked(self, one: Candidate) -> Candidate:
        """Return a candidate with its marks."""
        return replace(one, rules=self.marks(one))

    def _marks(self, one: Candidate) -> RuleMarks:
        sought = Sought(
            one,
            self._posed.problem.name,
            self._alone,
            self._catalog,
            self._posed.currency,
            self._hosts,
            lambda: self._fabric(one),
        )
        judged = judge(self._rules, CANDIDATE_FIGURES, sought, lambda scope: self._belonging(sought, scope))
        return marks_of(judged, self._own, list(later(self._rules)))

    def _fabric(self, one: Candidate) -> Fabric | None:
        """The network of a candidate; None where it is too large, or too many were built already."""
        if one.links > MOST_LINKS or self._built >= MOST_BUILT:
            return None
        self._built += 1
        problem = self._posed.problem
        try:
            return build(one.design, problem.groups, self._catalog, problem.name, one.host_ports)
        except FatdeskError:
            return None

    def _belonging(self, sought: Sought, scope: Scope) -> Mapping[str, Mapping[str, str]]:
        if scope == "part":
            return {name: {"kind": self._catalog.kind(name)} for name in sought.parts}
        if scope == "level":
            names = [sought.name, *(level.name for level in sought.levels or ())]
            return {name: {"fabric": sought.name} for name in names}
        return {}


def later(rules: Iterable[RuleInForce]) -> Iterator[tuple[str, str]]:
    """Rules that are not judged in full before a design is placed, each with the reason."""
    for rule, _ in rules:
        if not figures_of(rule) <= set(CANDIDATE_FIGURES):
            yield rule.name, PLACED
        elif rule.scope == "part" and not _of_known_kinds(rule):
            yield rule.name, OTHER_PARTS


def _of_known_kinds(rule: Rule) -> bool:
    """Whether a rule of parts is only of kinds that a candidate has before it is placed."""
    kinds = rule.asks.get("kind", ())
    return bool(kinds) and all(kind in SWITCHES for kind in kinds)


Amounts = Mapping[str, Amount]
"""Figures of one network by the names that rules have for them."""


class AmountRules:
    """Rules that judge networks of which some figures are known, one for each: of it or of the room.

    Parameters
    ----------
    name
        Of the network.
    names
        The figures that are known.
    """

    def __init__(self, requirements: Requirements, name: str, names: Iterable[str]) -> None:
        self._own = tuple(rule.name for rule in requirements.rules)
        self._rules = with_own(requirements.cabling.in_force, requirements.rules) if self._own else ()
        self._figures = {one: like(one, self._values(one, name)) for one in names}
        self.later = tuple(
            (rule.name, PLACED) for rule, _ in self._rules if not figures_of(rule) <= set(self._figures)
        )

    @staticmethod
    def _values(figure: str, name: str) -> Callable[[Amounts], Values]:
        element = ROOM if FIGURES[figure].of == "room" else name
        return lambda amounts: _sum([element], amounts[figure])

    def marks(self, amounts: Amounts) -> RuleMarks:
        """Return what the rules say of a network."""
        return marks_of(judge(self._rules, self._figures, amounts), self._own, self.later)


def figures_of(rule: Rule) -> set[str]:
    """Return the names of the figures that a rule compares."""
    return {rule.figure, *((rule.limit.by,) if isinstance(rule.limit, Varying) else ())}
