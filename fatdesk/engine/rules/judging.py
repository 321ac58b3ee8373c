"""Judge the figures of a design by the rules of a profile."""

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.rules.figures import Figure, Subject, Values
from fatdesk.engine.rules.profiles import DEFAULT
from fatdesk.engine.rules.rules import Declining, Profile, Rule

NEAR = 1e-9
"""Part of a limit by which a figure may exceed it: rounding of sums."""


@dataclass(frozen=True, eq=False)
class Judged(Generic[Subject]):
    """A rule with the figures of the elements in its scope.

    Attributes
    ----------
    limit
        For each element; NaN: not known, because it depends on a figure that is not.
    exceeds
        Whether each element is beyond its limit.
    """

    profile: str
    rule: Rule
    figure: Figure[Subject]
    values: Values
    limit: Floats
    exceeds: NDArray[np.bool_]

    @property
    def count(self) -> int:
        """Number of elements beyond the limit."""
        return int(np.count_nonzero(self.exceeds))

    @property
    def unknown(self) -> Longs:
        """Elements whose figure or limit is not known."""
        return np.flatnonzero(np.isnan(self.values.amount) | np.isnan(self.limit))

    @property
    def worst(self) -> int | None:
        """The element that is nearest to its limit, or farthest beyond it; None: none is known."""
        known = ~(np.isnan(self.values.amount) | np.isnan(self.limit))
        if not known.any():
            return None
        over = np.where(known, self._over, -np.inf)
        return int(np.argmax(over))

    @property
    def _over(self) -> Floats:
        sign = 1.0 if self.rule.op in ("<=", "<") else -1.0
        over: Floats = sign * (self.values.amount - self.limit)
        return over

    def findings(self) -> list[Finding]:
        """One finding for each element beyond the limit, one for all whose figure is not known."""
        found = [self._exceeded(index) for index in np.flatnonzero(self.exceeds).tolist()]
        missing: dict[str, list[str]] = {}
        for index in self.unknown.tolist():
            missing.setdefault(self.values.missing(index), []).append(self.values.elements[index])
        return found + [self._unknown(why, elements) for why, elements in missing.items()]

    def _exceeded(self, index: int) -> Finding:
        values, figure, rule = self.values, self.figure, self.rule
        value = figure.text(float(values.amount[index]), at_least=bool(values.at_least[index]))
        place = values.place(index)
        limit = figure.limit_text(float(self.limit[index]))
        beyond = "exceeds" if rule.op in ("<=", "<") else "falls short of"
        text = (
            f"{figure.title} is {value}{f' {place}' if place else ''}, {limit} "
            f"{'allowed' if rule.op in ('<=', '<') else 'required'}: {beyond} {self.profile}"
        )
        return Finding(Severity(rule.severity), rule.name, values.elements[index], text, rule.fix)

    def _unknown(self, why: str, elements: list[str]) -> Finding:
        number = f"1 {self.rule.scope}" if len(elements) == 1 else f"{len(elements):,} {self.rule.scope}s"
        text = f"{self.figure.title} is not judged for {number}" + (f": {why}" if why else "")
        where = elements[0] if len(elements) == 1 else f"{self.rule.scope}s"
        return Finding(Severity.NOTE, self.rule.name, where, text, "", tuple(elements))


def judge(
    profile: Profile, figures: Mapping[str, Figure[Subject]], subject: Subject
) -> list[Judged[Subject]]:
    """Judge a subject, such as a placed design, by each rule of a profile.

    Parameters
    ----------
    figures
        The figures by name; each that rules name is worked out once.
    """
    known: dict[str, Values] = {}

    def values_of(name: str) -> Values:
        if name not in known:
            known[name] = figures[name].values(subject)
        return known[name]

    name = "the default" if profile.id == DEFAULT else f"the selected profile ({profile.title})"
    found = []
    for rule in profile.rules:
        values = values_of(rule.figure)
        if isinstance(rule.limit, Declining):
            limit = _declining(rule.limit, values, values_of(rule.limit.by))
        else:
            limit = np.full(len(values.elements), rule.limit)
        found.append(_judged(name, rule, figures[rule.figure], values, limit))
    return found


def _declining(rule: Declining, values: Values, by: Values) -> Floats:
    """The limit of each element by another figure of it."""
    amounts = dict(zip(by.elements, by.amount.tolist(), strict=True))
    return np.array([rule.at(amounts.get(one, np.nan)) for one in values.elements], np.float64)


def _judged(name: str, rule: Rule, figure: Figure[Subject], values: Values, limit: Floats) -> Judged[Subject]:
    if rule.filter:
        kept = [n for n, one in enumerate(values.elements) if any(fnmatchcase(one, f) for f in rule.filter)]
        values, limit = values.take(kept), limit[kept]
    slack = np.abs(limit) * NEAR
    with np.errstate(invalid="ignore"):
        exceeds = {
            "<=": values.amount > limit + slack,
            "<": values.amount >= limit,
            ">=": values.amount < limit - slack,
            ">": values.amount <= limit,
        }[rule.op]
    return Judged(name, rule, figure, values, limit, exceeds)
