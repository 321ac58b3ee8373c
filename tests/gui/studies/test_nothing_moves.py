"""Progress and messages over the plots of a study have a line of their own: nothing moves."""

import pytest
from PySide6.QtWidgets import QApplication

from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import Duration, Loads, SimulationStudy, Switching
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.document.project import Project
from tests.gui.pages.faults import FaultsPage
from tests.gui.pages.simulation import SimulationPage

FTA = StudyNetwork(name="FTA", spec="kary-tree:k=2,n=2")
STUDIES = {
    "simulation": SimulationStudy(
        name="Long",
        networks=(FTA,),
        switching=Switching(packet_bytes=8),
        loads=Loads(first=0.2, last=0.8, step=0.3),
        duration=Duration(warmup=0, cycles=900_000_000),
    ),
    "faults": FaultStudy(name="Faults", networks=(FTA,), counts=(1,)),
}


@pytest.fixture(params=sorted(STUDIES))
def view(request, window):
    """A workspace with a study that was not run."""
    window.session.begin(Project(name="papers"))
    page = {"simulation": SimulationPage, "faults": FaultsPage}[request.param](window)
    page.add_study(STUDIES[request.param])
    return page


def places(view):
    """The upper left corners of plots and table in the window, and the height of the line over them."""
    for _ in range(3):
        QApplication.processEvents()
    return view.places_below_the_line, view.height_over_plots


def test_progress_and_messages_move_nothing(view, qtbot):
    before = places(view)
    assert view.state == "Not measured yet"
    assert not view.offers_gbps, "no rate is known of networks without parts"
    view.strip.show()
    view.say_state()
    assert (places(view), view.says_state) == (before, False)
    view.strip.hide()
    for words in (
        "The design changed.",
        "The design changed at 12:00, after these points were measured. " * 2,
    ):
        view.show_banner(words, "Run 4 again")
        view.say_state()
        assert (places(view), view.says_state) == (before, False)
    view.banner.keep()
    assert view.says_state
    assert places(view) == before


LONG = (
    "storage saturates between 0.58 and 0.65 = 23.2 and 26 Gb/s per host: no link carries more than 64.9 %, "
    "packets wait for each other in the switches. Larger input buffers or another routing algorithm may "
    "help. Of 2 networks compute accepts most, 0.678."
)


def test_three_lines_of_a_verdict_are_whole_and_move_nothing(view, window):
    window.resize(1280, 720)
    before = places(view)
    view.strip.show()
    view.say_state()
    assert places(view) == before
    view.strip.hide()
    view.say_state()
    view.state_verdict(LONG)
    assert places(view) == before
    assert view.verdict == LONG
    assert view.verdict_is_whole


def test_a_message_gives_its_line_to_progress_at_once(view):
    shown = []
    view.at_progress(lambda: shown.append(view.banner.is_visible))
    view.show_banner("The design changed.", "Run 1 again")
    view.run()
    assert shown
    assert not any(shown)
    view.stop()


def test_a_run_moves_nothing(view, qtbot):
    before = places(view)
    assert view.verdict.startswith("Nothing is measured yet. Run the study")
    view.run()
    assert view.is_running
    assert "being measured; the verdict follows" in view.verdict
    qtbot.waitUntil(lambda: view.strip.is_visible or view.state == "1 of 1 network measured")
    assert places(view) == before
    view.stop()
    view.wait(qtbot)
    assert places(view) == before
