"""Growth plans side by side: policies followed through all steps, with their work and money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, TypeVar

from msgspec.structs import replace

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.money import Money
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.schema import field_at
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.rows import ChangeOrder
from fatdesk.engine.design.growth_target import Policy
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.growing.growing import counts_after, grown
from fatdesk.project.growing.work import Work, work_of

POLICIES: tuple[Policy, ...] = ("in-place", "sized", "rebuild")


Policies = tuple[Policy, ...]
"""The policy of each step of a plan."""


@dataclass(frozen=True)
class PolicyResult:
    """The steps of a plan, each by its policy, as far as they can be done.

    Attributes
    ----------
    policies
        The policy of each step; pure where all are the same.
    works
        One for each step, up to the first that its policy cannot make.
    why_not
        Why it ends before the last step; empty: it does not.
    """

    policies: Policies
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


def pure_policy(policies: Policies) -> Policy | None:
    """Return the policy of all steps; None where they have different ones.

    >>> pure_policy(("sized", "sized")), pure_policy(("sized", "rebuild"))
    ('sized', None)
    """
    return policies[0] if len(set(policies)) == 1 else None


def policy_title(policy: Policy) -> str:
    """Return the name of a policy for people."""
    return field_at(GrowthStep, "policy").write(policy)


def plan_title(policies: Policies) -> str:
    """Return the name of a plan for people.

    >>> plan_title(("sized", "sized")), plan_title(("in-place", "rebuild"))
    ('Sized for the last step', 'As chosen: grow in place, rebuild')
    """
    pure = pure_policy(policies)
    if pure is not None:
        return policy_title(pure)
    return "As chosen: " + ", ".join(policy_title(one).lower() for one in policies)


def short_title(policies: Policies) -> str:
    """Return the name of a plan without the policies of a mixed one.

    >>> short_title(("in-place", "rebuild"))
    'As chosen'
    """
    return plan_title(policies).partition(":")[0]


def step_title(policies: Policies, number: int) -> str:
    """Return the name of a plan in a step, from 0: of a mixed one with the policy of that step only.

    >>> step_title(("in-place", "rebuild"), 1)
    'As chosen: rebuild'
    """
    return (
        plan_title(policies)
        if pure_policy(policies)
        else f"As chosen: {policy_title(policies[number]).lower()}"
    )


def plans_to_compare(steps: Sequence[GrowthStep]) -> tuple[Policies, ...]:
    """Return the policies of each plan to compare: one for all steps, then those of the steps if mixed.

    >>> plans_to_compare([GrowthStep(), GrowthStep(policy="rebuild")])[2:]
    (('rebuild', 'rebuild'), ('in-place', 'rebuild'))
    """
    chosen = tuple(step.policy for step in steps)
    pure = tuple((policy,) * len(steps) for policy in POLICIES)
    return pure if chosen in pure else (*pure, chosen)


def sum_of(costs: Sequence[Money]) -> Money:
    """The sum of amounts of one currency."""
    amount = sum((cost.amount for cost in costs), Decimal(0))
    return Money(amount, costs[0].currency, sum(cost.unpriced for cost in costs))


def policy_results(
    project: Project,
    steps: Sequence[GrowthStep],
    catalog: Catalog,
    plans: Sequence[Policies],
    progress: Progress = SILENT,
) -> list[PolicyResult]:
    """Follow the steps from a project by each of some plans; steps that plans begin with alike are made once.

    Parameters
    ----------
    plans
        The policies of each, of the first steps alone if there are fewer; those of the steps do not matter.
    """
    made: dict[Policies, Work] = {}
    last = last_counts(project, steps)
    before = Derived(project)
    found = []
    for at, policies in enumerate(plans, start=1):
        state, why_not = before, ""
        works: list[Work] = []
        for number, (step, policy) in enumerate(zip(steps, policies, strict=False), start=1):
            head = f"plan {at} of {len(plans)}: " if len(plans) > 1 else ""
            progress.step(number - 1, len(steps), f"{head}step {number}: {policy_title(policy).lower()}")
            if (known := made.get(policies[:number])) is None:
                try:
                    stock = works[-1].spares if works else {}
                    known = work_of(grown(state, step, catalog, policy, last, progress), stock)
                except Cancelled:
                    raise
                except FatdeskError as error:
                    why_not = f"step {number}: {error}"
                    break
                made[policies[:number]] = known
            works.append(known)
            state = known.grown.after
        found.append(PolicyResult(policies, tuple(works), why_not))
    return found


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
    policies = tuple(step.policy for step in steps)
    [found] = policy_results(project, project.growth, catalog, [policies], progress)
    if found.why_not:
        raise FatdeskError(found.why_not)
    for number, work in enumerate(found.works, start=1):
        if work.why_no_stages:
            raise FatdeskError(f"step {number}: {work.why_no_stages}")
    return found.works


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


def last_counts(project: Project, steps: Sequence[GrowthStep]) -> Mapping[str, int]:
    """The hosts of each group after the last step."""
    counts = {group.name: group.count for group in project.hosts}
    for step in steps:
        counts |= {target.name: target.count for target in step.hosts}
    return counts


def hosts_of_steps(project: Project, steps: Sequence[GrowthStep]) -> list[int]:
    """Return all hosts of a project today, and after each step."""
    counts = {group.name: group.count for group in project.hosts}
    found = [sum(counts.values())]
    for step in steps:
        counts |= {target.name: target.count for target in step.hosts}
        found.append(sum(counts.values()))
    return found


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


class Plan(Protocol):
    """Figures that plans are ranked by."""

    @property
    def policies(self) -> Policies:
        """The policy of each step."""

    @property
    def why_not(self) -> str:
        """Why it ends before the last step; empty: it does not."""

    @property
    def cost(self) -> Money | None:
        """Cost of all steps; None where it ends early."""

    @property
    def moves(self) -> int:
        """Cables moved in all steps."""


AnyPlan = TypeVar("AnyPlan", bound=Plan)


def best(plans: Sequence[AnyPlan]) -> AnyPlan | None:
    """The plan to the last step that costs least; of equal ones that with the fewest moves.

    A rebuild, which takes the network out of service, only where no other plan gets there.
    """

    def rank(one: AnyPlan) -> tuple[bool, int, Decimal, int]:
        cost = one.cost
        assert cost is not None  # it does not end early
        return "rebuild" in one.policies, cost.unpriced, cost.amount, one.moves

    return min((one for one in plans if not one.why_not), key=rank, default=None)
