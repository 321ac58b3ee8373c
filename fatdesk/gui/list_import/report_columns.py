"""Columns of the report on lists that came back: changes, and what contradicts or was left aside."""

from fatdesk.core.finding import Severity
from fatdesk.engine.list_import.report import Change, Remark, one_line
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.gui.tables import Column

FIELDS = {
    "status": "Status",
    "remark": "Remark",
    "phase": "Phase",
    "tested_by": "Tested by",
    "result": "Result",
    "measured_m": "Measured, m",
    "part": "Part",
    "length_m": "Ordered, m",
    "price": "Price",
    "alternative": "Alternative",
}
TITLES = {column.name: column.title for column in (*wiring_columns.COLUMNS, *bill_columns.COLUMNS)}
NOTHING = "nothing"


def _words(text: str) -> str:
    return one_line(text) or NOTHING


CHANGES: tuple[Column[Change], ...] = (
    Column("Cable or line", 230, lambda c: one_line(str(c.key)), stretch=True),
    Column("Field", 112, lambda c: FIELDS.get(c.field, c.field), tone=lambda _: "text2"),
    Column("Was", 150, lambda c: _words(c.was), tone=lambda c: "text2" if c.was else "text3"),
    Column("Becomes", 220, lambda c: _words(c.becomes), strong=True),
    Column("File", 130, lambda c: one_line(c.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda c: str(c.line), lambda c: c.line, number=True, tone=lambda _: "text2"),
)


def _mark(remark: Remark) -> str:
    return str(remark.severity)


REMARKS: tuple[Column[Remark], ...] = (
    Column("Cable or line", 230, lambda r: one_line(r.key) or "the list", mark=_mark),
    Column("Field", 110, lambda r: TITLES.get(r.field, r.field), tone=lambda _: "text2"),
    Column(
        "What is so",
        420,
        lambda r: one_line(r.what),
        stretch=True,
        tone=lambda r: "text2" if r.severity == Severity.NOTE else "text",
    ),
    Column("File", 130, lambda r: one_line(r.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda r: str(r.line), lambda r: r.line, number=True, tone=lambda _: "text2"),
)
