"""A hall pulled into a project: racks and equipment that its floor lacks, as one undoable step.

Racks are recognised by their labels. Nothing of the project is removed or moved: what others have in the
units of a planned device is reported, and units that only the project reserves stay reserved.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec.structs import replace

from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.dcim.hall import Hall, HallRack, Taken
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.project.commands import AnyCommand, Batch, RefusedError
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.commands.racks import AddRack, Free, Reserve
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import rack_labels, rack_parts, rack_places
from fatdesk.project.document.clearances import Span, height_of
from fatdesk.project.document.project import Project

Action = Literal["add", "reserve", "change", "conflict", "kept"]
WORDS: dict[Action, tuple[str, str]] = {
    "conflict": ("conflict", ""),
    "add": ("rack", "to add"),
    "reserve": ("block", "to reserve"),
    "change": ("note", "to change"),
    "kept": ("block", "reserved here alone"),
}
FARTHEST = 200
"""Places of a row that are tried for a rack."""


class Difference(NamedTuple):
    """A difference of a hall from a project.

    ``add`` is a rack that the project lacks, ``reserve`` are units that others take, ``change`` is another
    note of reserved units. ``conflict`` is left alone: a device of the plan in units that others take, or a
    rack without a place; ``kept`` is reserved here alone.
    """

    action: Action
    rack: str
    what: str


@dataclass
class HallMerge:
    """The step that brings a hall into a project, and what it does.

    Attributes
    ----------
    step
        None: there is nothing to do.
    same
        The number of blocks of units that are reserved already.
    """

    site: str
    lines: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    step: Batch | None = None
    same: int = 0

    @property
    def summary(self) -> str:
        """The number of differences of each kind, and what is as there."""
        counts = Counter(one.action for one in self.lines)
        some = [
            f"{counted(counts[action], noun)} {rest}".strip()
            for action, (noun, rest) in WORDS.items()
            if counts[action]
        ]
        return f"{', '.join(some) or 'nothing to add'}; {self.same:,} reserved as there"

    @property
    def units(self) -> int:
        """The number of units that become reserved."""
        commands = () if self.step is None else self.step.commands
        return sum(one.height_u for one in commands if isinstance(one, Reserve))


def merge_hall(project: Project, hall: Hall, progress: Progress = SILENT) -> HallMerge:
    """Compare a hall with the floor of a project; nothing is changed."""
    merging = _Merging(project, hall)
    labels = rack_labels(hall.racks)
    own = {rack_label(rack).casefold(): rack.number for rack in project.floor.racks}
    missing = []
    for at, (label, rack) in enumerate(zip(labels, hall.racks, strict=True)):
        progress.step(at, len(labels), "Comparing racks")
        number = own.get(label.casefold())
        if number is None:
            missing.append(at)
        else:
            merging.rack(number, rack)
    merging.add(missing, labels)
    merging.notes(own.keys() - {label.casefold() for label in labels})
    return merging.made


class _Merging:
    """Collects commands, and tries each on the project after those before it."""

    def __init__(self, project: Project, hall: Hall) -> None:
        self._before, self._project, self._hall = project, project, hall
        self._names = dict(Derived(project).plan.device_names) if project.floor.racks else {}
        self._commands: list[AnyCommand] = []
        self.made = HallMerge(hall.site)

    def _do(self, command: AnyCommand) -> bool:
        """Add a command if the project allows it."""
        try:
            self._project = command.apply(self._project)
        except RefusedError:
            return False
        self._commands.append(command)
        name = f"Pull {self._hall.site} of {self._hall.product.name}"
        self.made.step = Batch(name=name, commands=tuple(self._commands))
        return True

    def _line(self, action: Action, rack: str, what: str) -> None:
        self.made.lines.append(Difference(action, rack, what))

    def rack(self, number: int, there: HallRack) -> None:
        """Reserve what others take in a rack of the project."""
        (rack,) = (one for one in self._project.floor.racks if one.number == number)
        label = rack_label(rack)
        parts = parts_of(self._project)
        part = parts[rack.part]
        assert isinstance(part, RackPart)
        if part.height_u != there.height_u:
            self._line("conflict", label, f"has {part.height_u} units here, {there.height_u} there")
        planned = {
            unit: self._names.get(device.id, device.id)
            for device in rack.devices
            for unit in range(device.u, device.u + height_of(parts, device.part))
        }
        used: set[int] = set()
        for one in there.taken:
            used.update(range(one.u, one.u + one.height_u))
            self._block(rack, label, one, planned, part.height_u)
        for kept in rack.reserved:
            if used.isdisjoint(range(kept.u, kept.u + kept.height_u)):
                note = f" ({kept.note})" if kept.note else ""
                self._line("kept", label, f"{_units(kept.u, kept.height_u)} reserved here alone{note}")

    def _block(self, rack: Rack, label: str, one: Taken, planned: Mapping[int, str], height_u: int) -> None:
        """Reserve the units of one block that are neither reserved nor of the plan."""
        units = range(one.u, one.u + one.height_u)
        names = list(dict.fromkeys(planned[unit] for unit in units if unit in planned))
        if names:
            if any(not _is_of(one.note, name) for name in names):
                here = f"{', '.join(names)} in the plan"
                self._line("conflict", label, f"{_units(one.u, one.height_u)}: {here}, {one.note} there")
            return
        if units[-1] > height_u:
            self._line("conflict", label, f"{_units(one.u, one.height_u)} is above the top, {one.note}")
            return
        kept = {unit: some for some in rack.reserved for unit in range(some.u, some.u + some.height_u)}
        same = kept.get(one.u)
        if same is not None and (same.u, same.height_u) == (one.u, one.height_u):
            if same.note == one.note:
                self.made.same += 1
                return
            reserve = Reserve(rack=rack.number, u=one.u, height_u=one.height_u, note=one.note)
            if self._do(Free(rack=rack.number, u=one.u)) and self._do(reserve):
                what = f"{_units(one.u, one.height_u)}: {same.note or 'no note'} -> {one.note}"
                self._line("change", label, what)
            return
        free = [unit for unit in units if unit not in kept]
        self.made.same += not free
        for first, count in _runs(free):
            if self._do(Reserve(rack=rack.number, u=first, height_u=count, note=one.note)):
                self._line("reserve", label, f"{_units(first, count)}: {one.note}")

    def add(self, missing: Sequence[int], labels: Sequence[str]) -> None:
        """Put up the racks that the project lacks, where their labels say, else in a row of their own."""
        racks, floor = self._hall.racks, self._project.floor
        places = rack_places(racks, labels)
        parts = rack_parts(racks, self._hall.product)
        beyond = 1 + max((rack.row for rack in floor.racks), default=-1)
        for at in missing:
            part = self._part(parts[at])
            row, position = places[at]
            tried = [(row, position), *((beyond, place) for place in range(FARTHEST))]
            number = max((rack.number for rack in self._project.floor.racks), default=0) + 1
            for row, position in tried:
                command = AddRack(part=part, row=row, position=position, number=number)
                if self._do(replace(command, rack_label=labels[at])):
                    units = sum(one.height_u for one in racks[at].taken)
                    what = f"{racks[at].height_u} units, {units} of them taken"
                    self._line("add", labels[at], what)
                    self.rack(number, racks[at])
                    break
            else:
                self._line("conflict", labels[at], "there is no place for it in the room, add it by hand")

    def _part(self, wanted: RackPart) -> str:
        """The id of a part of the project with these figures; it is added where there is none."""
        parts = {part.id: part for part in self._project.parts}
        for number in range(1, len(parts) + 2):
            part = replace(wanted, id=wanted.id if number == 1 else f"{wanted.id}-{number}")
            if parts.get(part.id) == part:
                break
            if part.id not in parts:
                self._do(SetPart(part=part))
                break
        return part.id

    def notes(self, only_here: set[str]) -> None:
        """State what the reader should know."""
        hall, notes = self._hall, self.made.notes
        if hall.own:
            notes.append(f"{counted(hall.own, 'device')} of this project left out")
        if only_here:
            notes.append(f"{counted(len(only_here), 'rack')} of the project not there, which stay")
        if any(one.action == "add" for one in self.made.lines):
            notes.append("positions of new racks follow their names: check them, and lay trays")
        notes += hall.notes


def _units(u: int, height_u: int) -> str:
    return str(Span(u, u + height_u - 1, ""))


def _is_of(note: str, name: str) -> bool:
    """Whether a note is that of a device of this name."""
    return note.casefold().startswith(f"{name.casefold()} (")


def _runs(units: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The lowest unit and the number of units of each run.

    >>> list(_runs([3, 4, 7]))
    [(3, 2), (7, 1)]
    """
    first = 0
    for at, unit in enumerate(units):
        if at + 1 == len(units) or units[at + 1] != unit + 1:
            yield units[first], at + 1 - first
            first = at + 1
