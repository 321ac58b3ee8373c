"""The explorer with mouse and keys: search, plot, table, pins, filters, and a project made of a point."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.curve import curve
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring import estimate
from fatdesk.engine.exploring.building import links_between
from fatdesk.engine.exploring.egft import recursion
from fatdesk.engine.exploring.egft_counts import rule_counts
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.result import on_front
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.gui.charts.series import series_colour
from fatdesk.gui.explorer.pinned import LEAST, MARGINS, MOST, Line, against
from fatdesk.gui.explorer.search_form import STUDIES, study
from fatdesk.gui.explorer.search_results import SearchInput
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.project.commands.fabrics import SetGrowth
from fatdesk.project.designing.pinning import network_of
from fatdesk.project.document.explorations import KeptExploration
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.hands import LEFT, click, drag, type_in
from tests.gui.pages.explorer import ExplorerPage, OriginPage, SwitchDialogPage, TreeCountsPage
from tests.gui.pages.status_line import StatusLine
from tests.gui.pages.wizard import WizardPage
from tests.gui.requirements.test_part_sources import SWITCH
from tests.project.samples import rich_project

SMALL = (
    b"hosts: [{name: servers, part: server-10gbe, count: 96}]\nfabrics: [{name: pod, blocking: 2}]\n"
    b"limits: {cost: 190000}\nexplore: {radix: [24, 48], terminals: [8, 16], levels: 3}\n"
)


@pytest.fixture(scope="module")
def expected():
    """What the engine finds by itself."""
    catalog = load_shipped([])
    return explore(parse_requirements(SMALL, "small.yaml", catalog), catalog)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_bytes(SMALL)
    return path


@pytest.fixture
def view(desk, small, expected):
    """The workspace with the points of the small study."""
    made = ExplorerPage(desk)
    made.explore_file(small)
    made.results.take(expected, SearchInput.of(made.asking))
    return made


def settle():
    for _ in range(5):  # layouts settle one level at a time
        QApplication.processEvents()


def search(qtbot, view):
    settle()
    before = view.places
    view.search()
    assert view.shows_progress, "the window goes on while it searches"
    settle()
    assert view.places == before, "nothing moves under the pointer"
    view.wait(qtbot)
    assert not view.results.failed
    assert not view.shows_progress


def test_a_search_moves_nothing_in_a_small_window(desk, view, qtbot):
    desk.resize(1280, 720)
    search(qtbot, view)


def test_points_and_front_are_the_engines(view, expected, qtbot):
    view.results.forget()
    assert view.points is None
    search(qtbot, view)
    points = view.points
    assert [one.to_json() for one in points.candidates] == [one.to_json() for one in expected.candidates]
    assert points.front.tolist() == [one.front for one in expected.candidates]
    fits = np.array([not one.reasons for one in expected.candidates])
    assert not fits.all()
    assert fits.any(), "the limit on cost divides them"
    assert view.scatter.shown.tolist() == fits.tolist(), "rejected ones only on request"
    # the dashed line by hand: nothing that fits is cheaper with as much bisection, nor the other way round
    pairs = [(float(one.cost.amount), float(one.bisection)) for one in expected.candidates]
    best = {
        pair
        for pair, fit in zip(pairs, fits, strict=True)
        if fit
        and not any(
            other != pair and other[0] <= pair[0] and other[1] >= pair[1]
            for other, good in zip(pairs, fits, strict=True)
            if good
        )
    }
    line = view.scatter.line.tolist()
    assert {pairs[number] for number in line} == best
    assert [pairs[number][1] for number in line] == sorted(pairs[number][1] for number in line)
    five = np.array(
        [
            (float(c.cost.amount), -float(c.bisection), c.hops, c.switches, c.cables)
            for c in expected.candidates
        ]
    )[fits]
    assert points.front[fits].tolist() == on_front(five)


def test_more_hosts_than_the_plan_of_growth_are_explored(desk, qtbot):
    """Targets of the next step are no requirement on other numbers of hosts."""
    (group,) = desk.session.project.hosts
    target = HostTarget(name=group.name, count=group.count + 72)
    desk.session.do(SetGrowth(steps=(GrowthStep(hosts=(target,)),)))
    view = ExplorerPage(desk)
    view.open_settings()
    assert view.asking.to_build.growth is not None
    type_in(qtbot, view.field("count").edit, str(2 * group.count))
    assert view.asking.wanted is not None
    assert view.asking.hosts == 2 * group.count
    assert view.asking.to_build.growth is None
    assert view.search_button.isEnabled()


def test_click_selects_the_row_and_a_row_the_point(view, qtbot):
    number = view.lone()
    click(qtbot, view.scatter, view.spot(number))
    assert view.selected == [number]
    assert view.scatter.selected.tolist() == [number]
    qtbot.keyClick(view.scatter, Qt.Key.Key_P)
    assert view.results.letters == {number: "A"}, "P pins the point that was clicked"
    qtbot.keyClick(view.scatter, Qt.Key.Key_P)
    other = next(n for n in np.flatnonzero(view.scatter.shown).tolist() if n != number)
    view.click_row(other, 1)
    assert view.scatter.selected.tolist() == [other]
    assert view.make_button.isEnabled()
    area = view.scatter.area
    qtbot.mouseClick(view.scatter.viewport(), LEFT, pos=area.topLeft().toPoint() + QPointF(3, 3).toPoint())
    assert not view.selected, "a click beside the points selects none"


def test_hover_tells_the_parameters(view):
    number = view.lone()
    one = view.points.candidates[number]
    words = view.tip(view.spot(number))
    for part in (*one.network.params().values(), f"{one.cost.amount:,.0f}", f"{one.hops} hops"):
        assert str(part).replace("-", " × ") in words or str(part) in words
    assert not view.tip(view.scatter.area.topRight())


def test_keys_walk_select_and_pin(view, qtbot):
    scatter = view.scatter
    scatter.setFocus()
    shown = np.flatnonzero(scatter.shown)
    x = view.points.figures["bisection"]
    walked = []
    for _ in range(len(shown)):
        qtbot.keyClick(scatter, Qt.Key.Key_Right)
        walked.append(scatter.current)
    assert sorted(walked) == shown.tolist(), "each point once"
    assert x[walked].tolist() == sorted(x[shown].tolist()), "in order of x"
    qtbot.keyClick(scatter, Qt.Key.Key_Right)
    assert scatter.current == walked[0]
    qtbot.keyClick(scatter, Qt.Key.Key_Left)
    assert scatter.current == walked[-1]
    qtbot.keyClick(scatter, Qt.Key.Key_Return)
    assert view.selected == [walked[-1]]
    qtbot.keyClick(scatter, Qt.Key.Key_P)
    assert view.results.letters == {walked[-1]: "A"}
    assert view.table.rows.rows[walked[-1]].letter == "A"
    qtbot.keyClick(scatter, Qt.Key.Key_P)
    assert not view.pins


def test_side_by_side(view, qtbot):
    first, second = view.scatter.line[[0, -1]].tolist()
    for number in (first, second):
        view.click_row(number, 0)
    a, b = (view.points.candidates[number] for number in (first, second))
    shown = {line.title.strip(): line for line in view.compared if line.title[0] != " "}
    cost, cut = shown["Cost, USD"], shown["Bisection, links"]
    assert cost.texts == (f"{a.cost.amount:,.0f}", f"{b.cost.amount:,.0f}")
    assert cost.tones == ("ok", "text"), "the line begins with the cheapest"
    assert cut.tones == ("text", "ok")
    following = view.compared
    row = following[following.index(cost) + 1]
    change = 100 * (float(b.cost.amount) / float(a.cost.amount) - 1)
    assert row.texts == ("", f"+{change:.{0 if change >= 10 else 1}f} %")
    assert shown["Within limits"].texts == ("yes", "yes")
    for number in range(len(view.points)):
        if number not in (first, second) and len(view.pins) < 5:
            view.pin(number)
    assert [pin.letter for pin in view.pins] == list("ABCDE")
    assert "no" in {line.title: line for line in view.compared}["Within limits"].texts or all(
        not pin.one.reasons for pin in view.pins
    )
    view.click_letter(150)
    assert view.pins[0].one is b, "a click on its letter takes a pin away"
    assert [pin.letter for pin in view.pins] == list("ABCD")


def test_rejected_with_their_reason(view, qtbot, expected):
    assert view.rejected_button.text() == f"Rejected: {sum(bool(one.reasons) for one in expected.candidates)}"
    view.show_rejected()
    assert view.scatter.shown.all()
    assert view.table.rows.rowCount() == len(expected.candidates)
    titles, *cells = view.table.as_lines()
    assert "Reason" in titles
    worst = expected.candidates[-1]
    assert any(worst.reasons[0] in cell for row in cells for cell in row)
    view.pin(len(expected.candidates) - 1)
    shown = {line.title: line for line in view.compared}
    assert (shown["Within limits"].texts, shown["Within limits"].tones) == (("no",), ("warn",))


def test_the_plot_has_room_for_what_the_filters_show(view):
    """All points that are shown are in the plot, unless somebody has zoomed."""
    view.show_rejected()
    area, (x, y) = view.scatter.area, view.scatter.spots()
    assert (x >= area.left()).all()
    assert (y >= area.top()).all()
    view.scatter.zoom(2.0)
    across = view.scatter.across
    view.show_rejected()
    assert view.scatter.across == across


def test_enter_in_an_empty_list_does_nothing(desk, small, qtbot):
    page = ExplorerPage(desk)
    page.explore_file(small)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert page.points is None
    assert not SwitchDialogPage.is_open()


def test_the_menu_of_sources_has_each_once(desk):
    page = ExplorerPage(desk)
    first = [entry.text() for entry in page.source_menu]
    assert [entry.text() for entry in page.source_menu] == first
    assert first.count("Requirements of the open project") == 1


def test_summary_leaves_out_what_is_zero(view):
    rejected = int((~view.points.fits).sum())
    parts = view.summary.split(" · ")
    assert parts[0].startswith(f"{len(view.points):,} candidates for ")
    assert [part for part in parts if "rejected" in part] == ([f"{rejected:,} rejected"] if rejected else [])


def test_filters(view, qtbot):
    points = view.points
    view.show_front(1)
    assert view.table.rows.rowCount() == int(points.front.sum())
    assert view.scatter.shown.tolist() == points.fits.tolist(), "the plot greys the rest"
    view.show_front(2)
    assert sorted(view.listed) == sorted(view.scatter.line.tolist())
    view.show_front(0)
    view.tick_family("HyperX")
    about = view.families_explained
    assert about["HyperX"].startswith("Switches on a lattice"), "a family states what it is"
    assert all("Use it" in text for text in about.values())
    cells = [view.table.rows.cell(0, column) for column in (0, 1)]
    assert (cells[0].mark, cells[0].text) == ("pin", "")
    first = view.table.rows.shown()[0]
    assert cells[1].series == int(points.series[first.number]), "the colour of its points"
    assert {one.one.family for one in view.table.rows.shown()} == {"egft"}
    view.tick_family("HyperX")
    numbers = view.scatter.line[:2]
    x, y = view.scatter.spots()
    band = (
        QPointF(x[numbers].min() - 3, y[numbers].min() - 14).toPoint(),
        QPointF(x[numbers].max() + 14, y[numbers].max() + 14).toPoint(),
    )
    drag(qtbot, view.scatter, band[1], band[0])
    inside = set(view.selected)
    assert set(numbers.tolist()) <= inside
    assert len(inside) < int(points.fits.sum())
    view.keep_range()
    assert set(view.listed) == inside
    view.clear_range()
    assert view.table.rows.rowCount() == int(points.fits.sum())


def test_wheel_keys_and_dragging_move_the_plot(view, qtbot):
    scatter = view.scatter
    whole = (scatter.across, scatter.upward)
    number = view.lone()
    before = scatter.spot(number)
    scatter.zoom(2.0, before)
    assert (scatter.spot(number) - before).manhattanLength() < 1e-6, "the point under the pointer stays"
    assert scatter.across.high - scatter.across.low == pytest.approx((whole[0].high - whole[0].low) / 2)
    scatter.move_by(QPointF(30, -10))
    assert (scatter.spot(number) - before - QPointF(30, -10)).manhattanLength() < 1e-6
    qtbot.keyClick(scatter, Qt.Key.Key_F)
    assert (scatter.across, scatter.upward) == whole


def test_curves_of_the_papers_figures(view, qtbot):
    """Brute force: a curve for each family, ports and hosts per switch, through what nothing of it beats."""
    view.toggle_curves()
    plot = view.curves
    assert plot.isVisible()
    assert not view.scatter.isVisible()
    groups = {}
    for one, fits in zip(view.points.candidates, view.points.fits, strict=True):
        if fits:
            pair = (float(one.bisection), float(one.cost.amount))
            groups.setdefault((one.family, one.radix, one.terminals), set()).add(pair)
    expected = sorted(
        sorted(
            pair
            for pair in pairs
            if not any(o != pair and o[0] >= pair[0] and o[1] <= pair[1] for o in pairs)
        )
        for pairs in groups.values()
    )
    drawn = [list(zip(s.x.tolist(), s.y.tolist(), strict=True)) for s in plot.chart.series]
    assert sorted(drawn) == expected
    assert len(drawn) > 3
    name, text = view.picture_names
    assert name == "cost-against-bisection.svg"
    assert all(series.name in text for series in plot.chart.series)
    view.tick_family("HyperX")
    assert {series.name.split(",")[0].split(" ")[0] for series in plot.chart.series} <= {"Tree", "R"}
    number = plot.curves[0].points[-1]
    x, y = plot.spots(plot.curves[0])
    click(qtbot, plot, QPointF(x[-1], y[-1]).toPoint())
    assert view.selected == [number]
    qtbot.keyClick(plot, Qt.Key.Key_P)
    assert view.results.letters == {number: "A"}
    view.toggle_curves()
    assert view.scatter.isVisible()


def test_other_settings_make_it_stale(view, qtbot):
    assert not view.shows_notice
    view.pin(int(view.scatter.line[0]))
    view.open_settings()
    type_in(qtbot, view.field("count").edit, "48")
    assert view.is_stale
    assert "for other settings" in view.notice
    view.search_again()
    view.wait(qtbot)
    assert not view.is_stale
    assert not view.shows_notice
    assert view.pins[0].earlier, "a pin that is not found again says so"
    type_in(qtbot, view.field("count").edit, "many")
    assert not view.search_button.isEnabled()
    assert "whole number" in view.field("count").note


def test_the_time_of_a_search_is_estimated_before(desk, small, qtbot, monkeypatch):
    monkeypatch.setattr(estimate, "machine_speed", lambda: 1.0)
    view = ExplorerPage(desk)
    view.explore_file(small)
    qtbot.waitUntil(lambda: view.expected_time == "less than 1 s")
    type_in(qtbot, view.field("count").edit, "65,536")
    qtbot.waitUntil(lambda: view.expected_time.startswith("about "))
    view.choose_families("hyperx")
    qtbot.waitUntil(lambda: "trees" not in view.expected_tip)


def test_cancel_keeps_what_was_found(view, qtbot):
    points = view.points
    view.open_settings()
    type_in(qtbot, view.field("count").edit, "4096")
    view.search()
    view.cancel()
    assert view.task is None
    assert not view.shows_progress
    assert view.points is points
    assert view.search_button.isEnabled()


def decide(qtbot, button="make"):
    """Answer the dialog of switches when it comes up."""
    seen = []

    def look():
        if not SwitchDialogPage.is_open():
            QTimer.singleShot(20, look)
            return
        dialog = SwitchDialogPage()
        seen.append(dialog.titles)
        if button == "make":
            dialog.accept()
        else:
            dialog.leave()

    QTimer.singleShot(0, look)
    return seen


def counts(project, derived):
    (fabric,) = derived.fabrics
    hosts = sum(group.count for group in project.hosts)
    return len(fabric.nodes(NodeKind.SWITCH)), fabric.link_count - hosts, hosts


def test_a_point_becomes_a_project(desk, view, qtbot):
    number = next(
        n for n in view.scatter.line.tolist() if isinstance(view.points.candidates[n].network, HyperX)
    )
    one = view.points.candidates[number]
    before = encode(desk.session.project)
    seen = decide(qtbot, "leave")
    view.make(number)
    assert seen[0][0] == "10gbe-48", "the cheapest with enough ports"
    assert encode(desk.session.project) == before
    decide(qtbot)
    view.double_click(number)
    qtbot.waitUntil(lambda: desk.session.project.hosts[0].count == 96)
    assert desk.workspace_name == "topology", "what was made is shown"
    project, derived = desk.session.project, desk.session.derived
    assert counts(project, derived) == (one.switches, links_between(one.network), 96)
    assert project.fabrics[0].design.family == "hyperx"
    placed = sum(len(rack.devices) for rack in project.floor.racks)
    assert placed == one.switches + 96
    assert len(derived.rows) == one.switches * 0 + links_between(one.network) + 96, "every link is a cable"


def test_of_the_open_project_it_is_one_step(desk, qtbot):
    view = ExplorerPage(desk)
    assert view.asking.source.kind == "project"
    assert view.asking.hosts == 396
    before = encode(desk.session.project)
    type_in(qtbot, view.field("terminals").edit, "18")
    search(qtbot, view)
    number = next(
        n
        for n in np.flatnonzero(view.points.front).tolist()
        if not isinstance(view.points.candidates[n].network, HyperX)
        and view.points.candidates[n].hops == 4
        and view.points.candidates[n].network.ratio == 2
    )
    one = view.points.candidates[number]
    settled = encode(desk.session.project)
    view.select_point(number)
    seen = decide(qtbot)
    view.create_project()
    qtbot.waitUntil(lambda: encode(desk.session.project) != settled)
    assert seen[0][0] == "ib-36"
    project = desk.session.project
    assert counts(project, desk.session.derived) == (one.switches, links_between(one.network), 396)
    assert str(project.fabrics[0].requirement.blocking) == "2"
    assert view.is_stale, "the points were found on the project before"
    assert desk.workspace_name == "topology", "what was made is shown"
    origin = OriginPage(desk)
    assert origin.words == "Made from point A."
    assert not origin.offers_comparison, "there is nothing else to compare with"
    kept = project.explorations[0]
    assert (kept.made_from, network_of(kept.pins[0])) == ("A", one.network)
    lines = {line.title: line.texts for line in ExplorerPage(desk).compared}
    assert lines["Current design"] == ("yes",)
    desk.session.undo()
    assert encode(desk.session.project) == settled
    desk.session.undo()
    assert encode(desk.session.project) == before, "the search settings are a step of their own"


def test_the_strip_names_the_point_of_the_fabric_that_was_redesigned(desk):
    session = desk.session
    (made,) = rich_project().explorations
    (first,) = session.project.fabrics
    other = msgspec.structs.replace(first.requirement, name="storage")
    second = msgspec.structs.replace(first, requirement=other, design=None)
    pins = tuple(msgspec.structs.replace(made.pins[0], letter=letter) for letter in "AB")
    kept = tuple(
        KeptExploration(fabric=name, pins=pins, made_from=letter)
        for name, letter in ((first.requirement.name, "A"), ("storage", "B"))
    )
    session.begin(msgspec.structs.replace(session.project, fabrics=(first, second), explorations=kept))
    for fabric, letter in (("storage", "B"), (first.requirement.name, "A")):
        ExplorerPage(desk).end_redesign(fabric)
        assert OriginPage(desk).words == f"Made from point {letter}."


def test_pins_and_search_settings_are_kept_in_the_project(desk, qtbot, tmp_path):
    view = ExplorerPage(desk)
    plain = encode(desk.session.project)
    type_in(qtbot, view.field("terminals").edit, "18")
    search(qtbot, view)
    assert [one.settings.terminals for one in desk.session.project.explorations] == [(18,)]
    first, last = view.scatter.line[[0, -1]].tolist()
    view.pin(first)
    view.pin(last)
    shown = [(pin.letter, pin.one.network, pin.one.cost) for pin in view.pins]
    compared = [line.texts for line in view.compared if line.title.startswith("Cost")]
    path = tmp_path / "kept.fatdesk"
    save_project(desk.session.project, path)
    desk.session.undo()
    assert [pin.letter for pin in view.pins] == ["A"]
    desk.session.redo()
    assert [pin.letter for pin in view.pins] == ["A", "B"]
    desk.session.begin(load_project(path).project)
    view = ExplorerPage(desk)
    assert view.points is None
    assert view.field("terminals").typed == "18"
    assert [(pin.letter, pin.one.network, pin.one.cost) for pin in view.pins] == shown
    assert [line.texts for line in view.compared if line.title.startswith("Cost")] == compared
    assert all(pin.earlier for pin in view.pins), "no search has found them in this session"
    for _ in range(3):
        view.click_letter(150)
    type_in(qtbot, view.field("terminals").edit, "")
    assert not desk.session.project.explorations[0].pins
    assert plain != encode(desk.session.project)


def test_what_cannot_be_built_is_told(desk, view, qtbot, answer):
    type_in(qtbot, view.field("radix").edit, "400")
    view.results.forget()
    search(qtbot, view)
    wide = max(range(len(view.points)), key=lambda n: view.points.candidates[n].network.radix)
    assert view.points.candidates[wide].network.radix > 144
    stated = answer("OK")
    view.make(wide)
    qtbot.waitUntil(lambda: bool(stated))
    assert stated == ["This candidate cannot be built."]


def test_the_range_of_a_curve_is_read_as_all_numbers_are(desk, qtbot):
    """Grouped thousands are understood, other texts are marked with the reason."""
    view = ExplorerPage(desk)
    view.show_curve()
    requested = []
    view.curve_bar.requested.disconnect()
    view.curve_bar.requested.connect(lambda low, high: requested.append((low, high)))
    for low, high in (("1,000", "1,010"), ("1,5", "1010"), ("", "1010"), ("1010", "1 000")):
        view.curve_from.setText(low)
        type_in(qtbot, view.curve_to, high)
    assert requested == [(1000, 1010), (1000, 1010)]
    view.curve_from.setText("many")
    assert view.curve_from.property("wrong")
    assert "is not a number" in view.curve_from.toolTip()


def test_the_number_of_searches_of_a_curve_is_shown_before_they_begin(desk):
    view = ExplorerPage(desk)
    view.show_curve()
    for low, high, shown in (
        ("640", "650", "11 searches"),
        ("1,000", "1,000", "1 search"),
        ("650", "640", "11 searches"),
        ("640", "many", ""),
    ):
        view.curve_from.setText(low)
        view.curve_to.setText(high)
        assert view.cost_curve.empty.startswith("Press Draw")
        assert (f" {shown};" in view.cost_curve.empty) == bool(shown)


def test_cost_curve(desk, qtbot):
    view = ExplorerPage(desk)
    view.show_curve()
    for edit, hosts in ((view.curve_from, "640"), (view.curve_to, "650")):
        edit.setText(hosts)
    view.draw_curve()
    qtbot.waitUntil(lambda: bool(view.results.curve))
    wanted = view.asking.for_sale
    found = curve(wanted, wanted.fabrics[0], view.asking.draft.catalog, 640, 650)
    assert view.results.curve == found
    shown = view.cost_curve.grab().toImage()
    line = series_colour(desk.theme, 0)
    spots = ((x, y) for x in range(0, shown.width(), 3) for y in range(shown.height() // 2))
    assert sum(shown.pixelColor(*at) == line for at in spots) > 5, "the curve is drawn, not its legend alone"
    assert [point.hosts for point in found if point.cost is None] == [649, 650], "more do not fit 36 ports"
    known = [float(point.cost.amount) for point in found if point.cost is not None]
    assert view.cost_curve.cost[:9].tolist() == known
    assert np.isnan(view.cost_curve.cost[9:]).all()
    x, y = view.cost_curve.places(view.cost_curve.hosts, view.cost_curve.cost)
    words = view.cost_curve.words_at(QPointF(x[8], y[8]))
    assert words.startswith(f"648 hosts: ≥ USD {found[8].cost.amount:,.0f}")
    assert "up to 648 hosts without another core switch" in words
    assert not view.shows_notice


def test_studies_are_the_papers(desk):
    catalog = load_shipped([])
    view = ExplorerPage(desk)
    actions = [action.text() for action in view.source_menu if ", figure " in action.text()]
    assert actions == [title for _, title, _ in STUDIES]
    view.explore_study(*STUDIES[3])
    assert view.asking.wanted == study("figure-4", catalog)
    assert view.axes == ("hops", "cost")
    assert not view.pins


def test_each_fabric_of_a_project_can_be_explored(window, designed, qtbot):
    window.session.begin(designed("gpu-31"))
    view = ExplorerPage(window)
    names = [some.requirement.name for some in window.session.project.fabrics]
    start = "Requirements of the open project"
    ours = [action for action in view.source_menu if action.text().startswith(start)]
    assert len(ours) == len(names)
    ours[-1].trigger()
    assert view.asking.wanted.fabrics[0].name == names[-1]
    view.search()
    view.wait(qtbot)
    assert "price of a cable" in view.scatter.empty, "400 Gb/s cables have no prices: it says what would help"


def test_differences():
    assert against(99.99, 100.0) == "same"
    assert against(104.0, 100.0) == "+4.0 %"


def test_a_wrong_file_is_told(desk, qtbot, tmp_path):
    view = ExplorerPage(desk)
    path = Path(tmp_path) / "wrong.yaml"
    path.write_text("hosts: 3\n")
    with qtbot.waitSignal(desk.session.said) as said:
        view.explore_file(path)
    assert "wrong.yaml" in said.args[0]
    assert view.asking.source.kind == "project", "what was explored before stays"


def test_a_file_is_explored_over_the_parts_of_a_new_design(desk, tmp_path):
    """The folders of "Parts from" hold for the explorer; a source that is removed is gone from it."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "acme-36.yaml").write_text(SWITCH)
    path = tmp_path / "own.yaml"
    path.write_text(
        "hosts: [{name: servers, part: server-1u, count: 96}]\n"
        "fabrics: [{name: pod, edge: [acme-36]}]\nexplore: {radix: [36], levels: 2}\n"
    )
    view = ExplorerPage(desk)
    sources = PartSources(desk.desk)
    sources.add([folder])
    view.explore_file(path)
    assert view.asking.source.kind == "file"
    assert "acme-36" in view.asking.wanted.fabrics[0].edge
    view.explore_project()
    assert view.asking.draft.catalog.find("acme-36") is not None
    sources.remove(folder)
    view.refresh()
    assert view.asking.draft.catalog.find("acme-36") is None


