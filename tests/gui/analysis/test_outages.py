"""Links and devices that fail by hand: what is cut is told and drawn in topology, floor and racks."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel

from fatdesk.core.progress import SILENT
from fatdesk.gui.analysis.failures import WorkedOut
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.views.strips import OutageStrip
from fatdesk.networks.fault_tolerance.impact import Element
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy, Project
from fatdesk.project.document.ref import DEVICE, FABRIC, LOSS, NODE, RACK, STUDY, ElementOf, NodeOf
from fatdesk.tasks.failures import LossFigures, find_losses
from tests.gui.hands import click, press
from tests.gui.pages.inspector import Inspector
from tests.patience import judge_time

SHIFT = Qt.KeyboardModifier.ShiftModifier
HOSTS, PER_EDGE = 396, 18
"""Of nodes-396: 22 edge switches with 18 hosts each."""
PAIRS = HOSTS * (HOSTS - 1)


@pytest.fixture
def topology(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_3)
    return desk.workspaces["topology"]


def strip_of(view):
    return view.findChild(OutageStrip)


def box_of(view, name):
    scene = view.canvas.scene
    slot = scene.drawing.layout.slot_of_node[scene.names.index(name)]
    wanted = scene.drawing.layout.slot_box[slot]
    box = next(b for b in view.canvas.frame().boxes if b.what == "box" and b.number == wanted)
    return QPoint(round(box.x + box.width / 2), round(box.y + box.height / 2))


def device(view, name):
    scene = view.canvas.scene
    return DEVICE(scene.fabric.ids[scene.names.index(name)])


def test_a_failed_edge_switch_cuts_its_hosts(topology, desk, qtbot):
    desk.session.select([device(topology, "E05")])
    qtbot.keyClick(topology.canvas, Qt.Key.Key_X)
    cut = PAIRS - (HOSTS - PER_EDGE) * (HOSTS - PER_EDGE - 1)
    strip = strip_of(topology)
    assert strip.isVisible()
    assert (
        strip.words.text() == f"1 device failed: 18 hosts cut off, {cut:,} of {PAIRS:,} pairs disconnected."
    )
    emphasis = topology.canvas.scene.looking.emphasis
    assert int(emphasis.cut.sum()) == PER_EDGE
    assert int(emphasis.out.sum()) == 2 * PER_EDGE
    assert not desk.session.unsaved
    assert not desk.session.history.can_undo
    qtbot.keyClick(topology.canvas, Qt.Key.Key_X)
    assert not strip.isVisible()
    assert not topology.canvas.scene.looking.emphasis.anything_out


def test_clicks_fail_devices_and_links(topology, desk, qtbot):
    qtbot.mouseClick(topology.fail_button, Qt.MouseButton.LeftButton)
    click(qtbot, topology.canvas, box_of(topology, "C03"))
    assert desk.session.selection == ()
    assert (
        strip_of(topology).words.text()
        == f"1 device failed: no host cut off, 0 of {PAIRS:,} pairs disconnected."
    )
    seen = topology.canvas.frame()
    x1, y1, x2, y2 = seen.strands.lines[np.flatnonzero(seen.strands.out == 0)[0]]
    click(qtbot, topology.canvas, QPoint(round(x1 + (x2 - x1) * 0.9), round(y1 + (y2 - y1) * 0.9)))
    assert strip_of(topology).words.text().startswith("1 device and 1 link failed: ")
    qtbot.keyClick(topology.canvas, Qt.Key.Key_X, SHIFT)
    assert not outages_of(desk.session).anything
    qtbot.keyClick(topology.canvas, Qt.Key.Key_Escape)
    assert not topology.fail_button.isChecked()
    click(qtbot, topology.canvas, box_of(topology, "C03"))
    assert desk.session.selection == (device(topology, "C03"),)


def test_a_menu_fails_one_link_of_a_cable_or_all(topology, desk):
    seen = topology.canvas.frame()
    x1, y1, x2, y2 = seen.strands.lines[-1]
    menu = topology.canvas.menu_at(QPoint(round((x1 + x2) / 2), round((y1 + y2) / 2)).toPointF())
    entries = {action.text(): action for action in menu.actions() if isinstance(action, QAction)}
    entries["Fail this link"].trigger()
    assert outages_of(desk.session).sentences == [
        f"1 link failed: no host cut off, 0 of {PAIRS:,} pairs disconnected."
    ]


def test_a_rack_fails_with_everything_in_it(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_4)
    floor, session = desk.workspaces["floor"], desk.session
    rack = next(rack for rack in session.project.floor.racks if rack.devices)
    session.select([RACK(rack.number)])
    qtbot.keyClick(floor.canvas, Qt.Key.Key_X)
    assert outages_of(session).rack_states[rack.number] == "out"
    states = outages_of(session).device_states
    assert all(states[some.id] == "out" for some in rack.devices)
    assert strip_of(floor).isVisible()
    press(qtbot, desk, Qt.Key.Key_5)
    assert strip_of(desk.workspaces["racks"]).words.text() == strip_of(floor).words.text()
    qtbot.keyClick(desk.workspaces["racks"].canvas, Qt.Key.Key_X, SHIFT)
    assert not outages_of(session).rack_states


def test_another_project_has_nothing_failed(topology, desk):
    outages_of(desk.session).turn([device(topology, "E05")])
    assert outages_of(desk.session).anything
    desk.session.begin(Project(name="other"))
    assert not outages_of(desk.session).anything


def test_links_that_are_gone_have_not_failed(topology, desk):
    """After another design the numbers mean other links."""
    outages, net = outages_of(desk.session), topology.canvas.scene.network
    outages.turn_links(net, [3, 5])
    ends = topology.canvas.scene.fabric.ends
    assert outages.what_if.links(net, ends) == {3, 5}
    assert outages.what_if.links(net, ends.copy()) == {3, 5}
    assert not outages.what_if.links(net, ends[:-1])


def test_networks_without_parts_fail_too(window, qtbot):
    window.session.begin(Project(name="papers"))
    window.session.do(AddStudy(study=NetworkUnderStudy(name="fta", spec="kary-tree:k=4,n=3")))
    window.show_workspace("topology")
    outages = outages_of(window.session)
    network = window.workspaces["topology"].canvas.scene.network
    assert network == STUDY("fta")
    outages.turn([NODE(NodeOf("fta", 70))])  # switch 6 of stage 0: four hosts of 64 (screen 11)
    assert outages.sentences == ["1 device failed: 4 hosts cut off, 492 of 4,032 pairs disconnected."]
    outages.mend()
    up = np.flatnonzero((window.session.derived.study("kary-tree:k=4,n=3").ends == 70).any(axis=1))
    ends = window.session.derived.study("kary-tree:k=4,n=3").ends
    outages.turn_links(network, [int(link) for link in up if (ends[link] >= 64).all()])
    assert outages.sentences == ["4 links failed: 4 hosts cut off, 480 of 4,032 pairs disconnected."]


def test_a_large_network_is_made_ready_beside_the_window_and_then_answers_at_once(window, qtbot):
    """20,736 hosts: at most 100 ms a failure with its picture."""
    window.session.begin(
        Project(
            name="big", studies=(NetworkUnderStudy(name="big", spec="egft:M=18-18-64,C=1-18-324,K=1-1-1"),)
        )
    )
    window.show_workspace("topology")
    view, outages = window.workspaces["topology"], outages_of(window.session)
    qtbot.waitUntil(lambda: view.canvas.frame() is not None)
    outages.turn([NODE(NodeOf("big", 20736))])
    qtbot.waitUntil(lambda: "calculating" not in outages.sentences[0])
    lost = 18 * (20_736 - 18) * 2 + 18 * 17
    assert outages.sentences == [
        f"1 device failed: 18 hosts cut off, {lost:,} of {20_736 * 20_735:,} pairs disconnected."
    ]
    took = []
    for node in range(5):
        began = time.perf_counter()
        outages.turn([NODE(NodeOf("big", 20_737 + node))])
        view.canvas.viewport().repaint()
        took.append(time.perf_counter() - began)
    judge_time(min(took), 0.1)


def test_a_selected_loss_is_out_until_it_is_left(desk):
    session = desk.session
    fabric = session.derived.fabrics[0]
    rack = session.project.floor.racks[6]
    ids = {some.id for some in rack.devices}
    nodes = np.array([n for n, key in enumerate(fabric.ids) if key in ids], np.int32)
    links = np.flatnonzero(np.isin(fabric.ends, nodes).any(axis=1)).astype(np.int32)
    element = Element("rack", f"rack/{rack.number}", "A07", nodes, links, ())
    assert outages_of(session).of(FABRIC(fabric.name)) is None
    loss = LossFigures((element,), 45, HOSTS, PAIRS, PAIRS, 0.5, 9, 18, "")
    outages_of(session).losses.put(fabric.name, 1, WorkedOut((loss,), session.project, None))
    session.select([LOSS(ElementOf(fabric.name, element.key))])
    assert outages_of(session).rack_states[rack.number] == "out"
    assert outages_of(session).sentences[0].startswith("Rack A07 lost: ")
    session.select([])
    assert not outages_of(session).rack_states


def test_what_would_help_can_be_tried(desk):
    """The step that the job found is done by the button of the inspector, and undone."""
    session = desk.session
    before = session.project
    fabric = session.derived.fabrics[0].name
    found = find_losses(before, fabric, 1, SILENT).losses
    loss = next(loss for loss in found if loss.elements[0].name == "A07")
    advised = [loss.elements[0].name for loss in found if loss.advice is not None]
    assert sorted(advised) == ["A07", "B04"]  # the racks with core switches
    outages_of(session).losses.put(fabric, 1, WorkedOut(found, before, None))
    session.select([LOSS(ElementOf(fabric, loss.elements[0].key))])
    assert loss.advice.text in [label.text() for label in desk.inspector.findChildren(QLabel)]
    Inspector(desk).field(loss.advice.title).click()
    assert session.project == loss.advice.command.apply(before)
    session.undo()
    assert session.project == before
