"""What fault studies of the open project have measured, by what it was measured on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from fatdesk.gui.results.study_results import StudyResults, Tag, file_state, tag_of
from fatdesk.networks.fault_tolerance.results import FaultsOn, MeasuredFaults, merged_faults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.studies.results import Results

if TYPE_CHECKING:
    from fatdesk.tasks.faults import WantedFaults


@dataclass(frozen=True, eq=False)
class FaultResult:
    """What was measured of a network.

    Attributes
    ----------
    began
        When the state was read that was measured; None: when an earlier window was open.
    failed
        Why there is nothing more; empty: nothing went wrong.
    """

    tag: Tag
    found: MeasuredFaults | None
    began: datetime | None = None
    failed: str = ""


class FaultResults(StudyResults[FaultStudy, FaultResult]):
    """Results of fault studies of the open project."""

    def __init__(self, files: Results, network_state: Callable[[StudyNetwork], str]) -> None:
        super().__init__(files)
        self._network_state = network_state

    def tag(self, study: FaultStudy, network: StudyNetwork) -> Tag:
        """What the figures of a network of a study depend on now, besides the numbers of faults."""
        slow = study.degradation
        asked = (
            network.scheme,
            study.faults,
            study.seed,
            study.combinations if slow is None else None,
            slow,
            None if slow is None else file_state(slow.traffic.pattern, self.folder),
        )
        return tag_of(self._network_state(network), asked)

    def _restored(self, tag: Tag, state: FaultsOn) -> FaultResult | None:
        found = self.files.of(state)
        return None if found is None else FaultResult(tag, found)

    def _together(self, before: FaultResult, now: FaultResult) -> FaultResult:
        both = [some for some in (now.found, before.found) if some is not None]
        return FaultResult(now.tag, merged_faults(both), now.began or before.began, now.failed)

    def _kept(self, result: FaultResult) -> MeasuredFaults | None:
        return result.found

    def missing(self, study: FaultStudy, number: int) -> "WantedFaults | None":
        """What of a network was not measured yet; None: nothing."""
        from fatdesk.tasks.faults import WantedFaults

        known = self.now(study, study.networks[number])
        found = None if known is None else known.found
        done = frozenset(found.counts) if found is not None else frozenset()
        counts = tuple(count for count in study.counts if count not in done)
        always = study.degradation is None and (found is None or found.always is None)
        return WantedFaults(number, counts, always) if counts or always else None
