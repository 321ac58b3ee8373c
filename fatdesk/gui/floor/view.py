"""The Floor workspace: tool bar, hint of the tool in use, layers, cuts of the room, actions."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QEnterEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack, footprint_mm
from fatdesk.gui.analysis.building_plans import building_plans_of
from fatdesk.gui.analysis.cuts import network_to_cut, room_cuts
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.canvas import FloorCanvas
from fatdesk.gui.floor.clipboard import CLIPBOARD, RoomClipboard, all_alike
from fatdesk.gui.floor.handles import FREE_MM, rounded
from fatdesk.gui.floor.heat import COLOURINGS
from fatdesk.gui.floor.optimising import OptimiseCard, Optimising
from fatdesk.gui.floor.scene import LAYERS, TILES_MM
from fatdesk.gui.floor.table_view import floor_tables
from fatdesk.gui.floor.tools.aisle_tool import AisleTool
from fatdesk.gui.floor.tools.building_tools import AreaTool, DoorTool, WallTool
from fatdesk.gui.floor.tools.rack_tool import RackTool, rack_parts
from fatdesk.gui.floor.tools.tool import FloorTool, MeasureTool, PanTool, ToolCanvas
from fatdesk.gui.floor.tools.tray_tool import TrayTool
from fatdesk.gui.floor.underlay import MoveTool, ScaleTool
from fatdesk.gui.inspector.kinds import element_menu
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.strips import OutageStrip, failure_handlers
from fatdesk.gui.views.tool import Tool
from fatdesk.gui.views.workspace import Handler, Workspace, ZoomBox, need, when
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label, menu_text, tip
from fatdesk.project.commands import Command
from fatdesk.project.commands.aisles import (
    align_fronts,
    align_left,
    align_to_rows,
    distribute,
    face_each_other,
    turn_around,
    turn_quarter,
)
from fatdesk.project.commands.copying import Clip
from fatdesk.project.document.clearances import Parts
from fatdesk.project.document.ref import AISLE, COLUMN, DOOR, PLAN, RACK, TRAY, WALL, Ref
from fatdesk.project.studies.schedule import CutRoom, cut_room

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document


class Cutting(QObject):
    """At most one job; another project ends it."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        self.task: BackgroundTask | None = None
        desk.tasks.ended.connect(self._ended)
        self._session.opened.connect(self._leave)

    def ask(self) -> None:
        """Cut the room, unless what is known holds."""
        session = self._session
        name = network_to_cut(session) if session.is_open else ""
        if name and self.task is None and not session.loads.room_holds(name):
            self.task = self._desk.tasks.start(
                f"Cut the room of {name}",
                cut_room,
                session.project,
                name,
                done=partial(self._take, session.document, name),
                failed=session.said.emit,
                whenever=True,
            )

    def _take(self, document: "Document", name: str, room: CutRoom) -> None:
        if self._session.is_open and self._session.document is document:
            document.loads.put_room(name, room)
            self._session.loaded.emit()

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None

    def _leave(self) -> None:
        if self.task is not None:
            self.task.cancel()


