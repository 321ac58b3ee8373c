"""Names of devices from templates, ``E{index:02}``, and of ports as operating systems give them.

Data flow of the names of a project:

    fabrics (ids) + Naming (templates) + rails and planes + Places (racks)  ->  Names
        nodes      the name of each node of each fabric
        devices    the name of each device by its id, enclosures included
        find       which names are given twice, equal labels of racks, or are unsound elsewhere
"""

import dataclasses
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.schema import about
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortNaming, member_role
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, naming_of
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, enclosure_ids


class TemplateField(NamedTuple):
    """A field that templates may contain: its meaning in one line, and an example of its value."""

    meaning: str
    example: str | int


PLACE_FIELDS: dict[str, TemplateField] = {
    "row": TemplateField("Letters of its row of racks", "A"),
    "rack": TemplateField("Position of its rack in the row, from 1", 4),
    "label": TemplateField("Label of its rack", "A04"),
    "label_lower": TemplateField("Label of its rack in lower case", "a04"),
    "nth_rack": TemplateField("Number of its rack among racks that hold its kind", 3),
    "u": TemplateField("Its lowest unit, 1 at the bottom of the rack", 17),
    "in_rack": TemplateField("Number in its rack among its kind, from 1 at the bottom", 3),
    "from_top": TemplateField("The same number, from 1 at the top", 2),
    "slot": TemplateField("Slot of its enclosure, 0 outside of one", 5),
}
"""Fields that follow from the place of a device; names with them change when it is moved."""
_INDEX = {"index": TemplateField("Number in its group or role, from 1", 7)}
_GROUP = {"group": TemplateField("Name of its group of hosts", "gpu")}
_FABRIC = {"fabric": TemplateField("Name of its network", "compute")}
_LEVEL = {"level": TemplateField("Level of the switch, 1 at the edge", 2)}
_RAIL = {"rail": TemplateField("Rail of the edge switch, 0 where there is one rail", 1)}
_PLANE = {"plane": TemplateField("Plane of the network, from 1", 1)}
_POD = {"pod": TemplateField("Pod; in two levels the block of hosts and edge switches", 2)}

KIND_FIELDS: dict[str, dict[str, TemplateField]] = {
    "host": _INDEX | _GROUP | _POD | PLACE_FIELDS,
    "edge": _INDEX | _FABRIC | _LEVEL | _RAIL | _PLANE | _POD | PLACE_FIELDS,
    "middle": _INDEX | _FABRIC | _LEVEL | _PLANE | _POD | PLACE_FIELDS,
    "core": _INDEX | _FABRIC | _LEVEL | _PLANE | PLACE_FIELDS,
    "enclosure": _INDEX
    | _GROUP
    | _FABRIC
    | {key: PLACE_FIELDS[key] for key in PLACE_FIELDS if key != "slot"},
}
"""Fields of the template of each kind of device."""
_EVER = _INDEX | _GROUP | _FABRIC | _LEVEL
"""Fields that every template of devices has accepted from the first; where they say nothing they are
empty or 0."""
FAR_FIELDS: dict[str, TemplateField] = {
    "port_name": TemplateField("Port by the operating system, else as printed", "swp3s1"),
    "cage": TemplateField("Number printed at the cage, without card and link", "3"),
    "leg": TemplateField("Leg of a splitter cable, if it is one", "2"),
    "far": TemplateField("Name of the device at the other end", "E02"),
    "far_port": TemplateField("Port there as printed, with its card", "1/12"),
    "fabric": TemplateField("Name of its network", "compute"),
}
"""Fields of labels that need the whole cable: the far end, and what an operating system calls the port."""
LABEL_FIELDS: dict[str, TemplateField] = {
    "row": TemplateField("Letters of the row of racks", "A"),
    "rack": TemplateField("Position of the rack in its row, from 1", 4),
    "label": TemplateField("Label of the rack", "A04"),
    "u": TemplateField("Lowest unit of the device, 1 at the bottom", 17),
    "device": TemplateField("Name of the device at this end", "E01"),
    "slot": TemplateField("Card of a switch or slot of an enclosure, if any", "1"),
    "port": TemplateField("Port as printed at the device, with its card", "1/3"),
    **FAR_FIELDS,
}
"""Fields of the label of one end of a cable."""


def fields_of_template(kind: str) -> dict[str, TemplateField]:
    """The fields that the template of a kind of device accepts, or of labels (``label``)."""
    return LABEL_FIELDS if kind == "label" else _EVER | KIND_FIELDS[kind]


