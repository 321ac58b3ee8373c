"""Universal fat-trees in the window: the figures are those of the experiment, also where networks fail."""

import pytest

from fatdesk.networks.schedules.universal_trees.hardware_growth import hardware_sizes
from fatdesk.networks.topologies import network_of
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.studies.universality import Experiment, outcome, outcomes
from tests.gui.pages.schedule import SchedulePage
from tests.gui.pages.universal import UniversalPage

SPECS = ["kary-tree:k=2,n=2", "kary-tree:k=2,n=3", "ring:n=3"]


@pytest.fixture
def page(desk):
    schedule = SchedulePage(desk)
    assert desk.session.do(AddStudy(study=NetworkUnderStudy(name="lattice", spec="hyperx:S=3-3,K=1-1,T=1")))
    schedule.click("universal")
    return UniversalPage(schedule)


def test_networks_of_the_project_and_typed_ones(page, desk, qtbot):
    page.choose_pattern("tornado")
    page.type("messages", "3")
    page.type("bits", "8")
    page.type("specs", " ".join(SPECS))
    page.type("volume", "20.5")
    page.run()
    qtbot.waitUntil(lambda: not page.is_measuring)
    experiment = Experiment("tornado", 3, 1, 8, 20.5)
    assert page.outcomes == outcomes(desk.session.project, SPECS, experiment)
    names = [one.name for one in page.outcomes]
    assert names == [*(fabric.name for fabric in desk.session.derived.fabrics), "lattice", *SPECS]
    assert page.outcomes[-1].why.startswith("network: unknown family 'ring'")
    reason = page.outcomes[-1].why
    assert page.state == f"{len(names) - 1} networks, 1 left out: ring:n=3: {reason}"
    alone = [outcome(spec, network_of(spec), experiment).figures for spec in SPECS[:2]]
    assert page.curves["kary-tree: measured"] == [(one["hosts"], one["slow_down"]) for one in alone]
    assert page.cells("Corollary 9")[-3:-1] == [f"{one['corollary_9']['factor']:,.2f}" for one in alone]
    steps = [one["fixed_connections"] for one in alone]
    assert page.cells("Step, bit times")[-3:-1] == [f"{step['bit_times']:,}" for step in steps]
    assert page.cells("Step, lg n")[-3:-1] == [f"{step['bit_times_per_lg_n']:,.1f}" for step in steps]
    sizes = page.open_sizes()
    sizes.build(8, 64)
    qtbot.waitUntil(lambda: not sizes.is_measuring)
    assert sizes.rows == hardware_sizes(8, 64)
    assert sizes.curves["components, n"] == [(8, 14.25), (64, 10_006 / 384)]
    sizes.close()
    page.close()


def test_no_table_scrolls_sideways_and_folded_columns_can_be_chosen(page, qtbot):
    qtbot.waitUntil(lambda: not page.scrolls_sideways)
    assert page.columns[0] == "Network"
    assert page.columns[-1] == "Remark"
    assert {"Load factor", "Cycles", "Slow-down", "Bound"} <= set(page.columns)
    assert "Step, lg n" not in page.columns
    page.column_menu["Step, lg n (no room)"].trigger()
    assert "Step, lg n" in page.columns
    page.resize(1900, 640)
    qtbot.waitUntil(lambda: "Online bound" in page.columns)
    assert not page.scrolls_sideways
    sizes = page.open_sizes()
    qtbot.waitUntil(lambda: not sizes.scrolls_sideways)
    sizes.close()


def test_wrong_numbers_are_not_measured(page):
    for name, text in (("messages", "0"), ("volume", "0"), ("volume", "wide")):
        page.type(name, text)
        page.run()
        assert not page.is_measuring
        page.type("messages", "1")
    assert page.outcomes == []


def test_a_closed_dialog_measures_no_more(page, desk, qtbot):
    page.type("specs", "kary-tree:k=2,n=9")
    page.run()
    task = page.task
    page.close()
    qtbot.waitUntil(lambda: task.state != "running")
    assert task.state == "cancelled"
