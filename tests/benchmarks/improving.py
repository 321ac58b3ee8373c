"""Cost of cables after 10 s and 60 s of improving: ``python -m tests.benchmarks.improving [SECONDS]``.

Against the placement of the heuristics and the lower bound, for 396 and for 2,592 hosts; the 396 hosts also
with core switches anywhere, because the example asks for them in two racks.
"""

import sys

from msgspec.structs import replace

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.improve import Improved
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.improving import improve_project
from fatdesk.project.document.project import Project, SearchRequirements

MARKS_S = (10.0, 60.0)


class Quiet:
    """A progress that nobody watches."""

    def step(self, done: int, total: int, text: str) -> None:
        """Do nothing."""

    def show(self, value: object) -> None:
        """Do nothing."""


def projects() -> list[tuple[str, Project]]:
    """Names and placed projects."""
    catalog = load_shipped([])
    found = []
    for name in ("nodes-396", "nodes-2592"):
        wish = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", catalog)
        project = design_project(wish, catalog, name).project
        assert project is not None
        found.append((name, project))
        if wish.room is not None and wish.room.core_at != "centre":
            room = replace(wish.room, core_at=RoomRequirement().core_at, core_groups=None)
            found.append((f"{name}, core free", replace(project, wishes=SearchRequirements(room=room))))
    return found


def row(name: str, result: Improved, marks: tuple[float, ...]) -> str:
    """The figures of one run."""
    at = [[point.cost for point in result.curve if point.seconds <= mark][-1] for mark in marks]
    costs = [f"{cost:>12,.0f} {-100 * (1 - cost / result.start.cost):>6.1f} %" for cost in at]
    bound = f"{result.lower_bound:>12,.0f}" if result.lower_bound is not None else f"{'unknown':>12}"
    return f"{name:<22} {result.start.cost:>12,.0f} {' '.join(costs)} {bound} {result.steps:>10,}"


def main() -> int:
    """Print the figures; 1 when something is worse than its start or below its bound."""
    marks = tuple(float(word) for word in sys.argv[1:]) or MARKS_S
    head = " ".join(f"{f'{mark:g} s':>12} {'':>8}" for mark in marks)
    print(f"{'':<22} {'heuristics':>12} {head} {'bound':>12} {'steps':>10}", flush=True)
    wrong = False
    for name, project in projects():
        result = improve_project(project, seconds=max(marks), progress=Quiet())
        print(row(name, result, marks), flush=True)
        bound = result.lower_bound
        wrong |= result.end > result.start or (bound is not None and bound > result.end.cost)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
