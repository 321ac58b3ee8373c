"""Sheets of simulation and fault studies, one study a sheet."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.charts.fault_charts import draw_faults
from fatdesk.engine.drawing.charts.simulation_charts import draw_study
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.networks.fault_tolerance.reference_studies import published_always
from fatdesk.networks.simulation.reference_studies import published_of

INSIDE = 5.0


class _Sheet(NamedTuple):
    """Contents of a sheet."""

    name: str
    scope: str
    draw: Callable[[Sketch, Bounds], None]


def study_leaves(
    plan: Plan, palette: Palette = PRINT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """A sheet for each simulation study of which anything was measured."""
    sheets = [
        _Sheet(
            one.study.name,
            f"{counted(len(one.study.networks), 'network')} · {counted(one.points, 'point')}",
            partial(draw_study, result=one, published=published_of(one.study)),
        )
        for one in plan.studies
        if one.points
    ]
    heading = Heading(document="Simulations", remark="latency in cycles")
    return _leaves(sheets, heading, palette, imprint or Imprint(project=plan.title), stock)


def fault_leaves(
    plan: Plan, palette: Palette = PRINT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """A sheet for each fault study of which anything was measured."""
    sheets = [
        _Sheet(
            one.study.name,
            counted(len(one.study.networks), "network"),
            partial(draw_faults, result=one, published=published_always(one.study)),
        )
        for one in plan.fault_studies
        if not one.nothing
    ]
    return _leaves(
        sheets,
        Heading(document="Faults", remark="shares in percent"),
        palette,
        imprint or Imprint(project=plan.title),
        stock,
    )


def _leaves(
    sheets: Sequence[_Sheet], heading: Heading, palette: Palette, imprint: Imprint, stock: Stock
) -> Iterator[Leaf]:
    for number, shown in enumerate(sheets, start=1):
        head = replace(heading, scope=shown.scope, number=number, sheets=len(sheets))
        yield Leaf(shown.name, partial(_draw, shown, palette, head, imprint, stock))


def _draw(shown: _Sheet, palette: Palette, heading: Heading, imprint: Imprint, stock: Stock) -> Page:
    paper = stock.lying[0]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, lower = content_area(paper)
    shown.draw(sketch, (left + INSIDE, upper + INSIDE, right - INSIDE, lower - INSIDE))
    return sketch.page(f"{shown.name}: {heading.document.lower()}")
