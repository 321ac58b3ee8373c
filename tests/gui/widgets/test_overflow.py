"""Tools without room leave the bar from its right end on, and work from the menu."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.overflow import Overflow
from fatdesk.gui.widgets.plain_text import label


@pytest.fixture
def bar(qtbot, theme):
    """A bar with a primary button, a list, a tick, a button with a menu and a plain one."""
    holder = QWidget()
    qtbot.addWidget(holder)
    line = QHBoxLayout(holder)
    holder.pressed = []
    run, holder.kinds = QPushButton("Run all studies"), Combo(theme)
    run.setProperty("kind", "primary")
    holder.kinds.addItems(["Cable kind", "Link load"])
    holder.kinds.setAccessibleName("Colour by")
    holder.kinds.activated.connect(holder.pressed.append)
    holder.tick, more, holder.plain = (
        QCheckBox("Whole cables"),
        QToolButton(),
        QPushButton("Import && export"),
    )
    holder.tick.clicked.connect(lambda on=None: holder.pressed.append(on))
    more.setText("Export")
    menu = QMenu(more)
    menu.addAction("As CSV").triggered.connect(lambda _: holder.pressed.append("csv"))
    more.setMenu(menu)
    holder.plain.clicked.connect(lambda _: holder.pressed.append("plain"))
    for one in (run, label("State"), holder.kinds, holder.tick, more, holder.plain):
        line.addWidget(one)
    holder.tools = (run, holder.kinds, holder.tick, more, holder.plain)
    holder.overflow = Overflow(theme, line)
    holder.setFixedHeight(40)
    holder.resize(900, 40)
    holder.show()
    qtbot.waitExposed(holder)
    return holder


def at(bar, width):
    """Give the bar a width; which of its tools are visible."""
    bar.resize(width, 40)
    for _ in range(3):
        QApplication.processEvents()
    for one in bar.tools:
        if one.isVisible():
            assert one.width() >= one.sizeHint().width(), f"cut at {width}"
    return [one.isVisible() for one in bar.tools]


def titles(bar):
    bar.overflow.offered.aboutToShow.emit()
    return [action.text() for action in bar.overflow.offered.actions()]


def test_tools_leave_from_the_right_and_come_back(bar):
    assert at(bar, 900) == [True] * 5
    assert not bar.overflow.isVisible()
    gone = []
    for width in range(640, 260, -10):
        shown = at(bar, width)
        assert shown == sorted(shown, reverse=True)  # from the right
        gone.append(shown.count(False))
        assert bar.overflow.isVisible() == (False in shown)
    assert gone == sorted(gone)
    assert gone[-1] == 4  # the primary button stays
    assert at(bar, 900) == [True] * 5
    assert not bar.overflow.isVisible()


def test_a_divider_without_tools_beside_it_is_hidden(bar):
    line = bar.layout()
    dividers = [QFrame(), QFrame()]
    for place, divider in zip((4, 6), dividers, strict=True):  # before the menu, and after it
        divider.setProperty("role", "divider")
        divider.setFixedWidth(1)
        line.insertWidget(place, divider)
    at(bar, 900)
    assert [divider.isHidden() for divider in dividers] == [False, False]
    bar.tools[3].hide()
    at(bar, 901)
    assert [divider.isHidden() for divider in dividers] == [True, False], "one between two tools"
    bar.tools[3].show()
    at(bar, 900)
    assert [divider.isHidden() for divider in dividers] == [False, False]


def test_the_menu_does_what_the_tools_do(bar):
    at(bar, 250)
    assert titles(bar) == ["Colour by", "Whole cables", "Export", "Import && export"]
    kinds, tick, export, plain = bar.overflow.offered.actions()
    kinds.menu().actions()[1].trigger()
    tick.trigger()
    export.menu().actions()[0].trigger()
    plain.trigger()
    assert bar.pressed == [1, True, "csv", "plain"]
    assert bar.kinds.currentText() == "Link load"
    assert bar.tick.isChecked()


def test_a_tool_that_its_view_hides_is_not_offered(bar):
    bar.tick.hide()
    at(bar, 250)
    assert "Whole cables" not in titles(bar)
    bar.plain.setEnabled(False)
    assert titles(bar)[-1] == "Import && export"
    assert not bar.overflow.offered.actions()[-1].isEnabled()


def test_tools_that_are_used_often_stay(bar):
    bar.tick.setProperty("stays", True)
    shown = at(bar, 330)
    assert shown[2]
    assert False in shown
    assert "Whole cables" not in titles(bar)
