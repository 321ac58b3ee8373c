"""The workspace Faults with real clicks and keys: studies, curves, what is fatal, losses, files, fields."""

import re
import time
from datetime import datetime
from functools import partial

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.drawing.charts.fault_charts import CONNECTED, FIGURES, TOLERATED
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.failures import called
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.faults.columns import hosts_text
from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.faults.view import written
from fatdesk.gui.session.study_results import Result
from fatdesk.gui.studies.bar import ready_titles
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.fault_tolerance.results import (
    AlwaysTolerated,
    FaultsOn,
    MeasuredFaults,
    ToleranceRow,
    binomial_interval,
)
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy, counts_text, read_counts
from fatdesk.networks.simulation.study import Duration, Switching
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.project.commands.racks import RemoveRack
from fatdesk.project.commands.studies import ChangeFaultStudy
from fatdesk.project.derived.losses import elements_of
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import (
    FAULT_CURVE,
    FAULT_STUDY,
    FEED,
    LOSS,
    RACK,
    RELIABILITY,
    ZONE,
    ElementOf,
    NetworkOf,
)
from fatdesk.project.studies.results import results_folder
from tests.gui.hands import click_line, press, type_in
from tests.gui.pages.faults import FaultsPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.page import until
from tests.gui.pages.topology import TopologyPage
from tests.gui.pages.workspace import WorkspacePage
from tests.patience import judge_time

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
THROUGHPUT, KEPT = (figure for figure in FIGURES if figure.measure == "degradation")
TINY = FaultStudy(
    name="Tiny",
    networks=(
        StudyNetwork(name="FTA", spec="kary-tree:k=2,n=2"),
        StudyNetwork(name="RUFT", spec="ruft:k=2,n=2"),
    ),
    counts=(1, 2, 3),
)


@pytest.fixture
def view(window, qtbot):
    """The workspace over an empty project."""
    window.session.begin(Project(name="papers"))
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_F, CONTROL | SHIFT)
    assert window.workspace_name == "faults"
    return FaultsPage(window)


@pytest.fixture
def ran(view, qtbot):
    """The same with a study that was run."""
    view.add_study(TINY)
    run(view, qtbot)
    return view


def run(view, qtbot):
    view.run()
    view.wait(qtbot)
    assert view.failure == ""


def rows(table):
    return [[column.text(row) for column in table.rows.columns] for row in table.rows.shown()]


ONE_CUT = AlwaysTolerated(1, "minimum cut", (0, 1))


def made_up(view, study, shares, always=ONE_CUT):
    """Put rows into the results as if they had been measured."""
    known = view.session.faults
    for network in study.networks:
        bare = network_of(network.spec)
        on = FaultsOn(
            network=bare.digest,
            spec=network.spec,
            hosts=bare.hosts,
            channels=len(bare.channels),
            scheme="fta",
            faults=study.faults,
            combinations=study.combinations,
            seed=study.seed,
        )
        some = tuple(
            ToleranceRow(
                count, 1000, False, round(1000 * share), 0.5 + share / 2, (0,) if share < 1 else None
            )
            for count, share in zip(study.counts, shares, strict=True)
        )
        found = MeasuredFaults(on, some, always)
        began = datetime.now().astimezone()
        known.put(study.name, network.name, Result(known.tag(study, network), found, began))
    view.session.faulted.emit()


def test_empty_states_say_what_to_do(view):
    assert view.empty_page.isVisible()
    assert view.offer.startswith("No fabric yet")
    assert not view.run_button.isEnabled()
    assert view.run_button.toolTip() == "Choose or create a study first"
    view.click_new_study()
    assert view.study.name == "Faults"
    assert "Add network" in view.chart.empty


def test_nothing_is_typed_for_a_study_that_is_not_on_view(view):
    view.add_study(TINY)
    view.add_study(replace(TINY, name="other"))
    view.type_network()
    assert view.card.is_visible
    view.show_study(TINY.name)
    assert not view.card.is_visible


