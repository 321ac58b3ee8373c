"""Rack power, heat and floor load of racks in the inspector, each edit one step."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.gui.panels.status_line import explanation
from fatdesk.project.commands.fabrics import SetRequirements
from fatdesk.project.document.ref import RACK
from fatdesk.project.files.file_format import encode


@pytest.fixture
def panel(desk):
    desk.show_workspace("floor")
    return desk.inspector


def numbers(desk, *labels):
    found = {rack_label(rack): rack.number for rack in desk.session.project.floor.racks}
    return [found[label] for label in labels]


def select(desk, *labels):
    desk.session.select([RACK(number) for number in numbers(desk, *labels)])


def words(panel):
    return [some.text() for some in panel.page.findChildren(QLabel)]


def press(panel, text):
    next(some for some in panel.page.findChildren(QPushButton) if some.text() == text).click()


def enter(qtbot, panel, name, text):
    field = panel.fields[name]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def move(qtbot, panel, name, key):
    """Choose the next or the previous value of a list by a key."""
    field = panel.fields[name]
    assert isinstance(field, QComboBox)
    field.setFocus()
    qtbot.keyClick(field, key)


def power_of(desk, *labels):
    racks = {rack.number: rack for rack in desk.session.project.floor.racks}
    return [racks[number].power for number in numbers(desk, *labels)]


def test_feeds_of_racks_are_edited_and_undone(desk, panel, qtbot):
    before = encode(desk.session.project)
    select(desk, "A01", "A02")
    assert "not decided" in words(panel)
    enter(qtbot, panel, "Breaker", "32")
    assert power_of(desk, "A01", "A02", "A03") == [PowerFeeds(breaker_a=32.0)] * 2 + [None]
    assert desk.actions_by_id["undo"].text().replace("&", "") == "Undo set power of 2 racks"
    desk.actions_by_id["undo"].trigger()
    assert encode(desk.session.project) == before


def test_the_scheme_enables_the_number_of_feeds(desk, panel, qtbot):
    select(desk, "A01")
    assert not panel.fields["Number of feeds"].isEnabled()
    move(qtbot, panel, "Redundancy", Qt.Key.Key_Down)
    assert power_of(desk, "A01") == [PowerFeeds(scheme="N+1")]
    assert panel.fields["Number of feeds"].isEnabled()
    enter(qtbot, panel, "Number of feeds", "4")
    assert power_of(desk, "A01") == [PowerFeeds(scheme="N+1", count=4)]
    move(qtbot, panel, "Redundancy", Qt.Key.Key_Up)
    assert power_of(desk, "A01") == [PowerFeeds()]


def test_one_phase_has_no_choice_of_outlets(desk, panel, qtbot):
    select(desk, "A01")
    move(qtbot, panel, "Outlets between", Qt.Key.Key_Down)
    assert power_of(desk, "A01") == [PowerFeeds(outlets_at="phases")]
    move(qtbot, panel, "Phases", Qt.Key.Key_Down)
    assert power_of(desk, "A01") == [PowerFeeds(phases=1)]
    assert not panel.fields["Outlets between"].isEnabled()


def test_feeds_of_one_rack_become_those_of_the_room_and_back(desk, panel, qtbot):
    select(desk, "A01")
    enter(qtbot, panel, "Circuits per feed", "3")
    press(panel, "Use this rack power in the whole room")
    room = desk.session.project.wishes.room
    assert room is not None
    assert room.power == PowerFeeds(circuits=3)
    assert power_of(desk, "A01") == [None]
    assert "as the room" in words(panel)
    enter(qtbot, panel, "Voltage", "415")
    assert "its own" in words(panel)
    press(panel, "Use the rack power of the room")
    assert power_of(desk, "A01") == [None]


def test_figures_of_a_rack_and_of_rows(desk, panel):
    """The inspector, the tooltip of the status line and the engine state the same figures."""
    room = replace(desk.session.project.wishes.room or RoomRequirement(), power=PowerFeeds(breaker_a=1.0))
    assert desk.session.do(SetRequirements(room=room))
    some = next(one for one in desk.session.derived.facility.racks if one.loads.cords)
    select(desk, some.label)
    shown = words(panel)
    assert "no limit" not in shown[: shown.index("Mass left")]  # the feeds limit the rack
    assert "Load after a loss" in shown
    assert "Feed capacity" in shown
    text = explanation(desk.session, "Power")
    assert text.startswith("Room: ")
    assert "m³/h" in text
    total = desk.session.derived.facility.room
    assert f"{total.power_w / 1000:,.1f} kW" in text
