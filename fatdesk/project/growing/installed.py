"""The plan that an installed fabric is compared with while a step of growth is in progress.

It is that of the stages that are done: cables of today that are not pulled yet, and those that are plugged.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.asbuilt.comparing import AsBuilt, compare
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.planned import CableOfLinks, Planned, cable_of_links
from fatdesk.engine.asbuilt.stage_work import Pair, StagedLinks
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.some_links import links_of_both
from fatdesk.engine.list_import.order import order_digest
from fatdesk.project.derived.as_built import nearest_plan, plan_for, report_for
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName
from fatdesk.project.growing.stage_networks import StepStages, check_step, step_stages

TODAY = "today"
"""The network of the project as it is, whatever work has begun."""
EARLIER_PLAN = "the recorded progress of step {} is of an earlier plan: compared with the network of today"

NOT_POSSIBLE = "step {}: {}: compared with the network of today"


@dataclass(frozen=True, eq=False)
class Expected:
    """The plan that a report is compared with.

    Attributes
    ----------
    report
        The report with the chips of modular switches of the plan as one switch.
    staged
        The links of the step that change; None: the plan is that of the project.
    stage
        Its stage; None: the plan is that of the project.
    labels
        The number on the label of each cable, by ids.
    """

    plan: Planned
    report: Discovered
    labels: Mapping[str, str]
    staged: StagedLinks | None = None
    stage: StageName | None = None

    def compared(self, names: Mapping[str, str] | None = None, progress: Progress = SILENT) -> AsBuilt:
        """Return the report against the plan; ``names`` as in :func:`compare`."""
        built = compare(self.plan, self.report, names, progress)
        return built if self.staged is None else self.staged.applied(built)


def step_under_way(project: Project) -> int | None:
    """Return the last step of the growth plan whose work has begun by its ticks, from 1; None: none has."""
    begun = [
        number
        for number, step in enumerate(project.growth, start=1)
        if step.progress is not None and any(stage.begun for stage in step.progress.stages)
    ]
    return begun[-1] if begun else None


def stage_under_way(project: Project, step: StepStages) -> StageName | None:
    """Return the stage up to which the gates of a step are passed; None: its ticks are of an earlier plan."""
    progress = project.growth[step.number - 1].progress
    if progress is None or progress.order != order_digest(step.work.order("")):
        return None
    following = progress.next_stage
    return StageName(step.number, step.stages if following is None else following - 1, done=True)


def expected_today(derived: Derived, found: Discovered) -> Expected:
    """Return the plan of the project for a report."""
    report = report_for(derived, found)
    return Expected(plan_for(derived, report), report, derived.plan.numbers)


def expected_in_stage(step: StepStages, found: Discovered, stage: StageName) -> Expected:
    """Return the plan in a stage of a step for a report.

    Raises
    ------
    FatdeskError
        When the step has no such stage, or is out of service in it.
    """
    if stage.stage:
        step.check(stage)
    before, after = step.work.grown.before, step.work.grown.after
    if not stage.stage and step.work.grown.policy == "rebuild":
        return expected_today(before, found)
    report = report_for(after, found)
    fabrics: list[Fabric] = []
    cables: list[CableOfLinks] = []
    plugged: dict[Pair, int] = {}
    pulled: dict[Pair, int] = {}
    for fabric in after.fabrics:
        links = step.links(fabric.name)
        there, left = links.there(stage)
        fabrics.append(links_of_both(links.after, there, links.before, left, links.node))
        made = (one.cabling.fabrics[one.number_of(fabric.name)] for one in (after, before))
        new, old = (cable_of_links(one, links.catalog) for one in made)
        ids = [new.ids[link] for link in np.flatnonzero(there)] + [
            old.ids[link] for link in np.flatnonzero(left)
        ]
        cables.append(CableOfLinks(tuple(ids), np.concatenate([new.side[there], old.side[left]])))
        plugged |= _stages_of(links.after, links.plugged, links.catalog)
        pulled |= _stages_of(links.before, links.pulled, links.catalog)
    staged = StagedLinks(
        plugged,
        pulled,
        plugged_until=stage.stage if stage.done else stage.stage - 1,
        pulled_until=stage.stage,
        stage=stage.words,
    )
    labels = {**before.plan.numbers, **after.plan.numbers}
    return Expected(nearest_plan(after, fabrics, cables, report), report, labels, staged, stage)


def _stages_of(fabric: Fabric, stages: Longs, catalog: Catalog) -> dict[Pair, int]:
    """The stage, from 1, of each link that changes."""
    changed = np.flatnonzero(stages >= 0)
    ids = (frozenset(one.split("--")) for one in link_ids(fabric, changed, catalog))
    return dict(zip(ids, (stages[changed] + 1).tolist(), strict=True))


def step_to_compare(project: Project, wanted: StageName | str | None) -> int | None:
    """Return the step of the growth plan whose stages a report is compared with, from 1; None: none.

    Parameters
    ----------
    wanted
        A stage, ``today``, or None: the stages that are done by the recorded ticks.

    Raises
    ------
    FatdeskError
        When there is no such step.
    """
    if isinstance(wanted, StageName):
        check_step(project, wanted)
        return wanted.step
    return None if wanted == TODAY else step_under_way(project)


def expected_of(
    derived: Derived, found: Discovered, wanted: StageName | str | None, step: StepStages
) -> tuple[Expected, str]:
    """Return the plan for a report in a stage of a step, and a remark on it; empty: there is none.

    Parameters
    ----------
    wanted
        As in :func:`step_to_compare`, whose step it is.

    Raises
    ------
    FatdeskError
        When there is no network or stage.
    """
    if isinstance(wanted, StageName):
        return expected_in_stage(step, found, wanted), ""
    stage = stage_under_way(derived.project, step)
    if stage is None:
        return expected_today(derived, found), EARLIER_PLAN.format(step.number)
    return expected_in_stage(step, found, stage), ""


def expected_by(derived: Derived, found: Discovered, wanted: StageName | str | None) -> tuple[Expected, str]:
    """Return the plan for a report, and a remark on it; parameters as in :func:`step_to_compare`.

    Raises
    ------
    FatdeskError
        When there is no network, step or stage.
    """
    number = step_to_compare(derived.project, wanted)
    if number is None:
        return expected_today(derived, found), ""
    try:
        step = step_stages(derived.project, number, derived.progress)
    except FatdeskError as error:
        if wanted is not None:
            raise
        return expected_today(derived, found), NOT_POSSIBLE.format(number, error)
    return expected_of(derived, found, wanted, step)
