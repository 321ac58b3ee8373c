"""The wiring list as a spreadsheet, with totals by cable part and length."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.as_exported import wiring_as_exported
from fatdesk.engine.listing.cells import UNKNOWN, Heading, Value, metres
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows
from fatdesk.engine.listing.workbook import A4, Sheet, workbook

NAME = "wiring.xlsx"
TOTALS = (
    Heading("part", "Cable part", 28),
    Heading("kind", "Kind", 8),
    Heading("ordered_m", "Ordered, m", 12, "length"),
    Heading("cables", "Cables", 10, "integer"),
    Heading("metres", "Metres", 12, "length"),
    Heading("cost", "Cost", 14, "money"),
)


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, wiring_rows(plan)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    totals, foot = _totals(plan)
    sheets = [
        Sheet("Wiring list", COLUMNS, wiring_rows(plan)),
        Sheet("Totals", TOTALS, totals, foot=[foot], paper=A4),
        wiring_as_exported(plan),
    ]
    return {NAME: workbook(f"Wiring list, {plan.title}", sheets)}


def _totals(plan: Plan) -> tuple[list[tuple[Value, ...]], tuple[Value, ...]]:
    """Cables, metres and cost by part and ordered length, and of all together."""
    counts: dict[tuple[str, str, int | None], int] = defaultdict(int)
    costs: dict[tuple[str, str, int | None], list[Decimal | None]] = defaultdict(list)
    for cable in plan.cables:
        key = (cable.part, cable.kind, cable.length.ordered_um)
        counts[key] += 1
        costs[key].append(cable.cost)
    rows: list[tuple[Value, ...]] = []
    for key in sorted(counts, key=lambda k: (k[0], k[1], k[2] is None, k[2] or 0)):
        part, kind, ordered = key
        laid = metres(None if ordered is None else ordered * counts[key])
        rows.append((part, kind, metres(ordered), counts[key], laid, _sum(costs[key])))
    known = sum((ordered or 0) * count for (_, _, ordered), count in counts.items())
    spent = sum((cost for some in costs.values() for cost in some if cost is not None), Decimal(0))
    at_least = any(cost is None for some in costs.values() for cost in some)
    at_least |= any(ordered is None for _, _, ordered in counts)
    words = "Total, at least" if at_least else "Total"
    return rows, (words, None, None, sum(counts.values()), known / 1_000_000, spent)


def _sum(costs: list[Decimal | None]) -> Value:
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(costs) else UNKNOWN
