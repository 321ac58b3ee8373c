"""Work out as a job what the loss of each thing of a fabric does, and which do most harm together."""

from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.engine.core.progress import Progress
from fatdesk.engine.faults.losing import Element, Loss
from fatdesk.project.derived import Derived
from fatdesk.project.project import Project

AT_ONCE = 64
"""So many losses are held with every host of theirs at a time."""


class LossFigures(NamedTuple):
    """What the loss of an element does, as :class:`Loss`, but how many hosts instead of which.

    Attributes
    ----------
    hosts_lost, hosts
        Those that are cut off; all of the fabric.
    """

    element: Element
    hosts_lost: int
    hosts: int
    pairs_connected: int
    pairs: int
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None
    remark: str


@dataclass
class _Part:
    """Progress of one part of the elements as that of all."""

    progress: Progress
    before: int
    total: int

    def step(self, done: int, total: int, text: str) -> None:
        """Tell how far all are."""
        self.progress.step(self.before + min(done, total), self.total, text)


def figures_of(loss: Loss) -> LossFigures:
    """The figures of a loss."""
    left = loss.left
    return LossFigures(
        loss.element,
        left.hosts_lost,
        len(left.cut_off),
        left.pairs_connected,
        left.pairs,
        loss.bisection_left,
        loss.uplinks_left,
        loss.uplinks,
        loss.remark,
    )


def work_out_losses(project: Project, fabric: str, progress: Progress) -> tuple[LossFigures, ...]:
    """The loss of each thing of a fabric, the worst first.

    Raises
    ------
    FatdeskError
        When there is no such fabric, or it cannot be built.
    Cancelled
        When ``progress`` was asked to stop.
    """
    from fatdesk.project.losses import elements_of, harm, losses

    progress.step(0, 0, "laying cables")
    derived = Derived(project, progress=progress)
    every = elements_of(derived, fabric)
    found = []
    for at in range(0, len(every), AT_ONCE):
        some = every[at : at + AT_ONCE]
        part = losses(derived, fabric, some, _Part(progress, at, len(every)))
        found += [(harm(loss), figures_of(loss)) for loss in part]
    return tuple(figures for _, figures in sorted(found, key=lambda pair: pair[0]))
