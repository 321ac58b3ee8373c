"""Which designs are printed on which papers by tests."""

import os
from collections.abc import Iterable

from fatdesk.engine.drawing.sheet import STOCKS


def on_papers(designs: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of a design and a paper: each design on one of them; all in the long form."""
    every = os.environ.get("FATDESK_LONG") == "1"
    return [
        (name, stock)
        for number, name in enumerate(designs)
        for place, stock in enumerate(STOCKS)
        if every or place == number % len(STOCKS)
    ]