def test_from_the_wizard_and_back(window, qtbot, expected):
    window.design()
    wizard = WizardPage(window)
    assert wizard.compare_button.isVisible()
    typed = wizard.draft.requirements
    wizard.go_to("candidates")
    assert wizard.rejected.empty == "Searching…", "nothing is known yet of rejected designs"
    qtbot.waitUntil(lambda: wizard.chosen_design is not None)
    wizard.compare()
    view = ExplorerPage.from_wizard(window)
    assert view.is_visible
    assert view.asking.hosts == sum(group.count for group in typed.hosts)
    assert view.shows_progress, "the comparison that was asked for is under way"
    view.wait(qtbot)
    assert view.table.rows.rowCount() > 1
    (pin,) = view.pins
    assert view.selected == [view.points.candidates.index(pin.one)]
    design = wizard.chosen_design
    shape = (design.params["P_En"], design.params["E"]), (1, design.params["C"]), (1, design.params["B"])
    assert shape == (pin.one.network.M, pin.one.network.C, pin.one.network.K), "the chosen candidate"
    view.back()
    assert window.designing.explorer is None
    assert wizard.is_visible
    assert wizard.draft.requirements == typed, "the design in the making is as it was"
    assert QApplication.focusWidget() is wizard.candidates, "the keys are at the candidates again"
    rows = [wizard.candidates.rows.row(line) for line in range(wizard.candidates.rows.rowCount())]
    wizard.candidates.selectRow(next(n for n, row in enumerate(rows) if row.one.design.family == "clos"))
    wizard.compare()
    view = ExplorerPage.from_wizard(window)
    view.wait(qtbot)
    assert view.pinned_note.startswith("The chosen candidate is not among these points")
    view.explore(parse_requirements(SMALL, "small.yaml", load_shipped([])))
    view.results.take(expected, SearchInput.of(view.asking))
    for number in view.scatter.line[:2]:
        view.pin(int(number))
    pinned = [(pin.letter, replace(pin.one, front=False)) for pin in view.pins]
    decide(qtbot)
    view.make(int(view.scatter.line[0]))
    qtbot.waitUntil(lambda: window.session.is_open)
    assert not window.designing.is_going, "the project takes the place of the wizard"
    assert window.session.project.hosts[0].count == 96
    assert window.workspace_name == "topology"
    assert StatusLine(window).message.startswith("The project was created from the explored network")
    origin = OriginPage(window)
    assert origin.words == "Made from point A."
    assert window.session.project.explorations[0].made_from == "A"
    origin.compare("B")
    assert window.workspace_name == "explorer"
    kept = ExplorerPage(window)
    assert [(pin.letter, pin.one) for pin in kept.pins] == pinned, "the comparison is not lost"
    assert kept.comparison.isVisible()
    lines = {line.title: line.texts for line in kept.compared}
    assert lines["From this search"] == ("no", "no")


