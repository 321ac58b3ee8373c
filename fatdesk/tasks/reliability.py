"""Work out as a job how reliable a fabric is."""

from fatdesk.core.progress import Progress
from fatdesk.networks.fault_tolerance.reliability import Reliability
from fatdesk.networks.fault_tolerance.reliability_parameters import ReliabilityAsked
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project


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
