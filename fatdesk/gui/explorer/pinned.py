"""Pinned candidates: their comparison, best values highlighted, and what the project keeps of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.number_text import rounded_number
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.drawing.charts.candidate_points import blocking_text, family_text, is_over
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, to_read
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.commands.explorations import PinDesigns, SetPins, SetSearch, kept_of
from fatdesk.project.designing.pinning import candidate_of, network_of, pinned, required_of
from fatdesk.project.document.explorations import KeptExploration, PinnedDesign, PinnedNetwork

LETTERS = "ABCDE"
ROW, HEAD, FIRST, MARGINS = 25, 40, 132, 14
LEAST, MOST = 300, 560
"""Widths of the panel in pixels: without pins, and at most for the figures of all pins."""
SCROLL = 14
"""Width of its scroll bar in pixels."""


@dataclass(frozen=True)
class Pin:
    """A pinned candidate: letter, number of hosts, whether it is from another search, and from which."""

    letter: str
    one: Candidate
    hosts: int
    ports: int
    required: Fraction | None = None
    earlier: bool = False
    source: str = ""

    @classmethod
    def of(cls, kept: PinnedNetwork) -> "Pin":
        """A pin that a project keeps, until it is found by a search again."""
        one, required = candidate_of(kept), required_of(kept)
        return cls(kept.letter, one, kept.hosts, kept.ports, required, earlier=True, source=kept.source)

    @property
    def record(self) -> PinnedNetwork:
        """The pin as a project keeps it."""
        return pinned(self.letter, self.one, self.hosts, self.ports, self.required, self.source)

    @property
    def is_over(self) -> bool:
        """Whether it blocks more than the requirements allow."""
        return is_over(self.one, self.ports, self.required)


class Line(NamedTuple):
    """A row: title, and for each pin text, colour and whether it is bold.

    Names may be cut where the panel is narrow; figures may not.
    """

    title: str
    texts: tuple[str, ...]
    tones: tuple[str, ...]
    strong: tuple[bool, ...]
    are_names: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The texts in the number language."""
        return self.texts if self.are_names else tuple(to_read(text) for text in self.texts)


class _Figure(NamedTuple):
    title: str
    value: Callable[[Pin], float | None]
    text: Callable[[float], str]
    more: bool = False


FIGURES = (
    _Figure("Bisection, links", lambda p: float(p.one.bisection), lambda v: rounded_number(v, 4), more=True),
    _Figure("Cost", lambda p: float(p.one.cost.amount), lambda v: f"{v:,.0f}"),
    _Figure("Hops", lambda p: p.one.hops, lambda v: f"{v:.0f}"),
    _Figure("Switches", lambda p: p.one.switches, lambda v: f"{v:,.0f}"),
    _Figure("Bundles", lambda p: p.one.cables, lambda v: f"{v:,.0f}"),
    _Figure("Cables", lambda p: None if p.one.bill is None else p.one.bill.count, lambda v: f"{v:,.0f}"),
    _Figure(
        "Optical cables",
        lambda p: None if p.one.bill is None else p.one.bill.optical,
        lambda v: f"{v:,.0f}",
    ),
    _Figure(
        "Kinds of cable", lambda p: None if p.one.bill is None else p.one.bill.skus, lambda v: f"{v:,.0f}"
    ),
    _Figure(
        "Mean excess, m",
        lambda p: None if p.one.bill is None else p.one.bill.mean_excess_um / UM_PER_M,
        lambda v: f"{v:.2f}",
    ),
    _Figure(
        "Wasted lanes",
        lambda p: None if p.one.bill is None else p.one.bill.wasted_lanes,
        lambda v: f"{v:,.0f}",
    ),
    _Figure("Power, W", lambda p: p.one.power_w, lambda v: f"{v:,.0f}"),
    _Figure("Racks", lambda p: p.one.racks, lambda v: f"{v:,.0f}"),
)


def against(value: float | None, first: float | None) -> str:
    """Return the difference from the first value in percent.

    >>> against(150.0, 100.0), against(50.0, 100.0), against(1.0, 1.0), against(None, 1.0)
    ('+50 %', '−50 %', 'same', '–')
    >>> against(1034.0, 9.0)
    '+11,389 %'
    """
    if value is None or not first:
        return "–"
    change = 100 * (value - first) / first
    if abs(change) < 0.05:
        return "same"
    digits = 0 if abs(change) >= 10 else 1
    return f"{'+' if change > 0 else MINUS}{abs(change):,.{digits}f} %"


