"""Cut, copy, paste, duplicate and select all on the floor and in the racks, each undone to the byte."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.project.commands.copying import Chosen, clip_of, pasted
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import COLUMN, RACK, RESERVATION, TRAY, ReservedAt
from fatdesk.project.files.file_format import encode
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.status_line import StatusLine

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def floor(desk):
    return FloorPage(desk)


def labels(desk, racks):
    numbers = {RACK.id_of(rack) for rack in racks}
    return sorted(rack_label(rack) for rack in desk.session.project.floor.racks if rack.number in numbers)


def test_copies_of_racks_trays_and_obstacles(desk, floor):
    before = encode(desk.session.project)
    QGuiApplication.clipboard().clear()
    floor.key(Qt.Key.Key_V, CTRL)
    assert StatusLine(desk).message.startswith("There is nothing to paste")
    desk.session.select([floor.rack("A07")])
    floor.key(Qt.Key.Key_X, CTRL)
    assert "move them first" in StatusLine(desk).message
    floor.key(Qt.Key.Key_V, CTRL)
    assert "nothing to paste" in StatusLine(desk).message  # what could not be cut was not copied
    desk.copy()
    floor.key(Qt.Key.Key_V, CTRL)
    assert labels(desk, desk.session.selection) == ["A08"]
    copy = floor.scene.racks[RACK.id_of(floor.rack("A08"))]
    assert (copy.devices, copy.x_mm) == ((), floor.scene.racks[RACK.id_of(floor.rack("A07"))].x_mm + 609.6)
    floor.key(Qt.Key.Key_D, CTRL)
    assert labels(desk, desk.session.selection) == ["A09"]
    desk.session.select([floor.rack("A08"), floor.rack("A09")])
    floor.key(Qt.Key.Key_X, CTRL)
    assert len(desk.session.project.floor.racks) == 14
    floor.hover(floor.at(floor.box("A07").right() + 1300, floor.box("A07").center().y()))
    floor.key(Qt.Key.Key_V, CTRL)
    assert labels(desk, desk.session.selection) == ["A09", "A10"]
    desk.session.undo()
    floor.hover(floor.low("A07"))  # the pointer is still on the rack that was copied
    desk.session.select([floor.rack("A07")])
    desk.copy()
    floor.key(Qt.Key.Key_V, CTRL)
    assert labels(desk, desk.session.selection) == ["A08"], StatusLine(desk).message
    desk.session.do(AddColumn(column=Area(x_m=-2.0, y_m=0.0, width_m=0.5, depth_m=0.5)))
    desk.session.select([TRAY("tray-1"), COLUMN(0)])
    floor.key(Qt.Key.Key_D, CTRL)
    assert len(desk.session.project.floor.trays) == 5
    assert len(desk.session.project.floor.columns) == 2
    desk.session.select([])
    floor.key(Qt.Key.Key_A, CTRL)
    assert len(desk.session.selection) == 15
    while desk.session.history.can_undo:
        desk.session.undo()
    assert encode(desk.session.project) == before


def test_reserved_units_are_pasted_and_duplicated_in_racks(desk, floor):
    number = RACK.id_of(floor.rack("B04"))
    desk.session.do(Reserve(rack=number, u=1, height_u=2, note="KVM"))
    desk.show_workspace("racks")
    desk.session.select([RESERVATION(ReservedAt(number, 1))])
    desk.copy()
    desk.perform_in_view("duplicate")
    empty = [rack.number for rack in desk.session.project.floor.racks if not rack.devices][:2]
    desk.session.select([RACK(one) for one in empty])
    desk.perform_in_view("paste")
    reserved = {
        rack.number: [(kept.u, kept.height_u, kept.note) for kept in rack.reserved]
        for rack in desk.session.project.floor.racks
        if rack.reserved
    }
    first = RACK.id_of(floor.rack("A01"))
    assert reserved == {
        first: [(1, 14, "")],
        number: [(1, 2, "KVM"), (3, 2, "KVM")],
        **{one: [(1, 2, "KVM")] for one in empty},
    }
    desk.session.select([RESERVATION(ReservedAt(number, 1))])
    desk.perform_in_view("select-all")
    assert len(desk.session.selection) == 5
    desk.session.select([])
    desk.perform_in_view("paste")
    assert "Select the racks" in StatusLine(desk).message


def test_a_clip_goes_into_another_project_with_its_parts(designed):
    project = designed("nodes-60")
    clip = clip_of(
        project, Chosen(racks=tuple(rack.number for rack in project.floor.racks), trays=("tray-1",))
    )
    other = Project()
    for command in pasted(other, clip, 1000.0, 500.0):
        other = command.apply(other)
    assert [part.id for part in other.parts] == ["rack-42u"]
    assert [(r.x_mm, r.y_mm) for r in other.floor.racks] == [
        (round(r.x_mm + 1000, 3), round(r.y_mm + 500, 3)) for r in project.floor.racks
    ]
    assert not any(rack.devices for rack in other.floor.racks)
    shifted = tuple((round(x + 1000, 3), round(y + 500, 3)) for x, y in project.floor.trays[0].points_mm)
    assert other.floor.trays == (replace(project.floor.trays[0], id="tray-1", points_mm=shifted),)
