"""Search for a draft: candidates, the chosen ones, and the resulting project."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fatdesk.core.number_text import counted
from fatdesk.engine.design.candidate import Candidate, RoutedFigures
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.families.design import Design
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.session.background_tasks import BackgroundTask

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project
    from fatdesk.tasks.designing import Found


class Answer(QObject):
    """The latest answer to a question that may change while it is worked on.

    ``changed`` is emitted when work has begun, has gone on, or has ended.
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._key: object = None
        self.value: Any = None
        """The answer; None while there is none."""
        self.failed = ""
        self.task: BackgroundTask | None = None
        desk.tasks.moved.connect(self._moved)

    @property
    def key(self) -> object:
        """The question that was asked last."""
        return self._key

    @property
    def is_busy(self) -> bool:
        """Whether it is being worked on."""
        return self.task is not None

    def ask(self, key: object, title: str, work: Callable[..., object], *args: Any) -> None:
        """Work on a question, unless it is the one that was asked last."""
        if key == self._key:
            return
        self.forget()
        self._key = key
        self.task = self._desk.tasks.start(
            title, work, *args, done=self._done, failed=self._failed, whenever=True, quiet=True
        )
        self.changed.emit()

    def forget(self) -> None:
        """Stop working, and forget question and answer."""
        task, self.task = self.task, None
        if task is not None:
            task.cancel()
        self._key = self.value = None
        self.failed = ""

    def stop(self) -> None:
        """Stop working, because the user says so."""
        self.forget()
        self.failed = "Stopped. Search again, or go back and change the requirements."
        self.changed.emit()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.changed.emit()

    def _done(self, value: Any) -> None:
        self.task, self.value = None, value
        self.changed.emit()

    def _failed(self, why: str) -> None:
        self.task, self.failed = None, why
        self.changed.emit()


