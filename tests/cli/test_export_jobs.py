"""Saved jobs by the command line: listed, run into their folders, the same bytes as by name, all or none."""

import json

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.engine.drawing.sheets.labels import LabelPrinting
from fatdesk.engine.floor.floor import rack_label
from fatdesk.paper.jobs import DOCUMENTS, check_ready, job_findings
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob, folder_of
from fatdesk.project.files import saver
from fatdesk.project.files.storing import save_project
from fatdesk.tasks.files import ASKED_ONLY, NAMES
from tests.project.studies.test_placed_networks import project_of

BUILD = ExportJob(
    name="Issue for build",
    documents=("packets.pdf", "wiring.csv"),
    folder="issue/build",
    paper="Letter",
    revision="B",
    date="2026-11-22",
    racks="A01",
)
BUY = ExportJob(name="Purchase", documents=("bill.csv",), folder="buy")
BESIDE = ExportJob(name="beside", documents=("bill.csv",))


@pytest.fixture(scope="module")
def bare():
    return project_of(60)


@pytest.fixture
def path(bare, tmp_path):
    """A project with two jobs."""
    path = tmp_path / "p" / "a.fatdesk"
    path.parent.mkdir()
    save_project(replace(bare, jobs=(BUILD, BUY)), path)
    return path


def files_under(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_job_can_name_everything_that_export_writes():
    assert frozenset((*NAMES, *ASKED_ONLY)) == DOCUMENTS


def test_jobs_are_listed(path, capsys):
    assert main(["export", str(path), "--jobs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["name", "Issue for build", "Purchase"]
    assert main(["export", str(path), "--jobs", "--json"]) == 0
    stated = json.loads(capsys.readouterr().out)["jobs"]
    assert stated[0] == {
        "name": "Issue for build",
        "documents": ["packets.pdf", "wiring.csv"],
        "folder": "issue/build",
        "paper": "Letter",
        "revision": "B",
        "drawing": "",
        "network": "",
        "domain": "",
        "date": "2026-11-22",
        "racks": "A01",
        "bundles": "",
        "phases": "",
        "labels": {"stock": "a4-65", "start": 1, "shift_x_mm": 0.0, "shift_y_mm": 0.0, "outlines": False},
        "colours": False,
        "building_plan": True,
        "remarks": [],
    }


def test_jobs_write_beside_the_project_what_export_writes_by_name(path, tmp_path, capsys):
    before = files_under(path.parent)
    assert main(["export", str(path), "--all-jobs", "--json"]) == 0
    written = files_under(path.parent)
    for name in before:
        del written[name]
    assert set(written) == {"issue/build/packets.pdf", "issue/build/wiring.csv", "buy/bill.csv"}
    stated = json.loads(capsys.readouterr().out)["jobs"]
    assert [(job["name"], len(job["files"])) for job in stated] == [("Issue for build", 2), ("Purchase", 1)]
    by_name = tmp_path / "by name"
    options = ["--paper", "Letter", "--revision", "B", "--date", "2026-11-22", "--racks", "A01"]
    only = ["--only", "packets.pdf,wiring.csv"]
    assert main(["export", str(path), str(by_name), *only, *options]) == 0
    for name, data in files_under(by_name).items():
        assert written[f"issue/build/{name}"] == data
    other = tmp_path / "other"
    assert main(["export", str(path), str(other), "--job", "Purchase", "--job", "Issue for build"]) == 0
    assert files_under(other) == written


def test_all_racks_or_some_make_other_packets(path, bare, tmp_path):
    save_project(replace(bare, jobs=(BUILD, replace(BUILD, name="all", folder="all", racks=""))), path)
    assert main(["export", str(path), "--all-jobs"]) == 0
    made = files_under(path.parent)
    assert len(made["issue/build/packets.pdf"]) < len(made["all/packets.pdf"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--job", "none"], "--job none: the project has no such saved job, known are Issue for build"),
        (["--job", "Purchase", "--paper", "A3"], "--paper: the job decides that, leave it out"),
        (["--all-jobs", "--only", "bill.csv"], "--only: the job decides that"),
        (["DIR", "--jobs"], "--jobs lists and writes nothing: leave DIR out"),
    ],
)
def test_what_cannot_be_asked(path, tmp_path, arguments, said, capsys):
    before = files_under(tmp_path)
    arguments = [str(tmp_path / "out") if some == "DIR" else some for some in arguments]
    assert main(["export", str(path), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert files_under(tmp_path) == before


def test_without_jobs_it_is_said(bare, tmp_path, capsys):
    path = tmp_path / "a.fatdesk"
    save_project(bare, path)
    assert main(["export", str(path), "--jobs"]) == 0
    assert "no saved jobs; add one" in capsys.readouterr().out
    assert main(["export", str(path), "--all-jobs"]) == 2
    assert "--all-jobs: the project has no saved job" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("jobs", "rule", "said"),
    [
        ((replace(BUY, documents=("gone.pdf",)),), "no-such-document", "makes gone.pdf, which this fatdesk"),
        ((replace(BUILD, racks="A01-Z99"),), "no-such-rack", "there is no rack Z99; they are A01 to A02"),
        ((replace(BUY, documents=()),), "empty-job", "makes nothing"),
        ((replace(BUY, bundles="B7 × 9"),), "no-such-cables", "there is no bundle B7 × 9; they are"),
        ((replace(BUY, labels=LabelPrinting(stock="none")),), "no-such-labels", "none"),
        (
            (BUY, replace(BUY, name="b", folder="BUY")),
            "same-files",
            "writes bill.csv into the same folder as",
        ),
    ],
)
def test_what_is_there_no_longer_is_a_finding_and_keeps_a_job_from_running(
    bare, path, jobs, rule, said, capsys
):
    save_project(replace(bare, jobs=jobs), path)
    before = files_under(path.parent)
    assert main(["check", str(path)]) == 0, "a warning"
    line = next(line for line in capsys.readouterr().out.splitlines() if f"{rule}@{jobs[-1].name}" in line)
    assert said in line
    assert main(["export", str(path), "--jobs"]) == 0
    assert said in capsys.readouterr().out
    assert main(["export", str(path), "--all-jobs"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(("job ", "jobs "))
    assert files_under(path.parent) == before


def test_sound_jobs_have_no_findings(bare):
    derived = Derived(replace(bare, jobs=(BUILD, BUY, BESIDE)))
    assert job_findings(derived) == []
    check_ready(derived.project.jobs, derived)
    assert rack_label(bare.floor.racks[0]) == "A01"


def test_a_job_that_cannot_be_written_leaves_nothing_of_it(path, monkeypatch, capsys):
    """The second file of the first job fails: its first file is taken back, and no other job is run."""
    put, count = saver.Write.put_in_place, iter(range(9))

    def failing(self):
        if next(count) == 1:
            raise saver.SaveError(self.path, "the disk is full", "make room")
        put(self)

    monkeypatch.setattr(saver.Write, "put_in_place", failing)
    before = files_under(path.parent)
    assert main(["export", str(path), "--all-jobs"]) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert files_under(path.parent) == before


def test_a_link_that_leads_out_is_refused(path, tmp_path, capsys):
    (path.parent / "buy").symlink_to(tmp_path)
    assert main(["export", str(path), "--job", "Purchase"]) == 2
    assert "is a link that leads elsewhere" in capsys.readouterr().err
    assert folder_of(BESIDE, path.parent) == path.parent
