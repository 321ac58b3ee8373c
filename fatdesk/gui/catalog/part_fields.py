"""Fields of each kind of part by section, titled by its schema, and the comparison of several parts."""

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
from msgspec import inspect
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.core.formats.typed_records import describe
from fatdesk.core.formats.yaml_events import Place, Tree
from fatdesk.core.number_text import MisreadError, NoNumberError, counted
from fatdesk.core.program import today
from fatdesk.core.schema import Field, field_at
from fatdesk.core.typed_values import advice, typed_currency, typed_date
from fatdesk.engine.catalog.descriptions import KINDS, price_range, what_it_is
from fatdesk.engine.catalog.figures import figure_text
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Cassette,
    Enclosure,
    Equipment,
    ModularSwitch,
    Panel,
    Part,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.library import Entry
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import UNKNOWN, money, number_language, parse_number, parse_whole, plain
from fatdesk.gui.widgets.plain_text import label


class PartField(NamedTuple):
    """A row of a form.

    Attributes
    ----------
    place
        Path of the value in the part's file.
    title, unit, choices, several, meaning
        Title; unit of numbers (empty for text); permitted values, if limited; whether it is a list, separated
        by commas; explanation for the tooltip.
    records
        The schema of a list of records that people type as one text; None: it is none.
    """

    place: Place
    title: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False
    meaning: str = ""
    records: Field | None = None

    @property
    def field(self) -> str:
        """The top-level field of the part."""
        return str(self.place[0])

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return bool(self.unit)

    def text(self, part: AnyPart) -> str:
        """Return the value of a part as the form shows it; empty where there is none.

        >>> from fatdesk.engine.catalog.tray_loads import TrayLoad
        >>> tray = TrayPart(
        ...     id="t", width_mm=300.0, tray_depth_mm=100.0, loads=(TrayLoad(span_m=2.0, n_per_m=480.0),)
        ... )
        >>> field_of(TrayPart, "loads").text(tray), field_of(TrayPart, "width_mm").text(tray)
        ('2: 480', '300')
        """
        if self.records is not None:
            return self.records.write(getattr(part, self.field))
        return figure_text(part, self.place)

    def read(self, typed: str) -> Tree:
        """Return a typed list of records as files have it.

        Raises
        ------
        ValueError
            With what to type instead.
        """
        if self.records is None:
            raise TypeError(f"{self.field} is not a list of records")
        return [
            {key: plain(value) for key, value in msgspec.to_builtins(one).items()}
            for one in self.records.read(typed, parse_number)
        ]


class Section(NamedTuple):
    """Rows under a heading; rows of prices have fields for currency, source and date."""

    title: str
    figures: tuple[PartField, ...]
    prices: bool = False


TIMES = "×"
"""The unit of counts."""


def field_of(kind: type[Part], place: str) -> PartField:
    """Return the row of a field of a kind of part; dots separate the keys of nested records.

    >>> field_of(Cable, "reach_m").unit, field_of(ModularSwitch, "inside.card_ports").title
    ('m', 'Card chip')
    """
    way = tuple(place.split("."))
    field: Field = field_at(kind, *way)
    unit = field.unit or (TIMES if field.kind == "whole" else "")
    several = field.kind in ("names", "numbers")
    title = TITLES.get((kind, place), field.title)
    choices = tuple(value for value, _ in field.about.choices)
    records = field if field.about.read is not None else None
    return PartField(way, title, unit, choices, several, field.about.help, records)


def file_value(typed: str, place: Place, unit: str | None) -> str:
    """Return a typed value of a part as files have it.

    Parameters
    ----------
    place
        Its place in the file: dates and currencies are read by it.
    unit
        The unit of a number; empty: it has none. None: the value is text.

    Raises
    ------
    MisreadError
        With what to type instead.
    """
    if not typed:
        return ""
    if place[-1] == "currency":
        return typed_currency(typed)
    if place[-1] == "date" or place[0] == "dates":
        return typed_date(typed, today())
    if unit is None:
        return typed
    try:
        return str(parse_whole(typed)) if unit == TIMES else plain(parse_number(typed, unit))
    except NoNumberError as error:
        raise MisreadError(f"{error}; {advice('' if unit == TIMES else unit, number_language())}") from None


def names_in(typed: str) -> Tree:
    """Return names separated by commas or semicolons."""
    return [name for piece in re.split("[,;]", typed) if (name := piece.strip())]


