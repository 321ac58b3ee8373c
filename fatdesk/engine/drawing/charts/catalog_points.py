"""Designs over catalog parts as points: quantities, series, texts, and figures of those that were placed."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.number_text import counted, rounded_number
from fatdesk.engine.charts import Axis
from fatdesk.engine.design.candidate import RoutedFigures
from fatdesk.engine.design.judging.limits import is_growth_limited, work_reasons
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.drawing.charts.candidate_points import Mask, Measure, PlottedPoints
from fatdesk.engine.exploring.catalog_designs import CatalogDesigns
from fatdesk.engine.families.design import PartUse
from fatdesk.networks.topologies import TOPOLOGIES

TITLES = {topology.name: topology.title for topology in TOPOLOGIES} | {
    "star": "One switch",
    "two-level": "Tree of 2 levels",
    "egft": "Tree of 3 levels",
    "kary-tree": "k-ary tree",
    "clos": "Clos",
    "mikant": "MiKANT",
    "hyperx": "HyperX",
    "dragonfly-plus": "Dragonfly+",
}
"""Names of families in plots and tables."""


OTHERS = "Other families"
SERIES = ("Tree of 2 levels", "HyperX", "Tree of 3 levels", OTHERS, "One switch")
"""Series of plots, as many as have a colour and marker; those of equal switches have the same ones."""


def family_title(name: str) -> str:
    """Return the name of a family in plots and tables."""
    return TITLES.get(name, name)


def _series(name: str) -> int:
    title = family_title(name)
    return SERIES.index(title if title in SERIES else OTHERS)


def catalog_measures(currency: str = "USD") -> tuple[Measure, ...]:
    """Return the quantities for axes: of all designs, then of those that are placed and cabled."""
    return (
        Measure("cost", "Cost", Axis("Cost before placing", unit=currency, scaled=True)),
        Measure("bisection", "Bisection", Axis("Bisection", unit="Gb/s", scaled=True), more_is_better=True),
        Measure("blocking", "Blocking", Axis("Blocking", unit=": 1")),
        Measure("hops", "Hops", Axis("Hops", unit="links", whole=True)),
        Measure("switches", "Switches", Axis("Switches", scaled=True, counts=True)),
        Measure("models", "Switch models", Axis("Models of switches", whole=True)),
        Measure("links", "Links", Axis("Links", scaled=True, counts=True)),
        Measure("cables", "Cables", Axis("Cables", scaled=True, counts=True)),
        Measure("transceivers", "Transceivers", Axis("Transceivers", scaled=True, counts=True)),
        Measure("power", "Power", Axis("Power of the network", unit="W", scaled=True)),
        Measure("mass", "Mass", Axis("Mass of the network", unit="kg", scaled=True)),
        Measure("height", "Height", Axis("Height of the switches", unit="U", scaled=True)),
        Measure("failures", "Failures", Axis("Failures per year")),
        Measure(
            "hosts_possible",
            "Hosts possible",
            Axis("Hosts possible without another core switch", scaled=True),
            more_is_better=True,
        ),
        *PLACED,
    )


PLACED = (
    Measure("routed", "Routed cost", Axis("Cost as placed and cabled", scaled=True)),
    Measure("racks", "Racks", Axis("Racks in use", whole=True)),
    Measure("metres", "Ordered length", Axis("Ordered length of cable", unit="m", scaled=True)),
    Measure("items", "Kinds of cable", Axis("Kinds of cable (part and length)", whole=True)),
    Measure("bundles", "Bundles", Axis("Bundles between racks", scaled=True)),
    Measure("bundle_types", "Bundle types", Axis("Types of bundles between racks", whole=True)),
    Measure("in_rack", "In one rack, %", Axis("Cables in one rack", unit="%"), more_is_better=True),
    Measure("between_rows", "Between rows", Axis("Cables between rows", scaled=True)),
    Measure("entered", "Racks per 100 cables", Axis("Racks entered per 100 cables")),
    Measure("fullest_tray", "Fullest tray", Axis("Cables in the fullest place of a tray", scaled=True)),
    Measure("patch_panels", "Patch panels", Axis("Patch panels that links go over", whole=True)),
    Measure("hours", "Hours of work", Axis("Hours of installation", unit="h", scaled=True)),
    Measure("growth_moves", "Moves to grow", Axis("Cables that the next growth step moves", scaled=True)),
    Measure("growth_stages", "Stages to grow", Axis("Stages of the next growth step", whole=True)),
    Measure("growth_hours", "Hours to grow", Axis("Hours of the next growth step", unit="h", scaled=True)),
)
"""Quantities of designs that are placed and cabled; unknown until then."""


def placed_values(routed: RoutedFigures) -> dict[str, float]:
    """Return the quantities of a placed and cabled design by name."""
    work = routed.deployability
    found = {"routed": float(routed.cost.amount), "racks": float(routed.racks), "metres": routed.metres}
    if work is not None:
        found |= {
            "items": work.items,
            "bundles": work.bundles,
            "bundle_types": work.bundle_types,
            "in_rack": float(100 * work.in_rack_share),
            "between_rows": work.between_rows,
            "entered": float(work.racks_per_100_cables),
            "fullest_tray": work.fullest_tray,
            "patch_panels": work.panels,
            "hours": float(work.hours),
        }
        if work.growth is not None:
            found |= {"growth_moves": work.growth.moves, "growth_hours": float(work.growth.hours)}
            found |= {} if work.growth.stages is None else {"growth_stages": work.growth.stages}
    return found


@dataclass(frozen=True, eq=False)
class CatalogPoints(PlottedPoints):
    """Designs over catalog parts with their quantities.

    Attributes
    ----------
    routed
        Figures of the designs that are placed and cabled, by number.
    unplaced
        Why others found no place, by number.
    limits
        Limits that placed designs keep; those that break one do not fit, for the reasons in ``over``.
    """

    designs: CatalogDesigns
    limits: Limits = field(default_factory=Limits)
    routed: dict[int, RoutedFigures] = field(default_factory=dict)
    unplaced: dict[int, str] = field(default_factory=dict)
    over: dict[int, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, designs: CatalogDesigns, limits: Limits) -> "CatalogPoints":
        """Return the arrays of all designs."""
        nothing = np.full(len(designs), np.nan)
        known, cost = catalog_measures(), designs.figures["cost"]
        return cls(
            hosts=designs.hosts,
            currency=designs.currency,
            series=np.array([_series(name) for name in designs.families], np.int64)[designs.family],
            names=SERIES,
            front=designs.front,
            fits=designs.fits.copy(),
            figures={
                **designs.figures,
                "cost": np.where(designs.figures["unpriced_all"] * (cost == 0) > 0, np.nan, cost),
                **{one.name: nothing.copy() for one in PLACED},
            },
            more=frozenset(measure.name for measure in known if measure.more_is_better),
            designs=designs,
            limits=limits,
        )

    def reasons(self, number: int) -> list[str]:
        """Return the limits that a design breaks, before it is placed and then."""
        return [*self.designs.reasons(number), *self.over.get(number, ())]

    def place(self, number: int, routed: RoutedFigures) -> None:
        """Take the figures of a design that was placed and cabled."""
        self.routed[number] = routed
        for name, value in placed_values(routed).items():
            self.figures[name][number] = value
        work = routed.deployability
        broken = [] if work is None else [str(reason) for reason in work_reasons(work, self.limits)]
        if routed.cannot_grow and is_growth_limited(self.limits):
            broken.append(routed.cannot_grow)
        if routed.rules is not None:
            broken += [f"rule {one.rule}: {one.where}: {one.text}" for one in routed.rules.errors]
        if broken:
            self.over[number] = broken
            self.fits[number] = False

    def text(self, number: int) -> str:
        """Return a description of a design in several lines."""
        figures = {name: float(values[number]) for name, values in self.figures.items()}
        cost = priced_text(figures["cost"], figures["unpriced_all"] > 0, self.currency)
        bisection = rounded_number(figures["bisection"], 4)
        counts = f"{figures['switches']:,.0f} switches, {figures['cables']:,.0f} cables"
        lines = [
            f"{self.family(number)}: {self.label(number)}",
            f"{counts}, {figures['hops']:.0f} hops",
            f"{cost} before placing, bisection {bisection} Gb/s (blocking {figures['blocking']:.2f} : 1)",
        ]
        routed = self.routed.get(number)
        if routed is not None:
            cost = priced_text(float(routed.cost.amount), routed.cost.at_least, self.currency)
            lines.append(f"{cost} placed and cabled, {routed.racks:,} racks")
            work = None if routed.deployability is None else routed.deployability.growth
            if work is not None:
                stages = "no stages" if work.stages is None else counted(work.stages, "stage")
                moves = counted(work.moves, "cable")
                lines.append(f"next step: {moves} moved, {stages}, {float(work.hours):,.1f} h")
            elif routed.cannot_grow:
                lines.append(f"next step: {routed.cannot_grow}")
        if number in self.unplaced:
            lines.append(self.unplaced[number])
        return "\n".join([*lines, *self.reasons(number)])

    @property
    def is_bound(self) -> Mask:
        """Designs of which a switch or panel has no price: their cost is a lower bound."""
        return self.figures["unpriced"] > 0

    def line(self, x: str, y: str, among: Mask) -> NDArray[np.int64]:
        """Return the Pareto front in two quantities among some designs, ordered by the first.

        In costs, designs whose switches all have a price are compared alone, as long as there are any.
        """
        priced = among & ~self.is_bound
        costs = {"cost", "routed"} & {x, y}
        return super().line(x, y, priced if costs and priced.any() else among)

    def family(self, number: int) -> str:
        """Return the name of the family of a design."""
        return family_title(self.designs.families[int(self.designs.family[number])])

    def label(self, number: int) -> str:
        """Return the switches of a design."""
        return uses_text(self.designs.design(number).switches)


def priced_text(amount: float, at_least: bool, currency: str) -> str:
    """Return an amount of money that may be a lower bound, or unknown.

    >>> priced_text(1200.0, True, "USD"), priced_text(float("nan"), True, "USD")
    ('at least USD 1,200', 'cost unknown')
    """
    if np.isnan(amount) or (at_least and not amount):
        return "cost unknown"
    return f"{'at least ' * at_least}{currency} {amount:,.0f}"


def part_text(use: PartUse) -> str:
    """Return a part with its line cards, as in ``modular-108 (5 cards)``."""
    cards = f" ({use.cards} card{'s' * (use.cards > 1)})" if use.cards else ""
    return f"{use.part}{cards}"


def uses_text(uses: Iterable[PartUse]) -> str:
    """Return parts with their numbers.

    >>> uses_text([PartUse(role="edge", part="a", count=2), PartUse(role="core", part="b", count=1, cards=2)])
    '2 × a + 1 × b (2 cards)'
    """
    return " + ".join(f"{use.count:,} × {part_text(use)}" for use in uses)
