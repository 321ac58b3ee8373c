"""The workspace Faults with real clicks and keys: studies, curves, what is fatal, losses, files, fields."""

import re
import time
from datetime import datetime

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLabel

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.faults.curves import FaultCurve, ready_titles
from fatdesk.gui.faults.view import written
from fatdesk.gui.results.study_results import Result
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.fault_tolerance.results import (
    AlwaysTolerated,
    FaultsOn,
    MeasuredFaults,
    ToleranceRow,
    binomial_interval,
)
from fatdesk.networks.fault_tolerance.study import (
    DegradationParameters,
    FaultParameters,
    FaultStudy,
    counts_text,
    read_counts,
)
from fatdesk.networks.simulation.study import Duration
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
from tests.gui.hands import press, type_in
from tests.gui.pages.inspector import Inspector
from tests.patience import judge_time

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
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
    assert window.workspace is window.workspaces["faults"]
    return window.workspaces["faults"]


@pytest.fixture
def ran(view, qtbot):
    """The same with a study that was run."""
    view.add_study(TINY)
    run(view, qtbot)
    return view


def run(view, qtbot):
    qtbot.mouseClick(view.tools.run, LEFT)
    qtbot.waitUntil(lambda: not view.runner.is_running)
    assert view.banner.wrong == ""


def click(qtbot, table, line):
    table.executeDelayedItemsLayout()
    place = table.visualRect(table.rows.index(line, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)


def rows(table):
    return [[column.text(row) for column in table.rows.columns] for row in table.rows.shown()]


def made_up(view, study, shares, always=1):
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
            ToleranceRow(count, 1000, False, round(1000 * share), 0.5 + share / 2, (0,) * (share < 1))
            for count, share in zip(study.counts, shares, strict=True)
        )
        found = MeasuredFaults(on, some, AlwaysTolerated(always, "minimum cut", (0, 1)))
        began = datetime.now().astimezone()
        known.put(study.name, network.name, Result(known.tag(study, network), found, began))
    view.session.faulted.emit()


def test_empty_states_say_what_to_do(view):
    assert view.body.left.currentWidget() is view.body.empty
    assert view.body.losses.table.empty.startswith("No fabric yet")
    assert not view.tools.run.isEnabled()
    assert view.tools.run.toolTip() == "Choose or create a study first"
    view.body.empty.new.click()
    assert view.study.name == "Faults"
    assert "Add network" in view.body.plot.empty


def test_nothing_is_typed_for_a_study_that_is_not_on_view(view):
    view.add_study(TINY)
    view.add_study(replace(TINY, name="other"))
    view.type_network()
    assert not view.card.isHidden()
    view.show_study(TINY.name)
    assert view.card.isHidden()


def test_a_study_is_run_and_equals_the_engine(ran, qtbot):
    """All combinations of up to three links one way; the tree with k = 2 tolerates one, RUFT none."""
    curves = ran.body.curves
    assert [curve.state for curve in curves] == ["done", "done"]
    assert [curve.found.always.faults for curve in curves] == [1, 0]
    assert all(row.exhaustive for curve in curves for row in curve.found.rows)
    assert curves[0].found.rows[0].share == 1.0
    assert [row.tolerated for row in curves[1].found.rows] == [0, 0, 0]
    ran.tools.looks.pick(2)
    assert ran.body.left.currentWidget().isAncestorOf(ran.body.table)
    assert [row[:2] for row in rows(ran.body.table)] == [["FTA", "1"], ["RUFT", "0"]]
    ran.tools.looks.pick(1)
    assert ran.body.plot.figure == "connected"
    said = []
    ran.session.said.connect(said.append)
    qtbot.mouseClick(ran.tools.run, LEFT)
    assert said == ["Everything in this study has been measured already."]


