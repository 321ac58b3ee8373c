"""Drawings as SVG: floor plan, elevations, wiring diagrams, charts of studies."""

from fatdesk.engine.drawing.charts.fault_charts import fault_page
from fatdesk.engine.drawing.charts.simulation_charts import study_page
from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.elevation import elevation_rows
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.drawing.wiring.wiring_diagram import wiring_diagrams
from fatdesk.engine.export.export import drawing
from fatdesk.engine.listing.wired import free_name
from fatdesk.networks.fault_tolerance.reference_studies import published_always
from fatdesk.networks.simulation.reference_studies import published_of


def _elevations(plan: Plan) -> dict[str, Page]:
    rows = elevation_rows(plan)
    return {f"elevations-{row}.svg" if row else "elevations.svg": page for row, page in rows.items()}


def _wiring_diagrams(plan: Plan) -> dict[str, Page]:
    several = len(plan.fabrics) > 1
    return {
        f"wiring-diagram-{fabric.name}.svg" if several else "wiring-diagram.svg": page
        for fabric, page in zip(plan.fabrics, wiring_diagrams(plan), strict=True)
    }


def _simulations(plan: Plan) -> dict[str, Page]:
    found: dict[str, Page] = {}
    for result in plan.studies:
        if result.points:
            name = free_name("simulations", result.study.name, ".svg", found)
            found[name] = study_page(result, published_of(result.study))
    return found


def _faults(plan: Plan) -> dict[str, Page]:
    found: dict[str, Page] = {}
    for result in plan.fault_studies:
        if not result.nothing:
            name = free_name("faults", result.study.name, ".svg", found)
            found[name] = fault_page(result, published_always(result.study))
    return found


FLOOR = drawing(
    "floor.svg",
    "The floor plan to scale: racks, trays with their fill, aisles.",
    lambda plan: {"floor.svg": floor_plan(plan)},
)
ELEVATIONS = drawing(
    "elevations.svg",
    "Front views of all racks; one file per row (elevations-A.svg) where there are many.",
    _elevations,
)
WIRING_DIAGRAM = drawing(
    "wiring-diagram.svg",
    "The network as rows of switches with bundles between them; one file per fabric.",
    _wiring_diagrams,
)
SIMULATIONS = drawing(
    "simulations.svg",
    "Latency and accepted traffic as charts; one file per simulation study (simulations-NAME.svg).",
    _simulations,
)
FAULTS = drawing(
    "faults.svg",
    "Combinations tolerated, pairs connected or throughput over failures; one file per fault study.",
    _faults,
)