def lines(pins: Sequence[Pin], current: Sequence[Network] = ()) -> list[Line]:
    """Return the rows of the comparison; ``current``: the network of the project, where it is one."""
    if not pins:
        return []
    plain = ("text",) * len(pins)
    weak = (False,) * len(pins)
    made = [
        Line("Family", tuple(family_text(pin.one) for pin in pins), plain, weak, are_names=True),
        Line("M, lattice", tuple(_shape(pin.one) for pin in pins), plain, weak, are_names=True),
        Line("Top switches C", tuple(_tops(pin.one) for pin in pins), plain, weak, are_names=True),
        Line(
            "Links K",
            tuple("-".join(map(str, pin.one.network.K)) for pin in pins),
            plain,
            weak,
            are_names=True,
        ),
        Line("Hosts per switch", tuple(str(pin.one.terminals) for pin in pins), plain, weak),
        Line("Ports per switch", tuple(str(pin.one.radix) for pin in pins), plain, weak),
        Line(
            "Blocking",
            tuple(blocking_text(pin.one, pin.ports) for pin in pins),
            tuple("warn" if pin.is_over else "text" for pin in pins),
            weak,
        ),
    ]
    for figure in FIGURES:
        made += _compared(pins, figure)
    kept = [not pin.one.reasons for pin in pins]
    made.append(
        Line(
            "Within limits",
            tuple("yes" if good else "no" for good in kept),
            tuple("text" if good else "warn" for good in kept),
            tuple(not good for good in kept),
        )
    )
    if any(pin.required is not None for pin in pins):
        made.append(
            Line(
                "Blocking as required",
                tuple("no" if pin.is_over else "yes" for pin in pins),
                tuple("warn" if pin.is_over else "text" for pin in pins),
                tuple(pin.is_over for pin in pins),
            )
        )
    made.append(
        Line(
            "On the Pareto front",
            tuple(UNKNOWN if pin.earlier else "yes" if pin.one.front else "no" for pin in pins),
            tuple("text" if pin.one.front else "text2" for pin in pins),
            weak,
        )
    )
    mine = tuple(pin.one.network in current for pin in pins)
    if any(mine):
        texts = tuple("yes" if own else "no" for own in mine)
        made.append(Line("Current design", texts, tuple("text" if own else "text2" for own in mine), mine))
    if any(pin.earlier for pin in pins):
        made.append(
            Line(
                "From this search",
                tuple("no" if pin.earlier else "yes" for pin in pins),
                tuple("warn" if pin.earlier else "text" for pin in pins),
                weak,
            )
        )
    return made


def _shape(one: Candidate) -> str:
    net = one.network
    return "-".join(map(str, net.M)) if isinstance(net, Egft) else " × ".join(map(str, net.S))


def _tops(one: Candidate) -> str:
    return "-".join(map(str, one.network.C)) if isinstance(one.network, Egft) else "–"


def _compared(pins: Sequence[Pin], figure: _Figure) -> list[Line]:
    title = figure.title
    if title == "Cost":
        title = f"Cost, {pins[0].one.cost.currency}"
    values = [figure.value(pin) for pin in pins]
    texts = [UNKNOWN if value is None else figure.text(value) for value in values]
    return compared(title, values, texts, more=figure.more)


def compared(
    title: str, values: Sequence[float | None], texts: Sequence[str], *, more: bool = False
) -> list[Line]:
    """Return the row of a quantity, and a row of differences if the values differ.

    Parameters
    ----------
    values, texts
        Of each pin; None is unknown.
    more
        Whether more is better.
    """
    known = [value for value in values if value is not None]
    best = (max if more else min)(known) if len(set(known)) > 1 else None
    row = Line(
        title,
        tuple(texts),
        tuple("text3" if v is None else "ok" if v == best else "text" for v in values),
        tuple(v is not None and v == best for v in values),
    )
    if len(set(values)) < 2:
        return [row]
    differences = ("", *(against(value, values[0]) for value in values[1:]))
    return [row, Line("   relative to A", differences, ("text3",) * len(values), (False,) * len(values))]