class ToolStrip(QFrame):
    """The hint of the tool in use and its choices; hidden while the pointer is used.

    It is at the top of the drawing, or above the legend while the pointer is at the top.
    """

    def __init__(self, canvas: FloorCanvas) -> None:
        super().__init__(canvas.viewport())
        self.setObjectName("tool-strip")
        self._canvas = canvas
        px = canvas.theme.px
        self.setProperty("role", "palette")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), px(5), px(12), px(5))
        line.setSpacing(px(8))
        self.parts = Combo(canvas.theme)
        self.parts.setAccessibleName("Part of new racks")
        self.parts.setMinimumWidth(px(140))
        self.parts.activated.connect(self._choose)
        self._words = label("", "text2")
        self._words.setObjectName("hint")
        line.addWidget(self.parts)
        line.addWidget(self._words)
        self._is_low = False
        canvas.viewport().installEventFilter(self)
        self.hide()

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        """Give way to the pointer; one with choices only to what is drawn, so that they can be reached."""
        if isinstance(event, QMouseEvent) and self.isVisible() and (event.buttons() or self.parts.isHidden()):
            self._give_way(event.position().toPoint())
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        """Give way to a pointer that was too fast for the drawing below."""
        super().enterEvent(event)
        if self.parts.isHidden():
            self._give_way(self.mapToParent(event.position().toPoint()))

    def _give_way(self, at: QPoint) -> None:
        margin = self._canvas.theme.px(12)
        if self.geometry().adjusted(-margin, -margin, margin, margin).contains(at):
            self._is_low = not self._is_low
            self.fit()

    def show_tool(self, tool: Tool[Any]) -> None:
        """Show the hint and the choices of a tool."""
        self.setVisible(isinstance(tool, FloorTool))
        if not isinstance(tool, FloorTool):
            return
        self._words.setText(tool.hint)
        self._words.setFont(self._canvas.theme.font(12))
        self.parts.setVisible(isinstance(tool, RackTool))
        self.refresh()
        self._is_low = False
        self.fit()
        self.raise_()

    def fit(self) -> None:
        """Take the width of the hint; in more than one line where the drawing is narrower."""
        words, px, legend = self._words, self._canvas.theme.px, self._canvas.legend
        self.move(px(32), px(28))
        words.setWordWrap(False)
        words.setMinimumWidth(0)
        words.setMaximumWidth(words.sizeHint().width())
        over = self.x() + self.sizeHint().width() + px(8) - self._canvas.viewport().width()
        if over > 0:
            words.setWordWrap(True)
            words.setFixedWidth(max(px(120), words.maximumWidth() - over))
        self.adjustSize()
        if self._is_low:
            foot = self._canvas.viewport().height() if legend is None else round(legend.top())
            self.move(self.x(), foot - px(8) - self.height())

    def refresh(self) -> None:
        """Offer the racks of the present project."""
        tool = self._canvas.tool
        if not isinstance(tool, RackTool):
            return
        names = [part.id for part in rack_parts(self._canvas.session)]
        if [self.parts.itemText(number) for number in range(self.parts.count())] != names:
            self.parts.clear()
            self.parts.addItems(names)
        if tool.part in names:
            self.parts.setCurrentIndex(names.index(tool.part))

    def _choose(self, number: int) -> None:
        self._canvas.options.rack_part = self.parts.itemText(number)
        self._canvas.setFocus()


TOOLS: dict[str, Callable[[ToolCanvas], FloorTool] | None] = {
    "select": None,
    "pan": PanTool,
    "rack": RackTool,
    "tray": TrayTool,
    "column": lambda canvas: AreaTool(canvas, "column"),
    "wall": WallTool,
    "door": DoorTool,
    "keep-out": lambda canvas: AreaTool(canvas, "keep-out"),
    "aisle": AisleTool,
    "measure": MeasureTool,
}
"""In the order of the tool bar; the actions ``tool-…`` have their texts, icons and keys."""


UNDERLAY: dict[str, Callable[[ToolCanvas], FloorTool]] = {
    ScaleTool.name: ScaleTool,
    MoveTool.name: MoveTool,
}
"""Tools on the building plan, which are in the menu only."""
NO_UNDERLAY = "There is no building plan. Choose one with North, grid and building plan."
Aligning = Callable[[Floor, Parts, list[Rack]], Command | None]
ALIGNINGS: dict[str, tuple[Aligning, int]] = {
    "align-rows": (align_to_rows, 1),
    "align-left": (align_left, 2),
    "align-fronts": (align_fronts, 2),
    "distribute": (distribute, 3),
    "turn-around": (turn_around, 1),
    "turn-quarter": (turn_quarter, 1),
    "face-rows": (face_each_other, 1),
}
"""Commands that align and turn racks, with the number of racks that each requires."""
NOT_OPTIMISED = "There are no cables to shorten, or the optimiser is running."
ON_FLOOR = (RACK, TRAY, COLUMN, WALL, DOOR, AISLE)
"""Kinds of elements that can be removed here."""
LONG, WIDE, NAMED = 1400, 1250, 960
"""In narrower views, in pixels, the tool bar has a short text on *Optimise placement…*, icons without words,
and no name next to the list of colours."""
OTHERS = 729
"""Pixels of a tool bar without names for all but the list of colours."""


