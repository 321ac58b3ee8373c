"""The simulation workspace with real clicks and keys: a study, its runs, curves, table, fields, and files."""

import time
from dataclasses import replace as changed
from datetime import datetime

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from fatdesk.engine.charts import DASHES, MARKERS
from fatdesk.gui.charts.curves_view import free_spot
from fatdesk.gui.charts.series import series_pen
from fatdesk.gui.session.study_results import Result, Simulations
from fatdesk.gui.simulation.columns import NETWORKS, load_text
from fatdesk.gui.simulation.curves import (
    Curve,
    accepted_by_all,
    comparison_load,
    papers_of,
)
from fatdesk.gui.studies.running import StudyRunner
from fatdesk.networks.simulation.reference_studies import READY_MADE
from fatdesk.networks.simulation.study import Arrivals, Duration, Loads, SimulationStudy, Switching, loads_of
from fatdesk.networks.simulation.sweep import curves_of, saturations, team
from fatdesk.networks.simulation.workers import Threads
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.project.commands.studies import AddStudy, ChangeSimulation
from fatdesk.project.document.project import NetworkUnderStudy, Project
from fatdesk.project.document.ref import CURVE, RACK, SIMULATION, STUDY, NetworkOf
from fatdesk.project.files.storing import save_project
from fatdesk.project.studies.measurement import Wanted
from fatdesk.project.studies.results import Results, results_folder
from tests.gui.hands import click_line, press, type_in
from tests.gui.pages.simulation import SimulationPage
from tests.gui.pages.table import TablePage
from tests.gui.pages.topology import TopologyPage
from tests.gui.recorder import recorded
from tests.gui.simulation.simulated import curve, point, points
from tests.patience import judge_time

LEFT = Qt.MouseButton.LeftButton
TINY = SimulationStudy(
    name="Tiny",
    networks=(
        StudyNetwork(name="FTA", spec="kary-tree:k=2,n=2"),
        StudyNetwork(name="RUFT", spec="ruft:k=2,n=2"),
    ),
    switching=Switching(packet_bytes=8),
    loads=Loads(first=0.2, last=0.8, step=0.3),
    duration=Duration(warmup=500, cycles=3_000),
)
LONG_RUN = replace(TINY, name="Long", duration=Duration(warmup=0, cycles=900_000_000))


@pytest.fixture
def view(window, qtbot):
    """The workspace over an empty project."""
    window.session.begin(Project(name="papers"))
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_9)
    assert window.workspace_name == "simulation"
    return SimulationPage(window)


@pytest.fixture
def shown(view):
    """The same with a study whose points were made up: FTA takes 0.5, RUFT everything."""
    view.add_study(TINY)
    fill(view, TINY)
    return view


def fill(view, study, capacities=(0.5, 9.0), loads=None, channels=0):
    known = view.session.simulations
    for network, capacity in zip(study.networks, capacities, strict=True):
        some = points(loads or loads_of(study.loads), capacity, channels=channels)
        began = datetime.now().astimezone()
        known.put(
            study.name, network.name, Result(known.tag(study, network), curve(study, network, some), began)
        )
    view.session.simulated.emit()


# The story


