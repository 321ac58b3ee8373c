"""The card that adds a network: a family with its picture and parameters, or a graph in a file."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.engine.topology.frame import View
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.gui.analysis.study_kinds import figure_rows, network_name_problem, range_text, why
from fatdesk.gui.desk import Desk
from fatdesk.gui.topology.painting import Painting
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.folder_dialog import at_home
from fatdesk.gui.widgets.numbers import in_sentence, parse_number, parse_ratio, plain
from fatdesk.gui.widgets.plain_text import label, set_tone, tip_lines
from fatdesk.networks.cards import Card
from fatdesk.networks.topologies import TOPOLOGIES, TOPOLOGY_CARDS, canonical, network_of, read_spec
from fatdesk.networks.topologies.properties import check_graph
from fatdesk.networks.topologies.spec import FILE, example, path_of, read, words, write
from fatdesk.networks.topologies.topology import Topology
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy

WIDE, HIGH, EDGE = 250, 150, 6
AROUND = 24.0
"""Room around the layout for what is wider than its place, in the units of drawings."""
FROM_FILE = Card(
    "Any network as a graph: GraphML, or a list of links.",
    "Use it for a network that another program wrote, or one of no known family.",
)


class FamilyCard(QWidget):
    """Card for those who do not know the name of a family."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._theme = desk.theme
        self.setObjectName("family-card")
        self.setFixedWidth(px(WIDE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        self.picture = FamilyPicture(desk)
        self.what, self.use, self.paper = label(""), label(""), label("", "text3")
        column.addWidget(self.picture)
        for name, text in (("what", self.what), ("use", self.use), ("paper", self.paper)):
            text.setObjectName(f"family-{name}")
            text.setWordWrap(True)
            column.addWidget(text)
        column.addStretch(1)
        desk.theme.changed.connect(self._fonts)
        self._fonts()

    def _fonts(self) -> None:
        for text in (self.what, self.use, self.paper):
            text.setFont(self._theme.font(12))

    def show_family(self, name: str, spec: str) -> None:
        """Show a topology by its name; empty: a graph in a file. ``spec`` is what the picture shows."""
        card = TOPOLOGY_CARDS.get(name, FROM_FILE)
        self.what.setText(card.what)
        self.use.setText(card.use)
        self.paper.setText(f"Paper: {card.paper}." if card.paper else "")
        self.paper.setVisible(bool(card.paper))
        for text in (self.what, self.use, self.paper):
            text.setFixedHeight(text.heightForWidth(self.width()))  # all of it, whatever is next to it
        self.picture.show_spec(spec)


class FamilyPicture(QWidget):
    """A small network of a family, as Topology draws it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._painting = Painting(desk.theme)
        self._memo = Memo[str](most=16)
        self._looking: Looking | None = None
        self.setObjectName("family-picture")
        self.setAccessibleName("Picture of the family")
        self.setFixedSize(QSize(desk.theme.px(WIDE), desk.theme.px(HIGH)))

    def show_spec(self, spec: str) -> None:
        """Draw a network; an empty spec draws nothing."""
        self._looking = self._memo.keep(spec, (), lambda: _looking(spec)) if spec else None
        self.setVisible(self._looking is not None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The whole network, as large as fits."""
        looking = self._looking
        if looking is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.colour("canvas"))
        edge = self._theme.px(EDGE)
        left, top, right, bottom = looking.drawing.layout.extent
        left, top, right, bottom = left - AROUND, top - AROUND, right + AROUND, bottom + AROUND
        wide, high = self.width() - 2 * edge, self.height() - 2 * edge
        scale = min(wide / max(right - left, 1.0), high / max(bottom - top, 1.0))
        x = edge + (wide - (right - left) * scale) / 2 - left * scale
        y = edge + (high - (bottom - top) * scale) / 2 - top * scale
        painter.setClipRect(self.rect(), Qt.ClipOperation.IntersectClip)
        frame = looking.frame(View(scale, x, y, float(self.width()), float(self.height())))
        frame.labels.clear()  # names of rows and counts have no room in a small picture
        frame.pills.clear()
        self._painting.paint(painter, frame, looking.colours)
        painter.end()


def _looking(spec: str) -> Looking:
    made = studied("family", spec, network_of(spec))
    return Looking(made.drawing(), made.colouring(made.modes[0]))


WIDTH, SIDE, GAP = 400, 16, 8
FILE_WORD = "file"
FIRST = (
    "star:N=8,E=1,Bl=1",
    "two-level:N=36,PE=12,PC=12,Bl=1",
    "kary-tree:k=2,n=3",
    "clos:k=2,n=3",
    "mikant:k=3,n=3",
    "ruft:k=2,n=3",
    "ruft-pl:k=2,n=3",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-222:k=2,n=3",
    "egft:M=4-4,C=1-2,K=1-2",
    "hyperx:S=4-4,K=1-1,T=4",
    "dragonfly-plus:g=3,a=2,s=2,T=2,K=2,L=1",
    "universal:n=16,w=8",
)
"""First values of the fields where the example of the topology is not easily read."""


def _plain(text: str) -> str:
    """Return a typed parameter as a SPEC has it: calculations with their value, 3:1 as 3."""
    if text.startswith("="):
        return plain(parse_number(text))
    return str(parse_ratio(text)) if ":" in text and not text.startswith("[") else text


class NetworkCard(QFrame):
    """The fields; ``added`` carries the name of the added network; ``shown``: it comes or goes.

    ``resized``: another family has more or fewer fields.
    """

    added = Signal(str)
    left = Signal()
    shown = Signal()
    resized = Signal()

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px, theme = desk.theme.px, desk.theme
        self.setProperty("role", "palette")
        self.setObjectName("network-card")
        sides = QHBoxLayout(self)
        sides.setContentsMargins(px(SIDE), px(12), px(SIDE), px(12))
        sides.setSpacing(px(SIDE))
        column = QVBoxLayout()
        column.setSpacing(px(8))
        self.family_card = FamilyCard(desk)
        sides.addLayout(column, 1)
        sides.addWidget(self.family_card)
        self._whole = px(WIDTH + SIDE) + self.family_card.width()
        self.setFixedWidth(self._whole)
        self.title = label("Add network")
        column.addWidget(self.title)
        self.family = Combo(theme)
        self.family.setObjectName("card-family")
        self.family.setAccessibleName("Family")
        for topology in TOPOLOGIES:
            self.family.addItem(f"{topology.title[0].upper()}{topology.title[1:]}", topology.name)
            about = tip_lines(TOPOLOGY_CARDS[topology.name].text)
            self.family.setItemData(self.family.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self.family.addItem("Graph in a file", FILE_WORD)
        self.family.currentIndexChanged.connect(self._other_family)
        self.name = self._field("Name")
        self.name.setObjectName("card-name")
        self.fields: dict[str, QLineEdit] = {}
        self._made: list[QWidget] = []
        self._typed: dict[str, dict[str, str]] = {}
        column.addLayout(self._rows())
        self.problem = label("", "error")
        self.problem.setObjectName("card-problem")
        self.problem.setWordWrap(True)
        self.problem.setFixedWidth(px(WIDTH - 2 * SIDE))
        column.addWidget(self.problem)
        self.figures = QWidget()
        self.figures.setObjectName("card-figures")
        self._figures = QGridLayout(self.figures)
        self._figures.setContentsMargins(0, 0, 0, 0)
        self._figures.setVerticalSpacing(px(2))
        for place in (0, 3):
            self._figures.setColumnStretch(place, 1)
        self._figures.setColumnMinimumWidth(2, px(GAP))
        column.addWidget(self.figures)
        column.addLayout(self._foot())
        self._own_name = True
        self.name.textEdited.connect(self._name_typed)
        theme.changed.connect(self._look)
        self._look()
        self.hide()

    def _rows(self) -> QGridLayout:
        px = self._desk.theme.px
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(px(12))
        self.grid.setVerticalSpacing(px(4))
        self.grid.setColumnStretch(1, 1)
        self.grid.addWidget(label("Family", "text2"), 0, 0)
        self.grid.addWidget(self.family, 0, 1)
        self.grid.addWidget(label("Name", "text2"), 1, 0)
        self.grid.addWidget(self.name, 1, 1)
        return self.grid

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.addStretch(1)
        self.cancel, self.add = QPushButton("Cancel"), QPushButton("Add")
        self.cancel.setObjectName("card-cancel")
        self.add.setObjectName("card-add")
        self.add.setProperty("kind", "primary")
        self.cancel.clicked.connect(self.leave)
        self.add.clicked.connect(self.take)
        foot.addWidget(self.cancel)
        foot.addWidget(self.add)
        return foot

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.textChanged.connect(self._stated)
        field.returnPressed.connect(self.take)
        return field

    def _look(self) -> None:
        self.title.setFont(self._desk.theme.strong(14))

    @property
    def topology(self) -> Topology | None:
        """The topology that is chosen; None: a graph in a file."""
        number = self.family.currentIndex()
        return TOPOLOGIES[number] if number < len(TOPOLOGIES) else None

    @property
    def spec(self) -> str:
        """The typed values as a SPEC.

        Raises
        ------
        FatdeskError
            When it is none.
        """
        given = {name: field.text().strip() for name, field in self.fields.items() if field.text().strip()}
        if self.topology is None:
            typed = given.get(FILE_WORD, "")
            file = os.path.normpath(self._desk.folder / at_home(Path(typed))) if typed else ""
            return canonical(FILE + file)
        return write(self.topology, read(self.topology, {name: _plain(text) for name, text in given.items()}))

    def begin(self) -> None:
        """Show the card, ready to choose a family."""
        if self.family.currentIndex() < 0 or not self.fields:
            self.family.setCurrentIndex([topology.name for topology in TOPOLOGIES].index("kary-tree"))
            self._other_family()
        self._own_name = True
        self._call()
        self.show()
        self.shown.emit()
        self._stated()
        self.raise_()
        self.family.setFocus()

    def leave(self) -> None:
        """Add nothing."""
        self.hide()
        self.shown.emit()
        self.left.emit()

    def take(self) -> None:
        """Add the network when nothing is wrong with it."""
        if self.isHidden() or not self.add.isEnabled():  # Enter in a field is heard by the card as well
            return
        name, spec = self.name.text().strip(), self.spec
        if self.topology is not None:
            self._finish(name, spec)
            return
        self.add.setEnabled(False)
        self._desk.tasks.start(
            f"Read {Path(spec).name}",
            check_graph,
            spec,
            done=lambda _: self._finish(name, spec),
            failed=self._refuse,
            whenever=True,
        )

    def _finish(self, name: str, spec: str) -> None:
        if self.put(name, spec):
            self.hide()
            self.added.emit(name)

    def _refuse(self, why: str) -> None:
        """Show what is wrong with a file."""
        self._show_problem(why)

    def put(self, name: str, spec: str) -> bool:
        """Add the network to the project; return whether that was possible."""
        return self.session.do(AddStudy(study=NetworkUnderStudy(name=name, spec=spec)))

    def taken(self) -> set[str]:
        """Names that are not free."""
        return {study.name for study in self.session.project.studies}

    def problem_with(self, name: str) -> str:
        """Why the network cannot have a name; empty: it can."""
        return network_name_problem(self.session.project, name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter adds, Esc leaves; the drawing below gets no keys."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        event.accept()

    def fit(self, room: int) -> None:
        """Leave out the picture of the family where a drawing of this width has no room for it."""
        whole = room >= self._whole
        if whole == self.family_card.isHidden():
            self.family_card.setVisible(whole)
            self.setFixedWidth(self._whole if whole else self._desk.theme.px(WIDTH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Report the new size."""
        super().resizeEvent(event)
        self.resized.emit()

    def _name_typed(self, _: str) -> None:
        self._own_name = False

    def _call(self) -> None:
        """A free name: that of the topology, with a number where it is in use."""
        if not self._own_name:
            return
        taken = self.taken()
        word = self._file_name() if self.topology is None else self.topology.name
        names = [word, *(f"{word}-{n}" for n in range(2, len(taken) + 3))]
        self.name.setText(next(name for name in names if name not in taken))

    def _other_family(self, _: int = 0) -> None:
        """Fields for the parameters of the family."""
        for widget in self._made:
            widget.hide()
            widget.deleteLater()
        self.fields, self._made = {}, []
        topology = self.topology
        if topology is None:
            self.family_card.show_family("", "")
            self._file_field()
            return
        first = next((spec for spec in FIRST if spec.partition(":")[0] == topology.name), example(topology))
        self.family_card.show_family(topology.name, first)
        params = read_spec(first)[1]
        for number, parameter in enumerate(topology.parameters):
            field = self._field(parameter.name)
            field.setObjectName(f"parameter-{parameter.name}")
            field.blockSignals(True)
            field.setText(words(params[parameter.name]))
            field.blockSignals(False)
            note = label(f"{parameter.meaning}: {range_text(parameter)}", "text3")
            note.setFont(self._desk.theme.font(11))
            note.setWordWrap(True)
            field.setAccessibleDescription(note.text())
            title = label(parameter.name, "text2")
            title.setBuddy(field)
            row = 2 + 2 * number
            self.grid.addWidget(title, row, 0)
            self.grid.addWidget(field, row, 1)
            self.grid.addWidget(note, row + 1, 1)
            self.fields[parameter.name] = field
            self._made += [title, field, note]
            for widget in (title, field, note):
                widget.show()  # a layout leaves room for what is shown only
        self._call()
        self._stated()

    def _file_field(self) -> None:
        """A field for the path of a graph, with a button that chooses one."""
        field, browse = self._field("File"), QPushButton("Browse\u2026")
        field.setObjectName(f"parameter-{FILE_WORD}")
        field.textChanged.connect(lambda _: self._call())
        field.setPlaceholderText("GraphML, or one link per line")
        browse.clicked.connect(self._browse)
        title = label("File", "text2")
        title.setBuddy(field)
        note = label(
            "Nodes with the attribute kind = host or switch; without it, nodes with one link are hosts",
            "text3",
        )
        note.setFont(self._desk.theme.font(11))
        note.setWordWrap(True)
        self.grid.addWidget(title, 2, 0)
        self.grid.addWidget(field, 2, 1)
        self.grid.addWidget(note, 3, 1)
        self.grid.addWidget(browse, 4, 1)
        self.fields[FILE_WORD] = field
        self._made += [title, field, note, browse]
        for widget in self._made:
            widget.show()  # a layout leaves room for what is shown only
        self._call()
        self._stated()

    def _file_name(self) -> str:
        """The name of the chosen file, as far as a network can have it."""
        field = self.fields.get(FILE_WORD)
        stem = "" if field is None else Path(field.text().strip()).stem
        return re.sub("[^A-Za-z0-9._-]+", "-", stem).strip("-._")[:60] or FILE_WORD

    def _browse(self) -> None:
        start = self._desk.folder
        kinds = "Graphs (*.graphml *.xml *.edges *.txt *.csv);;All files (*)"
        path, _ = QFileDialog.getOpenFileName(self.window(), "Choose a graph", str(start), kinds)
        if path:
            self.fields[FILE_WORD].setText(path)

    def _stated(self, _: str = "") -> None:
        """The figures, or what is wrong."""
        if not self.session.is_open:
            return
        self._clear()
        wrong, topology = self.problem_with(self.name.text().strip()), self.topology
        if topology is None and not self.fields[FILE_WORD].text().strip():
            self._show_problem(wrong)
            self.add.setEnabled(False)  # the field states what it takes
            return
        try:
            closed = None if topology is None else topology.closed(read_spec(self.spec)[1])
            if topology is None and not Path(path_of(self.spec)).is_file():
                wrong = wrong or f"there is no file {path_of(self.spec)}"
            self._show_figures(figure_rows(closed) if closed is not None else ())
        except FatdeskError as error:
            wrong = str(error) if topology is None else why(error, topology)
        self._show_problem(wrong)

    def _show_figures(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show figures in two columns, one that is too wide for half of the card across both."""
        px, at = self._desk.theme.px, 0
        half = (px(WIDTH - 2 * SIDE) - px(GAP)) // 2
        for title, value in rows:
            name, stated = label(title, "text2"), label(value)
            stated.setAlignment(Qt.AlignmentFlag.AlignRight)
            is_wide = name.sizeHint().width() + px(SIDE) + stated.sizeHint().width() > half
            at += at % 2 if is_wide else 0
            row, column = at // 2, 3 * (at % 2)
            self._figures.addWidget(name, row, column)
            self._figures.addWidget(stated, row, column + 1, 1, 4 if is_wide else 1)
            at += 2 if is_wide else 1
            for shown in (name, stated):
                shown.show()

    def _show_problem(self, wrong: str) -> None:
        """Show what is wrong; nothing: the network can be added."""
        self.problem.setText(in_sentence(wrong) if wrong else "")
        self.problem.setVisible(bool(wrong))
        set_tone(self.problem, "error")
        self.add.setEnabled(not wrong)
        if wrong:
            self.problem.setFixedHeight(self.problem.heightForWidth(self.problem.width()))
        self._figures.activate()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        self.adjustSize()

    def _clear(self) -> None:
        while (item := self._figures.takeAt(0)) is not None:
            widget = item.widget()
            if isinstance(widget, QLabel):
                widget.hide()
                widget.deleteLater()
