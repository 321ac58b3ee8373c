"""The measure of distances on the command line, in project files and in the window.

``tests/project/studies/test_own_measure.py`` runs this in a process that has registered it.
"""

import csv
import json

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.gui.faults.curves import figure_of
from fatdesk.gui.faults.view import written
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.hands import type_in
from tests.gui.pages.faults import FaultsPage

NETWORK = "hyperx:S=3-3,K=1-1,T=2"
DISTANCES = next(measure for measure in SAMPLED if measure.name == "distances")
LISTED = ("distance_links", "distance_ci95_links", "distance_least_links", "distance_most_links")
STUDY = FaultStudy(
    name="Far",
    networks=(StudyNetwork(name="HyperX", spec=NETWORK),),
    counts=(0, 2, 6),
    distances=DISTANCES.parameters(samples=5),
)


@pytest.fixture
def command(capsys):
    """Run a command; its status, standard output and standard error."""

    def call(*arguments):
        status = main([*map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_the_command_line_measures_it(command):
    """Options, table and JSON; options of other measures are refused."""
    asked = ("faults", NETWORK, "--distances", "--count", "0,6", "--distances-samples", "4")
    found = json.loads(command(*asked, "--json")[1])
    assert (found["measure"], found["samples"], found["sources"]) == ("distances", 4, 1000)
    whole, left = found["points"]
    assert list(whole) == [
        "faults", "distance", "ci95", "least", "most",
        "longest", "longest_ci95", "longest_least", "longest_most", "samples", "of_no_faults",
    ]  # fmt: skip
    assert (whole["faults"], whole["samples"], whole["ci95"], whole["of_no_faults"]) == (0, 1, None, 1.0)
    assert left["distance"] > whole["distance"] > 2
    assert left["least"] <= left["distance"] <= left["most"] <= left["longest_most"]
    _, shown, _ = command(*asked)
    assert "distance" in shown.splitlines()[1]
    assert "Means over random combinations (seed 1): Distance, links; Longest, links. Samples 4" in shown
    assert f"Mean distance of {NETWORK} with 6 failed: " in shown
    _, _, error = command("faults", NETWORK, "--distances-samples", "4")
    assert "--distances-samples: is for --distances" in error
    _, _, error = command("faults", NETWORK, "--distances", "--degradation")
    assert "is used alone, leave out --d" in error


def test_a_project_keeps_it_with_its_results(command, tmp_path):
    """An edit adds the study, the file opens again, its results are kept."""
    path, edits = tmp_path / "far.fatdesk", tmp_path / "edits.json"
    save_project(Project(name="far"), path)
    study = {
        "name": "Far",
        "networks": [{"name": "HyperX", "spec": NETWORK}],
        "counts": [0, 2, 6],
        "distances": {"samples": 5},
    }
    edits.write_text(json.dumps({"command": "add-fault-study", "study": study}))
    status, _, error = command("edit", path, edits)
    assert status == 0, error
    assert load_project(path).project.faults == (STUDY,)
    assert '"distances":{"samples":5}' in path.read_text()
    _, out, _ = command("faults", path, "--study", "Far", "--json")
    (first,) = json.loads(out)["networks"]
    assert [point["faults"] for point in first["points"]] == [0, 2, 6]
    _, again, said = command("faults", path, "--study", "Far", "--json")
    assert "everything is measured already" in said
    assert json.loads(again)["networks"] == [first]


def test_the_window_measures_it(window, qtbot):
    """Fields by the schema, curves, looks, the table of rows, undo and redo."""
    window.session.begin(Project(name="papers"))
    view = FaultsPage(window)
    view.add_study(replace(STUDY, distances=None, counts=(2, 6)))
    view.panel.choose("Figure", "Distances")
    assert view.study.distances == DISTANCES.parameters()
    type_in(qtbot, view.panel.field("Samples"), "5")
    assert view.study.distances == DISTANCES.parameters(samples=5)
    window.session.undo()
    assert view.study.distances == DISTANCES.parameters()
    window.session.redo()
    view.run()
    view.wait(qtbot)
    (curve,) = view.curves
    assert curve.state == "done"
    assert [point.faults for point in curve.points] == [2, 6]
    offered = [action.text() for action in view.looks_button.picks if action.isVisible()]
    assert offered == ["Distance", "Distance, share", "Longest"]
    assert view.chart.figure is figure_of(None, view.study)
    assert view.chart.across.title == "Failed links at once"
    assert any(one.tolist() == [point.distance for point in curve.points] for one in view.drawn_values)
    assert "Mean distance of HyperX with 6 failed" in view.verdict


def test_files_of_the_window_have_it(window, qtbot):
    """CSV with the columns of each quantity, and a chart."""
    window.session.begin(Project(name="papers"))
    view = FaultsPage(window)
    view.add_study(STUDY)
    view.run()
    view.wait(qtbot)
    name, data = written("csv", view.study, view.curves)
    head, *rows = csv.reader(data.decode().splitlines())
    assert name == "far.csv"
    assert len(rows) == 3
    for key, field in zip(LISTED, ("distance", "ci95", "least", "most"), strict=True):
        cells = [row[head.index(key)] for row in rows]
        values = [getattr(point, field) for point in view.curves[0].points]
        assert [float(cell) if cell else None for cell in cells] == pytest.approx(values)
    assert b"Mean distance, links" in written("svg", view.study, view.curves)[1]
