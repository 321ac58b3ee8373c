"""Kinds of studies: where a project keeps them, their commands, and their selection."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from msgspec.structs import replace
from PySide6.QtCore import SignalInstance

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import AnyStudy, StudyResults
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.commands import Command
from fatdesk.project.commands.studies import (
    AddFaultStudy,
    AddSimulation,
    ChangeFaultStudy,
    ChangeSimulation,
    RemoveFaultStudy,
    RemoveSimulation,
    RenameFaultStudy,
    RenameSimulation,
)
from fatdesk.project.document.ref import CURVE, FAULT_CURVE, FAULT_STUDY, SIMULATION, Kind, NetworkOf, Ref

LONGEST_NAME = 60


@dataclass(frozen=True)
class StudyKind(Generic[AnyStudy]):
    """One kind of studies.

    Attributes
    ----------
    title
        What a run is called, before the name of the study.
    study, curve
        Kinds of references: to a study, and to a network of one.
    held
        All studies of the project.
    known
        What they have measured.
    arrived
        The signal of the session for results that have arrived.
    add, change
        The commands that take a study.
    renaming, remove
        The commands that take its name; the new name comes second.
    """

    title: str
    study: Kind[str]
    curve: Kind[NetworkOf]
    held: Callable[[Session], tuple[AnyStudy, ...]]
    known: Callable[[Session], StudyResults[AnyStudy, Any]]
    arrived: Callable[[Session], SignalInstance]
    add: Callable[[AnyStudy], Command]
    change: Callable[[AnyStudy], Command]
    renaming: Callable[[str, str], Command]
    remove: Callable[[str], Command]

    def network(self, study: str, network: str) -> Ref:
        """A network of a study as a reference, by the names of both."""
        return self.curve(NetworkOf(study, network))

    def of(self, session: Session, name: str) -> AnyStudy | None:
        """The study of a name; None: there is none, or no longer."""
        return next((study for study in self.held(session) if study.name == name), None)

    def selected(self, elements: Iterable[Ref]) -> list[str]:
        """Names of studies that are selected, themselves or a network of theirs."""
        found = ((self.study.id_of(element), self.curve.id_of(element)) for element in elements)
        names = (name if curve is None else curve.study for name, curve in found)
        return [name for name in names if name is not None]

    def decide(self, session: Session, make: Callable[[], AnyStudy]) -> bool | str:
        """Change a study as one step; return a message where it is refused."""
        try:
            study = make()
        except FatdeskError as error:
            return in_sentence(str(error))
        return session.do(self.change(study))

    def put_instead(
        self, session: Session, study: AnyStudy, network: StudyNetwork, instead: StudyNetwork
    ) -> bool:
        """Put something in the place of a network of a study; a refusal is said."""
        networks = tuple(instead if some == network else some for some in study.networks)
        return said(session, self.decide(session, lambda: replace(study, networks=networks)))

    def remove_networks(self, session: Session, study: AnyStudy, names: list[str]) -> bool:
        """Take networks out of a study; a refusal is said."""
        networks = tuple(some for some in study.networks if some.name not in names)
        return said(session, self.decide(session, lambda: replace(study, networks=networks)))

    def call(self, session: Session, study: AnyStudy, text: str) -> bool | str:
        """Give a study another name; words where it is not taken."""
        problem = name_problem(text, [some.name for some in self.held(session)], study.name)
        if problem:
            return problem
        if not session.do(self.renaming(study.name, text)):
            return False
        self.known(session).called_else(study.name, text)
        if self.selected(session.selection):
            session.select([self.study(text)])
        return True

    def call_network(self, session: Session, study: AnyStudy, network: StudyNetwork, text: str) -> bool | str:
        """Give a network of a study another name; words where it is not taken."""
        problem = name_problem(text, [some.name for some in study.networks], network.name)
        if problem:
            return problem
        if not self.put_instead(session, study, network, replace(network, name=text)):
            return False
        session.select([self.network(study.name, text)])
        return True


def said(session: Session, answer: bool | str) -> bool:
    """Say why something was not taken; whether it was."""
    if isinstance(answer, str):
        session.said.emit(answer)
    return answer is True


def name_problem(name: str, taken: list[str], own: str = "") -> str:
    """Why a study or one of its networks cannot be called so; empty: it can."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        return f"Type a name of 1 to {LONGEST_NAME} letters."
    if name != own and name in taken:
        return f"There is one called {name} already: use another name."
    return ""


SIMULATIONS = StudyKind[SimulationStudy](
    "Simulate",
    SIMULATION,
    CURVE,
    held=lambda session: session.project.simulations,
    known=lambda session: session.simulations,
    arrived=lambda session: session.simulated,
    add=lambda study: AddSimulation(simulation=study),
    change=lambda study: ChangeSimulation(simulation=study),
    renaming=lambda name, to: RenameSimulation(name=name, to=to),
    remove=lambda name: RemoveSimulation(name=name),
)

FAULT_STUDIES = StudyKind[FaultStudy](
    "Faults of",
    FAULT_STUDY,
    FAULT_CURVE,
    held=lambda session: session.project.faults,
    known=lambda session: session.faults,
    arrived=lambda session: session.faulted,
    add=lambda study: AddFaultStudy(study=study),
    change=lambda study: ChangeFaultStudy(study=study),
    renaming=lambda name, to: RenameFaultStudy(name=name, to=to),
    remove=lambda name: RemoveFaultStudy(name=name),
)