def test_a_fatal_combination_is_drawn_and_told(ran):
    panel = ran.body.fatal
    assert panel.title.text() == "A fatal combination in FTA"
    assert panel.words.text().startswith("All ")
    assert "pairs disconnected." in panel.words.text()
    witness = panel.canvas.witness
    emphasis = witness.looking.emphasis
    assert emphasis.out.sum() == len(witness.links) == 2
    assert emphasis.cut.any()
    assert witness.sentence in panel.canvas.accessibleDescription()
    ran.session.select([FAULT_CURVE(NetworkOf("Tiny", "RUFT"))])
    assert panel.title.text() == "A fatal combination in RUFT"
    assert len(panel.canvas.witness.links) == 1


def test_the_picture_of_the_design(view, qtbot):
    """Screen 11: all uplinks of switch 6, stage 0, leave four hosts alone and cut 480 of 4,032 pairs."""
    study = replace(
        TINY,
        name="FTA",
        networks=(StudyNetwork(name="FTA", spec="kary-tree:k=4,n=3"),),
        faults=FaultParameters(whole=True),
    )
    view.add_study(study)
    known, network = view.session.faults, study.networks[0]
    made_up(view, study, (1.0, 1.0, 0.9))
    bare = network_of(network.spec)
    inside = np.flatnonzero((bare.ends >= bare.hosts).all(axis=1))
    up = tuple(np.flatnonzero((bare.ends[inside] == bare.hosts + 6).any(axis=1)).tolist())
    result = known.of(study, network).result
    found = msgspec_free(result.found, always=AlwaysTolerated(3, "minimum cut", up))
    known._results.clear()
    known.put(study.name, network.name, Result(result.tag, found, result.began))
    view.session.faulted.emit()
    view.body.fatal.which.setCurrentIndex(1)
    view.body.fatal.chosen.emit(
        next(n for n, one in enumerate(view.body.curves[0].fatal) if one.elements == up)
    )
    assert view.body.fatal.words.text() == (
        "All uplinks of switch 0,12: hosts 120 to 123 are isolated, 480 of 4,032 pairs disconnected."
    )
    qtbot.mouseClick(view.body.fatal.show_in, LEFT)
    window = view.window()
    assert window.workspace is window.workspaces["topology"]
    assert broken_of(view.session).sentences == [
        "4 links failed: 4 hosts cut off, 480 of 4,032 pairs disconnected."
    ]


def msgspec_free(found, **changes):
    """A dataclass with other fields."""
    from dataclasses import replace as changed

    return changed(found, **changes)


def test_intervals_and_shares_are_those_of_the_rows(view):
    view.add_study(TINY)
    made_up(view, TINY, (1.0, 0.9, 0.2))
    curve = view.body.curves[0]
    value, low, high = curve.values("tolerated")
    assert value.tolist() == pytest.approx([100, 90, 20])
    ends = [binomial_interval(round(10 * share), 1000) for share in value.tolist()]
    assert low.tolist() == pytest.approx([100 * one for one, _ in ends])
    assert high.tolist() == pytest.approx([100 * other for _, other in ends])
    assert "95 % interval" in view.body.plot.words_of(curve, 1)
    connected, nothing, _ = curve.values("connected")
    assert connected.tolist() == pytest.approx([100, 95, 60])
    assert np.isnan(nothing).all()
    assert view.body.plot.across.log
    assert view.body.plot.upward.high >= 100


def test_clicks_and_keys_select_networks(view, qtbot):
    view.add_study(TINY)
    made_up(view, TINY, (1.0, 0.9, 0.2))
    plot = view.body.plot
    x, y = plot.spots(view.body.curves[1])
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
    view.tools.among.pick(3)
    assert view.study.faults == FaultParameters(among="switches")
    assert not view.tools.whole.isEnabled()
    assert {curve.state for curve in view.body.curves} == {"stale"}
    assert view.banner.isVisible()
    assert "The study changed" in view.banner.words.text()
    view.session.undo()
    assert {curve.state for curve in view.body.curves} == {"done"}
    assert not view.banner.isVisible()
    qtbot.mouseClick(view.tools.whole, LEFT)
    assert view.study.faults.whole
    assert view.tools.whole.text() == "Whole cables"


