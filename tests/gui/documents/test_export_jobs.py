"""Saved export jobs at the desk: made, seen, run, out of date, undone; files as by command line."""

import re

import msgspec
import pytest
from PySide6.QtCore import Qt

from fatdesk.cli import main
from fatdesk.gui.documents.document_list import Hint
from fatdesk.gui.documents.export_jobs import READY, folder_for, free_name
from fatdesk.project.commands.project import AddJob, ChangeJob, Rename
from fatdesk.project.document.export_job import ExportJob, folder_problem
from fatdesk.project.document.ref import JOB
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.pages.documents import DocumentsPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.palette import Palette
from tests.gui.pages.project_tree import ProjectTree
from tests.gui.pages.workspace import workspace_of

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def saved(tmp_path, designed):
    """The 60 hosts as a file."""
    path = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    return path


@pytest.fixture
def documents(desk, qtbot, tmp_path, monkeypatch):
    """The workspace with the 60 hosts."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    page = DocumentsPage(desk)
    qtbot.waitUntil(lambda: page.complete)
    return page


def jobs(desk):
    return [job.name for job in desk.session.project.jobs]


def finish(qtbot, desk, documents):
    qtbot.waitUntil(lambda: not documents.is_running and not desk.desk.tasks.running)


def files_under(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_job_from_first_to_last(desk, documents, qtbot, saved, tmp_path):
    """Made of what is selected, named, for some racks; seen, run, stale, run again; each step undone."""
    session = desk.session
    assert isinstance(documents.list.rows[1], Hint), "says what jobs are for"
    documents.click_document("packets.pdf")
    everything = len(documents.leaves)
    documents.click_document("bill.csv", CTRL)
    qtbot.keyClick(desk, Qt.Key.Key_J, CTRL | SHIFT)
    assert jobs(desk) == ["Job"]
    assert documents.has_keys("name")
    documents.type_on("name", "Issue for build")
    documents.key_in("name", Qt.Key.Key_Return)
    assert jobs(desk) == ["Issue for build"]
    job = documents.job
    assert (job.name, job.documents, job.folder) == (
        "Issue for build",
        ("packets.pdf", "bill.csv"),
        "issue-for-build",
    )
    assert session.undo_label == "Rename export job Job to Issue for build"
    documents.type_option("racks", "a02")
    documents.type_option("revision", "C")
    qtbot.waitUntil(lambda: documents.complete)
    assert documents.job.racks == "a02"
    titles = documents.titles
    assert 0 < len(titles) < everything
    assert {re.match(r"packets.pdf, Rack (\w+)", title)[1] for title in titles} == {"A02"}
    assert documents.parts[:2] == ["Pages", "bill.csv"]
    documents.next_part()
    assert documents.shows == "list-preview"
    assert documents.run_text == "Run job"
    assert documents.primary_button == "run-job"

    assert documents.list.last_run_of_job("Issue for build") == "never"
    qtbot.keyClick(desk, Qt.Key.Key_S, CTRL)
    qtbot.keyClick(desk, Qt.Key.Key_R, CTRL)
    finish(qtbot, desk, documents)
    folder = saved.parent / "issue-for-build"
    assert {path.name for path in folder.iterdir()} == {"packets.pdf", "bill.csv"}
    assert main(["export", str(saved), str(tmp_path / "by line"), "--job", "Issue for build"]) == 0
    assert files_under(tmp_path / "by line" / "issue-for-build") == files_under(folder)
    assert re.fullmatch(r"\d\d:\d\d", documents.list.last_run_of_job("Issue for build"))

    assert session.do(Rename(name="hall-9"))
    assert documents.list.last_run_of_job("Issue for build").endswith(", outdated")
    documents.add_ready(list(documents.new_entries)[-2])
    (ready,) = set(jobs(desk)) - {"Issue for build"}
    assert documents.job.documents == READY[ready]
    documents.click("run-all-jobs")
    finish(qtbot, desk, documents)
    assert not any("outdated" in documents.list.last_run_of_job(name) for name in jobs(desk))
    assert b"hall-9" not in (tmp_path / "by line" / "issue-for-build" / "bill.csv").read_bytes()
    assert len(files_under(saved.parent / folder_for(ready))) == len(READY[ready])
    written = files_under(saved.parent)
    for _ in range(6):
        qtbot.keyClick(desk, Qt.Key.Key_Z, CTRL)
    assert session.project == load_project_without_jobs(saved)
    assert files_under(saved.parent) == written, "what was written stays"
    assert jobs(desk) == []


def load_project_without_jobs(path):
    return msgspec.structs.replace(load_project(path).project, jobs=())


def test_jobs_are_moved_named_doubled_and_removed_by_keys(desk, documents):
    session = desk.session
    for title in READY:
        documents.add_ready(title)
    *rest, first, second, third = jobs(desk)
    assert jobs(desk) == list(READY)
    documents.remove_jobs([job for job in desk.session.project.jobs if job.name in rest])
    documents.choose_job(third)
    documents.list.key(Qt.Key.Key_Up, ALT)
    assert jobs(desk) == [first, third, second]
    assert documents.job.name == third, "it stays in view"
    documents.list.key(Qt.Key.Key_D, CTRL)
    assert jobs(desk) == [first, third, f"{third} 2", second]
    assert documents.job.name == f"{third} 2"
    assert documents.job.folder == folder_for(f"{third} 2")
    documents.list.key(Qt.Key.Key_F2)
    assert documents.has_keys("name")
    documents.key_in("name", Qt.Key.Key_A, CTRL)
    documents.type_on("name", first)
    assert "There is one called" in documents.problem
    documents.key_in("name", Qt.Key.Key_Return)
    assert f"{third} 2" in jobs(desk), "a name that is taken is not given"
    documents.type_option("name", "<b>Last</b> & least")
    assert jobs(desk)[2] == "<b>Last</b> & least"
    documents.list.key(Qt.Key.Key_Delete)
    assert jobs(desk) == [first, third, second]
    session.undo()
    assert jobs(desk)[2] == "<b>Last</b> & least"
    assert session.redo_label == "Remove export job <b>Last</b> & least"


def test_documents_are_ticked_in_and_out(desk, documents, qtbot):
    documents.add_ready("Purchase")
    before = documents.job.documents
    documents.tick("wiring.pdf")
    assert documents.is_ticked("wiring.pdf")
    assert documents.job.documents == (*before, "wiring.pdf")
    qtbot.waitUntil(lambda: documents.complete)
    assert any(title.startswith("wiring.pdf, ") for title in documents.titles)
    assert documents.ticked_words == f"Documents ({len(before) + 1})"
    desk.session.undo()
    assert documents.job.documents == before
    assert not documents.is_ticked("wiring.pdf")
    documents.type_option("folder", "../out")
    assert "leads out of the folder of the project" in documents.problem
    assert documents.job.folder == "purchase"


def test_what_is_not_there_is_told_and_keeps_a_job_from_running(desk, documents, qtbot, saved, answer):
    """By the list, the finding, the tree; and a message when it is run all the same."""
    session = desk.session
    session.do(AddJob(job=ExportJob(name="gone", documents=("gone.pdf", "bill.csv"), folder="x")))
    documents.choose_job("gone")
    listed = documents.list
    assert listed.second_line(listed.job("gone")) == (
        "Makes gone.pdf, which this fatdesk does not make.",
        "warn",
    )
    qtbot.waitUntil(lambda: any(some.finding.rule == "no-such-document" for some in session.findings_so_far))
    desk.go_to(JOB("gone"))
    assert workspace_of(desk) == "documents"
    shown = answer("OK")
    desk.perform_in_view("job-run")
    assert shown
    assert not (saved.parent / "x").exists()
    session.do(ChangeJob(job=ExportJob(name="gone", documents=("bill.csv",), racks="Z99")))
    assert listed.second_line(listed.rows[1])[0].startswith("There is no rack Z99")
    assert documents.problem.startswith("There is no rack Z99")


def test_a_file_that_others_changed_is_not_replaced_without_a_word(desk, documents, qtbot, saved, answer):
    session = desk.session
    session.do(AddJob(job=ExportJob(name="bill", documents=("bill.csv",))))
    documents.choose_job("bill")
    desk.perform_in_view("job-run")
    finish(qtbot, desk, documents)
    path = saved.parent / "bill.csv"
    first = path.read_bytes()
    path.write_bytes(first + b"by hand\n")
    requested = answer("Cancel")
    desk.perform_in_view("job-run")
    finish(qtbot, desk, documents)
    assert "bill.csv already exists" in requested[0]
    assert path.read_bytes() == first + b"by hand\n"
    documents.rename_runs("bill", "other")
    assert {name for _, name in documents.runs} == {"bill", "other"}


def test_a_cancelled_job_takes_the_next_along(desk, documents, saved):
    said = []
    desk.session.said.connect(said.append)
    for name in "ab":
        job = ExportJob(name=name, documents=("packets.pdf",), folder=name)
        desk.session.do(AddJob(job=job))
    desk.perform_in_view("job-run-all")
    (running,) = desk.desk.tasks.running
    assert running.title == "Job a (1 of 2)"
    assert desk.refusal_in_view("job-run-all")
    running.cancel()
    assert said[-1] == "1 job not run."
    assert not documents.is_running
    assert documents.can_press("run-all-jobs")
    assert not list(saved.parent.glob("*/packets.pdf"))


def test_jobs_stand_in_the_tree_the_palette_and_the_inspector(desk, documents):
    documents.add_ready("Purchase")
    tree = ProjectTree(desk)
    node = tree.node(JOB("Purchase"))
    assert node.parent.key == "documents"
    assert node.note == f"{len(READY['Purchase'])}"
    desk.show_workspace("floor")
    desk.session.select([JOB("Purchase")])
    assert Inspector(desk).is_visible
    assert {"Purchase", "Saved export job", "bill.csv"} <= set(Inspector(desk).texts)
    desk.session.select([])
    documents.list.choose("bill.csv")
    desk.show_palette()
    palette = Palette(desk)
    palette.type_more("purchase bill")
    palette.enter()
    assert workspace_of(desk) == "documents"
    assert documents.job.name == "Purchase"
    desk.show_workspace("floor")
    documents.list.choose("bill.csv")
    tree.reveal(JOB("Purchase"))
    tree.double_click(JOB("Purchase"))
    assert workspace_of(desk) == "documents"
    assert documents.job.name == "Purchase"
    assert desk.session.selection == (JOB("Purchase"),)
    desk.session.do(node.renaming("Orders"))
    assert jobs(desk) == ["Orders"]
    desk.session.undo()
    desk.session.do(node.remove())
    assert jobs(desk) == []


def test_the_list_is_filtered_and_keeps_its_groups(documents):
    documents.add_ready("Purchase")
    documents.filter("bill")
    names = documents.list.names
    assert names[0] == "Purchase"
    assert all("bill" in name for name in names[1:])
    documents.filter("zzz")
    assert documents.list.rows == [Hint("No matching jobs or documents.")]
    assert documents.list.selected is None
    documents.clear_filter()
    assert documents.list.selected is not None


@pytest.mark.parametrize("name", ["Issue: für <Bau>", "con", "???", "a" * 60, "..", "NUL.txt", "日本"])
def test_a_folder_for_any_name_can_be(name):
    assert folder_problem(folder_for(name)) == ""


def test_free_names_are_short_enough():
    taken = ["x" * 60, f"{'x' * 58} 2"]
    assert free_name("x" * 70, taken) == f"{'x' * 58} 3"
