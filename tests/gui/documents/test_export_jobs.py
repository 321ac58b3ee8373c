"""Saved export jobs at the desk: made, seen, run, out of date, undone; files as by command line."""

import re

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from fatdesk.cli import main
from fatdesk.gui.documents.document_list import Hint
from fatdesk.gui.documents.export_jobs import READY, folder_for, free_name
from fatdesk.project.commands.project import AddJob, ChangeJob, Rename
from fatdesk.project.document.export_job import ExportJob, folder_problem
from fatdesk.project.document.ref import JOB
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.documents.test_documents import click_on

LEFT = Qt.MouseButton.LeftButton
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
    desk.show_workspace("documents")
    view = desk.workspaces["documents"]
    qtbot.waitUntil(lambda: view.preview.leaves.complete)
    return view


def jobs(documents):
    return [job.name for job in documents.session.project.jobs]


def type_into(qtbot, field, text):
    qtbot.mouseClick(field, LEFT)
    qtbot.keyClick(field, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def finish(qtbot, documents):
    qtbot.waitUntil(lambda: not documents.running.is_running and not documents.desk.tasks.running)


def files_under(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stated(documents, name):
    model = documents.list.documents
    return model.last_run_text(model.rows[model.number_of((True, name))])[0]


def test_a_job_from_first_to_last(desk, documents, qtbot, saved, tmp_path):
    """Made of what is selected, named, for some racks; seen, run, stale, run again; each step undone."""
    window, session = documents.window(), documents.session
    assert isinstance(documents.list.documents.rows[1], Hint), "says what jobs are for"
    click_on(qtbot, documents, "packets.pdf")
    everything = len(documents.preview.leaves.found)
    click_on(qtbot, documents, "bill.csv", CTRL)
    qtbot.keyClick(window, Qt.Key.Key_J, CTRL | SHIFT)
    assert jobs(documents) == ["Job"]
    assert documents.options.name.hasFocus()
    qtbot.keyClicks(documents.options.name, "Issue for build")
    qtbot.keyClick(documents.options.name, Qt.Key.Key_Return)
    assert jobs(documents) == ["Issue for build"]
    job = documents.job
    assert (job.name, job.documents, job.folder) == (
        "Issue for build",
        ("packets.pdf", "bill.csv"),
        "issue-for-build",
    )
    assert session.undo_label == "Rename export job Job to Issue for build"
    type_into(qtbot, documents.options.racks, "a02")
    type_into(qtbot, documents.options.revision, "C")
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert documents.job.racks == "a02"
    titles = [leaf.title for leaf in documents.preview.leaves.found]
    assert 0 < len(titles) < everything
    assert {re.match(r"packets.pdf, Rack (\w+)", title)[1] for title in titles} == {"A02"}
    assert [documents.tools.part.itemText(n) for n in range(2)] == ["Pages", "bill.csv"]
    qtbot.keyClick(documents.tools.part, Qt.Key.Key_Down)
    assert documents.preview.middle.currentWidget() is documents.preview.rows
    assert documents.tools.run.text() == "Run job"

    assert stated(documents, "Issue for build") == "never"
    qtbot.keyClick(window, Qt.Key.Key_S, CTRL)
    qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
    finish(qtbot, documents)
    folder = saved.parent / "issue-for-build"
    assert {path.name for path in folder.iterdir()} == {"packets.pdf", "bill.csv"}
    assert main(["export", str(saved), str(tmp_path / "by line"), "--job", "Issue for build"]) == 0
    assert files_under(tmp_path / "by line" / "issue-for-build") == files_under(folder)
    assert re.fullmatch(r"\d\d:\d\d", stated(documents, "Issue for build"))

    assert session.do(Rename(name="hall-9"))
    assert stated(documents, "Issue for build").endswith(", outdated")
    documents.side.choices.actions()[-2].trigger()
    (ready,) = set(jobs(documents)) - {"Issue for build"}
    assert documents.job.documents == READY[ready]
    qtbot.mouseClick(documents.tools.run_all, LEFT)
    finish(qtbot, documents)
    assert not any("outdated" in stated(documents, name) for name in jobs(documents))
    assert b"hall-9" not in (tmp_path / "by line" / "issue-for-build" / "bill.csv").read_bytes()
    assert len(files_under(saved.parent / folder_for(ready))) == len(READY[ready])
    written = files_under(saved.parent)
    for _ in range(6):
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert session.project == load_project_without_jobs(saved)
    assert files_under(saved.parent) == written, "what was written stays"
    assert jobs(documents) == []


def load_project_without_jobs(path):
    return msgspec.structs.replace(load_project(path).project, jobs=())


def test_jobs_are_moved_named_doubled_and_removed_by_keys(documents, qtbot):
    session = documents.session
    for title in READY:
        documents.add_ready(title)
    *rest, first, second, third = jobs(documents)
    assert jobs(documents) == list(READY)
    documents.edits.remove([job for job in documents.session.project.jobs if job.name in rest])
    documents.choose_job(third)
    documents.list.setFocus()
    qtbot.keyClick(documents.list, Qt.Key.Key_Up, ALT)
    assert jobs(documents) == [first, third, second]
    assert documents.job.name == third, "it stays in view"
    qtbot.keyClick(documents.list, Qt.Key.Key_D, CTRL)
    assert jobs(documents) == [first, third, f"{third} 2", second]
    assert documents.job.name == f"{third} 2"
    assert documents.job.folder == folder_for(f"{third} 2")
    documents.list.setFocus()
    qtbot.keyClick(documents.list, Qt.Key.Key_F2)
    assert documents.options.name.hasFocus()
    qtbot.keyClick(documents.options.name, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(documents.options.name, first)
    assert "There is one called" in documents.options.wrong.text()
    qtbot.keyClick(documents.options.name, Qt.Key.Key_Return)
    assert f"{third} 2" in jobs(documents), "a name that is taken is not given"
    type_into(qtbot, documents.options.name, "<b>Last</b> & least")
    assert jobs(documents)[2] == "<b>Last</b> & least"
    documents.list.setFocus()
    qtbot.keyClick(documents.list, Qt.Key.Key_Delete)
    assert jobs(documents) == [first, third, second]
    session.undo()
    assert jobs(documents)[2] == "<b>Last</b> & least"
    assert session.redo_label == "Remove export job <b>Last</b> & least"


def test_documents_are_ticked_in_and_out(documents, qtbot):
    documents.add_ready("Purchase")
    ticks = documents.options.documents
    before = documents.job.documents
    items = {ticks.list.item(row).text(): ticks.list.item(row) for row in range(ticks.list.count())}
    ticks.list.setCurrentItem(items["wiring.pdf"])
    qtbot.keyClick(ticks.list, Qt.Key.Key_Space)
    assert documents.job.documents == (*before, "wiring.pdf")
    qtbot.waitUntil(lambda: documents.preview.leaves.complete)
    assert any(leaf.title.startswith("wiring.pdf, ") for leaf in documents.preview.leaves.found)
    assert ticks.words.text() == f"Documents ({len(before) + 1})"
    documents.session.undo()
    assert documents.job.documents == before
    assert items["wiring.pdf"].checkState() == Qt.CheckState.Unchecked
    type_into(qtbot, documents.options.folder, "../out")
    assert "leads out of the folder of the project" in documents.options.wrong.text()
    assert documents.job.folder == "purchase"


def test_what_is_not_there_is_told_and_keeps_a_job_from_running(desk, documents, qtbot, saved, answer):
    """By the list, the finding, the tree; and a message when it is run all the same."""
    session = documents.session
    session.do(AddJob(job=ExportJob(name="gone", documents=("gone.pdf", "bill.csv"), folder="x")))
    documents.choose_job("gone")
    model = documents.list.documents
    row = model.rows[model.number_of((True, "gone"))]
    assert model.second_line(row) == ("Makes gone.pdf, which this fatdesk does not make.", "warn")
    qtbot.waitUntil(lambda: any(some.finding.rule == "no-such-document" for some in session.findings_so_far))
    desk.go_to(JOB("gone"))
    assert desk.workspace is documents
    shown = answer("OK")
    documents.perform("job-run")
    assert shown
    assert not (saved.parent / "x").exists()
    session.do(ChangeJob(job=ExportJob(name="gone", documents=("bill.csv",), racks="Z99")))
    assert model.second_line(model.rows[1])[0].startswith("There is no rack Z99")
    assert documents.options.wrong.text().startswith("There is no rack Z99")


def test_a_file_that_others_changed_is_not_replaced_without_a_word(documents, qtbot, saved, answer):
    session = documents.session
    session.do(AddJob(job=ExportJob(name="bill", documents=("bill.csv",))))
    documents.choose_job("bill")
    documents.perform("job-run")
    finish(qtbot, documents)
    path = saved.parent / "bill.csv"
    first = path.read_bytes()
    path.write_bytes(first + b"by hand\n")
    requested = answer("Cancel")
    documents.perform("job-run")
    finish(qtbot, documents)
    assert "bill.csv already exists" in requested[0]
    assert path.read_bytes() == first + b"by hand\n"
    documents.printer.call_job("bill", "other")
    assert {name for _, name in documents.printer.runs()} == {"bill", "other"}


def test_a_cancelled_job_takes_the_next_along(documents, qtbot, saved):
    said = []
    documents.session.said.connect(said.append)
    for name in "ab":
        job = ExportJob(name=name, documents=("packets.pdf",), folder=name)
        documents.session.do(AddJob(job=job))
    documents.perform("job-run-all")
    (running,) = documents.desk.tasks.running
    assert running.title == "Job a (1 of 2)"
    assert not documents.can("job-run-all")
    running.cancel()
    assert said[-1] == "1 job not run."
    assert not documents.running.is_running
    assert documents.tools.run_all.isEnabled()
    assert not list(saved.parent.glob("*/packets.pdf"))


def test_jobs_stand_in_the_tree_the_palette_and_the_inspector(desk, documents, qtbot):
    documents.add_ready("Purchase")
    node = desk.tree.model.find(JOB("Purchase"))
    assert node.parent.key == "documents"
    assert node.note == f"{len(READY['Purchase'])}"
    desk.show_workspace("floor")
    desk.session.select([JOB("Purchase")])
    assert desk.inspector.isVisible()
    titles = [some.text() for some in desk.inspector.findChildren(QLabel)]
    assert {"Purchase", "Saved export job", "bill.csv"} <= set(titles)
    desk.session.select([])
    documents.list.choose("bill.csv")
    desk.show_palette()
    qtbot.keyClicks(desk.palette_box.field, "purchase bill")
    qtbot.keyClick(desk.palette_box.field, Qt.Key.Key_Return)
    assert desk.workspace is documents
    assert documents.job.name == "Purchase"
    desk.show_workspace("floor")
    documents.list.choose("bill.csv")
    desk.tree.asked_for.emit("documents", JOB("Purchase"))
    assert desk.workspace is documents
    assert documents.job.name == "Purchase"
    assert desk.session.selection == (JOB("Purchase"),)
    desk.session.do(node.renaming("Orders"))
    assert jobs(documents) == ["Orders"]
    desk.session.undo()
    desk.session.do(node.remove())
    assert jobs(documents) == []


def test_the_list_is_filtered_and_keeps_its_groups(documents, qtbot):
    documents.add_ready("Purchase")
    qtbot.mouseClick(documents.side.filter, LEFT)
    qtbot.keyClicks(documents.side.filter, "bill")
    names = [row.name for row in documents.list.documents.rows if hasattr(row, "name")]
    assert names[0] == "Purchase"
    assert all("bill" in name for name in names[1:])
    qtbot.keyClicks(documents.side.filter, "zzz")
    assert documents.list.documents.rows == [Hint("No matching jobs or documents.")]
    assert documents.list.looked_at is None
    documents.side.filter.clear()
    assert documents.list.looked_at is not None


@pytest.mark.parametrize("name", ["Issue: für <Bau>", "con", "???", "a" * 60, "..", "NUL.txt", "日本"])
def test_a_folder_for_any_name_can_be(name):
    assert folder_problem(folder_for(name)) == ""


def test_free_names_are_short_enough():
    taken = ["x" * 60, f"{'x' * 58} 2"]
    assert free_name("x" * 70, taken) == f"{'x' * 58} 3"
