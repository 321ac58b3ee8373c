"""Searches of the explorer: background tasks, results and pins."""

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from fatdesk.engine.drawing.charts.candidate_points import Mask, Points, is_over, key_of
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.result import Candidate, Exploration
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.pinned import LETTERS, Pin
from fatdesk.gui.explorer.search_form import SearchForm, source_text
from fatdesk.gui.session.background_tasks import BackgroundTask

if TYPE_CHECKING:
    from fatdesk.engine.design.curve import CurvePoint


class SearchInput(NamedTuple):
    """Input of a search when it was started."""

    digest: str
    source: str
    hosts: int
    ports: int
    required: Fraction | None
    """Blocking factor that the requirements allow."""

    @classmethod
    def of(cls, asking: SearchForm) -> "SearchInput":
        """Return the current input of the form."""
        return cls(asking.digest(), source_text(asking), asking.hosts, asking.ports, asking.required_blocking)


class FoundPoints:
    """Points of a search with the digest of its input."""

    def __init__(self, points: Points, result: Exploration, requested: SearchInput) -> None:
        self.points, self.result = points, result
        self.digest, self.source, self.ports = requested.digest, requested.source, requested.ports
        self.required = requested.required
        over = [is_over(one, self.ports, self.required) for one in points.candidates]
        self.over: Mask = np.array(over, np.bool_)
        """Mask of the candidates that block more than the requirements allow."""


class Results(QObject):
    """One task at a time in the background, and why the last one failed.

    Signals: ``changed``: other results; ``moved``: progress; ``pinned``: the pins changed; ``edited``: the
    user has changed them.
    """

    changed = Signal()
    moved = Signal()
    pinned = Signal()
    edited = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.failed = ""
        self.task: BackgroundTask | None = None
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._moved)

    def _start(self, title: str, work: Any, *args: Any, **signals: Any) -> None:
        self.failed = ""
        self.task = self._desk.tasks.start(title, work, *args, failed=self._fail, whenever=True, **signals)
        self.moved.emit()

    def _fail(self, why: str) -> None:
        self.task, self.failed = None, why
        self.changed.emit()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            if task.state == "cancelled":
                self.task = None
                self._cancelled()
            self.moved.emit()

    def _cancelled(self) -> None:
        """Follow a task that was cancelled."""

    def cancel(self) -> None:
        """Cancel the running task; earlier results are kept."""
        if self.task is not None:
            self.task.cancel()


class SearchResults(Results):
    """Runs searches in the background, and keeps the last points, the last curve and the pins."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(desk, parent)
        self.found: FoundPoints | None = None
        self.curve: list[CurvePoint] = []
        self.curve_digest = ""
        self.pins: tuple[Pin, ...] = ()
        self.also: tuple[Network, ...] = ()
        """Networks that a search lists in any case: the design that others are compared with."""

    # Searches

    def search(self, asking: SearchForm) -> None:
        """Search for the points of the requirements."""
        from fatdesk.tasks.designing import search_points

        wanted = asking.wanted
        if wanted is None or self.task is not None:
            return
        requested = SearchInput.of(asking)

        def done(result: Exploration) -> None:
            self.task = None
            self.take(result, requested)

        self._start(
            f"Explore networks: {requested.source}",
            search_points,
            wanted,
            asking.draft.catalog,
            self.also,
            done=done,
        )

    def take(self, result: Exploration, requested: SearchInput) -> None:
        """Set the result of a search."""
        points = Points.of(result.candidates, requested.hosts, requested.ports)
        self.found = FoundPoints(points, result, requested)
        self._match_pins()
        self.changed.emit()

    def draw_curve(self, asking: SearchForm, low: int, high: int) -> None:
        """Compute the cost for a range of hosts."""
        from fatdesk.tasks.designing import cost_curve

        wanted = asking.for_sale
        if wanted is None or self.task is not None:
            return
        digest = asking.digest()

        def done(result: "list[CurvePoint]") -> None:
            self.task, self.curve, self.curve_digest = None, result, digest
            self.changed.emit()

        title = f"Cost of {low:,} to {high:,} hosts"
        self._start(title, cost_curve, wanted, asking.draft.catalog, low, high, done=done)

    def _cancelled(self) -> None:
        self.changed.emit()

    def forget(self) -> None:
        """Discard all results and pins."""
        self.cancel()
        self.found, self.failed, self.pins = None, "", ()
        self.curve, self.curve_digest = [], ""
        self.changed.emit()
        self.pinned.emit()

    # Pins

    def adopt(self, pins: tuple[Pin, ...]) -> None:
        """Show pins of another search."""
        self.pins = pins
        if self.found is None:
            self.pinned.emit()
        else:
            self._match_pins()

    def number_of(self, network: Network) -> int | None:
        """Return the number of the point of a network in this search, that with the fewest ports."""
        found = () if self.found is None else self.found.points.candidates
        numbers = [number for number, one in enumerate(found) if one.network == network]
        return min(numbers, key=lambda number: found[number].radix, default=None)

    @property
    def letters(self) -> dict[int, str]:
        """Letters of pinned points by number in the current search."""
        if self.found is None:
            return {}
        keys = {key_of(pin.one): pin.letter for pin in self.pins if not pin.earlier}
        points = enumerate(self.found.points.candidates)
        return {number: keys[key] for number, one in points if (key := key_of(one)) in keys} if keys else {}

    def toggle_pin(self, number: int) -> None:
        """Pin or unpin a point; a sixth pin replaces the last one."""
        if self.found is None:
            return
        one = self.found.points.candidates[number]
        key = key_of(one)
        rest = tuple(pin for pin in self.pins if key_of(pin.one) != key or pin.earlier)
        if len(rest) == len(self.pins):
            rest = rest[: len(LETTERS) - 1]
            rest = (*rest, self._pin("", one))
        self._take(rest)

    def _pin(self, letter: str, one: Candidate) -> Pin:
        assert self.found is not None
        found = self.found
        return Pin(letter, one, found.points.hosts, found.ports, found.required, source=found.source)

    def unpin(self, letter: str) -> None:
        """Remove a pin."""
        self._take(tuple(pin for pin in self.pins if pin.letter != letter))

    def with_pin(self, number: int) -> tuple[str, tuple[Pin, ...]]:
        """Return the letter of a point and the pins with it; an empty letter where there are five others."""
        assert self.found is not None
        letter = self.letters.get(number, "")
        if letter or len(self.pins) == len(LETTERS):
            return letter, self.pins
        letter = LETTERS[len(self.pins)]
        return letter, (*self.pins, self._pin(letter, self.found.points.candidates[number]))

    def _take(self, pins: tuple[Pin, ...]) -> None:
        named = zip(LETTERS, pins, strict=False)
        self.pins = tuple(replace(pin, letter=letter) for letter, pin in named)
        self.pinned.emit()
        self.edited.emit()

    def _match_pins(self) -> None:
        """Update pins to the new results; mark those that are missing as of an earlier search."""
        assert self.found is not None
        points = self.found.points
        known = {key_of(one): one for one in points.candidates}
        pins = []
        for pin in self.pins:
            one = known.get(key_of(pin.one))
            if one is None:
                pins.append(replace(pin, earlier=True))
            else:
                pins.append(self._pin(pin.letter, one))
        self.pins = tuple(pins)
        self.pinned.emit()
