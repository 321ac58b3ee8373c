"""Comparison of several parts: their properties as rows, differences marked."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.engine.catalog.descriptions import KINDS, price_range, what_it_is
from fatdesk.engine.catalog.figures import figure_text
from fatdesk.engine.catalog.parts import AnyPart, Cable, ModularSwitch
from fatdesk.gui.catalog.part_fields import sections_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.library import Entry
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import UNKNOWN, counted, money
from fatdesk.gui.widgets.plain_text import label

MOST = 8
"""Maximum number of parts in a comparison."""
DIFFERS = "≠"


class Line(NamedTuple):
    """A property of several parts; None if a part of another kind does not have it."""

    title: str
    values: tuple[str | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the parts have different values."""
        return len(set(self.values)) > 1


def lines_of(parts: Sequence[AnyPart]) -> list[Line]:
    """Return the properties of the parts in the order of their forms, except those empty in all."""
    rows: list[dict[str, str]] = [_values(part) for part in parts]
    titles = list(dict.fromkeys(title for figures in rows for title in figures))
    lines = [Line(title, tuple(figures.get(title) for figures in rows)) for title in titles]
    return [line for line in lines if any(value not in (None, "", UNKNOWN) for value in line.values)]


def _values(part: AnyPart) -> dict[str, str]:
    found = {"Kind": KINDS[type(part)][1], "Description": what_it_is(part)}
    for section in sections_of(part):
        for figure in section.figures:
            title = f"{figure.title}, {figure.unit}" if figure.unit not in ("", "×") else figure.title
            if section.prices:
                amount = figure_text(part, (*figure.place, "amount"))
                currency = figure_text(part, (*figure.place, "currency")) or "USD"
                found[figure.title] = f"{currency} {amount}" if amount else UNKNOWN
            elif figure.field != "id":
                found[title] = figure_text(part, figure.place) or (UNKNOWN if figure.is_number else "")
    if isinstance(part, ModularSwitch):
        found["Boards"] = ", ".join(f"{board.count} x {board.name}" for board in part.fixed)
    if isinstance(part, Cable):
        found["Lengths, m"] = ", ".join(f"{length.m:g}" for length in part.lengths)
    whole = price_range(part)
    if whole is not None and whole.least != whole.highest:
        found["From, to"] = f"{whole.currency} {money(whole.least)} – {money(whole.highest)}"
    return found


class Comparison(QWidget):
    """Table that replaces the tabs while several parts are selected."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._desk = desk
        self.setProperty("role", "base")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(20), px(14), px(20), px(16))
        self._column.setSpacing(px(10))
        self.head = label("")
        self.head.setObjectName("comparison-head")
        self._column.addWidget(self.head)
        self.table: Table | None = None

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Compare some parts."""
        found = [entry for entry in entries if entry.part is not None]
        shown = found[:MOST]
        parts = [entry.part for entry in shown if entry.part is not None]
        lines = lines_of(parts)
        count = sum(line.differs for line in lines)
        left = f", the first {MOST} shown" if len(found) > MOST else ""
        self.head.setText(
            f"{counted(len(found), 'part')} side by side{left} · {counted(count, 'difference')}"
        )
        self.head.setFont(self._desk.theme.strong(15))
        columns: list[Column[Line]] = [
            Column("Property", 180, lambda line: line.title, tone=lambda _: "text2"),
            Column("Differs", 64, lambda line: DIFFERS if line.differs else "", tone=lambda _: "accent_text"),
        ]
        columns += [
            Column(
                entry.title,
                170,
                partial(_shown, number),
                tone=partial(_tone, number),
                stretch=number == len(shown) - 1,
                name=entry.key,
            )
            for number, entry in enumerate(shown)
        ]
        model: RowsModel[Line] = RowsModel(columns, self)
        model.show(lines)
        table = Table(self._desk, model, "Parts side by side")
        table.setObjectName("table-compared-parts")
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.deleteLater()
        self.table = table
        self._column.addWidget(table, 1)


def _shown(number: int, line: Line) -> str:
    value = line.values[number]
    return "–" if value is None else value


def _tone(number: int, line: Line) -> str:
    if line.values[number] == UNKNOWN:
        return "warn"
    return "text" if line.differs else "text3"
