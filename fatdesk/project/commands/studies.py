"""Commands on networks that are studied beside the fabrics."""

from msgspec.structs import replace

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.families import canonical
from fatdesk.engine.families.design import Name
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.project import Project, Study


class AddStudy(Command, frozen=True, kw_only=True, tag="add-study"):
    """Put a network beside the fabrics."""

    study: Study

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add network {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with one study more."""
        _check_free(project, self.study.name)
        return replace(project, studies=(*project.studies, _sound(self.study)))


class RenameStudy(Command, frozen=True, kw_only=True, tag="rename-study"):
    """Give a study another name."""

    name: Name
    to: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Call network {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        study = _named(project, self.name)
        if self.to != self.name:
            _check_free(project, self.to)
        return _with(project, self.name, (replace(study, name=self.to),))


class ChangeStudy(Command, frozen=True, kw_only=True, tag="change-study"):
    """Give a study another family or other parameters."""

    study: Study

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change network {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with that study instead of the one of its name."""
        _named(project, self.study.name)
        return _with(project, self.study.name, (_sound(self.study),))


class RemoveStudy(Command, frozen=True, kw_only=True, tag="remove-study"):
    """Study a network no longer."""

    name: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove network {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that study."""
        _named(project, self.name)
        return _with(project, self.name, ())


def _named(project: Project, name: str) -> Study:
    for study in project.studies:
        if study.name == name:
            return study
    raise RefusedError(f"there is no network to study called {name}")


def _check_free(project: Project, name: str) -> None:
    if any(study.name == name for study in project.studies):
        raise RefusedError(f"there is a network to study called {name} already: take another name")


def _sound(study: Study) -> Study:
    """The same with its network as it is written."""
    try:
        spec = canonical(study.spec)
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return replace(study, spec=spec)


def _with(project: Project, name: str, instead: tuple[Study, ...]) -> Project:
    """The project with something else in the place of a study."""
    at = [study.name for study in project.studies].index(name)
    return replace(project, studies=(*project.studies[:at], *instead, *project.studies[at + 1 :]))
