"""The growth plan: edits of its steps, and its change orders, worked out in the background."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.drawing.step_orders import StepOrders
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.fabrics import SetGrowth
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import GROWTH_STEP
from fatdesk.project.document.stage_names import stages_removed


def hosts_before(project: Project, number: int) -> dict[str, int]:
    """Return the hosts of each group before a step; steps are numbered from 1."""
    counts = {group.name: group.count for group in project.hosts}
    for step in project.growth[: number - 1]:
        counts |= {target.name: target.count for target in step.hosts}
    return counts


def with_hosts(project: Project, number: int, group: str, count: int | None) -> GrowthStep:
    """Return a step with another number of hosts of a group; None: as many as before."""
    step = project.growth[number - 1]
    counts = {target.name: target.count for target in step.hosts} | {group: count}
    order = [some.name for some in project.hosts]
    targets = tuple(
        HostTarget(name=name, count=found) for name in order if (found := counts.get(name)) is not None
    )
    return replace(step, hosts=targets)


class PlanEdits:
    """Edits of the steps of the open project, each one undo step."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def _steps(self) -> tuple[GrowthStep, ...]:
        return self._session.project.growth

    def _put(self, steps: tuple[GrowthStep, ...], selected: Collection[int]) -> bool:
        """Set the steps, and select some by their numbers."""
        before = self._session.project
        done = self._session.do(SetGrowth(steps=steps))
        if done:
            if removed := stages_removed(before, self._session.project):
                self._session.said.emit(f"{removed}.")
            self._session.select([GROWTH_STEP(number) for number in selected])
        return done

    def add(self) -> bool:
        """Add a step after the others, with twice the hosts of the first group; select it."""
        project = self._session.project
        before = hosts_before(project, len(self._steps) + 1)
        first = project.hosts[0].name
        like = self._steps[-1] if self._steps else GrowthStep()
        target = HostTarget(name=first, count=2 * before[first])
        step = replace(like, name="", hosts=(target,), rows=None, progress=None)
        return self._put((*self._steps, step), [len(self._steps) + 1])

    def change(self, number: int, step: GrowthStep) -> bool:
        """Replace a step."""
        steps = list(self._steps)
        steps[number - 1] = step
        return self._session.do(SetGrowth(steps=tuple(steps)))

    def remove(self, numbers: Collection[int]) -> bool:
        """Remove steps; select the one that follows."""
        left = tuple(step for number, step in enumerate(self._steps, start=1) if number not in numbers)
        return self._put(left, [min(*numbers, len(left))] if left else [])

    def move(self, number: int, by: int) -> bool:
        """Exchange a step with one of its neighbours: -1 the one before it, 1 the one after it."""
        steps = list(self._steps)
        at, to = number - 1, number - 1 + by
        steps[at], steps[to] = steps[to], steps[at]
        return self._put(tuple(steps), [to + 1])


if TYPE_CHECKING:
    from fatdesk.project.derived.derived import Derived

WORKING = "the change orders are being calculated"


class BackgroundOrders(QObject):
    """The change orders of the open project; ``changed``: they are worked out."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._orders = BackgroundMemo[str](session, self.changed.emit)
        session.opened.connect(self._orders.clear)

    def orders_of(self, derived: "Derived", /) -> StepOrders:
        """Return those of the growth plan, or that they are being worked out."""
        from fatdesk.project.growing.orders import step_orders
        from fatdesk.project.growing.stage_networks import stage_inputs

        project = derived.project
        if not project.growth:
            return StepOrders()
        found = self._orders.get(
            "orders",
            stage_inputs(project),
            lambda: step_orders(project),
            at_once=False,
            title="Calculate the change orders",
        )
        return StepOrders((), WORKING) if found is None else found


def background_orders_of(session: Session) -> BackgroundOrders:
    """Return those of the open project of the session."""
    return session.findChild(BackgroundOrders) or BackgroundOrders(session)
