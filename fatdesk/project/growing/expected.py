"""The plan that an installed fabric is compared with while a growth step is in progress.

It is that of the stages that are done: cables of today that are not pulled yet, and those that are plugged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.asbuilt.comparing import AsBuilt, compare
from fatdesk.engine.asbuilt.difference import Difference, Kind, Place, StageWork
from fatdesk.engine.asbuilt.directors import boxes_of
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.matching.planned import CableOfLinks, Planned, Role, cable_of_links, planned
from fatdesk.engine.asbuilt.normalising import with_identifiers
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.some_links import links_of_both
from fatdesk.engine.list_import.order import order_digest
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName
from fatdesk.project.growing.stage_networks import StepStages, check_step, step_stages


def report_for(derived: Derived, found: Discovered) -> Discovered:
    """The report by devices of the plan: identifiers of ports are read, chips of a modular switch are one.

    The links between chips are as their maker has them, which no plan states.
    """
    if derived.marking is not None:
        found = with_identifiers(found, derived.marking, derived.device_names)
    if not found.counts_ports:
        return found
    parts = {part.part for fabric in derived.fabrics for part in fabric.parts}
    modular = [derived.catalog[part] for part in sorted(parts)]
    return boxes_of(found, Catalog(part for part in modular if isinstance(part, ModularSwitch))).found


def plan_for(derived: Derived, found: Discovered) -> Planned:
    """The plan with directors as one box or as their chips, whichever is nearer to the report.

    Raises
    ------
    FatdeskError
        When the project has no network yet.
    """
    if not derived.fabrics:
        raise FatdeskError("the project has no network yet: design one, then compare")
    cabling, catalog = derived.cabling, derived.catalog
    cables = [cable_of_links(made, catalog) for made in cabling.fabrics]
    return nearest_plan(derived, derived.fabrics, cables, found)


def nearest_plan(
    derived: Derived, fabrics: Sequence[Fabric], cables: Sequence[CableOfLinks], found: Discovered
) -> Planned:
    """The plan of the networks of a project, which may have other links, as :func:`plan_for` returns it."""

    def made(*, chips: bool) -> Planned:
        racks, seats = derived.project.floor.racks, derived.cabling.seats
        return planned(fabrics, derived.names, derived.catalog, cables, seats, racks, chips=chips)

    closed = made(chips=False)
    parts = {part.part for fabric in fabrics for part in fabric.parts}
    if not any(isinstance(derived.catalog[part], ModularSwitch) for part in parts):
        return closed
    opened = made(chips=True)
    reported = sum(node.reported == Reported.SWITCH for node in found.nodes)
    few, many = (sum(node.role == Role.SWITCH for node in one.nodes) for one in (closed, opened))
    return opened if abs(many - reported) < abs(few - reported) else closed


Pair = frozenset[str]
"""The ports at both ends of a link, as ids of cables name them."""


@dataclass(frozen=True)
class StagedLinks:
    """The links of a step that change, and how far the work is.

    Attributes
    ----------
    plugged, pulled
        The stage, from 1, in which each link is plugged, and in which it is pulled.
    plugged_until, pulled_until
        The last stage whose links are plugged in the plan, and whose links are pulled there.
    stage
        That state of the work, in words.
    """

    plugged: Mapping[Pair, int]
    pulled: Mapping[Pair, int]
    plugged_until: int
    pulled_until: int
    stage: str

    def applied(self, built: AsBuilt) -> AsBuilt:
        """Return a comparison with the stage of each difference.

        None of them can be accepted as built: the plan of the project is that before or after the step.
        """
        differences = (one._replace(work=self._work(one), exchanges=()) for one in built.differences)
        return replace(built, differences=tuple(differences), stage=self.stage)

    def _work(self, one: Difference) -> StageWork | None:
        """The stage whose work a difference is; of several the last one; None: something else differs."""
        works = list(chain(self._of_reported(one), self._of_planned(one)))
        known = [work for work in works if work is not None]
        if not known or len(known) < len(works):
            return None
        due = [work for work in known if not work.later]
        return max(due or known)

    def _of_reported(self, one: Difference) -> Iterator[StageWork | None]:
        """The work that explains each link which is there and not in the plan."""
        found = [(some.found, some.stays) for some in one.displaced]
        if one.kind == Kind.UNPLANNED:
            found += [(some.a, some.b) for some in one.joined]
        for pair in map(_pair, found):
            if (stage := self.plugged.get(pair, 0)) > self.plugged_until:
                yield StageWork(stage, later=True)
            elif 0 < (stage := self.pulled.get(pair, 0)) <= self.pulled_until:
                yield StageWork(stage, later=False)
            else:
                yield None

    def _of_planned(self, one: Difference) -> Iterator[StageWork | None]:
        """The work that explains each link which is in the plan and not there."""
        found = [(some.planned, some.stays) for some in one.displaced]
        if one.kind == Kind.MISSING:
            found += [(some.a, some.b) for some in one.joined]
        for pair in map(_pair, found):
            if (stage := self.pulled.get(pair, 0)) > self.pulled_until:
                yield StageWork(stage, later=True)
            elif 0 < (stage := self.plugged.get(pair, 0)) <= self.plugged_until:
                yield StageWork(stage, later=False)
            else:
                yield None


def _pair(ends: tuple[Place, Place]) -> Pair:
    return frozenset(place.socket for place in ends)


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