def test_a_study_is_made_run_exported_and_undone(view, window, qtbot, tmp_path, monkeypatch):
    assert view.empty_page.isVisible()
    assert not view.run_button.isEnabled()
    view.click_new_study()
    assert not view.empty_page.isVisible()
    assert view.latency.empty.startswith("This study has no networks")
    view.type_network()
    assert view.card.is_visible
    view.card.family.setCurrentText("RUFT")
    view.card.enter()
    assert [one.spec for one in view.study.networks] == ["ruft:k=2,n=3"]
    assert "Run measures" in view.latency.empty
    type_in(qtbot, view.panel.field("Loads"), "0.2 : 0.8 : 0.3")
    type_in(qtbot, view.panel.field("Measured"), "2,000")
    type_in(qtbot, view.panel.field("Warm-up"), "200")
    assert view.study.loads == Loads(first=0.2, last=0.8, step=0.3)
    assert view.study.duration == Duration(warmup=200, cycles=2000)

    seen = []
    view.session.simulated.connect(lambda: seen.append(len(view.curves[0].points)))
    view.run()
    assert view.strip.is_visible
    assert view.stop_button.isEnabled()
    assert not view.run_button.isEnabled()
    view.wait(qtbot)
    assert seen[-1] == 3
    curve = view.curves[0]
    assert curve.state == "done"
    assert curve.accepted[0] == pytest.approx(0.2, rel=0.3)
    assert curve.scheme == "ruft"
    assert view.cell(0, "State") == "done"
    assert not view.strip.is_visible
    assert view.panel.is_visible
    assert "Measured on" in view.panel.texts

    monkeypatch.setattr("fatdesk.gui.files.files.ask_name", lambda _w, _t, start, *_: tmp_path / start.name)
    view.export()
    made = {path.suffix: path.read_bytes() for path in tmp_path.iterdir()}
    assert msgspec.json.decode(made[".json"], type=SimulationStudy) == view.study
    assert made[".csv"].decode().splitlines()[1].startswith("Uniform,ruft,")
    assert len(made[".csv"].decode().splitlines()) == 4
    assert b"<svg" in made[".svg"]
    assert made[".png"].startswith(b"\x89PNG")
    assert not window.refusal_in_view("picture-svg")

    before = view.study
    type_in(qtbot, view.panel.field("Routing"), "9")
    assert view.curves[0].state == "stale"
    assert "out of date" in view.banner.words
    assert view.banner.act_button.text() == "Run 1 again"
    press(qtbot, window, Qt.Key.Key_Z)
    assert view.study == before
    assert view.curves[0].state == "done"
    assert not view.banner.is_visible
    for _ in range(5):
        press(qtbot, window, Qt.Key.Key_Z)
    assert window.session.project.simulations == ()
    assert view.empty_page.isVisible()


def test_without_a_study_the_panel_shows_what_is_selected_elsewhere(desk, qtbot):
    desk.show_workspace("simulation")
    view = SimulationPage(desk)
    assert view.empty_page.isVisible()
    desk.session.select([RACK(desk.session.project.floor.racks[0].number)])
    assert any("Rack A01" in text for text in view.panel.texts)
    view.click_new_study()
    assert not any("Rack A01" in text for text in view.panel.texts), "a study has its fields there"


def test_heads_of_columns_define_their_figures(view):
    model = view.table.rows
    tip = Qt.ItemDataRole.ToolTipRole
    across = Qt.Orientation.Horizontal
    heads = {column.title: model.headerData(n, across, tip) for n, column in enumerate(NETWORKS)}
    assert all(heads.values()), heads
    assert "Jain's index" in heads["Fairness"]


def test_a_throughput_of_a_fabric_has_room_with_its_unit(view):
    table = TablePage(view.table.window(), "networks")
    start, end = table.span("Throughput")
    assert table.bold_width("≥ 19.1 Gb/s") + 16 <= end - start


def test_a_run_is_cancelled_at_once_and_keeps_its_points(view, qtbot):
    view.add_study(LONG_RUN)
    view.run()
    qtbot.waitUntil(lambda: view.task.text.endswith("points"))
    begin = time.monotonic()
    view.stop()
    judge_time(time.monotonic() - begin, 0.2)
    assert not view.is_running
    assert view.run_button.isEnabled()
    assert view.states == ["waiting", "waiting"]
    # what had arrived stays, and only the rest is run again
    known, network = view.session.simulations, LONG_RUN.networks[0]
    tag = known.tag(LONG_RUN, network)
    known.put(
        "Long", "FTA", Result(tag, curve(LONG_RUN, network, [point(0.2, 0.5)]), datetime.now().astimezone())
    )
    view.session.simulated.emit()
    assert view.curves[0].state == "partial"
    assert view.cell(0, "State") == "1 of 3 points"
    assert known.missing(LONG_RUN, 0) == Wanted(0, (0.5, 0.8))


def test_a_dead_worker_is_told_and_the_project_is_as_it_was(view, qtbot):
    view.add_study(LONG_RUN)
    before = view.session.project
    view.run()
    qtbot.waitUntil(lambda: view.task.text.endswith("points"))
    view.task.running.kill()
    view.wait(qtbot)
    assert view.banner.is_visible
    assert "killed" in view.banner.words
    assert "project is unchanged" in view.banner.words
    assert view.banner.act_button.text() == "Start again"
    assert view.session.project is before
    view.banner.keep()
    assert not view.banner.is_visible