def used_fields(template: str) -> frozenset[str]:
    """The fields that a template contains.

    >>> sorted(used_fields("{row}{rack:02}-{{x}}"))
    ['rack', 'row']
    """
    return frozenset(field for _, field, _, _ in string.Formatter().parse(template) if field is not None)


def has_place(template: str) -> bool:
    """Whether names by a template depend on where devices are."""
    return not used_fields(template).isdisjoint(PLACE_FIELDS)


def check_template(template: str, kind: str) -> None:
    """Refuse a template that contains other fields or cannot be formatted.

    Parameters
    ----------
    kind
        A field of :class:`Naming`.

    Raises
    ------
    FatdeskError
        Stating what it may contain.
    """
    fields = fields_of_template(kind)
    offered = fields if kind == "label" else KIND_FIELDS[kind]
    known = ", ".join("{" + name + "}" for name in offered)
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError:
        raise FatdeskError(
            f"template {template!r}: braces do not match, each {{ needs its }}; known fields: {known}"
        ) from None
    for _, field, spec, conversion in pieces:
        if field is None:
            continue
        stated = f"{{{field}:{spec}}}" if spec else f"{{{field}}}"
        try:
            if field not in fields or conversion or "{" in (spec or "") or len(spec or "") > 6:
                raise ValueError
            format(fields[field].example, spec or "")
        except (ValueError, TypeError):
            raise FatdeskError(
                f"template {template!r}: {stated} is not understood; known fields: {known}"
            ) from None


class Naming(Struct, frozen=True, kw_only=True):
    """Templates of names; the fields of each are :data:`KIND_FIELDS` and :data:`LABEL_FIELDS`.

    An empty template means the plain one: the letter n, E, M, C or X and the number, with the group's or the
    fabric's name before it where there are several. ``level`` is that of a switch, 1 for edge switches;
    where there are several middle levels, plain names have it too (``M2-01``). ``label`` is the label of
    one end of a cable.
    """

    host: Annotated[Text, about("Hosts", "Template of the names of hosts", empty="n01")] = ""
    edge: Annotated[Text, about("Edge switches", "Template of the names of edge switches", empty="E01")] = ""
    middle: Annotated[
        Text, about("Middle switches", "Template of the names of those between", empty="M01")
    ] = ""
    core: Annotated[Text, about("Core switches", "Template of the names of core switches", empty="C01")] = ""
    enclosure: Annotated[Text, about("Enclosures", "Template of the names of enclosures", empty="X01")] = ""
    label: Annotated[Text, about("Cable labels", "Template of the label of one end of a cable")] = (
        "{row}{rack:02}-U{u:02}-P{port}"
    )

    def __post_init__(self) -> None:
        for kind in self.__struct_fields__:
            try:
                check_template(getattr(self, kind), kind)
            except FatdeskError as error:
                raise UnsoundError(f"{kind}: {error}") from None

    @property
    def templates(self) -> Iterator[tuple[str, str]]:
        """Each kind with its template, in order."""
        return ((kind, getattr(self, kind)) for kind in self.__struct_fields__)

    @property
    def by_place(self) -> bool:
        """Whether names of devices depend on where they are."""
        return any(has_place(template) for kind, template in self.templates if kind != "label")

    @property
    def is_new(self) -> bool:
        """Whether a template contains a field that programs before format 11 do not know."""
        return any(
            not used_fields(template) <= set(LABEL_FIELDS if kind == "label" else _EVER)
            or (kind == "label" and not used_fields(template).isdisjoint(FAR_FIELDS))
            for kind, template in self.templates
        )


KIND_TITLES = {
    "host": "hosts",
    "edge": "edge switches",
    "middle": "middle switches",
    "core": "core switches",
    "enclosure": "enclosures",
    "label": "cable labels",
}
CHASSIS = "/chassis"
"""The end of the prefix of chassis, whose ids have the group of their nodes."""
EXTERNAL = "external"
"""Kind of the far ends of extra ports."""


def kind_of(device_id: str) -> str:
    """The kind of a device by its id: the field of :class:`Naming`, or ``external``.

    >>> [kind_of(some) for some in ("gpu/7", "ib/edge/1", "ib/middle-2/4", "ib/enclosure/2", "ib/external/1")]
    ['host', 'edge', 'middle', 'enclosure', 'external']
    """
    return kind_of_prefix(device_id.rpartition("/")[0])


def kind_of_prefix(prefix: str) -> str:
    """The kind of the devices whose ids begin so, as of :func:`kind_of`."""
    if "/" not in prefix:
        return "host"
    return "enclosure" if prefix.endswith(CHASSIS) else role_field(prefix.rpartition("/")[2])


