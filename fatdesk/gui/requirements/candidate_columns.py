"""Columns of the tables of candidates and of rejected designs, and pictures of their cost and switches."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.number_text import counted
from fatdesk.core.units import ceil_div
from fatdesk.engine.bill.deployability import WORK_FIGURES, Deployability, WorkFigure, known_figures
from fatdesk.engine.design.candidate import Candidate, Rejected, RoutedFigures
from fatdesk.engine.design.judging.remarks import CostShares, Remark
from fatdesk.engine.design.requirements import Limits, Requirements
from fatdesk.engine.drawing.charts.catalog_points import family_title
from fatdesk.engine.families import star
from fatdesk.engine.families.design import PartUse
from fatdesk.engine.families.reason import Reason, figure
from fatdesk.engine.floor.room_layout import places
from fatdesk.engine.rules.marks import RuleMarks
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import UNKNOWN, priced, to_read


class Help(NamedTuple):
    """A link: its text, the page and the field it leads to, and the values it sets there first."""

    text: str
    page: str
    place: Place
    values: tuple[tuple[Place, str], ...] = ()


LOWER_LIMITS = frozenset({"hosts_possible", "bisection_gbps", "in_rack_share"})
"""Limits from below."""
UNITS = {
    "racks": "racks",
    "height_u": "U",
    "power_w": "W",
    "mass_kg": "kg",
    "bisection_gbps": "Gb/s",
    "models": "models",
    "hops": "hops",
}


def help_for(rejected: Rejected, wanted: Requirements, fabric: int) -> Help:
    """Return what would help against the first reason."""
    reason = rejected.reasons[0]
    code = reason.code
    if code == "racks" and (larger := _larger_room(reason, wanted)) is not None:
        return larger
    if code in Limits.__struct_fields__:
        place = ("limits", code)
        bound = reason.allowed if code in LOWER_LIMITS else reason.needs
        return Help(_limit(reason), "limits", place, () if bound is None else ((place, figure(bound)),))
    if code in {"host-ports", "blades", "bay", "pass-through"}:
        return Help("Choose another host model, or fewer rails", "requirements", ("hosts", 0, "part"))
    if code == "ports" and rejected.family == star.NAME and reason.allowed is not None:
        return Help(f"Up to {figure(reason.allowed)} hosts", "requirements", ("hosts", 0, "count"))
    if code in {"core-ports", "core-kind"}:
        return Help("Choose other core switches", "parts", ("fabrics", fabric, "core"))
    return Help("Choose other edge switches", "parts", ("fabrics", fabric, "edge"))


def _limit(reason: Reason) -> str:
    unit = f" {UNITS[reason.code]}" if reason.code in UNITS else ""
    if reason.code in LOWER_LIMITS:
        return f"Require only {figure(reason.allowed)}{unit}"
    return f"Allow {figure(reason.needs)}{unit}"


def _larger_room(reason: Reason, wanted: Requirements) -> Help | None:
    """The room that would hold a design; None where the room has a place for each of its racks."""
    room, needs = wanted.room, reason.needs
    drawn = None if room is None else places(room)
    if room is None or drawn is None or needs is None or reason.allowed is None:
        return None
    limit = wanted.limits.racks
    is_full = limit is None or reason.allowed < limit  # obstacles take places of what is drawn
    size = floor(reason.allowed) if is_full else drawn
    if needs <= size:
        return None
    is_limited = limit is not None and limit < needs
    more = ", and allow them" if is_limited else ""
    if room.rows is None or not isinstance(room.rack, str):
        return Help(f"A room of {figure(needs)} racks{more}", "room", ("room", "rack"))
    each = ceil_div(ceil(needs) + drawn - size, room.rows)
    rows = f"{room.rows} rows" if room.rows > 1 else "A row"
    place = ("room", "racks_per_row")
    values: list[tuple[Place, str]] = [(place, str(each))]
    if is_limited:
        values.append((("limits", "racks"), str(room.rows * each)))
    return Help(f"{rows} of {each} racks{more}", "room", place, tuple(values))


@dataclass(frozen=True)
class Accepted:
    """A candidate with its place in the order, its remark, and whether it is the one taken.

    Attributes
    ----------
    routed
        Its figures as placed and cabled, or why it has no place; None: it was not placed yet.
    """

    rank: int
    one: Candidate
    remark: Remark
    taken: bool
    routed: RoutedFigures | str | None = None

    @property
    def rules(self) -> RuleMarks | None:
        """Judgement by the rules, of the placed design where it was placed; None: there are none."""
        placed = self.routed.rules if isinstance(self.routed, RoutedFigures) else None
        return placed or self.one.rules

    @property
    def work(self) -> Deployability | None:
        """Figures of its installation, where it is placed and cabled."""
        return self.routed.deployability if isinstance(self.routed, RoutedFigures) else None


@dataclass(frozen=True)
class Fallen:
    """A rejected design, and what would help."""

    one: Rejected
    help: Help


def use_text(use: PartUse | None) -> str:
    """A number of parts, with their cards."""
    if use is None:
        return "–"
    count = f"{use.count:,} × " if use.count else ""
    cards = f", {use.cards} card{'s' if use.cards > 1 else ''}" if use.cards else ""
    return f"{count}{use.part}{cards}"


def above_text(one: Candidate) -> str:
    """The switches above the edge."""
    return " + ".join(map(use_text, one.design.above)) or "–"


def bundle_text(one: Candidate) -> str:
    """Return the number of links from an edge to a core switch; of unequal bundles both numbers."""
    least, more = one.design.core_bundles
    if not least + more:
        return "–"
    return f"× {least}" if not more else f"× {least} or {least + 1}" if least else "× 0 or 1"


def cost_text(one: Candidate) -> str:
    """Money in whole units, with ≥ for a lower bound."""
    return priced(one.cost.amount, one.cost.at_least)


def routed_text(accepted: Accepted) -> str:
    """Return the cost as placed and cabled, in whole currency units, where it is known."""
    routed = accepted.routed
    if not isinstance(routed, RoutedFigures):
        return "not routed yet" if routed is None else "no room"
    return priced(routed.cost.amount, routed.cost.at_least)


def rules_text(marks: RuleMarks | None) -> str:
    """Return which rules a candidate breaks, and how many are not judged."""
    text = "" if marks is None else marks.text
    return text[:1].upper() + text[1:]


def rules_tone(marks: RuleMarks | None) -> str:
    """Return the tone of these: broken rules of severity error, others broken, not judged."""
    if marks is None or not (marks.broken or marks.not_judged):
        return "text3"
    return "error" if marks.errors else "warn" if marks.broken else "text2"


def rules_lines(marks: RuleMarks) -> str:
    """Return every broken rule with its figure, and those that are not judged with the reason."""
    lines = [f"Breaks {one.rule} at {one.where}: {one.text}" for one in marks.broken]
    return "\n".join([*lines, *(f"Not checked by {rule}: {why}" for rule, why in marks.not_judged)])


def work_line(work: Deployability) -> str:
    """Return all figures of deployability in a line."""
    return ", ".join(
        f"{one.title.lower()} {one.text(work)} {one.unit}".strip() for one in known_figures(work)
    )


def _work_column(one: WorkFigure) -> Column[Accepted]:
    """Column of a figure of deployability: a dash where the candidate is not placed and cabled."""
    return Column(
        f"{one.title}, {one.unit}" if one.unit in ("%", "h") else one.title,
        84,
        lambda a: "–" if a.work is None else one.text(a.work),
        number=True,
        tone=lambda a: "text3" if a.work is None else "",
        hidden=one.key not in SHOWN_WORK,
        about=f"{one.meaning}. Known for candidates that are placed and cabled.",
        name=one.key,
    )


WIDENED = ("Edge switches", "Core switches", "Bundle", "Power, W", "Room to grow")
"""Columns that are as wide as what they show: the rest is for remarks."""
RULES = "Rules"
"""The column of rules; shown while there are any."""
SHOWN_WORK = ("install_hours", "bundle_types", "cable_items", "in_rack_share")
"""Figures of deployability that the table shows first; the menu of columns has all."""
WORK_COLUMNS = tuple(_work_column(one) for one in WORK_FIGURES)


def per_host_text(one: Candidate) -> str:
    """Return the cost of the network for each host, with ≥ for a lower bound."""
    return priced(one.cost.per(one.hosts).amount, one.cost.at_least)


def _figure(value: object) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _tone(value: object) -> str:
    return "warn" if value is None else ""


ACCEPTED: tuple[Column[Accepted], ...] = (
    Column("", 34, lambda a: "●" if a.taken else "○", tone=lambda a: "accent_text" if a.taken else "text3"),
    Column("Rank", 48, lambda a: str(a.rank), number=True, strong=True),
    Column(
        "Family",
        112,
        lambda a: family_title(a.one.design.family),
        tone=lambda _: "text2",
        secondary=True,
    ),
    Column("Edge switches", 96, lambda a: use_text(a.one.design.part("edge"))),
    Column("Core switches", 120, lambda a: above_text(a.one)),
    Column("Bundle", 62, lambda a: bundle_text(a.one), number=True),
    Column("Blocking", 70, lambda a: f"{a.one.blocking} : 1", number=True, secondary=True),
    Column("Links", 66, lambda a: f"{a.one.links:,}", number=True, secondary=True),
    Column("Cost", 108, lambda a: cost_text(a.one), number=True, strong=True),
    Column("Per host", 80, lambda a: per_host_text(a.one), number=True, secondary=True),
    Column(
        RULES,
        150,
        lambda a: rules_text(a.rules),
        tone=lambda a: rules_tone(a.rules),
        mark=lambda a: "warning" if a.rules is not None and a.rules.broken else "",
        hidden=True,
        about="Your rules that the candidate breaks, as far as their figures are known",
    ),
    Column(
        "Routed",
        112,
        routed_text,
        number=True,
        strong=True,
        tone=lambda a: "" if isinstance(a.routed, RoutedFigures) else "text3" if a.routed is None else "warn",
        about="Cost as placed and cabled, with the price of each cable",
    ),
    *WORK_COLUMNS,
    Column(
        "Power, W",
        76,
        lambda a: _figure(a.one.power_w and float(a.one.power_w)),
        number=True,
        tone=lambda a: _tone(a.one.power_w),
    ),
    Column(
        "Height, U",
        76,
        lambda a: _figure(a.one.height_u),
        number=True,
        tone=lambda a: _tone(a.one.height_u),
        secondary=True,
    ),
    Column("Room to grow", 98, lambda a: f"{a.one.hosts_possible:,} hosts", number=True),
    Column(
        "Remark",
        230,
        lambda a: a.remark.text,
        tone=lambda a: a.remark.tone,
        mark=lambda a: {"warn": "warning", "ok": "good"}.get(a.remark.tone, ""),
        stretch=True,
    ),
)

FALLEN: tuple[Column[Fallen], ...] = (
    Column("Family", 112, lambda f: family_title(f.one.family), tone=lambda _: "text2"),
    Column("Parts", 280, lambda f: " and ".join(map(use_text, f.one.parts)), stretch=True),
    Column("Reason", 360, lambda f: f.one.reason),
    Column("What would help", 210, lambda f: f.help.text, tone=lambda _: "accent_text"),
)


MOST_EDGES, MOST_CORES = 40, 32


class Sketch(QWidget):
    """Of large networks the first switches, with a word on how many there are."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.candidate: Candidate | None = None
        give_role(self, Role.Graphic)
        self.setAccessibleName("Drawing of the candidate")
        desk.theme.changed.connect(self.update)

    def show_candidate(self, candidate: Candidate | None) -> None:
        """Draw another."""
        self.candidate = candidate
        self.setAccessibleDescription(to_read(self.words()))
        self.update()

    def sizeHint(self) -> QSize:
        """A little wider than high."""
        return QSize(self._theme.px(420), self._theme.px(170))

    def _counts(self) -> tuple[int, int]:
        design = self.candidate.design if self.candidate is not None else None
        if design is None:
            return 0, 0
        each = max(1, design.number("planes", 1)) * max(1, design.number("rails", 1))
        edge = design.part("edge")
        edges = edge.count if edge is not None else design.number("E") * each
        return edges, sum(use.count for use in design.above)

    def words(self) -> str:
        """Describe what is drawn and what is left out."""
        if self.candidate is None:
            return ""
        edges, cores = self._counts()
        hosts, down = self.candidate.hosts, self.candidate.design.number("P_En")
        stated = counted(edges, "edge switch")
        if down:
            stated += (
                f", up to {counted(down, 'host')} each" if edges > 1 else f" for {counted(hosts, 'host')}"
            )
        if edges > MOST_EDGES or cores > MOST_CORES:
            stated += f" · drawn: {min(edges, MOST_EDGES)} of {edges:,}"
            if cores:
                stated += f", above {min(cores, MOST_CORES)} of {cores:,}"
        return stated

    def paintEvent(self, event: QPaintEvent) -> None:
        """Links first, switches over them, hosts below."""
        if self.candidate is None:
            return
        theme, px = self._theme, self._theme.px
        drawing = theme.tokens.drawing
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edges, cores = self._counts()
        top, low = px(12), self.height() - px(46)
        above = self._places(min(cores, MOST_CORES), top)
        below = self._places(min(edges, MOST_EDGES), low)
        painter.setPen(QPen(theme.colour("line2"), 1))
        painter.drawLines([QLineF(a.center(), b.center()) for a in above for b in below])
        for boxes, role in ((above, drawing.core), (below, drawing.edge)):
            painter.setPen(QPen(QColor(role.stroke), 1.2))
            painter.setBrush(QColor(role.fill))
            painter.drawRects(boxes)
        painter.setPen(QPen(QColor(drawing.host.stroke), 1))
        painter.setBrush(QColor(drawing.host.fill))
        for box in below:
            painter.drawLine(QLineF(box.center().x(), box.bottom(), box.center().x(), box.bottom() + px(7)))
            painter.drawRect(QRectF(box.left(), box.bottom() + px(7), box.width(), px(6)))
        painter.setPen(theme.colour("text2"))
        painter.setFont(theme.font(11))
        place = QRectF(0, self.height() - px(20), self.width(), px(18))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), to_read(self.words()))
        painter.end()

    def _places(self, count: int, y: float) -> list[QRectF]:
        if not count:
            return []
        px, step = self._theme.px, self.width() / count
        wide = min(float(px(16)), step * 0.72)
        return [QRectF(step * (n + 0.5) - wide / 2, y, wide, px(11)) for n in range(count)]


