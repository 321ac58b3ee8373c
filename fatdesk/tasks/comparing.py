"""Comparison of two states of a project in the background."""

from fatdesk.core.progress import SILENT, Progress
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.revising.differences import Differences, differences


def compare_states(before: Project, after: Project, progress: Progress = SILENT) -> Differences:
    """Return what differs between two states, cables and bill included."""
    earlier = Derived(before)
    progress.step(0, 2, "earlier state")
    earlier.bill  # noqa: B018 - worked out here, so that progress has a step for each state
    progress.step(1, 2, "later state")
    return differences(earlier, Derived(after))
