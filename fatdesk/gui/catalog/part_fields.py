"""Fields of each kind of part in forms, by section; titles and units are those of the part's schema."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import inspect

from fatdesk.core.schema import Field, field_at
from fatdesk.core.typed_records import describe
from fatdesk.core.yaml_events import Place
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Enclosure,
    Equipment,
    ModularSwitch,
    Part,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
)


class PartField(NamedTuple):
    """A row of a form.

    Attributes
    ----------
    place
        Path of the value in the part's file.
    title, unit, choices, several, meaning
        Title; unit of numbers (empty for text); permitted values, if limited; whether it is a list, separated
        by commas; explanation for the tooltip.
    """

    place: Place
    title: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False
    meaning: str = ""

    @property
    def field(self) -> str:
        """The top-level field of the part."""
        return str(self.place[0])

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return bool(self.unit)


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
    return PartField(way, title, unit, choices, several, field.about.help)


TITLES: dict[tuple[type[Part], str], str] = {(ModularSwitch, "price"): "Bare chassis"}
"""Titles of fields with a narrower meaning in some kinds."""
IDENTITY = ("id", "name", "vendor", "part_number")
BODY = ("height_u", "depth_mm", "mass_kg", "power_w", "mtbf_h", "airflow", "redundancy")
OWN: dict[type[Part], tuple[str, ...]] = {
    Switch: ("roles", "port_side", "chip_ports"),
    ModularSwitch: ("slots", "roles", "port_side", "inside.card_ports", "inside.board_ports"),
    Server: ("port_side", "fits"),
    Enclosure: ("port_side", "blades", "switch"),
    Adapter: (),
    Equipment: ("what",),
    Transceiver: ("connector", "links", "lanes", "rate_gbps", "fibre", "reach_m", "medium", "protocol"),
    Cable: (
        "medium", "connectors", "ends", "links", "lanes", "lane_rate_gbps", "reach_m", "diameter_mm",
        "bend_mm", "protocol",
    ),
    RackPart: ("height_mm", "first_u_mm", "width_mm", "mass_limit_kg", "power_limit_w"),
    PowerUnit: ("outlets", "power_limit_w"),
    TrayPart: ("width_mm", "tray_depth_mm", "length_m"),
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
    Cable: "Cable",
    Transceiver: "Transceiver",
}
WITHOUT: dict[type[Part], frozenset[str]] = {
    Cable: frozenset({"height_u", "depth_mm", "airflow", "redundancy"}),
    Transceiver: frozenset({"height_u", "depth_mm", "airflow", "redundancy"}),
    TrayPart: frozenset({"height_u", "depth_mm", "airflow", "redundancy", "power_w", "mtbf_h"}),
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
    info: inspect.Type = inspect.type_info(kind)
    for step in place:
        info = _bare(info)
        if isinstance(info, inspect.StructType):
            info = next(field.type for field in info.fields if field.encode_name == step)
        elif isinstance(info, inspect.VarTupleType | inspect.ListType):
            info = info.item_type
        elif isinstance(info, inspect.DictType):
            info = info.value_type
    return describe(info)


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
