"""Second page: the switches allowed in each network."""

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from fatdesk.core.formats.yaml_events import Place
from fatdesk.engine.catalog.configuration import configuration, configurations
from fatdesk.engine.catalog.matching import joinable, kinds
from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, PowerUnit, Server, Switch
from fatdesk.engine.design.options import usable_switches
from fatdesk.gui.requirements.pages import Making, Page, scrolled
from fatdesk.gui.requirements.part_sources import PartsFrom
from fatdesk.gui.requirements.requirements_page import OF_PARTS
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.layouts import WrappedPair
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence, to_read
from fatdesk.gui.widgets.plain_text import label, menu_text, set_tone, tip

AnySwitch = Switch | ModularSwitch
TITLES = {
    "edge": ("Edge switches", "Switches that hosts connect to."),
    "core": ("Core switches", "Switches that connect the edge switches."),
}

BESIDE_LISTS = 56
"""Margins and scroll bar, in pixels at 100 %."""


def ports_text(part: AnySwitch) -> str:
    """Return the number of links that the ports of a switch carry; of a modular one with all cards."""
    if isinstance(part, ModularSwitch):
        most = max(some.links for some in configurations(part))
        return f"{most} on {part.slots} cards"
    return str(configuration(part).links)


def speeds(part: AnySwitch) -> list[float]:
    """The rates of its links in Gb/s, fastest first."""
    groups = [g for c in part.cards for g in c.ports] if isinstance(part, ModularSwitch) else part.ports
    return sorted({group.rate_gbps for group in groups}, reverse=True)


def speed_text(part: AnySwitch) -> str:
    """The rates of its links in Gb/s, in words."""
    return ", ".join(f"{rate:g}" for rate in speeds(part))


def port_power_text(part: AnySwitch) -> str:
    """Power per port in watts, of the fixed switch or the chassis with all cards."""
    full = configurations(part)[-1]
    return UNKNOWN if full.power_w is None else f"{full.power_w / full.links:,.1f}"


def currency_of(parts: Iterable[AnySwitch]) -> str:
    """The one currency of all prices; empty where there are several."""
    full = [configurations(part)[-1] for part in parts]
    found = {some.currency for some in full if some.price is not None}
    return "" if len(found) > 1 else next(iter(found), "USD")


def prices_text(part: AnySwitch, currency: str) -> tuple[str, str]:
    """Price, and price of a port, of the fixed switch or the chassis with all cards.

    Without a currency that the head of the column names each price has its own.
    """
    full = configurations(part)[-1]
    if full.price is None:
        return UNKNOWN, UNKNOWN
    unit = "" if currency else f"{full.currency} "
    return f"{unit}{full.price:,.0f}", f"{unit}{full.price / full.links:,.0f}"


