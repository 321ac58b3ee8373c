"""The tour: three cards next to what they describe, at the first start alone, led by keys."""

from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from fatdesk.gui.settings import Settings
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.gui.window.tour import begin_once
from fatdesk.project.commands.project import Rename
from tests.gui.conftest import leave
from tests.gui.pages.page import until
from tests.gui.pages.palette import Palette
from tests.gui.pages.tour import Tour


def begun(window):
    window.actions_by_id["tour"].trigger()
    return Tour(window)


def presses_again(control):
    """Whether the second press of a double click reaches a control."""
    at, left = QPointF(control.rect().center()), Qt.MouseButton.LeftButton
    kind, plain = QEvent.Type.MouseButtonDblClick, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(control, QMouseEvent(kind, at, control.mapToGlobal(at), left, left, plain))
    reached = control.isDown()
    control.setDown(False)
    return reached


def press(key):
    QTest.keyClick(QApplication.focusWidget(), key)


def test_it_points_at_wizard_floor_and_documents(window):
    tour = begun(window)
    seen = []
    for control in (window.welcome.design, *(window.rail.buttons[name] for name in ("floor", "documents"))):
        seen.append((tour.count, tour.title))
        assert tour.is_around(control)
        assert not tour.box.intersects(tour.ring)
        assert window.rect().contains(tour.box)
        press(Qt.Key.Key_Return)
    assert seen == [("1 of 3", "Design a network"), ("2 of 3", "Floor"), ("3 of 3", "Documents")]
    assert not tour.is_visible


@pytest.mark.parametrize("size", [(1600, 1000), (1024, 640)])
def test_the_buttons_stay_where_they_are(window, qtbot, size):
    """Clicks at one place lead to the end, and none of them reaches an example behind the cards."""
    window.resize(*size)
    tour = begun(window)
    places, where = [], None
    for _ in range(3):
        assert not tour.box.intersects(tour.ring)
        places.append(tour.place("tour-next"))
        where = where or places[0].center()
        control = window.childAt(where)
        QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.mapFrom(window, where))
    assert len(set(map(str, places))) == 1, places
    assert not tour.is_visible
    assert not window.desk.session.is_open


def test_a_click_on_a_card_goes_no_further(window):
    tour, seen = begun(window), []
    window.mousePressEvent = seen.append
    for text in ("tour-title", "tour-text"):
        at = tour.place(text).center()
        control = window.childAt(at)
        QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.mapFrom(window, at))
    assert not seen
    assert (tour.count, window.desk.session.is_open) == ("1 of 3", False)


def test_a_double_click_on_done_goes_no_further(window):
    tour = begun(window)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    place = tour.place("tour-next").center()
    control = window.childAt(place)
    QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.mapFrom(window, place))
    assert not tour.is_visible
    assert not presses_again(window.rail.buttons["catalog"])
    until(lambda: presses_again(window.rail.buttons["catalog"]))


def test_keys_lead_on_back_and_out(window):
    before = window.welcome.reference
    before.setFocus()
    tour = begun(window)
    counts = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left):
        press(key)
        counts.append(tour.count)
        assert tour.has_keys
    assert counts == ["2 of 3", "3 of 3", "2 of 3", "1 of 3", "1 of 3"]
    press(Qt.Key.Key_Escape)
    assert not tour.is_visible
    assert before.hasFocus()


@pytest.mark.parametrize("theme_mode", ["light", "dark"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_texts_have_room(window, theme_mode, size):
    window.resize(*size)
    if window.theme.mode != theme_mode:
        window.toggle_theme()
    tour = begun(window)
    for _ in range(3):
        assert window.rect().contains(tour.box)
        for text in tour.widget.findChildren(QLabel):
            assert text.height() >= text.heightForWidth(text.width())
            assert text.width() >= text.minimumSizeHint().width()
        press(Qt.Key.Key_Right)


def test_the_rest_of_the_window_works(window, qtbot):
    """The wizard opens below the first card; the second comes back with the page of projects."""
    tour = begun(window)
    qtbot.mouseClick(window.welcome.design, Qt.MouseButton.LeftButton)
    until(lambda: not tour.is_visible)
    assert window.is_designing
    window.designing.end()
    until(lambda: tour.is_visible)
    assert tour.count == "2 of 3"
    window.resize(1200, 700)
    until(lambda: tour.is_around(window.rail.buttons["floor"]))


def test_the_palette_is_above_it(window):
    tour = begun(window)
    window.show_palette()
    window.resize(1500, 900)  # the card moves with its control
    until(lambda: not tour.is_waiting)
    palette = Palette(window)
    both = palette.box.intersected(tour.box)
    assert not both.isEmpty()
    assert palette.is_at(both.center())


def test_with_a_project_it_begins_at_requirements(desk):
    tour = begun(desk)
    assert tour.title == "Requirements"
    assert tour.is_around(desk.rail.buttons["requirements"])
    press(Qt.Key.Key_Escape)


def test_the_first_change_of_a_project_ends_it(desk):
    tour = begun(desk)
    desk.show_workspace("bill")
    assert tour.is_visible, "looking around is not work"
    desk.session.do(Rename(name="mine"))
    assert not tour.is_visible
    desk.actions_by_id["undo"].trigger()
    assert not tour.is_visible


@pytest.mark.parametrize("opens", [True, False])
def test_unasked_it_leaves_the_keys_to_who_uses_them(window, opens):
    """Of a file that is being opened, and of the palette; on the page of projects the card has them."""
    before = window.welcome.reference
    before.setFocus()
    window.show_first_tour(opens)
    tour = Tour(window)
    assert (tour.title, tour.has_keys) == ("Design a network", not opens)
    window.tour.end()
    before.setFocus()
    window.show_palette()
    typed = QApplication.focusWidget()
    window.show_first_tour(opens)
    assert tour.is_visible
    assert QApplication.focusWidget() is typed
    tour.click("tour-next")
    assert (tour.count, tour.has_keys) == ("2 of 3", True)


def test_it_is_shown_at_the_first_start_alone(theme, qtbot, tmp_path):
    path, shown = tmp_path / "settings.json", []
    for _ in range(2):
        window = MainWindow(theme, Settings(path))
        window.trouble.release()
        qtbot.addWidget(window, before_close_func=leave)
        window.show()
        qtbot.waitExposed(window)
        begin_once(window.desk, partial(window.show_first_tour, False))
        shown.append(window.findChild(QLabel, "tour-title") is not None)
        if shown[-1]:
            Tour(window).click("tour-skip")
            assert not Tour(window).is_visible
    assert shown == [True, False]