def test_a_study_is_run_and_equals_the_engine(ran, qtbot):
    """All combinations of up to three links one way; the tree with k = 2 tolerates one, RUFT none."""
    curves = ran.curves
    assert [curve.state for curve in curves] == ["done", "done"]
    assert [curve.found.always.faults for curve in curves] == [1, 0]
    assert all(row.exhaustive for curve in curves for row in curve.found.rows)
    assert curves[0].found.rows[0].share == 1.0
    assert [row.tolerated for row in curves[1].found.rows] == [0, 0, 0]
    ran.look(4)
    assert ran.table.isVisible()
    assert not ran.chart.isVisible()
    assert [row[:2] for row in rows(ran.table)] == [["FTA", "1"], ["RUFT", "0"]]
    ran.look(1)
    assert ran.chart.figure is CONNECTED
    said = []
    ran.session.said.connect(said.append)
    ran.run()
    assert said == ["Everything in this study has been measured already."]


def test_a_run_that_finds_no_fatal_combination_says_so(view):
    """Also while a loss or nothing is selected: what to do is over once it was done."""
    view.add_study(TINY)
    assert "A run shows a combination" in view.fatal.description
    made_up(view, TINY, (1.0, 1.0, 1.0), AlwaysTolerated(2, "minimum cut", None))
    for chosen in ([FAULT_CURVE(NetworkOf("Tiny", "FTA"))], []):
        view.session.select(chosen)
        assert view.fatal.description == "No combination that was tried isolates a host."


def test_a_fatal_combination_is_drawn_and_told(ran):
    panel = ran.fatal
    assert panel.title == "A fatal combination in RUFT", "the network that the verdict is on"
    assert ran.verdict.startswith("RUFT ")
    assert len(panel.witness.links) == 1
    ran.session.select([FAULT_CURVE(NetworkOf("Tiny", "FTA"))])
    assert panel.title == "A fatal combination in FTA"
    assert panel.words.startswith("All ")
    assert "pairs disconnected." in panel.words
    witness = panel.witness
    emphasis = witness.looking.emphasis
    assert emphasis.out.sum() == len(witness.links) == 2
    assert emphasis.cut.any()
    assert witness.sentence in panel.description
    ran.session.select([FAULT_CURVE(NetworkOf("Tiny", "RUFT"))])
    assert panel.title == "A fatal combination in RUFT"
    assert len(panel.witness.links) == 1


def test_isolated_hosts_are_named_in_few_words():
    assert hosts_text([7], ["n07"]) == "host n07"
    assert hosts_text([2, 3], ["srv2", "srv3"]) == "hosts srv2 and srv3"
    assert hosts_text([2, 3, 4], ["srv2", "srv3", "srv4"]) == "hosts srv2 to srv4"


def test_the_picture_of_the_design(view, qtbot):
    """Screen 11: all uplinks of switch 6, stage 0, leave four hosts alone and cut 480 of 4,032 pairs."""
    study = replace(
        TINY,
        name="FTA",
        networks=(StudyNetwork(name="FTA", spec="kary-tree:k=4,n=3"),),
        faults=FaultParameters(whole=True),
    )
    view.add_study(study)
    bare = network_of(study.networks[0].spec)
    inside = np.flatnonzero((bare.ends >= bare.hosts).all(axis=1))
    up = tuple(np.flatnonzero((bare.ends[inside] == bare.hosts + 6).any(axis=1)).tolist())
    made_up(view, study, (1.0, 1.0, 0.9), always=AlwaysTolerated(3, "minimum cut", up))
    view.fatal.choose(next(n for n, one in enumerate(view.curves[0].fatal) if one.elements == up))
    assert view.fatal.words == (
        "All uplinks of switch 0,12: hosts 120 to 123 are isolated, 480 of 4,032 pairs disconnected."
    )
    view.show_in_topology()
    assert view.window.workspace_name == "topology"
    assert outages_of(view.session).sentences == [
        "4 links failed: 4 hosts cut off, 480 of 4,032 pairs disconnected."
    ]


