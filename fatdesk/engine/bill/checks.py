"""What is not known about what is bought: prices, power, mass."""

from collections.abc import Sequence

from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.lines import Bill
from fatdesk.engine.bill.making import EQUIPMENT
from fatdesk.engine.core.finding import Finding, Severity


def check_bill(bill: Bill, items: Sequence[Item]) -> list[Finding]:
    """Findings about unknown figures: totals with one are lower bounds."""
    findings = [
        Finding(
            Severity.WARNING,
            "unpriced",
            line.part if line.length_m is None else f"{line.part} {line.length_m:g} m",
            f"no price for {line.order}: the total is a lower bound",
            "give the part a price with its date and source",
        )
        for line in bill.lines
        if line.unit_price is None
    ]
    for figure, name in (("power_w", "power"), ("mass_kg", "mass"), ("height_u", "height")):
        findings += [
            Finding(
                Severity.WARNING,
                "unknown-figure",
                item.part,
                f"{name} is not known"
                + (": taken as 1 U" if name == "height" else ": the total is a lower bound"),
            )
            for item in items
            if item.category in EQUIPMENT and getattr(item, figure) is None
        ]
    return findings
