"""Columns of tables that show columns of exported lists: the same titles, texts and order."""

from decimal import Decimal

import pytest

from fatdesk.engine.asbuilt import punch_list
from fatdesk.engine.listing import fault_columns, schedule_columns, study_columns
from fatdesk.engine.listing.cells import Column as ListColumn
from fatdesk.engine.listing.cells import Formula, Value
from fatdesk.gui.as_built import punch
from fatdesk.gui.faults import columns as faults
from fatdesk.gui.schedule import tables as schedule
from fatdesk.gui.simulation import columns as simulation
from fatdesk.gui.tables.column import Column, listed, others, shown

LIST: tuple[ListColumn[dict[str, Value]], ...] = (
    ListColumn("part", "Part", 30, value=lambda row: row["part"]),
    ListColumn("price", "Unit price", 10, "money", value=lambda row: row["price"]),
)


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (None, "money", ""),
        ("unknown", "money", "unknown"),
        (Decimal("1234.5"), "money", "1,234.50"),
        (2.5, "length", "2.50"),
        (12_000, "integer", "12,000"),
        (0.25, "number", "0.25"),
        ("=1+1", "text", "=1+1"),
        (0.999_999, "share", "> 99.99 %"),
        (1.0, "share", "100 %"),
        (Formula("=A1", 3.0), "number", "3"),
    ],
)
def test_cells_in_words(value: Value, kind: str, words: str) -> None:
    assert shown(value, kind) == words  # type: ignore[arg-type] # a word of the list of kinds


def test_a_table_shows_what_the_list_says() -> None:
    rows = [{"part": "E10", "price": Decimal(3)}, {"part": "E9", "price": "unknown"}]
    part, price = (listed(column, dict) for column in LIST)
    assert (part.title, price.title) == ("Part", "Unit price")
    assert (part.number, price.number) == (False, True)
    assert [price.text(row) for row in rows] == ["3.00", "unknown"]
    assert price.key is not None
    assert price.order is not None
    assert sorted(map(price.key, rows), key=price.order) == [None, Decimal(3)]
    assert part.order is not None
    assert sorted(map(part.text, rows), key=part.order) == ["E9", "E10"]


def test_columns_that_a_table_does_not_show_yet_wait_in_its_menu() -> None:
    (rest,) = others(LIST, dict, ["part"])
    assert (rest.title, rest.hidden) == ("Unit price", True)


@pytest.mark.parametrize(
    ("table", "columns", "apart"),
    [
        (simulation.POINTS, study_columns.COLUMNS, {"Network"}),
        (faults.ROWS, fault_columns.COLUMNS, {"Network"}),
        (faults.LOSSES, fault_columns.LOSS_COLUMNS, {"Uplinks left at the worst edge", "Uplinks there"}),
        (schedule.MESSAGES, schedule_columns.COLUMNS, set()),
        (punch.COLUMNS, punch_list.COLUMNS, {"Kind", "Difference", "Work of the stage"}),
    ],
    ids=["points", "faults", "losses", "messages", "punch list"],
)
def test_every_column_of_a_list_is_in_its_table(
    table: tuple[Column, ...], columns: tuple[ListColumn, ...], apart: set[str]
) -> None:
    """Those apart are shown by a column that the table words or combines by itself."""
    ids = [column.id for column in table]
    assert len(set(ids)) == len(ids)
    assert {column.title for column in columns} - set(ids) <= apart
    widths = [column.width for column in table]
    assert min(widths) > 0
