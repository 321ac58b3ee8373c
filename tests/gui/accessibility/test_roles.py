"""Every control has a name and a role for screen readers; drawings report what is selected."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.session.figure_text import spoken
from fatdesk.project.document.ref import CABLE, DEVICE, RACK, TRAY
from tests.gui.accessibility.tree import controls, faults, nodes, tree_of
from tests.gui.pages.inspector import Inspector

Role, Text = QAccessible.Role, QAccessible.Text


def drawing(window, name):
    """The canvas of a workspace, as assistive programs see it."""
    window.show_workspace(name)
    QApplication.processEvents()
    return tree_of(window.workspace.drawing)


def unnamed(window):
    """Yield what is wrong with buttons inside fields and heads of tables, which Tab never reaches."""
    heads = {}
    for node in nodes(tree_of(window)):
        of = node.object()
        if isinstance(of, QToolButton) and isinstance(of.parent(), QLineEdit) and not node.text(Text.Name):
            yield f"a button in {of.parent().objectName()} has no name"
        if node.role() in (Role.Table, Role.Tree):
            cells = [node.child(number) for number in range(min(60, node.childCount()))]
            named = [cell.text(Text.Name) for cell in cells if cell and cell.role() is Role.ColumnHeader]
            heads[node.text(Text.Name)] = named
            if not named or not all(named):
                yield f"{node.text(Text.Name)}: heads {named}"
    if heads["Project"] != ["Element"]:
        yield f"the project tree has the heads {heads['Project']}"


def test_controls_of_all_workspaces_have_names_and_roles(desk):
    session = desk.session
    chosen = {
        "racks": DEVICE("compute/edge/2"),
        "floor": RACK(3),
        "cables": CABLE(session.derived.rows[5].id),
        "topology": DEVICE("compute/core/1"),
    }
    wrong = []
    for name, _ in WORKSPACES:
        desk.show_workspace(name)
        session.select([chosen[name]] if name in chosen else [])
        QApplication.processEvents()
        wrong += [f"{name}: {words}" for words in (*faults(desk), *unnamed(desk))]
    assert not wrong, "\n".join(wrong)


def test_controls_outside_of_projects_have_names_and_roles(window):
    assert len(list(controls(window))) > 5, "the first page"
    wrong = faults(window)
    window.actions_by_id["design"].trigger()
    QApplication.processEvents()
    wrong += [f"wizard: {words}" for words in faults(window)]
    assert not wrong, "\n".join(wrong)


def test_pages_of_the_inspector_have_names_and_roles(desk):
    session = desk.session
    wrong = []
    for chosen in ([TRAY("tray-1")], [RACK(1), RACK(2)], [RACK(1), DEVICE("nodes/1")]):
        session.select(chosen)
        QApplication.processEvents()
        wrong += faults(Inspector(desk).widget)
    for tab in ("findings", "tasks", "log"):
        desk.show_bottom(tab)
        QApplication.processEvents()
        wrong += faults(desk.bottom)
    assert not wrong, "\n".join(wrong)


def test_a_drawing_has_a_role_and_reports_its_selection(desk, qtbot):
    floor = drawing(desk, "floor")
    assert (floor.role(), floor.text(Text.Name)) == (Role.Canvas, "Floor plan")
    assert floor.text(Text.Description).startswith("Nothing is selected. ")
    desk.workspace.drawing.setFocus()
    desk.session.select([RACK(1)])
    assert floor.text(Text.Description).startswith("Selected: rack A01. ")
    qtbot.keyClick(desk.workspace.drawing, Qt.Key.Key_Tab)
    assert floor.text(Text.Description).startswith("Selected: rack A02. ")
    racks = drawing(desk, "racks")
    assert racks.text(Text.Description).startswith("Selected: rack A02. "), "it was selected elsewhere"
    desk.session.select([DEVICE("compute/edge/2")])
    assert racks.text(Text.Description).startswith("Selected: device E02. ")


def test_large_selections_are_counted(desk):
    session = desk.session
    racks = [RACK(number) for number in range(1, 6)]
    assert spoken(session, racks) == "Selected: rack A01, rack A02, rack A03 and 2 others"
    assert spoken(session, racks[:1]) == "Selected: rack A01"
    row = session.derived.rows[0]
    number = session.wiring.numbers[row.id]
    ends = f"{row.a.device} port {row.a.port} to {row.b.device} port {row.b.port}"
    assert spoken(session, [CABLE(row.id)]) == f"Selected: cable {number} from {ends}"


@pytest.mark.parametrize("inside", ["rail", "workspace-floor"])
def test_one_of_several_tools_is_a_radio_button(desk, inside):
    desk.show_workspace("floor")
    ones = [one for one in desk.findChild(object, inside).findChildren(QToolButton) if one.group()]
    roles = {tree_of(one).role() for one in ones}
    pressed = [one for one in ones if tree_of(one).state().checked]
    assert (roles, len(pressed)) == ({Role.RadioButton}, 1)


def test_a_list_box_is_described_by_what_it_chooses(desk):
    """On Linux, Qt reports the chosen text as the name."""
    desk.show_workspace("floor")
    assert tree_of(desk.workspace.colour).text(Text.Description) == "Colour by"


def test_buttons_and_cards_are_pressed_by_assistive_programs(desk):
    desk.show_workspace("floor")
    tray = desk.findChild(QToolButton, "tool-tray")
    actions = tree_of(tray).actionInterface()
    assert actions.actionNames()[0] == "Press"
    actions.doAction("Press")
    assert desk.workspace.canvas.tool.name == "tray"
    assert tree_of(tray).state().checked
    card = desk.welcome.design
    pressed = []
    card.clicked.connect(lambda: pressed.append(card.title))
    tree_of(card).actionInterface().doAction("Press")
    assert pressed == [card.title]