ROW, MOST = 23, 8


class Bar(NamedTuple):
    """One candidate: its rank, its shares, its cost in words."""

    rank: int
    shares: CostShares
    cost: str


class CostBars(QWidget):
    """Bars of the first candidates on one scale, the taken one marked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.bars: list[Bar] = []
        self.taken = 0
        self.cables = "cables"
        give_role(self, Role.Chart)
        self.setAccessibleName("Cost of each candidate")
        desk.theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar], taken: int, cables: str) -> None:
        """Show other candidates; ``cables`` says at what price cables count."""
        self.bars, self.taken, self.cables = list(bars), taken, cables
        stated = ", ".join(f"{bar.rank}: {to_read(bar.cost)}" for bar in self.bars)
        self.setAccessibleDescription(f"Cost by rank: {stated}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its bars."""
        px = self._theme.px
        return QSize(px(420), px(48 + ROW * min(MOST, max(1, len(self.bars)))))

    def _shown(self) -> list[Bar]:
        """The first, and the one taken in any case, as many as there is room for."""
        room = max(1, min(MOST, (self.height() - self._theme.px(48)) // self._theme.px(ROW)))
        first = self.bars[:room]
        taken = [bar for bar in self.bars[room:] if bar.rank == self.taken]
        return first if not taken else [*first[: room - 1], *taken]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Title, bars, key."""
        theme, px = self._theme, self._theme.px
        drawing = theme.tokens.drawing
        colours = (drawing.edge.stroke, drawing.core.stroke, theme.tokens.warn_fill)
        painter = QPainter(self)
        painter.setFont(theme.strong(12))
        painter.setPen(theme.colour("text"))
        painter.drawText(QRectF(0, 0, self.width(), px(18)), "Cost of each candidate")
        shown = self._shown()
        most = max((sum(bar.shares, Decimal(0)) for bar in shown), default=Decimal(0))
        left, words = px(34), px(104)
        wide = max(px(20), self.width() - left - words)
        y = float(px(24))
        for bar in shown:
            cost = to_read(bar.cost)
            chosen = bar.rank == self.taken
            painter.setFont(theme.strong(12) if chosen else theme.font(12))
            painter.setPen(theme.colour("accent_text" if chosen else "text2"))
            place = QRectF(0, y, left - px(10), px(ROW))
            painter.drawText(
                place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(bar.rank)
            )
            x = float(left)
            for share, colour in zip(bar.shares, colours, strict=True):
                if share <= 0 or not most:
                    continue
                length = float(share / most) * wide
                painter.fillRect(QRectF(x, y + px(5), max(1.0, length - 1), px(ROW - 10)), QColor(colour))
                x += length
            painter.setPen(theme.colour("text"))
            place = QRectF(x + px(8), y, px(140), px(ROW))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cost)
            y += px(ROW)
        painter.setFont(theme.font(11))
        x = float(left)
        for words_of, colour in zip(("edge", "core", to_read(self.cables)), colours, strict=True):
            painter.fillRect(QRectF(x, y + px(8), px(9), px(9)), QColor(colour))
            painter.setPen(theme.colour("text2"))
            painter.drawText(
                QRectF(x + px(14), y, px(260), px(24)), int(Qt.AlignmentFlag.AlignVCenter), words_of
            )
            x += px(14) + painter.fontMetrics().horizontalAdvance(words_of) + px(18)
        painter.end()