def test_intervals_and_shares_are_those_of_the_rows(view):
    view.add_study(TINY)
    made_up(view, TINY, (1.0, 0.9, 0.2))
    curve = view.curves[0]
    value, low, high = curve.values(TOLERATED)
    assert value.tolist() == pytest.approx([100, 90, 20])
    ends = [binomial_interval(round(10 * share), 1000) for share in value.tolist()]
    assert low.tolist() == pytest.approx([100 * one for one, _ in ends])
    assert high.tolist() == pytest.approx([100 * other for _, other in ends])
    assert "95 % interval" in view.chart.words_of(curve, 1)
    connected, nothing, _ = curve.values(CONNECTED)
    assert connected.tolist() == pytest.approx([100, 95, 60])
    assert np.isnan(nothing).all()
    assert view.chart.across.log
    assert view.chart.upward.high >= 100


def test_clicks_and_keys_select_networks(view, qtbot):
    view.add_study(TINY)
    made_up(view, TINY, (1.0, 0.9, 0.2))
    plot = view.chart
    x, y = plot.spots(view.curves[1])
    qtbot.mouseClick(plot.viewport(), LEFT, pos=QPointF(x[1], y[1]).toPoint())
    chosen = view.session.selection
    assert len(chosen) == 1
    assert chosen[0].kind is FAULT_CURVE
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert view.session.selection[0].kind is FAULT_CURVE
    qtbot.mouseClick(plot.viewport(), LEFT, pos=QPoint(int(plot.area.right()) - 3, int(plot.area.top()) + 60))
    assert view.session.selection == (FAULT_STUDY("Tiny"),)


def test_what_fails_is_decided_in_the_bar_and_undone(view, qtbot):
    view.add_study(TINY)
    made_up(view, TINY, (1.0, 0.9, 0.2))
    view.let_fail(3)
    assert view.study.faults == FaultParameters(among="switches")
    assert not view.whole_button.isEnabled()
    assert set(view.states) == {"stale"}
    nothing = "A run shows a combination that isolates hosts."
    assert view.fatal.description == nothing, "none of the present state"
    assert view.banner.is_visible
    assert "The study changed" in view.banner.words
    view.session.undo()
    assert set(view.states) == {"done"}
    assert not view.banner.is_visible
    qtbot.mouseClick(view.whole_button, LEFT)
    assert view.study.faults.whole
    assert view.whole_button.text() == "Whole cables"


def test_fields_are_typed(view, qtbot):
    view.add_study(TINY)
    type_in(qtbot, view.panel.field("Faults at once"), "1-4, 8")
    assert view.study.counts == (1, 2, 3, 4, 8)
    type_in(qtbot, view.panel.field("Faults at once"), "some")
    stated = view.panel.errors
    assert "Type numbers of failures separated by commas, such as 1, 2, 5-10, 20." in stated
    type_in(qtbot, view.panel.field("Name"), "Other")
    assert view.name == "Other"
    assert view.study.counts == (1, 2, 3, 4, 8)


def test_fields_without_effect_are_disabled_and_say_why(ran, qtbot):
    """The seed where every combination was tried; directions of switches; both without failures."""

    def off():
        fields = ran.panel.fields.items()
        for _, field in fields:
            assert field.isEnabled() or field.toolTip().startswith("Has no effect: ")
        return sorted(name for name, field in fields if not field.isEnabled())

    assert all(row.exhaustive for curve in ran.curves for row in curve.points)
    assert off() == ["Seed"]
    type_in(qtbot, ran.panel.field("Combinations"), "2")
    assert off() == []  # not run yet, and too few to try all
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, faults=FaultParameters(among="switches"))))
    assert off() == ["A fault is"]
    assert not ran.whole_button.isEnabled()
    assert "switch" in ran.whole_button.toolTip()
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, counts=())))
    assert off() == ["A fault is", "Combinations", "Seed"]
    assert not ran.looks_button.isEnabled()
    assert "numbers of failures" in ran.looks_button.toolTip()
    one_way = (StudyNetwork(name="RUFT", spec="ruft:k=2,n=2"),)
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, networks=one_way, faults=FaultParameters())))
    assert "A fault is" in off()
    short = DegradationParameters(switching=Switching(packet_bytes=1))
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, counts=(1,), degradation=short)))
    assert "Credits" in off()


def test_a_long_list_of_numbers_shows_its_beginning(view):
    counts = tuple(range(1, 120, 3))
    view.add_study(replace(TINY, counts=counts))
    field = view.panel.field("Faults at once")
    assert field.cursorPosition() == 0
    assert field.toolTip().startswith("1, 4, 7")


