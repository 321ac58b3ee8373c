"""Results of simulations go into exports: by the command line from beside the project, and as a job."""

import msgspec
import pytest

from fatdesk.cli import main
from fatdesk.networks.simulation.results import figures_of
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.paper import Printing
from fatdesk.project.derived.derived import Derived, MeasuredStudies
from fatdesk.project.files.storing import save_project
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.results import Results
from fatdesk.project.studies.simulation import ToMeasure, measured
from fatdesk.tasks.files import OF_RESULTS, OF_SIMULATIONS, make_files
from tests.networks.simulation.made_up import point
from tests.project.studies.test_placed_networks import project_of

STUDY = SimulationStudy(
    name="Both / ours",
    networks=(
        StudyNetwork(name="tree", spec="kary-tree:k=2,n=3"),
        StudyNetwork(name="ours", fabric="compute"),
        StudyNetwork(name="gone", fabric="none"),
    ),
)


@pytest.fixture(scope="module")
def project():
    return msgspec.structs.replace(project_of(60), simulations=(STUDY, SimulationStudy(name="empty")))


def put_points(results, project):
    """Points for the networks that are there."""
    for one in networks_of(Derived(project), STUDY):
        if isinstance(one, ToMeasure):
            results.put(measured(one.on, [point(load, one.on.channels) for load in (0.1, 0.4)]))


def test_the_command_line_exports_what_lies_beside(project, tmp_path, capsys):
    path = tmp_path / "a.fatdesk"
    save_project(project, path)
    put_points(Results(path), project)
    assert main(["export", str(path), str(tmp_path / "out")]) == 0
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert {"simulations.csv", "simulations-both-ours.svg", "simulations.pdf", "bill.csv"} <= names
    lines = (tmp_path / "out" / "simulations.csv").read_text().splitlines()
    named = [line.split(",")[1] for line in lines[1:]]
    assert named == ["tree", "tree", "ours", "ours"]
    assert main(["export", str(path), str(tmp_path / "again"), "--only", ",".join(sorted(OF_RESULTS))]) == 0
    for file in (tmp_path / "again").iterdir():
        assert file.read_bytes() == (tmp_path / "out" / file.name).read_bytes()


def test_without_results_they_are_left_out_and_said_when_asked_for(project, tmp_path, capsys):
    path = tmp_path / "a.fatdesk"
    save_project(project, path)
    assert main(["export", str(path), str(tmp_path / "out")]) == 0
    assert not [file for file in (tmp_path / "out").iterdir() if file.name.startswith("simulations")]
    capsys.readouterr()
    assert main(["export", str(path), str(tmp_path / "none"), "--only", "simulations.csv"]) == 2
    assert "it has no results yet, run a study first" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_job_is_given_what_it_shows(project):
    results = Results()
    put_points(results, project)
    studies = results.all_of(Derived(project))
    assert [[curve and curve.loads for curve in some.curves] for some in studies] == [
        [(0.1, 0.4), (0.1, 0.4), None],
        [],
    ]
    lean = tuple(some.without_channel_loads() for some in studies)
    first = lean[0].curves[0]
    assert len(first.points[0].channel_load) == 0
    assert figures_of(first.points[0]) == figures_of(studies[0].curves[0].points[0])
    names = sorted(OF_SIMULATIONS)
    whole = make_files(project, names, Printing(), MeasuredStudies(studies))
    assert make_files(project, names, Printing(), MeasuredStudies(lean)) == whole
    assert make_files(project, names, Printing()) == {}
