"""Traffic in the window with real clicks and keys: the engine's figures, cycles, cancel, earlier states."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.engine.topology.frames import key_of
from fatdesk.engine.topology.link_colours import load_bin, load_top
from fatdesk.gui.analysis.cuts import room_cuts
from fatdesk.gui.floor.layers.cuts import cut_key, cut_lines
from fatdesk.gui.tables.table import Table
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.cutting import planes
from fatdesk.networks.schedules.room_figures import CUT_LEVELS
from fatdesk.networks.schedules.traffic_result import classes, figures_of_cycles, measured_traffic
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Requested
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.project import Rename
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import CUT, DEVICE
from fatdesk.project.files.storing import save_project
from fatdesk.project.studies.placed_network import placed
from fatdesk.project.studies.schedule import TrafficParameters, measure
from tests.gui.hands import click_line, press, type_in
from tests.gui.pages.schedule import CutsPage, SchedulePage
from tests.gui.pages.topology import TopologyPage
from tests.gui.pages.workspace import WorkspacePage

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="session")
def measured(designed):
    """Results by example and traffic, worked out once."""
    known = {}

    def find(name, traffic="uniform", each=4):
        if (name, traffic, each) not in known:
            project = designed(name)
            known[name, traffic, each] = measure(
                project, TrafficParameters(project.fabrics[0].requirement.name, traffic, each, 1)
            )
        return known[name, traffic, each]

    return find


@pytest.fixture
def show(window, designed, tmp_path, qtbot):
    """Open an example with the schedule in front."""

    def opened(name):
        path = tmp_path / f"{name}.fatdesk"
        save_project(designed(name), path)
        window.files.open_path(path)
        qtbot.waitUntil(window.isActiveWindow)
        press(qtbot, window, Qt.Key.Key_0)
        assert window.workspace_name == "schedule"
        return SchedulePage(window)

    return opened


@pytest.fixture
def shown(show, window, measured):
    """The same with a result that was measured before."""

    def with_result(name, *how):
        view, found = show(name), measured(name, *how)
        window.session.loads.put(found)
        window.session.loaded.emit()
        return view, found

    return with_result


def plain_study(project, name, each, seed):
    net = placed(Derived(project)).network
    flows = pattern(name).messages(Requested(net.hosts, each, seed))
    return net, measured_traffic(net, flows, lambda some: usual(some).routing_table(some), seed)


def test_a_pattern_gives_the_figures_of_the_engine(show, window, qtbot, designed):
    view = show("nodes-60")
    assert view.is_empty
    assert "press Run" in view.empty_words
    assert not view.export_button.isEnabled()
    assert view.patterns == [*(p.NAME for p in PATTERNS), None]
    qtbot.keyClicks(view.traffic, "Tor")
    assert view.pattern == "tornado"
    for _ in range(5):
        qtbot.keyClick(view.traffic, Qt.Key.Key_Up)
    assert view.pattern == "hotspot"
    type_in(qtbot, view.seed, "7")  # Enter runs it
    assert view.task is not None
    assert view.strip.is_visible
    assert not view.run_button.isEnabled()
    view.wait(qtbot)
    assert not view.strip.is_visible
    net, about = plain_study(designed("nodes-60"), "hotspot", 1, 7)
    stated = view.figures
    assert stated["Load factor"] == f"{about.factor:.3f}"
    assert stated["Cycles"] == f"{about.made.cycles:,}"
    assert stated["Lower bound"] == f"{about.made.lower_bound:,}"
    assert stated["Proved bound"] == f"{about.made.bound:,}"
    assert stated["Without schedule"] == f"{about.online.cycles:,} cycles"
    assert stated["Densest cut"].endswith("Gb/s/m²")
    assert [row.one for row in view.classes.rows.rows] == classes(about, net)
    assert [row.messages for row in view.cycles.rows.rows][1:] == np.bincount(about.made.cycle).tolist()
    assert not view.stale.is_visible
    assert window.session.unsaved is False


def test_grouped_thousands_are_understood(show, qtbot):
    view = show("nodes-60")
    view.seed.setText("1,000")
    assert view.requested.seed == 1000
    view.seed.setText("1,5")
    assert view.requested is None
    assert view.seed.property("wrong")


def test_cancel_leaves_what_was_there(shown, window, qtbot):
    view, found = shown("nodes-60")
    type_in(qtbot, view.each, "100000")
    task = view.task
    assert task is not None
    view.strip.cancel()
    assert (task.state, view.task) == ("cancelled", None)
    assert view.run_button.isEnabled()
    assert not view.strip.is_visible
    assert view.figures["Load factor"] == f"{found.study.factor:.3f}"
    assert window.session.loads.of("compute") is found


def test_what_does_not_fit_is_said_and_wrong_numbers_cannot_run(show, window, qtbot):
    view = show("nodes-60")
    view.traffic.setFocus()
    qtbot.keyClicks(view.traffic, "Bit")
    view.run()
    view.wait(qtbot)
    assert view.wrong.is_visible
    assert "needs a power of two of hosts, 60 is none" in view.wrong.words
    view.each.setFocus()
    view.each.selectAll()
    qtbot.keyClick(view.each, Qt.Key.Key_Delete)
    assert view.each.property("wrong")
    assert not view.run_button.isEnabled()
    qtbot.keyClicks(view.each, "2")
    assert view.run_button.isEnabled()
    assert not view.wrong.is_visible


def test_a_cycle_shows_its_load_and_its_messages(shown, window, qtbot):
    view, found = shown("nodes-60")
    click_line(qtbot, view.cycles, 3)
    assert view.cycle == 2
    assert view.head("classes") == f"cycle 3 of {found.study.made.cycles}"
    assert [row.one for row in view.classes.rows.rows] == classes(found.study, found.where.network, 2)
    here = found.study.made.cycle == 2
    assert sum(at.row.messages for at in view.messages.rows.rows) == here.sum()
    pairs = set(zip(found.study.source[here].tolist(), found.study.destination[here].tolist(), strict=True))
    assert {row[:2] for row in view.messages.rows.rows} == pairs
    view.messages.setFocus()
    qtbot.keyClick(view.messages, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Source", "Destination", "Messages"]
    assert len(lines) == 1 + len(pairs)
    qtbot.keyClick(view.cycles, Qt.Key.Key_Home, CONTROL)
    assert view.cycle is None
    assert not view.messages.rows.rows


def test_a_class_selects_its_worst_channel_in_all_views(shown, window, qtbot):
    view, found = shown("nodes-60")
    line = next(n for n, row in enumerate(view.classes.rows.rows) if (row.one.low, row.way) == (1, "up"))
    marked = view.classes.chosen_lines()
    click_line(qtbot, view.classes, marked[0])
    assert window.session.selection, "a class that is marked already is selected by a click all the same"
    click_line(qtbot, view.classes, line)
    one = view.classes.rows.rows[line].one
    cables = [window.session.cable(element.id) for element in window.session.selection]
    assert len(cables) == one.links == 18
    switch = found.where.names[int(found.study.tree.switch[one.channel])]
    assert all(switch in (row.a.device, row.b.device) for row in cables)
    assert {row.channel for row in view.channels.chosen_rows()} == {one.channel}
    window.show_workspace("topology")
    assert TopologyPage(window).scene.looking.emphasis.links.sum() == 18
    cables = WorkspacePage(window, "cables").find(Table, "table-wiring list")
    assert len(cables.chosen_rows()) == 18


def test_what_is_selected_elsewhere_is_marked_here(shown, window, qtbot):
    view, found = shown("nodes-60")
    click_line(qtbot, view.cycles, 1)
    host = found.where.names.index("n07")
    window.show_workspace("topology")
    window.session.select([DEVICE(window.session.device_ids["n07"])])
    window.show_workspace("schedule")
    rows = view.messages.chosen_rows()
    assert rows
    assert all(host in row[:2] for row in rows)
    assert {row for row in view.messages.rows.rows if host in row[:2]} == set(rows)
    click_line(qtbot, view.messages, 0)
    first = view.messages.rows.rows[0]
    assert {window.session.derived.device_names[t.id] for t in window.session.selection} == {
        first.row.source,
        first.row.destination,
    }


def test_results_say_that_they_belong_to_an_earlier_state(shown, window, qtbot):
    view, _ = shown("nodes-60")
    session = window.session
    assert session.do(Rename(name="other"))
    assert not view.stale.is_visible
    rack = next(rack for rack in session.project.floor.racks if rack.devices)
    free = next(u for u in range(1, 43) if u not in {device.u for device in rack.devices})
    assert session.do(MoveDevice(id=rack.devices[0].id, rack=rack.number, u=free))
    assert "racks or devices have been moved since. Load and cycles hold" in view.stale.words
    assert view.stale.is_visible
    press(qtbot, window, Qt.Key.Key_Z)
    assert not view.stale.is_visible, "it is the state that was measured again"


def test_another_network_is_an_earlier_state_too(shown, window, designed, qtbot):
    view, _ = shown("nodes-60")
    loads = window.session.loads
    window.session.begin(designed("nodes-396"))
    assert window.session.loads is not loads
    assert view.is_empty
    foreign = loads.of("compute")
    window.session.loads.put(foreign)
    window.session.loaded.emit()
    assert "the network has changed since" in view.stale.words
    click_line(qtbot, view.classes, 0)
    assert not window.session.selection


def test_the_schedule_becomes_a_file(shown, window, qtbot, tmp_path, monkeypatch):
    view, found = shown("nodes-60")
    path = tmp_path / "cycles.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    view.export()
    assert path.read_bytes() == schedule_csv(found.study, found.where.names[:60])


def test_a_file_of_flows(show, window, qtbot, tmp_path, monkeypatch):
    view = show("nodes-60")
    path = tmp_path / "flows.txt"
    path.write_text("n01 n60 5\nn02 n60 2\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    view.choose_file()
    assert not view.each.isEnabled()
    view.run()
    view.wait(qtbot)
    assert view.figures["Load factor"] == "7.000"
    assert view.figures["Fullest channel"] == "down to n60"


def test_nothing_is_measured_for_a_project_that_was_left(show, window, qtbot):
    view = show("nodes-60")
    view.run()
    task = view.task
    window.session.leave()
    assert task.state == "cancelled"
    assert view.task is None


def test_links_are_coloured_by_load(shown, window, qtbot, measured):
    schedule, found = shown("nodes-60")
    view = TopologyPage(window)
    item = view.colour_entry("load")
    assert item.isEnabled()
    assert item.text() == "Load"
    view.colour.setFocus()
    qtbot.keyClick(view.colour, Qt.Key.Key_End)
    scene, net = view.scene, found.where.network
    assert (scene.mode_now, view.colouring) == ("load", "load")
    assert np.array_equal(scene.load.factor[found.where.links], found.study.link_factors(net))
    key = key_of(scene.looking, view.frame)
    assert key.title == "Load factor"
    assert key.notes == ("Traffic: uniform, 4 messages per host, seed 1",)
    codes = scene.looking.colours.of_link
    top = load_top(found.study.factor)
    assert codes.tolist() == [load_bin(one, top) for one in scene.load.factor.tolist()]
    assert set(scene.looking.colours.of_node[:60].tolist()) <= set(range(5))
    window.show_workspace("schedule")
    click_line(qtbot, schedule.cycles, 2)
    window.show_workspace("topology")
    assert np.array_equal(scene.load.factor[found.where.links], found.study.link_factors(net, 1))
    assert scene.load.factor.max() == 1
    assert key_of(scene.looking, view.frame).notes[0].endswith("; cycle 2")


def test_without_a_result_load_says_what_to_do(show, window, measured, designed, qtbot):
    show("nodes-60")
    view = TopologyPage(window)
    item = view.colour_entry("load")
    assert not item.isEnabled()
    assert item.text() == "Load (run traffic in Schedule or a simulation)"
    window.session.loads.put(measured("nodes-60"))
    window.session.loaded.emit()
    assert view.colour_entry("load").isEnabled()
    view.colour_by("load")
    assert view.scene.mode_now == "load"
    window.session.begin(designed("nodes-396"))
    window.session.loads.put(measured("nodes-60"))
    window.session.loaded.emit()
    assert view.colour_entry("load").text() == "Load (of an earlier state)"
    assert view.scene.mode_now == "kind"
    assert view.colour.currentText() == "Cable kind"


def test_cuts_are_a_layer_of_the_floor(show, window, qtbot, measured):
    show("nodes-60")
    view = CutsPage(window)
    layer = view.layer
    assert not layer.isChecked()
    before = view.picture()
    layer.trigger()
    assert view.task is not None
    qtbot.waitUntil(lambda: view.task is None)
    parts = measured("nodes-60").room.made.parts
    wanted = planes(parts, CUT_LEVELS)
    found = room_cuts(window.session)
    assert (found.name, found.planes, found.holds) == ("compute", tuple(wanted), True)
    lines = cut_lines(found)
    assert sum(len(line.numbers) for line in lines) == sum(plane.axis < 2 for plane in wanted)
    whole = lines[-1]
    drawn = next(plane for plane in wanted if plane.axis < 2)
    assert whole.plane == drawn
    other = 1 - drawn.axis
    start = [drawn.at_m * 1000, drawn.at_m * 1000]
    start[other] = drawn.low_m[other] * 1000
    assert whole.start == tuple(start)
    stated = dict(cut_key(found))
    assert stated[0].startswith(f"Level 0: 1 cut, {wanted[0].links} links")
    level = [plane for plane in wanted if plane.level == 1]
    links, dense = max(plane.links for plane in level), max(plane.gbps_per_m2 for plane in level)
    cuts = f"{len(level)} cuts, {links} links at most" if len(level) > 1 else f"1 cut, {links} links"
    assert stated[1] == f"Level 1: {cuts}, up to {dense:,.0f} Gb/s/m²"
    assert view.picture() != before
    at = view.drawing.to_px(*(0.8 * np.array(whole.start) + 0.2 * np.array(whole.stop))).toPoint()
    shot = view.drawn()
    assert shot.pixelColor(at) == QColor(window.theme.tokens.drawing.core.stroke)
    # the table beside, and the inspector
    view.toggle_table_view()
    view.table_view.show(view.table_view.names[2])
    rows = view.table_view.table.rows.rows
    assert [row.plane for row in rows] == wanted
    click_line(qtbot, view.table_view.table, wanted.index(drawn))
    assert window.session.selection == (CUT(wanted.index(drawn)),)
    view.toggle_table_view()
    shot = view.drawn()
    assert shot.pixelColor(at) == window.theme.colour("accent")
    # a moved rack makes them those of an earlier state, undo brings them back
    session = window.session
    rack = next(rack for rack in session.project.floor.racks if rack.devices)
    free = next(u for u in range(1, 43) if u not in {device.u for device in rack.devices})
    assert session.do(MoveDevice(id=rack.devices[0].id, rack=rack.number, u=free))
    assert not room_cuts(session).holds
    press(qtbot, window, Qt.Key.Key_Z)
    assert room_cuts(session).holds
    layer.trigger()
    assert "cuts" not in view.drawing.options.layers


def test_a_result_brings_the_cuts_with_it(shown, window):
    shown("nodes-60")
    view = CutsPage(window)
    view.layer.trigger()
    assert view.task is None
    assert room_cuts(window.session).planes


def test_another_network_than_a_tree_has_loads_and_no_schedule(shown, window, qtbot, measured):
    """A lattice of switches: laid in the engine, shown as if a project had it."""
    view, found = shown("nodes-60")
    net = network_of("hyperx:S=3-3,K=1-1,T=2")
    flows = pattern("uniform").messages(Requested(net.hosts, 3, 1))
    about = measured_traffic(net, flows, lambda some: usual(some).routing_table(some), 1)
    names = tuple(f"d{number}" for number in range(net.node_count))
    where = replace(found.where, network=net, names=names, links=np.arange(net.link_count))
    other = replace(found, study=about, where=where, scheme=usual(net).NAME, cycles=figures_of_cycles(about))
    window.session.loads.put(replace(other, beside=None, on_beside=None))
    window.session.loaded.emit()
    assert view.cycles.empty == "There is no schedule: the network is no tree."
    assert not view.cycles.rows.rows
    assert not view.export_button.isEnabled()
    assert [row.way for row in view.classes.rows.rows] == ["across", "up", "down"]
    words = view.figure_words
    assert f"The network is not a tree: {about.no_tree}" in words
    assert usual(net).NAME in words
    assert view.figures["Load factor"] == f"{about.factor:.3f}"


def test_fields_without_effect_are_disabled_and_say_why(shown):
    """A seed draws deliveries on trees, and destinations of random patterns; a file has its messages."""
    view, _ = shown("nodes-60")

    def choose(name):
        view.choose_pattern(name)
        return view.each.isEnabled(), view.seed.isEnabled()

    assert choose("complement") == (True, True)
    found = view.session.loads.of(view.network)
    no_tree = replace(
        found, study=replace(found.study, tree=None, made=None, online=None, no_tree="it is a lattice")
    )
    view.session.loads.put(no_tree)
    view.session.loaded.emit()
    assert choose("complement") == (True, False)
    assert view.seed.toolTip().startswith("Has no effect: ")
    assert choose("uniform") == (True, True)
    assert view.seed.toolTip() == "Seed: 0 to 2,000,000,000"


def test_no_title_of_a_column_is_cut(shown, window):
    view, _ = shown("nodes-60")
    window.resize(1280, 720)
    QApplication.processEvents()
    for table in view.tables:
        head = table.horizontalHeader()
        for number, column in enumerate(table.rows.columns):
            if not table.isColumnHidden(number):
                wide = head.fontMetrics().horizontalAdvance(column.title) + 16
                assert table.columnWidth(number) >= wide, column.title
        assert head.length() <= table.viewport().width()
