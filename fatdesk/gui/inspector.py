"""The inspector: what is selected, with every decided value as a field that can be typed into."""

from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.budget import budget, figures
from fatdesk.engine.floor.floor import Rack, letters, rack_label
from fatdesk.gui.combo import Combo
from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.words import UNKNOWN, counted, metres, money
from fatdesk.gui.workspaces.bill import can_price, part_of, set_price
from fatdesk.gui.workspaces.cables import record_of, set_length, spare_um
from fatdesk.project.commands import Command
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.racks import MoveRack, RenameRack

HINT = "Select a rack, device, cable, part or finding to see and type its values here."
BY_RULE = "Chosen by rule"


def row_number(text: str) -> int | None:
    """The row of its letters, from 0.

    >>> row_number("A"), row_number("AA"), row_number("3")
    (0, 26, None)
    """
    found = text.strip().upper()
    if not found or len(found) > 3 or not all("A" <= sign <= "Z" for sign in found):
        return None
    number = 0
    for sign in found:
        number = number * 26 + ord(sign) - 64
    return number - 1


def whole(text: str) -> int | None:
    """A whole number of 1 or more."""
    text = text.strip()
    return int(text) if text.isdecimal() and 1 <= len(text) <= 7 and int(text) >= 1 else None


class Inspector(QWidget):
    """Title, subtitle, and rows in sections; made anew whenever what it shows changes."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session, self._theme = desk, desk.session, desk.theme
        px = desk.theme.px
        self.setProperty("role", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(px(304))
        self.setMaximumWidth(px(480))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(px(1), 0, 0, 0)
        outer.setSpacing(0)
        head = label("Inspector", "text2")
        head.setFont(desk.theme.strong(12))
        head.setContentsMargins(px(16), 0, 0, 0)
        head.setFixedHeight(px(39))
        self._head = head
        outer.addWidget(head)
        outer.addWidget(hairline())
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(self._scroll, 1)
        self.fields: dict[str, QWidget] = {}
        self._busy = False
        self.session.opened.connect(self.refresh)
        self.session.changed.connect(self.refresh)
        self.session.selected.connect(self.refresh)
        desk.theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show what is selected now."""
        if self._busy:
            return
        self.fields = {}
        page = QWidget()
        page.setProperty("role", "panel")
        self._page = QVBoxLayout(page)
        px = self._theme.px
        self._page.setContentsMargins(px(16), px(14), px(14), px(16))
        self._page.setSpacing(px(6))
        if self.session.is_open:
            self._show(self.session.selection)
        self._page.addStretch(1)
        self._scroll.setWidget(page)

    def _show(self, things: tuple[Thing, ...]) -> None:
        if not things:
            hint = label(HINT, "text2")
            hint.setWordWrap(True)
            self._page.addWidget(hint)
            return
        kinds = {thing.kind for thing in things}
        if len(things) > 1:
            word = kinds.pop() if len(kinds) == 1 else "thing"
            self._title(counted(len(things), word), "Select one to type its values")
            if word == "cable":
                self._cable_sums([thing.id for thing in things])
            return
        thing = things[0]
        show: dict[str, Callable[[str], None]] = {
            "cable": self._cable,
            "rack": self._rack,
            "device": self._device,
            "part": self._part,
            "tray": self._tray,
        }
        show[thing.kind](thing.id)

    # Pieces

    def _title(self, title: str, subtitle: str) -> None:
        first, second = label(title), label(subtitle, "text2")
        first.setFont(self._theme.strong(15))
        first.setWordWrap(True)
        second.setFont(self._theme.font(12))
        second.setWordWrap(True)
        self._page.addWidget(first)
        self._page.addWidget(second)

    def _section(self, title: str, note: str = "") -> QGridLayout:
        px = self._theme.px
        self._page.addSpacing(px(6))
        self._page.addWidget(hairline())
        line = QHBoxLayout()
        name, right = label(title), label(note, "text2")
        name.setFont(self._theme.strong())
        line.addWidget(name)
        line.addStretch(1)
        line.addWidget(right)
        self._page.addLayout(line)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(6))
        grid.setVerticalSpacing(px(4))
        grid.setColumnStretch(0, 1)
        grid.setColumnMinimumWidth(2, px(24))
        self._page.addLayout(grid)
        return grid

    def _value(self, grid: QGridLayout, name: str, value: str, unit: str = "", strong: bool = False) -> None:
        row = grid.rowCount()
        first, second = label(name, "text2"), label(value, "warn" if value == UNKNOWN else "text")
        first.setFont(self._theme.font(12))
        if strong:
            second.setFont(self._theme.strong())
        right = Qt.AlignmentFlag.AlignRight
        second.setAlignment(right)
        grid.addWidget(first, row, 0)
        if unit and value != UNKNOWN:
            grid.addWidget(second, row, 1)
            third = label(unit, "text3")
            third.setFont(self._theme.font(12))
            grid.addWidget(third, row, 2)
        else:
            grid.addWidget(second, row, 1, 1, 2)

    def _note(self, text: str) -> None:
        note = label(text, "text2")
        note.setFont(self._theme.font(12))
        note.setWordWrap(True)
        self._page.addWidget(note)

    def _field(
        self, grid: QGridLayout, name: str, text: str, commit: Callable[[str], bool], unit: str = ""
    ) -> None:
        row = grid.rowCount()
        field = QLineEdit(text)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setFixedWidth(self._theme.px(132))
        field.setAccessibleName(name)
        field.setPlaceholderText(UNKNOWN)

        def done() -> None:
            typed = field.text().strip()
            if typed == text or self._busy:
                return
            self._busy = True
            try:
                done_well = commit(typed)
            finally:
                self._busy = False
            if done_well:
                self.refresh()
            else:
                field.setProperty("wrong", True)
                field.style().unpolish(field)
                field.style().polish(field)

        field.editingFinished.connect(done)
        self._put(grid, row, name, field, unit)

    def _choice(
        self,
        grid: QGridLayout,
        name: str,
        options: list[tuple[str, object]],
        now: object,
        commit: Callable[[object], bool],
    ) -> None:
        combo = Combo(self._theme)
        combo.setFixedWidth(self._theme.px(156))
        combo.setAccessibleName(name)
        for text, value in options:
            combo.addItem(text, value)
            if value == now:
                combo.setCurrentIndex(combo.count() - 1)
        combo.activated.connect(lambda number: commit(options[number][1]))
        self._put(grid, grid.rowCount(), name, combo, "")

    def _put(self, grid: QGridLayout, row: int, name: str, field: QWidget, unit: str) -> None:
        title = label(name, "text2")
        title.setFont(self._theme.font(12))
        title.setBuddy(field)
        grid.addWidget(title, row, 0)
        if unit:
            grid.addWidget(field, row, 1)
            third = label(unit, "text3")
            third.setFont(self._theme.font(12))
            grid.addWidget(third, row, 2)
        else:
            grid.addWidget(field, row, 1, 1, 2, Qt.AlignmentFlag.AlignRight)
        self.fields[name] = field

    # What is shown

    def _cable(self, cable_id: str) -> None:
        session = self.session
        row = session.cable(cable_id)
        if row is None:
            self._title(cable_id, "No network has this cable any more")
            return
        self._title(f"{row.a.device} – {row.b.device}", f"Cable from port {row.a.port} to port {row.b.port}")
        grid = self._section("Ends")
        for name, end in (("From", row.a), *(("To", leg) for leg in (row.legs or (row.b,)))):
            place = f"{end.rack_label} · U{end.u:02d} · " if end.u is not None else "not placed · "
            self._value(grid, name, f"{place}{end.device} · port {end.port}")
        if row.bundle:
            self._value(grid, "Bundle", row.bundle)
        length, grid = row.length, self._section("Length")
        for name, um in (
            ("Route in trays", length.route_um),
            ("Vertical, both ends", length.vertical_um),
            ("To rack sides", length.side_um),
            ("Slack", length.slack_um),
            ("Tolerance", length.tolerance_um),
        ):
            self._value(grid, name, metres(um), "m")
        self._value(grid, "Computed", metres(length.computed_um), "m", strong=True)
        record = record_of(session, cable_id)
        self._field(
            grid,
            "Ordered",
            "" if length.ordered_um is None else metres(length.ordered_um).replace(",", ""),
            lambda text: set_length(session, cable_id, text),
            "m",
        )
        self._value(grid, "Left over", metres(spare_um(row)).replace("-", "\u2212"), "m")
        grid = self._section("Part", "by hand" if record.part or record.length_m is not None else "by rule")
        connectors = _connectors(session, row.part)
        options: list[tuple[str, object]] = [(BY_RULE, None)]
        options += [
            (part.id, part.id)
            for part in session.project.parts
            if isinstance(part, Cable) and (not connectors or set(part.connectors) == connectors)
        ]

        def choose(part: object) -> bool:
            assert part is None or isinstance(part, str)
            return session.do(
                SetCable(cable=msgspec.structs.replace(record_of(session, cable_id), part=part))
            )

        self._choice(grid, "Cable", options, record.part, choose)
        self._value(grid, "Ordered part", row.part or "none fits")
        self._value(grid, "Kind", row.kind or "none")
        self._value(grid, "Price", f"USD {money(row.cost)}" if row.cost is not None else UNKNOWN)
        self._note(f"{row.reason[0].upper()}{row.reason[1:]}." if row.reason else "")
        if row.run:
            self._section("Route", counted(len(row.run), "tray"))
            self._note("  →  ".join((row.a.rack_label, *row.run, row.b.rack_label)))

    def _cable_sums(self, ids: list[str]) -> None:
        rows = [row for row in map(self.session.cable, ids) if row is not None]
        grid = self._section("Together")
        known = [row.length.ordered_um for row in rows if row.length.ordered_um is not None]
        bound = "≥ " if len(known) < len(rows) else ""
        self._value(grid, "Ordered", bound + metres(sum(known)), "m")
        self._value(
            grid, "Longest", metres(max((row.length.computed_um or 0 for row in rows), default=0)), "m"
        )

    def _find_rack(self, rack_id: str) -> Rack | None:
        return next((rack for rack in self.session.project.floor.racks if str(rack.number) == rack_id), None)

    def _rack(self, rack_id: str) -> None:
        session, rack = self.session, self._find_rack(rack_id)
        if rack is None:
            self._title(f"Rack {rack_id}", "It was removed")
            return
        label_ = rack_label(rack)
        left = budget(rack, session.derived.catalog)
        self._title(f"Rack {label_}", f"{rack.part} · number {rack.number}")
        grid = self._section("Place")

        def move(row: int | None, position: int | None, what: str) -> bool:
            if row is None or position is None:
                session.said.emit(what)
                return False
            return session.do(MoveRack(rack=rack.number, row=row, position=position))

        self._field(
            grid,
            "Row",
            letters(rack.row),
            lambda t: move(row_number(t), rack.position, f"“{t}” is no row: type letters, such as A."),
        )
        self._field(
            grid,
            "Position",
            str(rack.position + 1),
            lambda t: move(
                rack.row,
                None if whole(t) is None else (whole(t) or 1) - 1,
                f"“{t}” is no position: type 1 or more.",
            ),
        )
        self._field(
            grid,
            "Label",
            rack.label or label_,
            lambda t: self._do(RenameRack(rack=rack.number, rack_label=t)),
        )
        self._value(grid, "x", f"{rack.x_mm / 1000:,.3f}", "m")
        self._value(grid, "y", f"{rack.y_mm / 1000:,.3f}", "m")
        grid = self._section("Budget", counted(len(rack.devices), "device"))
        self._value(grid, "Used", f"{left.used_u} of {left.height_u}", "U")
        if left.reserved_u:
            self._value(grid, "Reserved", str(left.reserved_u), "U")
        self._value(grid, "Free", str(left.free_u), "U")
        self._value(grid, "Power", _bound(left.power_w / 1000, left.unknown_power, ",.1f"), "kW")
        self._value(grid, "Mass", _bound(left.mass_kg, left.unknown_mass, ",.0f"), "kg")

    def _device(self, device_id: str) -> None:
        session = self.session
        name = session.derived.device_names.get(device_id, device_id)
        for rack in session.project.floor.racks:
            for device in rack.devices:
                inside = device_id in {inner.id for inner in device.inside}
                if device.id != device_id and not inside:
                    continue
                subject = next((i for i in device.inside if i.id == device_id), device)
                self._title(name, f"{session.subjects.part(subject)} · {device_id}")
                grid = self._section("Place")
                if inside:
                    self._value(grid, "Inside", session.derived.device_names.get(device.id, device.id))
                    self._value(grid, "Rack", rack_label(rack))
                else:
                    racks: list[tuple[str, object]] = [
                        (rack_label(r), r.number) for r in session.project.floor.racks
                    ]
                    self._choice(
                        grid,
                        "Rack",
                        racks,
                        rack.number,
                        partial(self._to_rack, device_id, device.u),
                    )
                    self._field(
                        grid,
                        "Unit",
                        str(device.u),
                        partial(self._to_unit, device_id, rack.number),
                        "U",
                    )
                height, mass, power = figures(subject, session.derived.catalog)
                grid = self._section("Figures")
                self._value(grid, "Height", UNKNOWN if height is None else str(height), "U")
                self._value(grid, "Power", UNKNOWN if power is None else f"{power:,.0f}", "W")
                self._value(grid, "Mass", UNKNOWN if mass is None else f"{mass:,.1f}", "kg")
                rows = [r for r in session.derived.rows if name in (r.a.device, r.b.device)]
                grid = self._section("Cables", str(len(rows)))
                longest = max((r.length.computed_um or 0 for r in rows), default=0)
                self._value(grid, "Longest", metres(longest), "m")
                return
        self._title(name, "Stands in no rack")

    def _to_rack(self, device_id: str, u: int, rack: object) -> bool:
        return isinstance(rack, int) and self._do(MoveDevice(id=device_id, rack=rack, u=u))

    def _to_unit(self, device_id: str, rack: int, text: str) -> bool:
        unit = whole(text)
        if unit is None or unit > 100:
            self.session.said.emit(f"“{text}” is no unit: type 1 or more.")
            return False
        return self._do(MoveDevice(id=device_id, rack=rack, u=unit))

    def _do(self, command: Command) -> bool:
        return self.session.do(command)

    def _part(self, part_id: str) -> None:
        session = self.session
        lines = [line for line in session.derived.bill.lines if line.part == part_id]
        part = part_of(session, part_id)
        subtitle = (
            " · ".join(word for word in (part.name, part.vendor) if word)
            if part is not None
            else "Part of a modular switch"
        )
        self._title(part_id, subtitle or "Part")
        if any(line.unit_price is None for line in lines):
            self._banner("This part has no price. The total is at least what is shown.")
        for line in lines:
            title = f"{line.length_m:g} m" if line.length_m is not None else "Price"
            grid = self._section(title, f"{line.order:,} to order")
            amount = "" if line.unit_price is None else money(line.unit_price)
            if can_price(session, line):
                self._field(
                    grid,
                    f"Unit price {title}" if len(lines) > 1 else "Unit price",
                    amount,
                    partial(set_price, session, line),
                    line.currency,
                )
            else:
                self._value(grid, "Unit price", amount or UNKNOWN, line.currency)
            self._value(grid, "Needed", f"{line.needed:,}")
            self._value(grid, "Spares", f"{line.spares:,}")
            self._value(
                grid, "Extended", UNKNOWN if line.extended is None else money(line.extended), line.currency
            )
            source = ", ".join(word for word in (line.source, line.price_date) if word)
            if source:
                self._note(source)
        if part is not None and not isinstance(part, Cable):
            grid = self._section("Figures")
            self._value(grid, "Power", UNKNOWN if part.power_w is None else f"{part.power_w:,.0f}", "W")
            self._value(grid, "Mass", UNKNOWN if part.mass_kg is None else f"{part.mass_kg:,.1f}", "kg")

    def _banner(self, text: str) -> None:
        frame = QFrame()
        frame.setProperty("role", "banner-warn")
        inside = QVBoxLayout(frame)
        words = label(text, "warn")
        words.setWordWrap(True)
        inside.addWidget(words)
        self._page.addSpacing(self._theme.px(6))
        self._page.addWidget(frame)

    def _tray(self, tray_id: str) -> None:
        session = self.session
        tray = next((some for some in session.project.floor.trays if some.id == tray_id), None)
        if tray is None:
            self._title(tray_id, "It was removed")
            return
        fill, bound = session.derived.filling.worst[tray_id]
        self._title(tray_id, f"Cable tray {tray.width_mm:g} × {tray.depth_mm:g} mm")
        grid = self._section("Fill", "at its worst place")
        self._value(grid, "Filled", ("≥ " if bound else "") + f"{fill * 100:.1f}", "%", strong=True)
        self._value(grid, "Limit", f"{session.project.cabling.fill_max * 100:.0f}", "%")
        grid = self._section("Size")
        self._value(grid, "Width", f"{tray.width_mm:,.0f}", "mm")
        self._value(grid, "Depth", f"{tray.depth_mm:,.0f}", "mm")
        self._value(grid, "Elevation", f"{tray.elevation_mm / 1000:,.2f}", "m")


def _bound(value: float, unknown: int, spec: str) -> str:
    if unknown and not value:
        return UNKNOWN
    return ("≥ " if unknown else "") + format(value, spec)


def _connectors(session: Session, part_id: str) -> set[str]:
    part = part_of(session, part_id)
    return set(part.connectors) if isinstance(part, Cable) else set()


def hairline() -> QFrame:
    """A thin line across a panel."""
    line = QFrame()
    line.setProperty("role", "hairline")
    return line
