"""A fault study in the inspector: what fails, how often, what is measured and was found of a network."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import DegradationAsked, FaultStudy
from fatdesk.engine.forwarding import SCHEMES, USUAL
from fatdesk.engine.sim.study import Simulated
from fatdesk.engine.traffic import PATTERNS
from fatdesk.gui.faults import FAULT_CURVE, FAULTS, fault_thing
from fatdesk.gui.inspector.fault_fields import COMBINATIONS, COUNTS, SEED, SLOWER
from fatdesk.gui.inspector.page import Page
from fatdesk.gui.inspector.simulation_fields import Field, text_of, typed, value_of, whole, with_value
from fatdesk.gui.inspector.simulations import MOST_WORKERS, NAME, name_problem
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.study_results import WORKERS, split_curve, worker_count
from fatdesk.gui.words import counted, in_sentence
from fatdesk.project.commands.faults import ChangeFaultStudy, RemoveFaultStudy, RenameFaultStudy

AMONG: tuple[tuple[str, object], ...] = (
    ("Network links", "network"),
    ("Host links", "ends"),
    ("All links", "all"),
    ("Switches", "switches"),
)
"""What may fail, in words."""
MEASURES: tuple[tuple[str, object], ...] = (("What is tolerated", False), ("Throughput", True))


def fault_study_of(session: Session, name: str) -> FaultStudy | None:
    """The fault study of a name; None: there is none, or no longer."""
    return next((study for study in session.project.faults if study.name == name), None)


def show_fault_study(page: Page, name: str) -> None:
    """Everything that is decided of a study."""
    study = fault_study_of(page.session, name)
    if study is None:
        page.title(name, "It was removed")
        return
    page.title(study.name, f"Faults in {counted(len(study.networks), 'network')}")
    page.field(page.rows(), "Name", study.name, lambda text: _rename(page.session, study, text), wide=NAME)
    _study_sections(page, study)


def show_fault_curve(page: Page, curve_id: str) -> None:
    """A network of a study, and the study."""
    name, own = split_curve(curve_id)
    study = fault_study_of(page.session, name)
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
    page.field(grid, "Name", network.name, lambda text: _call(session, study, network, text), wide=NAME)
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
        lambda scheme: change_fault_network(session, study, network, replace(network, scheme=str(scheme))),
    )
    found = None if known is None else known.result.found
    if found is not None and found.always is not None:
        grid = page.section("Always tolerated")
        page.value(grid, "Faults", f"{found.always.faults:,}", strong=True)
        page.value(grid, "How it is known", found.always.proof)
    page.button("Remove from this study", lambda: remove_fault_networks(session, study, [network.name]))
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
    page.button("Remove the study", lambda: session.do(RemoveFaultStudy(name=study.name)))


def _measure(session: Session, study: FaultStudy, slower: object) -> bool:
    """Measure throughput, or what is tolerated; of that nothing can be said of no fault at all."""
    if slower:
        return _said(session, change_faults(session, lambda: replace(study, degradation=DegradationAsked())))
    counts = tuple(count for count in study.counts if count)
    return _said(session, change_faults(session, lambda: replace(study, degradation=None, counts=counts)))


def _field(page: Page, grid: QGridLayout, study: FaultStudy, field: Field) -> None:
    page.field(
        grid,
        field.name,
        text_of(study, field),
        lambda text: change_faults(page.session, lambda: typed(study, field, text)),
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
        return _said(page.session, change_faults(page.session, lambda: with_value(study, path, value)))

    page.choice(grid, name, list(options), value_of(study, path), take)


def change_faults(session: Session, make: Callable[[], FaultStudy]) -> bool | str:
    """Decide a study anew as one step; words where it is not taken."""
    try:
        study = make()
    except FatdeskError as error:
        return in_sentence(str(error))
    return session.do(ChangeFaultStudy(study=study))


def _said(session: Session, answer: bool | str) -> bool:
    if isinstance(answer, str):
        session.said.emit(answer)
    return answer is True


def change_fault_network(session: Session, study: FaultStudy, network: Simulated, instead: Simulated) -> bool:
    """Put something in the place of a network of a study; a refusal is said."""
    networks = tuple(instead if some == network else some for some in study.networks)
    return _said(session, change_faults(session, lambda: replace(study, networks=networks)))


def remove_fault_networks(session: Session, study: FaultStudy, names: list[str]) -> bool:
    """Take networks out of a study."""
    networks = tuple(some for some in study.networks if some.name not in names)
    return _said(session, change_faults(session, lambda: replace(study, networks=networks)))


def _rename(session: Session, study: FaultStudy, text: str) -> bool | str:
    problem = name_problem(text, [some.name for some in session.project.faults], study.name)
    if problem:
        return problem
    if not session.do(RenameFaultStudy(name=study.name, to=text)):
        return False
    session.faults.called_else(study.name, text)
    if any(thing.kind in (FAULTS, FAULT_CURVE) for thing in session.selection):
        session.select([Thing(FAULTS, text)])
    return True


def _call(session: Session, study: FaultStudy, network: Simulated, text: str) -> bool | str:
    problem = name_problem(text, [some.name for some in study.networks], network.name)
    if problem:
        return problem
    if not change_fault_network(session, study, network, replace(network, name=text)):
        return False
    session.select([fault_thing(study.name, text)])
    return True


def _workers(page: Page, text: str) -> bool | str:
    try:
        page.settings.put(WORKERS, whole(1, MOST_WORKERS)(text))
    except FatdeskError as error:
        return in_sentence(str(error))
    return True