class SideBySide(QWidget):
    """Table of pinned candidates; ``unpin_asked`` carries the letter of a clicked heading."""

    unpin_asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.letters: tuple[str, ...] = ()
        self.lines: list[Line] = []
        give_role(self, Role.Graphic)
        self.setAccessibleName("Comparison of pinned candidates")
        desk.theme.changed.connect(self.update)

    def show_lines(self, letters: Sequence[str], rows: list[Line]) -> None:
        """Show the rows of pins, by their letters."""
        self.letters, self.lines = tuple(letters), rows
        said = "; ".join(f"{line.title.strip()}: {', '.join(line.shown)}" for line in self.lines)
        self.setAccessibleDescription(said)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        px = self._theme.px
        return QSize(px(430), px(HEAD // 2 + 8) + px(ROW) * (len(self.lines) + 1))

    def minimumSizeHint(self) -> QSize:
        """Return the full height, for use in a scroll area."""
        return QSize(self._theme.px(260), self.sizeHint().height())

    def columns(self) -> list[QRectF]:
        """Equal columns; where a text is longer, what each needs and a share of the rest.

        Without room for all texts, names are cut and figures are whole, as far as there is room for these.
        """
        px, count = self._theme.px, max(1, len(self.letters))
        room = self.width() - px(FIRST)
        widths = [room / count] * len(self.letters)
        for with_names in (True, False):
            needs = self._needs(with_names)
            if sum(needs) <= room:
                if any(need > room / count for need in needs):
                    widths = [need + (room - sum(needs)) / count for need in needs]
                break
        found, left = [], float(px(FIRST))
        for width in widths:
            found.append(QRectF(left, 0, width, self.height()))
            left += width
        return found

    def _needs(self, with_names: bool) -> list[float]:
        """The width of the longest text of each column, with its margins."""
        usual, strong = (QFontMetrics(font) for font in (self._theme.font(12), self._theme.strong(12)))
        measured = [line for line in self.lines if with_names or not line.are_names]
        found = []
        for number in range(len(self.letters)):
            texts = ((line.shown[number], strong if line.strong[number] else usual) for line in measured)
            longest = max((metrics.horizontalAdvance(text) for text, metrics in texts), default=0)
            found.append(float(longest + self._theme.px(MARGINS) + 1))
        return found

    def least(self, most: int) -> int:
        """The width at which all figures are whole, and names too where ``most`` is enough for them."""
        whole, figures = (ceil(sum(self._needs(with_names))) for with_names in (True, False))
        first = self._theme.px(FIRST)
        return first + (whole if first + whole <= most else figures)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unpin a candidate when its letter is clicked."""
        if event.position().y() < self._theme.px(ROW):
            for letter, column in zip(self.letters, self.columns(), strict=True):
                if column.contains(event.position()):
                    self.unpin_asked.emit(letter)
                    return

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint letters, titles and cells."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("base"))
        columns = self.columns()
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.fillRect(QRectF(0, 0, self.width(), px(ROW)), theme.colour("panel"))
        painter.setFont(theme.strong())
        painter.setPen(theme.colour("accent_text"))
        for letter, column in zip(self.letters, columns, strict=True):
            head = QRectF(column.left(), 0, column.width() - px(10), px(ROW))
            painter.drawText(head, right, f"{letter}  ×")
        y = float(px(ROW))
        for line in self.lines:
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.drawLine(0, int(y), self.width(), int(y))
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("text3" if line.title.startswith(" ") else "text2"))
            painter.drawText(QRectF(px(10), y, px(FIRST), px(ROW)), left, line.title)
            for text, tone, strong, column in zip(line.shown, line.tones, line.strong, columns, strict=True):
                painter.setFont(theme.strong(12) if strong else theme.font(12))
                painter.setPen(theme.colour(tone))
                letters = QFontMetrics(painter.font())
                space = QRectF(column.left() + px(4), y, column.width() - px(MARGINS), px(ROW))
                words = letters.elidedText(text, Qt.TextElideMode.ElideRight, int(space.width()))
                painter.drawText(space, right, words)
            y += px(ROW)
        painter.end()


EMPTY = (
    "Select a point and press P, or click the pin at the left of its row: up to five are shown here side by "
    "side. Double-click to create a project."
)


class SidePanel(QWidget):
    """A head, and below the pins or how to pin."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "side")
        self._px = px
        self.setMinimumWidth(px(LEAST))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(1), 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(px(12), px(8), px(12), px(8))
        title = label("Pinned candidates")
        title.setFont(desk.theme.strong(13))
        self.make = QPushButton("Create project…")
        self.make.setObjectName("create-project")
        self.make.setProperty("kind", "primary")
        self.make.setToolTip(tip("Build the selected point from switches for sale, place and cable it"))
        head.addWidget(title, 1)
        head.addWidget(self.make)
        column.addLayout(head)
        self.side_by_side = SideBySide(desk)
        self.side_by_side.setObjectName("comparison")
        self.note = label("", "warn")
        self.note.setObjectName("pinned-note")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(px(12), px(8), px(12), 0)
        column.addWidget(self.note)
        self.empty = label(EMPTY, "text2")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(px(12), px(8), px(12), 0)
        column.addWidget(self.empty)
        self.area = QScrollArea()
        self.area.setAccessibleName("Pinned candidates")
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.side_by_side)
        column.addWidget(self.area, 1)
        self.show_pins(())
        self.state("")

    def state(self, note: str) -> None:
        """Show why a candidate could not be pinned; empty: nothing to say."""
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def show_pins(self, pins: Sequence[Pin], current: Sequence[Network] = ()) -> None:
        """Show pins; ``current``: the network of the project."""
        self.show_lines([pin.letter for pin in pins], lines(pins, current))

    def show_lines(self, letters: Sequence[str], rows: list[Line]) -> None:
        """Show the rows of pins, by their letters."""
        self.side_by_side.show_lines(letters, rows)
        px = self._px
        needed = self.side_by_side.least(px(MOST - SCROLL)) + px(SCROLL)
        self.setMinimumWidth(min(max(px(LEAST), needed), px(MOST)))
        self.empty.setVisible(not letters)
        self.area.setVisible(bool(letters))


class Keeping:
    """Settings and pins that the project keeps of the explored fabric; each change can be undone.

    Parameters
    ----------
    is_kept
        Whether requirements of the open project are explored; else nothing is kept.

    Attributes
    ----------
    number
        Number of the fabric in the project.
    shown
        The record of it that was shown last; None: nothing was shown.
    """

    def __init__(self, session: Session, is_kept: Callable[[], bool]) -> None:
        self._session, self._is_kept = session, is_kept
        self.number = 0
        self.shown: KeptExploration | None = None

    def of(self, number: int) -> KeptExploration:
        """Return what the project keeps of a fabric."""
        project = self._session.project
        return kept_of(project, project.fabrics[number].requirement.name)

    def is_other_search(self, kept: KeptExploration) -> bool:
        """Whether search settings differ from those that were shown last."""
        return self.shown is None or _with_pins(kept, self.shown) != self.shown

    def pins(self, found: tuple[Pin, ...]) -> None:
        """Keep pinned candidates."""
        if not self._is_kept():
            return
        kept = self.of(self.number)
        pins = tuple(pin.record for pin in found)
        origin = next((pin for pin in kept.pins if pin.letter == kept.made_from), None)
        same = (pin.letter for pin in pins if origin is not None and network_of(pin) == network_of(origin))
        self._keep(SetPins(fabric=kept.fabric, pins=pins, made_from=next(same, "")))

    def designs(self, pins: tuple[PinnedDesign, ...]) -> None:
        """Keep pinned designs over catalog parts."""
        if self._is_kept():
            self._keep(PinDesigns(fabric=self.of(self.number).fabric, designs=pins))

    def search(self, wanted: KeptExploration | None) -> None:
        """Keep search settings; None: a field is invalid."""
        if not self._is_kept() or wanted is None:
            return
        kept = self.of(self.number)
        if _with_pins(wanted, kept) != kept:
            self._keep(
                SetSearch(
                    fabric=kept.fabric,
                    settings=wanted.settings,
                    families=wanted.families,
                    count=wanted.count,
                )
            )

    def _keep(self, command: SetPins | SetSearch | PinDesigns) -> None:
        """Do a step whose result is shown already."""
        self.shown = kept_of(command.apply(self._session.project), command.fabric)
        self._session.do(command)


def _with_pins(kept: KeptExploration, other: KeptExploration) -> KeptExploration:
    """Return the search settings of one with the pins of another."""
    return msgspec.structs.replace(kept, pins=other.pins, made_from=other.made_from, designs=other.designs)
