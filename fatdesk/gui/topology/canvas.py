"""The drawing of a network with its pointer, menu and the tool that fails links."""

from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip

from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.frame import LEAST_CHIP, Box, Seen, View
from fatdesk.engine.topology.frames import in_order, key_of, least_scale, linked, neighbour, place_of
from fatdesk.engine.topology.layout import CHIP_WIDE
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID, FAIL, NETWORK, keys_in_view
from fatdesk.gui.topology.overview import BackToSelection, OverviewMap
from fatdesk.gui.topology.painting import LINE, Painting, draw_legend, png_of, svg_of
from fatdesk.gui.topology.picking import Spot, spot_at, tooltip_of
from fatdesk.gui.topology.rulers import LayerRuler, PodRuler, size_of
from fatdesk.gui.topology.scene import MOST_CHOSEN, Scene
from fatdesk.gui.views.canvas import MORE, Canvas, Pointer
from fatdesk.gui.views.tool import ENTER, Tool
from fatdesk.gui.widgets.plain_text import menu_text, tip
from fatdesk.project.document.ref import Ref


def menu_of(canvas: "TopologyCanvas", spot: Spot) -> QMenu:
    """The menu of a spot."""
    menu = QMenu(canvas.viewport())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if len(spot.nodes) == 1:
        _node_actions(canvas, menu, int(spot.nodes[0]))
    if spot.box is not None:
        menu.addAction("Zoom in here").triggered.connect(lambda: canvas.look_at(spot))
    elements = canvas.elements_of(spot)
    if elements:
        words = f"Select {counted(len(elements), elements[0].kind.title)}"
        menu.addAction(menu_text(words)).triggered.connect(lambda: canvas.session.select(elements))
    _failing_actions(canvas, menu, spot)
    return menu


def _failing_actions(canvas: "TopologyCanvas", menu: QMenu, spot: Spot) -> None:
    """Add actions that fail or restore the element; for a bundle, one link or all."""
    outages, scene = outages_of(canvas.session), canvas.scene
    menu.addSeparator()
    if len(spot.nodes):
        failed = outages.has_failed(scene.devices_of(spot.nodes))
        name = scene.names[int(spot.nodes[0])] if len(spot.nodes) == 1 else f"all {len(spot.nodes):,}"
        words = f"{'Restore' if failed else 'Fail'} {name}"
        menu.addAction(menu_text(f"{words}\tX")).triggered.connect(lambda: canvas.fail(spot))
    else:
        out = outages.what_if.links(scene.network, scene.fabric.ends)
        here, total = len(out.intersection(spot.links.tolist())), len(spot.links)
        if here < total and total > 1:
            menu.addAction("Fail one link").triggered.connect(lambda: canvas.fail(spot, 1))
        one = "this link" if total == 1 else f"all {total:,} links"
        words = f"{'Restore' if here == total else 'Fail'} {one}"
        menu.addAction(menu_text(words)).triggered.connect(lambda: canvas.fail(spot))
    if outages.what_if.anything:
        menu.addAction(BY_ID["mend"].row).triggered.connect(outages.mend)


def _node_actions(canvas: "TopologyCanvas", menu: QMenu, node: int) -> None:
    scene = canvas.scene
    name, device = scene.names[node], scene.fabric.ids[node]
    if scene.fabric.kind[node] != NodeKind.EXTERNAL:
        for word, first in (("from", True), ("to", False)):
            entry = menu.addAction(menu_text(f"Path {word} {name}"))
            entry.triggered.connect(lambda _=False, first=first: canvas.wanted_end.emit(device, first))
    if node in scene.modular:
        on = not scene.is_open(node)
        entry = menu.addAction(menu_text(f"{'Open' if on else 'Close'} {name}"))
        entry.triggered.connect(lambda: canvas.open_boxes([node], on))
    menu.addSeparator()