def test_what_is_wrong_with_one_network_stops_no_other(view, qtbot):
    odd = replace(
        TINY,
        networks=(*TINY.networks, StudyNetwork(name="Wrong", spec="ruft:k=2,n=2", scheme="mikant")),
    )
    view.add_study(odd)
    view.run()
    view.wait(qtbot)
    assert view.states == ["done", "done", "failed"]
    assert "routing algorithm mikant" in view.banner.words
    view.session.select([CURVE(NetworkOf("Tiny", "Wrong"))])
    assert any("routing algorithm mikant" in text for text in view.panel.texts)
    assert view.cell(2, "State").startswith("failed: Wrong: routing algorithm mikant")


def test_loads_beyond_what_hosts_inject_are_left_out(view, qtbot):
    view.add_study(replace(TINY, loads=Loads(first=0.5, last=1.5, step=0.5), networks=TINY.networks[:1]))
    view.run()
    view.wait(qtbot)
    assert view.curves[0].offered.tolist() == [0.5, 1.0]
    assert view.curves[0].state == "done"
    said = []
    view.session.said.connect(said.append)
    view.run()
    assert "measured already" in said[-1]


def test_results_are_beside_the_project_and_come_back(window, view, qtbot, tmp_path):
    path = tmp_path / "papers.fatdesk"
    window.session.save_as(path)
    view.add_study(replace(TINY, loads=Loads(first=0.4, last=1.2, step=0.4)))
    view.run()
    view.wait(qtbot)
    window.session.save()
    assert len(list(results_folder(path).glob("*.npz"))) == 2
    stated = [curve.accepted.tolist() for curve in view.curves]
    assert "Processor time" in view.panel.texts
    window.session.leave()
    window.files.open_path(path)
    window.show_workspace("simulation")
    assert (view.verdict, view.state) == ("Results of earlier runs are being read.", "Reading results")
    qtbot.waitUntil(lambda: any(curve.points for curve in view.curves))
    assert "saturates" in view.verdict
    assert [curve.accepted.tolist() for curve in view.curves] == stated
    assert view.states == ["done", "done"]
    assert "Points" in view.panel.texts
    assert "Processor time" not in view.panel.texts  # files do not have it


# Plots, key and table


def test_a_click_selects_a_curve_and_a_second_one_lets_the_others_step_back(shown, qtbot):
    for plot in (shown.accepted, shown.latency):
        x, y = plot.spots(shown.curves[0])
        at = QPointF(float(x[0]) + 2, float(y[0])).toPoint()
        shown.session.select([])
        qtbot.mouseClick(plot.viewport(), LEFT, pos=at)
        chosen = shown.selected
        assert len(chosen) == 1
        assert not shown.is_alone
        assert shown.accepted.selected == shown.latency.selected == frozenset(chosen)
        assert shown.table.chosen_numbers().tolist() == sorted(chosen)
        qtbot.mouseClick(plot.viewport(), LEFT, pos=at)
        assert shown.is_alone
        assert shown.latency.alone
        assert shown.accepted.alone
        qtbot.mouseClick(
            plot.viewport(), LEFT, pos=QPoint(int(plot.area.right()) - 2, int(plot.area.bottom()) - 2)
        )
        assert not shown.selected
        assert not shown.is_alone


def test_a_row_does_the_same(shown, qtbot):
    click_line(qtbot, shown.table, 1)
    assert shown.selected == {1}
    assert shown.session.selection == (CURVE(NetworkOf("Tiny", "RUFT")),)
    assert shown.panel.has("Algorithm")
    click_line(qtbot, shown.table, 1)
    assert shown.is_alone
    click_line(qtbot, shown.table, 0)
    assert shown.selected == {0}
    assert not shown.is_alone
    qtbot.keyClick(shown.table, Qt.Key.Key_Return)
    assert shown.is_alone