def test_fields_are_typed(view, qtbot):
    view.add_study(TINY)
    fields = view.panel.fields
    type_in(qtbot, fields["Faults at once"], "1-4, 8")
    assert view.study.counts == (1, 2, 3, 4, 8)
    type_in(qtbot, view.panel.fields["Faults at once"], "some")
    stated = [one.text() for one in view.panel.findChildren(QLabel) if one.property("tone") == "error"]
    assert "Type numbers of failures separated by commas, such as 1, 2, 5-10, 20." in stated
    type_in(qtbot, view.panel.fields["Name"], "Other")
    assert view.name == "Other"
    assert view.study.counts == (1, 2, 3, 4, 8)


def test_fields_without_effect_are_disabled_and_say_why(ran, qtbot):
    """The seed where every combination was tried; directions of switches; both without failures."""

    def off():
        fields = ran.panel.fields.items()
        for _, field in fields:
            assert field.isEnabled() or field.toolTip().startswith("Has no effect: ")
        return sorted(name for name, field in fields if not field.isEnabled())

    assert all(row.exhaustive for curve in ran.body.curves for row in curve.points)
    assert off() == ["Seed"]
    type_in(qtbot, ran.panel.fields["Combinations"], "2")
    assert off() == []  # not run yet, and too few to try all
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, faults=FaultParameters(among="switches"))))
    assert off() == ["A fault is"]
    assert not ran.tools.whole.isEnabled()
    assert "switch" in ran.tools.whole.toolTip()
    ran.session.do(ChangeFaultStudy(study=replace(ran.study, counts=())))
    assert off() == ["A fault is", "Combinations", "Seed"]
    assert not ran.tools.looks.isEnabled()
    assert "numbers of failures" in ran.tools.looks.toolTip()


def test_a_long_list_of_numbers_shows_its_beginning(view):
    counts = tuple(range(1, 120, 3))
    view.add_study(replace(TINY, counts=counts))
    field = view.panel.fields["Faults at once"]
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
    qtbot.mouseClick(view.tools.run, LEFT)
    assert view.runner.is_running
    assert view.strip.isVisible()
    qtbot.waitUntil(lambda: view.body.curves[0].found is not None)
    began = time.perf_counter()
    qtbot.mouseClick(view.tools.cancel, LEFT)
    qtbot.waitUntil(lambda: not view.runner.is_running)
    judge_time(time.perf_counter() - began, 10)
    assert view.body.curves[0].found.always.faults == 7  # k − 1, Table 2
    assert view.body.curves[0].state in ("partial", "done")


def test_a_network_that_cannot_be_measured_says_why(view, qtbot):
    view.add_study(replace(TINY, networks=(StudyNetwork(name="x", spec="kary-tree:k=2,n=2", scheme="ruft"),)))
    qtbot.mouseClick(view.tools.run, LEFT)
    qtbot.waitUntil(lambda: not view.runner.is_running)
    assert "routing algorithm ruft does not fit kary-tree" in view.banner.words.text()


def test_throughput_is_measured_on_a_straight_axis(view, qtbot):
    slow = DegradationParameters(samples=3, duration=Duration(warmup=200, cycles=500))
    view.add_study(replace(TINY, networks=TINY.networks[:1], counts=(0, 1), degradation=slow))
    run(view, qtbot)
    assert view.body.plot.figure == "throughput"
    assert not view.body.plot.across.log
    value, _, _ = view.body.curves[0].values("throughput")
    assert len(value) == 2
    assert (value > 0).all()
    assert not view.tools.looks.isEnabled()
    assert not view.body.curves[0].fatal


def test_results_are_found_again_beside_the_project(ran, qtbot, tmp_path):
    session = ran.session
    session.save_as(tmp_path / "a.fatdesk")
    assert results_folder(tmp_path / "a.fatdesk").is_dir()
    before = [curve.found.rows for curve in ran.body.curves]
    session.load(tmp_path / "a.fatdesk")
    qtbot.waitUntil(lambda: all(curve.found is not None for curve in ran.body.curves))
    assert [curve.found.rows for curve in ran.body.curves] == before
    assert ran.session.faults.missing(ran.study, 0) is None


