"""Colours of bars of figures against their limit."""

import pytest

from fatdesk.gui.widgets.limit_bar import LimitBar


@pytest.mark.parametrize(
    ("share", "over", "token"),
    [(0.3, False, "text3"), (0.89, False, "text3"), (0.9, False, "warn_fill"), (1.2, True, "error")],
)
def test_a_bar_warns_near_its_limit_and_is_plain_below(theme, share, over, token):
    bar = LimitBar(theme, share, over)
    image = bar.grab().toImage()
    middle = image.height() // 2
    assert image.pixelColor(2, middle) == theme.colour(token)
    empty = image.pixelColor(image.width() - 6, middle)
    assert (empty == theme.colour("press")) == (share < 1)
