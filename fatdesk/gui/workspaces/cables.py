"""The wiring list: every cable with its ends, kind, lengths and cost."""

import re
from decimal import Decimal, InvalidOperation

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.core.units import m_from_um
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label, tip
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.words import UNKNOWN, counted, metres, money
from fatdesk.gui.workspaces.filtering import ends, wanted
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.cable_record import CableRecord
from fatdesk.project.commands.cables import SetCable

LITTLE_UM = 150_000
"""Less spare than this is warned."""


def spare_um(row: CableRow) -> int | None:
    """What is left of the ordered length."""
    length = row.length
    if length.ordered_um is None or length.computed_um is None:
        return None
    return length.ordered_um - length.computed_um


def _place(end: End) -> str:
    return f"{end.rack_label} {end.device}".strip() if end.rack_label else f"{end.device}, not placed"


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts E9 before E10."""
    return tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part
    )


def _length_tone(row: CableRow) -> str:
    spare = spare_um(row)
    return "error" if spare is not None and spare < 0 else "text"


def _spare_mark(row: CableRow) -> str:
    spare = spare_um(row)
    if spare is None:
        return ""
    return "error" if spare < 0 else "warning" if 0 < spare < LITTLE_UM else ""


def _spare_tone(row: CableRow) -> str:
    return {"error": "error", "warning": "warn"}.get(_spare_mark(row), "text2")


def record_of(session: Session, cable_id: str) -> CableRecord:
    """What is recorded of a cable, or an empty record."""
    return session.project.cables.get(cable_id) or CableRecord(id=cable_id)


def set_length(session: Session, cable_id: str, text: str) -> bool:
    """Take over a typed length; an empty one goes back to the rule."""
    if not text:
        return session.do(
            SetCable(cable=msgspec.structs.replace(record_of(session, cable_id), length_m=None))
        )
    try:
        length = float(Decimal(text.replace(",", "").removesuffix("m").strip()))
    except InvalidOperation:
        session.said.emit(f"“{text}” is no length: type metres, such as 3 or 2.5, or nothing for the rule.")
        return False
    return session.do(SetCable(cable=msgspec.structs.replace(record_of(session, cable_id), length_m=length)))


def _columns(session: Session) -> tuple[Column[CableRow], ...]:
    def hand(row: CableRow) -> bool:
        record = session.project.cables.get(row.id)
        return record is not None and (record.part is not None or record.length_m is not None)

    def end_columns(title: str, end: str) -> tuple[Column[CableRow], ...]:
        def at(row: CableRow) -> End:
            found: End = getattr(row, end)
            return found

        return (
            Column(title, 108, lambda row: _place(at(row)), lambda row: _natural(_place(at(row)))),
            Column(
                "U",
                44,
                lambda row: "–" if at(row).u is None else str(at(row).u),
                lambda row: at(row).u or 0,
                number=True,
                tone=lambda _: "text2",
            ),
            Column("Port", 62, lambda row: at(row).port, lambda row: _natural(at(row).port), number=True),
        )

    return (
        *end_columns("From", "a"),
        *end_columns("To", "b"),
        Column(
            "Kind",
            84,
            lambda row: row.kind or "none",
            swatch=lambda row: row.kind,
            tone=lambda row: "text" if row.kind else "error",
        ),
        Column("Part", 130, lambda row: row.part or "none fits", tone=lambda _: "text2", corner=hand),
        Column(
            "Computed, m",
            100,
            lambda row: metres(row.length.computed_um),
            lambda row: row.length.computed_um or 0,
            number=True,
            tone=lambda row: "text" if row.length.computed_um is not None else "warn",
        ),
        Column(
            "Ordered, m",
            96,
            lambda row: metres(row.length.ordered_um),
            lambda row: row.length.ordered_um or 0,
            number=True,
            strong=True,
            tone=_length_tone,
            corner=hand,
            edit=lambda row, text: set_length(session, row.id, text),
        ),
        Column(
            "Spare, m",
            92,
            lambda row: metres(spare_um(row)).replace("-", "\u2212"),
            lambda row: spare_um(row) or 0,
            number=True,
            tone=_spare_tone,
            mark=_spare_mark,
        ),
        Column(
            "USD",
            88,
            lambda row: money(row.cost),
            lambda row: row.cost or Decimal(0),
            number=True,
            tone=lambda row: "text" if row.cost is not None else "warn",
        ),
        Column(
            "Bundle", 116, lambda row: row.bundle, lambda row: _natural(row.bundle), tone=lambda _: "text2"
        ),
        Column("State", 80, lambda row: row.status, tone=lambda _: "text2"),
    )


class Cables(Workspace):
    """The wiring list with filter, sums and edits by hand."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self._choosing = False
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter: text, or kind:aoc length>5 rack:A04")
        self.filter.setToolTip(
            tip("Words, and kind: rack: part: device: bundle: status: length> length< ordered=")
        )
        self.filter.setAccessibleName("Filter of the wiring list")
        self.filter.setFixedWidth(px(320))
        self.filter.setClearButtonEnabled(False)
        self.filter.addAction(icon(self.theme, "filter", px(16)), QLineEdit.ActionPosition.LeadingPosition)
        self.clear = QPushButton("Clear")
        self.clear.setProperty("kind", "link")
        self.clear.clicked.connect(self.filter.clear)
        self.count = label("", "text2")
        self.copy_button = QPushButton("Copy as table")
        self.copy_button.clicked.connect(self.copy)
        self.bar.addWidget(self.filter)
        self.bar.addWidget(self.clear)
        self.bar.addWidget(self.count)
        self.bar.addStretch(1)
        self.bar.addWidget(self.copy_button)
        self.model: RowsModel[CableRow] = RowsModel(_columns(self.session), self)
        self.table = Table(desk, self.model, "Wiring list")
        self.table.make_sortable()
        self.table.chosen.connect(self._choose)
        self.focus_first = self.table
        self.column.addWidget(self.table, 1)
        foot = QWidget()
        foot.setProperty("role", "foot")
        foot.setFixedHeight(px(34))
        line = QHBoxLayout(foot)
        line.setContentsMargins(px(12), 0, px(12), 0)
        self.sums = label("")
        self.chosen_sums = label("", "text2")
        line.addWidget(self.sums)
        line.addStretch(1)
        line.addWidget(self.chosen_sums)
        self.column.addWidget(foot)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(80)
        self._wait.timeout.connect(self._filter)
        self.filter.textChanged.connect(lambda _: self._wait.start())
        self.filter.returnPressed.connect(self._filter)

    def refresh(self) -> None:
        """Show the wiring list of the present project."""
        self.model.show(self.session.derived.rows)
        self._sum()

    def _filter(self) -> None:
        self._wait.stop()
        self.model.filter(wanted(self.filter.text()))
        self.follow(self.session.selection)
        self._sum()

    def _sum(self) -> None:
        rows = self.model.shown()
        total = len(self.model.rows)
        self.clear.setVisible(bool(self.filter.text()))
        self.count.setText(f"{len(rows):,} of {total:,}")
        self.table.empty = "No cable matches the filter." if total else "This project has no cables yet."
        self.sums.setText(sums(rows))

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Select the cables that are selected, and those of selected devices and racks."""
        cables = self.session.ids("cable")
        names = {self.session.derived.device_names.get(name, name) for name in self.session.ids("device")}
        racks = {
            text
            for number, text in rack_labels(self.session).items()
            if str(number) in self.session.ids("rack")
        }

        def hit(row: CableRow) -> bool:
            return row.id in cables or any(
                end.device in names or end.rack_label in racks for end in ends(row)
            )

        if cables or names or racks:
            self.table.mark_rows(hit, reveal=not self._choosing)
        else:
            self.table.mark_rows(lambda _: False, reveal=False)
        self._tell_chosen()

    def _choose(self) -> None:
        self._choosing = True
        self.session.select([Thing("cable", row.id) for row in self.table.chosen_rows()])
        self._choosing = False
        self._tell_chosen()

    def _tell_chosen(self) -> None:
        rows = self.table.chosen_rows()
        self.chosen_sums.setVisible(bool(rows))
        self.chosen_sums.setText(f"{len(rows):,} selected" if len(rows) < 2 else f"Selected: {sums(rows)}")

    def find_in_view(self) -> None:
        """Put the cursor into the filter."""
        self.filter.setFocus()
        self.filter.selectAll()

    def copy(self) -> None:
        """Copy the selected rows, or all that are shown, as a table."""
        self.table.copy()
        count = len(self.table.chosen_rows()) or len(self.model.order)
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")


def rack_labels(session: Session) -> dict[int, str]:
    """Label of each rack by its number."""
    return {rack.number: rack_label(rack) for rack in session.project.floor.racks}


def sums(rows: list[CableRow]) -> str:
    """Count and sums of some cables in words; a sum with something unknown is a lower bound."""
    computed = [row.length.computed_um for row in rows]
    ordered = [row.length.ordered_um for row in rows]
    costs = [row.cost for row in rows]

    def told(values: list[int | None]) -> str:
        if values and all(value is None for value in values):
            return UNKNOWN
        bound = "≥ " if None in values else ""
        return f"{bound}{m_from_um(sum(value or 0 for value in values)):,.2f} m"

    cost = sum((some or Decimal(0) for some in costs), Decimal(0))
    return (
        f"{counted(len(rows), 'cable')}  ·  computed {told(computed)}  ·  ordered {told(ordered)}"
        f"  ·  USD {money(cost, None in costs)}"
    )
