"""Judge the figures of a design by the rules of a profile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.rules.figures import Figure, Subject, Values
from fatdesk.engine.rules.rules import Rule, RuleInForce, Varying

NEAR = 1e-9
"""Part of a limit by which a figure may exceed it: rounding of sums."""


@dataclass(frozen=True, eq=False)
class Judged(Generic[Subject]):
    """A rule with the figures of the elements in its scope.

    Attributes
    ----------
    of
        What states the rule, in the words of findings.
    limit
        For each element; NaN: not known, because it depends on a figure that is not.
    exceeds
        Whether each element is beyond its limit.
    limit_missing
        What is missing where a limit is not known, in words.
    """

    rule: Rule
    of: str
    figure: Figure[Subject]
    values: Values
    limit: Floats
    exceeds: NDArray[np.bool_]
    limit_missing: Sequence[str]

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
        """The element that is nearest to its limit, or farthest beyond it; None: none is known.

        Where no limit is known, the one with the largest figure (smallest, where rules require a least).
        """
        sign = 1.0 if self.rule.op in ("<=", "<") else -1.0
        for over in (self.values.amount - self.limit, self.values.amount):
            if not np.isnan(over).all():  # of an empty array, too
                return int(np.argmax(np.where(np.isnan(over), -np.inf, sign * over)))
        return None

    def to_json(self) -> dict[str, Any]:
        """The keys of ``fatdesk rules --json``; amounts in the unit of the figure, shares as shares."""
        rule, worst = self.rule, self.worst
        found = None
        if worst is not None:
            found = {
                "element": self.values.elements[worst],
                "place": self.values.place(worst),
                "value": round(float(self.values.amount[worst]), 9),
                "at_least": bool(self.values.at_least[worst]),
                "limit": None if np.isnan(self.limit[worst]) else round(float(self.limit[worst]), 9),
            }
        return {
            **rule.to_json(),
            "title": self.figure.title,
            "unit": self.figure.unit,
            "of": self.of,
            "elements": len(self.values.elements),
            "exceeded": self.count,
            "unknown": len(self.unknown),
            "worst": found,
        }

    def findings(self) -> list[Finding]:
        """One finding for each element beyond the limit, one for all that lack the same figure."""
        found = [self._exceeded(index) for index in np.flatnonzero(self.exceeds).tolist()]
        missing: dict[str, list[str]] = {}
        for index in np.flatnonzero(~self.exceeds).tolist():
            why = self.missing(index)
            if why is not None:
                missing.setdefault(why, []).append(self.values.elements[index])
        return found + [self._unknown(why, elements) for why, elements in missing.items()]

    def missing(self, index: int) -> str | None:
        """Return what is missing to judge an element in full; None: nothing."""
        if np.isnan(self.values.amount[index]):
            return self.values.missing(index)
        if np.isnan(self.limit[index]):
            return self.limit_missing[index]
        return (self.values.missing(index) or None) if self.values.at_least[index] else None

    def _exceeded(self, index: int) -> Finding:
        values, figure, rule = self.values, self.figure, self.rule
        value = figure.text(float(values.amount[index]), at_least=bool(values.at_least[index]))
        place = values.place(index)
        limit = figure.limit_text(float(self.limit[index]))
        beyond = "exceeds" if rule.op in ("<=", "<") else "falls short of"
        text = (
            f"{figure.title} is {value}{f' {place}' if place else ''}, {limit} "
            f"{'allowed' if rule.op in ('<=', '<') else 'required'}: {beyond} {self.of}"
        )
        return Finding(Severity(rule.severity), rule.name, values.elements[index], text, rule.fix)

    def _unknown(self, why: str, elements: list[str]) -> Finding:
        number = f"1 {self.rule.scope}" if len(elements) == 1 else f"{len(elements):,} {self.rule.scope}s"
        text = f"{self.figure.title} is not judged in full for {number}" + (f": {why}" if why else "")
        where = elements[0] if len(elements) == 1 else f"{self.rule.scope}s"
        return Finding(Severity.NOTE, self.rule.name, where, text, "", tuple(elements))


def judge(
    rules: Iterable[RuleInForce], figures: Mapping[str, Figure[Subject]], subject: Subject
) -> list[Judged[Subject]]:
    """Judge a subject, such as a placed design, by rules.

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

    found = []
    for rule, of in rules:
        values = values_of(rule.figure)
        kept = [n for n, one in enumerate(values.elements) if rule.covers(one)]
        if len(kept) < len(values.elements):
            values = values.take(kept)
        limit, missing = np.full(len(values.elements), np.nan), [""] * len(values.elements)
        if isinstance(rule.limit, Varying):
            limit, missing = _varying(rule.limit, values, values_of(rule.limit.by))
        else:
            limit[:] = rule.limit
        found.append(
            Judged(rule, of, figures[rule.figure], values, limit, _exceeds(rule, values, limit), missing)
        )
    return found


def _varying(rule: Varying, values: Values, by: Values) -> tuple[Floats, list[str]]:
    """The limit of each element by another figure of it, and what is missing where it is not known."""
    index = {element: number for number, element in enumerate(by.elements)}
    places = [index.get(element) for element in values.elements]
    limit = [np.nan if n is None else rule.at(float(by.amount[n])) for n in places]
    return np.array(limit, np.float64), ["" if n is None else by.missing(n) for n in places]


def _exceeds(rule: Rule, values: Values, limit: Floats) -> NDArray[np.bool_]:
    slack = np.abs(limit) * NEAR
    with np.errstate(invalid="ignore"):
        match rule.op:
            case "<=":
                return np.asarray(values.amount > limit + slack)
            case "<":
                return np.asarray(values.amount >= limit)
            case ">=":
                return np.asarray(values.amount < limit - slack)
            case _:
                return np.asarray(values.amount <= limit)
