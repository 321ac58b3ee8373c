"""Columns of the window made from those of an exported list: the same title, value and order."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from fatdesk.core.number_text import share_percent
from fatdesk.core.units import um_from_m
from fatdesk.engine.listing import cells
from fatdesk.engine.listing.cells import Formula, Value
from fatdesk.gui.tables.column import Column
from fatdesk.gui.widgets.numbers import UNKNOWN, metres, money
from fatdesk.gui.widgets.sorting import natural, unknown_first

Row = TypeVar("Row")
Item = TypeVar("Item")
PIXELS_OF_A_CHARACTER = 7.5
NARROWEST, WIDEST = 60, 260


def shown(value: Value, kind: cells.Kind, digits: int | None = None) -> str:
    """Return a cell of a list as the window writes it.

    >>> shown(1200, "integer"), shown(2.5, "length"), shown("unknown", "money"), shown(None, "text")
    ('1,200', '2.50', 'unknown', '')
    >>> shown(0.7584, "share"), shown(0.5, "number", 3)
    ('75.84 %', '0.500')
    """
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, str):
        return UNKNOWN if value == cells.UNKNOWN else value
    if kind == "length":
        return metres(um_from_m(float(value)))
    if kind == "money":
        return money(Decimal(value))
    if kind == "share":
        return share_percent(float(value))
    if digits is not None:
        return f"{value:,.{digits}f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def listed(
    column: cells.Column[Item],
    item: Callable[[Row], Item],
    width: int | None = None,
    **looks: Any,
) -> Column[Row]:
    """Return the column of a table that shows a column of a list.

    Parameters
    ----------
    item
        What the list makes of a row of the table.
    width
        In pixels; left out, it follows from that in characters.
    looks
        Further fields of :class:`Column`: how it looks, and how it is edited.
    """
    number = column.kind != "text"

    def text(row: Row) -> str:
        return shown(column.of(item(row)), column.kind, column.digits)

    def figure(row: Row) -> Any:
        value = column.of(item(row))
        return value if isinstance(value, int | float | Decimal) else None

    wide = max(NARROWEST, min(WIDEST, round(column.width * PIXELS_OF_A_CHARACTER) + 16))
    return Column(
        **{
            "title": column.short or column.title,
            "name": column.title,
            "width": wide if width is None else width,
            "text": text,
            "key": figure if number else None,
            "order": unknown_first if number else natural,
            "number": number,
            "tone": lambda _: "text2",
            **looks,
        }
    )


def others(
    columns: Sequence[cells.Column[Item]], item: Callable[[Row], Item], shown_already: Sequence[str]
) -> tuple[Column[Row], ...]:
    """Return the columns of a list that a table does not show yet, to be chosen from its menu."""
    return tuple(listed(one, item, hidden=True) for one in columns if one.name not in shown_already)
