"""An existing fabric as a project: adopted from its report, placed by a table or by the rules."""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import InputError
from fatdesk.core.formats.cell import Cell
from fatdesk.core.formats.sheets import ReadSheet, read_sheets
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.asbuilt.adopting import Adopted, adopt
from fatdesk.engine.asbuilt.discovered import Discovered, Note, first_notes
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.floor.floor import Device, Floor, Rack, rack_label
from fatdesk.engine.floor.placement.blocks import Kind, Load, load_of
from fatdesk.engine.floor.placement.furnishing import Furnished, furnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.building import furnish_around
from fatdesk.project.designing.designing import of_decisions
from fatdesk.project.designing.hall import natural, places_of_labels
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import FabricDecision, Project

HEAD_ROWS = 20
"""Rows of a sheet among which that with the titles of the columns is."""
MOST_METRES = 100_000.0
_DEVICE = ("device", "name", "node", "hostname", "host", "switch")
_RACK = ("rack", "rack label", "cabinet")
_UNIT = ("u", "unit", "rack unit", "u height", "position", "ru")
_LENGTH = ("length", "length m", "length, m", "cable length", "measured m", "measured", "computed m")
_ENDS = (
    (("a device", "a port"), ("b device", "b port")),
    (("source name", "source port"), ("destination name", "destination port")),
    (("node", "port"), ("remote node", "remote port")),
    (("device", "port"), ("remote device", "remote port")),
)
_METRES = re.compile(r"([0-9]+(?:[.,][0-9]+)?)\s*m?\Z")


class Position(NamedTuple):
    """Place of a device: label of its rack, lowest unit."""

    rack: str
    u: int
    line: int


@dataclass
class Positions:
    """A table of positions, and of lengths of cables.

    Attributes
    ----------
    places
        By name of the device in lower case.
    lengths
        Metres by device and port of one end, in lower case.
    """

    file: str = ""
    places: dict[str, Position] = field(default_factory=dict)
    lengths: dict[tuple[str, str], float] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class AdoptedProject:
    """A project that was made of a report, with everything that there is to know of that."""

    project: Project
    adopted: Adopted
    notes: tuple[Note, ...]
    placed: int
    """Devices at their places of the table."""


def adopt_project(
    found: Discovered,
    catalog: Catalog,
    wanted: Mapping[str, str] | None = None,
    positions: Positions | None = None,
    *,
    name: str = "",
    fabric: str = "fabric",
    hosts_each: int = 0,
    progress: Progress = SILENT,
) -> AdoptedProject:
    """The project of an installed fabric.

    Parameters
    ----------
    wanted
        Parts that were chosen; see :func:`.adopt`.
    positions
        Where devices are; all others are placed by the rules.
    name
        Of the project; by default that of the file.

    Raises
    ------
    AmbiguousPartsError
        When several parts fit some devices.
    FatdeskError
        When the fabric cannot be adopted, or there is no place for it.
    """
    adopted = adopt(found, catalog, wanted, name=fabric, hosts_each=hosts_each)
    if adopted.parts:
        catalog = Catalog([*catalog, *adopted.parts])
    record = adopted.record
    requirement = FabricRequirement(
        name=fabric,
        rails=_rails(record),
        blocking=_blocking(record),
        equal_bundles=False,
        hosts_per_edge=_hosts_per_edge(record),
    )
    naming = None if adopted.naming == Naming() else adopted.naming
    requirements = Requirements(hosts=adopted.groups, fabrics=(requirement,), naming=naming)
    decision = FabricDecision(requirement=requirement, as_built=record)
    placing = _Placing(positions or Positions(), adopted, catalog, progress)
    made = of_decisions(
        requirements,
        (decision,),
        catalog,
        name or record.source.rpartition(".")[0] or record.source,
        progress,
        place=placing if placing.known else None,
    )
    project, lost = _with_lengths(made.project, positions or Positions(), adopted)
    notes = (*adopted.notes, *(positions.notes if positions else ()), *placing.notes, *lost)
    return AdoptedProject(project, adopted, notes, len(placing.stays))


def _rails(record: AsBuiltFabric) -> int:
    rails = record.params.get("rails", 1)
    return rails if isinstance(rails, int) and 1 <= rails <= 64 else 1


def _hosts_per_edge(record: AsBuiltFabric) -> int | None:
    """The most hosts of an edge switch of today, so that designs for more hosts need them all."""
    down = record.params.get("P_En")
    return down if isinstance(down, int) and down else None


def _blocking(record: AsBuiltFabric) -> str:
    down, up = record.params.get("P_En"), record.params.get("U")
    if not isinstance(down, int) or not isinstance(up, int) or not up or down <= up:
        return "1"
    return str(Fraction(down, up))


