"""The wiring list as arrays, with rows made when they are read.

A row of text takes more than a kilobyte, and a large project has 60,000 of them. Data flow:

    Cabling (arrays) + Writing (names, template, floor) + records  ->  WiringList, a sequence
        [i]            one row; those that were read last are kept
        iteration      all rows in order, in blocks, none kept
        ids, computed_um, ordered_um, costs   columns that need no rows
        outlines       what grouping and filtering need of each cable, without names of links and labels
        listed()       all rows as a list, shared while anyone holds it (an export reads it many times)
"""

import weakref
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, chain, islice, repeat
from string import Formatter
from typing import Any, NamedTuple, Protocol, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from fatdesk.core.memory import collection_paused
from fatdesk.engine.cabling.choice.choosing import Choice
from fatdesk.engine.cabling.choice.link_groups import tables_of
from fatdesk.engine.cabling.identity import LinkIds, cable_numbers
from fatdesk.engine.cabling.laying import Cabling, Detour, FabricCabling
from fatdesk.engine.cabling.positions import Position
from fatdesk.engine.cabling.spans import UNKNOWN, State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_text
from fatdesk.engine.catalog.port_names import PortNames
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.fabric.name_templates import FAR_FIELDS, used_fields
from fatdesk.engine.floor.floor import Floor, letters, rack_label
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.engine.identifiers.template import Values
from fatdesk.engine.wiring.port_identifiers import Marking
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length, TrayNames, link_name

BETWEEN_ENDS = " > "
BLOCK, RECENT = 2_000, 2_000
"""Rows that are made at a time, and the number of single rows that are kept: more than a screen shows."""
PORT = "\0"
"""Placeholder of the port in a label that is known except for it."""
_Link = tuple[list[int], list[int], int, int, int]
"""Both nodes, both ports, leg, legs, bundle."""


class Recorded(Protocol):
    """Recorded values of a cable: status, remark, phase, test, measured length."""

    @property
    def status(self) -> str:
        """Status of the installation."""

    @property
    def remark(self) -> str:
        """Free text."""

    @property
    def phase(self) -> str:
        """Phase of the installation."""

    @property
    def tested_by(self) -> str:
        """Person who tested it."""

    @property
    def result(self) -> str:
        """Result of the test."""

    @property
    def measured_m(self) -> float | None:
        """Its measured length."""


@dataclass(frozen=True)
class Writing:
    """Inputs of rows besides the cables: names of the nodes of each fabric, and how ends are labelled.

    Attributes
    ----------
    label
        Template of the label of one end.
    identifiers
        Scheme that labels ends instead; None: the template.
    panels
        The position of each patch panel by its name.
    """

    names: Sequence[Sequence[str]]
    label: str
    floor: Floor
    catalog: Catalog
    identifiers: Identifiers | None = None
    panels: Mapping[str, Position] = field(default_factory=dict)

    @cached_property
    def marking(self) -> Marking | None:
        """The scheme on this floor, made once for all networks."""
        return (
            None
            if self.identifiers is None
            else Marking(self.identifiers, self.floor, self.catalog, panels=self.panels)
        )


def near_labels(cabling: Cabling, writing: Writing) -> Iterator[tuple[str, str]]:
    """The label text of each end of each cable, and the device it is at."""
    return chain.from_iterable(chain.from_iterable(some.near() for some in rows_of(cabling, writing)))


def rows_of(cabling: Cabling, writing: Writing) -> "Iterator[FabricRows]":
    """Return the rows of each fabric."""
    runs = TrayNames(cabling, [tray.id for tray in writing.floor.trays])
    for number, fabric in enumerate(cabling.fabrics):
        yield FabricRows(cabling, fabric, writing.names[number], writing, runs)


class Outline(NamedTuple):
    """Values of a cable for grouping and filtering; each field as in :class:`CableRow`.

    ``racks``, ``devices``, ``models`` and ``transceivers`` are of all ends, end a first.
    """

    fabric: str
    part: str
    kind: str
    bundle: str
    run: tuple[str, ...]
    ordered_um: int | None
    cost: Decimal | None
    racks: tuple[str, ...]
    devices: tuple[str, ...]
    models: tuple[str, ...]
    transceivers: tuple[str, ...]


