"""Fields of each kind of part in forms: path in the file, title, unit, choices."""

from functools import lru_cache
from typing import NamedTuple, get_args

from msgspec import inspect
from msgspec.structs import fields

from fatdesk.core.typed_records import describe
from fatdesk.core.yaml_events import Place
from fatdesk.engine.catalog.parts import (
    Adapter,
    Airflow,
    AnyPart,
    Cable,
    Enclosure,
    Equipment,
    Medium,
    ModularSwitch,
    Part,
    Plugs,
    PortSide,
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
    unit
        Unit of numbers; empty for text.
    choices
        Permitted values, if they are limited.
    several
        Whether it is a list, separated by commas.
    """

    place: Place
    title: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False

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


def _one(
    name: str, title: str, unit: str = "", choices: tuple[str, ...] = (), *, several: bool = False
) -> PartField:
    return PartField((name,), title, unit, choices, several)


IDENTITY = (
    _one("id", "Id"),
    _one("name", "Name"),
    _one("vendor", "Vendor"),
    _one("part_number", "Part number"),
)
BODY = (
    _one("height_u", "Height", "U"),
    _one("depth_mm", "Depth", "mm"),
    _one("mass_kg", "Mass", "kg"),
    _one("power_w", "Power", "W"),
    _one("mtbf_h", "MTBF", "h"),
    _one("airflow", "Airflow", choices=get_args(Airflow)),
    _one("redundancy", "Redundancy"),
)
PROTOCOL = _one("protocol", "Protocol", choices=get_args(Plugs))
PORT_SIDE = _one("port_side", "Ports at", choices=get_args(PortSide))
MEDIUM = _one("medium", "Medium", choices=get_args(Medium))
ROLES = _one("roles", "Roles", several=True)
OWN: dict[type[Part], tuple[PartField, ...]] = {
    Switch: (ROLES, PORT_SIDE, _one("chip_ports", "Ports per chip", "×")),
    ModularSwitch: (
        _one("slots", "Slots", "×"),
        ROLES,
        PORT_SIDE,
        PartField(("inside", "card_ports"), "Card chip", "ports"),
        PartField(("inside", "board_ports"), "Board chip", "ports"),
    ),
    Server: (PORT_SIDE, _one("fits", "Fits into", several=True)),
    Enclosure: (
        PORT_SIDE,
        _one("blades", "Blades", "×"),
        _one("switch", "Switches for its bays", several=True),
    ),
    Adapter: (),
    Equipment: (_one("what", "Kind of equipment"),),
    Transceiver: (
        _one("connector", "Connector"),
        _one("links", "Links", "×"),
        _one("lanes", "Lanes per link", "×"),
        _one("rate_gbps", "Link rate", "Gb/s"),
        _one("fibre", "Fibre connector"),
        _one("reach_m", "Reach", "m"),
        MEDIUM,
        PROTOCOL,
    ),
    Cable: (
        MEDIUM,
        _one("connectors", "Connectors", several=True),
        _one("ends", "Plugs at each end", several=True),
        _one("links", "Links", "×"),
        _one("lanes", "Lanes", "×"),
        _one("lane_rate_gbps", "Lane rate", "Gb/s"),
        _one("reach_m", "Reach", "m"),
        _one("diameter_mm", "Diameter", "mm"),
        _one("bend_mm", "Minimum bend radius", "mm"),
        PROTOCOL,
    ),
    RackPart: (
        _one("height_mm", "Outside height", "mm"),
        _one("first_u_mm", "Height of unit 1 above floor", "mm"),
        _one("width_mm", "Outside width", "mm"),
        _one("mass_limit_kg", "Maximum load", "kg"),
        _one("power_limit_w", "Power limit", "W"),
    ),
    PowerUnit: (_one("outlets", "Outlets", "×"), _one("power_limit_w", "Power limit", "W")),
    TrayPart: (
        _one("width_mm", "Width", "mm"),
        _one("tray_depth_mm", "Inside depth", "mm"),
        _one("length_m", "Section length", "m"),
    ),
}
"""Fields of a single kind of part."""
PRICE = _one("price", "Price")
MORE_PRICES: dict[type[Part], tuple[PartField, ...]] = {
    Switch: (PRICE, _one("price_per_port", "Price per port")),
    Cable: (_one("per_metre", "Price per metre"), _one("per_connector", "Price per connector"), PRICE),
    Enclosure: (PRICE, PartField(("pass_through", "price"), "Pass-through panel")),
    ModularSwitch: (_one("price", "Bare chassis"),),
}
LAST = (_one("notes", "Notes"), _one("source", "Source of all values"))
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
    body = tuple(some for some in BODY if some.field not in hidden or getattr(part, some.field))
    found = [Section("Identification", IDENTITY)]
    own = OWN[kind]
    if own and kind in TITLED:
        found.append(Section(TITLED[kind], own))
        found.append(Section("Properties", body))
    else:
        found.append(Section("Properties", own + body))
    found.append(Section("Price", MORE_PRICES.get(kind, (PRICE,)), prices=True))
    found.append(Section("Remarks", LAST))
    return found


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
    if len(place) != 1:
        return ""
    default = next(field.default for field in fields(kind) if field.encode_name == place[0])
    if isinstance(default, tuple):
        return ", ".join(map(str, default))
    return f"{default:g}" if isinstance(default, int | float) else ""


def _bare(info: inspect.Type) -> inspect.Type:
    while True:
        if isinstance(info, inspect.Metadata):
            info = info.type
        elif isinstance(info, inspect.UnionType):
            info = next(some for some in info.types if not isinstance(some, inspect.NoneType))
        else:
            return info
