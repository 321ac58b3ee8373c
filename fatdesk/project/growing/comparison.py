"""Growth plans side by side in figures, without the projects that they lead to."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from fatdesk.core.money import Money
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.deployability import GROWTH_KEYS, StepWork
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.marks import MarkedStep
from fatdesk.engine.design.growth_target import Policy
from fatdesk.engine.growth.changes import Fate
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import encode
from fatdesk.project.growing.marking import marked_step
from fatdesk.project.growing.next_step import work_figures
from fatdesk.project.growing.policies import (
    Policies,
    PolicyResult,
    check_steps,
    plans_to_compare,
    policy_results,
    pure_policy,
    sum_of,
)
from fatdesk.project.growing.work import NewDevices, Work, new_devices


@dataclass(frozen=True)
class StepFigures:
    """Figures of a step by a policy.

    Attributes
    ----------
    too_short
        Moved cables that do not reach or do not fit, for which new ones are bought.
    cost, cost_later
        Purchases of the step, and of all steps after it.
    taken_off, least_taken_off
        Cables between switches that leave a port, and the lower bound that proves them; None: rebuilt.
    stages
        Stages that keep the bandwidth of the step; None: there are none, ``why_no_stages`` states why.
    stage_fabrics
        The network that is worked on in each stage; empty: all.
    buy, places
        Lines of the bill of what is bought, and the new devices by rack.
    marks
        What its drawings show.
    work
        Figures that limits are judged by.
    """

    hosts: int
    moved: int
    added: int
    removed: int
    too_short: int
    cost: Money
    cost_later: Money
    hours: float
    stranded_ports: int
    stranded_u: int
    taken_off: int | None
    least_taken_off: int | None
    stages: int | None
    why_no_stages: str
    stage_fabrics: tuple[str, ...]
    remarks: tuple[str, ...]
    buy: tuple[BillLine, ...]
    places: tuple[NewDevices, ...]
    marks: MarkedStep
    work: StepWork

    @classmethod
    def of(cls, one: PolicyResult, number: int) -> "StepFigures":
        """The figures of a step that a plan gets to."""
        work: Work = one.works[number]
        changes, proof, why_no_stages = work.changes, work.proof or {}, work.why_no_stages
        return cls(
            hosts=sum(group.count for group in work.grown.project.hosts),
            moved=changes.count(Fate.MOVED),
            added=changes.count(Fate.ADDED),
            removed=changes.count(Fate.REMOVED),
            too_short=changes.too_short,
            cost=work.purchases.total,
            cost_later=one.cost_later(number),
            hours=float(work.hours),
            stranded_ports=work.stranded_ports,
            stranded_u=work.stranded_u,
            taken_off=proof.get("value"),
            least_taken_off=proof.get("lower_bound"),
            stages=None if why_no_stages else len(work.stages),
            why_no_stages=why_no_stages,
            stage_fabrics=() if why_no_stages else tuple(stage.fabric for stage in work.stages),
            remarks=work.remarks,
            buy=tuple(work.purchases.lines),
            places=new_devices(work),
            marks=marked_step(work, f"step {number + 1}"),
            work=work_figures(work),
        )


@dataclass(frozen=True)
class PolicyFigures:
    """A plan followed through all steps.

    Attributes
    ----------
    policies
        The policy of each step.
    steps
        Figures up to the first step that its policy cannot make; ``why_not`` states why.
    first
        The edit that makes the first step the state of the project, without the steps that remain.
    """

    policies: Policies
    steps: tuple[StepFigures, ...]
    why_not: str
    first: Redesign | None

    @property
    def policy(self) -> Policy | None:
        """The policy of all steps; None: they have different ones."""
        return pure_policy(self.policies)

    @property
    def cost(self) -> Money | None:
        """Cost of all steps together; None where it ends early."""
        return None if self.why_not else sum_of([step.cost for step in self.steps])

    @property
    def moves(self) -> int:
        """Cables moved in all steps."""
        return sum(step.moved for step in self.steps)


def compare_policies(
    project: Project,
    steps: Sequence[GrowthStep],
    catalog: Catalog,
    progress: Progress = SILENT,
    plans: Sequence[Policies] | None = None,
) -> tuple[PolicyFigures, ...]:
    """Follow plans from the project through all steps.

    Parameters
    ----------
    plans
        The policies of each; None: one policy for all steps, and those of the steps where they are mixed.

    Raises
    ------
    FatdeskError
        When the steps contradict the project or each other.
    """
    check_steps(project, steps)
    wanted = plans_to_compare(steps) if plans is None else plans
    return tuple(
        PolicyFigures(
            one.policies,
            tuple(StepFigures.of(one, number) for number in range(len(one.works))),
            one.why_not,
            one.works[0].applied() if one.works else None,
        )
        for one in policy_results(project, steps, catalog, wanted, progress)
    )


def inputs_digest(project: Project) -> str:
    """Return the digest of what a comparison of policies depends on.

    The policies, names and progress of the steps are no part of it, nor are studies, jobs and limits on
    growth.
    """
    policy = GrowthStep().policy
    unlimited = dict.fromkeys(GROWTH_KEYS)
    steps = (replace(one, name="", policy=policy, progress=None) for one in project.growth)
    inputs = replace(
        project,
        growth=tuple(steps),
        wishes=replace(project.wishes, limits=replace(project.wishes.limits, **unlimited)),
        studies=(),
        simulations=(),
        faults=(),
        schedules=(),
        explorations=(),
        jobs=(),
        rules=(),
        waivers=(),
        revisions=(),
    )
    return hashlib.sha256(encode(inputs)).hexdigest()