def test_ready_made_studies_have_what_was_published(view):
    titles = [title for title, _ in ready_titles()]
    for title, ready in zip(titles, READY_MADE_FAULTS, strict=True):
        assert title.startswith(f"{ready.study.name} (")
        assert title.removeprefix(f"{ready.study.name} (").removesuffix(")") in ready.source
    view.take_ready(0)
    assert view.body.figure is None
    shown = rows(view.body.table)
    assert [row[2] for row in shown[:5]] == ["1", "0", "1", "3", "7"]  # Table 2, k = 2
    assert view.body.note.text()


def test_exports(ran):
    saved = [written(kind, ran.study, ran.body.curves) for kind in ("csv", "svg", "png", "json")]
    names = [name for name, _ in saved]
    assert names == ["tiny.csv", "tiny.svg", "tiny.png", "tiny.json"]
    assert saved[0][1].decode("utf-8-sig").count("FTA") == 3
    assert b"<svg" in saved[1][1]
    assert saved[2][1].startswith(b"\x89PNG")
    assert msgspec.json.decode(saved[3][1], type=FaultStudy) == TINY


def test_the_twin_has_every_row(ran, qtbot):
    press(qtbot, ran.window(), Qt.Key.Key_T)
    assert ran.shows_table_view
    assert ran.twin.table.rows.rowCount() == 6
    assert [row[1] for row in rows(ran.twin.table)][:3] == ["1", "2", "3"]


@pytest.fixture
def lost(desk, qtbot):
    """The losses of 396 hosts."""
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_F, CONTROL | SHIFT)
    view = desk.workspaces["faults"]
    qtbot.waitUntil(lambda: view.body.losses.task is None and bool(view.body.losses.model.rows))
    return view


def test_losses_are_worked_out_sorted_and_probed(lost, desk, qtbot):
    panel, session = lost.body.losses, lost.session
    assert rows(panel.table)[-1][1].endswith(" with the same impact")
    qtbot.mouseClick(panel.each, LEFT)
    found = [row.loss for row in panel.model.rows]
    hosts = [loss.hosts_lost for loss in found]
    assert hosts == sorted(hosts, reverse=True)
    kinds = {loss.elements[0].kind for loss in found}
    assert {"rack", "tray", "switch", "cable"} <= kinds
    edge = next(loss for loss in found if loss.elements[0].name == "E05")
    assert (edge.hosts_lost, len(edge.elements[0].cables)) == (18, 36)
    core = next(loss for loss in found if loss.elements[0].name == "C01")
    assert (core.hosts_lost, core.uplinks_left, core.uplinks) == (0, 17, 18)  # screen 11
    panel.kinds.setCurrentIndex(panel.kinds.findData("rack"))
    panel.kinds.activated.emit(panel.kinds.currentIndex())
    assert {row[0] for row in rows(panel.table)} == {"Rack"}
    click(qtbot, panel.table, 0)
    rack = panel.model.shown()[0].loss
    assert session.selection == (LOSS(ElementOf("compute", rack.elements[0].key)),)
    assert [number for number, state in broken_of(session).rack_states.items() if state == "out"]
    said = broken_of(session).sentences[0]
    assert said.startswith(f"Rack {rack.elements[0].name} lost: {rack.hosts_lost} hosts cut off")
    desk.show_workspace("topology")
    emphasis = desk.workspaces["topology"].canvas.scene.looking.emphasis
    assert int(emphasis.dead.sum()) == len(rack.elements[0].nodes)
    assert f"Rack {rack.elements[0].name}" in [one.text() for one in desk.inspector.findChildren(QLabel)]
    qtbot.keyClick(desk.workspaces["topology"].canvas, Qt.Key.Key_Escape)
    assert not broken_of(session).anything


