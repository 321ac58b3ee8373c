"""Searches over parts for sale: background tasks, figures of placed designs, pins."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec
from PySide6.QtCore import QObject, Signal

from fatdesk.core.number_text import counted
from fatdesk.core.progress import Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints
from fatdesk.engine.families.design import Design
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.pinned import LETTERS
from fatdesk.gui.explorer.search_results import Results
from fatdesk.project.designing.from_point import ExploredCatalog, explore_for_sale
from fatdesk.project.designing.pinning import pinned_design
from fatdesk.project.document.explorations import Letter, PinnedDesign
from fatdesk.project.document.project import Project

if TYPE_CHECKING:
    from fatdesk.tasks.designing import Routed


class Sought(NamedTuple):
    """Input of a search.

    Attributes
    ----------
    requirements, fabric
        Requirements of all fabrics, and the name of the explored one.
    others
        Designs of the other fabrics by name.
    stays
        The project whose building stays; None: a new one.
    every
        Whether families and switches count that the requirements do not name, too.
    digest, source
        Digest and description of the input.
    """

    requirements: Requirements
    fabric: str
    catalog: Catalog
    others: Mapping[str, Design]
    stays: Project | None
    every: bool
    digest: str
    source: str


class FoundDesigns(NamedTuple):
    """Result of a search with its input and duration."""

    points: CatalogPoints
    before: tuple[Design, ...]
    sought: Sought
    seconds: float


class DesignResults(Results):
    """Runs searches and placings in the background, and keeps the last designs and the pins.

    ``placed`` signals figures of a placed design. Cancelling keeps what was found or placed.
    """

    placed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(desk, parent)
        self.found: FoundDesigns | None = None
        self.pins: tuple[PinnedDesign, ...] = ()
        self.letters: dict[int, str] = {}
        """Letters of pinned designs of the current search, by number."""

    # Searches and placing

    def search(self, sought: Sought) -> None:
        """Search for all designs; it works on values that are expensive to send, hence in a thread."""
        if self.task is not None:
            return
        start = perf_counter()

        def work(progress: Progress) -> ExploredCatalog:
            wanted, fabric, catalog, others, _, every, *_ = sought
            return explore_for_sale(wanted, fabric, catalog, others, progress, every=every)

        def done(result: ExploredCatalog) -> None:
            self.task = None
            points = CatalogPoints.of(result.designs, sought.requirements.limits)
            self.found = FoundDesigns(points, result.before, sought, perf_counter() - start)
            self._match_pins()
            self.changed.emit()

        self.failed = ""
        title = f"Explore parts for sale: {sought.source}"
        self.task = self._desk.tasks.start_thread(title, work, done=done, failed=self._fail)
        self.moved.emit()

    def place(self, numbers: Sequence[int]) -> None:
        """Place and cable some designs, one after the other; figures are shown as they arrive."""
        from fatdesk.tasks.designing import route_designs

        found = self.found
        if found is None or self.task is not None:
            return
        designs = {number: found.points.designs.design(number) for number in numbers}
        numbers_of = {repr(design): number for number, design in designs.items()}

        def shown(several: "tuple[Routed, ...]") -> None:
            new = [one for one in several if repr(one.design) in numbers_of]
            for one in new:
                number = numbers_of.pop(repr(one.design))
                if one.figures is None:
                    found.points.unplaced[number] = one.why
                else:
                    found.points.place(number, one.figures)
                self._update_pin(number)
            if new:
                self.placed.emit()

        def done(several: "tuple[Routed, ...]") -> None:
            self.task = None
            shown(several)
            self.moved.emit()

        sought = found.sought
        self._start(
            f"Place and cable {counted(len(designs), 'design')}: {sought.source}",
            route_designs,
            sought.requirements,
            found.before,
            tuple(designs.values()),
            sought.catalog,
            sought.stays,
            done=done,
            shown=shown,
        )

    def forget(self) -> None:
        """Discard all results and pins."""
        self.cancel()
        self.found, self.failed, self.pins, self.letters = None, "", (), {}
        self.changed.emit()
        self.pinned.emit()

    # Pins

    def adopt(self, pins: tuple[PinnedDesign, ...]) -> None:
        """Show pins that a project keeps."""
        if pins != self.pins:
            self.pins = pins
            self._match_pins()

    def toggle_pin(self, number: int) -> None:
        """Pin or unpin a design; a sixth pin replaces the last one."""
        if self.found is None:
            return
        if number in self.letters:
            self.unpin(self.letters[number])
            return
        one = self._pin("A", number)
        self._take((*self.pins[: len(LETTERS) - 1], one))

    def unpin(self, letter: str) -> None:
        """Remove a pin."""
        self._take(tuple(pin for pin in self.pins if pin.letter != letter))

    def with_pin(self, number: int) -> tuple[PinnedDesign, ...]:
        """Return the pins with a design among them, where there is room for it."""
        if number in self.letters or len(self.pins) == len(LETTERS):
            return self.pins
        return (*self.pins, self._pin(LETTERS[len(self.pins)], number))

    def _pin(self, letter: str, number: int) -> PinnedDesign:
        assert self.found is not None
        return pinned_design(letter, self.found.points, number, self.found.sought.source)

    def _take(self, pins: tuple[PinnedDesign, ...]) -> None:
        named = zip(LETTERS, pins, strict=False)
        self.pins = tuple(msgspec.structs.replace(pin, letter=cast(Letter, letter)) for letter, pin in named)
        self._match_pins()
        self.edited.emit()

    def _update_pin(self, number: int) -> None:
        """Take the figures of a placed design into its pin."""
        letter = self.letters.get(number)
        if letter is not None:
            self.pins = tuple(self._pin(letter, number) if pin.letter == letter else pin for pin in self.pins)
            self.pinned.emit()
            self.edited.emit()

    def _match_pins(self) -> None:
        """Find the pins among the designs of the search."""
        self.letters = {}
        if self.found is not None:
            designs = self.found.points.designs
            numbers = ((designs.number_of(pin.design), pin.letter) for pin in self.pins)
            self.letters = {number: letter for number, letter in numbers if number is not None}
        self.pinned.emit()
