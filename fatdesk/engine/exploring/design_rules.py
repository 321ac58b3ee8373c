"""Judge all designs over catalog parts by rules at once, as far as their figures are known as arrays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.judging.candidate_rules import (
    CHOSEN_LATER,
    OTHER_NETWORKS,
    OTHER_PARTS,
    PARTS,
    PLACED,
    figures_of,
    later,
    like,
    part_values,
)
from fatdesk.engine.design.posing import Posed
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.physical.room_figures import ROOM
from fatdesk.engine.rules.figures import Values
from fatdesk.engine.rules.judging import Judged, judge
from fatdesk.engine.rules.rules import Rule, RuleInForce, with_own


class _Known(NamedTuple):
    """Name of the array of a figure, and whether what is chosen later adds to it."""

    array: str
    grows: bool = False


NETWORK = {
    "fabric-hosts": _Known("hosts"),
    "fabric-switches": _Known("switches"),
    "fabric-cables": _Known("cables"),
    "fabric-cost": _Known("cost"),
    "fabric-power": _Known("power", grows=True),
}
WHOLE = {
    "hosts": _Known("hosts"),
    "switches": _Known("switches"),
    "links": _Known("links"),
    "cables": _Known("cables"),
    "network-cost": _Known("cost"),
    "failures-per-year": _Known("failures", grows=True),
}
"""Figures of the room, which are those of the network where there is no other."""


@dataclass(frozen=True, eq=False)
class _Arrays:
    figures: Mapping[str, Floats]
    count: int
    name: str
    alone: bool

    def figure(self, name: str) -> Callable[[None], Values]:
        """The function of a figure."""
        return lambda _: self.values(name)

    def values(self, name: str) -> Values:
        """A figure of all designs; of each the element has the same name."""
        of_room = name in WHOLE
        known = WHOLE[name] if of_room else NETWORK[name]
        amount = self.figures[known.array]
        bound = np.full(self.count, known.grows or (of_room and not self.alone))
        missing = CHOSEN_LATER if known.grows else OTHER_NETWORKS
        if known.array == "cost":
            bound = bound | (self.figures["unpriced_all"] > 0)
            missing = "some prices are not known"
        elements = [ROOM if of_room else self.name] * self.count
        return Values(elements, amount, bound & ~np.isnan(amount), (), [missing] * self.count)


class DesignRules:
    """Rules of the user and of the selected profile, with what they say of all designs.

    Levels and numbers of parts, and all that is known of placed designs only, are not judged here.

    Parameters
    ----------
    figures, parts, part_sets
        Arrays of all designs, as those of ``CatalogDesigns``.

    Attributes
    ----------
    broken
        Which designs break a rule of severity error.
    not_judged
        Rules of the user that are not judged, or not in full, each with the reason.
    """

    def __init__(
        self,
        requirements: Requirements,
        posed: Posed,
        catalog: Catalog,
        figures: Mapping[str, Floats],
        parts: Longs,
        part_sets: Sequence[Sequence[int]],
    ) -> None:
        count = len(parts)
        hosts = {"hosts": np.full(count, float(posed.problem.hosts))}
        arrays = _Arrays({**figures, **hosts}, count, posed.problem.name, len(requirements.fabrics) == 1)
        own = {rule.name for rule in requirements.rules}
        rules = with_own(requirements.cabling.in_force, requirements.rules)
        registry = {name: like(name, arrays.figure(name)) for name in (*NETWORK, *WHOLE)}
        self.broken: Bools = np.zeros(count, np.bool_)
        self._of_designs: list[Judged[None]] = []
        self._of_sets: list[tuple[Rule, dict[int, str]]] = []
        self._parts = parts
        open_ones = {rule.name: why for rule, why in _later(rules) if rule.name in own}
        for one in rules:
            if one.rule.figure in PARTS and figures_of(one.rule) <= set(PARTS):
                self._judge_parts(one, posed, catalog, part_sets)
            for judged in judge([one], registry, None) if figures_of(one.rule) <= set(registry) else ():
                if not len(judged.values.elements):
                    continue
                self._of_designs.append(judged)
                if one.rule.severity == "error":
                    self.broken |= judged.exceeds
                unknown = judged.unknown
                if len(unknown) and one.rule.name in own:
                    reasons = judged.missing(int(unknown[0])) or ()
                    open_ones.setdefault(one.rule.name, ", ".join(reasons) or "some figures are not known")
        self.not_judged = tuple(
            (rule.name, open_ones[rule.name]) for rule in requirements.rules if rule.name in open_ones
        )

    def _judge_parts(
        self, one: RuleInForce, posed: Posed, catalog: Catalog, part_sets: Sequence[Sequence[int]]
    ) -> None:
        """Judge the switches and panels of each set of parts."""
        items = posed.problem.items
        names = [item.id for item in items if not item.plugs and catalog.find(item.id) is not None]
        belongs = {name: {"kind": catalog.kind(name)} for name in names}

        def figure(name: str) -> Callable[[None], Values]:
            return lambda _: part_values(name, names, catalog, posed.currency)

        figures = {name: like(name, figure(name)) for name in PARTS}
        for judged in judge([one], figures, None, lambda _: belongs):
            texts = {
                judged.values.elements[index]: judged.against(index)
                for index in np.flatnonzero(judged.exceeds).tolist()
            }
            bad: dict[int, str] = {}
            for number, own in enumerate(part_sets):
                ids = [items[item].id for item in own]
                found = [f"{part}: {texts[part]}" for part in ids if part in texts]
                if found:
                    bad[number] = "; ".join(found)
            self._of_sets.append((one.rule, bad))
            if bad and one.rule.severity == "error":
                self.broken |= np.isin(self._parts, list(bad))

    def reasons(self, number: int) -> list[str]:
        """Return the rules of severity error that a design breaks, in words."""
        found = [
            f"rule {judged.rule.name}: {judged.against(number)}"
            for judged in self._of_designs
            if judged.rule.severity == "error" and judged.exceeds[number]
        ]
        code = int(self._parts[number])
        return found + [
            f"rule {rule.name}: {bad[code]}"
            for rule, bad in self._of_sets
            if rule.severity == "error" and code in bad
        ]


def _later(rules: Sequence[RuleInForce]) -> Iterator[tuple[Rule, str]]:
    """Rules that arrays of designs say nothing of, or not all."""
    names = dict(later(rules))
    for rule, _ in rules:
        wanted = figures_of(rule)
        if wanted <= set(PARTS):
            if rule.name in names:
                yield rule, OTHER_PARTS
        elif not wanted <= {*NETWORK, *WHOLE}:
            yield rule, PLACED