def test_numbers_of_faults_in_words():
    assert read_counts("") == ()
    assert read_counts("3, 1, 2, 2") == (1, 2, 3)
    assert counts_text(read_counts("1, 2, 5-9, 20")) == "1, 2, 5-9, 20"


def test_a_run_can_be_cancelled_and_what_has_arrived_stays(view, qtbot):
    long = replace(
        TINY,
        networks=(StudyNetwork(name="FTA", spec="kary-tree:k=8,n=3"),),
        counts=tuple(range(1, 150)),
        combinations=1_000_000_000,
    )
    view.add_study(long)
    view.run()
    assert view.is_running
    assert view.strip.is_visible
    qtbot.waitUntil(lambda: view.curves[0].found is not None)
    began = time.perf_counter()
    view.stop()
    view.wait(qtbot)
    judge_time(time.perf_counter() - began, 10)
    assert view.curves[0].found.always.faults == 7  # k − 1, Table 2
    assert view.curves[0].state in ("partial", "done")


def test_a_network_that_cannot_be_measured_says_why(view, qtbot):
    view.add_study(replace(TINY, networks=(StudyNetwork(name="x", spec="kary-tree:k=2,n=2", scheme="ruft"),)))
    view.run()
    view.wait(qtbot)
    assert "routing algorithm ruft does not fit kary-tree" in view.banner.words


def test_throughput_is_measured_on_a_straight_axis(view, qtbot):
    slow = DegradationParameters(samples=3, duration=Duration(warmup=200, cycles=500))
    view.add_study(replace(TINY, networks=TINY.networks[:1], counts=(0, 1), degradation=slow))
    run(view, qtbot)
    assert view.chart.figure is THROUGHPUT
    assert not view.chart.across.log
    value, _, _ = view.curves[0].values(THROUGHPUT)
    assert len(value) == 2
    assert (value > 0).all()
    assert not view.curves[0].fatal
    assert not view.fatal.is_visible, "the plot has all of the width"
    offered = [action.text() for action in view.looks_button.picks if action.isVisible()]
    assert offered == ["Throughput", "Throughput kept"]
    assert view.looks_button.text() == "Throughput"
    view.looks_button.pick(3)
    assert view.chart.figure is KEPT
    assert all((one > 50).all() for one in view.drawn_values), "what was drawn before is gone"
    assert any(one.tolist() == view.curves[0].values(KEPT)[0].tolist() for one in view.drawn_values)
    share, _, _ = view.curves[0].values(KEPT)
    assert share.tolist() == pytest.approx((100 * value / value[0]).tolist())
    view.add_study(replace(TINY, name="tolerated", networks=TINY.networks[:1]))
    assert [action.text() for action in view.looks_button.picks if action.isVisible()] == [
        "Tolerated", "Pairs connected", "Table",
    ]  # fmt: skip
    assert (view.looks_button.text(), view.chart.figure) == ("Tolerated", TOLERATED)


def test_readings_of_throughput_are_fields_of_the_inspector(view):
    """Each field changes the study; the random host is for patterns that draw one."""
    view.add_study(replace(TINY, networks=TINY.networks[:1], degradation=DegradationParameters()))
    fields = view.panel
    for name, choice, value in (
        ("Throughput", "Saturation load", ("measured", "saturation")),
        ("Drawn", "Any", ("drawn", "any")),
        ("Faults counted", "Percent", ("counted", "percent")),
        ("Injection", "Intact paths first", ("injection", "intact")),
    ):
        fields.choose(name, choice)
        assert getattr(view.study.degradation, value[0]) == value[1]
    assert not fields.field("Random hosts").isEnabled()
    fields.choose("Pattern", "Hotspot")
    fields.choose("Random hosts", "Drawn per combination")
    assert view.study.degradation.redraw
    fields.choose("Output choice", "Early")
    fields.choose("Credits", "Per flit")
    assert view.study.degradation.switching.binding == "early"
    assert view.study.degradation.switching.credits == "flit"


