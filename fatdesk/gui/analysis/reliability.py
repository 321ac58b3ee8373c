"""How reliable each fabric of the open project is, as it was asked and worked out last."""

from typing import TYPE_CHECKING, NamedTuple

from fatdesk.gui.analysis.impacts import same_place
from fatdesk.gui.session.jobs import Job
from fatdesk.networks.fault_tolerance.reliability_parameters import ReliabilityAsked

if TYPE_CHECKING:
    from fatdesk.networks.fault_tolerance.reliability import Reliability
    from fatdesk.project.document.project import Project


class Answer(NamedTuple):
    """What was found, and in which project."""

    found: "Reliability"
    project: "Project"


class Reliabilities:
    """What is asked is kept while the project is open; nothing of it is decided.

    Attributes
    ----------
    asked
        For how long, with which repair, and what is assumed of parts that do not tell.
    job
        What works out the last answer.
    wrong
        Why the last one failed; empty: it did not.
    """

    def __init__(self) -> None:
        self.asked = ReliabilityAsked()
        self.job: Job | None = None
        self.wrong = ""
        self._known: dict[str, Answer] = {}

    @property
    def is_running(self) -> bool:
        """Whether an answer is being worked out."""
        return self.job is not None and self.job.state == "running"

    def put(self, fabric: str, answer: Answer) -> None:
        """Take over an answer, in the place of an earlier one."""
        self._known[fabric] = answer

    def of(self, fabric: str) -> Answer | None:
        """The last answer for a fabric."""
        return self._known.get(fabric)

    def holds(self, fabric: str, project: "Project") -> bool:
        """Whether the answer is of the project as it is now, and of what is asked."""
        known = self._known.get(fabric)
        return known is not None and known.found.asked == self.asked and same_place(known.project, project)
