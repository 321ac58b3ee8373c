"""Shares tolerated, pairs connected or throughput over faults, by study (faults-NAME.svg)."""

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.fault_charts import fault_page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.plain_names import free_name
from fatdesk.networks.fault_tolerance.reference_studies import published_always

NAME = "faults.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the files show; none of a study of which nothing was measured."""
    found: dict[str, Page] = {}
    for result in plan.fault_studies:
        if not result.nothing:
            name = free_name("faults", result.study.name, ".svg", found)
            found[name] = fault_page(result, published_always(result.study))
    return found


def make(plan: Plan) -> dict[str, bytes]:
    """The files."""
    return {name: svg(page) for name, page in pages(plan).items()}
