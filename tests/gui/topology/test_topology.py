"""The drawing of the network with real clicks and keys: select, cross-probe, open, find, path, pictures."""

import threading
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.gui.tables.table import Table
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK, TRAY
from fatdesk.project.files.storing import save_project
from tests.gui.pages.topology import TopologyPage
from tests.gui.pages.workspace import WorkspacePage
from tests.patience import PATIENCE_S

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def show(window, designed, tmp_path, qtbot):
    """Open an example with its network in front."""

    def opened(name):
        path = tmp_path / f"{name}.fatdesk"
        save_project(designed(name), path)
        window.files.open_path(path)
        qtbot.waitUntil(window.isActiveWindow)
        qtbot.keyClick(window, Qt.Key.Key_3, CONTROL)
        assert window.workspace_name == "topology"
        return TopologyPage(window)

    return opened


def test_every_node_of_a_small_network_is_drawn(show):
    view = show("nodes-60")
    seen = view.frame
    assert [box.what for box in seen.boxes] == ["box"] * 6
    assert len(seen.hosts) == 60
    assert len(seen.strands.lines) == 8
    assert [pill.text for pill in seen.pills] == ["× 9"] * 8
    words = [label.text for label in seen.labels]
    assert {"C01", "C02", "E01", "E04", "24 of 36 ports", "18 hosts", "6 hosts"} <= set(words)
    assert {"60", "n60"} & set(words)
    assert not seen.trimmed


def test_the_whole_network_is_clear_of_the_legend(show):
    """Below the network is room for two lines of text, the legend with a note, and its margin."""
    view = show("nodes-2592")
    view.drawing.fit()
    view.settle()
    assert view.drawing.foot >= 30 + view.drawing.legend.height() + 12


def test_no_two_boxes_have_the_same_name(show):
    """External ports are called by their far ends, not like the switches that have them; edges name rails."""
    words = [label.text for label in show("gpu-63").frame.labels]
    assert words.count("E09") == 1
    assert {f"external-{number}" for number in range(1, 5)} <= set(words)
    assert all(words.count(f"rail {number}") == 2 for number in range(1, 9))


def test_a_click_selects_in_all_views(show, window, qtbot):
    view = show("nodes-396")
    view.click_at(view.box("E11"))
    session = window.session
    assert session.selection == (DEVICE("compute/edge/11"),)
    lit = view.scene.looking.emphasis
    fabric = view.scene.fabric
    node = view.scene.names.index("E11")
    assert lit.links.sum() == (fabric.ends == node).any(axis=1).sum() == 36
    assert view.frame.strands.lit.sum() == 18
    view.click_at(view.box("C03"), SHIFT)
    assert [element.id for element in session.selection] == ["compute/edge/11", "compute/core/3"]
    view.click_at(view.host("n001"))
    assert session.selection == (DEVICE("nodes/1"),)
    view.key(Qt.Key.Key_Escape)
    assert session.selection == ()


def test_a_bundle_is_its_cables_and_shows_in_the_wiring_list(show, window, qtbot):
    view = show("nodes-60")
    view.click_at(view.strand("E02", "C01"))
    rows = [window.session.cable(cable) for cable in window.session.ids(CABLE)]
    assert len(rows) == 9
    assert {frozenset((row.a.device, row.b.device)) for row in rows} == {frozenset(("E02", "C01"))}
    window.show_workspace("cables")
    assert len(WorkspacePage(window, "cables").find(Table, "table-wiring list").chosen_lines()) == 9