def test_results_are_found_again_beside_the_project(ran, qtbot, tmp_path):
    session = ran.session
    session.save_as(tmp_path / "a.fatdesk")
    assert results_folder(tmp_path / "a.fatdesk").is_dir()
    before = [curve.found.rows for curve in ran.curves]
    session.load(tmp_path / "a.fatdesk")
    qtbot.waitUntil(lambda: all(curve.found is not None for curve in ran.curves))
    assert [curve.found.rows for curve in ran.curves] == before
    assert ran.session.faults.missing(ran.study, 0) is None


def test_ready_made_studies_have_what_was_published(view):
    titles = [title for title, _ in ready_titles(READY_MADE_FAULTS)]
    for title, ready in zip(titles, READY_MADE_FAULTS, strict=True):
        assert title.startswith(f"{ready.study.name} (")
        assert title.removeprefix(f"{ready.study.name} (").removesuffix(")") in ready.source
    view.take_ready(0)
    assert view.figure is None
    shown = rows(view.table)
    assert [row[2] for row in shown[:5]] == ["1", "0", "1", "3", "7"]  # Table 2, k = 2
    assert view.note


def test_names_of_networks_are_whole_in_a_small_window(view):
    """They differ at their ends: "FT-RUFT-212, k = 2" and "k = 4" were cut alike."""
    view.resize_window(1280, 720)
    view.take_ready(0)
    QApplication.processEvents()
    assert not view.table.horizontalScrollBar().isVisible()
    assert view.room_of_names >= 0
    widest = {"Proof": "not proved", "State": "outdated"}
    for number, column in enumerate(view.table.rows.columns):
        wide = view.table.fontMetrics().horizontalAdvance(widest.get(column.id, "")) + 18
        assert view.table.columnWidth(number) >= wide + 20 * (column.id == "State"), column.id


def test_exports(ran):
    saved = [written(kind, ran.study, ran.curves) for kind in ("csv", "svg", "png", "json")]
    names = [name for name, _ in saved]
    assert names == ["tiny.csv", "tiny.svg", "tiny.png", "tiny.json"]
    assert saved[0][1].decode("utf-8-sig").count("FTA") == 3
    assert b"<svg" in saved[1][1]
    assert saved[2][1].startswith(b"\x89PNG")
    assert msgspec.json.decode(saved[3][1], type=FaultStudy) == TINY


def test_the_twin_has_every_row(ran, qtbot):
    press(qtbot, ran.window, Qt.Key.Key_T)
    assert ran.shows_table_view
    table = ran.table_view.table
    assert table.rows.rowCount() == 6
    assert [row[1] for row in rows(table)][:3] == ["1", "2", "3"]


@pytest.fixture
def lost(desk, qtbot):
    """The losses of 396 hosts."""
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_F, CONTROL | SHIFT)
    view = FaultsPage(desk)
    qtbot.waitUntil(lambda: view.losses.task is None and bool(view.losses.rows))
    return view


def test_losses_are_worked_out_sorted_and_probed(lost, desk, qtbot):
    panel, session = lost.losses, lost.session
    assert rows(panel.table)[-1][1].endswith(" alike")
    panel.ungroup()
    found = [row.loss for row in panel.rows]
    hosts = [loss.hosts_lost for loss in found]
    assert hosts == sorted(hosts, reverse=True)
    kinds = {loss.elements[0].kind for loss in found}
    assert {"rack", "tray", "switch", "cable"} <= kinds
    edge = next(loss for loss in found if loss.elements[0].name == "E05")
    assert (edge.hosts_lost, len(edge.elements[0].cables)) == (18, 36)
    core = next(loss for loss in found if loss.elements[0].name == "C01")
    assert (core.hosts_lost, core.uplinks_left, core.uplinks) == (0, 17, 18)  # screen 11
    panel.choose_kind("rack")
    assert {row[0] for row in rows(panel.table)} == {"Rack"}
    click_line(qtbot, panel.table, 0)
    rack = panel.shown[0].loss
    assert session.selection == (LOSS(ElementOf("compute", rack.elements[0].key)),)
    assert [number for number, state in outages_of(session).rack_states.items() if state == "out"]
    said = outages_of(session).sentences[0]
    assert said.startswith(f"Rack {rack.elements[0].name} lost: {rack.hosts_lost} hosts cut off")
    desk.show_workspace("topology")
    topology = TopologyPage(desk)
    emphasis = topology.scene.looking.emphasis
    assert int(emphasis.dead.sum()) == len(rack.elements[0].nodes)
    assert f"Rack {rack.elements[0].name}" in Inspector(desk).texts
    qtbot.keyClick(topology.drawing, Qt.Key.Key_Escape)
    assert not outages_of(session).anything


