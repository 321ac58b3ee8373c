"""Front views of all racks; one file a row (elevations-A.svg) where there are many."""

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.elevation import elevation_rows
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg

NAME = "elevations.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the files show."""
    return {f"elevations-{row}.svg" if row else NAME: page for row, page in elevation_rows(plan).items()}


def make(plan: Plan) -> dict[str, bytes]:
    """The files."""
    return {name: svg(page) for name, page in pages(plan).items()}