class FloorView(Workspace):
    """The floor with its tool bar."""

    offers = (
        Workspace.offers
        | ALIGNINGS.keys()
        | CLIPBOARD
        | {f"tool-{name}" for name in UNDERLAY}
        | {f"tool-{name}" for name in TOOLS}
        | {"delete", "fail", "mend", "optimise", "plan", "snap"}
    )

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.canvas = FloorCanvas(desk)
        self.canvas.setObjectName("drawing")
        self.tools: dict[str, QToolButton] = {}
        self._icons: list[QToolButton] = []
        self._fill_bar()
        for often in (self.colour, self.optimise):  # whatever has no room in the bar
            often.setProperty("stays", True)
        outages_of(self.session).changed.connect(self.canvas.forget_below)
        self.column.addWidget(OutageStrip(desk, self))
        self.column.addWidget(self.canvas, 1)
        self.strip = ToolStrip(self.canvas)
        self.card = OptimiseCard(self.theme, self.canvas.viewport())
        self.card.setObjectName("optimise-card")
        self.optimising = Optimising(desk, self.card)
        self.cutting = Cutting(desk, self)
        self.session.loaded.connect(self._loaded)
        self.focus_first = self.canvas
        self.clipboard = RoomClipboard(
            self,
            desk,
            self.canvas.delete,
            lambda: all_alike(self.session.selection, self.canvas.in_order(), RACK),
            lambda: self.canvas.hand,
            self._snapped,
        )
        self.canvas.tool_changed.connect(self._tool_changed)
        self.canvas.tool_changed.connect(lambda _: self._offer_first())
        self.nothing = self.next_step(self.canvas, "design", "tool-rack", "tool-tray")
        self.canvas.said_position.connect(self.session.pointing)
        self.canvas.requested.connect(self.perform)
        self.canvas.menu_asked.connect(self._menu)
        self.session.found.connect(self.canvas.forget_below)
        building_plans_of(self.session).changed.connect(self.canvas.forget_below)

    # The tool bar

    def _tile_menu(self) -> QMenu:
        """Return the menu of the sizes of tiles; the one in use is ticked."""
        menu, sizes = QMenu(self.tile), QActionGroup(self)
        for size, words in TILES_MM:
            choice = menu.addAction(f"Tile {words}")
            choice.setCheckable(True)
            choice.setChecked(size == self.canvas.options.chosen_tile_mm)
            choice.triggered.connect(lambda _=False, size=size: self.set_tile(size))
            sizes.addAction(choice)
        return menu

    def _fill_bar(self) -> None:
        px = self.theme.px
        self.bar.setSpacing(px(4))
        self._group = QButtonGroup(self)
        for name in TOOLS:
            action = BY_ID[f"tool-{name}"]
            button = self._button(action.icon, action.with_key(), action.text, Role.RadioButton)
            button.setObjectName(action.id)
            button.clicked.connect(lambda _=False, name=name: self.take_tool(name))
            button.setCheckable(True)
            self._group.addButton(button)
            self.bar.addWidget(button)
            self.tools[name] = button
        self.tools["select"].setChecked(True)
        self._divide()
        self.tile = self._button(
            "grid",
            "Size of a floor tile: the grid of snapping and rulers. A grid of the room has its own",
            "Size of a floor tile",
            text="Tile",
        )
        self.tile.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.tile.setMenu(self._tile_menu())
        self.bar.addWidget(self.tile)
        self.snap = self._button(
            "magnet",
            "Snap to rack positions, trays and tiles (S). Hold Ctrl while dragging for no snapping",
            BY_ID["snap"].text,
            text="Snap",
        )
        self.snap.setCheckable(True)
        self.snap.setChecked(True)
        self.snap.toggled.connect(self.set_snap)
        self.bar.addWidget(self.snap)
        self._divide()
        self.colour_words = label("Colour by", "text2")
        self.bar.addWidget(self.colour_words)
        self.colour = Combo(self.theme)
        self.colour.setObjectName("colour-by")
        self.colour.setAccessibleName("Colour by")
        self.colour.setMinimumWidth(px(150))
        self.colour.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        for name, title in COLOURINGS:
            self.colour.addItem(title, name)
        self.colour.currentIndexChanged.connect(self._set_colour)
        self.bar.addWidget(self.colour)
        self.bar.addStretch(1)
        optimise = BY_ID["optimise"].text
        self.optimise = QPushButton(optimise)
        self.optimise.setObjectName("optimise")
        self.optimise.setAccessibleName(optimise)
        self.optimise.setToolTip(tip(optimise))
        self.optimise.clicked.connect(lambda: self.perform("optimise"))
        self.bar.addWidget(self.optimise)
        self.layers = self._button("layers", "Layers", text="Layers")
        self.layers.setObjectName("layers")
        self.layers.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.layers.setMenu(self._layer_menu())
        self.bar.addWidget(self.layers)
        self._divide()
        self.zoom_box = ZoomBox(self.canvas, lambda scale: f"{scale * 1000:,.0f} px/m")
        self.bar.addWidget(self.zoom_box)

    def _layer_menu(self) -> QMenu:
        menu = QMenu(self.layers)
        self.layer_actions: dict[str, QAction] = {}
        for name, title in LAYERS:
            action = menu.addAction(menu_text(title))
            action.setCheckable(True)
            action.setChecked(name in self.canvas.options.layers)
            action.toggled.connect(lambda on, name=name: self.show_layer(name, on))
            action.setObjectName(f"layer-{name}")
            self.layer_actions[name] = action
        return menu

    def _button(
        self, picture: str, words: str, name: str = "", role: Role | None = None, text: str = ""
    ) -> QToolButton:
        px = self.theme.px
        button = QToolButton()
        button.setText(text)  # shown in wide windows
        if role is not None:
            give_role(button, role)
        button.setToolTip(tip(words))
        button.setAccessibleName(name or words)
        button.setIconSize(QSize(px(18), px(18)))
        button.setIcon(icon(self.theme, picture, px(18)))
        self._icons.append(button)
        return button

    def _divide(self) -> None:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedHeight(self.theme.px(20))
        self.bar.addSpacing(self.theme.px(3))
        self.bar.addWidget(line)
        self.bar.addSpacing(self.theme.px(3))

    # What can be chosen

    def take_tool(self, name: str) -> None:
        """Use a tool."""
        self._take(TOOLS[name])

    def _take(self, make: Callable[[ToolCanvas], FloorTool] | None) -> None:
        self.canvas.take_tool(None if make is None else make(self.canvas))
        self.canvas.setFocus()

    def _tool_changed(self, tool: Tool[Any]) -> None:
        self._group.setExclusive(tool.name in self.tools)  # those of the menu alone have no button
        for name, button in self.tools.items():
            button.setChecked(name == tool.name)
        self.strip.show_tool(tool)

    def set_tile(self, size_mm: float) -> None:
        """Another size of tiles."""
        self.canvas.options.chosen_tile_mm = size_mm
        self._redraw()

    def set_snap(self, on: bool) -> None:
        """Switch snapping on or off."""
        self.canvas.options.snap = on
        self.snap.setChecked(on)
        self._redraw()

    def _set_colour(self, number: int) -> None:
        self.canvas.options.colour = COLOURINGS[number][0]
        self._redraw()

    def show_layer(self, name: str, on: bool) -> None:
        """Draw a layer, or leave it out."""
        (self.canvas.options.layers.add if on else self.canvas.options.layers.discard)(name)
        if name == "cuts" and on:
            self.cutting.ask()
        self._redraw()

    def _redraw(self) -> None:
        self.canvas.tool.project_changed()
        self.canvas.forget_below()

    # What the menus ask

    def _chosen_racks(self) -> list[Rack]:
        ids = self.session.ids(RACK)
        return [rack for rack in self.session.project.floor.racks if rack.number in ids]

    def offered(self) -> dict[str, Handler]:
        """Tools always; delete and align when enough is selected."""
        optimised = when(lambda: self.optimising.possible, NOT_OPTIMISED)
        aligning = {name: self._aligning(align, most) for name, (align, most) in ALIGNINGS.items()}
        tools = {f"tool-{name}": Handler(partial(self.take_tool, name)) for name in self.tools}
        none = when(lambda: self.session.project.floor.plan.underlay, NO_UNDERLAY)
        underlay = {
            f"tool-{name}": Handler(partial(self._take, make), none) for name, make in UNDERLAY.items()
        }
        underlay["plan"] = Handler(lambda: self.session.select([PLAN("plan")]))
        return (
            super().offered()
            | failure_handlers(self.session)
            | aligning
            | tools
            | underlay
            | self.clipboard.handlers()
            | {
                "delete": Handler(self.canvas.delete, need(self.session, *ON_FLOOR)),
                "optimise": Handler(self._ask_to_optimise, optimised),
                "snap": Handler(lambda: self.set_snap(not self.canvas.options.snap)),
            }
        )

    def copy(self) -> None:
        """Copy the selection as a table, and its elements to paste them."""
        super().copy()
        self.clipboard.copy()

    def _snapped(self, clip: Clip, x: float, y: float) -> tuple[float, float]:
        """The corner of a clip near a point: its first rack snaps to a place of a row."""
        scene, bounds = self.canvas.scene, clip.bounds
        if not clip.racks or bounds is None or not self.canvas.options.snap:
            return rounded(x, FREE_MM), rounded(y, FREE_MM)
        rack = clip.racks[0]
        part = next(part for part in clip.parts if part.id == rack.part)
        assert isinstance(part, RackPart)  # as of every rack of a clip
        size = footprint_mm(rack, part)
        aside, down = rack.x_mm - bounds[0], rack.y_mm - bounds[1]
        row, position = scene.place_near(size, x + aside, y + down)
        left, near = scene.places.corner(row, position, size)
        return left - aside, near - down

    def _aligning(self, align: Aligning, least: int) -> Handler:
        refusal = f"Select {counted(least, 'rack')} or more."
        enough = when(lambda: len(self._chosen_racks()) >= least, refusal)
        return Handler(partial(self._align, align), enough)

    def _align(self, align: Aligning) -> None:
        scene = self.canvas.scene
        command = align(scene.floor, scene.parts, self._chosen_racks())
        if command is None:
            self.session.said.emit("The racks are already arranged like this.")
        else:
            self.session.do(command)

    def _ask_to_optimise(self) -> None:
        self.optimising.ask()
        self._place_card()

    def _menu(self, element: Ref | None, at: QPoint) -> None:
        menu = element_menu(self, "floor", element)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    # Workspace

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """Tables of all that is drawn on the floor."""
        return floor_tables(self.session)

    def refresh(self) -> None:
        """Draw the present project."""
        self.canvas.take()
        self._offer_first()
        self.strip.refresh()
        if "cuts" in self.canvas.options.layers and room_cuts(self.session) is None:
            self.cutting.ask()

    def _offer_first(self) -> None:
        """Say what to do while the room is empty, and give way to the tools that draw."""
        floor, pointing = self.session.project.floor, self.canvas.tool is self.canvas.pointer
        empty = not (floor.racks or floor.trays or floor.columns or floor.walls or floor.plan.underlay)
        none = "The room is empty. Design a network that fills it, or draw racks and trays."
        self.nothing.show_words(none if empty and pointing else "")

    def _loaded(self) -> None:
        """The room is cut now."""
        if self.isVisible() and self.session.is_open:
            self.canvas.forget_below()
            if self.shows_table_view:
                self.twin.refresh()
        else:
            self._stale = True

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Highlight the selection, and bring it into view if none of it is."""
        self.canvas.follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place hint and card, and fit the texts of the tool bar into its width."""
        super().resizeEvent(event)
        wide = self.width() >= self.theme.px(WIDE)
        long = self.width() >= self.theme.px(LONG)
        self.optimise.setText(BY_ID["optimise"].text if long else "Optimise…")
        self.colour_words.setVisible(self.width() >= self.theme.px(NAMED))
        self.colour.setMinimumWidth(self.theme.px(150 if wide else 104))
        room = max(self.theme.px(120), self.width() - self.theme.px(OTHERS))
        self.colour.setMaximumWidth(min(self.theme.px(240), room))
        style = Qt.ToolButtonStyle
        for button in self._icons:  # all of them have room at 1280 pixels
            named = wide and bool(button.text())
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if named else style.ToolButtonIconOnly)
            button.setMaximumWidth(self.theme.px(120 if named else 40 if wide else 27))
        self.bar.setSpacing(self.theme.px(4 if wide else 1))
        self.strip.fit()
        self._place_card()

    def _place_card(self) -> None:
        """Place the card at the upper right, under the ruler."""
        room = self.canvas.viewport().width()
        self.card.move(QPoint(room - self.card.width() - self.theme.px(16), self.theme.px(28)))
