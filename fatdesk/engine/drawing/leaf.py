"""Pages that are known before they are drawn: for lists of pages, and for long documents."""

from collections.abc import Callable
from dataclasses import dataclass

from fatdesk.engine.drawing.display import Page


@dataclass(frozen=True)
class Leaf:
    """One page of a document: what a list of pages calls it, and how it is drawn.

    Pages of one ``group`` (a rack, a fabric) are neighbours.
    """

    title: str
    draw: Callable[[], Page]
    group: str = ""