def level_name(level: int, levels: int) -> str:
    """Return the name of the switches of a level, from 1; hosts are of level 0.

    >>> [level_name(level, 3) for level in range(4)], level_name(1, 1), level_name(3, 4)
    (['Host', 'Edge', 'Middle', 'Core'], 'Switch', 'Level 3')
    """
    if level <= 1:
        return "Host" if level == 0 else "Edge" if levels > 1 else "Switch"
    return "Core" if level == levels else "Middle" if levels == 3 else f"Level {level}"


def host_word(fabric: Fabric, catalog: Catalog) -> str:
    """Return the word for the hosts of a network: ``device`` where switches or power units are among them."""
    parts = np.unique(fabric.part[fabric.nodes(NodeKind.HOST)]).tolist()
    found = (catalog.find(fabric.parts[part].part) for part in parts if part >= 0)
    return "host" if all(member_role(part) == "Host" for part in found) else "device"


def role_field(role: str) -> str:
    """The field of :class:`Naming` for the role in the ids of switches, ``middle`` for ``middle-2``."""
    return role.split("-", maxsplit=1)[0]


class Seat(Protocol):
    """Place of a device: index of its rack, lowest unit, units, slot of its enclosure (0: none)."""

    @property
    def rack(self) -> int:
        """Index of its rack."""

    @property
    def u(self) -> int:
        """Its lowest unit."""

    @property
    def height_u(self) -> int:
        """Units that it takes; 0: it is mounted at the side of the rack."""

    @property
    def slot(self) -> int:
        """Slot of its enclosure, from 1; 0: in none."""


class RackPlace(NamedTuple):
    """A rack as names have it: letters of its row, position in it from 1, label."""

    row: str
    rack: int
    label: str


@dataclass(frozen=True)
class Places:
    """Racks of a floor, and the seat of each device by id; devices without one are in no rack."""

    racks: Sequence[RackPlace] = ()
    seats: Mapping[str, Seat] = dataclasses.field(default_factory=dict)


class Layout(NamedTuple):
    """Rails of the edge switches of a fabric, and its planes; 1: no such division."""

    rails: int = 1
    planes: int = 1


@dataclass(frozen=True)
class Names:
    """The names of a project.

    Attributes
    ----------
    nodes
        For each fabric the name of each of its nodes.
    devices
        The name of each device by its id, enclosures included.
    unplaced
        Devices in no rack whose template needs their place, so that their names are plain ones.
    """

    nodes: tuple[tuple[str, ...], ...]
    devices: dict[str, str]
    unplaced: tuple[str, ...] = ()

    @cached_property
    def by_kind(self) -> dict[str, list[str]]:
        """The ids of the devices of each kind, in order."""
        found: dict[str, list[str]] = {}
        kinds: dict[str, str] = {}
        for device in self.devices:
            prefix = device.rpartition("/")[0]
            if prefix not in kinds:
                kinds[prefix] = kind_of_prefix(prefix)
            found.setdefault(kinds[prefix], []).append(device)
        return found


class _Series(NamedTuple):
    """Devices whose ids differ in their number alone."""

    fabric: int
    prefix: str
    ids: list[str]
    numbers: list[int]
    nodes: list[int]
    """Their numbers in the fabric; empty for enclosures."""

    @property
    def kind(self) -> str:
        return kind_of_prefix(self.prefix)


