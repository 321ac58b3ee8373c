"""Work of the next step of growth, as figures of deployability."""

from collections.abc import Mapping

from fatdesk.core.errors import Cancelled, FatdeskError, OutOfTime
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.growth_target import GrowthTarget
from fatdesk.engine.growth.changes import Fate, hours_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.comparing import Growing
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.growing import grown
from fatdesk.project.growing.policies import last_counts
from fatdesk.project.growing.work import Work, work_of

MOST_LINKS = 20_000
"""Links of a candidate above which its growth is not worked out while candidates are compared."""


def work_figures(work: Work, fabric: str | None = None) -> StepWork:
    """Return the figures of a step, of one network or of all together.

    A rebuild is one stage of all networks together.
    """
    changed = [
        one for one in work.changes.cables if one.fate is not Fate.KEPT and fabric in (None, one.row.fabric)
    ]
    stages = None
    if not work.why_no_stages:
        stages = sum(fabric is None or stage.fabric in ("", fabric) for stage in work.stages)
    moved = sum(one.fate is Fate.MOVED for one in changed)
    return StepWork(moved, stages, hours_of(changed, work.grown.project.bill))


def next_step_work(
    derived: Derived, catalog: Catalog, steps: tuple[GrowthStep, ...], progress: Progress = SILENT
) -> Work:
    """Return the first of some steps from a project, by its policy.

    Raises
    ------
    FatdeskError
        When the step contradicts the project, or is not possible.
    """
    last: Mapping[str, int] = last_counts(derived.project, steps)
    return work_of(grown(derived, steps[0], catalog, steps[0].policy, last, progress))


def growing_to(target: GrowthTarget | None, catalog: Catalog, progress: Progress = SILENT) -> Growing | None:
    """Return how the next step of growth of placed designs is worked out; None: there is no target.

    It stays unknown of large designs, and of those that cannot grow so.
    """
    if target is None:
        return None
    step = GrowthStep.towards(target)

    def of(derived: Derived, number: int) -> StepWork | None:
        if sum(fabric.link_count for fabric in derived.fabrics) > MOST_LINKS:
            return None
        try:
            work = next_step_work(derived, catalog, (step,), progress)
            return work_figures(work, derived.fabrics[number].name)
        except (Cancelled, OutOfTime):
            raise
        except FatdeskError:
            return None

    return of