def test_figures_beside_the_table_follow_the_number_language(shown, decimal_comma, qtbot):
    shown.show_study("Tiny")
    shown.latency.setFocus()
    for _ in range(2):
        qtbot.keyClick(shown.latency, Qt.Key.Key_Right)
    words = shown.latency.accessibleDescription()
    assert words.startswith("FTA\noffered 0,5, accepted 0,5")
    assert all(load.startswith("0,") for load in shown.loads_offered)
    assert "0,5" in shown.verdict, "also that on a published network, where it names no nodes"
    shown.state_verdict("compute saturates at 0.44 = 17.6 Gb/s per host.")
    assert shown.verdict == "compute saturates at 0,44 = 17,6 Gb/s per host."


def test_plots_are_walked_by_keys(shown, qtbot):
    plot = shown.latency
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.at == (0, 0)
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.at == (0, 1)
    assert "offered 0.5" in plot.accessibleDescription()
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert plot.at == (1, 1)
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert shown.selected == {1}


def test_the_table_tells_the_figures(shown):
    assert shown.cell(0, "Throughput") == "0.500"
    assert shown.cell(1, "Throughput") == "≥ 0.800"
    assert shown.cell(0, "± 95 %") == "0.004"
    assert shown.cell(0, "Saturation") == "0.5"
    assert shown.cell(1, "Saturation") == ""
    base = point(0.2, 0.5).latency.mean
    assert shown.cell(0, "Base latency") == f"{base:,.0f}"
    assert shown.load == 0.5
    shown.choose_load(0.2)
    assert shown.load == 0.2
    assert shown.cell(0, "p99") == f"{point(0.2, 0.5).latency.p99:,.0f}"
    assert shown.cell(0, "Fairness") == "0.980"
    shown.look(1)
    assert shown.cell(0, "Base latency") == f"{base / 2:,.0f}"
    assert "injection" in shown.latency.upward.words
    assert shown.is_hidden("Paper")
    assert shown.is_hidden("Packets"), "figures of the experiment, not of the networks, begin out of view"
    assert shown.is_hidden("Seeds")


def test_curves_grow_without_moving_a_view_that_was_zoomed(shown):
    plot = shown.accepted
    whole = plot.across.high
    fill(shown, TINY, loads=(0.2, 0.5, 0.8, 1.4))
    assert plot.across.high > whole
    plot.zoom(2)
    low = plot.across
    fill(shown, TINY, loads=(0.2, 0.5, 0.8, 1.4, 2.0))
    assert plot.across == low
    plot.fit()
    assert plot.across.high > 2.0


def test_all_points_as_a_table(shown, window, qtbot):
    press(qtbot, window, Qt.Key.Key_T)
    assert shown.shows_table_view
    table = shown.table_view.table
    assert table.rows.rowCount() == 6
    shown.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Network\tOffered\tAccepted")
    assert len(lines) == 7
    table.selectRow(4)
    assert shown.session.selection == (CURVE(NetworkOf("Tiny", "RUFT")),)


# Fields


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("Packet", "0", "whole number, 1 to 65,536"),
        ("Loads", "0.5 : 0.1 : 0.1", "below the first"),
        ("Loads", "much", "first : last : step"),
        ("Seeds", "many", "1 to 1,000"),
        ("Precision", "200", "percentage, 0.01 to 100"),
        ("Workers", "0", "1 to 64"),
        ("Name", "", "Type a name"),
    ],
)
def test_what_is_not_taken_is_told_beside_the_field(shown, qtbot, name, text, words):
    before, field = shown.study, shown.panel.field(name)
    field.clear()
    type_in(qtbot, field, text)
    assert field.property("wrong")
    assert any(words in text for text in shown.panel.shown_texts)
    assert shown.study == before


def test_flights_of_nothing_are_refused_in_words(shown, qtbot):
    type_in(qtbot, shown.panel.field("Link"), "0")
    field = shown.panel.field("Wire delay")
    type_in(qtbot, field, "0")
    assert field.property("wrong")
    assert any("at least one cycle" in text for text in shown.panel.texts)


