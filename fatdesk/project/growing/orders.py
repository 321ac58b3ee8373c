"""Change orders of the growth plan of a project as documents."""

from functools import partial

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.library import load_library
from fatdesk.engine.change_order.rows import order_csv, order_workbook
from fatdesk.engine.change_order.sheets import order_leaves
from fatdesk.engine.drawing.step_orders import StepOrder, StepOrders
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.growing.marking import drawn_order
from fatdesk.project.growing.policies import check_steps, policy_results
from fatdesk.project.growing.stage_networks import stage_inputs
from fatdesk.project.growing.work import Work


def step_order(work: Work, number: int) -> StepOrder:
    """Return the change order of a step, by its number from 1, with its drawings.

    Raises
    ------
    GrowthError
        When the floor of the bandwidth cannot be kept.
    """
    order = drawn_order(work, f"{work.grown.project.name}, step {number}")
    return StepOrder(
        number=number,
        title=order.title,
        leaves=partial(order_leaves, order),
        csv=partial(order_csv, order),
        xlsx=partial(order_workbook, order),
    )


def step_orders(project: Project, progress: Progress = SILENT) -> StepOrders:
    """Return the change orders of the steps of a project by their own policies, as far as they are possible.

    Parts to buy are those of the project and the shipped ones, as for ``fatdesk grow`` without ``--catalog``.
    """
    steps = project.growth
    if not steps:
        return StepOrders()
    found: list[StepOrder] = []
    try:
        check_steps(project, steps)
        policies = tuple(step.policy for step in steps)
        [result] = policy_results(project, steps, load_library().catalog, [policies], progress)
    except FatdeskError as error:
        return StepOrders((), str(error))
    for number, work in enumerate(result.works, start=1):
        if why := work.why_no_stages:
            return StepOrders(tuple(found), f"step {number}: {why}")
        found.append(step_order(work, number))
    return StepOrders(tuple(found), result.why_not)


class OrdersOfPlan:
    """The change orders of a project, worked out when they are first read."""

    def orders_of(self, derived: Derived, /) -> StepOrders:
        """Return those of its growth plan."""
        project = derived.project
        return derived.of_project(
            "change orders", stage_inputs(project), lambda: step_orders(project, derived.progress)
        )
