"""What fault studies of the open project have measured, by what it was measured on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fatdesk.engine.faults.asked import FaultStudy
from fatdesk.engine.faults.results import FaultsOn, MeasuredFaults, merged_faults
from fatdesk.engine.sim.study import Simulated
from fatdesk.gui.session import Thing
from fatdesk.gui.simulations import Tag, file_state
from fatdesk.project.results import Results

if TYPE_CHECKING:
    from fatdesk.work.faults import WantedFaults

FAULTS, FAULT_CURVE = "fault-study", "fault-curve"
"""Kinds of things: a study, and a network of one."""


def fault_thing(study: str, network: str) -> Thing:
    """A network of a fault study as something that can be selected."""
    return Thing(FAULT_CURVE, f"{study}\n{network}")


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


class KnownFaults(NamedTuple):
    """A result, and whether it is of the network and of what is asked as they are now."""

    result: FaultResult
    holds: bool


class FaultResults:
    """Results of fault studies of the open project, found by what was measured.

    After an undo the results of the state before hold again.
    """

    def __init__(self, files: Results, network_state: Callable[[Simulated], str]) -> None:
        self.files = files
        self._network_state = network_state
        self._results: dict[Tag, FaultResult] = {}
        self._last: dict[tuple[str, str], Tag] = {}
        self._looked_for: frozenset[Tag] = frozenset()
        self._fresh: set[Tag] = set()
        self.folder: Path | None = None
        """Where files of flows lie whose paths are relative."""

    def tag(self, study: FaultStudy, network: Simulated) -> Tag:
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
        state = self._network_state(network)
        return Tag(state, sha256(msgspec.json.encode(asked, order="sorted")).hexdigest())

    def known_tags(self) -> frozenset[Tag]:
        """States of which anything was measured, or looked for in files."""
        return frozenset(self._results) | self._looked_for

    def restore(self, study: str, network: str, tag: Tag, on: FaultsOn | None) -> bool:
        """Take over what files hold of a state; whether there is anything."""
        self._looked_for |= {tag}
        found = None if on is None else self.files.of(on)
        if found is None:
            return False
        if tag not in self._results:
            self.put(study, network, FaultResult(tag, found))
        return True

    def put(self, study: str, network: str, result: FaultResult) -> None:
        """Take over what was measured; what was measured before of the same state stays."""
        before = self._results.get(result.tag)
        if before is not None:
            both = [some for some in (result.found, before.found) if some is not None]
            began = result.began or before.began
            result = FaultResult(result.tag, merged_faults(both), began, result.failed)
        self._results[result.tag] = result
        self._last[study, network] = result.tag
        if result.began is not None:
            self._fresh.add(result.tag)

    def keep(self) -> None:
        """Write what was measured since beside the project.

        Raises
        ------
        FatdeskError
            When it cannot be written; it stays known as long as the project is open.
        """
        fresh, self._fresh = self._fresh, set()
        for tag in sorted(fresh):
            found = self._results[tag].found
            if found is not None:
                self.files.put(found)

    def of(self, study: FaultStudy, network: Simulated) -> KnownFaults | None:
        """What is known of a network: of what it is now, else of what it was when it was measured last."""
        tag = self.tag(study, network)
        if tag in self._results:
            self._last[study.name, network.name] = tag
            return KnownFaults(self._results[tag], holds=True)
        last = self._last.get((study.name, network.name))
        return None if last is None else KnownFaults(self._results[last], holds=False)

    def missing(self, study: FaultStudy, number: int) -> "WantedFaults | None":
        """What of a network was not measured yet; None: nothing."""
        from fatdesk.work.faults import WantedFaults

        known = self._results.get(self.tag(study, study.networks[number]))
        found = None if known is None else known.found
        done = frozenset(found.counts) if found is not None else frozenset()
        counts = tuple(count for count in study.counts if count not in done)
        always = study.degradation is None and (found is None or found.always is None)
        return WantedFaults(number, counts, always) if counts or always else None

    def called_else(self, study: str, name: str) -> None:
        """A study has another name: what was measured of it last goes with it."""
        for (old, network), tag in list(self._last.items()):
            if old == study:
                self._last[name, network] = tag
