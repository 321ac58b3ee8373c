"""Runs of a fault study: what of its networks was not measured yet."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import SignalInstance

from fatdesk.gui.results.faults import FaultResult, FaultResults
from fatdesk.gui.results.study_results import Tag
from fatdesk.gui.studies.running import StudyRunner
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import StudyNetwork

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document
    from fatdesk.tasks.faults import FaultsFound


class AskedFaults(NamedTuple):
    """A network under way: what it was when the run began, and what is asked of it."""

    network: StudyNetwork
    tag: Tag
    counts: tuple[int, ...]
    always: bool


class FaultRunner(StudyRunner[FaultStudy, AskedFaults, "FaultsFound"]):
    """One run of fault studies at a time."""

    def start(self, study: FaultStudy, numbers: Sequence[int]) -> bool:
        """Measure what is missing of some networks of a study; whether there is anything."""
        from fatdesk.tasks.faults import measure_faults

        if not self.may_begin:
            return False
        known = self._desk.session.faults
        wanted = [some for number in numbers if (some := known.missing(study, number)) is not None]
        if not wanted:
            return False
        asked = {}
        for some in wanted:
            network = study.networks[some.network]
            tag = known.tag(study, network)
            asked[some.network] = AskedFaults(network, tag, some.counts, some.always)
        self._begin(f"Faults of {study.name}", measure_faults, study, wanted, asked)
        return True

    def _results(self, document: "Document") -> FaultResults:
        return document.faults

    def _result(self, asked: AskedFaults, one: "FaultsFound") -> FaultResult | None:
        if not one.wrong and (one.found is None or one.found.nothing):
            return None
        return FaultResult(asked.tag, one.found, self._began, one.wrong)

    @property
    def _told(self) -> SignalInstance:
        return self._desk.session.faulted
