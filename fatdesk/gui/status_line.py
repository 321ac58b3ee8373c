"""The line at the foot of the window: what the whole project comes to, always true."""

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.figures import Figures
from fatdesk.gui.plain import label, set_tone, tip
from fatdesk.gui.session import Trial
from fatdesk.gui.words import AT_LEAST, bounded, counted, signed

NAMES = ("Hosts", "Switches", "Links", "Cables", "Ordered", "Cost", "Power", "Mass", "Worst tray")
DROPPED = ("Mass", "Links", "Switches", "Power")
"""Left out when the window is narrow, in this order."""
SAID_MS = 8000


def figure_texts(figures: Figures) -> dict[str, str]:
    """Each figure with its unit."""
    return {
        "Hosts": f"{figures.hosts:,}",
        "Switches": f"{figures.switches:,}",
        "Links": f"{figures.links:,}",
        "Cables": f"{figures.cables:,}",
        "Ordered": f"{bounded(figures.metres, figures.metres_bound, ',.0f')} m".replace(
            "unknown m", "unknown"
        ),
        "Cost": f"{AT_LEAST if figures.cost_bound else ''}{figures.currency} {figures.cost:,.0f}",
        "Power": _unit(bounded(figures.power_w / 1000, figures.power_bound, ",.1f"), "kW"),
        "Mass": _unit(bounded(figures.mass_kg, figures.mass_bound, ",.0f"), "kg"),
        "Worst tray": f"{bounded(figures.worst_fill * 100, figures.worst_bound, '.1f')} % of "
        f"{figures.fill_max * 100:.0f}",
    }


def _unit(figure: str, unit: str) -> str:
    return figure if figure == "unknown" else f"{figure} {unit}"


def differences(now: Figures, then: Figures) -> dict[str, tuple[str, str]]:
    """What changes from one to another: text and tone by name; what stays is left out."""
    found: dict[str, tuple[str, str]] = {}

    def add(name: str, change: float, text: str) -> None:
        if text.strip("+\u2212±0., %m") or any(sign in text for sign in "123456789"):
            found[name] = (text, "warn" if change > 0 else "ok")

    metres = then.metres - now.metres
    if metres:
        add("Ordered", metres, f"{signed(metres, ',.0f')} m")
    cost = then.cost - now.cost
    if cost:
        add("Cost", float(cost), signed(cost, ",.0f"))
    fill = (then.worst_fill - now.worst_fill) * 100
    if abs(fill) >= 0.05:
        add("Worst tray", fill, f"{signed(fill, '.1f')} %")
    return found


