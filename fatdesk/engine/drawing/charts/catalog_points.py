"""Designs over catalog parts as points: quantities, series, texts, and figures of those that were placed."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from fatdesk.core.number_text import rounded_number
from fatdesk.engine.charts import Axis
from fatdesk.engine.design.candidate import RoutedFigures
from fatdesk.engine.drawing.charts.candidate_points import Measure, PlottedPoints
from fatdesk.engine.exploring.catalog_designs import CatalogDesigns
from fatdesk.engine.families.design import PartUse

TITLES = {
    "star": "One switch",
    "two-level": "Tree of 2 levels",
    "egft": "Tree of 3 levels",
    "kary-tree": "k-ary tree",
    "clos": "Clos",
    "mikant": "MiKANT",
    "hyperx": "HyperX",
}
"""Names of families in plots and tables."""


def catalog_measures(currency: str = "USD") -> tuple[Measure, ...]:
    """Return the quantities for axes: of all designs, then of those that are placed and cabled."""
    return (
        Measure("cost", "Cost", Axis("Cost before placing", unit=currency, scaled=True)),
        Measure("bisection", "Bisection", Axis("Bisection", unit="Gb/s", scaled=True), more_is_better=True),
        Measure("blocking", "Blocking", Axis("Blocking", unit=": 1")),
        Measure("hops", "Hops", Axis("Hops", unit="links", whole=True)),
        Measure("switches", "Switches", Axis("Switches", scaled=True)),
        Measure("models", "Switch models", Axis("Models of switches", whole=True)),
        Measure("links", "Links", Axis("Links", scaled=True)),
        Measure("cables", "Cables", Axis("Cables", scaled=True)),
        Measure("transceivers", "Transceivers", Axis("Transceivers", scaled=True)),
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
    Measure("hours", "Hours of work", Axis("Hours of installation", unit="h", scaled=True)),
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
            "in_rack": 100 * work.in_rack_share,
            "between_rows": work.between_rows,
            "entered": work.racks_per_100_cables,
            "fullest_tray": work.fullest_tray,
            "hours": float(work.hours),
        }
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
    """

    designs: CatalogDesigns
    routed: dict[int, RoutedFigures] = field(default_factory=dict)
    unplaced: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, designs: CatalogDesigns) -> "CatalogPoints":
        """Return the arrays of all designs."""
        nothing = np.full(len(designs), np.nan)
        known = catalog_measures()
        return cls(
            hosts=designs.hosts,
            currency=designs.currency,
            series=designs.family,
            names=tuple(TITLES.get(name, name) for name in designs.families),
            front=designs.front,
            fits=designs.fits,
            figures={**designs.figures, **{one.name: nothing.copy() for one in PLACED}},
            more=frozenset(measure.name for measure in known if measure.more_is_better),
            designs=designs,
        )

    def place(self, number: int, routed: RoutedFigures) -> None:
        """Take the figures of a design that was placed and cabled."""
        self.routed[number] = routed
        for name, value in placed_values(routed).items():
            self.figures[name][number] = value

    def text(self, number: int) -> str:
        """Return a description of a design in several lines."""
        figures = {name: float(values[number]) for name, values in self.figures.items()}
        at_least = "at least " if figures["unpriced_all"] else ""
        bisection = rounded_number(figures["bisection"], 4)
        cost = f"{at_least}{figures['cost']:,.0f} {self.currency} before placing"
        counts = f"{figures['switches']:,.0f} switches, {figures['cables']:,.0f} cables"
        lines = [
            f"{self.names[int(self.series[number])]}: {self.label(number)}",
            f"{counts}, {figures['hops']:.0f} hops",
            f"{cost}, bisection {bisection} Gb/s (blocking {figures['blocking']:.2f} : 1)",
        ]
        routed = self.routed.get(number)
        if routed is not None:
            least = "at least " if routed.cost.at_least else ""
            lines.append(f"{least}{routed.cost.amount:,.0f} {self.currency} placed, {routed.racks:,} racks")
        if number in self.unplaced:
            lines.append(self.unplaced[number])
        return "\n".join([*lines, *self.designs.reasons(number)])

    def label(self, number: int) -> str:
        """Return the switches of a design."""
        return uses_text(self.designs.design(number).switches)


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
