"""The Cables workspace: the wiring list with filter, groups and sums."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.list_import.table import STATUSES
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.gui.desk import Desk
from fatdesk.gui.lists.cable_columns import (
    BY_RULE,
    GROUPINGS,
    by_hand,
    cable_columns,
    head_cells,
    metres_text,
    money_text,
    record_of,
    set_back,
    set_status,
    spare_um,
)
from fatdesk.gui.lists.cable_filter import Chips, Term, mask, parse, terms_of
from fatdesk.gui.menus.actions import BY_ID, key_tip
from fatdesk.gui.session.wiring import Sums, Wiring
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.tables.table import Foot
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import label, menu_text, tip
from fatdesk.gui.widgets.sorting import Numbers
from fatdesk.project.document.ref import BILL_LINE, CABLE, DEVICE, PART, RACK, TRAY, Ref

__all__ = ["Cables", "record_of", "spare_um"]

WAIT_MS = 80
WIDE = 960
"""In a narrower view the menus of the tool bar show their icons alone, in pixels."""
ONLY: dict[str, tuple[str, Callable[[CableRow], str]]] = {
    "From": ("device", lambda row: row.a.device),
    "To": ("device", lambda row: row.b.device),
    "Kind": ("kind", lambda row: row.kind),
    "Part": ("part", lambda row: row.part),
    "Bundle": ("bundle", lambda row: row.bundle),
    "Status": ("status", lambda row: row.status),
    "Fabric": ("fabric", lambda row: row.fabric),
}
"""Filters by the value of a cell in the menu of that cell, by column."""


SUMS = ("Computed, m", "Ordered, m", "Spare, m", "Cost")
"""Columns with sums in the heads of groups."""
ENDS = ("From", "To", "Port")
SAMPLES = 64
"""Rows whose names and ports decide the first width of the columns of both ends."""


class Cables(Workspace):
    """The wiring list with filter, groups, sums and edits by hand."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self._choosing = False
        self.wiring = Wiring(())
        """Of the rows that are shown: those before the last edit while another view is on top."""
        self._hits: Numbers = np.empty(0, np.int64)
        self._whole: tuple[Ref, ...] = ()
        """The selection before the filter hid a part of it."""
        self._narrowed: tuple[Ref, ...] = ()
        """The part of it that the filter left."""
        self._make_filter()
        self.model: RowsModel[CableRow] = RowsModel(cable_columns(self.session), self)
        self.model.head_cells = lambda lines: head_cells(self.wiring, lines)
        self.table = Table(desk, self.model, "Wiring list")
        self.table.make_sortable()
        self.table.chosen.connect(self._choose)
        self.table.opened.connect(lambda line: self._go(line, "floor"))
        self.table.opened_far.connect(lambda line: self._go(line, "topology"))
        self.table.head_chosen.connect(self._choose_group)
        self.table.requested.connect(self._menu)
        self.model.arranged.connect(lambda: self.table.mark_numbers(self._hits, reveal=False))
        self.session.opened.connect(self.clear_filter)
        self.focus_first = self.table
        self.grouping = ChoiceButton(
            desk.theme, "group", "Group the cables", [title for title, _ in GROUPINGS], self.group_by
        )
        self.grouping.setObjectName("group")
        self.grouping.choices.addSeparator()
        for text, is_open in (("Expand all groups", True), ("Collapse all groups", False)):
            action = self.grouping.choices.addAction(text)
            action.triggered.connect(lambda _=False, is_open=is_open: self.table.set_all_open(is_open))
        self.columns = ColumnsButton(desk, self.table)
        self.copy_button = QPushButton("Copy as table")
        self.copy_button.setObjectName("copy")
        self.copy_button.clicked.connect(self.copy)
        self.back_button = QPushButton("Import list…")
        self.back_button.setObjectName("import-list")
        self.back_button.setToolTip(key_tip("read-back", "Apply edits made in an exported list"))
        self.back_button.clicked.connect(lambda: self.action_asked.emit("read-back"))
        for widget in (self.filter, self.clear, self.count):
            self.bar.addWidget(widget)
        self.bar.addStretch(1)
        for button in (self.grouping, self.columns, self.back_button, self.copy_button):
            self.bar.addWidget(button)
        self.column.addWidget(self.chips)
        self.column.addWidget(self.table, 1)
        self.nothing = self.next_step(self.table, "design", "show-floor")
        self.foot = Foot(desk, px(34))
        self.column.addWidget(self.foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name the menus of the tool bar where there is room."""
        super().resizeEvent(event)
        named, style = self.width() >= self.theme.px(WIDE), Qt.ToolButtonStyle
        for button in (self.grouping, self.columns):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if named else style.ToolButtonIconOnly)

    def _make_filter(self) -> None:
        px = self.theme.px
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setPlaceholderText("Filter: text, or kind:aoc length>5")
        self.filter.setToolTip(
            tip(
                "Words, the number on a label (typed or scanned), and\n"
                "kind: rack: part: device: bundle: phase: status: fabric: tray: role:uplinks\n"
                "length> ordered< spare<= in metres; several values with commas, rack:A01,A02\n"
                "Enter puts a condition below the field, so that the next can be typed"
            )
        )
        self.filter.setAccessibleName("Filter of the wiring list")
        self.filter.setMinimumWidth(px(240))
        self.filter.setMaximumWidth(px(320))
        self.filter.addAction(icon(self.theme, "filter", px(16)), QLineEdit.ActionPosition.LeadingPosition)
        self.chips = Chips(self.desk)
        self.chips.setObjectName("chips")
        self.chips.changed.connect(self._filter)
        self.clear = QPushButton("Clear")
        self.clear.setObjectName("clear")
        self.clear.setProperty("kind", "link")
        self.clear.clicked.connect(self.clear_filter)
        self.clear.hide()
        self.count = label("", "text2")
        self.count.setObjectName("count")
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._filter)
        self.filter.textChanged.connect(lambda _: self._wait.start())
        self.filter.returnPressed.connect(self._enter)

    # What is shown

    def refresh(self) -> None:
        """Show the wiring list of the present project."""
        self.wiring = self.session.wiring
        self.model.titles = {"Cost": f"Cost, {self.session.project.bill.currency}"}
        self.model.show(self.wiring.rows)
        self._fit_ends()
        self._fit_sums()
        self._sum()

    def _fit_ends(self) -> None:
        """Make the columns of both ends wide enough for the names and ports of some rows."""
        rows = self.wiring.rows
        some = [rows[len(rows) * at // SAMPLES] for at in range(SAMPLES)] if rows else []
        for number, column in enumerate(self.model.columns):
            if column.title in ENDS:
                self.table.widen(number, [column.text(row) for row in some])

    def _fit_sums(self) -> None:
        """Make the columns of sums wide enough for those of all groups."""
        for number, column in enumerate(self.model.columns):
            if column.id in SUMS:
                self.table.widen(number, (), self.model.head_texts(number))
        self.table.fit()

    def terms(self) -> list[Term]:
        """The conditions of the chips and of what is typed."""
        return [*self.chips.terms, *terms_of(self.filter.text())]

    def _filter(self) -> None:
        self._wait.stop()
        terms = self.terms()
        self.model.filter_by((lambda _: mask(self.wiring, terms)) if terms else None)
        self.clear.setVisible(bool(terms))
        self._narrow()
        self._sum()

    def _narrow(self) -> None:
        """Deselect cables that the filter hides, so that edits apply to what is seen, until it shows them."""
        session = self.session
        if not session.is_open or not (session.ids(CABLE) or self._whole):
            return
        chosen = self._whole if session.selection == self._narrowed else session.selection
        shown = {self.wiring.rows[number].id for number in self.model.kept.tolist()}
        kept = tuple(ref for ref in chosen if ref.kind != CABLE or CABLE.id_of(ref) in shown)
        self._whole, self._narrowed = (chosen, kept) if kept != chosen else ((), ())
        self._choosing = True
        session.select(kept)
        self._choosing = False

    def _enter(self) -> None:
        """Move complete conditions to the chips; free words remain in the field."""
        terms, rest = parse(self.filter.text())
        self.filter.blockSignals(True)
        self.filter.setText(rest)
        self.filter.blockSignals(False)
        self.chips.add(terms)
        self._filter()

    def clear_filter(self) -> None:
        """Show all cables."""
        self.filter.clear()
        self.chips.clear()
        self._filter()

    def group_by(self, number: int) -> None:
        """Group by one of ``GROUPINGS``."""
        make = GROUPINGS[number][1]
        self.model.group_by(None if make is None else lambda _: make(self.wiring))
        self._fit_sums()

    def _sum(self) -> None:
        if not self.session.is_open:
            return
        kept, total = self.model.kept, len(self.model.rows)
        self.count.setText(to_read(f"{len(kept):,} of {total:,}"))
        self.table.empty = "No cable matches the filter. Clear shows all again." if total else ""
        none = "No cables yet. They follow from a network whose devices are in racks."
        self.nothing.show_words("" if total else none)
        if total:
            currency = self.session.project.bill.currency
            self.foot.show_figures(figures(self.wiring.sums(kept), currency))
        else:
            self.foot.show_figures([])
        self._show_selected()

    def _show_selected(self) -> None:
        wiring = self.wiring
        hits = self._hits[self._hits < len(wiring.rows)]
        seen = hits[np.isin(hits, self.model.kept)]
        text = ""
        if len(hits):
            sums = wiring.sums(seen)
            text = f"{sums.count:,} selected"
            if len(seen) < len(hits):
                text += f", {len(hits) - len(seen):,} hidden by the filter"
            if sums.count > 1:
                currency = self.session.project.bill.currency
                text += f"   ordered {metres_text(sums.ordered_um, 'm')}   {currency} {money_text(sums.cost)}"
        self.foot.show_selected(text)

    # Selection

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Select the cables that are selected, and those of selected devices, racks, trays and parts."""
        wiring, session = self.wiring, self.session
        cables = session.ids(CABLE)
        number = wiring.number if cables else {}  # made when a cable is selected
        found = [number[cable] for cable in cables if cable in number]
        hits = np.zeros(len(wiring.rows), np.bool_)
        hits[np.array(found, np.int64)] = True
        for values, name in self._places():
            hits |= wiring.codes(name).having(values)
        if lines := session.ids(BILL_LINE):
            hits |= wiring.ordered_as(lines)
        self._hits = np.flatnonzero(hits)
        self._open_first()
        self.table.mark_numbers(self._hits, reveal=not self._choosing)
        self._show_selected()

    def _places(self) -> list[tuple[frozenset[str], str]]:
        """Columns of the wiring list, with the values that find the cables of the selection."""
        session = self.session
        found: list[tuple[frozenset[str], str]] = []
        if devices := session.ids(DEVICE):
            names = session.derived.device_names
            found.append((frozenset(map(names.__getitem__, devices & names.keys())), "devices"))
        if racks := session.ids(RACK):
            labels = (rack_label(r) for r in session.project.floor.racks if r.number in racks)
            found.append((frozenset(labels), "racks"))
        if trays := session.ids(TRAY):
            found.append((trays, "run"))
        if parts := session.ids(PART):
            found.append((parts, "part_of"))
        return found

    def _open_first(self) -> None:
        """Open the group of the first hit when all of them are in closed groups."""
        model = self.model
        if model.groups is None or self._choosing or not len(self._hits):
            return
        line = model.lines.line
        if not np.isin(self._hits, line[line >= 0]).any():
            at = np.flatnonzero(np.isin(model.lines.members, self._hits))
            if len(at):
                run = int(np.searchsorted(model.lines.starts, at[0], "right")) - 1
                model.set_open([int(model.lines.present[run])], True)

    def _choose(self) -> None:
        self._select([row.id for row in self.table.chosen_rows()])

    def _choose_group(self, group: int) -> None:
        self._select([self.model.rows[number].id for number in self.model.lines.of(group).tolist()])

    def _select(self, cables: list[str]) -> None:
        self._choosing = True
        self.session.select([CABLE(cable) for cable in cables])
        self._choosing = False

    def _go(self, line: int, workspace: str) -> None:
        if line >= 0 and self.model.head(line) is None:
            self._select([self.model.row(line).id])
            self.asked_for.emit(workspace)

    # The menu of a cell

    def _menu(self, line: int, column: int, at: QPoint) -> None:
        menu = self.cell_menu(line, column)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def cell_menu(self, line: int, column: int) -> QMenu:
        """The menu of a cell and of the selected cables."""
        menu, row = QMenu(self), self.model.row(line)
        ids = [some.id for some in self.table.chosen_rows()] or [row.id]
        only = ONLY.get(self.model.columns[column].id)
        value = only[1](row) if only else ""
        if only and value:
            term = Term(only[0], ":", (value,))
            action = menu.addAction(menu_text(f"Show only {term.stated[0].lower()}{term.stated[1:]}"))
            action.triggered.connect(lambda _: self.chips.add([term]))
        menu.addAction("Show on the floor\tEnter").triggered.connect(lambda _: self._go(line, "floor"))
        menu.addSeparator()
        present = {some.status for some in self.table.chosen_rows()} or {row.status}
        statuses = menu.addMenu("Status")
        for status in STATUSES:
            action = statuses.addAction(status)
            action.setCheckable(True)
            action.setChecked(present == {status})
            action.triggered.connect(lambda _=False, status=status: set_status(self.session, ids, status))
        back = menu.addAction(BY_RULE)
        back.setEnabled(any(any(by_hand(self.session, cable)) for cable in ids))
        back.triggered.connect(lambda _: set_back(self.session, ids))
        menu.addAction(BY_ID["copy"].row).triggered.connect(lambda _: self.copy())
        return menu

    def find_in_view(self) -> None:
        """Put the cursor into the filter."""
        self.filter.setFocus()
        self.filter.selectAll()

    def copy(self) -> None:
        """Copy the selected rows, or all that are shown, as a table."""
        self.table.copy()
        count = len(self.table.chosen_lines()) or len(self.model.shown())
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")


def figures(sums: Sums, currency: str) -> list[tuple[str, str]]:
    """Names and figures of the foot for some cables."""
    return [
        ("Shown", f"{sums.count:,}"),
        ("Computed", metres_text(sums.computed_um, "m")),
        ("Ordered", metres_text(sums.ordered_um, "m")),
        ("Spare", metres_text(sums.spare_um, "m")),
        (currency, money_text(sums.cost)),
    ]