def test_candidates_that_block_more_than_required_are_marked(desk, qtbot):
    """The open project requires a non-blocking network: an edge switch needs an uplink for each host."""
    view = ExplorerPage(desk)
    type_in(qtbot, view.field("terminals").edit, "18, 24")
    type_in(qtbot, view.field("levels").edit, "2")
    view.choose_families("egft")
    search(qtbot, view)
    points, model = view.points, view.table.rows
    at = next(number for number, column in enumerate(model.columns) if column.title == "Blocking")

    over = [one.network.M[0] > one.network.C[1] * one.network.K[1] for one in points.candidates]
    assert any(over)
    assert not all(over)
    tones = [model.columns[at].cell(row).tone for row in model.rows]
    assert [tone == "warn" for tone in tones] == over
    assert f"{sum(over):,} block more than 1.00 : 1" in view.summary
    texts = [view.row_texts(number)["As required"] for number in range(len(over))]
    assert texts == ["no" if some else "yes" for some in over]
    assert view.over_button.text() == f"Block more: {sum(over):,}"
    front = view.points.front.copy()
    view.toggle_over()
    assert view.scatter.shown.tolist() == [
        not some and fits for some, fits in zip(over, points.fits.tolist(), strict=True)
    ]
    assert sorted(view.listed) == np.flatnonzero(view.scatter.shown).tolist()
    kept = [n for n in range(len(over)) if not over[n] and points.fits[n]]
    figures = np.array(
        [
            (float(c.cost.amount), -float(c.bisection), c.hops, c.switches, c.cables)
            for c in (points.candidates[n] for n in kept)
        ]
    )
    assert front[kept].tolist() == on_front(figures), "without them the front of the rest stays"
    view.toggle_over()
    view.pin(over.index(True))
    view.pin(over.index(False))
    lines = {line.title: line for line in view.compared}
    assert lines["Blocking as required"].texts == ("no", "yes")


