"""Findings of a large project come between events; they are those of a check at once."""

from fatdesk.gui.session import document
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.room import RemoveTray
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived


def test_findings_come_between_events(desk, qtbot, monkeypatch):
    """A project that is taken for a large one: the old findings stand until the new ones are there."""
    monkeypatch.setattr(document, "SMALL", 0)
    monkeypatch.setattr("fatdesk.gui.session.session.SLICE_S", 0.0)
    session = desk.session
    before = session.findings_so_far
    assert before == check(Derived(session.project))
    tray = session.project.floor.trays[0].id
    with qtbot.waitSignal(session.found):
        session.do(RemoveTray(id=tray))
        assert session.findings_so_far is before
        assert not session.document.is_checked
    assert session.findings_so_far == check(Derived(session.project))
    assert session.findings_so_far != before
    assert any(row.finding.rule == "no-way" for row in desk.bottom.findings.model.rows)


def test_an_edit_begins_the_check_anew(desk, qtbot, monkeypatch):
    monkeypatch.setattr(document, "SMALL", 0)
    monkeypatch.setattr("fatdesk.gui.session.session.SLICE_S", 0.0)
    session = desk.session
    session.do(RemoveTray(id=session.project.floor.trays[0].id))
    rack = session.project.floor.racks[0]
    with qtbot.waitSignal(session.found):
        session.do(MoveRack(rack=rack.number, x_mm=rack.x_mm - 9000.0, y_mm=rack.y_mm))
    assert session.findings_so_far == check(Derived(session.project))


def test_who_asks_for_findings_gets_those_of_now(desk, monkeypatch):
    monkeypatch.setattr(document, "SMALL", 0)
    monkeypatch.setattr("fatdesk.gui.session.session.SLICE_S", 0.0)
    session = desk.session
    session.do(RemoveTray(id=session.project.floor.trays[0].id))
    assert session.findings == check(Derived(session.project))
    session.leave()
    assert session.findings_so_far == []


def test_the_name_of_a_step_changes_only_ids_of_devices(desk):
    """A project name with a slash and a colon is not a device with a port."""
    session = desk.session
    session.do(Rename(name="lab/a:b"))
    assert session.undo_label == "Rename to lab/a:b"
    device = next(device for rack in session.project.floor.racks for device in rack.devices)
    name = session.derived.device_names[device.id]
    session.do(MoveDevice(id=device.id, rack=14, u=1))
    assert session.undo_label == f"Move {name}"
