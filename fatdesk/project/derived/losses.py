"""Possible failures of a project's fabric and their impact; kept while its inputs hold."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.failures.elements import elements
from fatdesk.engine.failures.impact import LossAnalysis
from fatdesk.engine.failures.placed_fabric import Placed
from fatdesk.engine.failures.worst_together import Worst
from fatdesk.engine.failures.worst_together import worst_together as search_worst
from fatdesk.engine.structured.structured import Structured
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.networks.routing import USUAL, fitting

T = TypeVar("T")
CUT_LINKS = 40_000_000
"""Links of all networks together of which the bisection is worked out, about one a microsecond."""


class PlacedFabrics(Protocol):
    """Derived values of a project that losses need."""

    @property
    def fabrics(self) -> tuple[Fabric, ...]:
        """The networks."""

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The name of each node of each network."""

    @property
    def device_names(self) -> dict[str, str]:
        """The name of each device by id."""

    @property
    def cabling(self) -> Cabling:
        """All cables."""

    @property
    def positions(self) -> FloorPositions:
        """The place of every device."""

    @property
    def catalog(self) -> Catalog:
        """The parts."""

    @property
    def structured(self) -> Structured | None:
        """The channels over panels."""

    def number_of(self, name: str) -> int:
        """Return the number of a fabric."""

    def of_fabric(self, name: str, what: str, sections: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return a value of a fabric, kept while these sections hold."""


def elements_of(derived: PlacedFabrics, fabric: str) -> tuple[Element, ...]:
    """Return all elements of a fabric that can fail.

    Raises
    ------
    FatdeskError
        When there is no such fabric, or it cannot be built.
    """
    sections = _sections(derived, fabric)
    return derived.of_fabric(fabric, "elements", sections, lambda: elements(_placed(derived, fabric)))


def loss_analysis(derived: PlacedFabrics, fabric: str, scheme: str = USUAL) -> LossAnalysis:
    """A fabric ready to lose elements.

    Raises
    ------
    FatdeskError
        When there is no such fabric or routing algorithm, or the routing algorithm does not fit.
    """
    placed = _placed(derived, fabric)
    chosen = fitting(scheme, placed.network)
    return derived.of_fabric(
        fabric, f"losing by {chosen.NAME}", _sections(derived, fabric), lambda: LossAnalysis(placed, chosen)
    )


def losses(
    derived: PlacedFabrics,
    fabric: str,
    some: Sequence[Element] | None = None,
    progress: Progress = SILENT,
    *,
    scheme: str = USUAL,
    bisection: bool = True,
) -> tuple[Loss, ...]:
    """Return the impact of losing each element, the worst first.

    Parameters
    ----------
    some
        None: all elements of the fabric.
    bisection
        Whether what is left of the bisection is worked out as well, some milliseconds an element: of all in
        rooms of some thousand cables, of the worst by hosts, uplinks and cables in larger ones.

    Raises
    ------
    FatdeskError
        As :func:`loss_analysis`.
    Cancelled
        When ``progress`` was asked to stop.
    """
    losing = loss_analysis(derived, fabric, scheme)
    wanted = elements_of(derived, fabric) if some is None else tuple(some)
    cut = min(len(wanted), CUT_LINKS // max(1, losing.placed.network.link_count)) if bisection else 0
    steps = len(wanted) + cut
    found = []
    for number, element in enumerate(wanted):
        progress.step(number, steps, "elements lost one by one")
        found.append(losing.loss(element, bisection=False))
    found.sort(key=harm)
    for number in range(cut):
        progress.step(len(wanted) + number, steps, "bisection that is left")
        found[number] = losing.with_bisection(found[number])
    progress.step(steps, steps, "all lost once")
    return tuple(sorted(found, key=harm))


def worst_together(
    derived: PlacedFabrics,
    fabric: str,
    count: int,
    progress: Progress = SILENT,
    *,
    some: Sequence[Element] | None = None,
    scheme: str = USUAL,
    seed: int = 1,
) -> Worst:
    """The combinations of N elements that do most harm, and whether all were tried.

    Parameters
    ----------
    some
        The elements to combine; None: all but single cables, which bundles and switches take along.

    Raises
    ------
    FatdeskError
        As :func:`loss_analysis`, and when there are fewer elements.
    Cancelled
        When ``progress`` was asked to stop.
    """
    losing = loss_analysis(derived, fabric, scheme)
    if some is None:
        some = [element for element in elements_of(derived, fabric) if element.kind != "cable"]
    return search_worst(losing, some, count, progress, seed=seed)


def alike(found: Sequence[Loss]) -> tuple[tuple[Loss, ...], ...]:
    """Losses in groups: elements of one kind whose loss does the same; in order of the first of each."""
    groups: dict[tuple[object, ...], list[Loss]] = {}
    for loss in found:
        left, element = loss.left, loss.element
        figures = left.hosts_lost, left.pairs_connected, loss.bisection_left, loss.uplinks_left, loss.uplinks
        key = element.kind, *figures, len(element.cables), len(element.nodes)
        groups.setdefault(key, []).append(loss)
    return tuple(map(tuple, groups.values()))


def harm(loss: Loss) -> tuple[float, float, float, int, str]:
    """Return the sort key of losses, the worst first.

    Hosts cut off, bisection left, share of the worst edge's uplinks, cables, then the key.
    """
    share = 1.0 if loss.bisection_left is None else loss.bisection_left
    edge = loss.uplinks_left / loss.uplinks if loss.uplinks and loss.uplinks_left is not None else 1.0
    return -loss.left.hosts_lost, share, edge, -len(loss.element.cables), loss.element.key


def _placed(derived: PlacedFabrics, fabric: str) -> Placed:
    number = derived.number_of(fabric)

    def make() -> Placed:
        names = derived.names[number]
        return Placed(
            derived.fabrics[number],
            names,
            number,
            derived.cabling,
            derived.positions,
            derived.catalog,
            derived.device_names,
            () if derived.structured is None else derived.structured.trunks,
        )

    return derived.of_fabric(fabric, "placed", _sections(derived, fabric), make)


def _sections(derived: PlacedFabrics, fabric: str) -> tuple[object, ...]:
    number = derived.number_of(fabric)
    return derived.fabrics[number], derived.names, derived.cabling, derived.positions