def test_losses_of_a_changed_project_say_so(lost, qtbot):
    panel, session = lost.body.losses, lost.session
    click(qtbot, panel.table, 0)
    assert broken_of(session).anything
    empty = next(rack for rack in session.project.floor.racks if not rack.devices)
    session.do(RemoveRack(rack=empty.number))
    assert panel.banner.isVisible()
    assert not broken_of(session).anything
    session.undo()
    assert not panel.banner.isVisible()
    assert broken_of(session).anything


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
    desk.show_workspace("faults")
    panel = lost.body.losses
    assert panel.banner.isVisible()
    panel.banner.act.click()
    qtbot.waitUntil(lambda: panel.task is None)
    feed = next(row.loss for row in panel.model.rows if row.loss.elements[0].kind == "power feed")
    assert feed.elements[0].name == "PDU A"
    assert feed.hosts_lost >= sum(
        1 for rack in racks for some in rack.devices if some.id.startswith("nodes/")
    )
    session.undo()
    session.undo()
    assert not session.project.floor.feeds


def words_of(widget):
    return "\n".join(one.text() for one in widget.findChildren(QLabel))


def test_a_zone_around_racks_in_a_row_holds_those_and_no_neighbour(desk, qtbot):
    """Clicks on the heads of A01, A02, A03 as a user selects them; the loss is that of these three racks."""
    session = desk.session
    desk.show_workspace("racks")
    desk.show_workspace("floor")
    chosen = [rack for rack in session.project.floor.racks if rack_label(rack) in ("A01", "A02", "A03")]
    canvas = desk.workspace.canvas
    for number, rack in enumerate(chosen):
        at = canvas.rect_px(canvas.scene.boxes[rack.number]).center().toPoint()
        keys = Qt.KeyboardModifier.ShiftModifier if number else Qt.KeyboardModifier.NoModifier
        qtbot.mouseClick(canvas.viewport(), LEFT, keys, at)
    assert {element.id for element in session.selection} == {rack.number for rack in chosen}
    qtbot.mouseClick(Inspector(desk).field("New zone around these racks"), LEFT)
    shown = words_of(desk.inspector)
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
    assert "A01, A02, A03" in words_of(desk.inspector)


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
    assert rack_label(rack) in words_of(desk.inspector)
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
    assert [len(curve.points) for curve in ran.body.curves] == [4, 4]


def test_curves_without_rows_have_no_figures():
    curve = FaultCurve(0, "x")
    assert not len(curve.values("tolerated")[0])
    assert curve.fatal == ()


def test_the_worst_two_together_are_marked_together(lost, qtbot):
    panel, session = lost.body.losses, lost.session
    alone = {row.loss.elements[0].key: row.loss.hosts_lost for row in panel.model.rows}
    panel.counts.setCurrentIndex(1)
    panel.counts.activated.emit(1)
    assert not panel.model.rows
    qtbot.mouseClick(panel.start_button, LEFT)
    qtbot.waitUntil(lambda: panel.task is None)
    first = panel.model.rows[0].loss
    assert len(first.elements) == 2
    assert first.hosts_lost >= max(alone.values())
    click(qtbot, panel.table, 0)
    assert len(session.selection) == 2
    assert broken_of(session).sentences[0].count(" lost") == 2
    assert f": {first.hosts_lost} hosts cut off" in broken_of(session).sentences[0]


