"""The Topology workspace: tool bar, search for devices, colours, path, pictures, actions."""

import re
from collections.abc import Sequence
from functools import reduce
from typing import Any, get_args

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QToolButton, QWidget

from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.link_colours import Mode
from fatdesk.engine.topology.paths import AlgorithmPaths
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.session.study_results import LookedAt
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.topology.canvas import FailTool, TopologyCanvas
from fatdesk.gui.topology.network_card import NetworkCard
from fatdesk.gui.topology.path_card import PathCard
from fatdesk.gui.topology.scene import FABRIC_MODES
from fatdesk.gui.topology.table_view import TOPOLOGY_TWINS
from fatdesk.gui.views.strips import OriginStrip, OutageStrip, restore_all_handler
from fatdesk.gui.views.tool import Tool
from fatdesk.gui.views.workspace import Handler, Workspace, ZoomBox, need, when
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.commands import Batch
from fatdesk.project.commands.studies import RemoveStudy
from fatdesk.project.document.ref import CABLE, NODE, STUDY, Ref

WAIT_MS = 120


NO_NETWORK = "No network yet. Design one from requirements, or add one of a paper."


class Finder(QLineEdit):
    """The search field; ``found`` is emitted with a node to show, ``described`` with the result in words."""

    found = Signal(int)
    described = Signal(str)
    left = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.hits: list[int] = []
        self.at = -1
        self.names: tuple[str, ...] = ()
        self.setPlaceholderText("Find device")
        self.setAccessibleName("Find a device by its name")
        self.setToolTip(key_tip("find", "Part of a name. Enter: next, Shift+Enter: previous"))
        self.setMaximumWidth(px(170))
        self._desk = desk
        self.addAction(icon(desk.theme, "search", px(16)), QLineEdit.ActionPosition.LeadingPosition)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self.search)
        self.textChanged.connect(lambda _: self._wait.start())

    def take(self, names: tuple[str, ...]) -> None:
        """Look among other names from now on."""
        if names is not self.names:
            self.names, self.hits, self.at = names, [], -1
            self.described.emit("")

    def search(self) -> None:
        """Find all names that hold the text, with or without leading zeros of numbers; equal ones first."""
        self._wait.stop()
        text = self.text().strip().casefold()
        self.at = -1
        if not text:
            self.hits = []
            self.described.emit("")
            return
        folded = [name.casefold() for name in self.names]
        short = [ZEROS.sub("", name) for name in folded]
        hits = [number for number, name in enumerate(folded) if text in name or text in short[number]]
        self.hits = sorted(hits, key=lambda number: text not in (folded[number], short[number]))
        self._tell()

    def _tell(self) -> None:
        if not self.hits:
            self.described.emit("No device matches")
        elif self.at < 0:
            self.described.emit(f"{len(self.hits):,} found")
        else:
            self.described.emit(f"{self.at + 1:,} of {len(self.hits):,}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Esc leaves."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._wait.isActive() or not self.hits:
                self.search()
            if self.hits:
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                first = 0 if not back else len(self.hits) - 1
                step = -1 if back else 1
                self.at = first if self.at < 0 else (self.at + step) % len(self.hits)
                self._tell()
                self.found.emit(self.hits[self.at])
        elif key == Qt.Key.Key_Escape:
            self.clear()
            self.search()
            self.left.emit()
        else:
            super().keyPressEvent(event)


COLOURINGS: tuple[tuple[Mode, str], ...] = (
    ("kind", "Cable kind"),
    ("length", "Cable length"),
    ("level", "Level"),
    ("rack", "Rack"),
    ("lane", "Primary, secondary"),
    ("load", "Load"),
)
TITLES: dict[Mode, str] = dict(COLOURINGS)
assert {name for name, _ in COLOURINGS} == set(get_args(Mode))
ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
"""Leading zeros of a number in a name."""
WIDE, NAMED, NARROW = 1100, 960, 760
"""Widths of the view, in pixels, below which some buttons show their icons alone, the list of colours has no
name next to it, and all buttons show their icons alone."""


class TopologyView(Workspace):
    """The network with its tool bar."""

    offers = Workspace.offers | {
        "add-network",
        "close-boxes",
        "delete",
        "fail",
        "mend",
        "hypercube",
        "open-boxes",
        "path",
        "picture-png",
        "picture-svg",
    }

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._looked_at: object = None
        self.canvas = TopologyCanvas(desk)
        self.canvas.setObjectName("drawing")
        self._fill_bar()
        self.origin = OriginStrip(desk, self)
        self.origin.compare_asked.connect(lambda: self.asked_for.emit("explorer"))
        self.column.addWidget(self.origin)
        self.column.addWidget(OutageStrip(desk, self))
        self.column.addWidget(self.canvas, 1)
        self.focus_first = self.canvas
        self.canvas.boxes_changed.connect(self._look_boxes)
        self.path = PathCard(desk, self.canvas.scene, self.canvas.viewport())
        self.adding = NetworkCard(desk, self.canvas.viewport())
        self.adding.added.connect(self._added)
        self.adding.left.connect(self._uncover)
        self.path.requested.connect(self._show_path)
        self.path.wanted_cables.connect(self._select_path)
        self.path.described.connect(self._uncover_path)
        self.canvas.wanted_end.connect(self._take_end)
        self.canvas.requested.connect(self.perform)
        self.canvas.left.connect(self.path.leave)
        self.canvas.tool_changed.connect(self._tool_changed)
        self.nothing = self.next_step(self.canvas, "design", "add-network")
        self.adding.shown.connect(self._say_what_to_do)
        self.adding.resized.connect(self._place_card)
        self.canvas.laid_out.connect(self.refresh)
        self.finder.found.connect(self._go_to)
        self.finder.described.connect(self.hits.setText)
        self.finder.left.connect(self.canvas.setFocus)
        self.session.loaded.connect(self._loaded)
        outages_of(self.session).changed.connect(self._broke)

    def _fill_bar(self) -> None:
        px = self.theme.px
        self.bar.setSpacing(px(6))
        self.fabric = Combo(self.theme)
        self.fabric.setObjectName("network")
        self.fabric.setAccessibleName("Network")
        self.fabric.setMinimumWidth(px(120))
        self.fabric.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.fabric.activated.connect(self._choose_network)
        self.bar.addWidget(self.fabric)
        self.fabric.hide()
        self.add = QToolButton()
        self.add.setObjectName("add-network")
        self.add.setIcon(icon(self.theme, "plus", px(18)))
        self.add.setToolTip(key_tip("add-network", "Add a reference network"))
        self.add.setAccessibleName("Add network")
        self.add.clicked.connect(lambda: self.perform("add-network"))
        self.bar.addWidget(self.add)
        self.boxes = MenuButton(
            self.desk.theme, "part", "Open boxes", "Show modular switches with their chips"
        )
        self.boxes.setObjectName("boxes")
        self.boxes_menu = QMenu(self.boxes)
        self.boxes.setMenu(self.boxes_menu)
        self.boxes_menu.addAction("Open all").triggered.connect(lambda: self._open_all(True))
        self.boxes_menu.addAction("Close all").triggered.connect(lambda: self._open_all(False))
        self.bar.addWidget(self.boxes)
        self._divide()
        self._fill_colours()
        self._divide()
        self._add_failing()
        self.path_button = QToolButton()
        self.path_button.setObjectName("path")
        self.path_button.setIcon(icon(self.theme, "path", px(18)))
        self.path_button.setText("Path")
        self.path_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.path_button.setToolTip(tip("Path between two hosts (P)"))
        self.path_button.setAccessibleName("Path between two hosts")
        self.path_button.clicked.connect(lambda: self.perform("path"))
        self.bar.addWidget(self.path_button)
        self.bar.addStretch(1)
        self.hits = label("", "text2")
        self.hits.setObjectName("hits")
        self.bar.addWidget(self.hits)
        self.finder = Finder(self.desk)
        self.finder.setObjectName("find")
        self.bar.addWidget(self.finder)
        self._add_picture()
        self._divide()
        self.bar.addWidget(ZoomBox(self.canvas, _percent))

    def _add_picture(self) -> None:
        self.save = MenuButton(self.desk.theme, "export", "Picture", "Save the view as a picture")
        self.save.setObjectName("picture")
        menu = QMenu(self.save)
        for kind in ("svg", "png"):
            entry = menu.addAction(f"{kind.upper()}…")
            entry.triggered.connect(lambda _=False, kind=kind: self.picture_asked.emit(kind))
        self.save.setMenu(menu)
        self.bar.addWidget(self.save)

    def _add_failing(self) -> None:
        self.fail_button = QToolButton()
        self.fail_button.setObjectName("fail")
        self.fail_button.setIcon(icon(self.theme, "faults", self.theme.px(18)))
        self.fail_button.setText("What if")
        self.fail_button.setCheckable(True)
        self.fail_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fail_button.setToolTip(tip("Click links and devices to fail them, and see what is cut"))
        self.fail_button.setAccessibleName("Click to fail links and devices")
        self.fail_button.toggled.connect(self._fail_by_click)
        self.bar.addWidget(self.fail_button)

    def _fill_colours(self) -> None:
        px = self.theme.px
        self.colour_words = label("Colour by", "text2")
        self.bar.addWidget(self.colour_words)
        self.colour = Combo(self.theme)
        self.colour.setObjectName("colour")
        self.colour.setAccessibleName("Colour by")
        self.colour.setToolTip(tip("Colour by"))
        self.colour.setMinimumWidth(px(130))
        self.colour.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.colour.setMaximumWidth(px(168))  # not that of the entry that says what load needs
        self.colour.view().setMinimumWidth(px(290))  # of the longest entry: what load needs
        self._offer_colours(FABRIC_MODES, FABRIC_MODES[0])
        self.colour.currentIndexChanged.connect(self._set_colour)
        self.bar.addWidget(self.colour)

    def _divide(self) -> None:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedHeight(self.theme.px(20))
        self.bar.addWidget(line)

    def outdate(self, *sections: object) -> None:
        """Begin again with another project."""
        if not sections:
            self._forget()
        super().outdate(*sections)

    # What the menus ask

    def offered(self) -> dict[str, Handler]:
        """Paths and boxes where there is a network; what is opened where there is something to open."""
        drawn = when(lambda: self._has_network, "There is no network yet.")
        modular = when(
            lambda: self._has_network and len(self.canvas.scene.modular) > 0,
            "This network has no modular switch.",
        )
        chosen = when(
            lambda: (
                bool(self.session.ids(CABLE)) or outages_of(self.session).can_fail(self.session.selection)
            ),
            "Select a device, rack or cable of a network.",
        )
        return (
            super().offered()
            | self.pictures(drawn)
            | {
                "add-network": Handler(self._add_network),
                "path": Handler(self._ask_path, drawn),
                "hypercube": Handler(self._compare_with_hypercube),
                "delete": Handler(self._remove_networks, need(self.session, STUDY)),
                "open-boxes": Handler(lambda: self._open_all(True), modular),
                "close-boxes": Handler(lambda: self._open_all(False), modular),
                "fail": Handler(self._fail_chosen, lambda: drawn() or chosen()),
                "mend": restore_all_handler(self.session),
            }
        )

    @property
    def _has_network(self) -> bool:
        return self.session.is_open and self.canvas.scene.is_there

    def _add_network(self) -> None:
        self.canvas.covered = True
        self.adding.begin()
        self._place_card()

    def _ask_path(self) -> None:
        self.path.begin()
        self._make_room()

    def _compare_with_hypercube(self) -> None:
        from fatdesk.gui.topology.hypercube_dialog import HypercubeDialog  # charts load with the first one

        HypercubeDialog(self.desk, self).show()

    def _remove_networks(self) -> None:
        removed = tuple(RemoveStudy(name=name) for name in sorted(self.session.ids(STUDY)))
        self.session.do(removed[0] if len(removed) == 1 else Batch(commands=removed))

    # What fails

    def _fail_by_click(self, on: bool) -> None:
        if on != isinstance(self.canvas.tool, FailTool):
            self.canvas.take_tool(FailTool(self.canvas) if on else None)
        self.canvas.setFocus()

    def _tool_changed(self, tool: Tool[Any]) -> None:
        self.fail_button.setChecked(isinstance(tool, FailTool))

    def _fail_chosen(self) -> None:
        """Let the selected devices fail, else the links of the selected cables."""
        outages, scene, session = outages_of(self.session), self.canvas.scene, self.session
        if outages.can_fail(session.selection):
            outages.turn(session.selection)
        elif scene.is_there and scene.study is None:
            links = np.flatnonzero(scene.links_of(session.ids(CABLE))).tolist()
            if links:
                outages.turn_links(scene.network, links)

    def _broke(self) -> None:
        """Something else is out."""
        if self.isVisible() and self.session.is_open and not self._stale:
            self.canvas.scene.follow()
            self.canvas.redraw()

    def picture(self, kind: str) -> tuple[str, bytes]:
        """The visible part as a file: its name and its bytes."""
        name = self.canvas.scene.title
        return f"{name}.{kind}", self.canvas.svg() if kind == "svg" else self.canvas.png()

    def find_in_view(self) -> None:
        """Type a name."""
        self.finder.setFocus()
        self.finder.selectAll()

    def _go_to(self, node: int) -> None:
        scene = self.canvas.scene
        if scene.fabric.kind[node] != NodeKind.EXTERNAL:
            self.session.select(scene.devices_of(np.array([node])))
        self.canvas.show_node(node)

    # The way between two hosts

    def _show_path(self, first: str | None, last: str | None) -> None:
        self.canvas.show_path(first, last)
        self._make_room()
        if not self.path.isVisible():
            self.canvas.setFocus()

    def _uncover_path(self) -> None:
        """Move the drawing if the card covers part of the path, or show all of it next to the card."""
        canvas, ways = self.canvas, self.canvas.scene.ways
        if ways is None or not self.path.isVisible():
            return
        self._place_card()
        places = (canvas.place_of(node) for node in ways.nodes)
        boxes = [canvas.rect_px(place) for place in places if place is not None]
        card, gap = QRectF(self.path.geometry()), self.theme.px(12)
        whole = reduce(QRectF.united, boxes, QRectF())
        if not whole.intersects(card):
            return
        room = card.left() - gap
        if whole.width() <= room - gap:
            canvas.origin -= QPointF(whole.right() - room, 0.0)
            canvas.redraw()
        else:
            canvas.beside = self.path.width() + gap
            canvas.fit()

    def _added(self, name: str) -> None:
        """Look at a network that was just added."""
        self.session.select([STUDY(name)])
        self._uncover()

    def _uncover(self) -> None:
        self.canvas.covered = False
        self.canvas.redraw()
        self.canvas.setFocus()

    def _take_end(self, device: str, first: bool) -> None:
        scene = self.canvas.scene
        self.path.put(scene.names[scene.node_of[device]], first=first)
        self._make_room()

    def _select_path(self) -> None:
        ways = self.canvas.scene.ways
        if ways is not None and ways.hops:
            links = ways.links if isinstance(ways, AlgorithmPaths) else np.concatenate(ways.hops)
            self.session.select(self.canvas.scene.cables_of(links))

    def _make_room(self) -> None:
        """Make room for the whole network next to the card, where that costs no detail."""
        canvas = self.canvas
        beside = self.path.width() + self.theme.px(12) if self.path.isVisible() else 0
        if beside != canvas.beside:
            canvas.beside = beside
            if self.session.is_open and canvas.scene.is_there and canvas.is_whole:
                canvas.beside = 0
                canvas.fit()
                before = canvas.scene.looking.detail(canvas.scale)
                canvas.beside = beside
                canvas.fit()
                if canvas.scene.looking.detail(canvas.scale) != before:
                    canvas.beside = 0
                    canvas.fit()
        self._place_card()

    def _forget(self) -> None:
        """Another project, or none."""
        self.canvas.forget()
        self.fail_button.setChecked(False)
        self.path.forget()
        self.adding.hide()
        self.canvas.covered = False
        self.finder.clear()
        self._make_room()

    def _place_card(self) -> None:
        """Place the card at the upper right."""
        room = self.canvas.viewport().width()
        self.path.adjustSize()
        self.path.move(QPoint(room - self.path.width() - self.theme.px(12), self.theme.px(12)))
        self.adding.fit(room)
        self.adding.adjustSize()
        above = min(self.theme.px(24), self.canvas.viewport().height() - self.adding.height())
        self.adding.move(QPoint((room - self.adding.width()) // 2, max(0, above)))

    # What can be chosen

    def take_fabric(self, number: int) -> None:
        """Look at another network."""
        scene = self.canvas.scene
        scene.number = number
        self.fabric.setCurrentIndex(number)
        self.canvas.take()
        self._take_network()
        self._look_boxes()

    def _choose_network(self, number: int) -> None:
        """Look at another network, and have it in the inspector where it is a reference network."""
        self.take_fabric(number)
        study = self.canvas.scene.study
        if study is not None:
            self.session.select([STUDY(study.name)])
        else:
            kept = [element for element in self.session.selection if element.kind not in (STUDY, NODE)]
            self.session.select(kept)

    def _take_network(self) -> None:
        """The tools follow the network that is looked at."""
        scene = self.canvas.scene
        if scene.is_there:
            level = "Level" if scene.studied is None else scene.studied.level_title
            self._offer_colours(scene.modes, scene.mode_now, level)
            self.finder.take(scene.names)
        if self.path.isVisible():
            self.path.refresh()

    def _set_colour(self, number: int) -> None:
        if number >= 0:
            self.canvas.scene.colour_by(self.colour.itemData(number))
            self.canvas.redraw()

    def _offer_colours(self, modes: Sequence[Mode], now: Mode, level: str = "Level") -> None:
        """Titles of the colourings; ``level`` is the name of levels."""
        self.colour.blockSignals(True)
        titles = TITLES | {"level": level}
        shown = [self.colour.itemText(n).partition(" (")[0] for n in range(self.colour.count())]
        if shown != [titles[mode] for mode in modes]:
            self.colour.clear()
            for mode in modes:
                self.colour.addItem(titles[mode], mode)
        self._offer_load()
        self.colour.setCurrentIndex(list(modes).index(now))
        self.colour.blockSignals(False)

    def _offer_load(self) -> None:
        """Enable load where a result has it; if none has, the entry says what to do."""
        entries, scene = self.colour.model(), self.canvas.scene
        at = self.colour.findData("load")
        entry = entries.item(at) if at >= 0 and isinstance(entries, QStandardItemModel) else None
        if entry is not None and self.session.is_open and scene.fabrics and scene.study is None:
            why = scene.loads.why_not(scene.fabric.name)
            entry.setEnabled(not why)
            entry.setToolTip(
                tip(f"{TITLES['load']}: {why}" if why else "Load of the last traffic or simulation")
            )
            entry.setText(f"{TITLES['load']} ({why})" if why else TITLES["load"])

    def _look_at(self) -> None:
        """Bring the network whose loads were asked for to the front, coloured by load."""
        simulated, scene = self.session.simulations.looked_at, self.canvas.scene
        asked: LookedAt | StudyNetwork | None = simulated or self.session.loads.looked_at
        if asked is None or asked is self._looked_at:
            self._looked_at = asked
            return
        self._looked_at = asked
        network = asked.network if isinstance(asked, LookedAt) else asked
        fabrics = [fabric.name for fabric in scene.fabrics]
        specs = [study.spec for study in scene.studies.all]
        if network.fabric in fabrics:
            scene.number = fabrics.index(network.fabric)
        elif network.spec in specs:
            scene.number = len(fabrics) + specs.index(network.spec)
        else:
            return
        scene.colour_by("load")

    def _loaded(self) -> None:
        """Another result of traffic, or another cycle of it."""
        if self.isVisible() and self.session.is_open:
            self._take_network()
            self.canvas.redraw()
        else:
            self._stale = True

    def _open_all(self, on: bool) -> None:
        self.canvas.open_boxes(self.canvas.scene.modular.tolist(), on)

    def _look_boxes(self) -> None:
        scene = self.canvas.scene
        fabric = scene.has_network and scene.study is None
        self.boxes.setVisible(fabric or not scene.has_network)
        self.boxes.setEnabled(fabric and len(scene.modular) > 0)

    # Workspace

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """Devices, and bundles."""
        return TOPOLOGY_TWINS

    def refresh(self) -> None:
        """Draw the present project."""
        scene = self.canvas.scene
        names = scene.titles
        shown = [self.fabric.itemText(n) for n in range(self.fabric.count())]
        if shown != names:
            self.fabric.clear()
            self.fabric.addItems(names)
            scene.number = _still(shown, names, scene.number)
        self._look_at()
        self.fabric.setCurrentIndex(scene.number)
        self.fabric.setVisible(len(names) > 1)
        self._look_boxes()
        self.canvas.take()
        self._say_what_to_do()
        self._take_network()

    def _say_what_to_do(self) -> None:
        """Show what to do where there is no network, unless one is being added."""
        some = self.canvas.scene.titles or not self.adding.isHidden()
        self.nothing.show_words("" if some else NO_NETWORK)

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Draw what is selected; a reference network that is selected comes to the front."""
        study = _study_of(elements)
        if study and self.canvas.scene.show_study(study):
            self.take_fabric(self.canvas.scene.number)
        self.canvas.follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar as short as need be."""
        super().resizeEvent(event)
        wide = self.width() >= self.theme.px(WIDE)
        self.colour_words.setVisible(self.width() >= self.theme.px(NAMED))
        narrow = self.width() < self.theme.px(NARROW)
        style = Qt.ToolButtonStyle
        for button, named in (
            *((some, wide) for some in (self.boxes, self.save)),
            *((some, not narrow) for some in (self.fail_button, self.path_button)),
        ):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if named else style.ToolButtonIconOnly)
        self.hits.setVisible(not narrow)
        self.finder.setMinimumWidth(self.theme.px(90 if narrow else 140))
        self._place_card()


def _still(before: list[str], now: list[str], number: int) -> int:
    """The place of the network to look at now: that of a new one, else of the one that was looked at."""
    added = [at for at, name in enumerate(now) if name not in before]
    if before and len(now) > len(before) and len(added) == 1:
        return added[0]
    if number < len(before) and before[number] in now:
        return now.index(before[number])
    return min(number, len(now) - 1) if len(now) == len(before) else 0


def _study_of(elements: tuple[Ref, ...]) -> str:
    """The one reference network of some elements; empty: none, or several."""
    if not elements or any(element.kind not in (STUDY, NODE) for element in elements):
        return ""
    names = {*STUDY.ids(elements), *(node.study for node in NODE.ids(elements))}
    return names.pop() if len(names) == 1 else ""


def _percent(scale: float) -> str:
    """The scale as people read it."""
    share = scale * 100
    return f"{share:.0f} %" if share >= 10 else f"{share:.2g} %"
