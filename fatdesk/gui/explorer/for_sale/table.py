"""Table of designs over parts for sale, comparison of pinned ones, and what is not for sale."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

from PySide6.QtWidgets import QPushButton, QWidget

from fatdesk.engine.drawing.charts.catalog_points import (
    PLACED,
    CatalogPoints,
    catalog_measures,
    family_title,
    part_text,
    uses_text,
)
from fatdesk.engine.exploring.catalog_designs import Unsold
from fatdesk.engine.families.design import Design
from fatdesk.engine.listing.catalog_design_columns import COLUMNS, DesignRow
from fatdesk.engine.listing.cells import by_name
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.candidate_table import PointList
from fatdesk.gui.explorer.pinned import Line, compared
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import UNKNOWN, priced
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip
from fatdesk.gui.widgets.sorting import unknown_first
from fatdesk.project.document.explorations import PinnedDesign

MOST_KEPT = 4096
HIDDEN = (
    "cost_at_least", "routed_at_least", "uncabled", "host_gbps", "connector", "models", "links",
    "transceivers", "mass_kg", "height_u", "failures_per_year", "ordered_m", "bundles", "in_one_rack",
    "between_rows", "racks_per_100_cables", "fullest_tray", "patch_panels", "growth_moves", "growth_stages",
    "growth_hours", "remark",
)  # fmt: skip
WIDTHS = {
    "rank": 56, "family": 132, "edge": 190, "core": 230, "cost": 110, "routed_cost": 118, "vendors": 110,
    "remark": 320,
}  # fmt: skip


class DesignRows(Sequence[DesignRow]):
    """Rows of all designs, made when they are read; those that were shown last are kept."""

    def __init__(self, points: CatalogPoints) -> None:
        self._points = points
        self._kept: dict[int, DesignRow] = {}

    def __len__(self) -> int:
        """Return the number of designs."""
        return len(self._points)

    @overload
    def __getitem__(self, number: int) -> DesignRow: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[DesignRow]: ...

    def __getitem__(self, number: int | slice) -> DesignRow | Sequence[DesignRow]:
        """Return a row by its number, or several."""
        if isinstance(number, slice):
            return [self[at] for at in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        row = self._kept.get(number)
        if row is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            row = self._kept[number] = DesignRow(self._points, number)
        return row

    def __iter__(self) -> Iterator[DesignRow]:
        """Yield all rows without keeping them."""
        return (DesignRow(self._points, number) for number in range(len(self)))


def _cost(row: DesignRow) -> str:
    cost = row.candidate.cost
    return priced(cost.amount, cost.at_least)


def _routed(row: DesignRow) -> str:
    routed = row.points.routed.get(row.number)
    if routed is None:
        return "no room" if row.number in row.points.unplaced else ""
    return priced(routed.cost.amount, routed.cost.at_least)


def _edge_key(row: DesignRow) -> str:
    designs = row.points.designs
    return designs.edges[int(designs.edge[row.number])].configuration.part


def _parts_key(row: DesignRow) -> tuple[int, ...]:
    designs = row.points.designs
    return designs.part_sets[int(designs.parts[row.number])]


def _itself(row: DesignRow) -> DesignRow:
    return row


def _key(name: str) -> Callable[[DesignRow], float | None]:
    return lambda row: row.figure(name)


LOOKS: Mapping[str, Mapping[str, Any]] = {
    "family": {"series": lambda r: int(r.points.series[r.number])},
    "edge": {"key": _edge_key, "order": None},
    "core": {"key": _parts_key, "order": None},
    "cost": {"text": _cost, "key": _key("cost"), "order": unknown_first, "strong": True},
    "routed_cost": {"text": _routed, "key": _key("routed"), "order": unknown_first, "strong": True},
    "cost_at_least": {"key": lambda r: r.points.figures["unpriced_all"][r.number] > 0, "order": None},
    "front": {"tone": lambda r: "ok" if r.points.front[r.number] else "text2"},
    "remark": {"tone": lambda _: "warn"},
}


def design_columns(letters: Callable[[int], str]) -> tuple[Column[DesignRow], ...]:
    """Return the columns of the table; ``letters`` returns the letter of a pinned design, or nothing."""
    pin = Column[DesignRow](
        "",
        34,
        lambda r: letters(r.number),
        tone=lambda r: "accent_text" if letters(r.number) else "text3",
        mark=lambda r: "" if letters(r.number) else "pin",
        strong=True,
        name="Pin",
        about="Click to pin the design: up to five are compared side by side.",
    )
    looks = {column.name: LOOKS.get(column.name, {}) for column in COLUMNS}
    others = (
        listed(
            column,
            _itself,
            WIDTHS.get(column.name),
            **{"hidden": column.name in HIDDEN, "about": f"{column.title}.", **looks[column.name]},
        )
        for column in COLUMNS
    )
    return (pin, *others)


class DesignList(PointList[DesignRow]):
    """List of designs over parts for sale, with the buttons that place designs and show what is not sold."""

    def __init__(self, desk: Desk) -> None:
        self._letters: Mapping[int, str] = {}
        self.place = QPushButton("Place and cable")
        self.place.setObjectName("place-designs")
        self.unsold = QPushButton("Not for sale…")
        self.unsold.setObjectName("unsold")
        self.unsold.setToolTip(tip("Kinds of ports that nothing in the catalog joins, with the reason"))
        columns = design_columns(lambda number: self._letters.get(number, ""))
        super().__init__(
            desk, columns, "Designs over parts for sale", "table-designs", (self.place, self.unsold)
        )

    def show_points(self, points: CatalogPoints | None) -> None:
        """Show all designs of a search."""
        if points is not None:
            self.model.titles = {title: f"{short}, {points.currency}" for title, short in COSTS.items()}
        self.model.filter_by(None)  # the filter is by number, and the numbers have changed
        self.model.show([] if points is None else DesignRows(points))

    def show_letters(self, letters: Mapping[int, str]) -> None:
        """Show the letters of pinned designs."""
        self._letters = letters
        self.table.viewport().update()


COSTS = {by_name(COLUMNS)[name].title: by_name(COLUMNS)[name].short for name in ("cost", "routed_cost")}
"""Short titles of the columns whose titles have the currency, by their ids."""


def design_lines(pins: Sequence[PinnedDesign], current: Design | None, found: Sequence[str]) -> list[Line]:
    """Return the rows of the comparison of pinned designs.

    Parameters
    ----------
    current
        The design of the project.
    found
        Letters of the pins that the last search has found.
    """
    if not pins:
        return []
    plain, weak = ("text",) * len(pins), (False,) * len(pins)

    def row(title: str, texts: Sequence[str], are_names: bool = False) -> Line:
        return Line(title, tuple(texts), plain, weak, are_names)

    made = [
        row("Family", [family_title(pin.design.family) for pin in pins], are_names=True),
        row(
            "Edge switches",
            [uses_text(u for u in pin.design.switches if u.role == "edge") for pin in pins],
            are_names=True,
        ),
        row(
            "Core",
            [" + ".join(part_text(use) for use in pin.design.above) or "–" for pin in pins],
            are_names=True,
        ),
        row("Core switches", [f"{sum(use.count for use in pin.design.above):,}" for pin in pins]),
    ]
    currency = pins[0].currency
    costs = [float(pin.cost) if pin.cost or not pin.unpriced else None for pin in pins]
    made += compared(f"Cost, {currency}", costs, [priced(pin.cost, pin.unpriced > 0) for pin in pins])
    routed = [None if pin.routed is None else float(pin.routed) for pin in pins]
    texts = [UNKNOWN if p.routed is None else priced(p.routed, p.routed_unpriced > 0) for p in pins]
    made += compared("Routed cost", routed, texts)
    placed = {measure.name for measure in PLACED}
    for measure in catalog_measures(currency):
        name, values = measure.name, [pin.figures.get(measure.name) for pin in pins]
        if name in ("cost", "routed") or (name in placed and values.count(None) == len(pins)):
            continue
        form = FORMS.get(name, ",.0f")
        shown = [UNKNOWN if value is None else f"{value:{form}}" for value in values]
        made += compared(measure.title, values, shown, more=measure.more_is_better)
    good = [not pin.reasons for pin in pins]
    tones = tuple("text" if kept else "warn" for kept in good)
    made.append(Line("Within limits", tuple("yes" if kept else "no" for kept in good), tones, weak))
    if current is not None and any(pin.design == current for pin in pins):
        made.append(row("Current design", ["yes" if pin.design == current else "no" for pin in pins]))
    if any(pin.letter not in found for pin in pins):
        made.append(row("From this search", ["yes" if pin.letter in found else "no" for pin in pins]))
    return made


FORMS = {
    "blocking": ",.2f",
    "failures": ",.2f",
    "in_rack": ",.1f",
    "entered": ",.1f",
    "hours": ",.1f",
    "growth_hours": ",.1f",
}
"""Formats of quantities that are no whole numbers."""

MEANING = (
    "Each kind of port is listed once. Designs with these ports do not exist, whatever else the requirements "
    "allow: add switches, cables or transceivers to the catalog, or allow more of them."
)
ROLES = {
    "hosts": "Ports of hosts",
    "edge": "Ports of switches to hosts",
    "uplinks": "Uplinks of edge switches",
}
UNSOLD_COLUMNS: tuple[Column[Unsold], ...] = (
    Column("Where", 180, lambda r: ROLES[r.role]),
    Column("Ports", 210, lambda r: r.kind, strong=True),
    Column("Reason", 330, lambda r: r.reason, tone=lambda _: "warn"),
    Column("Parts", 420, lambda r: ", ".join(r.parts), tone=lambda _: "text2", stretch=True),
)


class UnsoldDialog(ResultsDialog):
    """Lists the kinds of ports that nothing in the catalog joins."""

    def __init__(self, desk: Desk, rows: Sequence[Unsold], source: str, parent: QWidget) -> None:
        super().__init__(desk, "Not for sale", f"What is not for sale: {source}", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("unsold-dialog")
        self.resize(px(1100), px(420))
        self.state = ElidedLabel("", "text2")
        self.model: RowsModel[Unsold] = RowsModel(UNSOLD_COLUMNS, self)
        self.table = Table(desk, self.model, "Kinds of ports that are not for sale")
        self.table.setObjectName("table-unsold")
        self.column.addWidget(self.table, 1)
        self.add_foot(self.table)
        self.model.show(list(rows))
