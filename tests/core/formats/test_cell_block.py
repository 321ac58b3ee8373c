"""Blocks from spreadsheets are read cell by cell, numbers of any country as their value."""

import csv
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.formats.cell import MOST_CELLS, numbers_in_language, read_block, unproved_number
from fatdesk.core.number_text import readings, typed_number

TEXTS = st.text(alphabet="ab1,.\t\n\"' ", max_size=6).map(str.strip).filter(lambda text: "\r" not in text)


@given(
    st.integers(1, 4).flatmap(
        lambda wide: st.lists(st.lists(TEXTS, min_size=wide, max_size=wide), min_size=1)
    )
)
def test_a_block_written_by_a_spreadsheet_comes_back(cells):
    written = StringIO()
    csv.writer(written, delimiter="\t", lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows(cells)
    assert read_block(written.getvalue()) == cells


@given(
    st.lists(st.integers(0, 10**7), min_size=1, max_size=8),
    st.integers(0, 3),
    st.sampled_from(".,"),
    st.sampled_from(".,"),
)
def test_numbers_of_any_country_keep_their_value(units, places, theirs, ours):
    """A column that proves its decimal sign is read as written; of others a doubtful number is named."""
    values = [Decimal(unit).scaleb(-places) for unit in units]
    signs = {".": str.maketrans({}), ",": str.maketrans({",": ".", ".": ","})}
    texts = [f"{value:,.{places}f}".translate(signs[theirs]) for value in values]
    read = [typed_number(text, ours) for text in numbers_in_language(texts, ours)]
    doubtful = unproved_number(texts)
    assert read == values or (theirs != ours and doubtful in texts)
    assert not doubtful or len(set(readings(doubtful).values())) == 2


def test_nothing_and_too_much():
    assert read_block("") == []
    with pytest.raises(ValueError, match="copy fewer"):
        read_block("\t" * (MOST_CELLS + 1))
