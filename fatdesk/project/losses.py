"""What may be lost of a project's fabric, and what each loss does; kept while what it follows from holds."""

from collections.abc import Sequence

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.faults.elements import elements
from fatdesk.engine.faults.losing import Element, Loss
from fatdesk.engine.faults.losing_elements import Losing
from fatdesk.engine.faults.placed import Placed
from fatdesk.engine.forwarding import USUAL, fitting
from fatdesk.project.derived import Derived


def elements_of(derived: Derived, fabric: str) -> tuple[Element, ...]:
    """Everything of a fabric that can be lost at once.

    Raises
    ------
    FatdeskError
        When there is no such fabric, or it cannot be built.
    """
    sections = _sections(derived, fabric)
    return derived.of_fabric(fabric, "elements", sections, lambda: elements(_placed(derived, fabric)))


def losing_of(derived: Derived, fabric: str, scheme: str = USUAL) -> Losing:
    """A fabric ready to lose elements.

    Raises
    ------
    FatdeskError
        When there is no such fabric or scheme, or the scheme does not fit.
    """
    placed = _placed(derived, fabric)
    chosen = fitting(scheme, placed.network)
    return derived.of_fabric(
        fabric, f"losing by {chosen.NAME}", _sections(derived, fabric), lambda: Losing(placed, chosen)
    )


def losses(
    derived: Derived,
    fabric: str,
    some: Sequence[Element] | None = None,
    progress: Progress = SILENT,
    *,
    scheme: str = USUAL,
    bisection: bool = True,
) -> tuple[Loss, ...]:
    """What the loss of each element does, the worst first.

    Parameters
    ----------
    some
        None: all elements of the fabric.
    bisection
        Whether what is left of the bisection is worked out as well: some milliseconds an element.

    Raises
    ------
    FatdeskError
        As :func:`losing_of`.
    Cancelled
        When ``progress`` was asked to stop.
    """
    losing = losing_of(derived, fabric, scheme)
    wanted = elements_of(derived, fabric) if some is None else tuple(some)
    found = []
    for number, element in enumerate(wanted):
        progress.step(number, len(wanted), "elements lost one by one")
        found.append(losing.loss(element, bisection))
    progress.step(len(wanted), len(wanted), "all lost once")
    return tuple(sorted(found, key=harm))


def harm(loss: Loss) -> tuple[float, float, float, int, str]:
    """What losses are sorted by, the worst first.

    Hosts cut off, bisection left, share of the worst edge's up-links, cables, then the key.
    """
    share = 1.0 if loss.bisection_left is None else loss.bisection_left
    edge = loss.uplinks_left / loss.uplinks if loss.uplinks and loss.uplinks_left is not None else 1.0
    return -loss.left.hosts_lost, share, edge, -len(loss.element.cables), loss.element.key


def _placed(derived: Derived, fabric: str) -> Placed:
    number = derived.number_of(fabric)

    def make() -> Placed:
        names = derived.names[number]
        return Placed(
            derived.fabrics[number], names, number, derived.cabling, derived.standing, derived.catalog
        )

    return derived.of_fabric(fabric, "placed", _sections(derived, fabric), make)


def _sections(derived: Derived, fabric: str) -> tuple[object, ...]:
    number = derived.number_of(fabric)
    return derived.fabrics[number], derived.names, derived.cabling, derived.standing
