"""What is not known about what is bought: prices, power, mass."""

from collections.abc import Sequence

from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.lines import Bill
from fatdesk.engine.bill.making import EQUIPMENT
from fatdesk.engine.core.finding import Finding, Severity


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
