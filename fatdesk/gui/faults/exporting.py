"""What a fault study can be written as: its rows, its plots, its settings."""

import re
from collections.abc import Sequence

import msgspec

from fatdesk.engine.drawing.fault_plot import fault_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.fault_columns import faults_csv
from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.networks.fault_tolerance.results import FaultStudyResult
from fatdesk.networks.fault_tolerance.studies import published_always
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.paper.png import png


def written(kind: str, study: FaultStudy, curves: Sequence[FaultCurve]) -> tuple[str, bytes]:
    """A name for a file, and its bytes; what is out of date is left out."""
    stem = re.sub(r"[^a-z0-9]+", "-", study.name.lower()).strip("-") or "study"
    if kind == "json":
        return f"{stem}.json", msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
    found = tuple(None if curve.state == "stale" else curve.found for curve in curves)
    result = FaultStudyResult(study, found)
    if kind == "csv":
        return f"{stem}.csv", faults_csv([result])
    page = fault_page(result, published_always(study))
    return f"{stem}.{kind}", svg(page) if kind == "svg" else png(page)
