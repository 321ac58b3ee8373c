"""Compute the impact of losing elements of a fabric, and its reliability, in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fatdesk.core.progress import Progress
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.networks.fault_tolerance.reliability import Reliability
from fatdesk.networks.fault_tolerance.reliability_parameters import ReliabilityAsked
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project

if TYPE_CHECKING:
    from fatdesk.engine.failures.worst_together import Together
    from fatdesk.project.designing.advice import Advice


def work_out_reliability(
    project: Project, fabric: str, asked: ReliabilityAsked, progress: Progress
) -> Reliability:
    """How reliable a fabric of a project is.

    Raises
    ------
    FatdeskError
        When there is no such fabric, or it cannot be built.
    Cancelled
        When ``progress`` was asked to stop.
    """
    from fatdesk.project.derived.reliability import reliability

    progress.step(0, 0, "laying cables")
    return reliability(Derived(project, progress=progress), fabric, asked, progress)


AT_ONCE = 64
"""So many losses are held with every host of theirs at a time."""


class LossFigures(NamedTuple):
    """What the loss of an element, or of several at once, does: how many hosts instead of which.

    Attributes
    ----------
    hosts_lost, hosts
        Those that are cut off; all of the fabric.
    """

    elements: tuple[Element, ...]
    hosts_lost: int
    hosts: int
    pairs_connected: int
    pairs: int
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None
    remark: str
    advice: "Advice | None" = None
    """What would help, tried."""


class LossesFound(NamedTuple):
    """Losses of a fabric, the worst first.

    Attributes
    ----------
    exhaustive
        Whether everything was tried; otherwise something worse may have been missed.
    """

    losses: tuple[LossFigures, ...]
    exhaustive: bool


@dataclass
class _Part:
    """Progress of one part of the elements as that of all."""

    progress: Progress
    before: int
    total: int

    def step(self, done: int, total: int, text: str) -> None:
        """Tell how far all are."""
        self.progress.step(self.before + min(done, total), self.total, text)


def work_out_losses(project: Project, fabric: str, count: int, progress: Progress) -> LossesFound:
    """The loss of each thing of a fabric, or the worst of so many at once.

    Raises
    ------
    FatdeskError
        When there is no such fabric, it cannot be built, or has fewer elements.
    Cancelled
        When ``progress`` was asked to stop.
    """
    from fatdesk.project.derived.losses import worst_together

    progress.step(0, 0, "laying cables")
    derived = Derived(project, progress=progress)
    if count == 1:
        every = _each(derived, fabric, progress)
        return LossesFound(_advised(derived, fabric, every, progress), exhaustive=True)
    worst = worst_together(derived, fabric, count, progress)
    return LossesFound(tuple(_figures(some.elements, some) for some in worst.found), worst.exhaustive)


def find_advice(project: Project, fabric: str, key: str, progress: Progress) -> "Advice | None":
    """What would help against the loss of the element of a key; None: nothing was found.

    Raises
    ------
    FatdeskError
        When there is no such fabric or element.
    Cancelled
        When ``progress`` was asked to stop.
    """
    from fatdesk.engine.failures.elements import named
    from fatdesk.project.derived.losses import elements_of
    from fatdesk.project.designing.advice import advice

    progress.step(0, 0, "laying cables")
    derived = Derived(project, progress=progress)
    return advice(derived, fabric, named(elements_of(derived, fabric), key), progress)


def _each(derived: Derived, fabric: str, progress: Progress) -> tuple[LossFigures, ...]:
    """All losses; what is left of the bisection where that was worked out."""
    from fatdesk.project.derived.losses import CUT_LINKS, elements_of, harm, losing_of, losses

    every = elements_of(derived, fabric)
    worst = CUT_LINKS // max(1, losing_of(derived, fabric).placed.network.link_count)
    if len(every) <= max(worst, AT_ONCE):
        return tuple(map(_of_one, losses(derived, fabric, every, progress)))
    found: list[tuple[tuple[float, float, float, int, str], LossFigures]] = []
    for at in range(0, len(every), AT_ONCE):
        part = _Part(progress, at, len(every))
        some = losses(derived, fabric, every[at : at + AT_ONCE], part, bisection=False)
        found += [(harm(loss), _of_one(loss)) for loss in some]
    found.sort(key=lambda pair: pair[0])
    first = [figures.elements[0] for _, figures in found[:worst]]
    again = losses(derived, fabric, first, progress)
    return (*map(_of_one, again), *(figures for _, figures in found[worst:]))


def _advised(
    derived: Derived, fabric: str, found: tuple[LossFigures, ...], progress: Progress
) -> tuple[LossFigures, ...]:
    """The same with what would help."""
    from fatdesk.project.designing.advice import advice

    return tuple(loss._replace(advice=advice(derived, fabric, loss.elements[0], progress)) for loss in found)


def _of_one(loss: Loss) -> LossFigures:
    return _figures((loss.element,), loss, loss.remark)


def _figures(elements: Sequence[Element], of: "Loss | Together", remark: str = "") -> LossFigures:
    left = of.left
    return LossFigures(
        tuple(elements),
        left.hosts_lost,
        len(left.cut_off),
        left.pairs_connected,
        left.pairs,
        of.bisection_left,
        of.uplinks_left,
        of.uplinks,
        remark,
    )
