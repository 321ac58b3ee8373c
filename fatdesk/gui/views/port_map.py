"""The port map of a device: its ports as squares in a drawing, as a control, and as a table."""

from collections.abc import Callable, Collection, Sequence
from math import ceil

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from fatdesk.core.arrays import Floats
from fatdesk.engine.drawing.faceplate import TEXT_SIZE, PortInks, drawn_ports, faceplate_of, ports_at
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.listing.host_port_columns import COLUMNS as HOST_PORTS
from fatdesk.engine.listing.host_port_columns import HostPort, host_ports
from fatdesk.engine.wiring.ports import EXTERNAL_END, FREE_END, Port, PortEnd, PortMap
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.views.tool import ARROWS, CTRL, ENTER, SHIFT
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import metres
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip
from fatdesk.gui.widgets.sorting import natural
from fatdesk.project.document.ref import CABLE, Ref


class PortTableDialog(ResultsDialog):
    """All ports with their far ends and cables; selected rows are selected in the window."""

    def __init__(self, desk: Desk, ports: PortMap, parent: QWidget) -> None:
        meaning = f"{ports.used:,} of {len(ports.data):,} are used, in the order of the chassis."
        if ports.management:
            used = sum(port.end is not None for port in ports.management)
            meaning += f" Management: {used} of {len(ports.management)}."
        super().__init__(desk, f"Ports of {ports.name}", f"Ports of {ports.name}", meaning, parent)
        self._session, self.ports = desk.session, ports
        self.setObjectName("port-table")
        self.table = Table(desk, RowsModel(self._columns(), self), f"Ports of {ports.name}")
        self.table.setObjectName("view-ports")
        self.table.make_sortable()
        self.table.chosen.connect(self._choose)
        self.table.rows.show(list(ports.ports))
        self.column.addWidget(self.table, 1)
        self.add_foot(self.table)
        self.resize(desk.theme.px(880), desk.theme.px(560))

    def _columns(self) -> tuple[Column[Port], ...]:
        numbers = self._session.wiring.numbers

        known = [port for port in self.ports.ports if port.os_port or (port.end and port.end.os_port)]
        columns: tuple[Column[Port], ...] = (
            Column("Port", 80, lambda port: port.text, order=natural, strong=True),
            Column("Port name", 110, lambda port: port.os_port, order=natural),
            Column("Far end", 130, lambda port: port.end.name if port.end else "free", order=natural),
            Column("Far port", 80, lambda port: port.end.port if port.end else "", order=natural),
            Column("Far port name", 110, lambda port: port.end.os_port if port.end else "", order=natural),
            Column("Cable", 90, lambda port: numbers.get(_cable(port), ""), order=natural),
            Column("Kind", 160, lambda port: KIND_NAMES[port.end.kind] if port.end else "", stretch=True),
            Column(
                "Computed, m",
                100,
                lambda port: _length(port.end, "computed_um"),
                lambda port: getattr(port.end, "computed_um", None) or -1,
                number=True,
            ),
            Column(
                "Ordered, m",
                100,
                lambda port: _length(port.end, "ordered_um"),
                lambda port: getattr(port.end, "ordered_um", None) or -1,
                number=True,
            ),
        )
        return columns if known else tuple(one for one in columns if not one.title.endswith("name"))

    def _choose(self) -> None:
        """Select the cables of the selected rows."""
        cables: list[Ref] = [CABLE(cable) for port in self.table.chosen_rows() if (cable := _cable(port))]
        if cables:
            self._session.select(cables)


WIDTHS = (76, 150, 58, 50, 84, 56, 82, 82, 56, 54, 62, 58, 80, 119, 119)
"""Of the columns of host ports, in pixels: together as wide as the dialog."""


