"""A part is made in Catalog while a design waits; the draft is never lost without a question."""

import pytest
from PySide6.QtCore import Qt

from tests.gui.hands import press, type_in
from tests.gui.pages.catalog import CatalogPage
from tests.gui.pages.header import Header
from tests.gui.pages.rail import Rail
from tests.gui.pages.requirements import RequirementsPage
from tests.gui.pages.status_line import StatusLine
from tests.gui.pages.wizard import WizardPage
from tests.gui.pages.workspace import front_of, workspace_of

CONTROL = Qt.KeyboardModifier.ControlModifier


def begin(window, qtbot):
    """The wizard with another number of hosts, at the page of parts."""
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_N, CONTROL)
    wizard = WizardPage(window)
    type_in(qtbot, wizard.field("hosts", 0, "count").edit, "48")
    wizard.go_to("parts")
    return wizard


@pytest.fixture
def folder(tmp_path, choose_folder):
    """The answer to the question for a folder; it does not exist yet."""
    choose_folder(tmp_path / "mine")
    return tmp_path / "mine"


def test_a_part_is_made_while_the_design_waits(window, qtbot, folder):
    wizard = begin(window, qtbot)
    wizard.new_part()
    assert workspace_of(window) == "catalog"
    assert not window.designing.is_going
    catalog = CatalogPage(window, show=False)
    assert window.desk.libraries.folder.folder == folder
    strip = catalog.waiting_design
    assert strip.is_visible
    assert strip.back_caption == "Back to the design"
    catalog.add("Server")
    assert strip.back_caption == "Save and go back to the design"
    strip.back()
    assert front_of(window) == "wizard"
    assert [file.name for file in folder.iterdir()] == ["new-server.yaml"]
    again = WizardPage(window)
    assert again.draft is wizard.draft
    assert again.page_name == "parts"
    assert again.sources.paths == [folder]
    assert again.field("hosts", 0, "count").typed == "48"
    again.field("hosts", 0, "part").choose("new-server")
    assert not strip.is_visible


def test_without_a_folder_the_wizard_stays(window, qtbot, choose_folder):
    choose_folder()
    wizard = begin(window, qtbot)
    wizard.new_part()
    assert front_of(window) == "wizard"


def test_ctrl_n_goes_back_and_saves_nothing(window, qtbot, folder):
    wizard = begin(window, qtbot)
    wizard.new_part()
    CatalogPage(window, show=False).add("Server")
    press(qtbot, window, Qt.Key.Key_N, CONTROL)
    assert front_of(window) == "wizard"
    assert not [*folder.iterdir()]
    assert WizardPage(window).draft is wizard.draft
    assert not wizard.sources.paths


def test_opening_a_project_asks_before_the_draft_is_dropped(window, qtbot, folder, saved, answer):
    begin(window, qtbot).new_part()
    asked = answer("Continue designing")
    window.files.open_path(saved)
    assert asked == ["Discard the design?"]
    assert front_of(window) == "wizard"
    WizardPage(window).new_part()
    asked = answer("Discard")
    window.files.open_path(saved)
    assert asked == ["Discard the design?"]
    assert window.session.path == saved
    assert not CatalogPage(window).waiting_design.is_visible


def test_an_example_that_was_begun_before_asks_too(window, qtbot, answer):
    window.files.design_example("nodes-60")
    wizard = begin(window, qtbot)
    asked = answer("Continue designing")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["Discard the design?"]
    assert WizardPage(window).draft is wizard.draft
    assert not window.session.is_open


def test_while_it_waits_the_window_is_that_of_the_open_project(desk, qtbot, folder):
    begin(desk, qtbot).new_part()
    assert Header(desk).title == "nodes-396.fatdesk"
    assert StatusLine(desk).figure("Hosts") == "396"
    assert "floor" in Rail(desk).offered
    CatalogPage(desk).waiting_design.back()
    assert Header(desk).title == "New network"
    assert "floor" not in Rail(desk).offered


def test_requirements_of_a_project_lead_to_catalog(desk, qtbot):
    page = RequirementsPage(desk)
    page.go_to("parts")
    page.new_part()
    assert workspace_of(desk) == "catalog"
