"""The stored path of the building plan below a floor, when a project is saved in another folder."""

from pathlib import Path

from msgspec.structs import replace

from fatdesk.engine.floor.building_plan import on_another_machine
from fatdesk.engine.floor.floor import Floor
from fatdesk.project.document.project import Project


class PlanPath:
    """Names the building plan of projects as it is seen from another folder: calling it moves a project.

    Projects that share a floor share it afterwards, so that what follows from it is not worked out again.
    """

    def __init__(self, old: Path, new: Path) -> None:
        self._old, self._new = old.resolve(), new.resolve()
        self._moved: dict[int, tuple[Floor, Floor]] = {}

    def __call__(self, project: Project) -> Project:
        """Return a project in the new folder; the same one where its path leads to the same file."""
        floor = project.floor
        if id(floor) not in self._moved:
            self._moved[id(floor)] = floor, self._moved_floor(floor)
        moved = self._moved[id(floor)][1]
        return project if moved is floor else replace(project, floor=moved)

    def _moved_floor(self, floor: Floor) -> Floor:
        under = floor.plan.underlay
        if under is None or on_another_machine(under.file) or Path(under.file).is_absolute():
            return floor
        file, folder = (self._old / under.file).resolve(), self._new
        if folder == self._old:
            return floor
        stored = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)
        return replace(floor, plan=replace(floor.plan, underlay=replace(under, file=stored)))
