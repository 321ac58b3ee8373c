"""Runs of a simulation study: at the loads that are missing, or as a bisection asks for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import SignalInstance

from fatdesk.gui.results.simulations import Result, Simulations
from fatdesk.gui.results.study_results import Tag
from fatdesk.gui.studies.running import StudyRunner
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document
    from fatdesk.tasks.simulating import Measured


class Asked(NamedTuple):
    """A network under way: its name, and what it was when the run began."""

    network: StudyNetwork
    tag: Tag
    loads: tuple[float, ...]
    """Those that are measured; empty: a bisection asks for them."""


class Runner(StudyRunner[SimulationStudy, Asked, "Measured"]):
    """One run of simulations at a time."""

    def start(self, study: SimulationStudy, numbers: Sequence[int]) -> bool:
        """Measure some networks of a study at the loads that are missing; whether there are any."""
        from fatdesk.tasks.simulating import Wanted, simulate

        if not self.may_begin:
            return False
        known = self._desk.session.simulations
        asked: dict[int, Asked] = {}
        for number in numbers:
            network = study.networks[number]
            loads = known.missing(study, network)
            if loads:
                asked[number] = Asked(network, known.tag(study, network), loads)
        if not asked:
            return False
        wanted = [Wanted(number, one.loads) for number, one in asked.items()]
        self._begin(f"Simulate {study.name}", simulate, study, wanted, asked)
        return True

    def find_saturation(self, study: SimulationStudy, numbers: Sequence[int]) -> None:
        """Measure some networks of a study at the loads that a bisection asks for."""
        from fatdesk.tasks.simulating import saturate

        if not self.may_begin:
            return
        known, networks = self._desk.session.simulations, study.networks
        asked = {n: Asked(networks[n], known.tag(study, networks[n]), ()) for n in numbers}
        self._begin(f"Saturation of {study.name}", saturate, study, list(numbers), asked)

    def _results(self, document: "Document") -> Simulations:
        return document.simulations

    def _result(self, asked: Asked, one: "Measured") -> Result | None:
        if not one.points and not one.wrong:
            return None
        return Result(asked.tag, one.points, self._began, one.on, one.wrong, one.highest)

    @property
    def _told(self) -> SignalInstance:
        return self._desk.session.simulated
