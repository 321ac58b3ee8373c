"""Change orders of growth steps as files."""

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.sheet import STOCK_A4, Imprint
from fatdesk.engine.export.change_orders import order_file
from fatdesk.paper.pdf import pdf
from fatdesk.project.derived.derived import state_digest
from fatdesk.project.document.project import Project
from fatdesk.project.growing.orders import step_order
from fatdesk.project.growing.policies import Policies, policy_results
from fatdesk.project.growing.work import Work


def order_files(work: Work, number: int) -> dict[str, bytes]:
    """Return the change order of a step by its number from 1: CSV, PDF and XLSX by the ends of their names.

    Raises
    ------
    GrowthError
        When the floor of the bandwidth cannot be kept.
    """
    project, order = work.grown.project, step_order(work, number)
    imprint = Imprint(project=project.name, state=state_digest(project))
    pages = order.leaves(PRINT, imprint, STOCK_A4)
    return {"csv": order.csv(), "pdf": pdf(pages, f"Change order of {order.title}"), "xlsx": order.xlsx()}


def planned_order(
    project: Project, catalog: Catalog, policies: Policies, progress: Progress = SILENT
) -> dict[str, bytes]:
    """Return the change order of the last of some steps of the growth plan of a project, by names of files.

    Parameters
    ----------
    policies
        The policy of each step up to that one.

    Raises
    ------
    FatdeskError
        When a step is not possible by its policy, or its bandwidth cannot be kept.
    """
    number = len(policies)
    [found] = policy_results(project, project.growth, catalog, [policies], progress)
    if found.why_not:
        raise FatdeskError(found.why_not)
    progress.step(number, number, "change order")
    files = order_files(found.works[-1], number)
    return {order_file(number, ending): data for ending, data in files.items()}