class HostPortsDialog(ResultsDialog):
    """The ports of all groups of hosts with the fabric, plane and rail of each; it follows the project."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        meaning = (
            "Which port of which hosts leads to which fabric, plane and rail; one without a fabric is free. "
            "Where hosts are assigned to rails in turn, one port leads to several rails."
        )
        super().__init__(desk, "Host ports", "Host ports", meaning, parent)
        self._session = desk.session
        self.setObjectName("host-ports")
        columns: tuple[Column[HostPort], ...] = tuple(
            listed(column, lambda row: row, width, strong=column.name == "port")
            for column, width in zip(HOST_PORTS, WIDTHS, strict=True)
        )
        self.table = Table(desk, RowsModel(columns, self), "Host ports")
        self.table.setObjectName("view-host-ports")
        self.table.make_sortable()
        self.table.empty = "No network has a design yet."
        self.column.addWidget(self.table, 1)
        self.add_foot(self.table)
        self.resize(desk.theme.px(1240), desk.theme.px(560))
        self._session.changed.connect(self._show)
        self._session.opened.connect(self.close)
        self._show()

    def _show(self, _: object = None) -> None:
        if self._session.is_open:
            self.table.rows.show(host_ports(self._session.derived.light_plan))


def _cable(port: Port) -> str:
    return port.end.cable if port.end is not None else ""


def _length(end: PortEnd | None, field: str) -> str:
    return "" if end is None else metres(getattr(end, field))


LARGEST = 22
"""Largest side of a cage in the inspector, in pixels."""
HOW = "Point at a port, or press Tab and arrow keys"
ACROSS = 3.0
"""Weight of the distance across the direction of an arrow key."""


def draw_ports(
    painter: QPainter,
    theme: Theme,
    squares: Floats,
    ends: Sequence[tuple[int, int]],
    texts: Sequence[str],
    lit: Collection[int] = (),
    failed: Collection[int] = (),
) -> None:
    """Draw the ports of a device; the parameters are those of ``drawn_ports``."""
    painter.setFont(theme.font(TEXT_SIZE))
    for port in drawn_ports(theme.tokens.drawing, inks_of(theme), squares, ends, texts, lit, failed):
        rect = QRectF(*port.square)
        pen = QPen(QColor(port.stroke), port.width)
        if port.dash:
            pen.setDashPattern(list(port.dash))
        painter.setPen(pen)
        painter.setBrush(QColor(port.fill) if port.fill else Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)
        if port.text:
            painter.setPen(QColor(port.ink))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), port.text)


def inks_of(theme: Theme) -> PortInks:
    """The colours of ports in a theme."""
    tokens = theme.tokens
    return PortInks(tokens.accent, tokens.on_accent, tokens.error, tokens.error_tint)


def far_text(end: PortEnd) -> str:
    """The far end of a port: the device and its port there, with the name that its system gives it."""
    text = f"{end.name} port {end.port}" if end.port else end.name
    return f"{text} ({end.os_port})" if end.os_port else text


def port_lines(session: Session, port: Port) -> list[str]:
    """A port and its far end, the cable with its number and lengths, and the place of the far end."""
    own = f"Port {port.text}" + (f" ({port.os_port})" if port.os_port else "")
    end = port.end
    if end is None:
        rate = f", {port.rate_gbps:g} Gb/s" if port.rate_gbps else ""
        return [f"{own} is free", f"{port.connector}{rate}".strip(", ")]
    lines = [f"{own} → {far_text(end)}"]
    if not end.cable:
        lines.append("Trace of a backplane, no cable")
    else:
        kind = KIND_NAMES.get(end.kind, end.kind)
        ordered = f", {metres(end.ordered_um)} m ordered" if end.ordered_um is not None else ""
        computed = "length unknown" if end.computed_um is None else f"{metres(end.computed_um)} m computed"
        lines.append(f"Cable {session.wiring.numbers[end.cable]} · {kind}")
        lines.append(f"{computed}{ordered}")
    seat = session.derived.positions.seats.get(end.device)
    if seat is not None:
        lines.append(f"Far end in rack {rack_label(session.project.floor.racks[seat.rack])} U{seat.u:02d}")
    return [line for line in lines if line]


def leads_to(level: int, levels: int) -> str:
    """The destination of ports in words for a row: ``To hosts``, ``To core``.

    >>> leads_to(0, 2), leads_to(2, 2), leads_to(EXTERNAL_END, 2)
    ('To hosts', 'To core', 'External')
    """
    if level == EXTERNAL_END:
        return "External"
    return "To hosts" if level == 0 else f"To {level_name(level, levels).casefold()}"


class PortMapView(QWidget):
    """The ports of one device: pointer or arrow keys go through them, a click or Enter selects the cable.

    The lines below describe the port under the pointer, else the one that the keys are at.
    """

    def __init__(self, session: Session, theme: Theme, ports: PortMap) -> None:
        super().__init__()
        self.ports = ports
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        self.squares = PortSquares(session, theme, ports)
        self.squares.described = self._describe
        column.addWidget(self.squares)
        self.lines = (ElidedLabel("", "text"), ElidedLabel("", "text2"), ElidedLabel("", "text2"))
        for number, line in enumerate(self.lines, start=1):
            line.setFont(theme.font(12))
            line.setObjectName(f"port-line-{number}")
            column.addWidget(line)
        self._describe(())

    def _describe(self, lines: Sequence[str]) -> None:
        shown = [*(lines or (HOW,)), "", ""]
        for line, text in zip(self.lines, shown, strict=False):
            line.setText(text)


class PortSquares(QWidget):
    """The squares of a port map."""

    def __init__(self, session: Session, theme: Theme, ports: PortMap) -> None:
        super().__init__()
        self._session, self._theme, self.ports = session, theme, ports
        self.described: Callable[[Sequence[str]], object] = lambda _lines: None
        self.current = 0
        """The port that the keys are at."""
        self._under: int | None = None
        self._plate = faceplate_of(ports)
        self.setObjectName("port-map")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        give_role(self, Role.Canvas)
        self.setAccessibleName(f"Ports of {ports.name}")
        self.setAccessibleDescription(", ".join(self.lines(0)))
        self._fit()

    # Geometry

    def _fit(self) -> None:
        """As high as the squares need at the present width."""
        self._size = self._plate.scale(max(1, self.width() - 4), 1e9, self._theme.px(LARGEST))
        self.setFixedHeight(ceil(self._plate.high * self._size) + 4)

    def places(self) -> Floats:
        """The square of each port in pixels."""
        return self._plate.placed(2.0, 2.0, self._size)

    def port_at(self, at: QPointF) -> int | None:
        """The port at a pixel."""
        found = ports_at(self.places(), at.x(), at.y())
        return found[0] if found else None

    # Ports

    def lines(self, number: int) -> list[str]:
        """A port in words."""
        return port_lines(self._session, self.ports.ports[number])

    def choose(self, number: int, *, more: bool = False) -> None:
        """Select the cable of a port, with ``more`` in addition to what is selected."""
        end = self.ports.ports[number].end
        if end is None or not end.cable:
            self._session.said.emit(f"{self.lines(number)[0]}.")
            return
        cable = CABLE(end.cable)
        now = [element for element in self._session.selection if element.kind == CABLE] if more else []
        self._session.select([*(element for element in now if element != cable), cable])

    def _go_to(self, number: int) -> None:
        self.current = number
        lines = self.lines(number)
        self.setAccessibleDescription(", ".join(lines))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.described(lines)
        self.update()

    def _next(self, dx: int, dy: int) -> int:
        """The nearest port in a direction; the same where there is none."""
        places = self.places()
        middle = places[:, :2] + places[:, 2:] / 2
        step = middle - middle[self.current]
        ahead, aside = (step[:, 0] * dx, step[:, 1]) if dx else (step[:, 1] * dy, step[:, 0])
        far = np.where(ahead > 0.5, ahead + ACROSS * np.abs(aside), np.inf)
        best = int(far.argmin())
        return best if np.isfinite(far[best]) else self.current

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the squares to the width."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The squares, numbers of line cards, and a ring at the port of the keys."""
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places, chosen = self.places(), self._session.ids(CABLE)
        lit = [
            n for n, port in enumerate(self.ports.ports) if port.end is not None and port.end.cable in chosen
        ]
        draw_ports(
            painter, theme, places, ends_of(self.ports), [port.number for port in self.ports.ports], lit
        )
        painter.setPen(theme.colour("text2"))
        painter.setFont(theme.font(10))
        high = painter.fontMetrics().height()
        for number, (right, middle) in enumerate((self._plate.cards * self._size + 2).tolist(), start=1):
            box = QRectF(0, middle - high / 2, right, high)
            painter.drawText(
                box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(number)
            )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        marked = {self._under: 1.5} if self._under is not None else {}
        if self.hasFocus():
            marked[self.current] = 2.0
        for port, width in marked.items():
            x, y, wide, tall = places[port].tolist()
            painter.setPen(QPen(theme.colour("accent"), width))
            painter.drawRoundedRect(QRectF(x - 1.5, y - 1.5, wide + 3, tall + 3), 2, 2)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for the port under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            port = self.port_at(QPointF(event.pos()))
            if port is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tip("\n".join(self.lines(port))), self)
            return True
        return bool(super().event(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe the port under the pointer."""
        under = self.port_at(event.position())
        if under != self._under:
            self._under = under
            self.described(self.lines(self.current if under is None else under))
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Describe the port that the keys are at, if they are here."""
        self._under = None
        self.described(self.lines(self.current) if self.hasFocus() else ())
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the cable of a port."""
        port = self.port_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and port is not None:
            self._go_to(port)
            self.choose(port, more=bool(event.modifiers() & (CTRL | SHIFT)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Describe the port that the keys are at."""
        super().focusInEvent(event)
        self.described(self.lines(self.current))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Describe no port any more."""
        super().focusOutEvent(event)
        self.described(())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home and End go through the ports; Enter and Space select the cable."""
        key = Qt.Key(event.key())
        if key in ARROWS:
            self._go_to(self._next(*ARROWS[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go_to(0 if key == Qt.Key.Key_Home else len(self.ports.ports) - 1)
        elif key in (*ENTER, Qt.Key.Key_Space):
            self.choose(self.current, more=bool(event.modifiers() & (CTRL | SHIFT)))
        else:
            super().keyPressEvent(event)


def ends_of(ports: PortMap) -> list[tuple[int, int]]:
    """The level of what each port leads to, and the number of levels of its network."""
    return [(FREE_END, 1) if port.end is None else (port.end.level, port.end.levels) for port in ports.ports]
