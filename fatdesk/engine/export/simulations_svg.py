"""Latency and accepted traffic as plots; one file a simulation study (simulations-NAME.svg)."""

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.simulation_charts import study_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.plain_names import free_name
from fatdesk.networks.simulation.reference_studies import published_of

NAME = "simulations.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the files show; none of a study of which nothing was measured."""
    found: dict[str, Page] = {}
    for result in plan.studies:
        if result.points:
            name = free_name("simulations", result.study.name, ".svg", found)
            found[name] = study_page(result, published_of(result.study))
    return found


def make(plan: Plan) -> dict[str, bytes]:
    """The files."""
    return {name: svg(page) for name, page in pages(plan).items()}
