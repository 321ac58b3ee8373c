"""Names of the devices of a project by templates.

Data flow:

    fabrics (ids) + Naming (templates) + rails and planes + Places (racks)  ->  Names
        nodes      the name of each node of each fabric
        devices    the name of each device by its id, enclosures included
"""

import dataclasses
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.device_kinds import CHASSIS, EXTERNAL, kind_of_prefix, role_field
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, enclosure_ids
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, PLACE_FIELDS, Naming, used_fields


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
