"""The figures of the status line, and how an edit would change them."""

from dataclasses import dataclass
from decimal import Decimal

from fatdesk.engine.bill.making import equipment_total
from fatdesk.project.derived import Derived
from fatdesk.project.summary import counts, metres


@dataclass(frozen=True)
class Figures:
    """What the whole project comes to; ``*_bound`` tells that something in a figure is unknown."""

    hosts: int
    switches: int
    links: int
    cables: int
    metres: float
    metres_bound: bool
    cost: Decimal
    cost_bound: bool
    currency: str
    power_w: float
    power_bound: bool
    mass_kg: float
    mass_bound: bool
    worst_tray: str
    worst_fill: float
    worst_bound: bool
    fill_max: float
    longest_m: float


def figures_of(derived: Derived) -> Figures:
    """Work the figures out."""
    count = counts(derived)
    length, length_bound = metres(derived)
    power, power_bound = equipment_total(derived.items, "power_w")
    mass, mass_bound = equipment_total(derived.items, "mass_kg")
    tray, worst = max(derived.filling.worst.items(), key=lambda pair: pair[1][0], default=("", (0.0, False)))
    longest = max((int(made.spans.computed_um.max(initial=0)) for made in derived.cabling.fabrics), default=0)
    total = derived.bill.total
    return Figures(
        hosts=count["hosts"],
        switches=count["switches"],
        links=count["links"],
        cables=count["cables"],
        metres=length,
        metres_bound=length_bound,
        cost=total.amount,
        cost_bound=total.at_least,
        currency=total.currency,
        power_w=power,
        power_bound=power_bound,
        mass_kg=mass,
        mass_bound=mass_bound,
        worst_tray=tray,
        worst_fill=worst[0],
        worst_bound=worst[1],
        fill_max=derived.project.cabling.fill_max,
        longest_m=longest / 1e6,
    )
