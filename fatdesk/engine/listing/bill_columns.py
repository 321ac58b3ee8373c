"""The bill of materials as rows of cells, one a line."""

from collections.abc import Iterator
from decimal import Decimal

from fatdesk.engine.bill.lines import Bill, BillLine
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value

COLUMNS: tuple[Column, ...] = (
    Column("line", "Line", 6, "integer"),
    Column("category", "Category", 14),
    Column("part", "Part", 36),
    Column("part_number", "Part number", 24),
    Column("alternative", "Alternative", 14),
    Column("vendor", "Vendor", 20),
    Column("description", "Description", 44),
    Column("length_m", "Length, m", 10, "length"),
    Column("needed", "Needed", 9, "integer"),
    Column("spares_rule", "Spares rule", 24),
    Column("spares", "Spares", 8, "integer"),
    Column("pack_size", "Pack", 7, "integer"),
    Column("order", "To order", 9, "integer"),
    Column("unit_price", "Unit price", 13, "money"),
    Column("currency", "Currency", 9),
    Column("price_date", "Price date", 11),
    Column("source", "Source", 44),
    Column("discount", "Discount, %", 12, "number"),
    Column("extended", "Extended", 15, "money"),
    Column("lead_time", "Lead time, days", 15, "integer"),
    Column("power_w", "Power, W", 11, "number"),
    Column("mass_kg", "Mass, kg", 11, "number"),
    Column("height_u", "Height, U", 9, "integer"),
    Column("racks", "Racks", 36),
    Column("phase", "Phase", 8),
)


def bill_rows(bill: Bill) -> Iterator[tuple[Value, ...]]:
    """The cells of the bill in order of :data:`COLUMNS`."""
    for number, line in enumerate(bill.lines, start=1):
        yield _cells(number, line, bill.spares_rule)


def _known(value: Value) -> Value:
    if value is None:
        return UNKNOWN
    return round(value, 6) if isinstance(value, float) else value


def _percent(value: Decimal | None) -> float | None:
    return None if value is None else float(value)


def _cells(number: int, line: BillLine, spares_rule: str) -> tuple[Value, ...]:
    return (
        number,
        line.category,
        line.part,
        line.part_number,
        line.alternative,
        line.vendor,
        line.description,
        line.length_m,
        line.needed,
        spares_rule if line.spares else "",
        line.spares,
        line.pack_size,
        line.order,
        _known(line.unit_price),
        line.currency,
        line.price_date,
        line.source,
        _percent(line.discount_percent),
        _known(line.extended),
        line.lead_time_days,
        _known(line.power_w),
        _known(line.mass_kg),
        _known(line.height_u),
        " ".join(line.racks),
        ", ".join(line.phases),
    )
