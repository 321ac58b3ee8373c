"""Hours and cost of laying the cables."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np

from fatdesk.core.money import CENT
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.laying import Cabling


@dataclass(frozen=True)
class Installation:
    """Cables inside a rack and between racks (those whose racks are not known count as between)."""

    inside: int
    between: int
    hours: Fraction
    cost: Decimal
    currency: str


def installation(cabling: Cabling, rules: BillRules) -> Installation:
    """Return hours and cost of laying all cables; default rates 2.50 inside, 6.25 between racks (paper)."""
    inside = total = 0
    for fabric in cabling.fabrics:
        rack = fabric.spans.rack
        inside += int(np.count_nonzero((rack[:, 0] >= 0) & (rack[:, 0] == rack[:, 1])))
        total += fabric.count
    between = total - inside
    hours = Fraction(inside, rules.cables_per_hour_in_rack) + Fraction(
        between, rules.cables_per_hour_between_racks
    )
    exact = hours * Fraction(rules.hourly_rate)
    cost = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(CENT, ROUND_HALF_UP)
    return Installation(inside, between, hours, cost, rules.currency)
