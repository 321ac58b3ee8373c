"""The network as rows of switches with bundles between; of several fabrics one file each."""

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.drawing.wiring_diagram import wiring_diagrams

NAME = "wiring-diagram.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the files show; ``wiring-diagram-NAME.svg`` where there are several fabrics."""
    several = len(plan.fabrics) > 1
    return {
        f"wiring-diagram-{fabric.name}.svg" if several else NAME: page
        for fabric, page in zip(plan.fabrics, wiring_diagrams(plan), strict=True)
    }


def make(plan: Plan) -> dict[str, bytes]:
    """The files."""
    return {name: svg(page) for name, page in pages(plan).items()}