def outlines_of(rows: Sequence[CableRow]) -> Iterator[Outline]:
    """Return the outlines of all cables without making missing rows."""
    return rows.outlines if isinstance(rows, WiringList) else map(outline_of, rows)


def ids_of(rows: Sequence[CableRow]) -> Iterable[str]:
    """The id of each cable, without making rows that are not made yet."""
    return rows.ids if isinstance(rows, WiringList) else (row.id for row in rows)


def numbers_of(rows: Sequence[CableRow]) -> dict[str, str]:
    """The short number of each cable by its id, as labels and packets have it."""
    return rows.numbers if isinstance(rows, WiringList) else cable_numbers(row.id for row in rows)


def outline_of(row: CableRow) -> Outline:
    """The same of a row that is made already."""
    ends = (row.a, *(row.legs or (row.b,)))
    return Outline(
        fabric=row.fabric,
        part=row.part,
        kind=row.kind,
        bundle=row.bundle,
        run=row.run,
        ordered_um=row.length.ordered_um,
        cost=row.cost,
        racks=tuple([end.rack_label for end in ends]),
        devices=tuple([end.device for end in ends]),
        models=tuple([end.model for end in ends]),
        transceivers=tuple([end.transceiver for end in ends]),
    )


class _Listed(list[CableRow]):
    """Rows that several hold; a plain list has no weak references."""

    __slots__ = ("__weakref__",)