# The table


def read_positions(data: bytes, file: str) -> Positions:
    """Read a table with device, rack and unit, or with both ends of cables and their lengths, or both.

    A wiring list has both. Rows that state no place are noted and left out.

    Raises
    ------
    InputError
        When no sheet has such columns.
    """
    found, some = Positions(file), False
    skipped: list[Note] = []
    for sheet in read_sheets(data, file):
        for number, row in enumerate(sheet.rows[:HEAD_ROWS]):
            words = [_heading(cell) for cell in row]
            places, ends = _place_columns(words), _end_columns(words)
            if places or ends:
                some = True
                _read_rows(sheet, number + 1, places, ends, _column(words, _LENGTH), found, skipped)
                break
    if not some:
        what = "has no columns device, rack and u, nor both ends of cables and length: name the columns so"
        raise InputError(file, 1, "columns", what)
    found.notes += first_notes(skipped, f"{file}: rows left out")
    return found


def _heading(cell: Cell) -> str:
    return " ".join(str(cell).strip().lower().replace("_", " ").replace("-", " ").split())


def _column(words: Sequence[str], titles: Sequence[str]) -> int:
    return next((words.index(title) for title in titles if title in words), -1)


def _place_columns(words: Sequence[str]) -> list[tuple[int, int, int]]:
    """The columns of device, rack and unit, of each end where the table is one of cables."""
    plain = _column(words, _DEVICE), _column(words, _RACK), _column(words, _UNIT)
    if min(plain) >= 0:
        return [plain]
    found = []
    for side in ("a", "b", "source", "destination"):
        device = _column(words, [f"{side} {title}" for title in _DEVICE])
        rack = _column(words, [f"{side} {title}" for title in _RACK])
        unit = _column(words, [f"{side} {title}" for title in _UNIT])
        if min(device, rack, unit) >= 0:
            found.append((device, rack, unit))
    return found


def _end_columns(words: Sequence[str]) -> list[tuple[int, int]]:
    """The columns of device and port of both ends of cables, where there are lengths."""
    if _column(words, _LENGTH) < 0:
        return []
    for ends in _ENDS:
        places = [(_column(words, (device,)), _column(words, (port,))) for device, port in ends]
        if min(min(pair) for pair in places) >= 0:
            return places
    return []


def _read_rows(
    sheet: ReadSheet,
    first: int,
    places: Sequence[tuple[int, int, int]],
    ends: Sequence[tuple[int, int]],
    length: int,
    found: Positions,
    skipped: list[Note],
) -> None:
    def text(row: Sequence[Cell], column: int) -> str:
        return str(row[column]).strip() if column < len(row) else ""

    for row, line in zip(sheet.rows[first:], sheet.lines[first:], strict=True):
        for device, rack, unit in places:
            name, label, u = text(row, device), text(row, rack), text(row, unit).lower().removeprefix("u")
            if not name and not label:
                continue
            number = u.partition(".")[0] if u.endswith(".0") else u
            if not name or not label or not number.isdecimal() or not 1 <= int(number) <= 100:
                skipped.append(Note(line, f"{found.file}: {name or 'a row'} has no rack and unit: left out"))
                continue
            before = found.places.setdefault(name.casefold(), Position(label, int(number), line))
            if before[:2] != (label, int(number)):
                what = f"{found.file}: {name} is in rack {before.rack} at line {before.line}: that is taken"
                skipped.append(Note(line, what))
        measured = _METRES.match(text(row, length)) if ends and length >= 0 else None
        if measured is not None and 0 < (metres := float(measured[1].replace(",", "."))) <= MOST_METRES:
            for device, port in ends:
                found.lengths[text(row, device).casefold(), text(row, port).casefold()] = metres


# Placing


