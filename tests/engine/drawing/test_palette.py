"""Colours that can be read and told apart."""

from itertools import combinations

import pytest

from fatdesk.engine.drawing.palette import (
    KIND_NAMES,
    LIGHT,
    PRINT,
    Palette,
    contrast,
    heat_bin,
    luminance,
    mixed,
    text_on,
)


@pytest.mark.parametrize("palette", [LIGHT, PRINT])
def test_text_is_read_on_its_ground(palette: Palette) -> None:
    for level in (1, 2, 3, 4):
        look = palette.role(level, 4)
        assert contrast(look.text, look.fill) >= 4.5, level
        assert contrast(look.stroke, palette.ground) >= 3.0, level
    for ink in (palette.text, palette.text2, palette.host.text):
        assert contrast(ink, palette.ground) >= 4.5
    for colour in palette.heat:
        assert contrast(text_on(colour), colour) >= 4.5, colour
    for kind in KIND_NAMES:
        assert contrast(palette.kinds[kind], palette.ground) >= 3.0, kind


@pytest.mark.parametrize("palette", [LIGHT, PRINT])
def test_heat_falls_in_steps_that_a_grey_printer_shows(palette: Palette) -> None:
    steps = [luminance(colour) for colour in palette.heat]
    assert steps == sorted(steps, reverse=True)
    assert all(contrast(a, b) >= 1.2 for a, b in combinations(palette.heat, 2))


def test_bins_are_equal_up_to_the_limit() -> None:
    assert [heat_bin(v / 100, 0.5) for v in (0, 9, 11, 21, 31, 41, 50, 51, 99)] == [0, 0, 1, 2, 3, 4, 4, 5, 5]
    assert heat_bin(0.0, 0.0) == 0


def test_levels_between_edge_and_core_are_mixed() -> None:
    assert LIGHT.role(1, 3) == LIGHT.edge
    assert LIGHT.role(3, 3) == LIGHT.core
    assert LIGHT.role(2, 3).fill == mixed(LIGHT.edge.fill, LIGHT.core.fill, 0.5)