def make_names(
    fabrics: Sequence[Fabric],
    naming: Naming,
    groups: int,
    joined: int | None = None,
    *,
    layouts: Sequence[Layout] = (),
    places: Places | None = None,
    of_groups: Mapping[str, str] = MappingProxyType({}),
) -> Names:
    """Make the names of all devices of a project; the same input gives the same names.

    A device that several fabrics have is named once. A device in no rack whose template contains its place
    has its plain name and ``-unplaced``, with a number where another device is called so. Names that devices
    were found with stay; where they follow the template, ``{index}`` of the others counts on from them.

    Parameters
    ----------
    groups, joined
        How many groups of hosts and how many fabrics the project has; with one, its name is left out of
        plain names. None: as many fabrics as are given.
    layouts
        Rails and planes of each fabric.
    places
        Needed where a template contains fields of places.
    of_groups
        Templates of groups of hosts by name, which precede that of all hosts.
    """
    places = places or Places()
    found_names = {one: name for fabric in fabrics for one, name in fabric.found_names.items()}
    every = [series for number, fabric in enumerate(fabrics) for series in _series_of(number, fabric)]
    homes = _homes(every, fabrics)
    ranks = _Ranks(homes, places)
    boxes = sum(series.kind == "enclosure" for series in homes)
    made: dict[str, str] = {}
    waiting: dict[str, str] = {}
    for series in homes:
        fabric = fabrics[series.fabric]
        others = boxes if series.kind == "enclosure" else len(fabrics) if joined is None else joined
        plain = _plain(series, groups, others, fabric.leads_to)
        template = getattr(naming, series.kind, "") if series.kind in KIND_FIELDS else ""
        if series.kind == "host":
            template = of_groups.get(series.prefix) or template

        def columns_of(numbers: list[int], series: _Series = series) -> _Columns:
            own, layout = series._replace(numbers=numbers), layouts[series.fabric] if layouts else Layout()
            return _Columns(own, fabrics[series.fabric], layout, homes, places, ranks)

        numbers = series.numbers
        if found_names and "index" in used_fields(template):
            numbers = _counting_on(template, series, columns_of, found_names)
        columns = columns_of(numbers)
        names, missing = _filled(template or plain, columns)
        made.update(zip(series.ids, names, strict=True))
        if missing:
            plainly, _ = _filled(plain, columns)
            waiting.update((series.ids[at], f"{plainly[at]}-unplaced") for at in missing)
    for fabric in fabrics:
        found = {one: name for one, name in fabric.found_names.items() if one in made}
        made |= found
        waiting = {one: name for one, name in waiting.items() if one not in found}
    _name_unplaced(made, waiting)
    nodes = tuple(tuple(map(made.__getitem__, fabric.ids)) for fabric in fabrics)
    return Names(nodes, made, tuple(waiting))


def _counting_on(
    template: str,
    series: _Series,
    columns_of: Callable[[list[int]], "_Columns"],
    found_names: Mapping[str, str],
) -> list[int]:
    """The index of each device of a series: of those without a found name after the highest of the others."""
    known = [found_names.get(one) for one in series.ids]
    new = [at for at, name in enumerate(known) if name is None]
    if not new or len(new) == len(known):
        return series.numbers
    digits = [[] if name is None else re.findall(r"[0-9]{1,9}", name)[::-1] for name in known]
    highest = -1
    for place in range(max(map(len, digits))):
        numbers = [int(some[place]) if place < len(some) else 0 for some in digits]
        names, _ = _filled(template, columns_of(numbers))
        alike = (number for number, name, is_ in zip(numbers, names, known, strict=True) if name == is_)
        highest = max([highest, *alike])
    if highest < 0:
        return series.numbers
    indices = [*series.numbers]
    for index, at in enumerate(new, highest + 1):
        indices[at] = index
    return indices


def template_of(names: Sequence[str]) -> str:
    """The template that at least half of some names follow, with the number that differs; empty: none.

    >>> template_of(["node001", "node002", "node010"]), template_of(["leaf-9", "leaf-10"])
    ('node{index:03}', 'leaf-{index}')
    >>> template_of(["a1-n1", "a2-n1", "a2-n2"]), template_of(["alpha", "beta"])
    ('', '')
    """
    pieces = [re.split(r"([0-9]+)", name) for name in names]
    skeletons = Counter(tuple(some[::2]) for some in pieces if len(some) > 1)
    if not skeletons:
        return ""
    (skeleton, count), *_ = skeletons.most_common(1)
    columns = list(zip(*(some[1::2] for some in pieces if tuple(some[::2]) == skeleton), strict=True))
    differ = [at for at, column in enumerate(columns) if len(set(column)) > 1] or [len(columns) - 1][
        : count < 2
    ]
    if 2 * count < len(names) or len(differ) != 1:
        return ""
    texts = columns[differ[0]]
    width = max(map(len, texts))
    padded = width > 1 and any(text.startswith("0") for text in texts)
    if padded and len(set(map(len, texts))) > 1:
        return ""
    made = skeleton[0].replace("{", "{{").replace("}", "}}")
    for at, (column, text) in enumerate(zip(columns, skeleton[1:], strict=True)):
        number = f"{{index:0{width}}}" if padded else "{index}"
        made += (number if at == differ[0] else column[0]) + text.replace("{", "{{").replace("}", "}}")
    return made


def plain_templates(fabrics: Sequence[Fabric], groups: int, joined: int | None = None) -> dict[str, str]:
    """Return the templates of plain names by prefix of ids; parameters as of :func:`make_names`.

    The prefix of hosts is their group. Templates of a kind differ where the width of numbers does.
    """
    every = [series for number, fabric in enumerate(fabrics) for series in _series_of(number, fabric)]
    homes = _homes(every, fabrics)
    boxes = sum(series.kind == "enclosure" for series in homes)
    found: dict[str, str] = {}
    for series in homes:
        others = boxes if series.kind == "enclosure" else len(fabrics) if joined is None else joined
        found[series.prefix] = _plain(series, groups, others, fabrics[series.fabric].leads_to)
    return found