def test_fields_of_networks_that_are_not_searched_are_disabled(view):
    fields = view.fields

    def off(*families):
        view.choose_families(*families)
        return [key for key, field in fields.items() if not field.isEnabled()]

    assert off() == []
    assert off("egft") == ["dimensions"]
    assert fields["dimensions"].toolTip() == "Has no effect: no lattices are searched."
    assert off("hyperx") == ["levels"]
    assert off("egft", "hyperx") == []
    assert not fields["levels"].toolTip()


def test_the_view_is_saved_as_a_picture_from_the_menu(window, desk, view, tmp_path, monkeypatch):
    """Of the plot that is in view; of an empty one there is nothing to save."""
    asked = []

    def ask(parent, title, start, kinds, endings):
        asked.append(start.name)
        return tmp_path / start.name

    monkeypatch.setattr("fatdesk.gui.files.files.ask_name", ask)
    window.show_workspace("explorer")  # the menus follow
    for kind in ("svg", "png"):
        window.actions_by_id[f"picture-{kind}"].trigger()
    drawing, picture = (tmp_path / name for name in asked)
    root = ElementTree.fromstring(drawing.read_bytes())
    assert root.tag.endswith("svg")
    shapes = ("circle", "path", "polygon", "rect")
    marks = [one for one in root.iter() if one.tag.rpartition("}")[2] in shapes]
    assert len(marks) >= int(view.scatter.shown.sum())
    assert QImage(str(picture)).size() == view.scatter.grab().toImage().size()
    view.show_curve()
    assert window.refusal_in_view("picture-svg") == "Search first, or draw the curve."


