"""A window that was closed is let go of, with everything that belongs to it."""

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QComboBox
from shiboken6 import delete

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from tests.gui.conftest import leave


def test_a_closed_window_is_freed_with_its_theme(qapp, saved):
    """Fifty windows of one test run once held three gigabytes."""
    theme = Theme(qapp, "light")
    window = MainWindow(theme)
    window.trouble.release()
    window.show()
    window.files.open_path(saved)
    for workspace in ("floor", "racks", "cables", "bill", "topology"):
        window.show_workspace(workspace)
        qapp.processEvents()
    qapp.processEvents()
    alive = weakref.ref(window)
    leave(window)
    window.close()
    window.deleteLater()
    del window
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    delete(theme)
    gc.collect()
    assert alive() is None


@pytest.fixture
def freed(qapp):
    """Let go of what is deleted later."""

    def free():
        for _ in range(3):
            qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            qapp.processEvents()
        gc.collect()

    return free


def test_requirements_of_other_projects_come_into_the_same_fields(window, designed, freed):
    """Qt keeps about 1 kB of each list box with a style sheet that is deleted, so none is made again."""
    projects = [designed(name) for name in ("nodes-396", "nodes-60")]
    window.session.begin(projects[0])
    window.show_workspace("requirements")
    view = window.workspaces["requirements"]
    page = view.pages.page_of("requirements")
    lists = page.findChildren(QComboBox)
    for project in projects * 3:
        window.session.begin(project)
        view.restore()
        freed()
        assert page.findChildren(QComboBox) == lists
        count = next(field for field in page.fields if field.place == ("hosts", 0, "count"))
        assert count.edit.text() == str(project.hosts[0].count)
    before = len(window.findChildren(QObject))
    for project in projects * 5:
        window.session.begin(project)
        freed()
    assert len(window.findChildren(QObject)) == before


def test_groups_and_networks_that_go_are_let_go_of(window, designed, freed):
    """Rows are kept where they can be, and fit what the draft has after it grew and shrank."""
    window.session.begin(designed("nodes-396"))
    window.show_workspace("requirements")
    view = window.workspaces["requirements"]
    page, draft = view.pages.page_of("requirements"), view.draft
    freed()
    before = len(page.findChildren(QComboBox))
    page.add_group.click()
    page.add_fabric.click()
    joins = next(field for field in page.fields if field.place == ("fabrics", 1, "hosts"))
    choices = [action.text() for action in joins.menu.actions()]
    assert choices == ["nodes", "hosts-1", "", "None: switches only"]
    gone = weakref.ref(joins)
    del joins
    draft.remove(("fabrics",), 0)
    draft.remove(("hosts",), 1)
    freed()
    assert gone() is None
    assert len(page.findChildren(QComboBox)) == before
    name = next(field for field in page.fields if field.place == ("fabrics", 0, "name"))
    assert name.edit.text() == "network-1", "what was second moved up"
    joins = next(field for field in page.fields if field.place == ("fabrics", 0, "hosts"))
    assert [action.text() for action in joins.menu.actions()] == ["nodes", *choices[2:]]