def test_losses_are_read_in_a_small_window_with_the_project_tree(lost, desk):
    """Remarks and the number of elements whole, at the cost of secondary columns; all of them without it."""
    panel, table = lost.losses, lost.losses.table
    titles = [column.title for column in table.rows.columns]
    remark = table.fontMetrics().horizontalAdvance("cables cut, not rerouted")

    def is_shown(columns):
        return sum(not table.isColumnHidden(number) for number in range(len(titles))) == columns

    for width, shown in ((1280, 5), (1600, 7)):
        desk.resize(width, 720)
        until(partial(is_shown, shown))
        assert table.horizontalScrollBar().maximum() == 0
        assert table.columnWidth(titles.index("Remark")) > remark + 12
        assert not panel.note.is_cut
    desk.resize(1500, 720)
    QApplication.processEvents()
    assert is_shown(7)
    font = QFont(table.font())
    font.setBold(True)
    strong = QFontMetrics(font)
    for title, letters, text in (
        ("Lost element", strong, "E04:19 to C01:28, 17 alike"),
        ("Remark", table.fontMetrics(), "holds 8 of 16 core switches"),
    ):
        assert table.columnWidth(titles.index(title)) >= 16 + letters.horizontalAdvance(text), title
    tray = panel.shown[0].loss.elements[0]
    assert tray.name.startswith("tray-")
    assert called(tray) == tray.name, "an identifier as it is"


def test_losses_of_a_changed_project_say_so(lost, qtbot):
    panel, session = lost.losses, lost.session
    click_line(qtbot, panel.table, 0)
    assert outages_of(session).anything
    empty = next(rack for rack in session.project.floor.racks if not rack.devices)
    session.do(RemoveRack(rack=empty.number))
    assert panel.banner.is_visible
    assert not outages_of(session).anything
    session.undo()
    assert not panel.banner.is_visible
    assert outages_of(session).anything


def test_a_feed_takes_its_racks(lost, desk, qtbot):
    session = lost.session
    racks = [rack for rack in session.project.floor.racks if rack.devices][:2]
    desk.show_workspace("floor")
    session.select([RACK(rack.number) for rack in racks])
    type_in(qtbot, Inspector(desk).field("Power feeds"), "PDU 1")
    assert session.project.floor.feeds[0].racks == tuple(rack.number for rack in racks)
    session.select([FEED("PDU 1")])
    type_in(qtbot, Inspector(desk).field("Name"), "PDU A")
    assert [feed.name for feed in session.project.floor.feeds] == ["PDU A"]
    type_in(qtbot, Inspector(desk).field("Racks"), "a1; A01")
    assert session.project.floor.feeds[0].racks == (racks[0].number,)
    session.undo()
    desk.show_workspace("faults")
    panel = lost.losses
    assert panel.banner.is_visible
    panel.banner.act()
    panel.wait(qtbot)
    feed = next(row.loss for row in panel.rows if row.loss.elements[0].kind == "power feed")
    assert feed.elements[0].name == "PDU A"
    assert feed.hosts_lost >= sum(
        1 for rack in racks for some in rack.devices if some.id.startswith("nodes/")
    )
    session.undo()
    session.undo()
    assert not session.project.floor.feeds


def said_of(desk):
    return "\n".join(Inspector(desk).texts)


