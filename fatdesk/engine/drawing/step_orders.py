"""Change orders of the growth steps as documents see them: what makes their pages, rows and files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Imprint, Stock

NO_PLAN = "the project has no growth plan: add a step in Growth"


@dataclass(frozen=True)
class StepOrder:
    """The change order of a step.

    Attributes
    ----------
    number
        Of the step, from 1.
    title
        The project and the step.
    leaves
        Its pages, given the inks, the origin and the papers.
    csv, xlsx
        Its files.
    """

    number: int
    title: str
    leaves: Callable[[Palette, Imprint, Stock], Iterator[Leaf]]
    csv: Callable[[], bytes]
    xlsx: Callable[[], bytes]


class StepOrders(NamedTuple):
    """The change orders of a growth plan, up to the first step that has none; ``why_not`` states why."""

    orders: tuple[StepOrder, ...] = ()
    why_not: str = NO_PLAN
