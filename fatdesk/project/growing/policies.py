"""Policies of growth side by side: each followed through all steps, with its work and money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from msgspec.structs import replace

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.money import Money
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.rows import ChangeOrder
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.growth import GrowthStep, Policy
from fatdesk.project.document.project import Project
from fatdesk.project.growing.growing import counts_after, grown
from fatdesk.project.growing.work import Work, work_of

POLICIES: tuple[Policy, ...] = ("in-place", "sized", "rebuild")


@dataclass(frozen=True)
class Course:
    """A policy followed through the steps, as far as it goes.

    Attributes
    ----------
    works
        One for each step, up to the first that the policy cannot make.
    why_not
        Why it ends before the last step; empty: it does not.
    """

    policy: Policy
    works: tuple[Work, ...]
    why_not: str = ""

    @property
    def cost(self) -> Money | None:
        """Cost of all steps together; None where it ends early."""
        return None if self.why_not else sum_of([work.purchases.total for work in self.works])

    def cost_later(self, number: int) -> Money:
        """Cost of the steps after one."""
        costs = [work.purchases.total for work in self.works[number + 1 :]]
        return sum_of(costs) if costs else Money(Decimal(0), self.works[number].purchases.total.currency, 0)

    @property
    def moves(self) -> int:
        """Cables moved in all steps."""
        return sum(work.moved for work in self.works)


def sum_of(costs: Sequence[Money]) -> Money:
    """The sum of amounts of one currency."""
    amount = sum((cost.amount for cost in costs), Decimal(0))
    return Money(amount, costs[0].currency, sum(cost.unpriced for cost in costs))


def course(
    project: Project,
    steps: Sequence[GrowthStep],
    catalog: Catalog,
    policy: Policy,
    progress: Progress = SILENT,
) -> Course:
    """Follow the steps from a project by one policy; the policies of the steps do not matter."""
    works: list[Work] = []
    state = Derived(project)
    last = _last_counts(project, steps)
    for number, step in enumerate(steps, start=1):
        progress.step(number - 1, len(steps), f"step {number}: {policy}")
        try:
            made = work_of(grown(state, step, catalog, policy, last, progress))
        except Cancelled:
            raise
        except FatdeskError as error:
            return Course(policy, tuple(works), f"step {number}: {error}")
        works.append(made)
        state = made.grown.after
    return Course(policy, tuple(works))


def works_of_plan(
    project: Project, catalog: Catalog, until: int, progress: Progress = SILENT
) -> tuple[Work, ...]:
    """Follow the growth plan of a project up to a step, from 1; each step by its own policy.

    Raises
    ------
    FatdeskError
        When a step contradicts the project, or is not possible.
    """
    steps = project.growth[:until]
    check_steps(project, steps)
    works: list[Work] = []
    state = Derived(project)
    last = _last_counts(project, project.growth)
    for number, step in enumerate(steps, start=1):
        progress.step(number - 1, len(steps), f"step {number}: {step.policy}")
        try:
            works.append(work_of(grown(state, step, catalog, step.policy, last, progress)))
            _ = works[-1].stages
        except Cancelled:
            raise
        except FatdeskError as error:
            raise FatdeskError(f"step {number}: {error}") from None
        state = works[-1].grown.after
    return tuple(works)


def orders_of_plan(
    project: Project, catalog: Catalog, progress: Progress = SILENT
) -> tuple[ChangeOrder, ...]:
    """Return the change order of each step of the growth plan of a project; each step by its own policy.

    Raises
    ------
    FatdeskError
        When a step is not possible, or has no stages.
    """
    works = works_of_plan(project, catalog, len(project.growth), progress)
    return tuple(work.order(f"{project.name}, step {n}") for n, work in enumerate(works, start=1))


def _last_counts(project: Project, steps: Sequence[GrowthStep]) -> Mapping[str, int]:
    """The hosts of each group after the last step."""
    counts = {group.name: group.count for group in project.hosts}
    for step in steps:
        counts |= {target.name: target.count for target in step.hosts}
    return counts


def check_steps(project: Project, steps: Sequence[GrowthStep]) -> None:
    """Refuse steps that contradict the project or each other.

    Raises
    ------
    FatdeskError
        When a step names a group that is not there, has fewer hosts than before it, or adds none.
    """
    hosts = project
    for number, step in enumerate(steps, start=1):
        try:
            counts = counts_after(hosts, step)
        except FatdeskError as error:
            raise FatdeskError(f"step {number}: {error}") from None
        hosts = with_counts(hosts, counts)


def with_counts(project: Project, counts: Mapping[str, int]) -> Project:
    """The project with other numbers of hosts, and everything else as it is."""
    return replace(project, hosts=tuple(replace(group, count=counts[group.name]) for group in project.hosts))


def best(courses: Sequence[Course]) -> Course | None:
    """The course to the last step that costs least; of equal ones that with the fewest moves.

    A rebuild, which takes the network out of service, only where no other course gets there.
    """
    whole = [one for one in courses if not one.why_not]

    def rank(one: Course) -> tuple[bool, int, Decimal, int]:
        cost = one.cost
        assert cost is not None  # it does not end early
        return one.policy == "rebuild", cost.unpriced, cost.amount, one.moves

    return min(whole, key=rank, default=None)
