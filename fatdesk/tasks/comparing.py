"""Comparison of two states of a project in the background."""

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.sheet import STOCK_A4
from fatdesk.paper.pdf import pdf
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.revising.difference_sheets import TITLE, difference_leaves
from fatdesk.project.revising.differences import Differences, differences


def compare_states(before: Project, after: Project, progress: Progress = SILENT) -> Differences:
    """Return what differs between two states, cables and bill included."""
    earlier = Derived(before)
    progress.step(0, 2, "earlier state")
    earlier.bill  # noqa: B018 - worked out here, so that progress has a step for each state
    progress.step(1, 2, "later state")
    return differences(earlier, Derived(after))


def differences_pdf(before: Derived, after: Derived, found: Differences, title: str) -> bytes:
    """Return what differs as a PDF: tables, then drawings with clouds around what changed."""
    return pdf(difference_leaves(before, after, found, title, PRINT, STOCK_A4), f"{TITLE}, {title}")


def compared_pdf(before: Project, after: Project, title: str, progress: Progress = SILENT) -> bytes:
    """Return the PDF of two states that are not worked out yet."""
    earlier, later = Derived(before), Derived(after)
    progress.step(0, 2, "differences")
    found = differences(earlier, later)
    progress.step(1, 2, "drawings")
    return differences_pdf(earlier, later, found, title)
