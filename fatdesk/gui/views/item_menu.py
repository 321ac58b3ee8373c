"""The menu of a drawing of the room: rows of the menus that can be run now, and the same things elsewhere."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from fatdesk.gui.analysis.related import everything
from fatdesk.gui.menus.actions import ACTIONS
from fatdesk.gui.ref import Ref
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.plain_text import menu_text

ROWS = (
    ("select-block",),
    ("align-rows", "align-left", "align-fronts", "distribute"),
    ("optimise",),
    ("fail", "mend"),
    ("fit", "fit-all"),
    ("delete",),
)
"""Actions of the menus, in groups."""
BY_ID = {action.id: action for action in ACTIONS}
VIEWS = {
    "topology": "Show in topology",
    "floor": "Show on the floor",
    "racks": "Show in racks",
    "cables": "Show in cables",
}


def shown_in(session: Session, thing: Ref) -> list[str]:
    """The views in which a thing of the room, or what hangs together with it, can be seen."""
    racks, names = session.project.floor.racks, session.derived.device_names
    on_floor = in_racks = linked = False
    if thing.kind == "tray":
        on_floor, linked = True, any(session.derived.filling.worst.get(thing.id, ()))
    elif thing.kind == "device":
        on_floor = in_racks = any(thing.id == device.id for rack in racks for device in rack.devices)
        linked = thing.id in names
    elif thing.kind == "rack":
        for rack in racks:
            if str(rack.number) == thing.id:
                on_floor, in_racks = True, bool(rack.devices or rack.reserved)
                linked = any(some.id in names for device in rack.devices for some in everything(device))
    found = {"topology": linked, "floor": on_floor, "racks": in_racks, "cables": linked}
    return [name for name in VIEWS if found[name]]


def thing_menu(view: Workspace, here: str, thing: Ref | None) -> QMenu:
    """What can be done now with what is selected in a view, and where else a thing can be seen."""
    menu = QMenu(view)
    for row in ROWS:
        menu.addSeparator()
        for what in row:
            if (what == "fit" and not view.session.selection) or not _can(view, what):
                continue
            action = BY_ID[what]
            key = f"\t{action.shortcut}" if action.shortcut else ""
            _add(menu, action.text + key).triggered.connect(lambda _=False, what=what: _do(view, what))
        if row is ROWS[0] and thing is not None:
            menu.addSeparator()
            for name in shown_in(view.session, thing):
                if name != here:
                    _add(menu, VIEWS[name]).triggered.connect(
                        lambda _=False, name=name: view.asked_for.emit(name)
                    )
    return menu


def _add(menu: QMenu, text: str) -> QAction:
    return menu.addAction(menu_text(text))


def _can(view: Workspace, what: str) -> bool:
    return view.can_look(what) or view.can(what)


def _do(view: Workspace, what: str) -> None:
    if view.can_look(what):
        view.look(what)
    else:
        view.do(what)
