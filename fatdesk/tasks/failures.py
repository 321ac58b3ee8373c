"""Compute the impact of failures in a fabric, and its reliability, in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fatdesk.core.progress import Progress
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.networks.fault_tolerance.reliability import Reliability, ReliabilityParameters
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project

if TYPE_CHECKING:
    from fatdesk.engine.failures.worst_together import Together
    from fatdesk.project.designing.advice import Advice


def find_reliability(
    project: Project, fabric: str, requested: ReliabilityParameters, progress: Progress
) -> Reliability:
    """Return the reliability of a fabric of a project.

    Raises
    ------
    FatdeskError
        If the fabric does not exist or cannot be built.
    Cancelled
        If the task was cancelled.
    """
    from fatdesk.project.derived.reliability import reliability

    progress.step(0, 0, "routing cables")
    return reliability(Derived(project, progress=progress), fabric, requested, progress)


AT_ONCE = 64
"""Maximum number of failures whose host lists are kept in memory at a time."""


class LossFigures(NamedTuple):
    """Impact of the failure of an element, or of several at once, as numbers of hosts.

    Attributes
    ----------
    hosts_lost, hosts
        Number of disconnected hosts; number of hosts of the fabric.
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
    """A verified remedy, or None."""


class LossesFound(NamedTuple):
    """Failure impacts of a fabric, worst first.

    Attributes
    ----------
    exhaustive
        Whether all combinations were evaluated; if not, worse ones may exist.
    """

    losses: tuple[LossFigures, ...]
    exhaustive: bool


@dataclass
class _Part:
    """Maps the progress of some elements to that of all."""

    progress: Progress
    before: int
    total: int

    def step(self, done: int, total: int, text: str) -> None:
        """Report the total progress."""
        self.progress.step(self.before + min(done, total), self.total, text)


def find_losses(project: Project, fabric: str, count: int, progress: Progress) -> LossesFound:
    """Return the impact of each single failure in a fabric, or the worst failures of ``count`` elements.

    Raises
    ------
    FatdeskError
        If the fabric does not exist, cannot be built, or has fewer elements.
    Cancelled
        If the task was cancelled.
    """
    from fatdesk.project.derived.losses import worst_together

    progress.step(0, 0, "routing cables")
    derived = Derived(project, progress=progress)
    if count == 1:
        every = _each(derived, fabric, progress)
        return LossesFound(_advised(derived, fabric, every, progress), exhaustive=True)
    worst = worst_together(derived, fabric, count, progress)
    return LossesFound(tuple(_figures(some.elements, some) for some in worst.found), worst.exhaustive)


def find_advice(project: Project, fabric: str, key: str, progress: Progress) -> "Advice | None":
    """Return a remedy against the failure of an element, or None.

    Raises
    ------
    FatdeskError
        If the fabric or the element does not exist.
    Cancelled
        If the task was cancelled.
    """
    from fatdesk.engine.failures.elements import named
    from fatdesk.project.derived.losses import elements_of
    from fatdesk.project.designing.advice import advice

    progress.step(0, 0, "routing cables")
    derived = Derived(project, progress=progress)
    return advice(derived, fabric, named(elements_of(derived, fabric), key), progress)


def _each(derived: Derived, fabric: str, progress: Progress) -> tuple[LossFigures, ...]:
    """Return the impact of all single failures, with the remaining bisection if computed."""
    from fatdesk.project.derived.losses import CUT_LINKS, elements_of, harm, loss_analysis, losses

    every = elements_of(derived, fabric)
    worst = CUT_LINKS // max(1, loss_analysis(derived, fabric).placed.network.link_count)
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
    """Return the figures with remedies."""
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