def test_choices_and_empty_fields(shown, qtbot):
    choose = shown.panel.choose
    choose("Switching", "Wormhole")
    assert not shown.panel.field("Credits").isEnabled()
    type_in(qtbot, shown.panel.field("Buffer in flits"), "4")
    assert shown.study.switching.buffer_flits == 4
    choose("Switching", "Cut-through")
    assert shown.study.switching == replace(TINY.switching, switching="vct")
    choose("Arrivals", "Bursty")
    type_in(qtbot, shown.panel.field("Burst"), "3")
    assert shown.study.traffic.arrivals.burst_packets == 3
    choose("Pattern", "Bit reversal")
    choose("Self-traffic", "Yes")
    assert (shown.study.traffic.pattern, shown.study.traffic.itself) == ("bit-reversal", True)
    shown.panel.field("Warm-up").clear()
    type_in(qtbot, shown.panel.field("Warm-up"), "")
    assert shown.study.duration.warmup is None
    type_in(qtbot, shown.panel.field("Precision"), "2.5")
    assert shown.study.duration.precision == 0.025
    steps = len(shown.session.history.project.simulations)
    assert steps == 1
    shown.session.undo()
    assert shown.study.duration.precision is None


def test_fields_without_effect_are_disabled_and_say_why(shown, qtbot):
    """Those of another arrival process, switching or kind of network; the reason is the tooltip."""

    def off():
        fields = shown.panel.fields.items()
        for _, field in fields:
            assert field.isEnabled() or field.toolTip().startswith("Has no effect: ")
        return sorted(name for name, field in fields if not field.isEnabled())

    def decide(**changes):
        shown.session.do(ChangeSimulation(simulation=replace(shown.study, **changes)))

    first = shown.study
    assert off() == ["Allocation", "Buffer in flits", "Burst"]
    decide(networks=first.networks[:1])  # the other is one-way
    assert off() == ["Allocation", "Buffer in flits", "Burst", "Ejection delay"]
    decide(networks=first.networks, traffic=replace(first.traffic, arrivals=Arrivals(kind="bursty")))
    assert off() == ["Allocation", "Buffer in flits"]
    decide(switching=replace(first.switching, switching="wormhole"))
    assert off() == ["Credits"]
    decide(switching=replace(first.switching, switching="wormhole", buffer_flits=4))
    assert off() == ["Credits", "Input buffer"]
    decide(switching=first.switching, traffic=replace(first.traffic, pattern="all-to-all"))
    assert off() == ["Allocation", "Buffer in flits", "Burst", "Self-traffic"]
    drawn = [replace(one, scheme="nca") for one in first.networks[:1]]
    decide(networks=tuple(drawn), switching=first.switching, traffic=first.traffic)
    assert "Output choice" in off()
    decide(switching=replace(first.switching, packet_bytes=4, flit_bytes=4))
    assert "Credits" in off()


def test_progress_moves_neither_fields_nor_rows(shown):
    """A click that is meant for a field must not meet another when a run ends."""

    def places():
        QApplication.processEvents()
        table, field = shown.table, shown.panel.field("Packet")
        return [shown.place_of(one) for one in (table, field)]

    before = places()
    shown.strip.show()
    assert places() == before
    shown.strip.hide()
    assert places() == before


def test_loads_of_a_study_are_whole_in_their_field(view):
    view.take_ready(0)
    field = view.panel.field("Loads")
    assert field.shown_text == field.text() == "0.02 : 1.67 : 0.15"


def test_a_button_is_not_highlighted_once_its_menu_has_closed(shown, qtbot):
    """Qt reports no leaving to a button whose menu is open."""
    button, menu = shown.study_button
    QCursor.setPos(shown.table.mapToGlobal(QPoint(20, 20)))
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
    menu.hide()
    qtbot.waitUntil(lambda: not button.underMouse())


def test_every_field_of_a_study_says_what_it_is(shown):
    for name in ("Packet", "Credits", "Output choice", "Crossbar", "Precision", "Seeds", "Loads"):
        assert len(shown.panel.field(name).toolTip()) > 10, name
    assert "Late: when one can be used" in shown.panel.field("Output choice").toolTip()


def test_networks_are_called_forwarded_and_removed(shown, qtbot, window):
    click_line(qtbot, shown.table, 0)
    type_in(qtbot, shown.panel.field("Name"), "Tree")
    assert [one.name for one in shown.study.networks] == ["Tree", "RUFT"]
    assert shown.session.selection == (CURVE(NetworkOf("Tiny", "Tree")),)
    assert shown.curves[0].state == "done"  # it is the same network
    type_in(qtbot, shown.panel.field("Name"), "RUFT")
    assert shown.panel.field("Name").property("wrong")
    shown.panel.choose("Algorithm", "updown")
    assert shown.study.networks[0].scheme == "updown"
    assert shown.curves[0].state == "stale"
    shown.table.setFocus()
    qtbot.keyClick(shown.table, Qt.Key.Key_Delete)
    assert [one.name for one in shown.study.networks] == ["RUFT"]