def test_a_zone_around_racks_in_a_row_holds_those_and_no_neighbour(desk, qtbot):
    """Clicks on the heads of A01, A02, A03 as a user selects them; the loss is that of these three racks."""
    session = desk.session
    desk.show_workspace("racks")
    desk.show_workspace("floor")
    chosen = [rack for rack in session.project.floor.racks if rack_label(rack) in ("A01", "A02", "A03")]
    canvas = WorkspacePage(desk, "floor").drawing
    for number, rack in enumerate(chosen):
        at = canvas.rect_px(canvas.scene.boxes[rack.number]).center().toPoint()
        keys = Qt.KeyboardModifier.ShiftModifier if number else Qt.KeyboardModifier.NoModifier
        qtbot.mouseClick(canvas.viewport(), LEFT, keys, at)
    assert {element.id for element in session.selection} == {rack.number for rack in chosen}
    qtbot.mouseClick(Inspector(desk).field("New zone around these racks"), LEFT)
    shown = said_of(desk)
    assert "A01, A02, A03" in shown
    assert "A04" not in shown
    lost = {one.key: one for one in elements_of(session.derived, "compute")}
    together = set().union(*(lost[f"rack/{rack.number}"].nodes.tolist() for rack in chosen))
    assert set(lost["zone/Zone 1"].nodes.tolist()) == together


def test_a_zone_says_which_racks_are_between_those_chosen(desk, qtbot):
    session = desk.session
    desk.show_workspace("floor")
    ends = [rack for rack in session.project.floor.racks if rack_label(rack) in ("A01", "A03")]
    session.select([RACK(rack.number) for rack in ends])
    qtbot.mouseClick(Inspector(desk).field("New zone around these racks and A02 between them"), LEFT)
    assert "A01, A02, A03" in said_of(desk)


def test_a_zone_around_racks(desk, qtbot):
    session = desk.session
    rack = session.project.floor.racks[0]
    desk.show_workspace("floor")
    session.select([RACK(rack.number)])
    qtbot.mouseClick(Inspector(desk).field("New zone around this rack"), LEFT)
    zone = session.project.floor.zones[0]
    assert session.selection == (ZONE("Zone 1"),)
    part = session.derived.catalog.rack(rack.part)
    assert (zone.x_m, zone.width_m) == (rack.x_mm / 1000, part.width_mm / 1000)
    assert rack_label(rack) in said_of(desk)
    type_in(qtbot, Inspector(desk).field("Width"), "4")
    assert session.project.floor.zones[0].width_m == 4.0
    qtbot.mouseClick(Inspector(desk).field("Remove this zone"), LEFT)
    assert not session.project.floor.zones
    assert session.selection == ()


def test_a_changed_study_is_measured_anew_only_where_it_must(ran, qtbot):
    more = replace(TINY, counts=(1, 2, 3, 4))
    ran.session.do(ChangeFaultStudy(study=more))
    assert ran.session.faults.missing(more, 0).keys == (4,)
    run(ran, qtbot)
    assert [len(curve.points) for curve in ran.curves] == [4, 4]


def test_curves_without_rows_have_no_figures():
    curve = FaultCurve(0, "x")
    assert not len(curve.values(TOLERATED)[0])
    assert curve.fatal == ()


def test_the_worst_two_together_are_marked_together(lost, qtbot):
    panel, session = lost.losses, lost.session
    alone = {row.loss.elements[0].key: row.loss.hosts_lost for row in panel.rows}
    panel.choose_count(2)
    assert not panel.rows
    panel.calculate()
    panel.wait(qtbot)
    first = panel.rows[0].loss
    assert len(first.elements) == 2
    assert first.hosts_lost >= max(alone.values())
    click_line(qtbot, panel.table, 0)
    assert len(session.selection) == 2
    assert outages_of(session).sentences[0].count(" lost") == 2
    assert f": {first.hosts_lost} hosts cut off" in outages_of(session).sentences[0]


def test_how_reliable_a_fabric_is(desk, qtbot):
    """396 hosts on 40 switches: with 100,000 hours each, 40 x 8,760 / 100,000 fail a year."""
    view, session = FaultsPage(desk), desk.session
    view.losses.show_reliability()
    assert session.selection == (RELIABILITY("compute"),)
    type_in(qtbot, view.panel.field("Switches"), "much")
    assert "Type a number of h, such as 100." in view.panel.texts
    type_in(qtbot, view.panel.field("Switches"), "100,000")
    type_in(qtbot, view.panel.field("Years without repair"), "1")
    requested = outages_of(session).reliabilities.requested
    assert (requested.years, requested.mtbf_h) == (1.0, {"switches": 100_000.0})
    type_in(qtbot, view.panel.field("Cables"), "2000000")
    assert view.panel.field("Cables").text() == "2,000,000"
    view.panel.field("Cables").clear()
    type_in(qtbot, view.panel.field("Cables"), "")
    qtbot.mouseClick(view.panel.field("Calculate"), LEFT)
    known = outages_of(session).reliabilities
    qtbot.waitUntil(lambda: known.of("compute") is not None)
    found = known.of("compute").found
    assert found.network.amount == pytest.approx(40 * 8_760 / 100_000)
    assert known.holds("compute", session.project)
    shown = view.panel.texts
    assert "≥ 3.5" in shown
    assert "All hosts connected" in shown
    assert not any(re.search(r"[0-9]e[+-]?[0-9]", text) for text in shown)
    assert not session.unsaved


