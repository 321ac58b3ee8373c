"""A fault study in the inspector: what fails, how often, what is measured and was found of a network."""

from msgspec.structs import replace

from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES
from fatdesk.gui.inspector.fault_fields import COMBINATIONS, COUNTS, SEED, SLOWER
from fatdesk.gui.inspector.study_page import StudyPage, StudyRows
from fatdesk.networks.fault_tolerance.study import DegradationAsked, FaultStudy
from fatdesk.networks.study import StudyNetwork

AMONG: tuple[tuple[str, object], ...] = (
    ("Network links", "network"),
    ("Host links", "ends"),
    ("All links", "all"),
    ("Switches", "switches"),
)
"""What may fail, in words."""
NONE = "none"
MEASURES: tuple[tuple[str, object], ...] = (("What is tolerated", False), ("Throughput", True))


def _found(rows: StudyRows[FaultStudy], network: StudyNetwork) -> None:
    """The most faults that are always tolerated, where they are known."""
    page = rows.page
    known = page.session.faults.of(rows.study, network)
    found = None if known is None else known.result.found
    if found is not None and found.always is not None:
        grid = page.section("Always tolerated")
        page.value(grid, "Faults", f"{found.always.faults:,}", strong=True)
        page.value(grid, "How it is known", found.always.proof)


def _study_sections(rows: StudyRows[FaultStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("What fails")
    rows.choice(grid, "What fails", ("faults", "among"), AMONG)
    if study.faults.among != "switches":
        ways: tuple[tuple[str, object], ...] = (("Directions", False), ("Whole cable", True))
        rows.choice(grid, "A fault is", ("faults", "whole"), ways)
    rows.field(grid, COUNTS, NONE)
    grid = page.section("What is measured")
    page.choice(
        grid,
        "Figure",
        list(MEASURES),
        study.degradation is not None,
        lambda slow: _measure(rows, slow),
    )
    if study.degradation is None:
        rows.field(grid, COMBINATIONS, NONE)
    else:
        rows.pattern(grid, ("degradation", "traffic", "pattern"))
        for field in SLOWER:
            rows.field(grid, field, NONE)
    rows.field(grid, SEED, NONE)
    rows.workers(grid)
    rows.remove()


def _measure(rows: StudyRows[FaultStudy], slower: object) -> bool:
    """Measure throughput, or what is tolerated; of that nothing can be said of no fault at all."""
    study = rows.study
    if slower:
        return rows.take(lambda: replace(study, degradation=DegradationAsked()))
    counts = tuple(count for count in study.counts if count)
    return rows.take(lambda: replace(study, degradation=None, counts=counts))


FAULT_PAGE = StudyPage(FAULT_STUDIES, "Faults in", "In the fault study", _study_sections, _found)