class FilterField(QLineEdit):
    """A filter; Enter stays in it and does not go to the next page."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept Enter: the list is filtered while typing."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class PartsPage(Page):
    """Two lists of boxes to tick: edge and core; all ticked is no restriction."""

    name, title = "parts", "Parts"
    meaning = (
        "Switches allowed in the design. A modular switch is tried with every number of line cards; "
        "the prices shown here include all of them."
    )

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        self.fabric = 0
        row = QHBoxLayout()
        row.setContentsMargins(px(24), 0, px(20), px(8))
        row.setSpacing(px(12))
        self.of = label("Network", "text2")
        self.choice = Combo(self.theme)
        self.choice.setAccessibleName("Network")
        self.choice.setMinimumWidth(px(180))
        self.choice.activated.connect(self._look_at)
        row.addWidget(self.of)
        row.addWidget(self.choice)
        row.addStretch(1)
        self.column.addLayout(row)
        self._lists = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lists.setSpacing(px(32))
        column = scrolled(self)
        self.parts_from = PartsFrom(self.theme, making.sources, making.parts_remark)
        self.parts_from.setObjectName("part-sources")
        self.parts_from.part_asked.connect(self.part_asked)
        column.addWidget(self.parts_from)
        column.addSpacing(px(8))
        column.addWidget(self._filter_row())
        column.addLayout(self._lists)
        column.addStretch(1)
        self.boxes: dict[str, dict[str, QCheckBox]] = {}
        self.notes: dict[str, QLabel] = {}
        self._rows: dict[str, dict[str, list[QWidget]]] = {}
        self.draft.reshaped.connect(self._follow)
        self.draft.changed.connect(self.refresh)
        self._shown: object = None

    def _filter_row(self) -> WrappedPair:
        """Make the row that filters the lists: by text, and by whether a switch could join the hosts."""
        filters, buttons = QWidget(), QWidget()
        row, ticking = QHBoxLayout(filters), QHBoxLayout(buttons)
        for line in (row, ticking):
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(self.theme.px(12))
        self.filter = FilterField()
        self.filter.setObjectName("filter-parts")
        self.filter.setPlaceholderText("Filter: id, name or speed")
        self.filter.setAccessibleName("Filter switches")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaxLength(80)
        self.filter.setMaximumWidth(self.theme.px(240))
        self.filter.textChanged.connect(self._narrow)
        self.speed = Combo(self.theme)
        self.speed.setObjectName("filter-speed")
        self.speed.setAccessibleName("Speed of switches")
        self.speed.setMinimumWidth(self.theme.px(112))
        self.speed.activated.connect(lambda _: self._narrow())
        self.priced = QCheckBox("Priced")
        self.priced.setObjectName("only-priced")
        self.priced.setToolTip(tip("Show only switches whose price is known"))
        self.priced.toggled.connect(self._narrow)
        self.fitting = QCheckBox("Fit the hosts")
        self.fitting.setObjectName("only-fitting")
        self.fitting.setToolTip(
            tip(
                "Edge switches whose ports match the speed, protocol and connector of all hosts of this "
                "network, and core switches that match the selected edge switches. "
                "Port counts are not considered."
            )
        )
        self.fitting.toggled.connect(self._narrow)
        self.hidden_count = label("", "text2")
        self.hidden_count.setObjectName("hidden-parts")
        self.tick_all = QPushButton("Allow all")
        self.tick_all.setObjectName("allow-all")
        self.tick_all.setToolTip(tip("Select all switches, those that are filtered out too"))
        self.tick_all.clicked.connect(self._tick_all)
        self.tick_shown = QPushButton("Allow only those shown")
        self.tick_shown.setObjectName("allow-shown")
        self.tick_shown.setToolTip(tip("Select all switches shown, and clear those that are filtered out"))
        self.tick_shown.clicked.connect(self._tick_shown)
        self.filter.setMinimumWidth(self.theme.px(130))
        row.addWidget(self.filter, 1)
        for widget in (self.speed, self.priced, self.fitting, self.hidden_count):
            row.addWidget(widget)
        row.addStretch()
        ticking.addWidget(self.tick_all)
        ticking.addWidget(self.tick_shown)
        return WrappedPair(filters, buttons, self.theme.px(12))

    def _offer_speeds(self) -> None:
        """Offer the speeds of the switches in the lists; the chosen one stays where it is one of them."""
        rates = sorted({rate for role in OF_PARTS for part in self.parts(role) for rate in speeds(part)})
        now = self.speed.currentData()
        self.speed.clear()
        self.speed.addItem("Any speed", None)
        for rate in rates:
            self.speed.addItem(f"{rate:g} Gb/s", rate)
        self.speed.setCurrentIndex(max(0, self.speed.findData(now)))

    def _is_narrowed(self) -> bool:
        boxes = self.fitting.isChecked() or self.priced.isChecked()
        return boxes or bool(self.filter.text().strip()) or self.speed.currentIndex() > 0

    def shown(self, role: str) -> list[str]:
        """Ids of the switches of a role that the filter leaves."""
        words = self.filter.text().casefold().split()
        fitting = self._fitting()[role] if self.fitting.isChecked() else None
        rate, priced = self.speed.currentData(), self.priced.isChecked()
        return [
            part.id
            for part in self.parts(role)
            if (fitting is None or part.id in fitting)
            and (rate is None or rate in speeds(part))
            and not (priced and configurations(part)[-1].price is None)
            and all(word in f"{part.id} {part.name} {speed_text(part)}".casefold() for word in words)
        ]

    def _fitting(self) -> dict[str, frozenset[str]]:
        """The switches of each role that could join the hosts of the network."""
        edges, cores = (self.parts(role) for role in OF_PARTS)
        allowed = self.draft.get("fabrics", self.fabric, "edge") or ()
        hosts = [joinable(self.draft.catalog, server.id) for server in self._servers()]
        found = usable_switches(self.draft.catalog, hosts, edges, cores, allowed)
        return dict(zip(OF_PARTS, found, strict=True))

    def _narrow(self) -> None:
        """Show the rows that the filter leaves; what is ticked stays as it is."""
        narrowed, hidden = self._is_narrowed(), 0
        for role, rows in self._rows.items():
            shown = set(self.shown(role)) if narrowed else set(rows)
            hidden += len(rows) - len(shown)
            for part, widgets in rows.items():
                for widget in widgets:
                    widget.setVisible(part in shown)
        self.hidden_count.setText(to_read(f"{hidden:,} hidden") if hidden else "")
        for role in self.boxes:
            self._note(role)
        self.tick_shown.setEnabled(narrowed and all(self.shown(role) for role in OF_PARTS))

    def _tick_all(self) -> None:
        """Allow every switch of both lists."""
        for role in OF_PARTS:
            self.draft.put(("fabrics", self.fabric, role), [])

    def _tick_shown(self) -> None:
        """Allow the switches in view and no others."""
        for role in OF_PARTS:
            shown = self.shown(role)
            every = len(shown) == len(self.boxes[role])
            self.draft.put(("fabrics", self.fabric, role), [] if every else sorted(shown))
        self._narrow()

    def begin(self) -> None:
        """Names of networks, hosts in enclosures and files of parts may be others by now."""
        self.making.sources.look()
        self.parts_from.refresh()
        if self._shown != self._state():
            self.rebuild()

    def _follow(self) -> None:
        """Make the lists again, where they are visible at once; catalogs have hundreds of switches."""
        self._shown = None
        if self.isVisible():
            self.rebuild()

    def _state(self) -> object:
        return self._names(), self.fabric, [server.id for server in self._servers()]

    def _names(self) -> tuple[str, ...]:
        return tuple(self.draft.text("fabrics", number, "name") for number in self.draft.rows("fabrics"))

    def _servers(self) -> list[Server | PowerUnit]:
        """The hosts of the network that is looked at."""
        parts = [
            self.draft.catalog.find(self.draft.text("hosts", number, "part"))
            for number in self.draft.joined(self.fabric)
        ]
        return [part for part in parts if isinstance(part, Server | PowerUnit)]

    def _bays(self) -> tuple[str, ...]:
        """Switches of the enclosures that the network's blades live in; none: hosts are no blades."""
        for part in self._servers():
            if isinstance(part, Server) and part.fits:
                boxes = [box for box in self.draft.catalog.of(Enclosure) if box.id in part.fits]
                return tuple(sorted({some for box in boxes for some in box.switch}))
        return ()

    def parts(self, role: str) -> list[AnySwitch]:
        """The switches that may have a role in the network."""
        catalog = self.draft.catalog
        every: list[AnySwitch] = [*catalog.of(Switch), *catalog.of(ModularSwitch)]
        bays = {some for box in catalog.of(Enclosure) for some in box.switch}
        own = self._bays() if role == "edge" else ()
        if own:
            return [part for part in every if part.id in own]
        return [part for part in every if {role, "management"} & {*part.roles} and part.id not in bays]

    def _look_at(self, number: int) -> None:
        self.fabric = number
        self.rebuild()

    def rebuild(self) -> None:
        """Both lists for the network that is looked at."""
        names = self._names()
        self.fabric = min(self.fabric, max(0, len(names) - 1))
        self._shown = self._state()
        self.choice.clear()
        self.choice.addItems(list(names))
        self.choice.setCurrentIndex(self.fabric)
        self.of.setVisible(len(names) > 1)
        self.choice.setVisible(len(names) > 1)
        while (item := self._lists.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes, self._rows = {}, {}
        for role in OF_PARTS:
            made = self._list(role, self.parts(role))
            self._lists.addWidget(made)
            made.show()  # at once: a hidden list has no width to arrange it by
        self._offer_speeds()
        self._arrange()
        self.refresh()
        self._narrow()

    def _arrange(self) -> None:
        """The lists next to each other, or where that is too wide one below the other."""
        items = (self._lists.itemAt(number) for number in range(self._lists.count()))
        widths = [item.sizeHint().width() for item in items if item is not None]
        needed = sum(widths) + self._lists.spacing() * (len(widths) - 1) + self.theme.px(BESIDE_LISTS)
        way = QBoxLayout.Direction
        self._lists.setDirection(way.LeftToRight if needed <= self.width() else way.TopToBottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the lists for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def _list(self, role: str, parts: Sequence[AnySwitch]) -> QWidget:
        px = self.theme.px
        title, meaning = TITLES[role]
        made = QWidget()
        lines = QGridLayout(made)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setHorizontalSpacing(px(14))
        lines.setVerticalSpacing(px(5))
        right = Qt.AlignmentFlag.AlignRight
        heading = label(title)
        heading.setFont(self.theme.strong(14))
        currency = currency_of(parts)
        unit = f", {currency}" if currency else ""
        heads = ("Part", "Ports", "Speed, Gb/s", f"Price{unit}", f"Per port{unit}", "W per port")
        lines.addWidget(heading, 0, 0, 1, len(heads))
        self.notes[role] = label(meaning, "text3")
        self.notes[role].setObjectName(f"{role}-note")
        self.notes[role].setWordWrap(True)
        lines.addWidget(self.notes[role], 1, 0, 1, len(heads))
        for at, head in enumerate(heads):
            named = label(head, "text2")
            named.setFont(self.theme.strong(12))
            lines.addWidget(named, 2, at, right if at else Qt.AlignmentFlag.AlignLeft)
        boxes: dict[str, QCheckBox] = {}
        rows: dict[str, list[QWidget]] = {}
        ticked = set(self.draft.get("fabrics", self.fabric, role) or [])
        own = self.making.sources.own
        in_order = sorted(parts, key=lambda p: (p.id not in ticked, p.id not in own, p.id))
        for number, part in enumerate(in_order, start=3):
            box = QCheckBox(menu_text(part.id))
            box.setObjectName(f"{role}-{part.id}")
            box.toggled.connect(partial(self._ticked, role))
            boxes[part.id] = box
            price, each = prices_text(part, currency)
            box.setAccessibleDescription(f"{part.name}, {ports_text(part)} ports, price {price}")
            box.setToolTip(tip("\n".join(filter(None, (part.name, part.source)))))
            shown = (price, each, port_power_text(part))
            cells = [label(ports_text(part)), label(speed_text(part), "text2")]
            cells += [label(text, "text3" if text == UNKNOWN else "text") for text in shown]
            lines.addWidget(box, number, 0)
            for at, cell in enumerate(cells, start=1):
                lines.addWidget(cell, number, at, right)
            rows[part.id] = [box, *cells]
        lines.setColumnStretch(0, 1)
        lines.setRowStretch(len(parts) + 3, 1)
        self.boxes[role], self._rows[role] = boxes, rows
        return made

    def _ticked(self, role: str, _: bool) -> None:
        boxes = self.boxes[role]
        chosen = [part for part, box in boxes.items() if box.isChecked()]
        if not chosen:
            self.refresh()
            note = self.notes[role]
            note.setText("Select at least one switch.")
            set_tone(note, "warn")
            return
        every = len(chosen) == len(boxes)
        self.draft.put(("fabrics", self.fabric, role), [] if every else sorted(chosen))
        self._narrow()

    def refresh(self) -> None:
        """Tick what the draft allows, and say what is wrong."""
        for role, boxes in self.boxes.items():
            allowed = self.draft.get("fabrics", self.fabric, role) or list(boxes)
            for part, box in boxes.items():
                box.blockSignals(True)
                box.setChecked(part in allowed)
                box.blockSignals(False)
            self._note(role)

    def _note(self, role: str) -> None:
        """State what is wrong with the switches of a role, or why none is in view."""
        boxes = self.boxes[role]
        wrong = self.draft.problem("fabrics", self.fabric, role)
        strangers = [part for part in self.draft.get("fabrics", self.fabric, role) or () if part not in boxes]
        if strangers and not wrong:
            wrong = f"{', '.join(strangers)} cannot be the {role} switch of these hosts; select one that can"
        hidden = "" if wrong or not self._is_narrowed() or self.shown(role) else self._hidden_text(role)
        note = self.notes[role]
        note.setText(in_sentence(wrong) if wrong else hidden or TITLES[role][1])
        set_tone(note, "error" if wrong else "warn" if hidden else "text3")

    def _hidden_text(self, role: str) -> str:
        """Why the filter leaves no switch of a role."""
        if not self.fitting.isChecked() or self._fitting()[role]:
            return "The filter hides all of them."
        if role == "core" and self._fitting()["edge"]:
            return "None has ports that join the edge switches."
        hosts = [
            f"{server.id}: {', '.join(dict.fromkeys(map(str, kinds(server.ports))))}"
            for server in self._servers()
        ]
        if not hosts:
            return "The network joins no hosts yet."
        return (
            f"None joins all hosts of this network ({'; '.join(dict.fromkeys(hosts))}). Give groups of hosts "
            "a network of their own, or add a switch or a splitter cable with such ports to your parts."
        )

    def summary(self) -> str:
        """The parts that are allowed."""
        named = dict.fromkeys(
            part
            for number in self.draft.rows("fabrics")
            for role in OF_PARTS
            for part in self.draft.get("fabrics", number, role) or []
        )
        return ", ".join(named) or "all switches of the catalog"

    def owns(self, place: Place) -> bool:
        """Parts of networks."""
        return place[:1] == ("fabrics",) and len(place) > 2 and place[2] in OF_PARTS

    def first(self) -> QWidget | None:
        """The first box that is ticked."""
        boxes = self.boxes.get("edge", {}).values()
        return next((box for box in boxes if box.isChecked()), next(iter(boxes), None))

    def point_to(self, place: Place | None = None) -> None:
        """Bring the keys to the list that a place is about."""
        if place is not None and len(place) > 2:
            self._look_at(int(place[1]))
            boxes = self.boxes.get(str(place[2]), {})
            if boxes:
                first = next(iter(boxes.values()))
                first.setFocus()
                self.reveal(first)
                return
        super().point_to(place)
