"""Designs over parts for sale in the explorer: search, filters, placing, pins, projects."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints
from fatdesk.engine.exploring.catalog_designs import explore_catalog
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import network_cost
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.pages.explorer import ExplorerPage, ForSalePage

SMALL = (
    b"hosts: [{name: nodes, part: server-1u, count: 60}]\n"
    b"fabrics: [{name: compute, blocking: 2, cable_price: 80, edge: [ib-36, hpe-5940-32qsfp, 10gbe-64], "
    b"core: [ib-36, modular-108, hpe-5940-32qsfp]}]\n"
    b"room: {rack: rack-42u, rows: 1, racks_per_row: 4, improve_steps: 0}\n"
)


@pytest.fixture
def page(desk, tmp_path, qtbot):
    """The designs of 60 hosts."""
    path = tmp_path / "small.yaml"
    path.write_bytes(SMALL)
    explorer = ExplorerPage(desk)
    explorer.explore_file(path)
    made = ForSalePage(explorer)
    made.search(qtbot)
    return made


def test_a_notice_moves_nothing_in_a_small_window(page, desk):
    desk.resize(1280, 720)
    page.explorer.open_settings()
    for _ in range(5):  # layouts settle one level at a time
        QApplication.processEvents()
    before = page.places
    page.explorer.asking.draft.put(("hosts", 0, "count"), "64")
    for _ in range(5):
        QApplication.processEvents()
    assert page.notice
    assert page.places == before


def test_points_are_the_engines_and_filters_limit_plot_and_table(page):
    catalog = load_shipped([])
    wanted = parse_requirements(SMALL, "small.yaml", catalog)
    expected = explore_catalog(wanted, wanted.fabrics[0], catalog)
    points = page.points
    assert [points.label(n) for n in range(len(points))] == [
        CatalogPoints.of(expected, Limits()).label(n) for n in range(len(expected))
    ]
    assert page.listed == np.flatnonzero(points.fits).tolist()
    page.show_front()
    assert page.listed == np.flatnonzero(points.front).tolist()
    assert page.offers("speeds") is None, "all hosts have one rate, so there is nothing to choose"
    assert page.offers("vendors") == ["Unknown vendor", "HPE"]
    page.tick("vendors", "Unknown vendor")
    shown = np.flatnonzero(page.scatter.shown).tolist()
    assert shown
    assert all(points.label(number).count("hpe-5940-32qsfp") for number in shown)
    page.toggle_priced()
    assert not page.scatter.shown.any(), "that switch has no price"
    assert "No design matches" in page.table.empty
    page.tick("vendors", "Unknown vendor")
    page.tick("families", "HyperX")
    prices = [points.designs.candidate(n).unpriced for n in np.flatnonzero(page.scatter.shown).tolist()]
    assert prices
    assert not any(prices)
    assert "HyperX" not in {page.row_texts(number)["Family"] for number in page.listed}


def test_routed_figures_are_empty_until_designs_are_placed(desk, page, qtbot):
    first = page.listed[0]
    assert page.row_texts(first)["Cost as placed and cabled"] == ""
    assert page.place_button.text() == "Place and cable 5"
    qtbot.keyClick(page.table, Qt.Key.Key_P)
    page.select(first)
    assert page.place_button.text() == "Place and cable 1"
    page.place(qtbot)
    assert any(task.title.startswith("Place and cable 1 design: ") for task in desk.desk.tasks.all)
    routed = page.points.routed[first]
    texts = page.row_texts(first)
    assert texts["Cost as placed and cabled"] == f"{routed.cost.amount:,.0f}"
    assert texts["Hours of installation"] == f"{float(routed.deployability.hours):,.1f}"
    assert page.points.fits[first], "no limit is set on the work"
    assert texts["Racks in use, with those of hosts"] == str(routed.racks)
    assert "placed and cabled" in page.points.text(first)
    assert not page.place_button.isEnabled(), "it is placed already"
    assert "1 placed and cabled" in page.summary
    # the same network as a project has this cost in its bill
    made = []
    page.on_made(made.append)
    page.make_button.click()
    page.wait(qtbot)
    (project,) = made
    assert network_cost(Derived(project)).amount == routed.cost.amount
    (pin,) = project.explorations[0].designs
    assert (pin.letter, pin.routed) == ("A", routed.cost.amount)
    assert pin.design == project.fabrics[0].design


def test_a_plot_without_known_figures_says_what_to_do(desk, tmp_path, qtbot):
    path = tmp_path / "unpriced.yaml"
    part = b"[hpe-5940-32qsfp]"
    path.write_bytes(
        b"hosts: [{name: nodes, part: server-1u, count: 60}]\n"
        b"fabrics: [{name: compute, edge: " + part + b", core: " + part + b"}]\n"
    )
    explorer = ExplorerPage(desk)
    explorer.explore_file(path)
    page = ForSalePage(explorer)
    page.search(qtbot)
    assert page.listed
    assert "unknown for all designs: add prices" in page.scatter.empty
    page.choose_axes("switches", "routed")
    assert "press Place and cable" in page.scatter.empty
    page.choose_axes("switches", "cables")
    assert page.scatter.empty == ""


def test_what_is_not_for_sale_is_listed_once(page):
    assert page.unsold_button.text() == "Not for sale: 1…"
    (row,) = page.unsold()
    assert (row.kind, row.parts) == ("sfp 10 Gb/s ethernet", ("10gbe-64",))


def test_pins_are_kept_in_the_project_and_a_design_replaces_its_own(desk, qtbot, tmp_path):
    explorer = ExplorerPage(desk)
    explorer.explore_project()
    page = ForSalePage(explorer)
    page.allow_every_part()
    page.search(qtbot)
    current = desk.session.project.fabrics[0].design
    mine = page.points.designs.number_of(current)
    other = next(n for n in page.listed if n != mine)
    page.results.toggle_pin(mine)
    page.results.toggle_pin(other)
    rows = page.compared
    assert rows["Current design"] == ("yes", "no")
    assert rows["Routed cost"] == ("unknown", "unknown")
    costs = [page.points.designs.candidate(number).cost.amount for number in (mine, other)]
    texts = rows[f"Cost, {page.points.currency}"]
    assert texts == tuple(f"≥ {cost:,.0f}" for cost in costs), "cables have no price before placing"
    kept = desk.session.project.explorations[0].designs
    assert [pin.design for pin in kept] == [page.points.designs.design(number) for number in (mine, other)]
    path = tmp_path / "pins.fatdesk"
    save_project(desk.session.project, path)
    assert b'"format":11' in path.read_bytes()
    assert load_project(path).project.explorations[0].designs == kept
    desk.session.undo()
    assert len(page.results.pins) == 1, "undo takes the second pin away in the view, too"
    desk.session.undo()
    assert not page.results.pins
    assert not page.results.letters
    # a design becomes that of the project in one step
    before = desk.session.project
    clos = next(n for n in page.listed if page.points.designs.design(n).family == "clos")
    page.select(clos)
    page.make_button.click()
    page.wait(qtbot)
    (fabric,) = desk.session.project.fabrics
    assert fabric.design == page.points.designs.design(clos)
    assert fabric.requirement.families == ("two-level", "clos"), "the requirements allow what was made"
    desk.session.undo()
    assert desk.session.project == before


def test_requirements_that_name_their_parts_are_kept_to(desk, qtbot):
    explorer = ExplorerPage(desk)
    explorer.explore_project()
    page = ForSalePage(explorer)
    page.search(qtbot)
    assert len(page.points) == 1, "the requirements name one switch and one family"
    # with another number of hosts the designs are those of earlier requirements
    assert not page.notice
    explorer.asking.draft.put(("hosts", 0, "count"), "400")
    assert "other requirements" in page.notice
    explorer.asking.draft.put(("hosts", 0, "count"), "396")
    assert not page.notice
    page.allow_every_part()
    assert page.notice, "designs are for other settings"
