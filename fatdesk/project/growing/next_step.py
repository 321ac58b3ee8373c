"""Work of the next growth step, as figures of deployability."""

from collections.abc import Mapping

from fatdesk.core.errors import Cancelled, FatdeskError, OutOfTime
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.growth_target import GrowthTarget
from fatdesk.engine.design.judging.limits import is_growth_limited
from fatdesk.engine.growth.changes import Fate, hours_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.comparing import Growing, StepWorks
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.growing import grown
from fatdesk.project.growing.policies import last_counts
from fatdesk.project.growing.work import Work, work_of

MOST_LINKS = 20_000
"""Links of a network above which its growth is not worked out while candidates are compared or checked."""


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


def growth_to_check(derived: Derived, catalog: Catalog, progress: Progress = SILENT) -> StepWork | str | None:
    """Return the work of the next step of the growth plan of a project with a limit on it.

    A text states why the step is not possible. None: there is no limit, no plan, or the project is large.
    """
    project = derived.project
    if not is_growth_limited(project.wishes.limits) or not project.growth or _is_large(derived):
        return None
    try:
        return work_figures(next_step_work(derived, catalog, project.growth, progress))
    except (Cancelled, OutOfTime):
        raise
    except FatdeskError as error:
        return str(error)


def _is_large(derived: Derived) -> bool:
    """Whether growth takes too long next to other figures."""
    return sum(fabric.link_count for fabric in derived.fabrics) > MOST_LINKS


def growing_to(target: GrowthTarget | None, catalog: Catalog, progress: Progress = SILENT) -> Growing | None:
    """Return how the next growth step of placed designs is worked out; None: there is no target.

    It stays unknown of large designs; of those that cannot grow so the reason is returned.
    """
    if target is None:
        return None
    step = GrowthStep.towards(target)

    def of(derived: Derived) -> StepWorks | str | None:
        if _is_large(derived):
            return None
        try:
            work = next_step_work(derived, catalog, (step,), progress)
            own = {fabric.name: work_figures(work, fabric.name) for fabric in derived.fabrics}
            return own | {"": work_figures(work)}
        except (Cancelled, OutOfTime):
            raise
        except FatdeskError as error:
            return str(error)

    return of
