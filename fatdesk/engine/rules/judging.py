"""Judge the figures of a design by the rules of a profile."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.rules.figures import Figure, Subject, Values
from fatdesk.engine.rules.rules import NOWHERE, Rule, RuleInForce, Scope, Varying

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
        For each element; NaN: not known, because it depends on a figure that is not, or only in part.
    exceeds
        Whether each element is beyond its limit, whatever is not known.
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
        """Elements that are not judged in full: a figure, a part of it, or the limit is not known."""
        return np.flatnonzero(self._figure_open | np.isnan(self.limit))

    @property
    def _figure_open(self) -> NDArray[np.bool_]:
        """Whether what is missing of the figure of each element could change the judgement."""
        values = self.values
        enough = self.exceeds
        if self.rule.op in (">=", ">"):
            enough = ~_falls_short(self.rule, values, self.limit) & ~np.isnan(self.limit)
        return np.isnan(values.amount) | (values.at_least & ~enough)

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
        """The keys of ``fatdesk rules --json``; amounts in the unit of the figure, shares as shares.

        The value is None where nothing is known of it.
        """
        rule, worst = self.rule, self.worst
        found = None
        if worst is not None:
            value = self.values.known(worst)
            found = {
                "element": self.values.elements[worst],
                "place": "" if value is None else self.values.place(worst),
                "value": None if value is None else round(value, 9),
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
            reasons = self.missing(index)
            if reasons is not None:
                missing.setdefault(", ".join(reasons), []).append(self.values.elements[index])
        return found + [self._unknown(why, elements) for why, elements in missing.items()]

    def missing(self, index: int) -> tuple[str, ...] | None:
        """Return all that is missing to judge an element in full, which may have no words; None: nothing.

        A lower bound without words is the finding of another check.
        """
        figure = self.values.missing(index) if self._figure_open[index] else ""
        limit = self.limit_missing[index] if np.isnan(self.limit[index]) else ""
        reasons = tuple(filter(None, dict.fromkeys((figure, limit))))
        unknown = np.isnan(self.values.amount[index]) or np.isnan(self.limit[index])
        return reasons if reasons or unknown else None

    def against(self, index: int) -> str:
        """Return a known figure of an element next to its limit: "Load is 12.00 kg/m, 5 kg/m allowed"."""
        values, figure = self.values, self.figure
        value = figure.text(float(values.amount[index]), at_least=bool(values.at_least[index]))
        place = values.place(index)
        limit = figure.limit_text(float(self.limit[index]))
        word = "allowed" if self.rule.op in ("<=", "<") else "required"
        return f"{figure.title} is {value}{f' {place}' if place else ''}, {limit} {word}"

    def _exceeded(self, index: int) -> Finding:
        rule = self.rule
        beyond = "exceeds" if rule.op in ("<=", "<") else "falls short of"
        text = f"{self.against(index)}: {beyond} {self.of}"
        amount = float(self.values.amount[index])
        worse = amount if rule.op in ("<=", "<") else -amount
        element = self.values.elements[index]
        return Finding(Severity(rule.severity), rule.name, element, text, rule.fix, amount=worse)

    def _unknown(self, why: str, elements: list[str]) -> Finding:
        number = f"1 {self.rule.scope}" if len(elements) == 1 else f"{len(elements):,} {self.rule.scope}s"
        text = f"{self.figure.title} is not judged in full for {number}" + (f": {why}" if why else "")
        where = elements[0] if len(elements) == 1 else f"{self.rule.scope}s"
        return Finding(Severity.NOTE, self.rule.name, where, text, "", tuple(elements))


Belonging = Callable[[Scope], Mapping[str, Mapping[str, str]]]
"""For a kind of elements what each belongs to, by its name and by key: ``{"A01": {"row": "A"}}``."""


def nothing_known(_: Scope) -> Mapping[str, Mapping[str, str]]:
    """No element belongs to anything."""
    return {}


def judge(
    rules: Iterable[RuleInForce],
    figures: Mapping[str, Figure[Subject]],
    subject: Subject,
    belonging: Belonging = nothing_known,
) -> list[Judged[Subject]]:
    """Judge a subject, such as a placed design, by rules.

    Parameters
    ----------
    figures
        The figures by name; each that rules name is worked out once. Rules of others are left out.
    belonging
        What filters such as ``row=B`` ask.
    """
    known: dict[str, Values] = {}

    def values_of(name: str) -> Values:
        if name not in known:
            known[name] = figures[name].values(subject)
        return known[name]

    found = []
    for rule, of in rules:
        if not {rule.figure, *((rule.limit.by,) if isinstance(rule.limit, Varying) else ())} <= set(figures):
            continue
        values = values_of(rule.figure)
        by = values_of(rule.limit.by) if isinstance(rule.limit, Varying) else None
        limited = set(values.elements if by is None else by.elements)
        if rule.filter or not limited.issuperset(values.elements):
            belongs = belonging(rule.scope) if any(rule.asks) else {}
            values = values.take(
                [
                    number
                    for number, one in enumerate(values.elements)
                    if one in limited and rule.covers(one, belongs.get(one, NOWHERE))
                ]
            )
        if isinstance(rule.limit, Varying) and by is not None:
            limit, missing = _varying(rule.limit, values, by)
        else:
            limit = np.full(len(values.elements), rule.limit)
            missing = [""] * len(values.elements)
        found.append(
            Judged(rule, of, figures[rule.figure], values, limit, _exceeds(rule, values, limit), missing)
        )
    return found


def _varying(rule: Varying, values: Values, by: Values) -> tuple[Floats, list[str]]:
    """The limit of each element by another figure of it, and what is missing where it is not known.

    A limit by a lower bound is not known.
    """
    index = {element: number for number, element in enumerate(by.elements)}
    places = [index[element] for element in values.elements]
    limit = [np.nan if by.at_least[n] else rule.at(float(by.amount[n])) for n in places]
    return np.array(limit, np.float64), [by.missing(n) for n in places]


def _exceeds(rule: Rule, values: Values, limit: Floats) -> NDArray[np.bool_]:
    slack = np.abs(limit) * NEAR
    with np.errstate(invalid="ignore"):
        match rule.op:
            case "<=":
                return np.asarray(values.amount > limit + slack)
            case "<":
                return np.asarray(values.amount >= limit)
            case _:
                return _falls_short(rule, values, limit) & ~values.at_least


def _falls_short(rule: Rule, values: Values, limit: Floats) -> NDArray[np.bool_]:
    """Whether each amount is below what the rule requires, as far as it is known."""
    with np.errstate(invalid="ignore"):
        if rule.op == ">=":
            return np.asarray(values.amount < limit - np.abs(limit) * NEAR)
        return np.asarray(values.amount <= limit)
