"""A fault study in the inspector: what fails, how often, what is measured and was found of a network."""

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import DegradationAsked, FaultStudy
from fatdesk.engine.forwarding import SCHEMES, USUAL
from fatdesk.engine.traffic import PATTERNS
from fatdesk.gui.faults import FAULT_STUDIES
from fatdesk.gui.inspector.fault_fields import COMBINATIONS, COUNTS, SEED, SLOWER
from fatdesk.gui.inspector.page import Page
from fatdesk.gui.inspector.simulation_fields import Field, text_of, typed, value_of, whole, with_value
from fatdesk.gui.inspector.simulations import MOST_WORKERS, NAME
from fatdesk.gui.session import Session
from fatdesk.gui.study_kind import said
from fatdesk.gui.study_results import WORKERS, split_curve, worker_count
from fatdesk.gui.words import counted, in_sentence

AMONG: tuple[tuple[str, object], ...] = (
    ("Network links", "network"),
    ("Host links", "ends"),
    ("All links", "all"),
    ("Switches", "switches"),
)
"""What may fail, in words."""
MEASURES: tuple[tuple[str, object], ...] = (("What is tolerated", False), ("Throughput", True))


def show_fault_study(page: Page, name: str) -> None:
    """Everything that is decided of a study."""
    study = FAULT_STUDIES.of(page.session, name)
    if study is None:
        page.title(name, "It was removed")
        return
    page.title(study.name, f"Faults in {counted(len(study.networks), 'network')}")
    page.field(
        page.rows(), "Name", study.name, lambda text: FAULT_STUDIES.call(page.session, study, text), wide=NAME
    )
    _study_sections(page, study)


def show_fault_curve(page: Page, curve_id: str) -> None:
    """A network of a study, and the study."""
    name, own = split_curve(curve_id)
    study = FAULT_STUDIES.of(page.session, name)
    network = None if study is None else next((some for some in study.networks if some.name == own), None)
    if study is None or network is None:
        page.title(own, "It was removed")
        return
    page.title(network.name, f"In the fault study {study.name}")
    session = page.session
    known = session.faults.of(study, network)
    if known is not None and known.holds and known.result.failed:
        page.banner(in_sentence(known.result.failed), "error")
    grid = page.rows()
    page.field(
        grid,
        "Name",
        network.name,
        lambda text: FAULT_STUDIES.call_network(session, study, network, text),
        wide=NAME,
    )
    page.value(grid, "Network", network.spec or f"fabric {network.fabric}")
    options: list[tuple[str, object]] = [
        ("As is usual", USUAL),
        *((some.NAME, some.NAME) for some in SCHEMES),
    ]
    page.choice(
        grid,
        "Scheme",
        options,
        network.scheme,
        lambda scheme: FAULT_STUDIES.put_instead(
            session, study, network, replace(network, scheme=str(scheme))
        ),
    )
    found = None if known is None else known.result.found
    if found is not None and found.always is not None:
        grid = page.section("Always tolerated")
        page.value(grid, "Faults", f"{found.always.faults:,}", strong=True)
        page.value(grid, "How it is known", found.always.proof)
    page.button(
        "Remove from this study", lambda: FAULT_STUDIES.remove_networks(session, study, [network.name])
    )
    _study_sections(page, study)


def show_fault_curves(page: Page, ids: list[str]) -> None:
    """Several networks of a study."""
    page.note(f"{', '.join(split_curve(one)[1] for one in ids)}. Click one to see its values.")


def _study_sections(page: Page, study: FaultStudy) -> None:
    session = page.session
    grid = page.section("What fails")
    _choice(page, grid, study, "Things", ("faults", "among"), AMONG)
    if study.faults.among != "switches":
        ways: tuple[tuple[str, object], ...] = (("One way", False), ("Whole cable", True))
        _choice(page, grid, study, "A fault is", ("faults", "whole"), ways)
    _field(page, grid, study, COUNTS)
    grid = page.section("What is measured")
    page.choice(
        grid,
        "Figure",
        list(MEASURES),
        study.degradation is not None,
        lambda slow: _measure(session, study, slow),
    )
    if study.degradation is None:
        _field(page, grid, study, COMBINATIONS)
    else:
        patterns = tuple((some.NAME.replace("-", " ").capitalize(), some.NAME) for some in PATTERNS)
        now = study.degradation.traffic.pattern
        if all(now != name for _, name in patterns):
            patterns = (*patterns, (now, now))
        _choice(page, grid, study, "Traffic", ("degradation", "traffic", "pattern"), patterns)
        for field in SLOWER:
            _field(page, grid, study, field)
    _field(page, grid, study, SEED)
    page.field(grid, "Workers", f"{worker_count(page.settings)}", lambda text: _workers(page, text))
    page.button("Remove the study", lambda: session.do(FAULT_STUDIES.remove(study.name)))


def _measure(session: Session, study: FaultStudy, slower: object) -> bool:
    """Measure throughput, or what is tolerated; of that nothing can be said of no fault at all."""
    if slower:
        return said(
            session, FAULT_STUDIES.decide(session, lambda: replace(study, degradation=DegradationAsked()))
        )
    counts = tuple(count for count in study.counts if count)
    return said(
        session, FAULT_STUDIES.decide(session, lambda: replace(study, degradation=None, counts=counts))
    )


def _field(page: Page, grid: QGridLayout, study: FaultStudy, field: Field) -> None:
    page.field(
        grid,
        field.name,
        text_of(study, field),
        lambda text: FAULT_STUDIES.decide(page.session, lambda: typed(study, field, text)),
        field.unit,
        field.empty or "none",
    )


def _choice(
    page: Page,
    grid: QGridLayout,
    study: FaultStudy,
    name: str,
    path: tuple[str, ...],
    options: tuple[tuple[str, object], ...],
) -> None:
    def take(value: object) -> bool:
        return said(page.session, FAULT_STUDIES.decide(page.session, lambda: with_value(study, path, value)))

    page.choice(grid, name, list(options), value_of(study, path), take)


def _workers(page: Page, text: str) -> bool | str:
    try:
        page.settings.put(WORKERS, whole(1, MOST_WORKERS)(text))
    except FatdeskError as error:
        return in_sentence(str(error))
    return True
