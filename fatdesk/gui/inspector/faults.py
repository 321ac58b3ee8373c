"""A fault study in the inspector: what fails, how often, what is measured and was found of a network."""

from msgspec.structs import replace

from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES
from fatdesk.gui.inspector.study_page import StudyPage, StudyRows
from fatdesk.networks.fault_tolerance.study import DegradationAsked, FaultStudy
from fatdesk.networks.study import StudyNetwork

WHOLE_SWITCHES = "Has no effect: a switch fails with all its links, in both directions."
NO_COUNTS = "Has no effect: without numbers of faults, only what is always tolerated is calculated."
ALL_TRIED = "Has no effect: every combination is tried, none is drawn at random."
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


def _why_no_seed(rows: StudyRows[FaultStudy]) -> str:
    """Return why nothing of a study is drawn at random; empty where something may be."""
    study = rows.study
    if study.degradation is not None:
        return ""
    if not study.counts:
        return NO_COUNTS
    results = [rows.page.session.faults.now(study, network) for network in study.networks]
    found = [None if result is None else result.found for result in results]
    every = all(one is not None and one.rows and all(row.exhaustive for row in one.rows) for one in found)
    return ALL_TRIED if found and every else ""


def _study_sections(rows: StudyRows[FaultStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("What fails")
    rows.decided(grid, "faults", "among")
    rows.decided(grid, "faults", "whole", off=WHOLE_SWITCHES if study.faults.among == "switches" else "")
    rows.decided(grid, "counts")
    grid = page.section("What is measured")
    page.choice(
        grid,
        "Figure",
        list(MEASURES),
        study.degradation is not None,
        lambda slow: _measure(rows, slow),
    )
    if study.degradation is None:
        rows.decided(grid, "combinations", off="" if study.counts else NO_COUNTS)
    else:
        rows.pattern(grid, ("degradation", "traffic", "pattern"))
        rows.decided(grid, "degradation", "samples")
        rows.decided(grid, "degradation", "switching", "packet_bytes")
        rows.decided(grid, "degradation", "duration", "warmup")
        rows.decided(grid, "degradation", "duration", "cycles")
    rows.decided(grid, "seed", off=_why_no_seed(rows))
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
