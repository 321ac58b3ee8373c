"""Which figures a form shows of each kind of part: where they stand, their names and units."""

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


class Figure(NamedTuple):
    """One row of a form.

    Attributes
    ----------
    place
        Where it stands in the part's file.
    unit
        What its numbers are; empty: it is a text.
    choices
        What it can be, where it is one of some words.
    several
        Whether it is a list, typed with commas.
    """

    place: Place
    title: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False

    @property
    def field(self) -> str:
        """The field of the part in which it stands."""
        return str(self.place[0])

    @property
    def is_number(self) -> bool:
        """Whether numbers are typed."""
        return bool(self.unit)


class Section(NamedTuple):
    """Rows under a heading; of a price there are more fields in a row."""

    title: str
    figures: tuple[Figure, ...]
    prices: bool = False


def _one(
    name: str, title: str, unit: str = "", choices: tuple[str, ...] = (), *, several: bool = False
) -> Figure:
    return Figure((name,), title, unit, choices, several)


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
OWN: dict[type[Part], tuple[Figure, ...]] = {
    Switch: (ROLES, PORT_SIDE, _one("chip_ports", "Ports of the chip", "×")),
    ModularSwitch: (
        _one("slots", "Slots", "×"),
        ROLES,
        PORT_SIDE,
        Figure(("inside", "card_ports"), "Chip of a card", "ports"),
        Figure(("inside", "board_ports"), "Chip of a board", "ports"),
    ),
    Server: (PORT_SIDE, _one("fits", "Fits into", several=True)),
    Enclosure: (
        PORT_SIDE,
        _one("blades", "Blades", "×"),
        _one("switch", "Switch bays take", several=True),
    ),
    Adapter: (),
    Equipment: (_one("what", "Which equipment"),),
    Transceiver: (
        _one("connector", "Connector"),
        _one("links", "Links", "×"),
        _one("lanes", "Lanes of a link", "×"),
        _one("rate_gbps", "Rate of a link", "Gb/s"),
        _one("fibre", "Plug of the fibre"),
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
        _one("lane_rate_gbps", "Rate of a lane", "Gb/s"),
        _one("reach_m", "Reach", "m"),
        _one("diameter_mm", "Diameter", "mm"),
        _one("bend_mm", "Least bend", "mm"),
        PROTOCOL,
    ),
    RackPart: (
        _one("height_mm", "Outside height", "mm"),
        _one("first_u_mm", "Floor to unit 1", "mm"),
        _one("width_mm", "Outside width", "mm"),
        _one("mass_limit_kg", "May hold", "kg"),
        _one("power_limit_w", "May draw", "W"),
    ),
    PowerUnit: (_one("outlets", "Outlets", "×"), _one("power_limit_w", "May give", "W")),
    TrayPart: (
        _one("width_mm", "Width", "mm"),
        _one("tray_depth_mm", "Depth inside", "mm"),
        _one("length_m", "Sold in lengths of", "m"),
    ),
}
"""What only a kind has."""
PRICE = _one("price", "Price")
MORE_PRICES: dict[type[Part], tuple[Figure, ...]] = {
    Switch: (PRICE, _one("price_per_port", "Price of a port")),
    Cable: (_one("per_metre", "Price of a metre"), _one("per_connector", "Price of a connector"), PRICE),
    Enclosure: (PRICE, Figure(("pass_through", "price"), "Pass-through panel")),
    ModularSwitch: (_one("price", "Bare chassis"),),
}
LAST = (_one("notes", "Notes"), _one("source", "Source of all figures"))
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
"""What makes no sense of a kind; shown only where a part tells it all the same."""


def sections_of(part: AnyPart) -> list[Section]:
    """The rows of a part's form."""
    kind = type(part)
    hidden = WITHOUT.get(kind, frozenset())
    body = tuple(some for some in BODY if some.field not in hidden or getattr(part, some.field))
    found = [Section("What it is", IDENTITY)]
    own = OWN[kind]
    if own and kind in TITLED:
        found.append(Section(TITLED[kind], own))
        found.append(Section("Figures", body))
    else:
        found.append(Section("Figures", own + body))
    found.append(Section("Price", MORE_PRICES.get(kind, (PRICE,)), prices=True))
    found.append(Section("Remarks", LAST))
    return found


@lru_cache(maxsize=512)
def range_told(kind: type[Part], place: Place) -> str:
    """What a figure may be, in the words of an error."""
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
def default_told(kind: type[Part], place: Place) -> str:
    """What holds where a figure is not told; empty where that is nothing.

    >>> default_told(Switch, ("roles",)), default_told(Cable, ("links",)), default_told(Cable, ("reach_m",))
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