STILL_MS = 150
"""Delay of the fine drawing after the last move, in milliseconds."""
SIDE, OVER, UNDER = 0.02, 0.06, 0.05
"""Room for labels around a drawing, as shares of its width and height."""
IN_ORDER_MOST = 20_000
WORDS_BELOW = 30.0
"""Counts and racks under the hosts, in pixels."""


class TopologyCanvas(Canvas):
    """One network in layers."""

    least, most = 0.0002, 8.0
    editable = False  # networks are laid out by rule
    shortcuts = keys_in_view(*NETWORK, *FAIL, BY_ID["delete"])
    boxes_changed = Signal()
    laid_out = Signal()
    """A large network can be drawn now."""
    viewed = Signal()
    """Another part is in view, or something else is selected."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Network")
        self.scene = Scene(self.session, self._look_again)
        self.painting = Painting(self.theme)
        self.seen: Seen | None = None
        self._seen_of: tuple[object, ...] = ()
        self.covered = False
        """Whether a card covers the place of the texts of an empty drawing."""
        self._hovered: Box | None = None
        self._name: tuple[object, ...] = ()
        self._memo = Memo[str]()
        self._opened: int | None = None
        """A switch that is opened once the network is laid out again."""
        self._kept: tuple[int, QPointF] | None = None
        """A switch that is closed then, and its place on the screen."""
        self._moving = False
        self._viewed: tuple[object, ...] = ()
        self.layers, self.pods = LayerRuler(self, self), PodRuler(self, self)
        self.map, self.back = OverviewMap(self, self.viewport()), BackToSelection(self, self.viewport())
        queued = Qt.ConnectionType.QueuedConnection
        for part in (self.layers.update, self.pods.update, self.map.refresh, self.back.refresh):
            self.viewed.connect(part, queued)
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.setInterval(STILL_MS)
        self._still.timeout.connect(self._stop_motion)

    def take(self) -> None:
        """Draw the present project."""
        scene = self.scene
        study = scene.study if scene.has_network else None
        name = (self.session.name, scene.number, study and study.spec)
        if scene.has_network and not scene.why_not and scene.lay_out():
            scene.follow()
            self._make_room()
            opened, self._opened = self._opened, None
            kept, self._kept = self._kept, None
            if opened is not None and self._name == name:
                self._look_into(opened)
            elif kept is not None and self._name == name:
                self._keep_place(*kept)
            elif self._name != name or not self._fitted:
                self._name = name
                self._untouched = True
                self.fit()
        self.redraw()

    def _make_room(self) -> None:
        """Make room for the rulers of the present network."""
        left, top = size_of(self.theme, self.scene.drawing)
        margins = self.viewportMargins()
        if (left, top) != (margins.left(), margins.top()):
            self.setViewportMargins(left, top, 0, 0)
        self._place_rulers()

    def _place_rulers(self) -> None:
        margins, size = self.viewportMargins(), self.size()
        self.layers.over = margins.top()
        self.layers.setGeometry(0, 0, margins.left(), size.height())
        self.pods.setGeometry(margins.left(), 0, size.width() - margins.left(), margins.top())
        for ruler in (self.layers, self.pods):
            ruler.setVisible(not ruler.size().isEmpty())  # keys never go to what cannot be seen

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the rulers at the edges."""
        super().resizeEvent(event)
        self._place_rulers()

    def seen_rect(self) -> QRectF:
        """The visible part, in units of the drawing."""
        room = QRectF(self.viewport().rect())
        return QRectF(self.from_px(room.topLeft()), self.from_px(room.bottomRight()))

    def centre(self, x: float | None, y: float | None) -> None:
        """Bring a place of the viewport to its middle; None: as it is."""
        middle = QRectF(self.viewport().rect()).center()
        step = QPointF(0.0 if x is None else middle.x() - x, 0.0 if y is None else middle.y() - y)
        self.origin += step
        self._untouched = False
        self.viewport().update()

    def look_to(self, x: float, y: float) -> None:
        """Bring a point of the drawing to the middle."""
        at = self.to_px(x, y)
        self._move()
        self.centre(at.x(), at.y())

    def forget(self) -> None:
        """Forget path, opened switches and view of another project."""
        self.scene.way, self.scene.number = None, 0
        self.scene.opened.clear()
        self._name = ()

    def fit(self) -> None:
        """Show everything, with room for the key below."""
        if self.session.is_open and self.scene.is_there:
            rows = sum(1 for count in self.scene.looking.totals if count)
            self.foot = WORDS_BELOW + 36.0 + LINE * (rows + 2)
        super().fit()

    def redraw(self) -> None:
        """Draw a new frame."""
        self._seen_of = ()
        self.viewport().update()

    def follow(self) -> None:
        """Highlight the selection; move only if none of it is in view."""
        if not self.scene.is_there:
            return
        self.scene.follow()
        self.redraw()
        chosen = self.chosen_rect()
        if chosen is not None and not self.rect_px(chosen).intersects(QRectF(self.viewport().rect())):
            middle = self.to_px(chosen.center().x(), chosen.center().y())
            self.origin += QPointF(self.viewport().rect().center()) - middle
            self._untouched = False

    @property
    def is_whole(self) -> bool:
        """Whether nobody has looked closer yet."""
        return self._untouched

    def make_pointer(self) -> Pointer[Any]:
        """The pointer of networks."""
        return NetworkPointer(self)

    # What is where

    def extent(self) -> QRectF:
        """The whole network with the labels around it."""
        if not self.scene.is_there:
            return QRectF()
        left, top, right, bottom = self.scene.drawing.layout.extent
        wide, high = right - left, bottom - top
        room = QRectF(
            left - SIDE * wide, top - OVER * high, wide * (1 + SIDE + 0.02), high * (1 + OVER + UNDER)
        )
        return room.adjusted(-10, -20, 10, 40)

    def element_at(self, x: float, y: float) -> Ref | None:
        """The first of what is at a point."""
        found = self.elements_at(self.to_px(x, y))
        return found[0] if found else None

    def spot(self, at: QPointF) -> Spot | None:
        """The spot at a pixel."""
        seen = self.frame()
        return None if seen is None else spot_at(self.scene, seen, at)

    def elements_at(self, at: QPointF) -> list[Ref]:
        """The elements that a click at a pixel selects; of a group all members."""
        spot = self.spot(at)
        return [] if spot is None else self.elements_of(spot)

    def elements_of(self, spot: Spot) -> list[Ref]:
        """The elements that a click on a spot selects; none where they are too many."""
        scene = self.scene
        if len(spot.nodes):
            return scene.devices_of(spot.nodes) if len(spot.nodes) <= MOST_CHOSEN else []
        return scene.cables_of(spot.links) if len(spot.links) <= MOST_CHOSEN else []

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected."""
        if not self.scene.is_there:
            return None
        nodes = np.flatnonzero(self.scene.looking.emphasis.nodes)
        found = QRectF()
        for node in nodes[:500].tolist():
            found = found.united(self.place_of(node) or QRectF())
        return None if found.isEmpty() else found

    def place_of(self, node: int) -> QRectF | None:
        """The rectangle of a node, in units of the drawing."""
        place = place_of(self.scene.drawing, node)
        return None if place is None else QRectF(*place)

    def in_order(self) -> list[Ref]:
        """Switches row by row from the top, then hosts; of very many only the switches."""
        if not self.scene.is_there:
            return []
        drawing = self.scene.drawing
        return self._memo.keep(
            "order",
            (drawing.layout,),
            lambda: self.scene.devices_of(in_order(drawing, IN_ORDER_MOST)),
        )

    # Boxes that open

    def open_boxes(self, nodes: list[int], on: bool) -> None:
        """Open modular switches, or close them; the middle of the view stays the same."""
        one = nodes[0] if len(nodes) == 1 else None
        into = one if on else None
        kept = None if self._untouched else self._anchor(one)
        self.scene.open(nodes, on)
        if not self.scene.is_there:  # a large network is laid out in the background, then ``take`` follows
            self._opened, self._kept = into, kept
            if into is None and kept is None:
                self._name = ()
            self.take()
            return
        if into is not None and self.place_of(into) is not None:
            self._look_into(into)
        elif kept is not None:
            self._keep_place(*kept)
        else:
            self.fit()
        self.scene.follow()
        self.redraw()
        self.boxes_changed.emit()

    def _anchor(self, node: int | None) -> tuple[int, QPointF] | None:
        """A switch, or the one nearest to the middle of the view, and where it is on the screen."""
        if not self.scene.is_there:
            return None
        layout = self.scene.drawing.layout
        if node is None:
            middle = self.from_px(QPointF(self.viewport().rect().center()))
            slots = np.flatnonzero(layout.slot_node >= 0)
            y = np.empty(len(layout.slot_node))
            for row, of_row in enumerate(layout.rows):
                y[of_row] = layout.row_y[row]
            if not len(slots):
                return None
            away = np.hypot(layout.slot_x[slots] - middle.x(), y[slots] - middle.y())
            node = int(layout.slot_node[slots[away.argmin()]])
        place = self.place_of(node)
        return None if place is None else (node, self.rect_px(place).center())

    def _look_into(self, node: int) -> None:
        """Zoom to a switch that was opened, until its chips can be seen."""
        place = self.place_of(node)
        if place is not None:
            self._untouched = False
            self._fit_to(place.adjusted(-place.width() * 0.2, -60, place.width() * 0.2, 120))
            least = 1.05 * LEAST_CHIP / CHIP_WIDE
            if self.scale < least:
                self.scale = least
                self.look_to(place.center().x(), place.center().y())
                self._show()

    def _keep_place(self, node: int, at: QPointF) -> None:
        """Leave a switch that was closed where it was on the screen."""
        place = self.place_of(node)
        if place is not None:
            self.origin += at - self.rect_px(place).center()
            self._untouched = False
            self.redraw()

    # Pictures

    def svg(self) -> bytes:
        """The visible part as an SVG file."""
        title = f"{self.session.project.name or self.session.name}: {self.scene.title}"
        return svg_of(self.theme, self.scene.looking, self.view(), title)

    def png(self) -> bytes:
        """The visible part as a PNG file."""
        hovered, moving, self._hovered, self._moving = self._hovered, self._moving, None, False
        seen = self.scene.looking.frame(self.view())  # with the names of the layers
        data = png_of(self.theme, self.viewport().size(), lambda painter: self._draw(painter, seen))
        self._hovered, self._moving = hovered, moving
        return data

    # The way between two hosts

    def show_node(self, node: int) -> None:
        """Bring a device to the middle, large enough to be drawn by itself."""
        place = self.place_of(node)
        if place is None:
            return
        self.scale = min(self.most, max(self.scale, least_scale(self.scene.drawing, node)))
        middle = QPointF(self.viewport().rect().center())
        self.origin = middle - place.center() * self.scale
        self._untouched = False
        self._show()

    def show_path(self, first: str | None, last: str | None) -> None:
        """Show the shortest paths between two devices; None: no path."""
        self.scene.way = None if first is None or last is None else (first, last)
        if self.scene.is_there:
            self.scene.follow()
        self.redraw()

    # Drawing

    def view(self) -> View:
        """The window onto the drawing."""
        size = self.viewport().size()
        return View(self.scale, self.origin.x(), self.origin.y(), float(size.width()), float(size.height()))

    @property
    def is_moving(self) -> bool:
        """Whether the view moves now, which leaves details out."""
        return self._moving

    def frame(self) -> Seen | None:
        """The frame of the visible part."""
        if not self.session.is_open or not self.scene.is_there:
            return None
        view, looking = self.view(), self.scene.looking
        key = (view, looking, looking.emphasis)
        if self.seen is None or self._seen_of != key:
            self.seen, self._seen_of = looking.frame(view, names=False), key
        return self.seen

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame; what is at its edges follows."""
        super().paintEvent(event)
        viewed = (self._seen_of, self.viewport().size(), self.session.selection)
        if viewed != self._viewed:
            self._viewed = viewed
            self.viewed.emit()

    def draw(self, painter: QPainter) -> None:
        """Draw links, boxes, hosts, labels and the legend."""
        self._draw(painter, self.frame())

    def _draw(self, painter: QPainter, seen: Seen | None) -> None:
        if seen is None and self.covered:
            return
        if seen is None and not self.scene.has_network:
            return  # the view says what to do
        if seen is None:
            painter.setPen(self.theme.colour("text2"))
            painter.setFont(self.theme.font(14))
            words = self.scene.why_not or f"Laying out {self.scene.size:,} links…"
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, words)
            return
        colours = self.scene.looking.colours
        self.painting.paint(painter, seen, colours, moving=self._moving, hovered=self._hovered)
        key = key_of(self.scene.looking, seen)
        self.legend = draw_legend(self.theme, painter, self.painting.look, key, self.viewport().height())

    def _look_again(self) -> None:
        """Draw the network, which is laid out by now."""
        if self.session.is_open and self.isVisible() and self.scene.lay_out():
            self.laid_out.emit()

    def _move(self) -> None:
        self._moving = True
        self._still.start()

    def _stop_motion(self) -> None:
        self._moving = False
        self.viewport().update()

    # Events

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the timer of the fine drawing."""
        self._still.stop()
        self._moving = False
        super().hideEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self._move()
        super().wheelEvent(event)

    def fail(self, spot: Spot, most: int | None = None) -> None:
        """Fail a spot, or restore it; of links at most ``most`` of those that work."""
        scene, outages = self.scene, outages_of(self.session)
        if len(spot.nodes):
            outages.turn(scene.devices_of(spot.nodes))
            return
        links = spot.links.tolist()
        if most is not None:
            failed = outages.what_if.links(scene.network, scene.fabric.ends)
            links = [link for link in links if link not in failed][:most]
        outages.turn_links(scene.network, links)

    def why_not_selected(self, spot: Spot) -> str:
        """Why a click on a spot selects nothing."""
        if len(spot.nodes) > MOST_CHOSEN:
            return f"{len(spot.nodes):,} devices are too many to select at once: zoom in first."
        if len(spot.links) > MOST_CHOSEN:
            return f"{len(spot.links):,} links are too many to select at once: zoom in first."
        if self.scene.study is not None:
            return "A reference network has no cables to select: click a switch or a host."
        return "These are traces of a backplane: there is no cable to select."

    def look_at(self, spot: Spot) -> None:
        """Look closer at a box or a group, with its row in the middle: boxes are as high at every scale."""
        box = spot.box
        if box is None:
            return
        down = box.y + box.height / 2
        at, end = self.from_px(QPointF(box.x, down)), self.from_px(QPointF(box.x + box.width, down))
        y = self.scene.drawing.layout.host_y if box.what == "hosts" else at.y()
        wide = max(end.x() - at.x(), 1.0)
        middle = QPointF(self.viewport().rect().center())
        self._untouched = False
        self.scale = min(self.most, 0.86 * self.viewport().width() / wide)
        self.origin = QPointF(middle.x() - (at.x() + wide / 2) * self.scale, middle.y() - y * self.scale)
        self._show()

    def pointed(self, at: QPointF | None) -> None:
        """Outline the box under the pointer."""
        if self._pan is not None:
            self._move()
            return
        spot = None if at is None else self.spot(self.to_px(at.x(), at.y()))
        box = None if spot is None else spot.box
        if box != self._hovered:
            self._hovered = box
            self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip for the spot under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            spot = self.spot(QPointF(event.pos())) if self.session.is_open else None
            if spot is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tip(tooltip_of(self.scene, spot)), self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def _menu(self, at: QPointF) -> None:
        menu = self.menu_at(at)
        if menu is not None:
            menu.popup(self.viewport().mapToGlobal(at.toPoint()))

    def menu_at(self, at: QPointF) -> QMenu | None:
        """The menu for the spot at a pixel."""
        spot = self.spot(at)
        return None if spot is None else menu_of(self, spot)

    wanted_end = Signal(str, bool)
    left = Signal()
    """Escape was pressed while a path is shown."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of what is under the pointer; with the key of menus that of the selection."""
        event.accept()
        if event.reason() != QContextMenuEvent.Reason.Keyboard:
            self._menu(QPointF(event.pos()))
            return
        chosen = self.chosen_rect()
        if chosen is not None:
            self._menu(self.rect_px(chosen).center())

    def chosen_node(self) -> int | None:
        """The first selected device."""
        for element in self.session.selection if self.scene.is_there else ():
            if (node := self.scene.node_at(element)) is not None:
                return node
        return None


