"""Simulation studies on paper: a sheet each, with both plots and what was measured."""

from collections.abc import Iterator
from functools import partial

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.leaf import Leaf
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, field, sheet
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.study_plot import draw_study
from fatdesk.engine.sim.results import StudyResult
from fatdesk.engine.sim.studies import published_of

INSIDE = 5.0


def study_leaves(
    plan: Plan, palette: Palette = PRINT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """A sheet for each study of which anything was measured."""
    shown = [result for result in plan.studies if result.points]
    for number, result in enumerate(shown, start=1):
        heading = Heading(
            document="Simulations",
            scope=f"{counted(len(result.study.networks), 'network')} · {counted(result.points, 'point')}",
            number=number,
            sheets=len(shown),
            remark="latency in cycles",
        )
        draw = partial(_draw, result, palette, heading, imprint or Imprint(project=plan.title), stock)
        yield Leaf(result.study.name, draw)


def _draw(result: StudyResult, palette: Palette, heading: Heading, imprint: Imprint, stock: Stock) -> Page:
    paper = stock.lying[0]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, lower = field(paper)
    inside = (left + INSIDE, upper + INSIDE, right - INSIDE, lower - INSIDE)
    draw_study(sketch, inside, result, published_of(result.study))
    return sketch.page(f"{result.study.name}: simulation")
