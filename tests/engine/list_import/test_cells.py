"""Cells as spreadsheets write them: figures of both worlds, texts that were taken for something else."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.list_import.table import figure_of, is_as_it_was, sound_text, text_of
from fatdesk.engine.listing.cells import UNKNOWN, plain_number


@pytest.mark.parametrize(
    ("cell", "figure"),
    [
        (3, "3"), (2.5, "2.5"), (1.125, "1.125"), (4200.0, "4200"), ("2,5", "2.5"), ("0,125", "0.125"),
        ("1 234,5", "1234.5"),
        ("1.234.567,8", "1234567.8"), ("1,234,567", "1234567"), ("1'234.50", "1234.50"), ("-1", "-1"),
        ("7 m", "7"),
    ],
)  # fmt: skip
def test_figures(cell, figure):
    assert figure_of(cell) == Decimal(figure)


@pytest.mark.parametrize("cell", ["1,234", "long", "1e9", "NaN", "--2", "2.5.1", True, "9" * 400, "1:30"])
def test_what_is_no_figure_is_told(cell):
    with pytest.raises(ValueError, match=r"is not a number|may be 1\.234 or 1234"):
        figure_of(cell)


@given(st.integers(0, 10**9), st.sampled_from([(",", "."), (".", ","), (" ", ","), ("", "."), ("", ",")]))
def test_figures_with_two_digits_come_back_however_they_are_written(cents, signs):
    thousands, point = signs
    text = f"{cents // 100:,}".replace(",", thousands) + point + f"{cents % 100:02}"
    assert figure_of(text) == Decimal(cents) / 100


@pytest.mark.parametrize(
    ("cell", "was"),
    [
        ("", None), ("", ""), (" ", ""), ("7", 7), (7, "7"), (7, "007"), ("1,234", 1234), ("1.234", 1234),
        (True, "true"), ("2026-02-12", "2/12"), (100000, "1e5"), ("a\r\nb", "a\nb"), ("3.00", 3.0),
        ("3,46", 3.456),
        (UNKNOWN, UNKNOWN), (0.1 + 0.2, 0.3),
    ],
)  # fmt: skip
def test_what_spreadsheets_do_by_themselves_is_no_change(cell, was):
    assert is_as_it_was(cell, was)


@pytest.mark.parametrize(
    ("cell", "was"),
    [
        ("3", 3.4), ("3.5", 3.456), (3.46, 3.456), ("7/1", "7"), ("", 0), ("", "x"), ("0", ""), (0, None),
        ("1.5", 15),
        ("2026-02-12", "3/12"), ("unknown", 3.0), ("12", 1.2), (7, "8"), (8.0, "a"),
    ],
)  # fmt: skip
def test_what_is_another_value_is_a_change(cell, was):
    assert not is_as_it_was(cell, was)


@given(st.integers(1, 10**11))
def test_a_length_is_as_it_was_in_each_form_of_its_own(micrometres):
    length = micrometres / 1e6
    for cell in (length, plain_number(length), f"{length:.2f}", f"{length:.2f}".replace(".", ",")):
        assert is_as_it_was(cell, length)


def test_texts():
    assert (text_of(True), text_of(3), text_of(2.5), text_of(" a ")) == ("TRUE", "3", "2.5", "a")
    for bad in ("x" * 2001, "a\x07", "\ud800"):
        with pytest.raises(ValueError, match=r"shorten it|remove it"):
            sound_text(bad)