class NetworkPointer(Pointer[TopologyCanvas]):
    """Select devices, cables and whole groups; open modular switches; arrow keys follow links."""

    def press(self, at: QPointF) -> None:
        """Select what is there, of a group all of it; on the ground pan."""
        canvas, session = self.canvas, self.canvas.session
        spot = canvas.spot(at)
        if spot is None:
            super().press(at)
            return
        elements = canvas.elements_of(spot)
        if not elements:
            canvas.pan_from(at)
            session.said.emit(canvas.why_not_selected(spot))
            return
        now = list(session.selection)
        if not canvas.modifiers & MORE:
            session.select(elements)
        elif set(elements) <= set(now):
            gone = set(elements)
            session.select([element for element in now if element not in gone])
        else:
            session.select([*now, *elements])

    def double(self, at: QPointF) -> None:
        """Open a modular switch, or close it; look closer at a group."""
        canvas, spot = self.canvas, self.canvas.spot(at)
        if spot is None:
            return
        if len(spot.nodes) == 1 and int(spot.nodes[0]) in canvas.scene.modular:
            node = int(spot.nodes[0])
            canvas.open_boxes([node], not canvas.scene.is_open(node))
        else:
            canvas.look_at(spot)

    def cancel(self) -> bool:
        """Leave the path that is shown, else as every pointer."""
        if self.canvas.scene.way is None:
            return super().cancel()
        self.canvas.left.emit()
        return True

    def key(self, event: QKeyEvent) -> bool:
        """Enter opens the selected switch, or brings the selected device to the middle."""
        if event.key() not in ENTER:
            return super().key(event)
        node, scene = self.canvas.chosen_node(), self.canvas.scene
        if node is not None and node in scene.modular:
            self.canvas.open_boxes([node], not scene.is_open(node))
        elif node is not None:
            self.canvas.show_node(node)
        return True

    def step(self, dx: int, dy: int) -> None:
        """Go to the neighbour in the row, up to a device that the selected one is linked to, or down."""
        canvas, node = self.canvas, self.canvas.chosen_node()
        if node is None:
            if order := canvas.in_order():
                canvas.session.select([order[0]])
            return
        drawing = canvas.scene.drawing
        found = neighbour(drawing, node, dx) if dx else linked(drawing, node, up=dy < 0)
        if found is not None:
            canvas.session.select(canvas.scene.devices_of(np.array([found])))


class FailTool(Tool[TopologyCanvas]):
    """Fail what is clicked, or restore it."""

    name = "fail"
    hint = "Click links and devices to fail them, again to restore them. Press Esc to finish."
    cursor = Qt.CursorShape.PointingHandCursor

    def press(self, at: QPointF) -> None:
        """Fail or restore what is clicked; on the ground pan."""
        spot = self.canvas.spot(at)
        if spot is None:
            self.canvas.pan_from(at)
        else:
            self.canvas.fail(spot)

    def double(self, at: QPointF) -> None:
        """Open a switch or look closer, as with the pointer."""
        self.canvas.pointer.double(at)

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys and Enter are those of the pointer."""
        return self.canvas.pointer.key(event)
