"""Items of networks alone, without hosts and racks, and what they cost and how often they fail."""

from collections.abc import Iterable, Sequence

from fatdesk.core.money import Money, total
from fatdesk.core.units import HOURS_A_YEAR
from fatdesk.engine.bill.counting import PASS_THROUGH, Item, cable_items, equipment_items, panel_items
from fatdesk.engine.bill.making import price_in
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.catalog.catalog import Catalog

NETWORK = ("switches", "cables", "transceivers", "panels")
"""Categories of the bill that make the network."""


def network_items(cabling: Cabling, catalog: Catalog, fabrics: Iterable[int]) -> list[Item]:
    """Switches, pass-through panels, cables and transceivers of some networks, by their place in a cabling.

    Patch panels, which networks share, are those of all networks together.
    """
    numbers = list(fabrics)
    made = [cabling.fabrics[number] for number in numbers]
    equipment = equipment_items({}, [one.fabric for one in made], cabling.seats, catalog)
    own = [item for item in equipment if item.category == "switches" or item.part.endswith(PASS_THROUGH)]
    panels = panel_items(cabling) if len(numbers) == len(cabling.fabrics) else []
    return [*own, *cable_items(made, catalog), *panels]


def network_cost(items: Iterable[Item], currency: str) -> Money:
    """Cost of the items that make networks, at list prices, without spares."""
    return total(
        (
            (price_in(item, currency), item.count)
            for item in items
            if item.category in NETWORK or item.part.endswith(PASS_THROUGH)
        ),
        currency,
    )


def failures_per_year(items: Sequence[Item], catalog: Catalog) -> tuple[float, bool]:
    """Of switches, transceivers and cables, and whether some of these do not state how often they fail.

    A board without a figure of its own fails with its chassis.
    """
    failures, unknown = 0.0, False
    for item in items:
        if item.category not in ("switches", "transceivers", "cables"):
            continue
        part = catalog.find(item.part)
        if part is None and item.category == "switches":
            continue
        if part is None or part.mtbf_h is None:
            unknown = True
        else:
            failures += item.count * HOURS_A_YEAR / part.mtbf_h
    return failures, unknown
