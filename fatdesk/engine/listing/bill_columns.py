"""Columns of the bill of materials, one row per line, and of the priced parts of an explored network."""

from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.bill.making import Bill, BillLine
from fatdesk.engine.exploring.pricing.parts_list import PartLine
from fatdesk.engine.listing.cells import Column, Value, known, rows_of


class BillRow(NamedTuple):
    """A line of the bill with its number from 1, and the rule that made its spares."""

    number: int
    line: BillLine
    spares_rule: str


COLUMNS: tuple[Column[BillRow], ...] = (
    Column("line", "Line", 6, "integer", value="number"),
    Column("category", "Category", 14, value="line.category"),
    Column("part", "Part", 36, value="line.part"),
    Column("part_number", "Part number", 24, value="line.part_number"),
    Column("alternative", "Alternative", 14, value="line.alternative"),
    Column("vendor", "Vendor", 20, value="line.vendor"),
    Column("description", "Description", 44, value="line.description"),
    Column("length_m", "Length, m", 10, "length", value="line.length_m"),
    Column("needed", "Needed", 9, "integer", value="line.needed"),
    Column("spares_rule", "Spares rule", 24, value=lambda row: row.spares_rule if row.line.spares else ""),
    Column("spares", "Spares", 8, "integer", value="line.spares"),
    Column("pack_size", "Pack size", 9, "integer", value="line.pack_size"),
    Column("order", "To order", 9, "integer", value="line.order"),
    Column("unit_price", "Unit price", 13, "money", value=lambda row: known(row.line.unit_price)),
    Column("currency", "Currency", 9, value="line.currency"),
    Column("price_date", "Price date", 11, value="line.price_date"),
    Column("source", "Source", 44, value="line.source"),
    Column(
        "discount",
        "Discount, %",
        12,
        "number",
        value=lambda row: None if (some := row.line.discount_percent) is None else float(some),
    ),
    Column("extended", "Extended", 15, "money", value=lambda row: known(row.line.extended)),
    Column("lead_time", "Lead time, days", 15, "integer", value="line.lead_time_days"),
    Column("power_w", "Power, W", 11, "number", value=lambda row: known(row.line.power_w)),
    Column("mass_kg", "Mass, kg", 11, "number", value=lambda row: known(row.line.mass_kg)),
    Column("height_u", "Height, U", 9, "integer", value=lambda row: known(row.line.height_u)),
    Column("racks", "Racks", 36, value=lambda row: " ".join(row.line.racks)),
    Column("phase", "Phase", 8, value=lambda row: ", ".join(row.line.phases)),
)


def bill_rows(bill: Bill) -> Iterator[tuple[Value, ...]]:
    """The cells of the bill in order of :data:`COLUMNS`."""
    lines = enumerate(bill.lines, start=1)
    return rows_of(COLUMNS, (BillRow(number, line, bill.spares_rule) for number, line in lines))


EXPLORED_PARTS: tuple[Column[PartLine], ...] = (
    Column("part", "Part or work", 34, value="what"),
    Column("length_m", "Ordered length, m", 8, "number", short="Length, m", digits=2, value="length_m"),
    Column("needed_m", "Needed length, m", 14, short="Needed, m", value="needed_text"),
    Column("inside", "Inside racks", 8, "integer", value="inside"),
    Column("between", "Between racks", 8, "integer", value="between"),
    Column("links", "Links that the cables carry", 8, "integer", short="Links",
        value=lambda row: row.links or None),
    Column("wasted_lanes", "Lanes of the cables that carry no link", 10, "integer", short="Wasted lanes",
        value=lambda row: row.wasted_lanes if row.links else None),
    Column("price", "Price of one", 12, "money", short="Each", value="price"),
    Column("cost", "Cost", 14, "money", value="cost"),
)  # fmt: skip
"""Columns of the priced parts of a candidate of an exploration."""
