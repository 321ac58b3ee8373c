"""The floor plan to scale: racks, trays with their fill, aisles."""

from fatdesk.engine.drawing.floor_plan import floor_plan
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg

NAME = "floor.svg"


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: svg(floor_plan(plan))}