@pytest.mark.parametrize("many", [False, True])
def test_what_is_selected_elsewhere_stands_out(show, window, many):
    view = show("nodes-396")
    fabric = view.scene.fabric
    rows = window.session.derived.rows[-60:] if many else window.session.derived.rows[-3:]
    window.session.select([CABLE(row.id) for row in rows])
    lit = view.scene.looking.emphasis
    names = view.scene.names
    found = [frozenset(names[node] for node in fabric.ends[link]) for link in np.flatnonzero(lit.links)]
    assert sorted(map(sorted, found)) == sorted(sorted((row.a.device, row.b.device)) for row in rows)
    rack = next(r for r in window.session.project.floor.racks if r.devices)
    window.session.select([RACK(rack.number)])
    ids = {fabric.ids[node] for node in np.flatnonzero(view.scene.looking.emphasis.nodes)}
    assert ids == {device.id for device in rack.devices}
    window.session.select([TRAY("tray-2")])
    through = [row for row in window.session.derived.rows if "tray-2" in row.run]
    assert view.scene.looking.emphasis.links.sum() == len(through) > 0
    window.session.select([PART("ib-36")])
    assert view.scene.looking.emphasis.nodes.sum() == 40


def test_a_modular_switch_opens_to_its_chips_and_closes(show, qtbot):
    view = show("nodes-2592")
    scene = view.scene
    before = [box.what for box in view.frame.boxes]
    assert "frame" not in before
    node = scene.names.index("core-01")
    cards = scene.fabric.parts[scene.fabric.part[node]].cards
    view.double_click_at(view.box("core-01"))
    seen = view.frame
    frame = next(box for box in seen.boxes if box.what == "frame")
    layout = scene.drawing.layout
    chips = [box for box in seen.boxes if box.what == "box" and layout.box_kind[box.number] in (1, 2)]
    assert len([box for box in chips if layout.box_kind[box.number] == 1]) == cards
    assert all(frame.x <= box.x and box.x + box.width <= frame.x + frame.width for box in chips)
    assert len(seen.inner) > 0
    own = (scene.fabric.ends == node).any(axis=1)
    at_card = layout.box_kind[layout.link_box[own]].max(axis=1)
    assert (at_card == 1).all()
    corner = QPoint(round(frame.x + frame.width - 12), round(frame.y + 12))
    view.double_click_at(corner)
    assert not scene.opened["compute"]
    closed = view.box("core-01")
    assert abs(closed.x() - (frame.x + frame.width / 2)) <= 2, "it stays where it was"
    assert abs(closed.y() - (frame.y + frame.height / 2)) <= 2
    view.key(Qt.Key.Key_O)
    assert len(scene.opened["compute"]) == 5
    view.key(Qt.Key.Key_O, SHIFT)
    assert not scene.opened["compute"]


