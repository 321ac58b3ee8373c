"""Ways round the window: workspaces in turn, former selections, fit and size of drawings."""

import pytest
from PySide6.QtCore import Qt

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.document.ref import CABLE, CATALOG_PART, DEVICE, RACK
from tests.gui.hands import press
from tests.gui.pages.faults import FaultsPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.schedule import SchedulePage
from tests.gui.pages.simulation import SimulationPage

RING = StudyNetwork(name="FTA", spec="kary-tree:k=2,n=2")
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def test_page_keys_go_through_all_workspaces(desk, qtbot):
    names = [name for name, _ in WORKSPACES]
    desk.show_workspace(names[0])
    seen = []
    for _ in names:
        press(qtbot, desk, Qt.Key.Key_PageDown)
        seen.append(desk.workspace_name)
    assert seen == [*names[1:], names[0]]
    press(qtbot, desk, Qt.Key.Key_PageUp)
    assert desk.workspace_name == names[-1]


def test_former_selections_come_back_where_they_were_made(desk, qtbot):
    back, forward = desk.actions_by_id["back"], desk.actions_by_id["forward"]
    assert not back.isEnabled()
    rack, device, cable = (
        RACK(3),
        DEVICE("compute/edge/2"),
        CABLE(desk.session.derived.rows[5].id),
    )
    desk.show_workspace("floor")
    desk.session.select([rack])
    desk.session.select([])
    desk.show_workspace("racks")
    desk.session.select([device])
    desk.show_workspace("cables")
    desk.session.select([cable])
    press(qtbot, desk, Qt.Key.Key_Left, CTRL | ALT)
    assert (desk.workspace_name, desk.session.selection) == ("racks", (device,))
    press(qtbot, desk, Qt.Key.Key_Left, CTRL | ALT)
    assert (desk.workspace_name, desk.session.selection) == ("floor", (rack,))
    assert not back.isEnabled()
    press(qtbot, desk, Qt.Key.Key_Right, CTRL | ALT)
    assert (desk.workspace_name, desk.session.selection) == ("racks", (device,))
    desk.session.select([rack])
    assert not forward.isEnabled(), "another way was taken"
    press(qtbot, desk, Qt.Key.Key_Left, CTRL | ALT)
    assert desk.session.selection == (device,)


def test_a_part_of_a_catalog_is_selected_in_catalog_only(desk):
    desk.show_workspace("catalog")
    part = CATALOG_PART(desk.workspaces["catalog"].library.entries()[0].key)
    desk.session.select([part, RACK(3)])
    desk.show_workspace("topology")
    assert desk.session.selection == (RACK(3),)


@pytest.mark.parametrize(
    ("page", "study"),
    [
        (SimulationPage, SimulationStudy(name="Waiting", networks=(RING,))),
        (FaultsPage, FaultStudy(name="Losing", networks=(RING,), counts=(1,))),
        (SchedulePage, ScheduleStudy(name="Turns", networks=(RING,))),
    ],
)
def test_a_study_is_selected_in_workspaces_of_studies_only(desk, page, study):
    """The inspector of the other workspaces would show its fields next to what they have no effect on."""
    view = page(desk)
    view.add_study(study)
    assert view.panel.value("Name") == study.name
    for name in ("asbuilt", "growth", "floor"):
        desk.show_workspace(name)
        assert desk.session.selection == (), name
        assert not Inspector(desk).has("Name"), name
        page(desk)
        assert (view.name, view.panel.value("Name")) == (study.name, study.name)
        view.show_study(study.name)


def test_another_project_begins_another_trail(desk, saved):
    desk.session.select([RACK(3)])
    desk.session.select([RACK(4)])
    desk.files.open_path(saved)
    assert not desk.selection_history.can_go_back


@pytest.mark.parametrize("name", ["floor", "racks"])
def test_drawings_are_fitted_and_zoomed_from_the_menu(desk, name):
    desk.show_workspace(name)
    canvas, menu = desk.workspaces[name].canvas, desk.actions_by_id
    menu["fit-all"].trigger()
    whole = canvas.scale
    menu["larger"].trigger()
    assert canvas.scale > whole
    menu["smaller"].trigger()
    assert canvas.scale == pytest.approx(whole)
    desk.session.select([RACK(3)])
    menu["fit"].trigger()
    assert canvas.scale != whole
    menu["fit-all"].trigger()
    assert canvas.scale == pytest.approx(whole)


def test_a_list_has_no_size_to_change(desk):
    desk.show_workspace("cables")
    assert not desk.actions_by_id["fit"].isEnabled()
    desk.show_workspace("floor")
    assert desk.actions_by_id["fit"].isEnabled()
    desk.toggle_table_view()
    assert not desk.workspace.can("fit"), "the table is on view"
    desk.toggle_table_view()
