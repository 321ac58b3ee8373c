"""The floor plan to scale: racks, trays with their fill, aisles."""

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.floor_plan import floor_plan
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg

NAME = "floor.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the file shows."""
    return {NAME: floor_plan(plan)}


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {name: svg(page) for name, page in pages(plan).items()}