class WiringList(Sequence[CableRow]):
    """One row a cable, fabric by fabric in the order of their links, made when it is read.

    Parameters
    ----------
    records
        What people recorded, by id of the cable.
    """

    __hash__ = None  # type: ignore[assignment]  # equal lists may have been made differently

    def __init__(
        self, cabling: Cabling, writing: Writing, records: Mapping[str, Recorded] | None = None
    ) -> None:
        self._cabling, self._writing, self._records = cabling, writing, records or {}
        counts = [fabric.count for fabric in cabling.fabrics]
        self._first = [0, *accumulate(counts)]
        self._recent: dict[int, CableRow] = {}
        self._listed: weakref.ref[_Listed] | None = None

    def __len__(self) -> int:
        return self._first[-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    @overload
    def __getitem__(self, index: int) -> CableRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[CableRow]: ...

    def __getitem__(self, index: int | slice) -> CableRow | list[CableRow]:
        listed = self._held()
        if listed is not None:
            return listed[index]
        if isinstance(index, slice):
            numbers = range(*index.indices(len(self)))
            if len(numbers) > RECENT:
                return self.listed()[index]
            return [self[i] for i in numbers]
        i = range(len(self))[index]
        row = self._recent.get(i)
        if row is None:
            number = bisect_right(self._first, i) - 1
            row = next(self._with_records(self._fabrics[number].some(i - self._first[number], 1)))
            if len(self._recent) >= RECENT:
                self._recent.clear()
            self._recent[i] = row
        return row

    def __iter__(self) -> Iterator[CableRow]:
        listed = self._held()
        return iter(listed) if listed is not None else self._each()

    def _each(self) -> Iterator[CableRow]:
        for fabric in self._made():
            yield from self._with_records(fabric.all())

    def _held(self) -> list[CableRow] | None:
        """All rows while anyone holds them."""
        return None if self._listed is None else self._listed()

    def listed(self) -> list[CableRow]:
        """All rows; the same list while anyone holds it."""
        held = self._held()
        if held is not None:
            return held
        with collection_paused():
            listed = _Listed(self._each())
        self._listed = weakref.ref(listed)
        return listed

    @cached_property
    def ids(self) -> list[str]:
        """The id of each cable, made once for all that need them."""
        return [cable for made in self._cabling.fabrics for cable in _ids_of(made, self._writing.catalog)]

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The short number of each cable by its id, once for labels, lists and documents."""
        return cable_numbers(self.ids)

    @property
    def computed_um(self) -> NDArray[np.int64]:
        """Computed lengths, UNKNOWN where that is not known."""
        return _joined([fabric.spans.computed_um for fabric in self._cabling.fabrics])

    @property
    def ordered_um(self) -> NDArray[np.int64]:
        """Ordered lengths, UNKNOWN where nothing is decided."""
        return _joined(
            [
                np.array([*(_or_unknown(choice.ordered_um) for choice in made.choices), UNKNOWN])[made.choice]
                for made in self._cabling.fabrics
            ]
        )

    @property
    def costs(self) -> Iterator[Decimal | None]:
        """Cost of each cable without transceivers."""
        for made in self._cabling.fabrics:
            prices = [*(choice.price for choice in made.choices), None]
            yield from (prices[choice] for choice in made.choice.tolist())

    @property
    def outlines(self) -> Iterator[Outline]:
        """Outlines of all cables, for grouping and filtering."""
        for fabric in self._made():
            yield from fabric.outlines()

    @cached_property
    def _fabrics(self) -> list["FabricRows"]:
        """Makers of single rows; they keep what they found out of devices."""
        return list(self._made())

    def _made(self) -> Iterator["FabricRows"]:
        """New makers, which let go of what they found out."""
        cabling, writing = self._cabling, self._writing
        runs = TrayNames(cabling, [tray.id for tray in writing.floor.trays])
        for fabric, names in zip(cabling.fabrics, writing.names, strict=True):
            yield FabricRows(cabling, fabric, names, writing, runs)

    def _with_records(self, rows: Iterable[CableRow]) -> Iterator[CableRow]:
        records = self._records
        if not len(records):
            return iter(rows)
        return (with_record(row, records.get(row.id)) for row in rows)


def with_record(row: CableRow, record: Recorded | None) -> CableRow:
    """Return a row with what people recorded of its cable; None: nothing."""
    if record is None:
        return row
    return msgspec.structs.replace(
        row,
        status=record.status,
        remark=record.remark,
        phase=record.phase,
        tested_by=record.tested_by,
        result=record.result,
        measured_m=record.measured_m,
    )


def _ids_of(made: FabricCabling, catalog: Catalog) -> Iterator[str]:
    """The ids of the cables of a fabric, made in blocks."""
    ids, heads = LinkIds(made.fabric, catalog), made.heads
    for first in range(0, len(heads), BLOCK):
        yield from ids.of(heads[first : first + BLOCK])


def _joined(columns: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate(columns) if columns else np.empty(0, np.int64)


def _or_unknown(um: int | None) -> int:
    return UNKNOWN if um is None else um


class _Seated(NamedTuple):
    """A node as its ends show it; ``row`` is None where it has no position."""

    device: str
    model: str
    row: int | None
    rack: int | None
    rack_label: str
    u: int | None
    height_u: int | None
    slot: str
    row_letters: str
    around: tuple[str, ...] = ()
    """The label of an end in pieces that its port joins; empty: it depends on the port in another way."""
    place: Values | None = None
    """Fields of its place for identifiers; None: it has none."""

    @property
    def beside(self) -> bool:
        """Whether it takes no units of its rack, so that labels have its name instead of its unit."""
        return self.height_u == 0 and not self.slot


class _Plug(NamedTuple):
    """One plug of a cable: its node, card, port and leg, and the label of this end alone."""

    seated: _Seated
    slot: str
    port: str
    leg: str
    near: str
    identified: bool = False
    """Whether the label of this end is its identifier."""

    def end(self, module: str, label: tuple[str, str], between: str, os_ports: tuple[str, ...]) -> End:
        """The plug as a row shows it."""
        at = self.seated
        return End(
            device=at.device,
            model=at.model,
            row=at.row,
            rack=at.rack,
            rack_label=at.rack_label,
            u=at.u,
            height_u=at.height_u,
            slot=self.slot,
            port=self.port,
            sub_port=self.leg,
            transceiver=module if at.model else "",
            label=between.join(label),
            near=label[0],
            far=label[1],
            identifier=self.near if self.identified else "",
            os_ports=os_ports,
        )


class _Laid(NamedTuple):
    """Decisions on one cable: numbers of its choice and reason, the state and racks of its span."""

    choice: int
    reason: int
    state: int
    pair: int
    rack: list[int]
    detour: Detour | None = None


def _laid(made: FabricCabling) -> tuple[NDArray[np.integer[Any]], ...]:
    """The columns of ``_Laid``."""
    return made.choice, made.reason, made.spans.state, made.spans.pair, made.spans.rack


class FabricRows:
    """The rows of one fabric."""

    def __init__(
        self, cabling: Cabling, made: FabricCabling, names: Sequence[str], writing: Writing, trays: TrayNames
    ) -> None:
        self.made, self.names, self.writing, self.trays = made, names, writing, trays
        self.fabric = made.fabric
        self.seats: Mapping[str, Position] = cabling.seats
        self.racks = writing.floor.racks
        self.labels = [rack_label(rack) for rack in self.racks]
        self.row_letters = [letters(rack.row) for rack in self.racks]
        self.part = self.fabric.part.tolist()
        tables = tables_of(self.fabric, writing.catalog)
        self.printed = [[(t.slot(p), t.name(p)) for p in range(len(t.cage))] for t in tables]
        self.carded = [any(slot for slot, _ in ports) for ports in self.printed]
        self.known: dict[int, _Seated] = {}
        self.ports = FabricPorts(self.fabric, writing.catalog)
        self.os_names: dict[tuple[PortNames, int, int], tuple[str, ...]] = {}
        self.lengths: dict[tuple[tuple[int, ...], int | None], Length] = {}
        self.marking = writing.marking
        self.between = BETWEEN_ENDS if self.marking is None else self.marking.cable.between
        self.in_full = self.marking is None and not used_fields(writing.label).isdisjoint(FAR_FIELDS)
        """Whether labels need more than what is known of one end."""
        self.ports_in_label = 0 if self.in_full or self.marking else _ports_in(writing.label)
        self.slot_in_label = "{slot" in writing.label
        self.ids = LinkIds(self.fabric, writing.catalog)

    def all(self) -> Iterator[CableRow]:
        """The rows in order."""
        for first in range(0, self.made.count, BLOCK):
            yield from self.some(first, BLOCK)

    def some(self, first: int, count: int) -> list[CableRow]:
        """The rows of some cables, one after the other."""
        made, here = self.made, slice(first, first + count)
        ids = self.ids.of(made.heads_of(here))
        lengths = zip(*(column[here].tolist() for column in made.spans.parts), strict=True)
        panels = map(made.panels.get, range(first, first + count), repeat(()))
        return list(map(self._row, ids, self._links(here), lengths, self._laid(here), panels))

    def outlines(self) -> Iterator[Outline]:
        """Return the outlines of all cables, in order."""
        for first in range(0, self.made.count, BLOCK):
            here = slice(first, first + BLOCK)
            yield from map(self._outline, self._links(here), self._laid(here))

    def _laid(self, here: slice) -> Iterator[_Laid]:
        """Return the decisions on some cables."""
        columns = [column[here].tolist() for column in _laid(self.made)]
        if not self.made.detours:
            return map(_Laid, *columns)
        return map(_Laid, *columns, map(self.made.detours.get, range(here.start, here.stop)))

    def near(self) -> Iterator[list[tuple[str, str]]]:
        """The label text and the device and port of each end, some cables at a time, without making rows."""
        for first in range(0, self.made.count, BLOCK):
            start = self.made.start[first : first + BLOCK + 1]
            links = self.made.links[start[0] : start[-1]]
            plain = len(links) == len(start) - 1 and not self.in_full
            if plain and (self.fabric.splits[links] <= 1).all():
                ends, ports = self.fabric.ends[links], self.fabric.ports[links]
                yield list(map(self.near_at, ends.ravel().tolist(), ports.ravel().tolist()))
                continue
            yield [
                (plug.near, f"{plug.seated.device} port {plug.port}")
                for some in self._links(slice(first, first + BLOCK))
                for a, legs, _ in (self._plugs(some),)
                for plug in (a, *legs)
            ]

    def plain_ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32]] | None:
        """The nodes and ports of all ends; None where a label is not a text around the port of one link."""
        links = self.made.links
        if self.ports_in_label != 1 or len(links) != self.made.count or (self.fabric.splits[links] > 1).any():
            return None
        return self.fabric.ends[links].ravel(), self.fabric.ports[links].ravel()

    def near_at(self, node: int, port: int) -> tuple[str, str]:
        """The label text of the only end at a port, and where that is."""
        seated = self.seated(node)
        part = self.part[node]
        slot, name = self.printed[part][port] if part >= 0 else ("", str(port + 1))
        if seated.around and not slot and not seated.slot:
            return name.join(seated.around), f"{seated.device} port {name}"
        text = self._identifier(seated, slot or seated.slot, name)
        return text or self._near(seated, slot or seated.slot, name), f"{seated.device} port {name}"

    def _links(self, here: slice) -> Iterator[list[_Link]]:
        """For each of some cables its links."""
        made, fabric = self.made, self.fabric
        start = made.start[here.start : here.stop + 1]
        links = made.links[start[0] : start[-1]]
        columns = (fabric.ends, fabric.ports, fabric.split, fabric.splits, fabric.bundle)
        every = zip(*(column[links].tolist() for column in columns), strict=True)
        for size in np.diff(start).tolist():
            yield list(islice(every, size))

    def _chosen(self, laid: _Laid) -> tuple[Choice | None, list[str]]:
        """Return the item ordered for a cable, and the transceivers at both ends of its links."""
        made = self.made
        choice = made.choices[laid.choice] if laid.choice >= 0 else None
        option = choice.option if choice else None
        ends = (option.a, option.b) if option else (None, None)
        modules = [part.id if part is not None else "" for part in ends]
        if option is None and laid.state == State.EXTERNAL:
            modules[0] = made.external_module
        return choice, modules

    def _outline(self, links: list[_Link], laid: _Laid) -> Outline:
        choice, modules = self._chosen(laid)
        trunk = self._trunk(links)
        nodes = [links[0][0][trunk], *self._far_nodes(links, 1 - trunk)]
        seats = [self.seated(node) for node in nodes]
        plugged = [modules[trunk], *[modules[1 - trunk]] * (len(nodes) - 1)]
        return Outline(
            self.fabric.name,
            choice.option.cable.id if choice else "",
            choice.option.code if choice else "",
            self._bundle(links),
            self._run(laid, trunk),
            choice.ordered_um if choice else None,
            choice.price if choice else None,
            tuple([at.rack_label for at in seats]),
            tuple([at.device for at in seats]),
            tuple([at.model for at in seats]),
            tuple([module if at.model else "" for at, module in zip(seats, plugged, strict=True)]),
        )

    def _bundle(self, links: list[_Link]) -> str:
        return f"{self.fabric.name}-B{links[0][4] + 1}"

    def _run(self, laid: _Laid, trunk: int) -> tuple[str, ...]:
        """The trays from the end with one plug to the other."""
        if laid.detour is not None:
            return self.trays.over(laid.detour, bool(trunk))
        return self.trays.of(laid.pair, laid.rack[trunk] > laid.rack[1 - trunk])

    def _row(
        self,
        cable_id: str,
        links: list[_Link],
        figures: tuple[int, ...],
        laid: _Laid,
        panels: tuple[str, ...] | None,
    ) -> CableRow:
        choice, modules = self._chosen(laid)
        option = choice.option if choice else None
        a, legs, trunk = self._plugs(links)
        carried = _carried(links, legs)
        ends_b = tuple(
            leg.end(modules[1 - trunk], self._both(leg, a), self.between, self._os_ports(some, 1 - trunk))
            for leg, some in zip(legs, carried, strict=True)
        )
        return CableRow(
            id=cable_id,
            fabric=self.fabric.name,
            part=option.cable.id if option else "",
            kind=option.code if option else "",
            bundle=self._bundle(links),
            links=tuple(self._link_name(link) for link in links),
            a=a.end(modules[trunk], self._both(a, legs[0]), self.between, self._os_ports(links, trunk)),
            b=ends_b[0],
            legs=ends_b if len(ends_b) > 1 else (),
            length=self._length(figures, choice.ordered_um if choice else None),
            run=self._run(laid, trunk),
            reason=self.made.reasons[laid.reason],
            cost=choice.price if choice else None,
            panels=panels or (),
        )

    def _trunk(self, links: list[_Link]) -> int:
        """Return the end with one plug: end 0, unless only end 1 is at a single device."""
        return 1 if len(links) > 1 and len({link[0][0] for link in links}) > 1 else 0

    def _link_name(self, link: _Link) -> str:
        (a, b), (p, q), split, splits = link[:4]
        leg = str(split + 1) if splits > 1 else ""
        return link_name(
            self.names[a], port_text(*self._port(a, p), leg), self.names[b], port_text(*self._port(b, q))
        )

    def _length(self, figures: tuple[int, ...], ordered: int | None) -> Length:
        """Return the length of a cable in parts; cables that are alike share one value."""
        key = (figures, ordered)
        if key not in self.lengths:
            self.lengths[key] = self._length_of(figures, ordered)
        return self.lengths[key]

    def _length_of(self, figures: tuple[int, ...], ordered: int | None) -> Length:
        if figures[-1] == UNKNOWN:
            return Length(
                route_um=None,
                vertical_um=None,
                side_um=None,
                depth_um=None,
                slack_um=None,
                tolerance_um=None,
                computed_um=None,
                ordered_um=ordered,
            )
        return Length.of(figures, ordered)

    def _port(self, node: int, port: int) -> tuple[str, str]:
        """Card and printed port of a node's port."""
        part = self.part[node]
        return self.printed[part][port] if part >= 0 else ("", str(port + 1))

    def _end(self, links: list[_Link], side: int) -> _Plug:
        """The end where all links of a cable meet one device."""
        node = links[0][0][side]
        slot, port = self._port(node, links[0][1][side])
        ports = list(dict.fromkeys(link[1][side] for link in links)) if len(links) > 1 else ()
        if len(ports) > 1:
            places = [self._port(node, some) for some in ports]
            if len({card for card, _ in places}) > 1:
                slot, port = "", ", ".join(f"{card}/{name}" for card, name in places)
            else:
                cages = list(dict.fromkeys(name.split("/")[0] for _, name in places))
                port = cages[0] if len(cages) == 1 else ", ".join(name for _, name in places)
        return self._plug(node, slot, port, "")

    def _os_ports(self, links: Sequence[_Link], side: int) -> tuple[str, ...]:
        """Return the port names of links by the device's operating system; empty where unknown."""
        if len(links) == 1:
            return self._os_port(links[0], side)
        every = [self._os_port(link, side) for link in links]
        return tuple(name for names in every for name in names) if all(every) else ()

    def _os_port(self, link: _Link, side: int) -> tuple[str, ...]:
        """The name of the port of a link, or nothing; one value for a port of all devices that are alike."""
        node, port, leg = link[0][side], link[1][side], 0 if side else link[2]
        names = self.ports.names(node)
        if names is None:
            return ()
        key = (names, port, leg)
        if key not in self.os_names:
            name = self.ports.name(node, port, leg)
            self.os_names[key] = (name,) if name else ()
        return self.os_names[key]

    def _far_nodes(self, links: list[_Link], side: int) -> list[int]:
        """The device of each plug at the other end: one, or one for each that a splitter goes to."""
        if len(links) == 1:
            return [links[0][0][side]]
        nodes = [link[0][side] for link in links]
        return nodes[:1] if links[0][3] <= 1 and len(set(nodes)) == 1 else nodes

    def _legs(self, links: list[_Link], side: int) -> list[_Plug]:
        """The other end: one plug, or one for each device that a splitter goes to."""
        if links[0][3] <= 1 and len({link[0][side] for link in links}) == 1:
            return [self._end(links, side)]
        return [
            self._plug(
                link[0][side],
                *self._port(link[0][side], link[1][side]),
                str(leg),
            )
            for leg, link in enumerate(links, start=1)
        ]

    def _plug(self, node: int, slot: str, port: str, leg: str) -> _Plug:
        seated = self.seated(node)
        slot = slot or seated.slot
        own = self._identifier(seated, slot, port)
        return _Plug(seated, slot, port, leg, own or self._near(seated, slot, port), bool(own))

    def _identifier(self, seated: _Seated, slot: str, port: str, leg: str = "") -> str:
        """The identifier of an end; empty where it has none, or the project no scheme."""
        return "" if self.marking is None else self.marking.end(seated.place, slot, port, leg)

    def _both(self, plug: _Plug, far: _Plug) -> tuple[str, str]:
        """A label: this end, then the far one (a leg names the part of the far port)."""
        if plug.leg and far.identified:
            there = self._identifier(far.seated, far.slot, far.port, plug.leg)
            if there != far.near:
                return plug.near, there
        return plug.near, far.near + (f".{plug.leg}" if plug.leg else "")

    def _plugs(self, links: list[_Link]) -> tuple[_Plug, list[_Plug], int]:
        """The end of a cable with one plug, those at the other end, and which end of its links that is."""
        trunk = self._trunk(links)
        a, legs = self._end(links, trunk), self._legs(links, 1 - trunk)
        if not self.in_full:
            return a, legs, trunk
        names = self._os_ports(links, trunk)
        far = [
            leg._replace(near=self._in_full(leg, a, self._os_ports(some, 1 - trunk)))
            for leg, some in zip(legs, _carried(links, legs), strict=True)
        ]
        return a._replace(near=self._in_full(a, legs[0], names)), far, trunk

    def _in_full(self, plug: _Plug, far: _Plug, os_ports: tuple[str, ...]) -> str:
        """The label of an end by a template that names what only the whole cable shows."""
        at = plug.seated
        if at.row is None or at.rack is None or at.beside:
            return plug.near
        return self.writing.label.format(
            row=at.row_letters,
            rack=at.rack + 1,
            u=at.u,
            port=port_text(plug.slot, plug.port),
            device=at.device,
            slot=plug.slot,
            label=at.rack_label,
            port_name=", ".join(os_ports) or port_text(plug.slot, plug.port),
            cage=plug.port.partition("/")[0],
            leg=plug.leg,
            far=far.seated.device,
            far_port=port_text(far.slot, far.port),
            fabric=self.fabric.name,
        )

    def _near(self, seated: _Seated, slot: str, port: str) -> str:
        """The label of an end alone."""
        printed = f"{slot}/{port}" if slot else port
        if seated.around:
            return printed.join(seated.around)
        if seated.row is None or seated.rack is None:
            return f"{seated.device}-P{port}" if port else seated.device
        if self.marking is not None:
            return f"{seated.rack_label}-{seated.device}-P{printed}"
        if self.in_full:
            return ""
        place = seated.row_letters, seated.rack + 1, seated.rack_label, seated.u
        return self._text(*place, seated.device, slot, printed)

    def _text(self, row: str, rack: int, label: str, u: int | None, device: str, slot: str, port: str) -> str:
        return self.writing.label.format(
            row=row, rack=rack, u=u, port=port, device=device, slot=slot, label=label
        )

    def seated(self, node: int) -> _Seated:
        """Return the position of a node, cached."""
        known = self.known.get(node)
        if known is None:
            known = self.known[node] = self._seated(node)
        return known

    def _seated(self, node: int) -> _Seated:
        seat = self.seats.get(self.fabric.ids[node])
        part = self.part[node]
        model = self.fabric.parts[part].part if part >= 0 else ""
        device = self.names[node]
        if seat is None:
            return _Seated(device, model, None, None, "", None, None, "", "")
        rack, label, row = self.racks[seat.rack], self.labels[seat.rack], self.row_letters[seat.rack]
        slot = str(seat.slot) if seat.slot else ""
        around: tuple[str, ...] = ()
        if seat.height_u == 0 and not slot:
            around = (f"{label}-{device}-P", "")
        elif self.ports_in_label and not (self.slot_in_label and (slot or (part >= 0 and self.carded[part]))):
            text = self._text(row, rack.position + 1, label, seat.u, device, "", PORT)
            pieces = tuple(text.split(PORT))
            around = pieces if len(pieces) == self.ports_in_label + 1 else ()
        own = None if self.marking is None else self.marking.place(seat, device)
        place = (rack.row, rack.position, label, seat.u, seat.height_u, slot, row)
        return _Seated(device, model, *place, around, own)


def _carried(links: list[_Link], legs: list[_Plug]) -> list[list[_Link]]:
    """The links of each plug at the end of a cable that may have several."""
    return [links] if len(legs) == 1 else [[link] for link in links]


def _ports_in(label: str) -> int:
    """Return how often a label template contains the plain port; 0 if it formats the port, or never does."""
    specs = [spec for _, field, spec, _ in Formatter().parse(label) if field == "port"]
    return 0 if any(specs) else len(specs)
