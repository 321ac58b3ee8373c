"""The Racks workspace: tool bar, elevations and their table of devices, actions."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.budget import figures, load
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.clipboard import CLIPBOARD, RoomClipboard, all_alike
from fatdesk.gui.inspector.kinds import element_menu
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.racks.canvas import RacksCanvas
from fatdesk.gui.racks.tools import PutTool, RackTool, ReserveTool
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import figure
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.strips import OutageStrip, failure_handlers
from fatdesk.gui.views.tool import Tool
from fatdesk.gui.views.workspace import Handler, Workspace, ZoomBox, need, when
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip
from fatdesk.gui.widgets.sorting import natural
from fatdesk.project.document.ref import DEVICE, RACK, RESERVATION, Ref

MOST_NAMED = 2
"""The name of a block: its first edge switch, and the number of others."""


class DeviceRow(NamedTuple):
    """A device with its place; ``inside`` is the enclosure that holds it, ``u`` none at a side of a rack."""

    id: str
    name: str
    rack: str
    u: int | None
    inside: str
    block: str
    part: str
    height_u: int | None
    power_w: float | None
    mass_kg: float | None


def block_names(session: Session) -> dict[str, str]:
    """For each device the names of the edge switches of its block."""
    found: dict[str, str] = {}
    for fabric, names in zip(session.derived.fabrics, session.derived.names, strict=True):
        block = fabric.block.tolist()
        switches: dict[int, list[str]] = {}
        for node in fabric.nodes(NodeKind.SWITCH).tolist():
            if block[node] >= 0:
                switches.setdefault(block[node], []).append(names[node])
        stated = {
            number: ", ".join(some) if len(some) <= MOST_NAMED else f"{some[0]} and {len(some) - 1} more"
            for number, some in switches.items()
        }
        for node_id, number in zip(fabric.ids, block, strict=True):
            if number in stated:
                found.setdefault(node_id, stated[number])
    return found


def device_rows(session: Session) -> list[DeviceRow]:
    """All devices in racks, from the top of the first rack on."""
    names, blocks = session.derived.device_names, block_names(session)
    catalog, rows = session.derived.catalog, []
    plugged = session.derived.plugged
    for rack in session.project.floor.racks:
        label = rack_label(rack)
        for device in sorted(rack.devices, key=lambda some: -some.u):
            box = names.get(device.id, device.id)
            for some in (device, *device.inside):
                height = figures(some, catalog)[0]
                beside = some is device and height == 0
                own = load(some, catalog, plugged)
                rows.append(
                    DeviceRow(
                        some.id,
                        names.get(some.id, some.id),
                        label,
                        None if beside else device.u,
                        "" if some is device else box,
                        blocks.get(some.id, ""),
                        session.subjects.part(some),
                        height if some is device else 0,
                        None if own.lacks_power else own.power_w,
                        None if own.lacks_mass else own.mass_kg,
                    )
                )
    return rows


def _tone(value: float | None) -> str:
    return "warn" if value is None else "text"


_DEVICES: tuple[Column[DeviceRow], ...] = (
    Column("Rack", 90, lambda d: d.rack, order=natural, strong=True),
    Column("U", 60, lambda d: "side" if d.u is None else str(d.u), lambda d: d.u or 0, number=True),
    Column("Device", 130, lambda d: d.name, order=natural),
    Column("Inside", 110, lambda d: d.inside, order=natural, tone=lambda _: "text2", hidden=True),
    Column("Block", 120, lambda d: d.block, order=natural, tone=lambda _: "text2"),
    Column("Part", 180, lambda d: d.part, order=natural, tone=lambda _: "text2", stretch=True),
    figure("Height, U", 90, lambda d: d.height_u, tone=lambda d: _tone(d.height_u)),
    figure(
        "Power, kW",
        100,
        lambda d: None if d.power_w is None else d.power_w / 1000,
        ",.3f",
        tone=lambda d: _tone(d.power_w),
    ),
    figure("Mass, kg", 100, lambda d: d.mass_kg, ",.1f", tone=lambda d: _tone(d.mass_kg)),
)

RACKS_TWINS = (
    ViewTable(
        "Devices",
        _DEVICES,
        device_rows,
        lambda d: DEVICE(d.id),
        "There are no devices in racks yet.",
    ),
)


MOST_OFFERED = 2000
TOOLS = ("select", "reserve", "put")
MAKE: dict[str, Callable[[RacksCanvas], RackTool]] = {"reserve": ReserveTool, "put": PutTool}


class RacksView(Workspace):
    """The elevations with their tool bar."""

    offers = (
        Workspace.offers
        | {f"tool-{name}" for name in TOOLS}
        | {"delete", "fail", "mend", "select-block"}
        | CLIPBOARD
    )

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = desk.theme.px
        self.canvas = RacksCanvas(desk)
        self.canvas.setObjectName("drawing")
        self.bar.setSpacing(px(4))
        self.tools: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        for name in TOOLS:
            action = BY_ID[f"tool-{name}"]
            button = QToolButton()
            give_role(button, Role.RadioButton)
            button.setObjectName(action.id)
            button.setToolTip(tip(action.with_key()))
            button.setAccessibleName(action.text)
            button.setIcon(icon(self.theme, action.icon, px(18)))
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(lambda _=False, name=name: self.take_tool(name))
            button.setCheckable(True)
            group.addButton(button)
            self.bar.addWidget(button)
            self.tools[name] = button
        self.tools["select"].setChecked(True)
        self.empty = self._switch(
            "empty-racks", "Show empty racks", "Show racks without devices, as targets for devices"
        )
        self.empty.toggled.connect(self._show_empty)
        self.rear = self._switch(
            "rear",
            "Rear",
            "Show the ports at the rear of the racks instead of those at the front; zoom in to see them",
        )
        self.rear.toggled.connect(self._show_rear)
        self.waiting = Combo(self.theme)
        self.waiting.setObjectName("waiting")
        self.waiting.setAccessibleName("Device to place")
        self.waiting.setMinimumWidth(px(150))
        self.waiting.activated.connect(self._choose)
        self.waiting.hide()
        self.bar.addWidget(self.waiting)
        self.hint = ElidedLabel(self.canvas.pointer.hint, "text2")
        self.hint.setObjectName("hint")
        self.bar.addWidget(self.hint, 1)
        self.bar.addWidget(ZoomBox(self.canvas, lambda scale: f"{scale * 16:.0f} px/U"))
        self.column.addWidget(OutageStrip(desk, self))
        self.column.addWidget(self.canvas, 1)
        self.focus_first = self.canvas
        outages_of(self.session).changed.connect(self.canvas.viewport().update)
        self.clipboard = RoomClipboard(
            self,
            desk,
            self.canvas.delete,
            self._all_alike,
        )
        self.canvas.tool_changed.connect(self._tool_changed)
        self.nothing = self.next_step(self.canvas, "design", "show-floor")
        self.canvas.requested.connect(self.perform)
        self.canvas.menu_asked.connect(self._menu)

    def _tool_changed(self, tool: Tool[Any]) -> None:
        self.tools[tool.name].setChecked(True)
        if isinstance(tool, PutTool) and not self.empty.isChecked():
            self.empty.setChecked(True)
        self._offer()

    def _offer(self) -> None:
        """Show the number of devices without a rack, and list them while they are placed."""
        if not self.session.is_open:
            return
        tool, found = self.canvas.tool, self.canvas.waiting
        put = isinstance(tool, PutTool)
        self.waiting.setVisible(put and bool(found))
        if isinstance(tool, PutTool) and found:
            names = self.session.derived.device_names
            self.waiting.clear()
            for device in found[:MOST_OFFERED]:
                self.waiting.addItem(f"{names.get(device.id, device.id)}  {device.part}", device.id)
            now = tool.device
            self.waiting.setCurrentIndex(self.waiting.findData("" if now is None else now.id))
        hint = tool.hint
        if put and not found:
            hint = "Every device is in a rack. Press Esc to finish."
        elif found:
            one = len(found) == 1
            stated = f"{counted(len(found), 'device')} {'is' if one else 'are'} not in a rack."
            hint = (
                f"{hint} {len(found):,} left."
                if put
                else f"{stated} Press I to place {'it' if one else 'them'}."
            )
        self.hint.setText(hint)

    def _choose(self, number: int) -> None:
        if isinstance(self.canvas.tool, PutTool):
            self.canvas.tool.choose(self.waiting.itemData(number))
            self.canvas.setFocus()

    def _switch(self, name: str, text: str, about: str) -> QToolButton:
        """Add a button to the tool bar that is on or off."""
        made = QToolButton()
        made.setObjectName(name)
        made.setText(text)
        made.setCheckable(True)
        made.setToolTip(tip(about))
        self.bar.addWidget(made)
        return made

    @property
    def _hidden(self) -> set[int]:
        """The racks that are not drawn."""
        return {rack.number for rack in self.session.project.floor.racks} - self.canvas.scene.racks.keys()

    def _show_rear(self, on: bool) -> None:
        """Show the ports of the rear, or of the front."""
        self.canvas.ports.side = "rear" if on else "front"
        self.canvas.viewport().update()

    def _show_empty(self, on: bool) -> None:
        self.canvas.empty = on
        if self.session.is_open:
            self.canvas.take()
            self.canvas.fit_first()

    # What the menus ask

    def offered(self) -> dict[str, Handler]:
        """Tools always, the rest when something is selected."""
        tools = {f"tool-{name}": Handler(partial(self.take_tool, name)) for name in self.tools}
        one = when(lambda: len(self.session.ids(DEVICE)) == 1, "Select one device.")
        return (
            super().offered()
            | failure_handlers(self.session)
            | tools
            | self.clipboard.handlers()
            | {
                "delete": Handler(self.canvas.delete, need(self.session, DEVICE, RESERVATION, RACK)),
                "select-block": Handler(self._select_block, one),
            }
        )

    def copy(self) -> None:
        """Copy the selection as a table, and reserved units and racks to paste them."""
        super().copy()
        self.clipboard.copy()

    def _all_alike(self) -> list[Ref]:
        """All devices; where racks or reserved units are selected, all of these."""
        scene = self.canvas.scene
        others = [*map(RESERVATION, scene.kept), *map(RACK, scene.racks)]
        return all_alike(self.session.selection, [*scene.in_order(), *others], DEVICE)

    def take_tool(self, name: str) -> None:
        """Use a tool."""
        make = MAKE.get(name)
        self.canvas.take_tool(None if make is None else make(self.canvas))
        self.canvas.setFocus()

    def _select_block(self) -> None:
        for device in self.session.ids(DEVICE):
            self.canvas.select_block(device)

    def _menu(self, element: Ref | None, at: QPoint) -> None:
        menu = element_menu(self, "racks", element)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """Devices in racks."""
        return RACKS_TWINS

    def refresh(self) -> None:
        """Draw the present project."""
        self.canvas.take()
        none = "No devices in racks yet. A design places its devices; racks are drawn in Floor."
        self.nothing.show_words("" if self.canvas.scene.racks else none)
        self._offer()

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Highlight the selection, and bring it into view if none of it is; empty racks are shown for it."""
        if set(RACK.ids(elements)) & self._hidden:
            self.empty.setChecked(True)
        self.canvas.follow()