def test_trees_by_heuristic_are_those_of_the_settings(view, qtbot):
    view.click("count-trees")
    counts = TreeCountsPage(view)
    qtbot.waitUntil(lambda: not counts.is_counting)
    sizes = [(24, 8), (24, 16), (48, 8), (48, 16)]
    assert counts.rows == [rule_counts(96, *size, 3).trees for size in sizes]
    assert counts.state == "Trees of up to 3 levels, NM / M rounded up, any number of switches"
    counts.choose_rounding(3)
    qtbot.waitUntil(lambda: not counts.is_counting)
    assert counts.rows == [rule_counts(96, *size, 3, rounding="whole").trees for size in sizes]
    assert "M divides NM" in counts.state
    counts.close()


def test_figures_of_cables_are_columns_and_notes(view, expected):
    titles = {"Kinds of cable", "Mean excess, m", "Wasted lanes"}
    assert titles <= set(view.list_titles)
    first = expected.candidates[0].bill
    texts = view.row_texts(0)
    assert texts["Kinds of cable"] == str(first.skus)
    assert texts["Mean excess, m"] == f"{first.excess_um / first.count / 1e6:.2f}"
    assert texts["Wasted lanes"] == f"{first.wasted_lanes:,}"
    assert "kinds (part and length)" in view.summary_tip


