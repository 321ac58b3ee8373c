"""Schedule studies in the window with real clicks and keys: the engine's figures, runs, earlier states."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.engine.topology.frames import key_of
from fatdesk.engine.topology.link_colours import load_bin, load_top
from fatdesk.gui.analysis.cuts import room_cuts
from fatdesk.gui.analysis.link_loads import LinkLoads
from fatdesk.gui.floor.layers.cuts import cut_key, cut_lines
from fatdesk.gui.session.study_results import Result
from fatdesk.gui.session.wiring import ends
from fatdesk.gui.tables.table import Table
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.room_figures import CUT_LEVELS
from fatdesk.networks.schedules.study import READY_MADE_SCHEDULES, ScheduleStudy
from fatdesk.networks.schedules.traffic_result import classes, measured_traffic
from fatdesk.networks.schedules.universal_trees.cutting import planes
from fatdesk.networks.schedules.universal_trees.decomposition import decompose
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.document.ref import CUT, DEVICE, SCHEDULE_STUDY, SCHEDULED, NetworkOf
from fatdesk.project.files.storing import save_project
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.placed_network import placed
from fatdesk.project.studies.schedule import measured as measure
from tests.gui.hands import click_line, press
from tests.gui.pages.schedule import CutsPage, SchedulePage
from tests.gui.pages.topology import TopologyPage
from tests.gui.pages.universal import LevelsPage
from tests.gui.pages.workspace import WorkspacePage

CONTROL = Qt.KeyboardModifier.ControlModifier
OURS = ScheduleStudy(name="night", networks=(StudyNetwork(name="ours", fabric="compute"),), messages=4)


@pytest.fixture(scope="session")
def measured(designed):
    """Results of the study by example, worked out once."""
    known = {}

    def find(name):
        if name not in known:
            (ready,) = networks_of(Derived(designed(name)), OURS)
            known[name] = measure(ready)
        return known[name]

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


def bring(window, found):
    """Let a result of the study arrive that was measured before."""
    known = window.session.schedules
    study = next(one for one in window.session.project.schedules if one.name == OURS.name)
    known.put(study.name, "ours", Result(known.tag(study, study.networks[0]), found))
    window.session.scheduled.emit()


@pytest.fixture
def shown(show, window, measured):
    """The same with a study whose result was measured before."""

    def with_result(name):
        view = show(name)
        view.add_study(OURS)
        bring(window, measured(name))
        assert view.result is not None
        return view, view.result

    return with_result


def plain_study(project, name, each, seed):
    net = placed(Derived(project)).network
    flows = pattern(name).messages(Requested(net.hosts, each, seed))
    return net, measured_traffic(net, flows, lambda some: usual(some).routing_table(some), seed)


def move_a_device(session):
    """Put a device into a free unit of its rack."""
    rack = next(rack for rack in session.project.floor.racks if rack.devices)
    free = next(u for u in range(1, 43) if u not in {device.u for device in rack.devices})
    assert session.do(MoveDevice(id=rack.devices[0].id, rack=rack.number, u=free))


def test_a_study_gives_the_figures_of_the_engine(show, window, qtbot, designed):
    view = show("nodes-60")
    assert view.empty_page.isVisible()
    view.click_new_study()
    assert [network.fabric for network in view.study.networks] == ["compute"]
    assert view.words.startswith("Run measures every network")
    assert view.export_entries == ["Settings as JSON…"]
    assert view.change(traffic="hotspot", seed=7)
    view.run()
    assert view.is_running
    assert view.strip.is_visible
    assert not view.run_button.isEnabled()
    view.wait(qtbot)
    assert not view.strip.is_visible
    assert view.state == "1 of 1 network measured"
    net, about = plain_study(designed("nodes-60"), "hotspot", 1, 7)
    stated = view.figures
    assert stated["Load factor"] == f"{about.factor:.3f}" == view.cell(0, "Load factor")
    assert stated["Cycles"] == f"{about.made.cycles:,}" == view.cell(0, "Cycles")
    assert stated["Lower bound"] == f"{about.made.lower_bound:,}" == view.cell(0, "At least")
    assert stated["Proved bound"] == f"{about.made.bound:,}"
    assert stated["Without schedule"] == f"{about.online.cycles:,} cycles"
    assert view.cell(0, "Unscheduled") == f"{about.online.cycles:,}"
    assert stated["Densest cut"].endswith("Gb/s/m²")
    room = view.result.found.room
    levels = LevelsPage(view)
    texts = levels.texts
    assert len(texts) == len(room.levels)
    out = [int(row["Out, Gb/s"].replace(",", "")) for row in texts]
    assert out[0] == 0
    assert out[1] == room.planes[0].gbps, "all that leaves a half crosses the first plane"
    widths = [int(row["Width, Gb/s"].replace(",", "")) for row in texts]
    for level, row in enumerate(texts[: len(room.balanced)]):
        assert row["Bound, Gb/s"] == f"{4 * sum(widths[level:]):,}"
        assert int(row["Balanced, Gb/s"].replace(",", "")) <= 4 * sum(widths[level:])
        assert row["Hosts at most"] == f"{-(-net.hosts >> level):,}"
    assert levels.curves["by planes"] == [(level, value) for level, value in enumerate(out) if value]
    levels.close()
    assert [row.one for row in view.classes.rows.rows] == classes(about, net)
    assert [row.messages for row in view.cycles.rows.rows][1:] == np.bincount(about.made.cycle).tolist()
    assert not view.banner.is_visible
    view.run()
    assert not view.is_running, "there is nothing to measure"


def test_results_hold_when_the_project_is_opened_again(show, window, qtbot):
    view = show("nodes-60")
    view.add_study(OURS)
    view.run()
    view.wait(qtbot)
    before = (view.figures, [row.one for row in view.classes.rows.rows], view.cycles.rows.rows)
    assert window.files.save()
    path = window.session.path
    window.session.leave()
    window.files.open_path(path)
    window.show_workspace("schedule")
    assert view.name == "night"
    qtbot.waitUntil(lambda: view.result is not None)
    assert (view.figures, [row.one for row in view.classes.rows.rows], view.cycles.rows.rows) == before
    assert view.states == ["done"]


def test_a_study_of_several_networks(show, window, qtbot):
    """A fabric, a tree without parts, and a lattice: each has its tables, and the lattice no schedule."""
    view = show("nodes-60")
    networks = (
        *OURS.networks,
        StudyNetwork(name="tree", spec="universal:n=64,w=16"),
        StudyNetwork(name="lattice", spec="hyperx:S=3-3,K=1-1,T=2", scheme="minimal"),
        StudyNetwork(name="wrong", spec="kary-tree:k=2,n=2", scheme="updown"),
    )
    view.add_study(ScheduleStudy(name="several", networks=networks, messages=3))
    view.run()
    view.wait(qtbot)
    assert view.states == ["done", "done", "done", "failed"]
    assert "the paths in a tree are given" in view.failure
    for number, network in enumerate(networks[1:3], start=1):
        net = network_of(network.spec)
        flows = pattern("uniform").messages(Requested(net.hosts, 3, 1))
        about = measured_traffic(net, flows, lambda some: usual(some).routing_table(some), 1)
        click_line(qtbot, view.table, number)
        assert window.session.selection == (SCHEDULED(NetworkOf("several", network.name)),)
        if network.scheme == "usual":
            assert [row.one for row in view.classes.rows.rows] == classes(about, net)
            assert view.figures["Cycles"] == f"{about.made.cycles:,}"
            assert "Box" not in view.figures
    assert view.cycles.empty == "There is no schedule: the network is not a tree."
    assert not view.cycles.rows.rows
    assert view.export_entries == ["Settings as JSON…"]
    assert [row.way for row in view.classes.rows.rows] == ["across", "up", "down"]
    assert "The network is not a tree: " in view.figure_words
    assert "minimal" in view.figure_words
    click_line(qtbot, view.classes, 0)
    assert window.session.selection == (SCHEDULED(NetworkOf("several", "lattice")),), "it has no cables"
    click_line(qtbot, view.table, 3)
    assert "the paths in a tree are given" in view.words
    qtbot.keyClick(view.table, Qt.Key.Key_Delete)
    assert [network.name for network in view.study.networks] == ["ours", "tree", "lattice"]


def test_cancel_leaves_what_was_there(shown, window, qtbot):
    view, found = shown("nodes-60")
    assert view.change(messages=100_000)
    view.run()
    task = view.task
    assert task is not None
    view.stop()
    assert task.state == "cancelled"
    assert not view.is_running
    assert view.run_button.isEnabled()
    assert not view.strip.is_visible
    assert view.states == ["stale"]
    assert view.figures["Load factor"] == f"{found.traffic.factor:.3f}"
    press(qtbot, window, Qt.Key.Key_Z)
    assert view.states == ["done"], "undo brings the traffic back that was measured"
    assert view.result is found


def test_what_does_not_fit_is_said(show, window, qtbot):
    view = show("nodes-60")
    view.add_study(OURS)
    assert view.change(traffic="bit-reversal")
    view.run()
    view.wait(qtbot)
    assert "needs a power of two of hosts, 60 is none" in view.banner.words
    assert view.change(traffic="uniform")
    view.run()
    view.wait(qtbot)
    assert view.states == ["done"]
    assert not view.banner.is_visible


def test_studies_are_edited_in_steps_that_undo(show, window, qtbot):
    view = show("nodes-60")
    view.add_study(OURS)
    view.add_study(OURS)
    names = [study.name for study in window.session.project.schedules]
    assert names == ["night", "night 2"]
    assert window.session.selection == (SCHEDULE_STUDY("night 2"),)
    view.remove_study()
    assert view.name == "night"
    press(qtbot, window, Qt.Key.Key_Z)
    assert [study.name for study in window.session.project.schedules] == names
    view.take_ready(0)
    assert view.study.networks == READY_MADE_SCHEDULES[0].study.networks


def test_a_cycle_shows_its_load_and_its_messages(shown, window, qtbot):
    view, found = shown("nodes-60")
    click_line(qtbot, view.cycles, 3)
    assert view.cycle == 2
    assert view.head("classes") == f"cycle 3 of {found.traffic.made.cycles}"
    assert [row.one for row in view.classes.rows.rows] == classes(found.traffic, found.network, 2)
    here = found.traffic.made.cycle == 2
    assert sum(at.row.messages for at in view.messages.rows.rows) == here.sum()
    ends = (found.traffic.source[here].tolist(), found.traffic.destination[here].tolist())
    pairs = set(zip(*ends, strict=True))
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
    switch = found.names[int(found.traffic.tree.switch[one.channel])]
    assert all(switch in (row.a.device, row.b.device) for row in cables)
    assert {row.channel for row in view.channels.chosen_rows()} == {one.channel}
    window.show_workspace("topology")
    assert TopologyPage(window).scene.looking.emphasis.links.sum() == 18
    cables = WorkspacePage(window, "cables").find(Table, "table-wiring list")
    assert len(cables.chosen_rows()) == 18


def test_a_click_selects_the_network_on_view_and_a_channel_its_cables(shown, window, qtbot):
    view, found = shown("nodes-60")
    window.session.select([])
    assert view.table.chosen_lines() == [0], "it is marked, as the one on view"
    assert not view.selected
    click_line(qtbot, view.table, 0)
    assert window.session.selection == (SCHEDULED(NetworkOf(OURS.name, "ours")),)
    assert view.selected == {0}
    click_line(qtbot, view.classes, 0)
    click_line(qtbot, view.channels, 1)
    (row,) = view.channels.chosen_rows()
    cables = [window.session.cable(element.id) for element in window.session.selection]
    switch = found.names[int(found.traffic.tree.switch[row.channel])]
    assert cables
    assert all(switch in (cable.a.device, cable.b.device) for cable in cables)


def test_what_is_selected_elsewhere_is_marked_here(shown, window, qtbot):
    view, found = shown("nodes-60")
    click_line(qtbot, view.cycles, 1)
    host = found.names.index("n07")
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
    view, found = shown("nodes-60")
    session = window.session
    assert session.do(Rename(name="other"))
    assert not view.banner.is_visible
    move_a_device(session)
    assert view.banner.is_visible
    assert "Load and cycles hold; cuts and the universal fat-tree are those of the earlier room" in (
        view.banner.words
    )
    assert view.states == ["stale"]
    state = [column.id for column in view.table.rows.columns].index("State")
    needed = view.table.fontMetrics().horizontalAdvance("outdated") + 40  # the mark and margins
    assert view.table.columnWidth(state) >= needed
    assert view.result is found
    press(qtbot, window, Qt.Key.Key_Z)
    assert not view.banner.is_visible, "it is the state that was measured again"
    assert view.change(messages=5)
    assert "The study changed" in view.banner.words
    assert "Load and cycles hold" not in view.banner.words


def test_another_project_has_results_of_its_own(shown, window, designed):
    view, _ = shown("nodes-60")
    loads = window.session.loads
    window.session.begin(designed("nodes-396"))
    assert window.session.loads is not loads
    assert view.empty_page.isVisible()
    assert view.result is None


def test_the_schedule_becomes_a_file(shown, window, qtbot, tmp_path, monkeypatch):
    view, found = shown("nodes-60")
    path = tmp_path / "cycles.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    assert view.export_entries == ["Schedule as CSV…", "Settings as JSON…"]
    view.export_schedule()
    assert path.read_bytes() == schedule_csv(found.traffic, found.names[:60])


def test_a_file_of_flows(show, window, qtbot, tmp_path):
    view = show("nodes-60")
    path = tmp_path / "flows.txt"
    path.write_text("n01 n60 5\nn02 n60 2\n")
    view.add_study(OURS)
    assert view.change(traffic="flows.txt", messages=1)
    assert not view.panel.field("Messages per host").isEnabled()
    view.run()
    view.wait(qtbot)
    assert view.figures["Load factor"] == "7.000"
    assert view.figures["Fullest channel"] == "down to n60"


def test_nothing_is_measured_for_a_project_that_was_left(show, window, qtbot):
    view = show("nodes-60")
    view.add_study(OURS)
    view.run()
    task = view.task
    window.session.leave()
    assert task.state == "cancelled"
    assert not view.is_running


def test_links_are_coloured_by_load(shown, window, qtbot, measured):
    schedule, found = shown("nodes-60")
    view = TopologyPage(window)
    item = view.colour_entry("load")
    assert item.isEnabled()
    assert item.text() == "Load"
    view.colour.setFocus()
    qtbot.keyClick(view.colour, Qt.Key.Key_End)
    scene, net = view.scene, found.network
    assert (scene.mode_now, view.colouring) == ("load", "load")
    assert np.array_equal(scene.load.factor[found.links], found.traffic.link_factors(net))
    key = key_of(scene.looking, view.frame)
    assert key.title == "Load factor"
    assert key.notes == ("Traffic: uniform, 4 messages per host, seed 1",)
    codes = scene.looking.colours.of_link
    top = load_top(found.traffic.factor)
    assert codes.tolist() == [load_bin(one, top) for one in scene.load.factor.tolist()]
    assert set(scene.looking.colours.of_node[:60].tolist()) <= set(range(5))
    window.show_workspace("schedule")
    click_line(qtbot, schedule.cycles, 2)
    window.show_workspace("topology")
    assert np.array_equal(scene.load.factor[found.links], found.traffic.link_factors(net, 1))
    assert scene.load.factor.max() == 1
    assert key_of(scene.looking, view.frame).notes[0].endswith("; cycle 2")


def test_links_of_a_reference_network_are_coloured_by_load(show, window, qtbot):
    view = show("nodes-60")
    spec = "hyperx:S=3-3,K=1-1,T=2"
    assert window.session.do(AddStudy(study=NetworkUnderStudy(name="lattice", spec=spec)))
    view.add_study(ScheduleStudy(name="s", networks=(StudyNetwork(name="x", spec=spec),), messages=2))
    view.run()
    view.wait(qtbot)
    net = network_of(spec)
    loads = LinkLoads(window.session).of_study(spec, net)
    assert np.array_equal(loads.factor, view.result.traffic.link_factors(net))
    assert loads.note == "Traffic: uniform, 2 messages per host, seed 1"
    assert LinkLoads(window.session).of_study("hyperx:S=3,K=1,T=2", network_of("hyperx:S=3,K=1,T=2")) is None


def test_without_a_result_load_says_what_to_do(show, window, measured, designed):
    schedule = show("nodes-60")
    view = TopologyPage(window)
    item = view.colour_entry("load")
    assert not item.isEnabled()
    assert item.text() == "Load (measure traffic in Schedule, or run a simulation)"
    schedule.add_study(OURS)
    bring(window, measured("nodes-60"))
    window.show_workspace("schedule")
    found = schedule.result
    window.show_workspace("topology")
    assert view.colour_entry("load").isEnabled()
    view.colour_by("load")
    assert view.scene.mode_now == "load"
    window.session.begin(designed("nodes-396"))
    window.session.loads.put(found)
    window.session.loaded.emit()
    assert view.colour_entry("load").text() == "Load (of an earlier state)"
    assert view.scene.mode_now == "kind"
    assert view.colour.currentText() == "Cable kind"


def test_cuts_are_a_layer_of_the_floor(show, window, qtbot, designed):
    show("nodes-60")
    view = CutsPage(window)
    layer = view.layer
    assert not layer.isChecked()
    before = view.picture()
    layer.trigger()
    assert view.task is not None
    qtbot.waitUntil(lambda: view.task is None)
    where = placed(Derived(designed("nodes-60")))
    hosts = np.arange(where.network.node_count) < 60
    made = decompose(where.where_m, hosts, where.network.ends, where.rate_gbps, where.box_m)
    wanted = planes(made.parts, CUT_LEVELS)
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
    for level, words in stated.items():  # without a line in the plan a level is called horizontal
        here = [plane for plane in wanted if plane.level == level]
        flat = "horizontal " if all(plane.axis == 2 for plane in here) else ""
        links, dense = max(plane.links for plane in here), max(plane.gbps_per_m2 for plane in here)
        cuts, both = f"{len(here)} {flat}cuts, up to", f"and {dense:,.0f} Gb/s/m²"
        if len(here) == 1:
            cuts, both = f"1 {flat}cut,", f", density {dense:,.0f} Gb/s/m²"
        assert words.startswith(f"Level {level}: {cuts} {links} link")
        assert words.endswith(both)
    assert any("horizontal" in words for words in stated.values())
    assert view.picture() != before
    at = view.drawing.to_px(*(0.8 * np.array(whole.start) + 0.2 * np.array(whole.stop))).toPoint()
    shot = view.drawn()
    assert shot.pixelColor(at) == QColor(window.theme.tokens.drawing.core.stroke)
    # the table beside, and the inspector
    view.toggle_table_view()
    view.table_view.show(view.table_view.names[-1])
    rows = view.table_view.table.rows.rows
    assert [row.plane for row in rows] == wanted
    click_line(qtbot, view.table_view.table, wanted.index(drawn))
    assert window.session.selection == (CUT(wanted.index(drawn)),)
    view.toggle_table_view()
    shot = view.drawn()
    assert shot.pixelColor(at) == window.theme.colour("accent")
    # a moved rack makes them those of an earlier state, undo brings them back
    session = window.session
    move_a_device(session)
    assert not room_cuts(session).holds
    press(qtbot, window, Qt.Key.Key_Z)
    assert room_cuts(session).holds
    layer.trigger()
    assert "cuts" not in view.drawing.options.layers


def test_labels_of_cuts_cover_neither_each_other_nor_the_legend(show, window, qtbot):
    """In a small window the legend begins where the first cut ends, and an aisle has its width there."""
    window.resize(1280, 720)
    show("nodes-396")
    window.show_workspace("floor")
    view = CutsPage(window)
    view.layer.trigger()
    qtbot.waitUntil(lambda: view.task is None)
    labels, others = view.labels
    texts = [text for _, text in labels]
    assert len(labels) > 2
    assert texts[0].startswith("110 links"), "the first cut is labelled"
    boxes = [box for box, _ in labels]
    everything = [*boxes, *others]
    assert not [(a, b) for a in boxes for b in everything if a is not b and a.intersects(b)]


def test_a_result_brings_the_cuts_with_it(shown, window):
    shown("nodes-60")
    view = CutsPage(window)
    view.layer.trigger()
    assert view.task is None
    assert room_cuts(window.session).planes


def test_fields_without_effect_are_disabled_and_say_why(show, window, qtbot):
    """A seed draws deliveries on trees, and destinations of random patterns."""
    view = show("nodes-60")
    lattice = StudyNetwork(name="x", spec="hyperx:S=4-4,K=1-1,T=4")
    view.add_study(ScheduleStudy(name="s", networks=(lattice,), traffic="complement"))
    assert view.panel.field("Seed").isEnabled(), "whether it is a tree is not known yet"
    view.run()
    view.wait(qtbot)
    assert not view.panel.field("Seed").isEnabled()
    assert view.panel.field("Messages per host").isEnabled()
    assert view.change(traffic="uniform")
    assert view.panel.field("Seed").isEnabled()


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


def test_the_verdict_leads_to_topology(shown):
    """The sentence is that of the engine; Topology shows the link that it names, coloured by load."""
    view, found = shown("nodes-60")
    assert view.verdict == found.verdict.text
    assert view.verdict.startswith("Host links limit this traffic; the fabric adds nothing")
    cycles = found.traffic.made.cycles
    time = cycles * 4096 * 8 / 40e3
    assert f"in {cycles} cycles = {time:.2f} µs" in view.verdict
    assert view.offers_topology, "also before anything else is done with the result"
    view.show_gbps()
    assert view.cell(0, "Cycles") == f"{time:.2f} µs".replace(".00", "")
    view.show_in_topology()
    assert view.window.workspace_name == "topology"
    assert TopologyPage(view.window).scene.mode == "load"
    (cable,) = view.session.selection
    (channel,) = found.verdict.channels
    host = found.names[found.network.ends[channel // 2].min()]
    assert host in {end.device for end in ends(view.session.cable(cable.id))}