def test_detail_follows_the_scale(show, qtbot):
    view = show("nodes-2592")
    canvas = view.drawing
    groups = [box for box in canvas.frame().boxes if box.what == "group"]
    assert sum(int(t) for t in [12] * len(groups)) == 144
    assert not len(canvas.frame().hosts)
    view.double_click_at(QPoint(round(groups[3].x + 20), round(groups[3].y + 20)))
    names = {label.text for label in canvas.frame().labels}
    assert {"E037", "E048"} <= names
    assert not [box for box in canvas.frame().boxes if box.what == "group"]
    middle = QPointF(canvas.viewport().rect().center())
    row = next(box for box in canvas.frame().boxes if box.level == groups[3].level)
    assert abs(row.y + row.height / 2 - middle.y()) < 1, "the switches of the group are in the middle"
    for _ in range(12):
        wheel = QWheelEvent(
            middle,
            middle,
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(canvas.viewport(), wheel)
    assert canvas.scale > 0.4
    qtbot.waitUntil(lambda: not canvas.is_moving)
    qtbot.keyClick(canvas, Qt.Key.Key_F, SHIFT)
    assert [box for box in canvas.frame().boxes if box.what == "group"]


def test_a_group_selects_all_that_it_stands_for(show, window, qtbot):
    view = show("nodes-2592")
    group = next(box for box in view.frame.boxes if box.what == "group")
    view.click_at(QPoint(round(group.x + 20), round(group.y + 20)))
    assert len(window.session.selection) == 12
    bar = next(box for box in view.frame.boxes if box.what == "hosts")
    view.click_at(QPoint(round(bar.x + 20), round(bar.y + 6)))
    assert len(window.session.selection) == 216
    assert all(element.id.startswith("nodes/") for element in window.session.selection)


def test_arrows_go_to_neighbours_up_and_down(show, window, qtbot):
    view = show("nodes-396")
    window.session.select([DEVICE("compute/edge/5")])
    for key, wanted in (
        (Qt.Key.Key_Right, "compute/edge/6"),
        (Qt.Key.Key_Left, "compute/edge/5"),
        (Qt.Key.Key_Up, "compute/core/1"),
        (Qt.Key.Key_Down, "compute/edge/1"),
        (Qt.Key.Key_Down, "nodes/1"),
        (Qt.Key.Key_Right, "nodes/2"),
        (Qt.Key.Key_Up, "compute/edge/1"),
    ):
        view.key(key)
        assert window.session.selection == (DEVICE(wanted),)


def test_find_goes_from_hit_to_hit(show, window, qtbot):
    view = show("nodes-2592")
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    assert view.finder.hasFocus()
    qtbot.keyClicks(view.finder, "E14")
    qtbot.waitUntil(lambda: view.hits.endswith("found"))
    assert view.hits == "6 found"
    qtbot.keyClick(view.finder, Qt.Key.Key_Return)
    assert window.session.selection == (DEVICE("compute/edge/14"),), "E014, the same number with a zero"
    qtbot.keyClick(view.finder, Qt.Key.Key_Return)
    assert window.session.selection == (DEVICE("compute/edge/140"),)
    qtbot.keyClick(view.finder, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(view.finder, Qt.Key.Key_Return, SHIFT)
    assert view.hits == "6 of 6"
    assert window.session.selection == (DEVICE("compute/edge/144"),)
    assert (view.box("E144") - view.drawing.viewport().rect().center()).manhattanLength() < 60
    qtbot.keyClicks(view.finder, "zz")
    qtbot.waitUntil(lambda: view.hits == "No device matches")
    qtbot.keyClick(view.finder, Qt.Key.Key_Escape)
    assert view.finder.text() == ""
    assert view.drawing.hasFocus()


@pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # a list without a screen is not raised
def test_path_between_two_hosts(show, window, qtbot):
    view = show("nodes-60")
    view.key(Qt.Key.Key_P)
    assert view.path.first.hasFocus()
    qtbot.keyClicks(view.path.first, "N07")
    assert view.path.first.completer().popup().isVisible()
    qtbot.keyClick(view.path.first.completer().popup(), Qt.Key.Key_Tab)
    assert view.path.last.hasFocus(), "Tab leaves the field also while names are offered"
    qtbot.keyClicks(view.path.last, "n99")
    qtbot.keyClick(view.path.last, Qt.Key.Key_Return)
    assert view.path.says == "No device is called “n99”."
    assert view.path.last.hasFocus(), "what is typed next replaces the name"
    assert view.path.last.selectedText() == "n99"
    qtbot.keyClicks(view.path.last, "n48")
    qtbot.keyClick(view.path.last, Qt.Key.Key_Return)
    ways = view.scene.ways
    names = view.scene.names
    assert [names[node] for node in ways.nodes] == ["n07", "E01", "C01", "E03", "n48"]
    assert view.path.says == "4 links; 2 paths over switches, 162 over cables"
    cells = view.path.hops
    assert cells[:4] == ["n07", "out p1", "E01", "in p7 · out p19–27"]
    assert cells[cells.index("Between switches") + 1] == "any 17 cables can fail"
    assert view.frame.strands.path.sum() == 2
    view.path.last.selectAll()
    qtbot.keyClicks(view.path.last, "48")
    completer = view.path.last.completer()
    assert completer.completionCount() == 1
    assert completer.currentCompletion() == "n48"
    completer.popup().hide()
    qtbot.keyClick(view.path.last, Qt.Key.Key_Return)
    assert [names[node] for node in view.scene.ways.nodes][-1] == "n48", "the number of a host"
    view.path.select_cables()
    assert len(window.session.ids(CABLE)) == 1 + 9 + 9 + 1
    qtbot.keyClick(view.path.last, Qt.Key.Key_Escape)
    assert not view.path.is_visible
    assert view.scene.ways is None


def test_keys_in_a_card_do_not_reach_the_drawing(show, window, qtbot):
    view = show("nodes-60")
    view.key(Qt.Key.Key_P)
    before = view.box("C01")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(view.path.last, key)
    assert window.session.selection == ()
    assert view.box("C01") == before


def test_ports_of_a_path_with_several_cables_are_read_whole(show, window):
    window.resize(1280, 680)
    view = show("superpod-h100")
    view.perform("path")
    path = view.path
    for first, last in (("n001", "n120"), ("n001", "n" + "9" * 80)):
        path.ask(first, last)
        assert path.texts_cut == []
        assert path.shows_all
    path.ask("n001", "n120")
    assert "in p1/1, 1/2 · out p25/1, 25/2" in path.hops
    path.choose_algorithm("nca")
    assert "1,024 by switch, 4,096 by link" in path.hops
    assert path.texts_cut == []
    assert path.shows_all


def test_path_from_the_menu_of_two_devices(show, qtbot):
    view = show("nodes-396")
    for name, words in (("n001", "Path from n001"), ("n396", "Path to n396")):
        view.run_at(view.host(name), words)
    assert view.path.is_visible
    assert len(view.scene.ways.nodes) == 5
    assert view.scene.ways.link_ways == 18
    assert view.path.hops[-2:] == ["Through each of", "18 switches: 1 path"]
    card, names = view.path.box, view.scene.names
    hidden = [names[node] for node in view.scene.ways.nodes if view.node_box(node).intersects(card)]
    assert not hidden, "the card covers no device of the path"


def test_tips_are_plain_and_tell_what_hangs_there(show, window):
    view = show("nodes-396")
    scene = view.scene
    words = view.tip(view.box("E11")).splitlines()
    assert words[0] == "E11"
    assert words[2] == "36 of 36 ports in use"
    at = view.strand("E11", "C01")
    words = view.tip(at).splitlines()
    row = next(r for r in window.session.derived.rows if {r.a.device, r.b.device} == {"E11", "C01"})
    assert words[0] == "E11  –  C01"
    assert words[1] == f"1 link of {scene.fabric.rate_gbps[-1]:g} Gb/s"
    assert f"rack {row.a.rack_label} U{row.a.u:02d}" in words[2]
    assert f"computed {row.length.computed_um / 1e6:.2f} m" in words[3]


def test_a_moved_device_is_told_where_it_is_now(show, window):
    view = show("nodes-396")
    layout = view.scene.drawing.layout
    rack = next(r for r in window.session.project.floor.racks if not r.devices)
    assert window.session.do(MoveDevice(id="compute/edge/1", rack=rack.number, u=10))
    assert view.scene.drawing.layout is layout
    words = view.tip(view.box("E01"))
    assert "U10" in words
    assert "A01 +" not in words


@pytest.mark.parametrize("number", range(4))
def test_every_way_of_colouring_tells_its_colours(show, qtbot, number):
    view = show("nodes-396")
    view.colour.setCurrentIndex(number)
    looking = view.scene.looking
    assert sum(looking.totals) == 396
    shown = view.frame.strands.code
    counts = np.bincount(shown, minlength=len(looking.totals))
    assert counts.tolist() == looking.totals


def test_pictures_of_what_is_seen(show, window, qtbot, tmp_path, monkeypatch):
    view = show("nodes-60")
    for kind in ("svg", "png"):
        path = tmp_path / f"seen.{kind}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        window.actions_by_id[f"picture-{kind}"].trigger()
        assert path.is_file()
    root = ET.parse(tmp_path / "seen.svg").getroot()
    words = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert {"C01", "E04", "× 9", "Cable kind"} <= set(words)
    size = view.drawing.viewport().size()
    image = QImage(str(tmp_path / "seen.png"))
    assert (image.width(), image.height()) == (2 * size.width(), 2 * size.height())
    assert len({image.pixel(x, image.height() // 2) for x in range(0, image.width(), 7)}) > 3
    before = (tmp_path / "seen.svg").read_bytes()
    assert view.drawing.svg() == before
    window.show_workspace("bill")
    assert not window.actions_by_id["picture-svg"].isEnabled()


def test_the_tables_say_the_same(show, window, qtbot):
    view = show("nodes-396")
    view.toggle_table_view()
    nodes, links = view.table_view.tables
    fabric = view.scene.fabric
    assert len(nodes.rows.shown()) == fabric.node_count
    assert len(links.rows.shown()) == len(window.session.derived.rows)
    row = next(row for row in nodes.rows.shown() if row.name == "E05")
    assert (row.level, row.links, row.up, row.down) == ("Edge", 36, 18, 18)
    assert sum(row.level == "Host" for row in nodes.rows.shown()) == (fabric.kind == NodeKind.HOST).sum()


def test_a_large_network_is_laid_out_beside_the_window(show, window, qtbot, monkeypatch):
    at_once = show("nodes-396").drawing.svg()
    go_on = threading.Event()

    def slow(*given, **named):
        assert go_on.wait(PATIENCE_S)
        return Drawing(*given, **named)

    monkeypatch.setattr("fatdesk.gui.topology.scene.AT_ONCE", 10)
    monkeypatch.setattr("fatdesk.gui.topology.scene.Drawing", slow)
    window.session.leave()
    view = show("nodes-396")
    assert not view.scene.is_there
    assert view.frame is None
    assert not view.can("path")
    qtbot.mouseClick(view.drawing.viewport(), LEFT, pos=QPoint(300, 300))
    view.drawing.grab()
    go_on.set()
    qtbot.waitUntil(lambda: view.scene.is_there)
    qtbot.waitUntil(lambda: view.frame is not None and not view.scene.is_waiting)
    assert view.drawing.svg() == at_once


@pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # a list without a screen is not raised
def test_another_project_begins_anew(show, window, qtbot):
    view = show("nodes-60")
    view.perform("path")
    view.path.ask("n01", "n60")
    assert view.scene.ways is not None
    view = show("nodes-396")
    assert view.scene.ways is None
    assert not view.path.is_visible
    assert len(view.frame.boxes) == 40
    window.session.leave()
    assert not view.can("path")


def test_a_box_opened_in_a_large_network_is_brought_into_view(show, qtbot, monkeypatch):
    view = show("nodes-2592")
    canvas = view.drawing
    monkeypatch.setattr("fatdesk.gui.topology.scene.AT_ONCE", 10)
    qtbot.waitUntil(lambda: canvas.scene.is_there)
    canvas.fit()
    node = canvas.scene.names.index("core-03")
    canvas.open_boxes([node], True)
    qtbot.waitUntil(lambda: canvas.scene.is_there and not canvas.scene.is_waiting)
    qtbot.waitUntil(lambda: canvas.frame() is not None)
    room, box = canvas.viewport().rect(), canvas.rect_px(canvas.place_of(node))
    assert box.width() > room.width() / 3
    assert abs(box.center().x() - room.center().x()) < room.width() / 4


def test_opening_all_boxes_of_a_large_network_keeps_what_is_in_the_middle(show, qtbot, monkeypatch):
    view = show("nodes-2592")
    canvas = view.drawing
    monkeypatch.setattr("fatdesk.gui.topology.scene.AT_ONCE", 10)
    qtbot.waitUntil(lambda: canvas.scene.is_there)
    node = canvas.scene.names.index("core-03")
    view.look_closely("core-03")
    view.settle()
    scale, before = canvas.scale, canvas.rect_px(canvas.place_of(node)).center()
    for on in (True, False):
        view.perform("open-boxes" if on else "close-boxes")
        qtbot.waitUntil(lambda: canvas.scene.is_there and not canvas.scene.is_waiting)
        qtbot.waitUntil(lambda: canvas.frame() is not None)
        assert canvas.scene.is_open(node) == on
        assert canvas.scale == scale
        after = canvas.rect_px(canvas.place_of(node)).center()
        assert (after - before).manhattanLength() < 2


def test_scales_of_three_figures_are_whole(show):
    view = show("nodes-60")
    canvas, text = view.drawing, view.scale_label
    assert text.text().endswith(" %")
    for scale in (0.0076, 0.123, 1.0, 3.99):
        canvas.scaled.emit(scale)
        assert text.minimumWidth() >= text.fontMetrics().horizontalAdvance(text.text())


def test_the_scale_has_the_sign_of_the_number_language(show, decimal_comma):
    view = show("nodes-60")
    view.drawing.scaled.emit(0.0123)
    assert view.scale_label.text() == "1,2 %"


def test_whatever_is_out_of_view_is_named_and_can_be_reached(show, window, qtbot):
    """Layers at the left edge, the map at the lower right, and a button where the selection is."""
    view = show("nodes-396")
    assert {head.text for head in view.layers} == {"Core", "Edge", "Hosts"}
    assert not any(head.beyond for head in view.layers)
    assert not view.map.isVisible()
    assert not view.back.isVisible()
    view.click_at(view.box("E11"))
    view.look_closely("E20")
    view.settle()
    assert {head.text: head.beyond for head in view.layers} == {"Core": -1, "Edge": 0, "Hosts": 1}
    assert view.map.isVisible()
    assert view.back.text() == "← E11"
    before = view.drawing.seen_rect().center().y()
    ruler = view.drawing.layers
    ruler.setFocus(Qt.FocusReason.TabFocusReason)
    assert ruler.accessibleDescription() == "Edge"
    qtbot.keyClick(ruler, Qt.Key.Key_Down)
    view.settle()
    assert ruler.accessibleDescription() == "Hosts"
    assert view.drawing.seen_rect().center().y() > before
    qtbot.keyClick(ruler, Qt.Key.Key_Home)
    view.settle()
    assert {head.text: head.beyond for head in view.layers} == {"Core": 0, "Edge": 1, "Hosts": 1}
    assert view.back.text() == "↙ E11"
    view.click("back-to-selection")
    view.settle()
    assert not view.back.isVisible()
    assert view.drawing.seen_rect().contains(view.drawing.chosen_rect().center())
    middle = view.drawing.extent().center()
    view.click_map(0.5, 0.5)
    seen = view.drawing.seen_rect().center()
    assert abs(seen.x() - middle.x()) < view.drawing.extent().width() / 8
    view.click("overview-toggle")
    assert view.map.is_closed
    view.click("overview-toggle")
    assert not view.map.is_closed
    assert view.map.isVisible()
    window.session.begin(Project(name="empty"))  # painted before it is hidden
    view.map.grab()
    view.settle()
    assert not view.map.isVisible()


def test_cables_inside_of_a_pod_name_its_levels(window):
    """Its edge and its middle switches have the same name in the drawing, next to the name of its row."""
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=1584),),
        fabrics=(FabricRequirement(name="net", families=("egft",), edge=("ib-36",), core=("ib-36",)),),
        room=RoomRequirement(improve_steps=0),
    )
    window.session.begin(design_project(requirements, load_shipped([]), "pods").project)
    view = TopologyPage(window)
    view.drawing.zoom(0.5)
    view.settle()
    words = view.tip(view.strand("Pod 2, edge", "Pod 2, middle")).splitlines()
    assert words[0] == "Pod 2, edge  –  Pod 2, middle"