def test_priced_parts_of_a_candidate(view, qtbot):
    number = int(np.flatnonzero(view.points.front)[0])
    one = view.points.candidates[number]
    view.select_point(number)
    parts = view.list_parts()
    qtbot.waitUntil(lambda: not parts.is_listing)
    rows = parts.rows
    assert rows[0]["Inside racks"] == str(one.switches)
    assert sum(float(row["Cost"].replace(",", "")) for row in rows) == float(one.cost.amount)
    assert parts.state.startswith(f"USD {one.cost.amount:,.0f} in {one.racks} racks")
    cells = view.row_texts(number)
    assert (cells["Copper cables"], cells["Optical cables"]) == (
        f"{one.bill.copper:,}",
        f"{one.bill.optical:,}",
    )
    parts.close()


def test_all_trees_are_listed_in_a_file(view, qtbot, tmp_path, monkeypatch):
    path = tmp_path / "trees.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    view.click("count-trees")
    counts = TreeCountsPage(view)
    qtbot.waitUntil(lambda: not counts.is_counting)
    counts.list_trees(3000)
    qtbot.waitUntil(lambda: not counts.is_counting)
    head, *rows = path.read_text().splitlines()
    assert head.split(",")[2:5] == ["M", "C", "K"]
    assert len(rows) == 3000
    first = [(M, C, K) for M, C, K in (tuple(row.split(",")[2:5]) for row in rows)]
    listed = islice(recursion(96, 24, 8, levels=3), 100)
    assert first[:100] == [tuple("-".join(map(str, some)) for some in (t.M, t.C, t.K)) for t in listed]
    assert str(path) in counts.state
    counts.close()


