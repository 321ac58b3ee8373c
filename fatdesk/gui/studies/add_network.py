"""Networks for a study: a fabric of the project, a reference network, or a new one by topology."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from fatdesk.gui.analysis.study_kinds import name_problem
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import AnyStudy
from fatdesk.gui.topology.network_card import NetworkCard
from fatdesk.gui.widgets.menu_button import MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.networks.study import StudyNetwork


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, with a number where it is taken; the copy of a numbered one gets the next number.

    >>> free_name("FTA", ["FTA", "FTA 2"]), free_name("Uniform 2", ["Uniform", "Uniform 2"])
    ('FTA 3', 'Uniform 3')
    >>> free_name("Fig. 9", ["Fig. 9"])
    'Fig. 9 2'
    """
    if name not in taken:
        return name
    stem, _, number = name.rpartition(" ")
    if not number.isdecimal() or stem not in taken:
        stem = name
    return next(f"{stem} {n}" for n in range(2, len(taken) + 3) if f"{stem} {n}" not in taken)


def with_network(study: AnyStudy, network: StudyNetwork) -> AnyStudy:
    """The study with one network more, under a name that is free."""
    name = free_name(network.name, [some.name for some in study.networks])
    return replace(study, networks=(*study.networks, replace(network, name=name)))


def networks_of(session: Session) -> list[tuple[str, StudyNetwork]]:
    """Return the networks of the project that can be simulated, with their descriptions."""
    fabrics = [fabric.name for fabric in session.derived.fabrics]
    found = [(f"Fabric {name}", StudyNetwork(name=name, fabric=name)) for name in fabrics]
    return found + [
        (f"{study.name}: {study.spec}", StudyNetwork(name=study.name, spec=study.spec))
        for study in session.project.studies
    ]


class AddButton(MenuButton):
    """Add network; ``wanted`` carries one, ``typing_asked`` that a family shall be chosen."""

    wanted = Signal(object)
    typing_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "plus", "Add network", "Add a network to this study")
        self._session = desk.session
        self.menu_of = TickMenu(self)
        self.menu_of.aboutToShow.connect(self.fill)
        self.setMenu(self.menu_of)

    def fill(self) -> None:
        """Offer what there is now."""
        menu = self.menu_of
        menu.clear()
        offered = networks_of(self._session) if self._session.is_open else []
        for title, network in offered:
            entry = menu.addAction(menu_text(title))
            entry.triggered.connect(lambda _=False, network=network: self.wanted.emit(network))
        if offered:
            menu.addSeparator()
        menu.addAction("Type a network…").triggered.connect(lambda _=False: self.typing_asked.emit())


class SimulatedCard(NetworkCard):
    """The family and its parameters of a network that is put into a study.

    ``taken`` returns the names of networks of the study, ``put`` adds one and returns whether that was done.
    """

    def __init__(
        self,
        desk: Desk,
        parent: QWidget,
        taken: Callable[[], set[str]],
        put: Callable[[StudyNetwork], bool],
    ) -> None:
        super().__init__(desk, parent)
        self._taken, self._put = taken, put
        self.title.setText("Add network to the study")

    def taken(self) -> set[str]:
        """Names of networks of the study."""
        return self._taken()

    def problem_with(self, name: str) -> str:
        """Why the network cannot have a name; empty: it can."""
        return name_problem(name, sorted(self.taken()))

    def put(self, name: str, spec: str) -> bool:
        """Put the network into the study; whether that was done."""
        return self._put(StudyNetwork(name=name, spec=spec))