def test_how_reliable_a_fabric_is(desk, qtbot):
    """396 hosts on 40 switches: with 100,000 hours each, 40 x 8,760 / 100,000 fail a year."""
    desk.show_workspace("faults")
    view, session = desk.workspaces["faults"], desk.session
    qtbot.mouseClick(view.body.losses.reliability, LEFT)
    assert session.selection == (RELIABILITY("compute"),)
    type_in(qtbot, view.panel.fields["Switches"], "much")
    assert "Type a number of h, such as 100." in [one.text() for one in view.panel.findChildren(QLabel)]
    type_in(qtbot, view.panel.fields["Switches"], "100,000")
    type_in(qtbot, view.panel.fields["Years without repair"], "1")
    requested = broken_of(session).reliabilities.requested
    assert (requested.years, requested.mtbf_h) == (1.0, {"switches": 100_000.0})
    type_in(qtbot, view.panel.fields["Cables"], "2000000")
    assert view.panel.fields["Cables"].text() == "2,000,000"
    view.panel.fields["Cables"].clear()
    type_in(qtbot, view.panel.fields["Cables"], "")
    qtbot.mouseClick(view.panel.fields["Calculate"], LEFT)
    known = broken_of(session).reliabilities
    qtbot.waitUntil(lambda: known.of("compute") is not None)
    found = known.of("compute").found
    assert found.network.amount == pytest.approx(40 * 8_760 / 100_000)
    assert known.holds("compute", session.project)
    shown = [one.text() for one in view.panel.findChildren(QLabel)]
    assert "≥ 3.5" in shown
    assert "All hosts connected" in shown
    assert not any(re.search(r"[0-9]e[+-]?[0-9]", text) for text in shown)
    assert not session.unsaved


def test_what_is_fatal_in_a_fabric_is_drawn_with_its_names(desk, qtbot):
    desk.show_workspace("faults")
    view = desk.workspaces["faults"]
    view.new_study()
    study = replace(view.study, counts=(1, 2), combinations=1000, faults=FaultParameters(whole=True))
    view.session.do(ChangeFaultStudy(study=study))
    run(view, qtbot)
    curve = view.body.curves[0]
    assert curve.found.always.faults == 17  # 18 uplinks of an edge switch
    assert view.body.fatal.words.text().startswith("All uplinks of switch E")
    assert view.body.fatal.words.text().endswith("13,608 of 156,420 pairs disconnected.")  # 2 x 18 x 378
    assert int(view.body.fatal.canvas.witness.looking.emphasis.out.sum()) == 18
    view.show_in_topology()
    assert desk.workspace is desk.workspaces["topology"]
    assert broken_of(view.session).sentences == [
        "18 links failed: 18 hosts cut off, 13,608 of 156,420 pairs disconnected."
    ]


def test_what_would_help_is_tried_as_one_step(lost, qtbot):
    session = lost.session
    names = {row.loss.elements[0].name: row.loss.elements[0].key for row in lost.body.losses.model.rows}
    session.select([LOSS(ElementOf("compute", names["A07"]))])  # half of the core switches
    qtbot.mouseClick(lost.panel.fields["Find a remedy"], LEFT)
    known = broken_of(session).losses.advice
    qtbot.waitUntil(lambda: bool(known))
    advice, _ = next(iter(known.values()))
    shown = [one.text() for one in lost.panel.findChildren(QLabel)]
    assert advice.text in shown
    assert "in 3 racks, not in 2" in advice.text  # screen 11
    before = session.project
    qtbot.mouseClick(lost.panel.fields[advice.title], LEFT)
    assert session.project is not before
    session.undo()
    assert session.project is before


def test_without_advice_it_is_said_what_was_tried(lost, qtbot):
    """The rack A02 has three edge switches: which, and what to do."""
    session = lost.session
    keys = {row.loss.elements[0].name: row.loss.elements[0].key for row in lost.body.losses.model.rows}
    session.select([LOSS(ElementOf("compute", keys["A02"]))])
    qtbot.mouseClick(lost.panel.fields["Find a remedy"], LEFT)
    known = broken_of(session).losses.advice
    qtbot.waitUntil(lambda: bool(known))
    assert next(iter(known.values()))[0] is None
    shown = " ".join(one.text() for one in lost.panel.findChildren(QLabel))
    assert "E02, E03, E04 are all in this rack. Move some of them" in shown


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
    window.show_workspace("faults")
    view = window.workspace
    view.new_study()
    assert [one.name for one in view.study.networks] == ["compute"]
    assert said == ["storage has no links between switches, so the study leaves it out."]
    view.start()
    qtbot.waitUntil(lambda: not view.runner.is_running)
    assert not view.banner.wrong
    assert view.body.curves[0].points
