"""Widths of texts, and texts that are made to fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.drawing.text_width import MARGIN, abbreviate, fit, text_width

WORDS = ["E01", "compute-E017 p1/2–32/2", "Rack elevations", "36 of 36 ports · ib-36", "≥ 14.1 kW × 3", "Åß"]


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("condensed", [False, True])
def test_widths_are_those_of_the_font(qapp: object, bold: bool, condensed: bool) -> None:
    from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

    family = "Roboto Condensed" if condensed else "Roboto"
    if family not in QFontDatabase.families():
        pytest.skip(f"the font {family} is not installed (Debian: fonts-roboto-unhinted)")
    font = QFont(family)
    font.setPixelSize(1000)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for word in WORDS:
        real = QFontMetricsF(font).horizontalAdvance(word)
        stated = text_width(word, 1000.0, bold=bold, condensed=condensed)
        assert real <= stated <= real * MARGIN * 1.06, word


def test_long_names_keep_both_ends() -> None:
    short = abbreviate("storage-network-E017", 12.0, 3.0)
    assert short.startswith("sto")
    assert short.endswith("017")
    assert "…" in short


@given(st.text(max_size=60), st.floats(0.1, 80.0), st.floats(1.6, 8.0), st.booleans())
def test_what_fits_is_never_wider_than_the_place(text: str, width: float, size: float, bold: bool) -> None:
    fitted = fit(text, width, size, 1.6, bold=bold)
    assert fitted.width <= width or not fitted.text
    assert 1.6 <= fitted.size <= size
    if text_width(text, size, bold=bold) <= width:
        assert (fitted.text, fitted.size, fitted.condensed) == (text, size, False)


def test_data_has_a_width_for_every_printable_character() -> None:
    printable = "".join(chr(code) for code in range(0x20, 0x180) if chr(code).isprintable())
    assert all(text_width(sign, 1.0) > 0 for sign in printable)
