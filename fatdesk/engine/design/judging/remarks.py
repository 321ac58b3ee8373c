"""Remarks that compare candidates, and the shares of their cost."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.design.candidate import Candidate


class CostShares(NamedTuple):
    """Known amounts in the currency of the design's cost; together they are that cost.

    ``core`` holds middle switches, ``cables`` transceivers and pass-through panels as well.
    """

    edge: Decimal
    core: Decimal
    cables: Decimal


def cost_shares(candidate: Candidate, catalog: Catalog) -> CostShares:
    """The shares of a candidate's cost; a switch without a price counts nothing."""
    edge = above = Decimal(0)
    for use in candidate.design.switches:
        part = catalog.find(use.part)
        if not isinstance(part, Switch | ModularSwitch):
            continue
        bought = configuration(part, use.cards, use.card)
        if bought.price is not None and bought.currency == candidate.cost.currency:
            amount = bought.price * use.count
            edge, above = (edge + amount, above) if use.role == "edge" else (edge, above + amount)
    return CostShares(edge, above, candidate.cost.amount - edge - above)


Figure = Fraction | int | None


class Remark(NamedTuple):
    """Text of a remark with its tone: ``ok``, ``warn``, or plain."""

    text: str
    tone: str = ""


_LEAST: tuple[tuple[str, Callable[[Candidate], Figure]], ...] = (
    ("cost", lambda one: None if one.cost.at_least else Fraction(one.cost.amount)),
    ("power", lambda one: one.power_w),
    ("height", lambda one: one.height_u),
    ("mass", lambda one: one.mass_kg),
    ("cables", lambda one: one.cables),
)


def remarks(candidates: Sequence[Candidate]) -> list[Remark]:
    """One remark a candidate: what is wrong with it, or what it has the least of alone.

    Figures are compared over the candidates in which they are known; what all have alike sets none apart.
    """
    least: list[list[str]] = [[] for _ in candidates]
    for name, read in _LEAST:
        figures = [read(one) for one in candidates]
        known = [figure for figure in figures if figure is not None]
        if len(set(known)) < 2:
            continue
        for found, figure in zip(least, figures, strict=True):
            if figure == min(known):
                found.append(name)
    alike = (
        set(candidates[0].unpriced).intersection(*(one.unpriced for one in candidates)) if candidates else ()
    )
    return [
        _remark(one, names, [part for part in one.unpriced if part not in alike])
        for one, names in zip(candidates, least, strict=True)
    ]


def _remark(one: Candidate, least: Sequence[str], unpriced: Sequence[str]) -> Remark:
    doubts = list(_doubts(one))
    if doubts:
        return Remark("; ".join(doubts), "warn")
    if least:
        return Remark(f"Least {listed(least)}", "ok")
    if unpriced:
        return Remark(f"No price: {listed(unpriced)}", "warn")
    if one.design.number("spread"):
        return Remark("Hosts are spread evenly")
    return Remark("")


def _doubts(one: Candidate) -> Iterator[str]:
    """Return the requirements that a candidate breaks or may break."""
    rules = {finding.rule for finding in one.findings}
    if "over-limit" in rules:
        yield "Over a limit once placed"
    if one.not_used:
        yield f"Not used: {listed(one.not_used)}"
    if "unequal-bundles" in rules:
        small, more = one.design.core_bundles
        cores = one.design.number("C")
        bundles = f"{more} bundles of {small + 1}, {cores - more} of {small}"
        yield f"Not equal: {bundles}" if small else f"Not equal: {more} of {cores} linked"
    if "unknown-figure" in rules:
        yield "A limit depends on an unknown figure"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence.

    >>> listed(["cost"]), listed(["cost", "power", "height"])
    ('cost', 'cost, power and height')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