TITLES: dict[tuple[type[Part], str], str] = {(ModularSwitch, "price"): "Bare chassis"}
"""Titles of fields with a narrower meaning in some kinds."""
IDENTITY = ("id", "name", "vendor", "part_number")
BODY = (
    "height_u",
    "depth_mm",
    "mass_kg",
    "power_w",
    "mtbf_h",
    "airflow",
    "redundancy",
    "supplies",
    "supplies_needed",
    "inlet",
    "liquid_share",
)
OWN: dict[type[Part], tuple[str, ...]] = {
    Switch: ("roles", "port_side", "chip_ports"),
    ModularSwitch: ("slots", "roles", "port_side", "inside.card_ports", "inside.board_ports"),
    Server: ("port_side", "fits"),
    Enclosure: ("port_side", "blades", "columns", "switch"),
    Adapter: (),
    Equipment: ("what",),
    Transceiver: (
        "connector", "links", "lanes", "rate_gbps", "fibre", "reach_m", "medium", "protocol", "loss_max_db",
    ),
    Cable: (
        "medium", "connectors", "ends", "links", "lanes", "lane_rate_gbps", "reach_m", "diameter_mm",
        "bend_mm", "bend_pull_mm", "mass_kg_per_m", "mass_kg_per_end", "wire_awg", "protocol",
        "fibres", "polarity", "gender", "polish", "loss_db_per_km",
    ),
    RackPart: (
        "height_mm", "first_u_mm", "width_mm", "feet", "mass_limit_kg", "power_limit_w",
        "side_manager_mm2", "side_manager_width_mm", "side_manager_depth_mm", "top_entry_mm2", "holds",
    ),
    PowerUnit: ("outlets", "c13_outlets", "c19_outlets", "phases", "power_limit_w"),
    TrayPart: ("width_mm", "tray_depth_mm", "length_m", "mesh_mm", "nema", "loads"),
    Panel: ("slots",),
    Cassette: (
        "ports", "port", "rears", "rear", "fibres", "mated_pairs", "front_loss_db", "rear_loss_db",
        "polarity", "polish", "rear_polish",
    ),
}  # fmt: skip
"""Fields of a single kind of part."""
PRICES: dict[type[Part], tuple[str, ...]] = {
    Switch: ("price", "price_per_port"),
    Cable: ("per_metre", "per_connector", "price"),
    Enclosure: ("price", "pass_through.price"),
}
LAST = ("notes", "source")
TITLED = {
    RackPart: "Rack",
    PowerUnit: "Power unit",
    TrayPart: "Tray",
    Panel: "Panel",
    Cassette: "Cassette",
    Cable: "Cable",
    Transceiver: "Transceiver",
}
UNCORDED = frozenset({"supplies", "supplies_needed", "inlet", "liquid_share"})
IN_RACKS = frozenset({"height_u", "depth_mm", "airflow", "redundancy"}) | UNCORDED
WITHOUT: dict[type[Part], frozenset[str]] = {
    Adapter: UNCORDED,
    PowerUnit: UNCORDED,
    Cable: IN_RACKS,
    Transceiver: IN_RACKS,
    TrayPart: IN_RACKS | {"power_w", "mtbf_h"},
    Panel: UNCORDED | {"power_w", "mtbf_h", "airflow", "redundancy"},
    Cassette: IN_RACKS | {"power_w", "mtbf_h"},
}
"""Fields that do not apply to a kind; shown only if a part has them."""


def sections_of(part: AnyPart) -> list[Section]:
    """Return the sections of a part's form."""
    kind = type(part)
    hidden = WITHOUT.get(kind, frozenset())
    body = tuple(name for name in BODY if name not in hidden or getattr(part, name))
    own = OWN[kind]
    titled = TITLED.get(kind) if own else None
    parts = [(titled, own), ("Properties", body)] if titled else [("Properties", own + body)]
    found = [Section(title, _figures(kind, names)) for title, names in [("Identification", IDENTITY), *parts]]
    found.append(Section("Price", _figures(kind, PRICES.get(kind, ("price",))), prices=True))
    found.append(Section("Remarks", _figures(kind, LAST)))
    return found


def _figures(kind: type[Part], names: tuple[str, ...]) -> tuple[PartField, ...]:
    return tuple(field_of(kind, name) for name in names)


@lru_cache(maxsize=512)
def range_text(kind: type[Part], place: Place) -> str:
    """Return the range of a field, as in error messages."""
    return describe(_type_at(kind, place))


def count_at(kind: type[Part], place: Place) -> int | None:
    """Return the number of values of a field that has a fixed number of them; None for other fields.

    >>> count_at(Cable, ("connectors",)), count_at(Switch, ("roles",))
    (2, None)
    """
    info = _bare(_type_at(kind, place))
    return len(info.item_types) if isinstance(info, inspect.TupleType) else None


def _type_at(kind: type[Part], place: Place) -> inspect.Type:
    info: inspect.Type = inspect.type_info(kind)
    for step in place:
        info = _bare(info)
        if isinstance(info, inspect.StructType):
            info = next(field.type for field in info.fields if field.encode_name == step)
        elif isinstance(info, inspect.VarTupleType | inspect.ListType):
            info = info.item_type
        elif isinstance(info, inspect.DictType):
            info = info.value_type
    return info


@lru_cache(maxsize=512)
def default_text(kind: type[Part], place: Place) -> str:
    """Return the default of a field as text; empty if there is none.

    >>> default_text(Switch, ("roles",)), default_text(Cable, ("links",)), default_text(Cable, ("reach_m",))
    ('edge, core', '1', '')
    """
    try:
        return field_at(kind, *place).default_words
    except KeyError:
        return ""


def _bare(info: inspect.Type) -> inspect.Type:
    while True:
        if isinstance(info, inspect.Metadata):
            info = info.type
        elif isinstance(info, inspect.UnionType):
            info = next(some for some in info.types if not isinstance(some, inspect.NoneType))
        else:
            return info


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
                found[title] = figure.text(part) or (UNKNOWN if figure.is_number else "")
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
