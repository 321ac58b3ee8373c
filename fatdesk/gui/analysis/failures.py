"""Impact of losing each element of the open project, and its reliability, as last computed."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.networks.fault_tolerance.reliability import ReliabilityParameters
from fatdesk.project.document.ref import LOSS, ElementOf, Ref

if TYPE_CHECKING:
    from fatdesk.networks.fault_tolerance.impact import Element
    from fatdesk.networks.fault_tolerance.reliability import Reliability
    from fatdesk.project.designing.advice import Advice
    from fatdesk.project.document.project import Project
    from fatdesk.tasks.failures import LossFigures


def called(element: "Element") -> str:
    """Return the name of an element with its kind; an identifier that begins with its kind as it is."""
    kind, name = element.kind, element.name
    if name.casefold().startswith(kind) and name.casefold().partition(" ")[0] != kind:
        return name
    title = name if name.casefold().startswith(kind) else f"{kind} {name}"
    return title[0].upper() + title[1:]


class WorkedOut(NamedTuple):
    """Losses in a fabric, the worst first, and the project that they were worked out in."""

    losses: "tuple[LossFigures, ...]"
    project: "Project"
    began: datetime
    exhaustive: bool = True
    """Whether all combinations were tried; if not, a worse one may have been missed."""


class Losses:
    """The last answers for each fabric and number of elements lost at once; nothing of it is decided."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], WorkedOut] = {}
        self._by_key: dict[str, dict[str, tuple[Element, Project]]] = {}
        self.advice: dict[ElementOf, tuple[Advice | None, Project]] = {}
        """Advice against the loss of elements, by their ids; None where nothing was found."""
        self._alone: dict[str, dict[str, LossFigures]] = {}

    def put(self, fabric: str, count: int, found: WorkedOut) -> None:
        """Store an answer, instead of an earlier one."""
        self._known[fabric, count] = found
        elements = self._by_key.setdefault(fabric, {})
        for loss in found.losses:
            elements.update((some.key, (some, found.project)) for some in loss.elements)
        if count == 1:
            self._alone[fabric] = {loss.elements[0].key: loss for loss in found.losses}

    def of(self, fabric: str, count: int = 1) -> WorkedOut | None:
        """The last answer for a fabric."""
        return self._known.get((fabric, count))

    def holds(self, fabric: str, count: int, project: "Project") -> bool:
        """Whether the answer is of the project as it is now."""
        known = self._known.get((fabric, count))
        return known is not None and same_place(known.project, project)

    def loss(self, lost: ElementOf) -> "LossFigures | None":
        """Return the impact of losing one element; None: not calculated."""
        return self._alone.get(lost.fabric, {}).get(lost.key)

    def lost(self, things: Iterable[Ref], project: "Project") -> "dict[str, tuple[Element, ...]]":
        """Return the selected elements by fabric, where they are known and still exist."""
        found: dict[str, tuple[Element, ...]] = {}
        for fabric, key in LOSS.ids(things):
            known = self._by_key.get(fabric, {}).get(key)
            if known is not None and same_place(known[1], project):
                found[fabric] = (*found.get(fabric, ()), known[0])
        return found


def same_place(one: "Project", other: "Project") -> bool:
    """Whether two projects are alike in all that losses depend on."""
    return all(a is b for a, b in zip(_decided(one), _decided(other), strict=True))


def _decided(project: "Project") -> tuple[object, ...]:
    """The sections that losses depend on."""
    return (
        project.hosts,
        project.fabrics,
        project.parts,
        project.floor,
        project.cabling,
        project.cables,
        project.naming,
        project.replugged,
    )


class Answer(NamedTuple):
    """Result of a calculation, and the project it is for."""

    found: "Reliability"
    project: "Project"


class Reliabilities:
    """Reliability of fabrics as calculated last; kept while the project is open, never saved.

    Attributes
    ----------
    requested
        For how long, with which repair, and what is assumed of parts without MTBF.
    job
        The background task of the last answer.
    wrong
        Why the last one failed; empty: it did not.
    """

    def __init__(self) -> None:
        self.requested = ReliabilityParameters()
        self.task: BackgroundTask | None = None
        self.wrong = ""
        self._known: dict[str, Answer] = {}

    @property
    def is_running(self) -> bool:
        """Whether an answer is being worked out."""
        return self.task is not None and self.task.state == "running"

    def put(self, fabric: str, answer: Answer) -> None:
        """Store an answer, instead of an earlier one."""
        self._known[fabric] = answer

    def of(self, fabric: str) -> Answer | None:
        """The last answer for a fabric."""
        return self._known.get(fabric)

    def holds(self, fabric: str, project: "Project") -> bool:
        """Whether the answer belongs to the present project and parameters."""
        known = self._known.get(fabric)
        return (
            known is not None
            and known.found.requested == self.requested
            and same_place(known.project, project)
        )
