"""Columns of tables that show columns of exported lists: the same titles, texts and order."""

from decimal import Decimal

import pytest

from fatdesk.engine.listing.cells import Column as ListColumn
from fatdesk.engine.listing.cells import Formula, Value
from fatdesk.gui.tables.listed import listed, others, shown

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
