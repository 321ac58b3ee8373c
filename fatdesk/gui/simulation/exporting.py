"""A study as a file: its points, its plots, or its settings."""

import re

import msgspec

from fatdesk.engine.drawing.study_plot import study_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.study_columns import studies_csv
from fatdesk.gui.results.simulations import Result, Simulations
from fatdesk.gui.results.study_results import Known
from fatdesk.networks.simulation.results import MeasuredCurve, StudyResult
from fatdesk.networks.simulation.studies import published_of
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.paper.png import png
from fatdesk.project.studies.results import measured


def result_of(study: SimulationStudy, known: Simulations) -> StudyResult:
    """A study with what was measured of its networks as they are now."""
    return StudyResult(study, tuple(_curve(known.of(study, network)) for network in study.networks))


def _curve(found: Known[Result] | None) -> MeasuredCurve | None:
    if found is None or not found.holds or found.result.on is None or not found.result.points:
        return None
    return measured(found.result.on, found.result.points)


def written(kind: str, study: SimulationStudy, known: Simulations) -> tuple[str, bytes]:
    """A name for a file, and its bytes."""
    stem = re.sub(r"[^a-z0-9]+", "-", study.name.lower()).strip("-") or "study"
    if kind == "json":
        return f"{stem}.json", msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
    result = result_of(study, known)
    if kind == "csv":
        return f"{stem}.csv", studies_csv([result])
    page = study_page(result, published_of(study))
    return f"{stem}.{kind}", svg(page) if kind == "svg" else png(page)
