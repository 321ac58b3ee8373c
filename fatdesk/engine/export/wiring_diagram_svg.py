"""The network as rows of switches with bundles between; of several fabrics one file each."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.drawing.wiring_diagram import wiring_diagrams

NAME = "wiring-diagram.svg"


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``wiring-diagram-NAME.svg`` where there are several fabrics."""
    several = len(plan.fabrics) > 1
    return {
        f"wiring-diagram-{fabric.name}.svg" if several else NAME: svg(page)
        for fabric, page in zip(plan.fabrics, wiring_diagrams(plan), strict=True)
    }
