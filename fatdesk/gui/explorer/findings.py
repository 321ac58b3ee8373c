"""What was found, in memory: points, what they were found on, and pins that outlive a search."""

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.engine.exploring.result import Exploration
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.pinned import LETTERS, Pin
from fatdesk.gui.explorer.points import Points, key_of
from fatdesk.gui.explorer.search_form import Asking, source_words
from fatdesk.gui.session.background_tasks import BackgroundTask

if TYPE_CHECKING:
    from fatdesk.engine.design.curve import CurvePoint


class Asked(NamedTuple):
    """What was asked when a search began."""

    digest: str
    told: str
    hosts: int
    ports: int

    @classmethod
    def of(cls, asking: Asking) -> "Asked":
        """What the fields say now."""
        return cls(asking.digest(), source_words(asking), asking.hosts, asking.ports)


class Found:
    """Points and what they were found on."""

    def __init__(self, points: Points, digest: str, told: str, result: Exploration, ports: int) -> None:
        self.points, self.digest, self.told, self.result, self.ports = points, digest, told, result, ports


class Finding(QObject):
    """Searches by jobs, what came of the last one, and pins.

    ``changed`` tells that there are other points or another curve, ``moved`` how far a job is,
    ``pinned`` that pins are others.
    """

    changed = Signal()
    moved = Signal()
    pinned = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.found: Found | None = None
        self.curve: list[CurvePoint] = []
        self.curve_digest = ""
        self.failed = ""
        self.task: BackgroundTask | None = None
        self.pins: tuple[Pin, ...] = ()
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._moved)

    # Jobs

    def search(self, asking: Asking) -> None:
        """Search for points of what is asked."""
        from fatdesk.tasks.exploring import search_points

        wanted = asking.wanted
        if wanted is None or self.task is not None:
            return
        asked = Asked.of(asking)

        def done(result: Exploration) -> None:
            self.task = None
            self.take(result, asked)

        self._start(f"Explore networks: {asked.told}", search_points, wanted, asking.draft.catalog, done=done)

    def take(self, result: Exploration, asked: Asked) -> None:
        """Show what was found for what was asked."""
        points = Points.of(result.candidates, asked.hosts, asked.ports)
        self.found = Found(points, asked.digest, asked.told, result, asked.ports)
        self._match_pins()
        self.changed.emit()

    def draw_curve(self, asking: Asking, low: int, high: int) -> None:
        """Work out the cost over numbers of hosts."""
        from fatdesk.tasks.exploring import cost_curve

        wanted = asking.for_sale
        if wanted is None or self.task is not None:
            return
        digest = asking.digest()

        def done(result: "list[CurvePoint]") -> None:
            self.task, self.curve, self.curve_digest = None, result, digest
            self.changed.emit()

        title = f"Cost of {low:,} to {high:,} hosts"
        self._start(title, cost_curve, wanted, asking.draft.catalog, low, high, done=done)

    def _start(self, title: str, work: Any, *args: Any, done: Any) -> None:
        self.failed = ""
        self.task = self._desk.tasks.start(title, work, *args, done=done, failed=self._fail, whenever=True)
        self.moved.emit()

    def _fail(self, why: str) -> None:
        self.task, self.failed = None, why
        self.changed.emit()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            if task.state == "cancelled":
                self.task = None
                self.changed.emit()
            self.moved.emit()

    def cancel(self) -> None:
        """Stop what is going on; what was found before stays."""
        if self.task is not None:
            self.task.cancel()

    def forget(self) -> None:
        """Another source: nothing of the former one is left."""
        self.cancel()
        self.found, self.failed, self.pins = None, "", ()
        self.curve, self.curve_digest = [], ""
        self.changed.emit()
        self.pinned.emit()

    # Pins

    @property
    def letters(self) -> dict[int, str]:
        """The letters of pinned points by their numbers in the present search."""
        if self.found is None:
            return {}
        keys = {key_of(pin.one): pin.letter for pin in self.pins if not pin.earlier}
        points = enumerate(self.found.points.candidates)
        return {number: keys[key] for number, one in points if (key := key_of(one)) in keys} if keys else {}

    def toggle_pin(self, number: int) -> None:
        """Pin a point, or take its pin away; a sixth one takes the place of the last."""
        if self.found is None:
            return
        one = self.found.points.candidates[number]
        key = key_of(one)
        rest = tuple(pin for pin in self.pins if key_of(pin.one) != key or pin.earlier)
        if len(rest) == len(self.pins):
            rest = rest[: len(LETTERS) - 1]
            rest = (*rest, Pin("", one, self.found.points.hosts, self.found.ports))
        self._take(rest)

    def unpin(self, letter: str) -> None:
        """Take a pin away."""
        self._take(tuple(pin for pin in self.pins if pin.letter != letter))

    def _take(self, pins: tuple[Pin, ...]) -> None:
        named = zip(LETTERS, pins, strict=False)
        self.pins = tuple(Pin(letter, pin.one, pin.hosts, pin.ports, pin.earlier) for letter, pin in named)
        self.pinned.emit()

    def _match_pins(self) -> None:
        """Pins of points that were found again show the new figures; the others are of an earlier search."""
        assert self.found is not None
        points = self.found.points
        known = {key_of(one): one for one in points.candidates}
        pins = []
        for pin in self.pins:
            one = known.get(key_of(pin.one))
            if one is None:
                pins.append(Pin(pin.letter, pin.one, pin.hosts, pin.ports, earlier=True))
            else:
                pins.append(Pin(pin.letter, one, points.hosts, self.found.ports))
        self.pins = tuple(pins)
        self.pinned.emit()
