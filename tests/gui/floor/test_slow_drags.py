"""Drags that lay all cables again: frames do not wait, figures arrive and are those of the whole."""

from time import monotonic

import pytest
from PySide6.QtTest import QTest

from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from tests.engine.structured.test_panel_racks import example
from tests.gui.pages.floor import FloorPage
from tests.patience import PATIENCE_S


@pytest.fixture
def floor(window):
    """2,044 cables, of which some go over panels: more than are laid again within a frame."""
    window.session.begin(example("own"))
    page = FloorPage(window)
    window.show_workspace("floor")
    return page


def arrived(floor):
    end = monotonic() + PATIENCE_S
    while floor.dragged.trial is None:
        assert monotonic() < end
        QTest.qWait(5)
    return floor.dragged.trial.figures


def beyond(floor, number):
    """A pixel where a rack goes to a place of the last row behind its last rack."""
    last = max((box for box in floor.scene.boxes.values()), key=lambda box: (box.top(), box.left()))
    return floor.at(last.center().x() + number * last.width(), last.bottom() - 60)


def test_figures_arrive_while_the_rack_is_held(floor):
    session = floor.session
    before = session.project
    seen = []
    session.trying.connect(seen.append)
    floor.drag(floor.low("A05"), beyond(floor, 1), release=False)
    assert floor.dragged.trial is None, "the frame does not wait"
    assert floor.dragged.command is not None
    assert not floor.dragged.refused
    floor.repaint()
    found = arrived(floor)
    assert found == figures_of(Derived(floor.dragged.command.apply(before)))
    assert seen[-1].figures == found
    floor.let_go(beyond(floor, 1))
    assert session.project is not before
    assert session.figures == found


def test_a_drop_does_not_wait_for_figures(floor):
    """While one place is worked out the rack goes on; it is dropped before the figures are there."""
    session = floor.session
    before = session.project
    floor.drag(floor.low("A05"), beyond(floor, 1), release=False)
    for number in (2, 3):
        floor.move(beyond(floor, number))
    assert floor.dragged.trial is None
    floor.let_go(beyond(floor, 3))
    assert session.project is not before
    assert session.figures == figures_of(Derived(session.project))
    session.undo()
    assert session.project is before


def test_the_place_where_the_rack_is_now_comes_next(floor):
    floor.drag(floor.low("A05"), beyond(floor, 1), release=False)
    for number in (2, 3):
        floor.move(beyond(floor, number))
    found = arrived(floor)
    assert found == figures_of(Derived(floor.dragged.command.apply(floor.session.project)))
