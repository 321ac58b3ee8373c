"""Checks of the bill: unknown prices, power and mass."""

from collections.abc import Sequence
from typing import Literal

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.making import EQUIPMENT, Bill, counts_in


def check_bill(bill: Bill, items: Sequence[Item]) -> list[Finding]:
    """Findings about unknown figures: totals with one are lower bounds."""
    unpriced: dict[str, int] = {}
    for line in bill.lines:
        if line.unit_price is None:
            unpriced[line.part] = unpriced.get(line.part, 0) + line.order
    findings = [
        Finding(
            Severity.WARNING,
            "unpriced",
            part,
            f"no price for {count}: the total is a lower bound",
            "give the part a price with its date and source",
        )
        for part, count in unpriced.items()
    ]
    known: tuple[tuple[Literal["power_w", "mass_kg"], str], ...] = (("power_w", "power"), ("mass_kg", "mass"))
    for figure, name in known:
        text = f"{name} is not known: the total is a lower bound"
        fix = f"enter the {name} of the part, with its source"
        parts = (
            item.part
            for item in items
            if counts_in(item, figure) and getattr(item, figure) is None and not item.nameless
        )
        findings += [
            Finding(Severity.WARNING, "unknown-figure", part, text, fix) for part in dict.fromkeys(parts)
        ]
    findings += [
        Finding(
            Severity.WARNING,
            "unknown-figure",
            item.part,
            "height is not known: taken as 1 U",
            "enter the height of the part, with its source",
        )
        for item in items
        if item.category in EQUIPMENT and item.height_u is None
    ]
    return findings