class Search(QObject):
    """Candidates of the draft, and the project of the chosen ones; both are made by jobs.

    ``changed`` is emitted when the candidates, the choice or the project have changed.
    """

    changed = Signal()

    def __init__(self, desk: Desk, draft: Draft, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.draft, self.name = draft, name
        self.wanted: dict[str, Design] = {}
        """Choices of the user, by name of the fabric."""
        self.before: Project | None = None
        """The project that is designed again: its building stays. None: a new one is designed."""
        self.candidates, self.project_answer = Answer(desk, self), Answer(desk, self)
        for answer in (self.candidates, self.project_answer):
            answer.changed.connect(self.changed)
        self.routing: BackgroundTask | None = None
        """The task that places and cables candidates for their figures; None: there is none."""
        self._desk = desk
        self._routed: dict[tuple[str, ...], RoutedFigures | str] = {}
        self._routed_for: object = None
        desk.tasks.moved.connect(self._routing_moved)

    # Candidates

    def begin(self) -> None:
        """Search for what the draft asks, unless that was done."""
        from fatdesk.tasks.designing import find

        wanted = self.draft.requirements
        if wanted is not None:
            several = len(wanted.fabrics) > 1  # the choice for one fabric bears on those after it
            choice = tuple(sorted((k, repr(v)) for k, v in self.wanted.items())) if several else ()
            self.candidates.ask(
                (wanted, choice, self.draft.catalog, None if self.before is None else self.before.bill),
                "Search for designs",
                find,
                wanted,
                self.draft.catalog,
                dict(self.wanted),
                None if self.before is None else self.before.bill,
            )

    def again(self) -> None:
        """Search again."""
        self.candidates.forget()
        self.begin()

    @property
    def found(self) -> "Found | None":
        """Result of the search; None before."""
        found: Found | None = self.candidates.value
        return found

    @property
    def results(self) -> tuple[SearchResult, ...]:
        """Results by fabric, up to the first without a design."""
        return () if self.found is None else self.found.searched.results

    @property
    def chosen(self) -> tuple[Candidate, ...]:
        """The candidate taken of each fabric: what the user wants where that fits, else the best."""
        if self.found is None:
            return ()
        taken = []
        for result, best in zip(self.results, self.found.searched.chosen, strict=False):
            wanted = self.wanted.get(result.name)
            taken.append(next((one for one in result.candidates if one.design == wanted), best))
        return tuple(taken)

    @property
    def is_whole(self) -> bool:
        """Whether every fabric has a design."""
        wanted = self.draft.requirements
        return wanted is not None and len(self.chosen) == len(wanted.fabrics)

    def choose(self, fabric: str, candidate: Candidate) -> None:
        """Take a candidate."""
        if self.wanted.get(fabric) == candidate.design:
            return
        self.wanted[fabric] = candidate.design
        wanted = self.draft.requirements
        if wanted is not None and len(wanted.fabrics) > 1:
            self.begin()
        self.changed.emit()

    # Figures of placed candidates

    def _place_of(self, fabric: int, one: Candidate) -> tuple[str, ...]:
        """The designs that are placed together: those of the networks before it, and its own."""
        if self._routed_for != self.candidates.key:
            self._routed, self._routed_for = {}, self.candidates.key
        return (*(repr(some.design) for some in self.chosen[:fabric]), repr(one.design))

    def routed(self, fabric: int, one: Candidate) -> RoutedFigures | str | None:
        """Figures of a candidate as placed and cabled, or why it has no place; None: not placed yet."""
        return one.routed or self._routed.get(self._place_of(fabric, one))

    def route(self, fabric: int, candidates: Sequence[Candidate]) -> None:
        """Place and cable candidates one after the other; their figures are shown as they arrive."""
        from fatdesk.tasks.designing import Routed, route_designs

        wanted = self.draft.requirements
        if wanted is None or self.routing is not None or not candidates:
            return
        places = {repr(one.design): self._place_of(fabric, one) for one in candidates}
        key = self._routed_for

        def shown(several: tuple[Routed, ...]) -> None:
            if self._routed_for == key:
                for design, figures, why in several:
                    self._routed[places[repr(design)]] = why if figures is None else figures
                self.changed.emit()

        def done(several: tuple[Routed, ...]) -> None:
            self.routing = None
            shown(several)
            self.changed.emit()

        self.routing = self._desk.tasks.start(
            f"Place and cable {counted(len(candidates), 'candidate')}",
            route_designs,
            wanted,
            tuple(one.design for one in self.chosen[:fabric]),
            tuple(one.design for one in candidates),
            self.draft.catalog,
            self.before,
            done=done,
            shown=shown,
            whenever=True,
            quiet=True,
        )
        self.changed.emit()

    def stop_routing(self) -> None:
        """Stop placing candidates; the figures that are known stay."""
        if self.routing is not None:
            self.routing.cancel()

    def _routing_moved(self, task: BackgroundTask) -> None:
        if task is self.routing and task.state in ("cancelled", "failed"):
            self.routing = None
            self.changed.emit()

    # The project

    def place(self) -> None:
        """Put the chosen designs into the room, unless that was done."""
        from fatdesk.tasks.designing import put_together

        wanted = self.draft.requirements
        if wanted is None or not self.is_whole:
            return
        designs = tuple(one.design for one in self.chosen)
        self.project_answer.ask(
            self._placing,
            "Place equipment",
            put_together,
            wanted,
            designs,
            self.draft.catalog,
            self.name,
            self.before,
        )

    @property
    def _placing(self) -> object:
        """Inputs of placement."""
        before = self.before
        of_before = None if before is None else (before.floor, before.cables, before.hosts, before.fabrics)
        designs = tuple(one.design for one in self.chosen)
        return self.draft.requirements, designs, self.draft.catalog, of_before

    @property
    def is_placed_for_this(self) -> bool:
        """Whether the project is the answer to what is requested now, in the room as it is now."""
        return self.project is not None and self.project_answer.key == self._placing

    @property
    def project(self) -> "Project | None":
        """The project that came of it last; None before."""
        found: Project | None = self.project_answer.value
        return found

    def stop(self) -> None:
        """Stop everything."""
        self.stop_routing()
        self.candidates.forget()
        self.project_answer.forget()