class FillBar(QWidget):
    """The worst tray's fill against the limit."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.share, self.over = 0.0, False
        self.setFixedSize(desk.theme.px(70), desk.theme.px(12))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """A bar, with a tick at the limit."""
        theme, px = self._desk.theme, self._desk.theme.px
        painter = QPainter(self)
        wide = self.width() - px(2)
        painter.fillRect(QRectF(0, px(3), wide, px(6)), theme.colour("press"))
        used = QRectF(0, px(3), wide * min(1.0, self.share), px(6))
        painter.fillRect(used, theme.colour("error" if self.over else "warn_fill"))
        painter.fillRect(QRectF(wide, 0, px(2), px(12)), theme.colour("text"))
        painter.end()


class StatusLine(QWidget):
    """Figures at the left, what is going on at the right."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.setProperty("role", "status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(px(29))
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), 0, px(14), 0)
        line.setSpacing(px(6))
        self.values: dict[str, QLabel] = {}
        self.changes: dict[str, QLabel] = {}
        self._groups: dict[str, list[QWidget]] = {}
        self.bar = FillBar(desk)
        for name in NAMES:
            title, value, change = label(name, "text2"), label(""), label("")
            widgets: list[QWidget] = [title]
            line.addWidget(title)
            if name == "Worst tray":
                line.addWidget(self.bar)
                widgets.append(self.bar)
            line.addWidget(value)
            line.addWidget(change)
            line.addSpacing(px(10))
            widgets += [value]
            self.values[name], self.changes[name], self._groups[name] = value, change, widgets
            change.hide()
        line.addStretch(1)
        self.right = label("", "text2")
        line.addWidget(self.right)
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.setInterval(SAID_MS)
        self._said.timeout.connect(self._quiet)
        self._hint = ""
        self.session.opened.connect(self.refresh)
        self.session.changed.connect(self.refresh)
        self.session.selected.connect(self._selected)
        self.session.said.connect(self.say)
        self.session.trying.connect(self.show_trial)
        desk.theme.changed.connect(self._fonts)
        self._fonts()
        self.refresh()

    def _fonts(self) -> None:
        for widgets in self._groups.values():
            widgets[0].setFont(self._desk.theme.font(12))
        for value in self.values.values():
            value.setFont(self._desk.theme.strong(12))
        for change in self.changes.values():
            change.setFont(self._desk.theme.strong(12))
        self.right.setFont(self._desk.theme.font(12))

    def refresh(self, *_: object) -> None:
        """Show the figures of the present project."""
        is_open = self.session.is_open
        for widgets in self._groups.values():
            for widget in widgets:
                widget.setVisible(is_open)
        if not is_open:
            self.right.setText("No project open")
            return
        self._write(self.session.figures)
        self._fit()

    def _write(self, figures: Figures) -> None:
        for name, text in figure_texts(figures).items():
            self.values[name].setText(text)
        self.values["Cost"].setToolTip(tip(self._why_bound()))
        self.bar.share = figures.worst_fill / figures.fill_max
        self.bar.over = figures.worst_fill > figures.fill_max
        self.bar.update()

    def _why_bound(self) -> str:
        missing = [line for line in self.session.derived.bill.lines if line.unit_price is None]
        return "\n".join(f"{line.order} × {line.part} has no price" for line in missing[:10])

    def show_trial(self, trial: Trial | None) -> None:
        """While something is dragged: what it would change, or why it cannot be dropped there."""
        for change in self.changes.values():
            change.hide()
        if trial is None:
            self._quiet()
            self._write(self.session.figures)
            return
        if trial.figures is None:
            self._write(self.session.figures)
            self._put(trial.refused, "error")
            return
        self._write(trial.figures)
        found = differences(self.session.figures, trial.figures)
        for name, (text, tone) in found.items():
            self.changes[name].setText(text)
            set_tone(self.changes[name], tone)
            self.changes[name].setVisible(not self.values[name].isHidden())
        self._put("Release to put it there, Esc to leave it", "text2")

    def say(self, text: str) -> None:
        """Show a message for some seconds."""
        self._put(text.partition("\n")[0], "text")
        self.right.setToolTip(tip(text))
        self._said.start()

    def _put(self, text: str, tone: str) -> None:
        set_tone(self.right, tone)
        self.right.setText(text)
        self.right.setToolTip(tip(text))
        self.setAccessibleDescription(text)

    def _quiet(self) -> None:
        self._put(self._hint, "text2")

    def _selected(self, things: tuple[object, ...]) -> None:
        kinds = {getattr(thing, "kind", "") for thing in things}
        thing = kinds.pop() if len(kinds) == 1 else "thing"
        self._hint = f"{counted(len(things), thing)} selected" if things else ""
        if not self._said.isActive():
            self._quiet()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Leave figures out when there is no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self.session.is_open:
            return
        px = self._desk.theme.px
        room = self.width() - px(300)

        def wide(name: str) -> int:
            return sum(widget.sizeHint().width() + px(6) for widget in self._groups[name]) + px(16)

        shown = list(NAMES)
        for name in (*DROPPED, "Cables"):
            if sum(map(wide, shown)) <= room:
                break
            shown.remove(name)
        for name, widgets in self._groups.items():
            for widget in widgets:
                widget.setVisible(name in shown)