def test_a_low_window_scrolls(desk, view):
    """Above an open panel, 720 pixels leave less height than settings, plot and table need."""
    desk.show_bottom("findings")
    desk.resize(1280, 720)
    assert desk.minimumSizeHint().height() <= 720


def test_families_of_three_pins_have_room_in_a_small_window(desk, view):
    table = view.comparison
    table.resize(418, 600)
    families = ("Tree of 2 levels", "HyperX", "HyperX")
    table.show_lines("ABC", [Line("Family", families, ("text",) * 3, (False,) * 3)])
    first, second, third = table.columns()
    needed = QFontMetrics(desk.theme.font(12)).horizontalAdvance(families[0])
    assert first.width() - MARGINS >= needed > second.width() - MARGINS
    assert first.left() + first.width() + second.width() + third.width() == pytest.approx(418)
    table.show_lines("AB", [Line("Family", families[:2], ("text",) * 2, (False,) * 2)])
    first, second = table.columns()
    assert first.width() == second.width()


def test_the_panel_is_as_wide_as_the_figures_of_its_pins(desk, view):
    costs = ("1,087,123", "1,637,456", "14,190,789")
    plain, weak = ("text",) * 3, (False,) * 3
    names = Line("Family", ("Tree of 4 levels and many words",) * 3, plain, weak, are_names=True)
    view.compare("ABC", [names, Line("Cost, USD", costs, plain, (True,) * 3)])
    QApplication.processEvents()
    letters = QFontMetrics(desk.theme.strong(12))
    for column, cost in zip(view.comparison.columns(), costs, strict=True):
        assert column.width() - MARGINS >= letters.horizontalAdvance(cost)
    three = Line("Family", ("Tree of 2 levels",) * 3, plain, weak, are_names=True)
    view.compare("ABC", [three, Line("Cost, USD", costs, plain, weak)])
    QApplication.processEvents()
    needed = QFontMetrics(desk.theme.font(12)).horizontalAdvance("Tree of 2 levels")
    for column in view.comparison.columns():
        assert column.width() - MARGINS >= needed, "names are whole where there is room for them"
    view.compare("ABC" * 9, [Line("Cost, USD", costs * 9, plain * 9, weak * 9)])
    assert view.least_of_comparison == desk.theme.px(MOST)
    view.compare("", [])
    assert view.least_of_comparison == desk.theme.px(LEAST)
