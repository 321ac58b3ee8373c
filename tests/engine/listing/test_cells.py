"""CSV cells: nothing is taken for a formula, and every text comes back."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.formats.cell import plain_cell
from fatdesk.engine.listing.cells import (
    Heading,
    csv_bytes,
    guarded,
    metres,
    plain_number,
)
from tests.csv_rows import read_csv

texts = st.text(st.characters(exclude_categories=["Cs"]))
starts = st.sampled_from(["", "=", "+", "-", "@", "\t", "\r", "'", "''=", "'@"])


@given(starts, texts)
def test_guard_and_back(start: str, rest: str) -> None:
    text = start + rest
    cell = guarded(text)
    assert plain_cell(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.lists(st.lists(st.builds(str.__add__, starts, texts), min_size=2, max_size=2), max_size=6))
def test_whole_files_come_back(rows: list[list[str]]) -> None:
    columns = (Heading("first", "First"), Heading("second", "Second"))
    content = csv_bytes(columns, rows)
    assert read_csv(content) == [dict(zip(("first", "second"), row, strict=True)) for row in rows]


def test_the_form_is_rfc_4180_in_the_c_locale() -> None:
    columns = (Heading("a", "A"), Heading("b", "B"), Heading("c", "C"))
    content = csv_bytes(columns, [("x, y", 2.5, Decimal(7)), ('"q"', None, 1_000_000), ("=1+1", 1e-7, "")])
    assert content == b'a,b,c\r\n"x, y",2.5,7.00\r\n"""q""",,1000000\r\n\'=1+1,0.0000001,\r\n'
    assert all(len(row) == 3 for row in csv.reader(io.StringIO(content.decode(), newline="")))


def test_half_characters_do_no_harm() -> None:
    assert csv_bytes((Heading("a", "A"),), [("x\ud800",)]) == b"a\r\nx?\r\n"


def test_a_spreadsheet_may_add_a_byte_order_mark_and_drop_empty_ends() -> None:
    assert read_csv(b"\xef\xbb\xbfa,b\r\n1\r\n") == [{"a": "1", "b": ""}]


@pytest.mark.parametrize(("content", "stated"), [(b"a\r\n1,2\r\n", "2: 2 cells"), (b'a\r\n"1', "2: ")])
def test_what_cannot_be_read_names_its_line(content: bytes, stated: str) -> None:
    with pytest.raises(ValueError, match=stated):
        read_csv(content)


def test_numbers() -> None:
    assert [plain_number(value) for value in (0.0, 12.0, 1222375 / 1e6, Decimal("0.125"), Decimal(95))] == [
        "0", "12", "1.222375", "0.125", "95.00",
    ]  # fmt: skip
    assert metres(None) == "unknown"
    assert metres(1_500_000) == 1.5
