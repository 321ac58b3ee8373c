"""Universal fat-trees in the window: the figures are those of the experiment, also where networks fail."""

import pytest

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
    page.run()
    qtbot.waitUntil(lambda: not page.is_measuring)
    experiment = Experiment("tornado", 3, 1, 8)
    assert page.outcomes == outcomes(desk.session.project, SPECS, experiment)
    names = [one.name for one in page.outcomes]
    assert names == [*(fabric.name for fabric in desk.session.derived.fabrics), "lattice", *SPECS]
    assert page.outcomes[-1].why.startswith("network: unknown family 'ring'")
    reason = page.outcomes[-1].why
    assert page.state == f"{len(names) - 1} networks, 1 left out: ring:n=3: {reason}"
    alone = [outcome(spec, network_of(spec), experiment).figures for spec in SPECS[:2]]
    assert page.curves["kary-tree: measured"] == [(one["hosts"], one["slow_down"]) for one in alone]
    page.close()


def test_wrong_numbers_are_not_measured(page):
    page.type("messages", "0")
    page.run()
    assert not page.is_measuring
    assert page.outcomes == []


def test_a_closed_dialog_measures_no_more(page, desk, qtbot):
    page.type("specs", "kary-tree:k=2,n=9")
    page.run()
    task = page.task
    page.close()
    qtbot.waitUntil(lambda: task.state != "running")
    assert task.state == "cancelled"
