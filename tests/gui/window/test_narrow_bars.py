"""Small windows, such as 1,600 pixels at 150 %: in no workspace a word is cut or covered."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from fatdesk.gui.menus.actions import WORKSPACES
from tests.gui.accessibility.clipping import place, wrong_in

SIZES = ((1024, 728), (1066, 640), (1280, 680))
"""1,024 x 768; 1,600 x 960 pixels at 150 %; 1,280 x 720 at 100 %, 1,920 x 1,080 at 150 % and 2,560 x 1,440 at
200 %, each without the title of the window."""


def test_no_word_is_cut_or_covered_in_any_workspace(desk):
    found = []
    for size in SIZES:
        desk.resize(*size)
        if size == SIZES[-1]:
            desk.show_bottom("findings")
        for name, _ in WORKSPACES:
            desk.show_workspace(name)
            for _ in range(3):
                QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            assert desk.size().toTuple() == size
            found += [f"{name} at {size[0]}: {words}" for words in wrong_in(desk, desk.theme)]
            bar = desk.workspace.bar.parentWidget()
            assert isinstance(bar, QWidget)
            for one in bar.findChildren(QAbstractButton):
                inside = one.isHidden() or not one.isVisible() or bar.rect().contains(place(one, bar))
                found += [] if inside else [f"{name} at {size[0]}: {one.text()} is outside of the bar"]
    assert not found, "\n".join(found)


def test_no_word_is_cut_next_to_the_project_tree(desk):
    """The tree takes 216 pixels of each workspace; a window of this width begins without it."""
    desk.resize(*SIZES[-1])
    desk.show_workspace("floor")
    desk.actions_by_id["project"].trigger()
    found = []
    for name, _ in WORKSPACES:
        desk.show_workspace(name)
        if name in ("simulation", "faults", "schedule"):
            desk.workspace.new_study()
        for _ in range(3):
            QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        found += [f"{name}: {words}" for words in wrong_in(desk, desk.theme)]
    assert desk.size().toTuple() == SIZES[-1]
    assert not found, "\n".join(found)


def test_all_tools_of_the_floor_have_room_in_a_window_of_1280(desk):
    desk.resize(1280, 720)
    desk.show_workspace("floor")
    for _ in range(3):
        QApplication.processEvents()
    assert [one.isVisible() for one in desk.workspace.findChildren(QAbstractButton, "overflow")] == [False]
    assert desk.workspace.tile.isVisible()
    assert desk.workspace.snap.isVisible()
    colour = desk.workspace.colour
    for number in range(colour.count()):
        colour.setCurrentIndex(number)
        assert colour.shown_text == colour.currentText()


def test_the_list_of_colours_is_named_in_a_window_of_1600(desk):
    for name in ("floor", "topology"):
        desk.show_workspace(name)
        for wide, shown in ((1600, True), (1280, False)):
            desk.resize(wide, 900)
            for _ in range(3):
                QApplication.processEvents()
            assert desk.workspace.colour_words.isVisible() == shown
            overflow = desk.workspace.findChild(QAbstractButton, "overflow")
            assert not overflow.isVisible()
