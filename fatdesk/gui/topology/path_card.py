"""The card of the path between two hosts: fields, hops with their ports, the number of other paths."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.number_text import counted
from fatdesk.engine.topology.paths import AlgorithmPaths
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.topology.algorithm_choice import algorithm_title
from fatdesk.gui.topology.picking import hops
from fatdesk.gui.topology.scene import Scene
from fatdesk.gui.widgets.combo import Combo, WordCompleter, offer_words
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label, set_tone, tip, tip_lines
from fatdesk.networks.routing import ROUTING_CARDS

WIDTH, SIDE = 330, 14
TOP = Qt.AlignmentFlag.AlignTop
MOST_THROUGH = 6
"""Largest number of nodes in the middle of paths that are listed."""

END_TIP = (
    "Name of a host or switch, or the number of a host: 257 for n0257. Hosts of reference networks have "
    "numbers from 0; a text that is the address of a host means that host, “number 10” always the number."
)
INSIDE_TIP = (
    "The most paths of this routing algorithm of which no two share a link between switches. All but one of "
    "that number of links may fail."
)
SURVIVES_TIP = (
    "Any cables between switches, up to this number, can fail: these hosts still reach each other. One more "
    "may separate them."
)
WHOLE_TIP = "The most paths through the network of which no two share a link, those of the hosts included."


class Note(NamedTuple):
    """A line below the hops: what it is called, its figure, and what that counts."""

    name: str
    text: str
    definition: str = ""


class PathCard(QFrame):
    """Two fields for devices and a shortest path; ``requested`` is emitted with both ids, or None.

    ``described`` signals that the card has the path that was requested.
    """

    requested = Signal(object, object)
    wanted_cables = Signal()
    described = Signal()

    def __init__(self, desk: Desk, scene: Scene, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._scene = desk, scene
        self._completers: list[WordCompleter] = []
        self._readings: list[Note] = []
        px = desk.theme.px
        self.setProperty("role", "palette")
        self.setObjectName("path-card")
        self.setFixedWidth(px(WIDTH))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(SIDE), px(10), px(SIDE), px(12))
        column.setSpacing(px(6))
        column.addLayout(self._head())
        ends = QHBoxLayout()
        self.first, self.last = self._field("From"), self._field("To")
        self.first.setObjectName("path-from")
        self.last.setObjectName("path-to")
        ends.addWidget(self.first)
        ends.addWidget(label("→", "text2"))
        ends.addWidget(self.last)
        column.addLayout(ends)
        self.scheme = Combo(desk.theme)
        self.scheme.setObjectName("path-algorithm")
        self.scheme.setAccessibleName("Routing algorithm")
        self.scheme.activated.connect(self._choose_algorithm)
        column.addWidget(self.scheme)
        self.does = _wrapped("", "text3")
        self.does.setFont(desk.theme.font(11))
        column.addWidget(self.does)
        self.text = _wrapped("", "text2")
        self.text.setObjectName("path-text")
        column.addWidget(self.text)
        self.list = QWidget()
        self.list.setObjectName("path-hops")
        self._grid = QGridLayout(self.list)
        self._grid.setContentsMargins(0, px(4), 0, 0)
        self._grid.setHorizontalSpacing(px(12))
        self._grid.setVerticalSpacing(px(4))
        self._grid.setColumnStretch(1, 1)
        column.addWidget(self.list)
        self.cables = QPushButton("Select its cables")
        self.cables.setObjectName("path-cables")
        self.cables.clicked.connect(self.wanted_cables)
        column.addWidget(self.cables)
        self.hide()

    def _head(self) -> QHBoxLayout:
        """Make the line with the title and the button that closes."""
        head = QHBoxLayout()
        title = label("Path")
        title.setFont(self._desk.theme.strong(13))
        head.addWidget(title)
        head.addStretch(1)
        self.close_button = QToolButton()
        self.close_button.setObjectName("path-close")
        self.close_button.setIcon(icon(self._desk.theme, "close", self._desk.theme.px(16)))
        self.close_button.setToolTip(tip("Close (Esc)"))
        self.close_button.setAccessibleName("Close the path")
        self.close_button.clicked.connect(self.leave)
        head.addWidget(self.close_button)
        return head

    def _field(self, words: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(words)
        field.setAccessibleName(f"Path {words.lower()}")
        field.setToolTip(tip_lines(END_TIP))
        self._completers.append(offer_words(self._desk.theme, field, (), arrow=False))
        field.returnPressed.connect(self._ask)
        return field

    def sizeHint(self) -> QSize:
        """Return the height in which no line is cut at the width of the card."""
        layout, width = self.layout(), self.maximumWidth()
        assert layout is not None
        return QSize(width, layout.totalHeightForWidth(width))

    def begin(self) -> None:
        """Show the card with the first empty field ready to be typed into."""
        for completer in self._completers:
            completer.offer(self._scene.device_names)
        self.show()
        self.refresh()
        self.raise_()
        empty = next((field for field in (self.first, self.last) if not field.text()), self.first)
        empty.setFocus()
        empty.selectAll()

    def put(self, name: str, *, first: bool) -> None:
        """Set one end of the path."""
        (self.first if first else self.last).setText(name)
        self.show()
        self.raise_()
        if self.first.text() and self.last.text():
            self._ask()
        else:
            self.refresh()

    def forget(self) -> None:
        """Clear the fields for another project."""
        self.first.clear()
        self.last.clear()
        self.hide()

    def leave(self) -> None:
        """Hide the path."""
        self.hide()
        self.requested.emit(None, None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes; the drawing below gets no keys."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        event.accept()

    def _ask(self) -> None:
        ends, readings = [], []
        for field in (self.first, self.last):
            found = self._scene.device_called(field.text())
            if found is None:
                name = field.text().strip()
                self._say(f"No device is called “{name}”." if name else "Type the names of two devices.")
                self._fill([])
                field.setFocus()
                field.selectAll()
                self.requested.emit(None, None)
                return
            ends.append(found)
            readings.append(self._reading(field, self._scene.names[self._scene.node_of[found]]))
        if ends[0] == ends[1]:
            self._say("Both are the same device: type two different ones.")
            self._fill([])
            self.requested.emit(None, None)
            return
        self._readings = [note for note in readings if note is not None]
        self.requested.emit(*ends)
        self.refresh()
        self.described.emit()

    def _reading(self, field: QLineEdit, name: str) -> Note | None:
        """Write a host that was named by its number as its address; return a note where a text means two."""
        typed, other = field.text().strip(), self._scene.other_reading(field.text())
        if self._scene.study is not None and typed.casefold() != name.casefold():
            field.setText(name)
        if other is None:
            return None
        return Note(f"{typed} is an address", f"“number {int(typed)}” is host {other}")

    def _choose_algorithm(self, number: int) -> None:
        """Show the paths of another routing algorithm."""
        self._scene.schemes.chosen = self.scheme.itemData(number)
        if self._scene.way is not None:
            self.requested.emit(*self._scene.way)
        self.refresh()
        self.described.emit()

    def _offer_algorithms(self) -> None:
        """The schemes that fit the present network."""
        names = self._scene.algorithm_names
        if [self.scheme.itemData(n) for n in range(self.scheme.count())] != list(names):
            self.scheme.clear()
            for name in names:
                self.scheme.addItem(name or in_sentence(algorithm_title(name)).rstrip("."), name)
                if name:
                    self.scheme.explain(self.scheme.count() - 1, algorithm_title(name))
                if name in ROUTING_CARDS:
                    about = tip_lines(ROUTING_CARDS[name].text)
                    self.scheme.setItemData(self.scheme.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        now = self._scene.current_algorithm
        if names:
            self.scheme.setCurrentIndex(names.index(now))
        self.scheme.setVisible(bool(names))
        self.does.setVisible(bool(now))
        if now:
            card = ROUTING_CARDS.get(now)
            self.does.setText(
                in_sentence(algorithm_title(now)) if card is None else f"{card.what} {card.use}"
            )
            self.does.setToolTip(tip_lines(card.text if card is not None else ""))

    def _say(self, text: str, tone: str = "error") -> None:
        self.text.setText(text)
        set_tone(self.text, tone)

    def refresh(self) -> None:
        """Describe the path that is shown."""
        self._offer_algorithms()
        ways, scene = self._scene.ways, self._scene
        self.cables.setVisible(ways is not None and scene.study is None)
        if ways is None:
            requested = scene.way is not None and all(end in scene.node_of for end in scene.way)
            none = (
                "There is no path, or it is not a host." if scene.current_algorithm else "There is no path."
            )
            self._say(none if requested else "Type two names, or right-click devices.", "text2")
            self._fill([])
            return
        rows = [(scene.names[node], words) for node, words in zip(ways.nodes, hops(scene, ways), strict=True)]
        if isinstance(ways, AlgorithmPaths):
            choice = "deterministic" if ways.deterministic else f"the first of {ways.count:,} paths"
            self._say(f"{counted(len(ways.hops), 'link')}; {choice}", "text")
            self._fill(rows, [*_notes(ways), *self._readings])
            return
        several = ways.switch_ways > 1
        equal = f"{ways.link_ways:,} over cables" if several else counted(ways.link_ways, "path")
        by_switch = counted(ways.switch_ways, "path") + " over switches, " if several else ""
        self._say(f"{counted(len(ways.hops), 'link')}; {by_switch}{equal}", "text")
        notes = []
        if ways.disjoint:
            lost = ways.disjoint - 1
            any_of = f"any {counted(lost, 'cable')} can fail" if lost else "no cable can fail"
            notes.append(Note("Between switches", any_of, SURVIVES_TIP))
        notes.extend(_through(ways.through, scene.names))
        self._fill(rows, notes)

    def _fill(self, rows: list[tuple[str, str]], notes: Sequence[Note] = ()) -> None:
        self.list.hide()  # labels that are added to a visible list have no size yet when the card is fitted
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, (name, words) in enumerate(rows):
            stated = label(name)
            stated.setFont(self._desk.theme.strong(13))
            self._grid.addWidget(stated, number, 0, TOP)
            self._grid.addWidget(_wrapped(words, "text2"), number, 1)
        for number, note in enumerate(notes, start=len(rows)):
            named, figure = label(note.name, "text2"), _wrapped(note.text)
            self._grid.addWidget(named, number, 0, TOP)
            self._grid.addWidget(figure, number, 1)
            for shown in (named, figure):
                shown.setToolTip(tip_lines(note.definition))
        self.list.setVisible(bool(rows))
        self._grid.activate()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        self.adjustSize()


def _wrapped(text: str = "", tone: str = "text") -> QLabel:
    """Return a label that breaks into lines; a long word does not widen what it is in."""
    made = label(text, tone)
    made.setWordWrap(True)
    made.setMinimumWidth(1)
    return made


def _through(through: Sequence[tuple[int, int]], names: Sequence[str]) -> list[Note]:
    """Return how many paths pass each node in the middle; one line where all have the same number."""
    counts = {count for _, count in through}
    if len(through) > 1 and len(counts) == 1:
        return [Note("Through each of", f"{len(through):,} switches: {counted(counts.pop(), 'path')}")]
    notes = [Note(f"Through {names[node]}", counted(count, "path")) for node, count in through[:MOST_THROUGH]]
    if len(through) > MOST_THROUGH:
        notes.append(Note("", f"and {len(through) - MOST_THROUGH:,} more"))
    return notes


def _notes(ways: AlgorithmPaths) -> list[Note]:
    """Numbers of paths: those that the algorithm allows, and those that the network has."""
    if not ways.hops:
        return []
    notes = []
    if not ways.deterministic:
        notes.append(Note("Allowed paths", _counts(ways.switch_ways, ways.count)))
        notes.append(Note("All paths together", counted(len(ways.links), "link")))
    shortest = ways.shortest
    notes.append(Note("Shortest paths", _counts(shortest.by_switches, shortest.by_channels)))
    if shortest.shortest != len(ways.hops):
        notes.append(Note("Distance", counted(shortest.shortest, "link")))
    if ways.disjoint_inside is not None:
        notes.append(Note("Disjoint paths", f"{ways.disjoint_inside:,} between switches", INSIDE_TIP))
    notes.append(Note("Disjoint throughout", f"{ways.disjoint:,} with host links", WHOLE_TIP))
    return notes


def _counts(by_switches: int, by_channels: int) -> str:
    return f"{by_switches:,} by switch, {by_channels:,} by link"
