"""Panel of a fatal combination: its description and its drawing."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.engine.topology.frame import View
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.curves import Fatal, FaultCurve
from fatdesk.gui.faults.witness import MOST_LINKS, Witness, Witnesses
from fatdesk.gui.session.session import Session
from fatdesk.gui.simulation.links import put_under_study
from fatdesk.gui.topology.painting import Painting
from fatdesk.gui.views.canvas import Canvas
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.project.document.ref import FABRIC, STUDY, Ref

NAMES, RIGHT, EDGE = 74, 34, 12
"""Room for the names of rows at the left, for boxes wider than their place, and around, in pixels."""


class FatalCanvas(Canvas):
    """Drawing of a network with failed elements; nothing in it can be selected."""

    least, most = 0.0002, 4.0
    foot = 0.0

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "A fatal combination in its network")
        self.witness: Witness | None = None
        self.empty = ""
        self._painting = Painting(self.theme)
        self.setMinimumSize(desk.theme.px(240), desk.theme.px(120))

    def show_witness(self, witness: Witness | None, empty: str) -> None:
        """Draw another combination; none: say why."""
        before, self.witness, self.empty = self.witness, witness, empty
        description = empty if witness is None else f"{witness.sentence} Failed: {', '.join(witness.names)}."
        self.setAccessibleDescription(description)
        same = (
            before is not None and witness is not None and before.looking.drawing is witness.looking.drawing
        )
        if witness is not None and not same:
            self._untouched = True
            self.fit()
        self.viewport().update()

    def extent(self) -> QRectF:
        """The whole network with its words."""
        if self.witness is None:
            return QRectF()
        left, top, right, bottom = self.witness.looking.drawing.layout.extent
        return QRectF(left, top, right - left, bottom - top).adjusted(-10, -30, 10, 60)

    def _fit_to(self, extent: QRectF) -> None:
        """Fit the whole drawing next to the names of the rows."""
        px = self.theme.px
        if extent.isEmpty():
            return
        names, edge = px(NAMES), px(EDGE)
        wide, high = self.viewport().width() - names - px(RIGHT), self.viewport().height() - 2 * edge
        self.scale = max(self.least, min(self.most, wide / extent.width(), high / extent.height()))
        left = names + (wide - extent.width() * self.scale) / 2
        top = edge + (high - extent.height() * self.scale) / 2
        self.origin = QPointF(left - extent.left() * self.scale, top - extent.top() * self.scale)
        self._fitted = True
        self._show()

    def element_at(self, x: float, y: float) -> Ref | None:
        """Return nothing: elements cannot be selected here."""
        return None

    def in_order(self) -> list[Ref]:
        """Return nothing: elements cannot be selected here."""
        return []

    def chosen_rect(self) -> QRectF | None:
        """There is nothing but the whole."""
        return None

    def view(self) -> View:
        """The window onto the drawing."""
        size = self.viewport().size()
        return View(self.scale, self.origin.x(), self.origin.y(), float(size.width()), float(size.height()))

    def draw(self, painter: QPainter) -> None:
        """Links, boxes, hosts; or why there is nothing."""
        if self.witness is None:
            painter.setPen(self.theme.colour("text2"))
            painter.setFont(self.theme.font(14))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(24, 0, -24, 0), flags, self.empty)
            return
        looking = self.witness.looking
        self._painting.paint(painter, looking.frame(self.view()), looking.colours)

    def pointed(self, at: QPointF | None) -> None:
        """Places mean nothing here."""


class FatalPanel(QWidget):
    """Title, sentence, drawing; ``chosen`` carries another combination to be drawn."""

    chosen = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._theme = desk.theme
        self.has_fatal = False
        """Whether a combination is shown."""
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(2))
        head = QHBoxLayout()
        head.setContentsMargins(px(14), 0, px(8), 0)
        head.setSpacing(px(8))
        self.title, self.words = label("A fatal combination"), label("", "error")
        self.title.setObjectName("fatal-title")
        self.words.setObjectName("fatal-words")
        self.which = Combo(desk.theme)
        self.which.setObjectName("fatal-which")
        self.which.setAccessibleName("Fatal combination")
        self.which.setToolTip(tip("Combination shown"))
        self.which.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.which.activated.connect(self.chosen)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.which)
        column.addLayout(head)
        self.words.setWordWrap(True)
        self.words.setContentsMargins(px(14), 0, px(14), px(4))
        column.addWidget(self.words)
        self.canvas = FatalCanvas(desk)
        self.canvas.setObjectName("fatal-drawing")
        column.addWidget(self.canvas, 1)
        desk.theme.changed.connect(self._look)
        self._look()

    def show_fatal(
        self, name: str, options: Sequence[Fatal], number: int, witness: Witness | None, empty: str
    ) -> None:
        """Draw a combination of a network, one of several that are known."""
        self.which.blockSignals(True)
        self.which.clear()
        for one in options:
            self.which.addItem(f"{len(one.elements):,} failed{one.description}")
        self.which.setCurrentIndex(number if options else -1)
        self.which.blockSignals(False)
        self.which.setVisible(len(options) > 1)
        self.title.setText(f"A fatal combination in {name}" if name else "A fatal combination")
        self.words.setText("" if witness is None else witness.sentence)
        self.words.setVisible(witness is not None)
        self.has_fatal = bool(options)
        self.canvas.show_witness(witness, empty)

    def _look(self) -> None:
        self.title.setFont(self._theme.strong(13))
        self.words.setFont(self._theme.font(12))


NOTHING = "Run a study: a combination that isolates hosts is shown here."
THROUGHPUT = "This study measures throughput. Studies of tolerance show combinations that isolate hosts."
NONE_FOUND = "No combination that was tried isolates a host."
ONE_WAY = "Topology fails links in both directions: more pairs may be disconnected there."


class Seeing:
    """Follows the curves of a study; the combination of the selected network is drawn, else of the first."""

    def __init__(self, session: Session, panel: FatalPanel) -> None:
        self._session, self._panel = session, panel
        self._witnesses = Witnesses()
        self._study: FaultStudy | None = None
        self._curve: FaultCurve | None = None
        self._number = 0
        self._made = Memo[tuple[object, ...]](most=1)
        panel.chosen.connect(self._choose)

    def look(self, study: FaultStudy | None, curves: Sequence[FaultCurve], chosen: Collection[int]) -> None:
        """Draw a combination of what is known now."""
        known = [curve for curve in curves if curve.fatal and curve.state != "stale"]
        first = next((curve for curve in known if curve.number in chosen), None)
        if first is None and chosen and any(curve.number in chosen and curve.points for curve in curves):
            self._show(study, None, next(curve.name for curve in curves if curve.number in chosen))
            return
        self._show(study, first or (known[0] if known else None), "")

    def _show(self, study: FaultStudy | None, curve: FaultCurve | None, none_of: str) -> None:
        same = self._curve is not None and curve is not None and self._curve.name == curve.name
        if not same or study is None or self._study is None or study.name != self._study.name:
            self._number = 0
        self._study, self._curve = study, curve
        if study is None or curve is None:
            empty = NONE_FOUND if none_of else NOTHING
            if study is not None and study.degradation is not None:
                empty = THROUGHPUT
            self._panel.show_fatal(none_of, (), 0, None, empty)
            return
        self._number = min(self._number, len(curve.fatal) - 1)
        made = self._witness(study, curve)
        drawn = made if isinstance(made, Witness) else None
        why = made if isinstance(made, str) else ""
        self._panel.show_fatal(curve.name, curve.fatal, self._number, drawn, why)

    def _choose(self, number: int) -> None:
        self._number = number
        self._show(self._study, self._curve, "")

    def _witness(self, study: FaultStudy, curve: FaultCurve) -> Witness | str:
        """Return the drawing, or why there is none."""
        found, requested = curve.found, study.networks[curve.number]
        assert found is not None  # it has a fatal combination
        key = (found.on.digest, requested, curve.fatal[self._number].elements)
        return self._made.keep(key, (), lambda: self._make(study, curve))

    def _make(self, study: FaultStudy, curve: FaultCurve) -> Witness | str:
        found, requested = curve.found, study.networks[curve.number]
        assert found is not None  # it has a fatal combination
        if found.on.channels > 2 * MOST_LINKS:
            return f"{curve.name} is too large to be shown here. Use Show in Topology."
        derived, fatal = self._session.derived, curve.fatal[self._number]
        try:
            return self._witnesses.make(derived, requested, curve.scheme, study.faults, fatal)
        except FatdeskError as error:
            return in_sentence(str(error))

    def let_fail(self) -> Ref | None:
        """Let the combination that is drawn fail in Topology; the network there.

        Raises
        ------
        FatdeskError
            When the network cannot be drawn.
        """
        study, curve = self._study, self._curve
        if study is None or curve is None:
            return None
        requested = study.networks[curve.number]
        derived, session = self._session.derived, self._session
        made = self._witnesses.make(derived, requested, curve.scheme, study.faults, curve.fatal[self._number])
        network = FABRIC(requested.fabric)
        if requested.spec:
            name = put_under_study(session, requested)
            if not name:
                return None
            network = STUDY(name)
        broken_of(session).fail_alone(network, made.nodes, made.links)
        if not made.both_ways:
            session.said.emit(ONE_WAY)
        return network
