"""Two groups of widgets side by side where there is room, else one above the other, and never overlapping."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from fatdesk.gui.widgets.layouts import WrappedPair


@pytest.mark.parametrize(
    ("width", "least", "wrapped"), [(210, None, False), (209, None, True), (140, 30, False)]
)
def test_the_second_goes_below_where_both_do_not_fit(qtbot, width, least, wrapped):
    first, second = Sized(100), Sized(100)
    pair = WrappedPair(first, second, 10, least)
    qtbot.addWidget(pair)
    pair.resize(width, 60)
    pair.show()
    assert pair.is_wrapped == wrapped
    assert not first.geometry().intersects(second.geometry())


def test_the_second_goes_below_when_it_gets_wider(qtbot):
    first, second, extra = Sized(100), QWidget(), Sized(100)
    line = QHBoxLayout(second)
    line.setContentsMargins(0, 0, 0, 0)
    for one in (Sized(100), extra):
        line.addWidget(one)
    extra.hide()
    pair = WrappedPair(first, second, 10)
    qtbot.addWidget(pair)
    pair.resize(250, 60)
    pair.show()
    assert not pair.is_wrapped
    extra.show()
    qtbot.waitUntil(lambda: pair.is_wrapped)
    extra.hide()
    qtbot.waitUntil(lambda: not pair.is_wrapped)


class Sized(QLabel):
    """A label that prefers a width and can be narrower."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def sizeHint(self):
        return QSize(self._width, 20)

    def minimumSizeHint(self):
        return QSize(10, 20)