def test_points_that_arrive_take_nothing_from_whoever_types(shown, qtbot, monkeypatch):
    table = shown.table
    table.setFocus()
    table.setCurrentIndex(table.rows.index(1, 3))
    field = shown.panel.field("Seeds")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "12")
    monkeypatch.setattr(StudyRunner, "is_running", property(lambda _: True))
    fill(shown, TINY, loads=(0.2, 0.5, 0.8, 0.9))
    monkeypatch.undo()
    fill(shown, TINY, loads=(0.2, 0.5, 0.8, 0.9, 1.0))
    assert shown.panel.field("Seeds") is field
    assert field.text() == "12"
    assert table.currentIndex().row() == 1
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert shown.study.seeds == 12


def test_saturation_is_found_by_trying_loads(view, qtbot):
    """The same loads as the command line tries, for the selected network or all; they stay in the curve."""
    longer = replace(TINY, duration=Duration(warmup=500, cycles=40_000))
    view.add_study(longer)
    view.session.select([CURVE(NetworkOf("Tiny", "RUFT"))])
    view.find_saturation()
    assert view.is_running
    assert not view.saturation_button.isEnabled()
    view.wait(qtbot)
    curves = curves_of(replace(longer, networks=longer.networks[1:]))
    with team(longer, curves, Threads(1)) as made:
        found = saturations(longer, made, curves)
    tree, ruft = view.curves
    assert tree.points == ()
    assert [one.offered for one in ruft.points] == [one.offered for one in found.points[0]]
    assert ruft.saturation == pytest.approx(found.loads[0])
    assert not view.is_hidden("Saturation")
    assert view.cell(1, "Saturation") == load_text(round(found.loads[0], 3))

    view.session.select([])
    view.perform("simulate-saturation")
    view.stop()
    assert not view.is_running