def test_what_is_fatal_in_a_fabric_is_drawn_with_its_names(desk, qtbot):
    view = FaultsPage(desk)
    view.new_study()
    study = replace(view.study, counts=(1, 2), combinations=1000, faults=FaultParameters(whole=True))
    view.session.do(ChangeFaultStudy(study=study))
    run(view, qtbot)
    curve = view.curves[0]
    assert curve.found.always.faults == 17  # 18 uplinks of an edge switch
    assert view.fatal.words.startswith("All uplinks of switch E")
    assert view.fatal.words.endswith("13,608 of 156,420 pairs disconnected.")  # 2 x 18 x 378
    assert int(view.fatal.witness.looking.emphasis.out.sum()) == 18
    view.show_in_topology()
    assert desk.workspace_name == "topology"
    assert outages_of(view.session).sentences == [
        "18 links failed: 18 hosts cut off, 13,608 of 156,420 pairs disconnected."
    ]


def test_what_would_help_is_tried_as_one_step(lost, qtbot):
    """It was found together with the losses, so nothing else is offered next to it."""
    session = lost.session
    names = {row.loss.elements[0].name: row.loss.elements[0].key for row in lost.losses.rows}
    session.select([LOSS(ElementOf("compute", names["A07"]))])  # half of the core switches
    advice = outages_of(session).losses.loss(ElementOf("compute", names["A07"])).advice
    shown = lost.panel.texts
    assert advice.text in shown
    assert shown.count("What would help") == 1
    assert "in 3 racks, not in 2" in advice.text  # screen 11
    before = session.project
    qtbot.mouseClick(lost.panel.field(advice.title), LEFT)
    assert session.project is not before
    session.undo()
    assert session.project is before


def test_without_advice_it_is_said_what_was_tried(lost, qtbot):
    """The rack A02 has three edge switches: which, and what to do."""
    session = lost.session
    keys = {row.loss.elements[0].name: row.loss.elements[0].key for row in lost.losses.rows}
    session.select([LOSS(ElementOf("compute", keys["A02"]))])
    qtbot.mouseClick(lost.panel.field("Find a remedy"), LEFT)
    known = outages_of(session).losses.advice
    qtbot.waitUntil(lambda: bool(known))
    assert next(iter(known.values()))[0] is None
    shown = " ".join(lost.panel.texts)
    assert "Tried: E02, E03, E04, all but one of them in free units of other racks." in shown


def test_a_new_study_runs_on_a_project_with_a_single_switch(window, qtbot):
    """Two fabrics, one of them a star, which has no links between switches that could fail."""
    text = (
        b"hosts: [{name: nodes, part: server-1u, count: 60}, {name: disks, part: server-1u, count: 20}]\n"
        b"fabrics: [{name: compute, hosts: [nodes], edge: [ib-36], core: [ib-36], families: [two-level]},"
        b" {name: storage, hosts: [disks], edge: [ib-36], families: [star]}]\n"
    )
    catalog = load_shipped([])
    wanted = parse_requirements(text, "two.yaml", catalog)
    window.session.begin(design_project(wanted, catalog, "two").project)
    said = []
    window.session.said.connect(said.append)
    view = FaultsPage(window)
    view.new_study()
    assert [one.name for one in view.study.networks] == ["compute"]
    assert said == ["Left out: storage (no links between switches)."]
    view.run()
    view.wait(qtbot)
    assert not view.failure
    assert view.curves[0].points
