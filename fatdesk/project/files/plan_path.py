"""The stored path of the building plan below a floor, when a project is saved in another folder."""

from pathlib import Path

from msgspec.structs import replace

from fatdesk.project.document.project import Project


def with_plan_path(project: Project, old: Path, new: Path) -> Project:
    """Return a project whose building plan is the same file, seen from another folder."""
    under = project.floor.plan.underlay
    if under is None or under.file.startswith(("//", "\\\\")) or Path(under.file).is_absolute():
        return project
    file, folder = (old / under.file).resolve(), new.resolve()
    if folder == old.resolve():
        return project
    stored = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)
    plan = replace(project.floor.plan, underlay=replace(under, file=stored))
    return replace(project, floor=replace(project.floor, plan=plan))
