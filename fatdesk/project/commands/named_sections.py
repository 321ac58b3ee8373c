"""What commands on sections of named records share: each is found by its name, in an order that stays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import Project, Study

Named = TypeVar("Named", bound=Study | SimulationStudy | FaultStudy | ExportJob)


@dataclass(frozen=True)
class NamedSection(Generic[Named]):
    """A section of the project that holds records with names.

    Attributes
    ----------
    field
        Of the project.
    word
        What one of them is called.
    sound
        One as it is kept, made of one that was typed and of that in whose place it comes; raises
        RefusedError where it cannot be.
    """

    field: str
    word: str
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
            raise RefusedError(f"there is {article} {self.word} called {name} already: take another name")

    def _with(self, project: Project, name: str, instead: tuple[Named, ...]) -> Project:
        some = self._of(project)
        at = [one.name for one in some].index(name)
        return self._replaced(project, (*some[:at], *instead, *some[at + 1 :]))

    def _replaced(self, project: Project, some: Sequence[Named]) -> Project:
        return replace(project, **{self.field: tuple(some)})