def _name_unplaced(made: dict[str, str], waiting: dict[str, str]) -> None:
    """Give devices in no rack a name that no other has."""
    if not waiting:
        return
    taken = {name.casefold() for device, name in made.items() if device not in waiting}
    for device, stem in waiting.items():
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        made[device] = name


def _series_of(number: int, fabric: Fabric) -> Iterator[_Series]:
    """The series of a fabric in order of its nodes, enclosures last."""
    found: dict[str, _Series] = {}
    chassis = [box for group in fabric.chassis for box in group.ids]
    for ids, offset in ((fabric.ids, 0), (enclosure_ids(fabric), -1), (chassis, -1)):
        before, series = None, None
        for node, device in enumerate(ids):
            prefix, _, index = device.rpartition("/")
            if series is None or prefix != before:
                if prefix not in found:
                    found[prefix] = _Series(number, prefix, [], [], [])
                before, series = prefix, found[prefix]
            series.ids.append(device)
            series.numbers.append(int(index))
            if offset == 0:
                series.nodes.append(node)
    yield from found.values()


def _homes(every: Sequence[_Series], fabrics: Sequence[Fabric]) -> list[_Series]:
    """Each series once: of the fabric that its ids name, else of the first that has it."""
    home: dict[str, _Series] = {}
    for series in every:
        own = fabrics[series.fabric].name == series.prefix.rpartition("/")[0]
        if series.prefix not in home or own:
            home[series.prefix] = series
    return list(home.values())


_RANKS = ("in_rack", "from_top", "nth_rack")


class _Ranks:
    """The number of each device in its rack, among all devices of its kind."""

    def __init__(self, homes: Sequence[_Series], places: Places) -> None:
        self._homes, self._seats = homes, places.seats
        self._of: dict[str, dict[str, tuple[int, int, int]]] = {}

    def of(self, kind: str) -> Mapping[str, tuple[int, int, int]]:
        """By device in a rack its number from the bottom, from the top, and that of its rack."""
        if kind not in self._of:
            self._of[kind] = self._counted(kind)
        return self._of[kind]

    def _counted(self, kind: str) -> dict[str, tuple[int, int, int]]:
        """Devices without height (power units at the side of a rack) come after all others of it."""
        ids = [one for series in self._homes if series.kind == kind for one in series.ids]
        seats = list(map(self._seats.get, ids))
        placed = [one for one, seat in zip(ids, seats, strict=True) if seat is not None]
        there = [seat for seat in seats if seat is not None]
        rack = np.array([seat.rack for seat in there], np.int64)
        flat = np.array([seat.height_u == 0 for seat in there], np.int64)
        u = np.array([seat.u for seat in there], np.int64)
        slot = np.array([seat.slot for seat in there], np.int64)
        order = np.lexsort((slot, u, flat, rack))
        _, first, size = np.unique(rack[order], return_index=True, return_counts=True)
        tall = size - np.add.reduceat(flat[order], first) if len(order) else size
        number = np.empty((len(order), 3), np.int64)
        from_first = np.arange(len(order)) - np.repeat(first, size)
        number[order, 0] = from_first + 1
        number[order, 1] = (
            np.repeat(tall, size) - from_first + np.where(flat[order], np.repeat(size, size), 0)
        )
        number[order, 2] = np.repeat(np.arange(len(first)) + 1, size)
        return dict(zip(placed, zip(*number.T.tolist(), strict=True), strict=True))


