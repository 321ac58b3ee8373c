"""Policies of growth side by side in figures, without the projects that they lead to."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.money import Money
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.marks import MarkedStep
from fatdesk.engine.growth.changes import Fate
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.document.growth import GrowthStep, Policy
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import encode
from fatdesk.project.growing.marking import marked_step
from fatdesk.project.growing.policies import POLICIES, Course, best, check_steps, course
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

    @classmethod
    def of(cls, one: Course, number: int) -> "StepFigures":
        """The figures of a step that a course gets to."""
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
            remarks=work.grown.remarks,
            buy=tuple(work.purchases.lines),
            places=new_devices(work),
            marks=marked_step(work, f"step {number + 1}"),
        )


@dataclass(frozen=True)
class PolicyFigures:
    """A policy followed through all steps.

    Attributes
    ----------
    best
        Whether :func:`~fatdesk.project.growing.policies.best` chooses it.
    steps
        Figures up to the first step that the policy cannot make; ``why_not`` states why.
    first
        The edit that makes the first step the state of the project, without the steps that remain.
    """

    policy: Policy
    best: bool
    steps: tuple[StepFigures, ...]
    why_not: str
    first: Redesign | None


class _Policy(NamedTuple):
    """Progress of one policy among several."""

    inner: Progress
    number: int

    def step(self, done: int, total: int, text: str) -> None:
        """Report a step with the number of the policy."""
        self.inner.step(done, total, f"policy {self.number} of {len(POLICIES)}: {text}")


def compare_policies(
    project: Project, steps: Sequence[GrowthStep], catalog: Catalog, progress: Progress = SILENT
) -> tuple[PolicyFigures, ...]:
    """Follow each policy from the project through all steps; the policies of the steps do not matter.

    Raises
    ------
    FatdeskError
        When the steps contradict the project or each other.
    """
    check_steps(project, steps)
    courses = [
        course(project, steps, catalog, policy, _Policy(progress, number))
        for number, policy in enumerate(POLICIES, start=1)
    ]
    chosen = best(courses)
    return tuple(
        PolicyFigures(
            policy,
            one is chosen,
            tuple(StepFigures.of(one, number) for number in range(len(one.works))),
            one.why_not,
            one.works[0].applied() if one.works else None,
        )
        for policy, one in zip(POLICIES, courses, strict=True)
    )


def inputs_digest(project: Project) -> str:
    """Return the digest of what a comparison of policies depends on.

    The policies, names and progress of the steps are no part of it, nor are studies and jobs.
    """
    policy = GrowthStep().policy
    steps = (replace(one, name="", policy=policy, progress=None) for one in project.growth)
    inputs = replace(
        project,
        growth=tuple(steps),
        studies=(),
        simulations=(),
        faults=(),
        schedules=(),
        explorations=(),
        jobs=(),
        waivers=(),
    )
    return hashlib.sha256(encode(inputs)).hexdigest()
