"""What can be done with what is under the pointer: ends of a path, opening, looking closer, selecting."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QMenu, QWidget

from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.session.session import Session
from fatdesk.gui.topology.picking import Spot
from fatdesk.gui.topology.scene import Scene
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.ref import Ref


class Canvas(Protocol):
    """What the menu asks of the drawing."""

    scene: Scene
    session: Session

    @property
    def wanted_end(self) -> SignalInstance:
        """Tells a device, and whether the path begins there or ends."""

    def viewport(self) -> QWidget:
        """Where the menu belongs."""

    def open_boxes(self, nodes: list[int], on: bool) -> None:
        """Open modular switches, or close them."""

    def look_at(self, spot: Spot) -> None:
        """Look closer at a box."""

    def things_of(self, spot: Spot) -> Sequence[Ref]:
        """What a click on a spot selects."""

    def fail(self, spot: Spot, most: int | None = None) -> None:
        """Let what is at a spot fail, or mend it."""


def menu_of(canvas: Canvas, spot: Spot) -> QMenu:
    """The menu of a spot."""
    menu = QMenu(canvas.viewport())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if len(spot.nodes) == 1:
        _of_node(canvas, menu, int(spot.nodes[0]))
    if spot.box is not None:
        menu.addAction("Zoom in here").triggered.connect(lambda: canvas.look_at(spot))
    things = canvas.things_of(spot)
    if things:
        words = f"Select {counted(len(things), things[0].kind.title)}"
        menu.addAction(menu_text(words)).triggered.connect(lambda: canvas.session.select(things))
    _of_failing(canvas, menu, spot)
    return menu


def _of_failing(canvas: Canvas, menu: QMenu, spot: Spot) -> None:
    """Add actions that fail or restore the element; for a bundle, one link or all."""
    broken, scene = broken_of(canvas.session), canvas.scene
    menu.addSeparator()
    if len(spot.nodes):
        failed = broken.has_failed(scene.devices_of(spot.nodes))
        name = scene.names[int(spot.nodes[0])] if len(spot.nodes) == 1 else f"all {len(spot.nodes):,}"
        words = f"{'Restore' if failed else 'Fail'} {name}"
        menu.addAction(menu_text(f"{words}\tX")).triggered.connect(lambda: canvas.fail(spot))
    else:
        out = broken.what_if.links(scene.network, scene.fabric.ends)
        here, total = len(out.intersection(spot.links.tolist())), len(spot.links)
        if here < total and total > 1:
            menu.addAction("Fail one link").triggered.connect(lambda: canvas.fail(spot, 1))
        one = "this link" if total == 1 else f"all {total:,} links"
        words = f"{'Restore' if here == total else 'Fail'} {one}"
        menu.addAction(menu_text(words)).triggered.connect(lambda: canvas.fail(spot))
    if broken.what_if.anything:
        menu.addAction(BY_ID["mend"].row).triggered.connect(broken.mend)


def _of_node(canvas: Canvas, menu: QMenu, node: int) -> None:
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
