"""Panel of a fatal combination: its description and its drawing."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric, as_network
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Emphasis, View
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.link_colours import Colouring
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.gui.analysis.outages import outages_of, switches_alone
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.columns import hosts_text
from fatdesk.gui.faults.curves import Fatal, FaultCurve, description_of
from fatdesk.gui.session.session import Session
from fatdesk.gui.simulation.links import put_under_study
from fatdesk.gui.topology.painting import Painting
from fatdesk.gui.views.canvas import Canvas
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.networks.fault_tolerance.impact import Left
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.units import FaultUnits, fault_units, unit_names, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import FABRIC, STUDY, Ref

MOST_NAMED = 3
"""Of more elements only the count is stated."""

WAYS = {
    "up": "All uplinks of",
    "down": "All links down to",
    "in": "All links into",
    "out": "All links out of",
    "host": "All links of hosts at",
}
"""Names of the links that lead one way at a switch."""


def fatal_sentence(
    network: Network, units: FaultUnits, elements: Sequence[int], names: Sequence[str], left: Left
) -> str:
    """Describe the failed elements, the isolated hosts, and the number of disconnected pairs.

    Parameters
    ----------
    names
        Of all nodes.
    """
    cut = left.pairs - left.pairs_connected
    alone = np.flatnonzero(left.cut_off).tolist()
    who = "no host is isolated"
    if alone:
        hosts = hosts_text(alone, [names[host] for host in alone])
        who = f"{hosts} {'is' if len(alone) == 1 else 'are'} isolated"
    return f"{_what(network, units, elements, names)}: {who}, {cut:,} of {left.pairs:,} pairs disconnected."


def _what(network: Network, units: FaultUnits, elements: Sequence[int], names: Sequence[str]) -> str:
    whole = None if units.requested.among == "switches" else _around(network, units, elements)
    if whole is not None:
        node, way, count = whole
        joined = f"{WAYS[way]} switch {names[node]}"
        more = len(elements) - count
        return f"{joined} and {counted(more, 'link')} more" if more else joined
    failed = unit_names(network, units, elements, names)
    word = "switch" if units.requested.among == "switches" else "link"
    if len(failed) > MOST_NAMED:
        return f"{counted(len(failed), word)} failed"
    lead = "Switch" if word == "switch" else "Link"
    lead = lead if len(failed) == 1 else f"{lead}es" if word == "switch" else f"{lead}s"
    return f"{lead} {', '.join(failed)} failed"


def _around(network: Network, units: FaultUnits, elements: Sequence[int]) -> tuple[int, str, int] | None:
    """The node of which all links one way are out, how they lead, and how many failures that takes."""
    channels = network.channels
    gone = np.zeros(len(channels), np.bool_)
    gone[units.out(np.array(elements, np.int32))] = True
    tail, head = channels[:, 0], channels[:, 1]
    level, hosts = network.level, network.hosts
    inner = (tail >= hosts) & (head >= hosts)
    touched = np.unique(channels[gone])
    up = inner & (level[head] > level[tail])
    for word, side, kind in (
        ("up", tail, up),
        ("down", head, inner & (level[head] < level[tail])),
        ("in", head, inner),
        ("out", tail, inner),
        ("host", tail, ~inner),
        ("host", head, ~inner),
    ):
        for node in touched[touched >= hosts].tolist():
            mine = kind & (side == node)
            if mine.any() and gone[mine].all():
                of_thing = [
                    bool(mine[units.channel[units.start[some] : units.start[some + 1]]].any())
                    for some in elements
                ]
                if sum(of_thing) > len(elements) / 2:
                    return node, word, sum(of_thing)
    return None


MOST_LINKS = 60_000
"""Networks of more links are shown in Topology only."""


class Witness(NamedTuple):
    """Drawing of a fatal combination.

    Attributes
    ----------
    links, nodes
        Failed links, in one direction or both, and switches, by the numbers of the drawing.
    names
        Names of the failed elements.
    both_ways
        Whether links that are out are so both ways.
    """

    looking: Looking
    sentence: str
    links: tuple[int, ...]
    nodes: tuple[int, ...]
    names: tuple[str, ...]
    both_ways: bool


class _Ground(NamedTuple):
    """A network ready to be drawn; ``links`` are those of the drawing for those of the network."""

    fabric: Fabric
    network: Network
    links: Ints
    names: tuple[str, ...]
    drawing: Drawing
    colours: Colouring


class Witnesses:
    """Makes what is drawn; the last network is kept."""

    def __init__(self) -> None:
        self._memo = Memo[str](most=1)

    def make(
        self, derived: Derived, requested: StudyNetwork, scheme: str, fails: FaultParameters, fatal: Fatal
    ) -> Witness:
        """Make the drawing of a combination in a network under a routing algorithm.

        Raises
        ------
        FatdeskError
            When the network cannot be built, or the scheme does not fit.
        """
        from fatdesk.networks.fault_tolerance.connectivity.reach import Reach

        ground = self._ground(derived, requested)
        network = ground.network
        units = fault_units(network, fails)
        elements = np.array(fatal.elements, np.int32)
        dead = np.zeros(network.node_count, np.bool_)
        if fails.among == "switches":
            dead[units.of[elements]] = True
        usable = usable_without(network, units, elements)
        left = Reach(network, fitting(scheme, network)).left(usable, dead)
        sentence = fatal_sentence(network, units, fatal.elements, ground.names, left)
        links = _links(network, units, elements)
        emphasis = Emphasis.none(ground.fabric)
        emphasis.dead[: len(dead)] = dead
        emphasis.out[ground.links[links]] = True
        emphasis.cut[: network.hosts] = left.cut_off & ~dead[: network.hosts]
        emphasis.cut |= switches_alone(network, emphasis.dead, emphasis.cut)
        return Witness(
            Looking(ground.drawing, ground.colours, emphasis),
            sentence,
            tuple(ground.links[links].tolist()),
            tuple(np.flatnonzero(dead).tolist()),
            unit_names(network, units, elements, ground.names),
            network.one_way or fails.whole or fails.among == "switches",
        )

    def _ground(self, derived: Derived, requested: StudyNetwork) -> _Ground:
        if requested.spec:
            bare = derived.study(requested.spec)
            return self._memo.keep(requested.spec, (bare,), lambda: _ground_of_spec(requested, bare))
        if requested.stage:
            from fatdesk.project.growing.stage_networks import (
                stage_network,  # growth loads for those who study it
            )

            stage = stage_network(derived, requested.fabric, requested.stage)
            return self._memo.keep(
                requested.source,
                (stage,),
                lambda: _ground_of_fabric(stage.fabric, stage.names, stage.catalog),
            )
        derived.bare_network(requested.fabric)  # says why, where there is none
        number = [fabric.name for fabric in derived.fabrics].index(requested.fabric)
        fabric = derived.fabrics[number]
        names = derived.names[number]
        return self._memo.keep(
            requested.fabric, (fabric, names), lambda: _ground_of_fabric(fabric, names, derived.catalog)
        )


def _ground_of_spec(requested: StudyNetwork, bare: Network) -> _Ground:
    made = studied(requested.name, requested.spec, bare)
    links = np.arange(bare.link_count, dtype=np.int32)
    drawing, colours = made.drawing(), made.colouring(made.modes[0])
    return _Ground(made.fabric, bare, links, made.names, drawing, colours)


def _ground_of_fabric(fabric: Fabric, names: tuple[str, ...], catalog: Catalog) -> _Ground:
    network, links = as_network(fabric)
    none = np.full(fabric.node_count, -1, np.int32)
    drawing = Drawing(fabric, names, none, (), catalog)
    level = fabric.level[fabric.ends].max(axis=1).astype(np.int64)
    words = tuple(f"Level {n}" for n in range(int(level.max(initial=0)) + 1))
    return _Ground(fabric, network, links, names, drawing, Colouring("level", "Level", level, words))


def _links(network: Network, units: FaultUnits, elements: Ints) -> Ints:
    """Links of which at least one way is out."""
    out = units.out(elements)
    return out if network.one_way else np.unique(out // 2).astype(np.int32)


NOT_DRAWN = "Topology shows the networks of today: failures in a growth stage are drawn here only."
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
        self.describe()
        same = (
            before is not None and witness is not None and before.looking.drawing is witness.looking.drawing
        )
        if witness is not None and not same:
            self._untouched = True
            self.fit()
        self.viewport().update()

    def described(self) -> str:
        """Return the combination in words, or why there is none."""
        witness = self.witness
        return self.empty if witness is None else f"{witness.sentence} Failed: {', '.join(witness.names)}."

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
            is_long = len(self.empty) > LONG_TEXT
            painter.setFont(self.theme.font(12 if is_long else 14))
            place = Qt.AlignmentFlag.AlignLeft if is_long else Qt.AlignmentFlag.AlignCenter
            flags = int(place) | int(Qt.TextFlag.TextWordWrap)
            margin = 14 if is_long else 24
            painter.drawText(self.viewport().rect().adjusted(margin, 0, -margin, 0), flags, self.empty)
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
        column.setContentsMargins(0, px(3), 0, 0)
        column.setSpacing(px(2))
        head = QHBoxLayout()
        head.setContentsMargins(px(14), 0, px(8), 0)
        head.setSpacing(px(8))
        self.title, self.words = ElidedLabel("A fatal combination"), label("", "error")
        self.title.setObjectName("fatal-title")
        self.title.setMinimumHeight(px(28))
        self.words.setObjectName("fatal-words")
        self.which = Combo(desk.theme)
        self.which.setObjectName("fatal-which")
        self.which.setAccessibleName("Fatal combination")
        self.which.setToolTip(tip("Combination shown"))
        self.which.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.which.activated.connect(self.chosen)
        head.addWidget(self.title, 1)
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


LONG_TEXT = 200
"""Characters from which on a text fills the panel from its top."""
NOTHING = "A run shows a combination that isolates hosts."
NONE_FOUND = "No combination that was tried isolates a host."
ONE_WAY = "Topology fails links in both directions: more pairs may be disconnected there."


class Seeing:
    """Follows the curves of a study; the combination of the selected network is drawn, else the smallest.

    The network with the smallest one is that which the verdict is on.
    """

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
        present = [curve for curve in curves if curve.points and curve.state != "stale"]
        tried = [curve for curve in present if curve.number in chosen or not known]
        if first is None and tried:
            tried.sort(key=lambda curve: curve.number not in chosen)
            self._show(study, None, tried[0].name)
            return
        weakest = min(known, key=lambda curve: len(curve.fatal[0].elements), default=None)
        self._show(study, first or weakest, "")

    def _show(self, study: FaultStudy | None, curve: FaultCurve | None, none_of: str) -> None:
        same = self._curve is not None and curve is not None and self._curve.name == curve.name
        if not same or study is None or self._study is None or study.name != self._study.name:
            self._number = 0
        self._study, self._curve = study, curve
        if study is None or curve is None:
            empty = NONE_FOUND if none_of else NOTHING
            published = ""
            if study is not None and study.measures:
                empty = published = description_of(study)
            self._panel.show_fatal(none_of, (), 0, None, empty)
            if published:
                self._panel.title.setText("As published, and measured here")
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
        if requested.stage:
            session.said.emit(NOT_DRAWN)
            return None
        made = self._witnesses.make(derived, requested, curve.scheme, study.faults, curve.fatal[self._number])
        network = FABRIC(requested.fabric)
        if requested.spec:
            name = put_under_study(session, requested)
            if not name:
                return None
            network = STUDY(name)
        outages_of(session).fail_alone(network, made.nodes, made.links)
        if not made.both_ways:
            session.said.emit(ONE_WAY)
        return network
