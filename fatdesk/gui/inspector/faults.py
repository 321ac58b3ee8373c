"""A fault study in the inspector: what fails, how often, what is measured and was found of a network."""

from msgspec.structs import replace

from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES
from fatdesk.gui.inspector.fault_fields import COMBINATIONS, COUNTS, SEED, SLOWER
from fatdesk.gui.inspector.study_rows import StudyRows, network_of, rows_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.number_text import counted
from fatdesk.networks.fault_tolerance.study import DegradationAsked, FaultStudy
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.document.ref import NetworkOf

AMONG: tuple[tuple[str, object], ...] = (
    ("Network links", "network"),
    ("Host links", "ends"),
    ("All links", "all"),
    ("Switches", "switches"),
)
"""What may fail, in words."""
NONE = "none"
MEASURES: tuple[tuple[str, object], ...] = (("What is tolerated", False), ("Throughput", True))


def show_fault_study(page: Page, name: str) -> None:
    """Everything that is decided of a study."""
    rows = rows_of(page, FAULT_STUDIES, name)
    if rows is not None:
        page.title(name, f"Faults in {counted(len(rows.study.networks), 'network')}")
        rows.name()
        _study_sections(rows)


def show_fault_curve(page: Page, curve: NetworkOf) -> None:
    """A network of a study, and the study."""
    one = network_of(page, FAULT_STUDIES, curve)
    if one is None:
        return
    rows, network = one
    page.title(network.name, f"In the fault study {rows.study.name}")
    rows.network(network)
    known = page.session.faults.of(rows.study, network)
    found = None if known is None else known.result.found
    if found is not None and found.always is not None:
        grid = page.section("Always tolerated")
        page.value(grid, "Faults", f"{found.always.faults:,}", strong=True)
        page.value(grid, "How it is known", found.always.proof)
    rows.remove_network(network)
    _study_sections(rows)


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
        patterns = tuple((some.NAME.replace("-", " ").capitalize(), some.NAME) for some in PATTERNS)
        now = study.degradation.traffic.pattern
        if all(now != name for _, name in patterns):
            patterns = (*patterns, (now, now))
        rows.choice(grid, "Traffic", ("degradation", "traffic", "pattern"), patterns)
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
