"""What the reader of docs/guide/room-planner.md does."""

import re

from PySide6.QtCore import Qt

from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.racks import RacksPage
from tests.gui.pages.status_line import StatusLine

STEPS = Drivers("room-planner")


def _sees_racks(hand: Hand, floor: FloorPage) -> None:
    hand.sees(*(floor.label(number) for number in floor.scene.racks))


@STEPS("Open an example and look at the floor")
def open_example(hand: Hand) -> None:
    """The floor of the example."""
    hand.open_example("396 hosts in 11 racks")
    hand.menu("View", "Floor")
    floor = FloorPage(hand.window)
    floor.focus()
    floor.key(Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
    hand.settle()
    hand.picture("room-planner-floor", floor.widget, hand.window.status)
    _, limit = StatusLine(hand.window).figure("Worst tray").split(", limit ")
    hand.sees(limit)


@STEPS("Move a rack and see what it costs")
def move(hand: Hand) -> None:
    """Drag a rack, and release it only once the card has been read."""
    floor, line = FloorPage(hand.window), StatusLine(hand.window)
    _sees_racks(hand, floor)
    before = {row.id: row.kind for row in hand.window.session.derived.rows}
    floor.drag_rack("B04", "B01", release=False)
    hand.until(lambda: "Cost" in line.changes)
    hand.picture("room-planner-drag", floor.widget, hand.window.status)
    floor.let_go(floor.low("B01"))
    hand.settle()
    after = {row.id: row.kind for row in hand.window.session.derived.rows}
    assert sorted(before) == sorted(after)
    assert sum(kind == "AOC" for kind in after.values()) > sum(kind == "AOC" for kind in before.values())
    count = sum(1 for kind in after.values() if kind == "AOC") - sum(
        1 for kind in before.values() if kind == "AOC"
    )
    hand.sees(count)


@STEPS("Undo the move")
def undo(hand: Hand) -> None:
    """Undo by name."""
    hand.menu("Edit", "Undo move rack B04")
    hand.settle()
    floor = FloorPage(hand.window)
    hand.picture("room-planner-undone", floor.widget, hand.window.status)


@STEPS("Draw a tray")
def draw_tray(hand: Hand) -> None:
    """A cross tray between two rows."""
    floor = FloorPage(hand.window)
    _sees_racks(hand, floor)
    hand.window.session.select([])
    hand.menu("Place", "Draw a tray")
    first, last = (floor.box(label).center() for label in ("A03", "B03"))
    floor.click_on(floor.at(first.x(), first.y()))
    end = floor.at(last.x(), last.y())
    floor.click_on(end)
    floor.double_click(end)
    hand.settle()
    assert [tray.id for tray in hand.window.session.project.floor.trays][-1] == "tray-5"
    hand.picture("room-planner-tray")
    floor.key(Qt.Key.Key_Escape)


@STEPS("Make a cold aisle")
def face(hand: Hand) -> None:
    """Both rows face each other."""
    floor = FloorPage(hand.window)
    floor.key(Qt.Key.Key_Escape)
    hand.menu("Edit", "Select all")
    hand.menu("Place", "Face rows to each other")
    hand.settle()
    hand.sees(*(call.text for call in floor.drawn() if re.fullmatch(r"Cold aisle", call.text)))
    hand.picture("room-planner-aisle", floor.widget)


@STEPS("Reserve units for others")
def reserve(hand: Hand) -> None:
    """Reserve the lowest units of a rack."""
    _sees_racks(hand, FloorPage(hand.window))
    hand.window.session.select([])
    hand.menu("View", "Racks")
    hand.menu("Place", "Reserve units")
    racks = RacksPage(hand.window)
    racks.drag(racks.unit("B04", 1), racks.unit("B04", 4))
    hand.settle()
    floor = hand.window.session.project.floor
    (made,) = next(rack.reserved for rack in floor.racks if rack.number == racks.number_of("B04"))
    assert (made.u, made.height_u) == (1, 4)
    hand.sees(made.u, made.u + made.height_u - 1)
    racks.key(Qt.Key.Key_Escape)
    hand.picture("room-planner-racks", racks.widget)


@STEPS("Save, and print the floor plan")
def save(hand: Hand) -> None:
    """Save under a name: the commands of the step need the file."""
    with hand.choosing("hall.fatdesk"):
        hand.menu("File", "Save as…")
    hand.settle()