class _Placing:
    """Places devices by the table, and the rest by the rules."""

    def __init__(self, positions: Positions, adopted: Adopted, catalog: Catalog, progress: Progress) -> None:
        self.file, self.catalog, self.progress = positions.file, catalog, progress
        self.notes: list[Note] = []
        self.stays: frozenset[str] = frozenset()
        ids = {node.name.casefold(): node.id for node in adopted.record.nodes if node.name}
        self.known = {ids[name]: at for name, at in positions.places.items() if name in ids}
        strange = [
            Note(at.line, f"{self.file}: {name} is not a device of the report: left out")
            for name, at in positions.places.items()
            if name not in ids
        ]
        self.notes += first_notes(strange, f"{self.file}: other devices left out")

    def __call__(self, fabrics: Sequence[Fabric]) -> tuple[Furnished, frozenset[str]]:
        load = load_of(fabrics, self.catalog)
        kinds, room = load.kinds, RoomRequirement()
        rest = sum(kind.height_u for one, kind in kinds.items() if one not in self.known)
        floor, labels = self._floor(room, rest)
        rows = {row for row, _ in labels}
        racks = [self._furnished(rack, labels, kinds) for rack in floor.racks if rack.row in rows]
        self.stays = frozenset(device.id for rack in racks for device in rack.devices)
        around = replace(floor, racks=tuple(racks))
        placed = furnish_around(load, around, room, self.catalog, TraySize(), self.progress)
        used = (rack for rack in placed.floor.racks if rack.devices or (rack.row, rack.position) in labels)
        kept = replace(placed.floor, racks=_numbered(tuple(used)))
        return dataclasses.replace(placed, floor=kept), self.stays

    def _furnished(
        self, rack: Rack, labels: Mapping[tuple[int, int], str], kinds: Mapping[str, Kind]
    ) -> Rack:
        """A rack of the room with its label and devices of the table; others have a label of their own."""
        label = labels.get((rack.row, rack.position))
        if label is None:
            taken = rack_label(rack) in labels.values()
            return replace(rack, label=f"{rack_label(rack)}-2") if taken else rack
        devices = tuple(self._devices(label, kinds, self.catalog.rack(rack.part).height_u))
        return replace(rack, label="" if rack_label(rack) == label else label, devices=devices)

    def _devices(self, label: str, kinds: Mapping[str, Kind], units: int) -> Iterator[Device]:
        """The devices of a rack from the top down, where the table has them and there is room."""
        own = [(at.u, at.line, one) for one, at in self.known.items() if at.rack == label and one in kinds]
        taken: dict[int, str] = {}
        for u, line, one in sorted(own):
            kind = kinds[one]
            wanted = range(u, u + kind.height_u)
            clash = next((taken[unit] for unit in wanted if unit in taken), "")
            if clash or (kind.height_u and wanted[-1] > units):
                why = f"{clash} is there" if clash else f"the rack has {units} units"
                what = f"{self.file}: {one} has no room at U{u} of {label} ({why}): placed by the rules"
                self.notes.append(Note(line, what))
                continue
            taken |= dict.fromkeys(wanted, one)
            yield Device(id=one, part=kind.part, u=u, cards=kind.cards, card=kind.card)

    def _floor(self, room: RoomRequirement, rest: int) -> tuple[Floor, dict[tuple[int, int], str]]:
        """A new room with the racks of the table, and others for the rest; the labels by row and position."""
        names = sorted({at.rack for at in self.known.values()}, key=natural)
        found = places_of_labels([("", label) for label in names])
        labels = dict(zip(found, names, strict=True))
        count = 1 + max(row for row, _ in labels)
        units = self.catalog.rack(room.rack if isinstance(room.rack, str) else room.rack[0].part).height_u
        more = ceil_div(ceil_div(rest * 5, 4 * units), count)
        size = replace(room, rows=count, racks_per_row=1 + more + max(place for _, place in labels))
        return furnish(Load([], []), size, self.catalog, TraySize(), self.progress).floor, labels


def _numbered(racks: Sequence[Rack]) -> tuple[Rack, ...]:
    return tuple(replace(rack, number=number) for number, rack in enumerate(racks, 1))


def _with_lengths(
    project: Project, positions: Positions, adopted: Adopted
) -> tuple[Project, tuple[Note, ...]]:
    """The project with measured lengths of the table."""
    if not positions.lengths:
        return project, ()
    derived = Derived(project)
    fabric = derived.fabrics[0]
    parts = dict(zip(fabric.ids, fabric.part.tolist(), strict=True))
    by_end = {end: cable for ids in derived.link_ids for cable in ids for end in cable.split("--")}
    tables = [port_table(derived.catalog, one.part, one.cards, one.card) for one in fabric.parts]
    found: dict[str, float] = {}
    for socket, metres in positions.lengths.items():
        if socket in adopted.sockets:
            device, port = adopted.sockets[socket]
            cable = by_end.get(f"{device}:{tables[parts[device]].text(port)}")
            if cable is not None:
                found[cable] = metres
    missing = len(positions.lengths) - 2 * len(found)
    what = f"{positions.file}: ends with a length that no cable of the report has: {missing:,}"
    notes = (Note(0, what),)
    records = CableRecords(CableRecord(id=cable, measured_m=metres) for cable, metres in found.items())
    return replace(project, cables=records), notes if missing > 0 else ()
