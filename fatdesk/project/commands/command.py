"""The base of commands, frozen data that turns one project into another, and of those on named records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from msgspec import NODEFAULT, UNSET, Meta, StructMeta, UnsetType, field
from msgspec.structs import fields, replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.rules.rules import Rule
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import NetworkUnderStudy, Project, Revision


class RefusedError(FatdeskError):
    """A command that cannot be done in the present state of the project; with the reason.

    Attributes
    ----------
    why
        The reason alone, without the place of the command in a list.
    number
        Of the command in a list, from 1; 0: it was none of a list.
    field
        Of the command, whose value is refused; empty: the command as a whole.
    """

    def __init__(self, text: str, why: str = "", number: int = 0, field: str = "") -> None:
        super().__init__(text)
        self.why = why or text
        self.number = number
        self.field = field


class Command(Struct, frozen=True, kw_only=True, tag_field="command"):
    """An edit; as JSON its ``command`` is the word of its class.

    Nobody writes how to undo one: the project before is remembered.
    """

    @property
    def step(self) -> str:
        """Name of the step, shown after "Undo"."""
        raise NotImplementedError

    def apply(self, project: Project) -> Project:
        """The project after it.

        Raises
        ------
        RefusedError
            When it cannot be done.
        """
        raise NotImplementedError


def part_of(project: Project, part_id: str, kind: type[AnyPart] | UnionType, words: str) -> None:
    """Refuse a part that the project does not hold, or one of another kind."""
    part = next((part for part in project.parts if part.id == part_id), None)
    if part is None:
        raise RefusedError(f"the part {part_id} is not among the parts of this project: set-part it first")
    if not isinstance(part, kind):
        raise RefusedError(f"the part {part_id} is not {words}: name another")


class _WithFieldsOfRecord(StructMeta):
    """Classes of commands with the fields of their other base, a record.

    What the record requires is required; the others may be left out, and are then UNSET.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **options: Any) -> Any:
        """Make the class, with the types, ranges and descriptions of the fields as the record has them."""
        records = [base for base in bases if issubclass(base, Struct) and not issubclass(base, Command)]
        if records:
            (space["record"],) = records
            types = space.setdefault("__annotations__", {})
            for one in fields(records[0]):
                types[one.name] = one.type if one.required else one.type | UnsetType
                space[one.name] = field(default=NODEFAULT if one.required else UNSET)
        return super().__new__(cls, name, bases, space, **options)


class SetFields(Command, metaclass=_WithFieldsOfRecord, frozen=True, kw_only=True):
    """Set fields of a record; a field that is left out stays.

    A subclass names the record as its other base, which is the only place where the fields are written:
    ``class SetBill(SetFields, BillRules, tag="set-bill")``.

    Attributes
    ----------
    section
        The field of the project that holds the record; a subclass that finds its record elsewhere leaves it
        empty and has an ``apply`` of its own.
    record
        The record.
    """

    section: ClassVar[str] = ""
    record: ClassVar[type[Struct]]

    def __post_init__(self) -> None:
        """Refuse what the record refuses."""
        self.record(**self.given)

    @property
    def given(self) -> dict[str, Any]:
        """The fields that are set, with their values."""
        values = {name: getattr(self, name) for name in self.record.__struct_fields__}
        return {name: value for name, value in values.items() if value is not UNSET}

    def apply(self, project: Project) -> Project:
        """The project with those fields."""
        return replace(project, **{self.section: replace(getattr(project, self.section), **self.given)})


Named = TypeVar(
    "Named",
    bound=NetworkUnderStudy | SimulationStudy | FaultStudy | ScheduleStudy | ExportJob | Revision | Rule,
)


@dataclass(frozen=True)
class NamedSection(Generic[Named]):
    """A section of the project that holds records with names.

    Attributes
    ----------
    field
        Of the project.
    word
        What one of them is called.
    short
        The same in the labels of undo, where less is needed.
    sound
        One as it is kept, made of one that was typed and of that in whose place it comes; raises
        RefusedError where it cannot be.
    """

    field: str
    word: str
    short: str
    sound: Callable[[Project, Named, Named | None], Named]

    def added(self, project: Project, one: Named) -> Project:
        """The project with one more.

        Raises
        ------
        RefusedError
            When there is one of its name, or it cannot be; so all of these.
        """
        self._check_free(project, one.name)
        return self._replaced(project, (*self._of(project), self.sound(project, one, None)))

    def renamed(self, project: Project, name: str, to: str) -> Project:
        """The project with one under another name."""
        one = self._named(project, name)
        if to != name:
            self._check_free(project, to)
        return self._with(project, name, (replace(one, name=to),))

    def changed(self, project: Project, one: Named) -> Project:
        """The project with that instead of the one of its name."""
        before = self._named(project, one.name)
        return self._with(project, one.name, (self.sound(project, one, before),))

    def without(self, project: Project, name: str) -> Project:
        """The project without one."""
        self._named(project, name)
        return self._with(project, name, ())

    def moved(self, project: Project, name: str, before: str) -> Project:
        """The project with one before another, or last where no other is named."""
        one = self._named(project, name)
        others = [some for some in self._of(project) if some.name != name]
        if before:
            self._named(project, before)
        if before == name:
            return project
        at = [some.name for some in others].index(before) if before else len(others)
        return self._replaced(project, (*others[:at], one, *others[at:]))

    def _of(self, project: Project) -> tuple[Named, ...]:
        found: tuple[Named, ...] = getattr(project, self.field)
        return found

    def _named(self, project: Project, name: str) -> Named:
        for one in self._of(project):
            if one.name == name:
                return one
        raise RefusedError(f"there is no {self.word} called {name}")

    def _check_free(self, project: Project, name: str) -> None:
        if any(one.name == name for one in self._of(project)):
            article = "an" if self.word.startswith(tuple("aeiou")) else "a"
            raise RefusedError(f"there is {article} {self.word} called {name} already: use another name")

    def _with(self, project: Project, name: str, instead: tuple[Named, ...]) -> Project:
        some = self._of(project)
        at = [one.name for one in some].index(name)
        return self._replaced(project, (*some[:at], *instead, *some[at + 1 :]))

    def _replaced(self, project: Project, some: Sequence[Named]) -> Project:
        return replace(project, **{self.field: tuple(some)})


class NamedCommand(Command, frozen=True, kw_only=True):
    """A command on a section; its subclasses state the section and their fields."""

    section: ClassVar[NamedSection[Any]]

    @property
    def record(self) -> Any:
        """The record that it takes, its only field."""
        return getattr(self, self.__struct_fields__[0])


class AddRecord(NamedCommand, frozen=True, kw_only=True):
    """Add a record, last in its section."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add {self.section.short} {self.record.name}"

    def apply(self, project: Project) -> Project:
        """The project with one record more."""
        return self.section.added(project, self.record)


class ChangeRecord(NamedCommand, frozen=True, kw_only=True):
    """Replace all of a record but its name."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Change {self.section.short} {self.record.name}"

    def apply(self, project: Project) -> Project:
        """The project with that record in the place of the one of its name."""
        return self.section.changed(project, self.record)


class RenameRecord(NamedCommand, frozen=True, kw_only=True):
    """Give a record another name."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    to: Annotated[str, Meta(min_length=1, max_length=60)]

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename {self.section.short} {self.name} to {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with the new name."""
        return self.section.renamed(project, self.name, self.to)


class RemoveRecord(NamedCommand, frozen=True, kw_only=True):
    """Remove a record."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove {self.section.short} {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that record."""
        return self.section.without(project, self.name)