def test_run_and_cancel_have_keys(view, window, qtbot):
    view.add_study(LONG_RUN)
    press(qtbot, window, Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier)
    assert view.is_running
    press(qtbot, window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert not view.is_running


def test_keys_go_by_what_is_available_now(view, window, qtbot):
    view.add_study(LONG_RUN)
    view.run()
    press(qtbot, window.focusWidget(), Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert not view.is_running
    view.run()
    view.stop()
    press(qtbot, window.focusWidget(), Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier)
    assert view.is_running
    view.stop()


def test_studies_are_chosen_doubled_and_called(shown, qtbot):
    shown.duplicate()
    assert shown.name == "Tiny 2"
    assert shown.states == ["done", "done"]  # the same was measured
    type_in(qtbot, shown.panel.field("Name"), "Small")
    assert shown.name == "Small"
    entries = shown.study_menu
    assert [entry.text() for entry in entries][:2] == ["Tiny", "Small"]
    entries[0].trigger()
    assert shown.name == "Tiny"
    shown.session.select([SIMULATION("Small")])
    assert shown.name == "Small"
    shown.remove_study()
    assert [one.name for one in shown.session.project.simulations] == ["Tiny"]
    assert shown.name == "Tiny"


def test_a_study_of_fewer_networks_comes_on_view_by_the_menu(shown):
    one = replace(TINY, name="One", networks=TINY.networks[:1])
    shown.add_study(one)
    fill(shown, one, (0.4,))
    shown.show_study("Tiny")
    assert len(shown.curves) == 2
    entry = next(action for action in shown.study_menu if action.text() == "One")
    entry.trigger()
    assert (shown.name, len(shown.curves)) == ("One", 1)
    assert shown.verdict.startswith("FTA saturates")


def test_ready_made_studies_tell_what_was_published(view):
    view.ready_menu[0].trigger()
    made = view.study
    assert made == READY_MADE[0].study
    fill(view, made, [one.throughput * 0.97 for one in READY_MADE[0].published])
    assert not view.is_hidden("Paper")
    assert view.cell(0, "Paper") == "0.55"
    assert view.cell(0, "Difference") == "\u22123.0 %"
    other = replace(made, switching=Switching(packet_bytes=64))
    assert papers_of(other) == [None] * 5
    view.take_ready(0)
    assert view.name == f"{made.name} 2"


# The design, and the drawing


def test_another_design_makes_its_results_out_of_date(window, qtbot, tmp_path, designed, monkeypatch):
    path = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    window.files.open_path(path)
    view = SimulationPage(window)
    view.new_study()
    assert [one.fabric for one in view.study.networks] == ["compute"]
    net, _ = window.session.derived.bare_network("compute")
    view.session.do(
        ChangeSimulation(simulation=replace(view.study, loads=Loads(first=0.2, last=0.6, step=0.2)))
    )
    fill(view, view.study, (0.5,), channels=len(net.channels))
    assert view.curves[0].state == "done"

    view.show_links()
    assert window.workspace_name == "topology"
    scene = TopologyPage(window).scene
    assert scene.mode_now == "load"
    load = scene.load
    assert load.note == "Simulation Uniform: compute at load 0.4"
    links = ~np.isnan(load.factor)
    assert links.sum() == net.link_count
    assert np.allclose(load.factor[links], 0.4)

    monkeypatch.setattr(view.session.simulations, "fabric_state", lambda _: "another design")
    window.show_workspace("simulation")
    view.refresh()
    assert view.curves[0].state == "stale"
    assert view.banner.words.startswith("The design changed at ")
    assert view.banner.words.endswith("1 of 1 network is out of date.")
    assert TopologyPage(window, show=False).scene.load is None  # of another network
    view.banner.keep()
    assert not view.banner.is_visible
    view.refresh()
    assert not view.banner.is_visible
    assert view.curves[0].state == "stale"


def test_links_of_a_network_of_a_paper_are_drawn_by_load(view, window):
    view.add_study(TINY)
    net = network_of("kary-tree:k=2,n=2")
    one_way = network_of("ruft:k=2,n=2")
    known = view.session.simulations
    for number, some in enumerate((net, one_way)):
        found = points(loads_of(TINY.loads), 0.6, channels=len(some.channels))
        network = TINY.networks[number]
        found = curve(TINY, network, found)
        result = Result(known.tag(TINY, network), found, datetime.now().astimezone())
        known.put("Tiny", network.name, result)
    view.session.simulated.emit()
    for number, some in enumerate((net, one_way)):
        window.show_workspace("simulation")
        view.session.select([CURVE(NetworkOf("Tiny", TINY.networks[number].name))])
        view.show_links()
        assert window.workspace_name == "topology"
        scene = TopologyPage(window).scene
        assert scene.mode_now == "load"
        assert len(scene.load.factor) == some.link_count
        assert scene.study.spec == TINY.networks[number].spec
    assert [one.name for one in window.session.project.studies] == ["FTA", "RUFT"]
    window.session.undo()
    assert len(window.session.project.studies) == 1


def test_a_network_under_study_is_added_by_the_menu(view):
    view.session.do(AddStudy(study=NetworkUnderStudy(name="tree", spec="kary-tree:k=2,n=3")))
    view.new_study()
    view.network_menu[0].trigger()
    view.network_menu[0].trigger()
    assert [one.name for one in view.study.networks] == ["tree", "tree 2"]
    view.session.select([STUDY("tree")])
    assert view.selected == {0, 1}


# Small pieces


def test_series_are_told_apart_by_line_marker_and_colour(theme):
    looks = {(tuple(series_pen(n, theme.colour("text")).dashPattern()), MARKERS[n]) for n in range(5)}
    assert len(looks) == 5
    assert len(DASHES) == len(MARKERS) == len(theme.tokens.series)


def test_networks_are_compared_at_a_load_that_all_accept():
    curves = [Curve(0, "a", points((0.1, 0.4, 0.6), 0.5)), Curve(1, "b")]
    curves[0] = changed(curves[0], points=points((0.1, 0.4, 0.6), 0.5))
    assert comparison_load(curves) == 0.4
    assert [accepted_by_all(curves, load) for load in (0.1, 0.4, 0.6)] == [True, True, False]
    full = [changed(curves[0], points=points((0.6, 0.7), 0.5))]
    assert comparison_load(full) == 0.6
    assert not accepted_by_all(full, 0.6)
    assert comparison_load([]) is None


def test_the_load_compared_at_is_named_by_what_networks_accept(view):
    view.add_study(replace(TINY, loads=Loads(first=0.4, last=0.6, step=0.2)))
    fill(view, view.study)
    assert view.loads_offered == ["0.4, accepted by all", "0.4", "0.6"]
    fill(view, view.study, capacities=(0.3, 0.5))
    assert view.loads_offered == ["0.4, the lowest", "0.4", "0.6"]


def test_results_hold_again_when_the_study_is_as_it_was():
    known = Simulations(Results(), lambda name: f"state of {name}")
    network = TINY.networks[0]
    now = datetime.now().astimezone()
    known.put(
        "Tiny", "FTA", Result(known.tag(TINY, network), curve(TINY, network, points((0.2, 0.5), 0.6)), now)
    )
    other = replace(TINY, seeds=3)
    assert not known.of(other, network).holds
    assert known.of(TINY, network).holds
    assert known.missing(TINY, 0) == Wanted(0, (0.8,))
    assert known.missing(other, 0) == Wanted(0, (0.2, 0.5, 0.8))
    known.put("Tiny", "FTA", Result(known.tag(TINY, network), curve(TINY, network, points((0.8,), 0.6)), now))
    assert known.missing(TINY, 0) is None
    fabric = StudyNetwork(name="f", fabric="compute")
    assert known.tag(TINY, fabric).network == "state of compute"


def test_two_rows_of_throughputs_fit_below_the_title(view):
    plot, px = view.latency, view.latency.theme.px
    title = QRectF(0, 0, plot.width(), px(28))
    first = free_spot(200.0, 30.0, plot.area, px, [title])
    assert first is not None
    second = free_spot(200.0, 30.0, plot.area, px, [title, first.adjusted(-40, 0, 40, 0)])
    assert second is not None
    assert title.bottom() <= second.top() < first.top()


def test_throughputs_are_above_the_plot_over_the_lines_they_name(shown, decimal_comma):
    fill(shown, TINY, (0.4, 0.6))
    plot = shown.latency
    written = {call.text: call.rect for call in recorded(plot.draw_over) if call.name == "text"}
    named = [guide for guide in plot.chart.guides if guide.number is not None]
    assert [guide.number for guide in named] == [0, 1]
    for guide in named:
        place = written[guide.text.replace(".", ",")]
        x = float(plot.places(np.array([guide.start[0]]), np.zeros(1))[0][0])
        assert place.bottom() <= plot.area.top()
        assert place.adjusted(-4, 0, 4, 0).left() <= x <= place.adjusted(-4, 0, 4, 0).right()


def test_a_zoom_belongs_to_its_study_and_can_be_reset(view, window, qtbot):
    """Into a plot by the wheel; another study, or another project, shows all of its points."""
    for name in ("First", "Second"):
        view.add_study(replace(TINY, name=name))
        fill(view, view.study)
    view.session.select([SIMULATION("First")])
    view.session.simulated.emit()
    plot = view.latency
    whole = plot.across
    assert not plot.reset.isVisible()

    def zoom_in():
        where = plot.area.center().toPoint()
        at = QPointF(plot.viewport().mapToGlobal(where))
        event = QWheelEvent(
            QPointF(where), at, QPoint(), QPoint(0, 360), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(plot.viewport(), event)
        assert plot.across.high - plot.across.low < whole.high - whole.low
        assert plot.reset.isVisible()

    zoom_in()
    view.session.simulated.emit()  # more points of the same study leave the view alone
    assert plot.reset.isVisible()
    view.session.select([SIMULATION("Second")])
    assert plot.across == whole
    assert not plot.reset.isVisible()
    zoom_in()
    qtbot.mouseClick(plot.reset, Qt.MouseButton.LeftButton)
    assert plot.across == whole
    assert not plot.reset.isVisible()
    zoom_in()
    ground = plot.area.topLeft().toPoint() + QPoint(3, 3)
    qtbot.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=ground)
    assert plot.across == whole
    zoom_in()
    window.session.begin(window.session.project)  # opened again, without results
    assert not plot.reset.isVisible()
    assert (plot.across.low, plot.across.high) == (0.0, 1.0)
