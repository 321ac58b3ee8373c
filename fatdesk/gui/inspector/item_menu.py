"""Context menu of drawings of the room: available actions, and the same elements in other views."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from fatdesk.gui.inspector.kinds import row_of
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.ref import Ref

ROWS = (
    ("select-block",),
    ("align-rows", "align-left", "align-fronts", "distribute"),
    ("optimise",),
    ("fail", "mend"),
    ("fit", "fit-all"),
    ("delete",),
)
"""Actions of the menus, in groups."""
VIEWS = {
    "topology": "Show in topology",
    "floor": "Show on the floor",
    "racks": "Show in racks",
    "cables": "Show in cables",
}


def element_menu(view: Workspace, here: str, element: Ref | None) -> QMenu:
    """The actions for the selection of a view, and the other views that show it."""
    menu = QMenu(view)
    for row in ROWS:
        menu.addSeparator()
        for what in row:
            if (what == "fit" and not view.session.selection) or not view.can(what):
                continue
            _add(menu, BY_ID[what].row).triggered.connect(lambda _=False, what=what: view.perform(what))
        if row is ROWS[0] and element is not None:
            menu.addSeparator()
            for name in row_of(element).shown_in(view.session, element.id):
                if name != here:
                    _add(menu, VIEWS[name]).triggered.connect(
                        lambda _=False, name=name: view.asked_for.emit(name)
                    )
    return menu


def _add(menu: QMenu, text: str) -> QAction:
    return menu.addAction(menu_text(text))
