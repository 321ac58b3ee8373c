"""Cost, power, mass and deployability of placed, cabled networks, for limits and objectives."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.money import total
from fatdesk.core.units import HOURS_A_YEAR, m_from_um
from fatdesk.engine.bill.counting import PASS_THROUGH, Item
from fatdesk.engine.bill.deployability import WORK_FIGURES, Deployability, StepWork, deployability
from fatdesk.engine.bill.making import price_in
from fatdesk.engine.bill.of_networks import network_items
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.design.candidate import RoutedFigures
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.families.reason import figure
from fatdesk.engine.rules.marks import RuleMarks, marks_of
from fatdesk.project.derived.derived import Derived

RULE, UNKNOWN = "over-limit", "unknown-figure"
FIX = "choose another design under Requirements, or change the limit"
UNKNOWN_GROWTH = "the work of the next growth step is not worked out here: counts as met"
NO_PLAN = "the project has no growth plan: counts as met"
NO_STAGES = "no stages of the next growth step keep the bandwidth that it states"
GROWTH_FIX = "compare policies in the workspace Growth, or run fatdesk show --growth"
PLAN_FIX = "add the steps in the workspace Growth"
STAGES_FIX = "lower the bandwidth kept in the step, choose another design, or change the limit"
OF_NETWORKS = ("fabric", "level", "cable", "link", "part")
"""Kinds of elements whose figures other networks do not change."""
CABLES = ("cables", "panels")
"""Categories that count as cables."""


class Figure(NamedTuple):
    """A sum, and whether some of what it counts has no figure."""

    amount: Fraction
    at_least: bool


def routed_figures(
    derived: Derived, number: int, growth: StepWork | None = None, *, whole: bool = True
) -> RoutedFigures:
    """Return the cost of one network as placed and cabled, the racks in use and its deployability.

    Parameters
    ----------
    growth
        Work of the next growth step of the network, where it was worked out.
    whole
        Whether all networks are placed.
    """
    items, currency = network_items(derived.cabling, derived.catalog, [number]), derived.project.bill.currency

    def cost(some: Iterable[Item]) -> list[tuple[Decimal | None, int]]:
        return [(price_in(item, currency), item.count) for item in some]

    made = derived.cabling.fabrics[number]
    return RoutedFigures(
        cost=total(cost(items), currency),
        switches=total(
            cost(item for item in items if item.category not in (*CABLES, "transceivers")), currency
        ),
        cables=total(cost(item for item in items if item.category in CABLES), currency),
        transceivers=total(cost(item for item in items if item.category == "transceivers"), currency),
        metres=m_from_um(int(made.laid.ordered_um.sum())),
        uncabled=int((made.choice < 0).sum()),
        racks=racks_in_use(derived),
        deployability=replace(deployability_of(derived, [number]), growth=growth),
        rules=rule_marks(derived, whole=whole),
    )


def rule_marks(derived: Derived, *, whole: bool = True) -> RuleMarks | None:
    """Return what the rules of a project say of it as placed and cabled; None: it has no rules of its own.

    Parameters
    ----------
    whole
        Whether all of its networks are placed; else what rooms and racks must have at least is not judged.
    """
    own = [rule.name for rule in derived.project.rules]
    if not own:
        return None
    judged = [one for one in derived.judged if one.rule.name in own]
    if whole:
        return marks_of(judged, own)
    open_ones = {
        one.rule.name: "other networks follow"
        for one in judged
        if one.rule.op in (">=", ">") and one.rule.scope not in OF_NETWORKS
    }
    return marks_of((one for one in judged if one.rule.name not in open_ones), own, list(open_ones.items()))


def racks_in_use(derived: Derived) -> int:
    """Return the number of racks with devices or panels, as the bill has them."""
    return sum(item.count for item in derived.items if item.category == "racks")


def deployability_of(derived: Derived, numbers: Sequence[int]) -> Deployability:
    """Return what it takes to install the cables of some networks, counted together."""
    project = derived.project
    return deployability(derived.cabling, numbers, project.floor.racks, project.bill)


def over_limits(derived: Derived, growth: StepWork | str | None = None) -> Iterator[Finding]:
    """An error for each limit that the placed, cabled networks exceed together, a warning where one may be.

    ``racks`` counts all racks in use. The others count all networks together, without hosts, enclosures,
    racks and spares: ``cost`` is of switches, pass-through panels, cables and transceivers, ``power_w`` of
    switches, transceivers and active cables, ``mass_kg`` and ``failures_per_year`` of switches and
    transceivers, ``height_u`` of switches; figures of deployability are of all cables.

    Parameters
    ----------
    growth
        Work of the next growth step, or why the step is not possible; None: it is not known, and
        counts as met.
    """
    limits = derived.project.wishes.limits
    used = racks_in_use(derived)
    yield from _judged("racks", limits.racks, Figure(Fraction(used), False))
    if any(getattr(limits, key) is not None for key in SUMS):
        items = network_items(derived.cabling, derived.catalog, range(len(derived.fabrics)))
        for key, read in SUMS.items():
            yield from _judged(key, getattr(limits, key), read(items, derived))
    for one in WORK_FIGURES:
        if getattr(limits, one.key) is not None:
            step = None if isinstance(growth, str) else growth
            work = replace(derived.deployability, growth=step)
            value = one.value(work)
            if value is None:
                yield _unknown_growth(one.key, growth, planned=bool(derived.project.growth))
                continue
            found = Figure(value, one.is_bound(work))
            yield from _judged(one.key, getattr(limits, one.key), found, minimum=one.more)


def _unknown_growth(key: str, growth: StepWork | str | None, *, planned: bool) -> Finding:
    """A limit on the next growth step of which there is no figure."""
    if isinstance(growth, str):
        return Finding(Severity.ERROR, RULE, key, f"the next growth step is not possible: {growth}", FIX)
    if growth is not None:
        return Finding(Severity.ERROR, RULE, key, NO_STAGES, STAGES_FIX)
    text, fix = (UNKNOWN_GROWTH, GROWTH_FIX) if planned else (NO_PLAN, PLAN_FIX)
    return Finding(Severity.WARNING, UNKNOWN, key, text, fix)


def _judged(
    key: str, allowed: Decimal | float | None, found: Figure, *, minimum: bool = False
) -> Iterator[Finding]:
    if allowed is None:
        return
    bound = exact(allowed) if isinstance(allowed, float) else Fraction(allowed)
    amount, at_least = found
    if amount < bound if minimum else amount > bound:
        more, limit = ">= " if at_least else "", "required" if minimum else "allowed"
        text = f"{more}{_words(amount)} as placed and cabled, {limit} {_words(bound)}"
        worse = float(-amount if minimum else amount)
        yield Finding(Severity.ERROR, RULE, key, text, FIX, amount=worse)
    elif at_least:
        text = f">= {_words(amount)} as placed and cabled, allowed {_words(bound)}: counts as met"
        yield Finding(Severity.WARNING, UNKNOWN, key, text, "fill in the missing figures of the parts")


def _words(amount: Fraction) -> str:
    return figure(Fraction(round(amount * 100), 100))


def _cost(items: Sequence[Item], derived: Derived) -> Figure:
    currency = derived.project.bill.currency
    found = total([(price_in(item, currency), item.count) for item in items], currency)
    return Figure(Fraction(found.amount), found.at_least)


def _sum(values: Iterable[tuple[float | None, int]]) -> Figure:
    amount, at_least = Fraction(0), False
    for value, count in values:
        if value is None:
            at_least = True
        else:
            amount += exact(float(value)) * count
    return Figure(amount, at_least)


def _power(items: Sequence[Item], _: Derived) -> Figure:
    return _sum((item.power_w, item.count) for item in items if not item.part.endswith(PASS_THROUGH))


def _mass(items: Sequence[Item], _: Derived) -> Figure:
    heavy = (item for item in items if item.category != "cables" and not item.part.endswith(PASS_THROUGH))
    return _sum((item.mass_kg, item.count) for item in heavy)


def _height(items: Sequence[Item], _: Derived) -> Figure:
    return _sum((item.height_u, item.count) for item in items if item.category == "switches")


def _failures(items: Sequence[Item], derived: Derived) -> Figure:
    """Boards without a figure of their own fail with their chassis."""
    amount, at_least = Fraction(0), False
    for item in items:
        part = derived.catalog.find(item.part)
        if item.category == "cables" or part is None:
            continue
        if part.mtbf_h is None:
            at_least = True
        else:
            amount += item.count * HOURS_A_YEAR / exact(part.mtbf_h)
    return Figure(amount, at_least)


SUMS: dict[str, Callable[[Sequence[Item], Derived], Figure]] = {
    "cost": _cost,
    "power_w": _power,
    "mass_kg": _mass,
    "height_u": _height,
    "failures_per_year": _failures,
}


def is_limited(limits: Limits) -> bool:
    """Whether a limit is set that can turn out differently once everything is placed and cabled."""
    return any(getattr(limits, key) is not None for key in (*SUMS, *(one.key for one in WORK_FIGURES)))
