"""New from reference: published networks opened as new projects."""

import pytest
from PySide6.QtCore import QTimer

from fatdesk.core.progress import SILENT
from fatdesk.gui.dialogs.references_dialog import ReferencesDialog
from fatdesk.gui.session.background_tasks import BackgroundTask, NotStarted
from fatdesk.tasks import designing

PUBLISHED = [224, 14, 8, 224]


@pytest.fixture
def at_once(window, designed, monkeypatch):
    """Run tasks in this process, with the blade cluster of the other tests instead of another design."""
    tasks = window.desk.tasks
    monkeypatch.setattr(designing, "design_file", lambda path, name, progress: designed(name))

    def start(title, work, *args, done, **_):
        task = BackgroundTask(title, NotStarted(), None, tasks, quiet=True)

        def run():
            task.end("done", "Done")
            done(work(*args, progress=SILENT))
            tasks.ended.emit(task)

        QTimer.singleShot(0, run)
        return task

    monkeypatch.setattr(tasks, "start", start)


def made_from_the_list(window, qtbot):
    window.welcome.reference.clicked.emit()
    dialog = window.findChild(ReferencesDialog)
    ids = [row.id for row in dialog.model.rows]
    dialog.choose(ids.index("blades-224"))
    assert [(row.published, row.ours) for row in dialog.counts.rows] == [(n, None) for n in PUBLISHED]
    assert dialog.compared.isColumnHidden(2), "nothing is computed yet"
    assert dialog.table.horizontalScrollBar().maximum() == 0
    dialog.open_button.click()
    assert not dialog.open_button.isEnabled()
    qtbot.waitUntil(lambda: window.session.is_open)
    assert window.session.project.name == "blades-224"
    assert window.session.path is None
    assert not window.session.unsaved
    assert [(row.published, row.ours) for row in dialog.counts.rows] == [(n, n) for n in PUBLISHED]
    assert not dialog.compared.isColumnHidden(2)
    assert dialog.state.text().endswith("All 4 counts are the published ones.")
    assert dialog.open_button.isEnabled()
    dialog.close()


@pytest.mark.usefixtures("at_once")
def test_a_reference_is_opened_with_published_counts_next_to_ours(window, qtbot):
    made_from_the_list(window, qtbot)


@pytest.mark.slow
def test_a_reference_is_designed_in_the_background(window, qtbot):
    made_from_the_list(window, qtbot)
