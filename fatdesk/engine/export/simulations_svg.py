"""Latency and accepted traffic as plots; one file a simulation study (simulations-NAME.svg)."""

import re

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.study_plot import study_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.sim.studies import published_of

NAME = "simulations.svg"


def pages(plan: Plan) -> dict[str, Page]:
    """What the files show; none of a study of which nothing was measured."""
    found: dict[str, Page] = {}
    for result in plan.studies:
        if result.points:
            found[_free(result.study.name, found)] = study_page(result, published_of(result.study))
    return found


def make(plan: Plan) -> dict[str, bytes]:
    """The files."""
    return {name: svg(page) for name, page in pages(plan).items()}


def _free(study: str, taken: dict[str, Page]) -> str:
    """A name of a file after a study that no other has, whatever a system takes for the same."""
    stem = "simulations-" + (re.sub(r"[^a-z0-9]+", "-", study.lower()).strip("-") or "study")
    number = 1
    while (name := f"{stem}{f'-{number}' if number > 1 else ''}.svg") in taken:
        number += 1
    return name
