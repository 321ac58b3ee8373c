"""New project from an existing fabric: the dialog, parts that are asked for, a dropped report."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QLabel

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT
from fatdesk.gui.dialogs.adopt_dialog import AdoptDialog
from fatdesk.gui.session.background_tasks import BackgroundTask, NotStarted
from tests.gui.pages.dropping import carrying, drop, over
from tests.project.designing.test_adopting import DUMP


@pytest.fixture
def at_once(window, monkeypatch):
    """Run tasks in this process."""
    tasks = window.desk.tasks

    def start(title, work, *args, done, failed, **_):
        task = BackgroundTask(title, NotStarted(), None, tasks, quiet=True)

        def run():
            task.end("done", "Done")
            try:
                value = work(*args, progress=SILENT)
            except FatdeskError as error:
                failed(str(error))
            else:
                done(value)
            tasks.ended.emit(task)

        QTimer.singleShot(0, run)
        return task

    monkeypatch.setattr(tasks, "start", start)


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "site.dot"
    path.write_text(f'graph g {{\n{DUMP}\n"leaf1":"9" -- "leaf1":"9"\n}}\n')
    return path


@pytest.mark.usefixtures("at_once")
def test_a_dropped_report_becomes_a_project_after_its_parts_are_chosen(window, report, qtbot):
    assert over(window, carrying(report))
    drop(window, carrying(report))
    dialog = window.findChild(AdoptDialog)
    dialog.open_button.click()
    qtbot.waitUntil(lambda: dialog.form.rowCount() == 1)
    assert not window.session.is_open
    assert "choose one for each" in dialog.state.text()
    dialog.asked.findChild(QComboBox, "adopt-part-host-1").setCurrentText("server-1u")
    dialog.open_button.click()
    qtbot.waitUntil(lambda: window.session.is_open)
    project = window.session.project
    assert project.fabrics[0].as_built.source == "site.dot"
    assert project.hosts[0].part == "server-1u"
    assert window.session.unsaved
    window.show_workspace("requirements")
    wanted = "fabric is as built, two-level, recorded from site.dot. Redesign replaces it by a design."
    qtbot.waitUntil(lambda: any(wanted in shown.text() for shown in window.findChildren(QLabel)))
    notes = [note.what for note in dialog.model.rows]
    assert "Part: 8 hosts host-1 (n11, ...): server-1u, of the catalog" in notes
    assert [what for what in notes if "itself" in what]
    dialog.close()


@pytest.mark.usefixtures("at_once")
def test_several_dropped_files_become_one_project(window, report, tmp_path, qtbot):
    lines = report.read_text().splitlines()
    half = len(lines) // 2
    parts = []
    for name, some in (("a.dot", lines[1:half]), ("b.dot", lines[half:-1])):
        parts.append(tmp_path / name)
        parts[-1].write_text("\n".join(some))
    assert over(window, carrying(*parts))
    drop(window, carrying(*parts))
    dialog = window.findChild(AdoptDialog)
    assert dialog.windowTitle() == "New project from an existing fabric"
    dialog.open_button.click()
    qtbot.waitUntil(lambda: dialog.form.rowCount() == 1)
    dialog.asked.findChild(QComboBox, "adopt-part-host-1").setCurrentText("server-1u")
    dialog.open_button.click()
    qtbot.waitUntil(lambda: window.session.is_open)
    assert window.session.project.fabrics[0].as_built.source == "a.dot and 1 other file"
    dialog.close()


@pytest.mark.usefixtures("at_once")
def test_a_file_that_is_no_report_is_refused(window, tmp_path, qtbot):
    path = tmp_path / "fabric.net"
    path.write_text("no report of any kind\n")
    window.dialogs.adopt(path)
    dialog = window.findChild(AdoptDialog)
    dialog.open_button.click()
    qtbot.waitUntil(lambda: "is not a link" in dialog.state.text())
    assert dialog.open_button.isEnabled()
    assert not window.session.is_open
    dialog.close()
