"""Kinds of studies and reference networks: where a project keeps them, commands, selection, and texts."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from msgspec.structs import replace
from PySide6.QtCore import SignalInstance

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import AnyStudy, StudyResults
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.routing.complexity import Complexity
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology
from fatdesk.project.commands import Command
from fatdesk.project.commands.studies import (
    AddFaultStudy,
    AddScheduleStudy,
    AddSimulation,
    ChangeFaultStudy,
    ChangeScheduleStudy,
    ChangeSimulation,
    RemoveFaultStudy,
    RemoveScheduleStudy,
    RemoveSimulation,
    RenameFaultStudy,
    RenameScheduleStudy,
    RenameSimulation,
)
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import (
    CURVE,
    FAULT_CURVE,
    FAULT_STUDY,
    SCHEDULE_STUDY,
    SCHEDULED,
    SIMULATION,
    Kind,
    NetworkOf,
    Ref,
)

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
        return f"Type a name of 1 to {LONGEST_NAME} characters."
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
    "Fault study",
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


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
SEARCHED = "no closed form"


def figure_rows(closed: Closed) -> list[tuple[str, str]]:
    """Return titles and values of closed-form figures."""
    rows = [
        ("Hosts", f"{closed.hosts:,}"),
        ("Switches", f"{closed.switches:,}"),
        ("Links", f"{closed.links:,}"),
        ("One-way links", f"{closed.one_way_links:,}"),
        ("Radix", f"{closed.radix:,}"),
        ("Diameter", SEARCHED if closed.diameter is None else f"{closed.diameter:,}"),
        ("Average distance", number_text(closed.average_distance)),
        ("Bisection", number_text(closed.bisection_links)),
    ]
    if closed.volume is not None:
        rows.append(("Volume, as O()", f"{closed.volume:,.0f} wire widths cubed"))
    if closed.components is not None:
        rows.append(("Components, O()", f"{closed.components:,.0f}"))
    return rows


def complexity_text(found: Complexity) -> str:
    """Switching elements of all switches, then of each by level; as the source counts them where it does.

    >>> from fatdesk.networks.routing.complexity import SwitchKind
    >>> kinds = [SwitchKind(level, 16, 8, 8, 36, used) for level, used in ((1, 32), (2, 32), (3, 12))]
    >>> complexity_text(Complexity(tuple(kinds)))
    'Switching elements: 1,728 by the source, 36 per switch; 1,216 used: 32 at levels 1 and 2, 12 at level 3'
    """
    used = f"{found.used:,} used: {_by_level([(kind.level, f'{kind.used:,}') for kind in found.kinds])}"
    stated = [(kind.level, f"{kind.by_source:,}") for kind in found.kinds if kind.by_source is not None]
    if found.by_source is None:
        return f"Switching elements: {used}"
    return f"Switching elements: {found.by_source:,} by the source, {_by_level(stated)}; {used}"


def ports_text(found: Complexity) -> str:
    """Inputs and outputs of a switch that are in use, by level.

    >>> from fatdesk.networks.routing.complexity import SwitchKind
    >>> kinds = [SwitchKind(1, 12, 12, 12, None, 120), SwitchKind(2, 3, 10, 10, None, 80)]
    >>> ports_text(Complexity((*kinds, SwitchKind(2, 3, 9, 9, None, 64))))
    'Inputs/outputs in use: 12/12 at level 1, 10/10 at level 2, 9/9 at level 2'
    """
    ports = [(kind.level, f"{kind.inputs:,}/{kind.outputs:,}") for kind in found.kinds]
    return f"Inputs/outputs in use: {_by_level(ports)}"


def _by_level(counts: Sequence[tuple[int, str]]) -> str:
    """A figure of a switch, with the levels of such switches where not all are alike."""
    levels: dict[str, list[int]] = {}
    for level, count in counts:
        levels.setdefault(count, []).append(level)
    if len(levels) == 1:
        return f"{counts[0][1]} per switch"
    parts = []
    for count, of in levels.items():
        listed = [str(level) for level in dict.fromkeys(of)]
        last = f" and {listed[-1]}" if len(listed) > 1 else listed[0]
        parts.append(f"{count} at level{'s' if len(listed) > 1 else ''} {', '.join(listed[:-1])}{last}")
    return ", ".join(parts)


def number_text(value: Fraction | None) -> str:
    """A number with at most four decimals; none: that there is no closed form."""
    if value is None:
        return SEARCHED
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,.4f}".rstrip("0")


def range_text(parameter: Parameter) -> str:
    """Return the range of a parameter in words."""
    what = f"{parameter.lowest:,} to {parameter.highest:,}"
    if parameter.kind == "list":
        return f"{what} each, separated by -"
    if parameter.kind == "ratio":
        return "a number or a:b"
    return what


def why(error: FatdeskError, topology: Topology) -> str:
    """Return an error without the name of the family and its notation, which the form shows already."""
    text = str(error).removeprefix(f"network {topology.name}: ")
    return text.partition(": write ")[0]


def network_name_problem(project: Project, name: str, own: str = "") -> str:
    """Why a study cannot have a name; empty: it can."""
    if not NAME.fullmatch(name):
        return "the name takes letters, digits and . _ -, and begins with a letter or digit"
    if name != own and any(study.name == name for study in project.studies):
        return f"there is a network called {name} already: use another name"
    return ""


SCHEDULE_STUDIES = StudyKind[ScheduleStudy](
    "Schedule of",
    SCHEDULE_STUDY,
    SCHEDULED,
    held=lambda session: session.project.schedules,
    known=lambda session: session.schedules,
    arrived=lambda session: session.scheduled,
    add=lambda study: AddScheduleStudy(study=study),
    change=lambda study: ChangeScheduleStudy(study=study),
    renaming=lambda name, to: RenameScheduleStudy(name=name, to=to),
    remove=lambda name: RemoveScheduleStudy(name=name),
)
