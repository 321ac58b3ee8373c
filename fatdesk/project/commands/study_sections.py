"""What commands on sections of studies share: each study is found by its name, in an order that stays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import FaultStudy
from fatdesk.engine.sim.study import Simulated, SimulationStudy, sound
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.project import Project, Study

AnyStudy = TypeVar("AnyStudy", bound=Study | SimulationStudy | FaultStudy)
WithNetworks = TypeVar("WithNetworks", bound=SimulationStudy | FaultStudy)


@dataclass(frozen=True)
class StudySection(Generic[AnyStudy]):
    """A section of the project that holds studies.

    Attributes
    ----------
    field
        Of the project.
    word
        What one of them is called.
    sound
        A study as it is kept, made of one that was typed and of that in whose place it comes; raises
        RefusedError where it cannot be.
    """

    field: str
    word: str
    sound: Callable[[Project, AnyStudy, AnyStudy | None], AnyStudy]

    def added(self, project: Project, study: AnyStudy) -> Project:
        """The project with one study more.

        Raises
        ------
        RefusedError
            When there is one of its name, or it cannot be; so all of these.
        """
        self._check_free(project, study.name)
        return self._replaced(project, (*self._of(project), self.sound(project, study, None)))

    def renamed(self, project: Project, name: str, to: str) -> Project:
        """The project with a study under another name."""
        study = self._named(project, name)
        if to != name:
            self._check_free(project, to)
        return self._with(project, name, (replace(study, name=to),))

    def changed(self, project: Project, study: AnyStudy) -> Project:
        """The project with that study instead of the one of its name."""
        before = self._named(project, study.name)
        return self._with(project, study.name, (self.sound(project, study, before),))

    def without(self, project: Project, name: str) -> Project:
        """The project without a study."""
        self._named(project, name)
        return self._with(project, name, ())

    def _of(self, project: Project) -> tuple[AnyStudy, ...]:
        found: tuple[AnyStudy, ...] = getattr(project, self.field)
        return found

    def _named(self, project: Project, name: str) -> AnyStudy:
        for study in self._of(project):
            if study.name == name:
                return study
        raise RefusedError(f"there is no {self.word} called {name}")

    def _check_free(self, project: Project, name: str) -> None:
        if any(study.name == name for study in self._of(project)):
            raise RefusedError(f"there is a {self.word} called {name} already: take another name")

    def _with(self, project: Project, name: str, instead: tuple[AnyStudy, ...]) -> Project:
        studies = self._of(project)
        at = [study.name for study in studies].index(name)
        return self._replaced(project, (*studies[:at], *instead, *studies[at + 1 :]))

    def _replaced(self, project: Project, studies: Sequence[AnyStudy]) -> Project:
        return replace(project, **{self.field: tuple(studies)})


def with_sound_networks(project: Project, study: WithNetworks, before: WithNetworks | None) -> WithNetworks:
    """The same with its networks as they are written; a fabric that is gone may stay, but not come.

    Raises
    ------
    RefusedError
        When there is no such fabric, family or scheme.
    """
    fabrics = {fabric.requirement.name for fabric in project.fabrics}
    fabrics |= {network.fabric for network in before.networks} if before else set()
    for network in study.networks:
        if network.fabric and network.fabric not in fabrics:
            raise RefusedError(f"there is no fabric {network.fabric}: name another, or set-fabric it first")
    try:
        networks: tuple[Simulated, ...] = tuple(map(sound, study.networks))
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return study if networks == study.networks else replace(study, networks=networks)