class _Columns:
    """The values of template fields for a series of devices: one for all, or one for each."""

    def __init__(
        self,
        series: _Series,
        fabric: Fabric,
        layout: Layout,
        homes: Sequence[_Series],
        places: Places,
        ranks: _Ranks,
    ) -> None:
        self.count = len(series.ids)
        self._series, self._fabric, self._layout, self._places = series, fabric, layout, places
        self._homes, self._ranks = homes, ranks

    @cached_property
    def missing(self) -> list[int]:
        """Numbers of those that are in no rack."""
        return [at for at, seat in enumerate(self._seats) if seat is None]

    @cached_property
    def _seats(self) -> list[Seat | None]:
        return [self._places.seats.get(one) for one in self._series.ids]

    @cached_property
    def _at(self) -> list[RackPlace]:
        nowhere = RackPlace("", 0, "")
        racks = self._places.racks
        return [nowhere if seat is None else racks[seat.rack] for seat in self._seats]

    def of(self, field: str) -> str | int | list[Any]:
        """The value of a field: one, or a list of one for each device."""
        series = self._series
        if field == "index":
            return series.numbers
        if field == "group":
            return (
                series.prefix.removesuffix(CHASSIS) if "/" not in series.prefix.removesuffix(CHASSIS) else ""
            )
        if field == "fabric":
            own = "/" in series.prefix and not series.prefix.endswith(CHASSIS)
            return series.prefix.rpartition("/")[0] if own else self._fabric.name
        if field == "level":
            mine = [one.prefix for one in self._homes if one.fabric == series.fabric]
            return _levels(mine).get(series.prefix, 0)
        if field in ("rail", "plane"):
            return self._division(field)
        if field == "pod":
            pods = pods_of(self._fabric, self._layout.planes)
            return [int(pods[node]) for node in series.nodes]
        return self._place(field)

    def _division(self, field: str) -> list[int]:
        rails, planes = max(1, self._layout.rails), max(1, self._layout.planes)
        numbers = np.array(self._series.numbers, np.int64) - 1
        each = max(1, len(numbers) // planes)
        if field == "plane":
            found: list[int] = (numbers // each + 1).tolist()
        else:
            found = (numbers % each % rails + 1).tolist() if rails > 1 else [0] * len(numbers)
        return found

    def _place(self, field: str) -> list[Any]:
        if field == "row":
            return [at.row for at in self._at]
        if field == "rack":
            return [at.rack for at in self._at]
        if field == "label":
            return [at.label for at in self._at]
        if field == "label_lower":
            return [at.label.lower() for at in self._at]
        if field in _RANKS:
            of, column = self._ranks.of(self._series.kind), _RANKS.index(field)
            return [of[one][column] if one in of else 0 for one in self._series.ids]
        if field == "u":
            return [0 if seat is None else seat.u for seat in self._seats]
        return [0 if seat is None else seat.slot for seat in self._seats]


def _filled(template: str, columns: _Columns) -> tuple[list[str], list[int]]:
    """A template filled in for each device, and which of them lack the place that it contains."""
    text, by_place = "", False
    several: list[list[Any]] = []
    for literal, field, spec, _ in string.Formatter().parse(template):
        text += literal.replace("{", "{{").replace("}", "}}")
        if field is None:
            continue
        by_place = by_place or field in PLACE_FIELDS
        value = columns.of(field)
        if isinstance(value, list):
            text += f"{{{len(several)}:{spec}}}"
            several.append(value)
        else:
            text += format(value, spec or "").replace("{", "{{").replace("}", "}}")
    missing = columns.missing if by_place else []
    if not several:
        return list(repeat(text.format(), columns.count)), missing
    return list(map(text.format, *several)), missing


def pods_of(fabric: Fabric, planes: int = 1) -> Longs:
    """The pod of each node of a fabric, from 1; 0: in none.

    In a network of three or more levels a pod is a set of switches that reach each other below the top
    level; pods count from 1 in each plane, in the order of their first switches, and a host is in the pod
    of the edge switch at its first link. With less levels a pod is a building block: hosts with their edge
    switches.
    """
    switch = fabric.kind == NodeKind.SWITCH
    top = int(fabric.level.max(initial=0))
    if top < 3:
        return np.where(fabric.kind == NodeKind.EXTERNAL, 0, fabric.block.astype(np.int64) + 1)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    below = switch & (fabric.level < top)
    ends = fabric.ends[below[fabric.ends].all(axis=1)]
    size = fabric.node_count
    graph = coo_array((np.ones(len(ends), bool), (ends[:, 0], ends[:, 1])), (size, size))
    component = connected_components(graph, directed=False)[1].astype(np.int64)
    nodes = np.flatnonzero(below)
    found, first, inverse = np.unique(component[nodes], return_index=True, return_inverse=True)
    rank = np.empty(len(found), np.int64)
    rank[np.argsort(first)] = np.arange(len(found))
    pods = np.zeros(size, np.int64)
    pods[nodes] = rank[inverse.reshape(-1)] % max(1, len(found) // max(1, planes)) + 1
    at_host = np.flatnonzero(fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST)[::-1]
    pods[fabric.ends[at_host, 1]] = pods[fabric.ends[at_host, 0]]
    return pods


def _levels(prefixes: Iterable[str]) -> dict[str, int]:
    """The level of the switches of each role, by the beginnings of their ids."""
    roles = {prefix: prefix.rsplit("/", 1)[1] for prefix in prefixes if "/" in prefix}
    middle = {
        prefix: int(role.partition("-")[2] or 2)
        for prefix, role in roles.items()
        if role_field(role) == "middle"
    }
    top = 1 + max(middle.values(), default=1)
    fixed = {"edge": 1, "core": top}
    return {**middle, **{prefix: fixed[role] for prefix, role in roles.items() if role in fixed}}


def _plain(series: _Series, groups: int, fabrics: int, leads_to: str) -> str:
    """The template of plain names; numbers are as wide as the largest.

    Parameters
    ----------
    fabrics
        How many have devices that would be named alike without the name of the fabric.
    """
    digits = len(str(max(series.numbers)))
    number = "{index:0" + str(max(2, digits)) + "}"
    of_fabric = "{fabric}-" if fabrics > 1 else ""
    if series.kind == "host":
        return ("{group}-" if groups > 1 else "") + "n" + number
    role = series.prefix.rpartition("/")[2]
    if series.kind == EXTERNAL:
        stated = leads_to.replace("{", "{{").replace("}", "}}") or EXTERNAL
        return of_fabric + stated + "-{index}"
    if series.kind == "enclosure":
        if series.prefix.endswith(CHASSIS):
            of_fabric = of_fabric and "{group}-"
        return of_fabric + "X{index:0" + str(digits) + "}"
    of_level = "" if role == series.kind else role.removeprefix(series.kind + "-") + "-"
    return of_fabric + role[0].upper() + of_level + number


# What is wrong with names

_HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\Z")
"""Host names of RFC 1123: labels of at most 63 letters, digits and hyphens, with dots between."""
LONGEST_NAME = 60
"""Characters of a name that files for other programs keep (NetBox: 64, DNS: 63)."""


def name_findings(names: Names, naming: Naming, racks: Sequence[str]) -> list[Finding]:
    """Findings about the names of a project, each with the templates that cause it.

    Names and labels that differ in case alone are the same to DNS and NetBox, so they are found too.

    Parameters
    ----------
    racks
        The labels of all racks.
    """
    return [
        *_given_twice(names, naming),
        *_like_racks(names, naming, racks),
        *_racks_alike(racks),
        *_unsound(names, naming),
        *_unplaced(names, naming),
    ]


def _stated(kind: str, naming: Naming) -> str:
    """A template in words."""
    template = getattr(naming, kind, "") if kind in KIND_FIELDS else ""
    title = KIND_TITLES.get(kind, "far ends of extra ports")
    return f"the template of {title} ({template})" if template else f"the plain names of {title}"


def _given_twice(names: Names, naming: Naming) -> Iterator[Finding]:
    """Names of several devices: one finding for the templates that give them."""
    if len(set(map(str.casefold, names.devices.values()))) == len(names.devices):
        return
    count = Counter(map(str.casefold, names.devices.values()))
    alike: dict[str, list[str]] = {}
    for device, name in names.devices.items():
        if count[name.casefold()] > 1:
            alike.setdefault(name.casefold(), []).append(device)
    causes: dict[tuple[bool, tuple[str, ...]], list[list[str]]] = {}
    for devices in alike.values():
        kinds = tuple(dict.fromkeys(map(kind_of, devices)))
        exact = len({names.devices[one] for one in devices}) < len(devices)
        causes.setdefault((exact, kinds), []).append(devices)
    for (exact, kinds), cases in causes.items():
        devices = cases[0]
        first = names.devices[devices[0]]
        some = ", ".join(devices[:3]) + (", ..." if len(devices) > 3 else "")
        what = f"{len(devices):,} devices have this name" if exact else "names differ in case alone"
        more = f"; in all {len(cases):,} names are there more than once" if len(cases) > 1 else ""
        by = " and ".join(_stated(kind, naming) for kind in kinds)
        yield Finding(
            Severity.ERROR if exact else Severity.WARNING,
            "name-twice",
            first,
            f"{what} ({some}), by {by}{more}",
            "let the template distinguish them, with {index}, or {label} and {in_rack}"
            if len(kinds) == 1
            else "let the templates differ, in a letter for one",
        )


def _like_racks(names: Names, naming: Naming, racks: Sequence[str]) -> Iterator[Finding]:
    """Devices that are named as a rack is labelled."""
    labels = set(map(str.casefold, racks))
    if labels.isdisjoint(map(str.casefold, names.devices.values())):
        return
    first = {name: device for device, name in reversed(names.devices.items())}
    for name, device in reversed(first.items()):
        if name.casefold() in labels:
            kind = kind_of(device)
            longer = f"give them a longer name, such as {LONGER_NAMES.get(kind, 'node{index:03}')}"
            yield Finding(
                Severity.WARNING,
                "name-of-rack",
                name,
                f"a device and a rack have this name, by {_stated(kind, naming)}",
                f"{longer}, or give the rack another label",
            )


LONGER_NAMES = {
    "edge": "edge-{index:02}",
    "middle": "middle-{index:02}",
    "core": "core-{index:02}",
    "enclosure": "enclosure-{index:02}",
}
"""Templates for switches and enclosures whose plain names repeat labels of racks.

Plain names of several middle levels (M2-01) are never labels of racks.
"""


def _racks_alike(racks: Sequence[str]) -> Iterator[Finding]:
    first = {label.casefold(): label for label in reversed(racks)}
    for folded, times in Counter(map(str.casefold, racks)).items():
        if times > 1:
            text = f"{times} racks have this label"
            yield Finding(Severity.ERROR, "rack-twice", first[folded], text, "give one another label")


def _unsound(names: Names, naming: Naming) -> Iterator[Finding]:
    """Names that other programs refuse, or that files for them have to change."""
    for kind, devices in names.by_kind.items():
        if kind not in KIND_FIELDS:
            continue
        bad = [
            name
            for name in map(names.devices.__getitem__, devices)
            if len(name) > LONGEST_NAME or not _HOST_NAME.match(name)
        ]
        if bad:
            few = ", ".join(map(repr, bad[:2]))
            yield Finding(
                Severity.WARNING if getattr(naming, kind) else Severity.NOTE,
                "name-unsound",
                bad[0],
                f"{len(bad):,} names are no host names ({few}), by {_stated(kind, naming)}: DNS "
                "refuses them, and files for other programs may have to change them",
                f"use letters, digits and hyphens, {LONGEST_NAME} at most",
            )


def _unplaced(names: Names, naming: Naming) -> Iterator[Finding]:
    if names.unplaced:
        kind = kind_of(names.unplaced[0])
        yield Finding(
            Severity.NOTE,
            "name-unplaced",
            names.devices[names.unplaced[0]],
            f"{len(names.unplaced):,} devices are in no rack and have plain names, though "
            f"{_stated(kind, naming)} contains the place",
            "place them, then their names follow the template",
        )


class FabricPorts:
    """The ports of a fabric's devices: how they are split, and what they are called."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        """Prepare the names, under the operating systems of the fabric (``port_systems``)."""
        self._fabric, self._catalog = fabric, catalog
        self._tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
        self._namings = [naming_of(catalog, part.part, fabric.port_systems) for part in fabric.parts]
        self._part: list[int] = fabric.part.tolist()
        self._splits: dict[int, dict[int, int]] = {}
        split = np.flatnonzero(fabric.splits > 1)
        rows = zip(
            fabric.ends[split, 0].tolist(),
            fabric.ports[split, 0].tolist(),
            fabric.splits[split].tolist(),
            strict=True,
        )
        for node, port, legs in rows:
            self._splits.setdefault(node, {})[port] = legs
        self._made: dict[tuple[int, PortNaming, tuple[tuple[int, int], ...]], PortNames] = {}
        self._usual: dict[int, PortNames | None] = {}
        """By part the names where no port is split."""

    def splits(self, node: int) -> list[int]:
        """For each port of a node into how many legs the plan splits it; 1: it is not split."""
        count = len(self._tables[self._part[node]].cage) if self._part[node] >= 0 else 0
        legs = self._splits.get(node, {})
        return [legs.get(port, 1) for port in range(count)]

    def legs(self, node: int, port: int) -> int:
        """Into how many legs a port of a node is split; 1: it is not."""
        return self._splits.get(node, {}).get(port, 1)

    def names(self, node: int, naming: PortNaming | None = None) -> PortNames | None:
        """The names of all ports of a node, by default under the system of the fabric."""
        part = self._part[node]
        if part < 0:
            return None
        if naming is None and node not in self._splits:
            if part not in self._usual:
                self._usual[part] = self._names(node, part, self._namings[part])
            return self._usual[part]
        return self._names(node, part, naming or self._namings[part])

    def _names(self, node: int, part: int, naming: PortNaming | None) -> PortNames | None:
        if naming is None:
            return None
        legs = self._splits.get(node)
        key = (part, naming, tuple(sorted(legs.items())) if legs else ())
        if key not in self._made:
            self._made[key] = PortNames(self._tables[part], naming, self.splits(node))
        return self._made[key]

    def name(self, node: int, port: int, leg: int = 0) -> str:
        """The name of a port, or of its leg from 0; empty where it is not known."""
        names = self.names(node)
        return "" if names is None or port >= len(names.table.cage) else names.name(port, leg)
