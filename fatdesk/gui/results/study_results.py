"""What studies of the open project have measured, found by what it was measured on."""

import os
from abc import ABC, abstractmethod
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from fatdesk.gui.settings import Settings
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.studies.results import Results

WORKERS = "simulation-workers"


def worker_count(settings: Settings) -> int:
    """How many runs are made at the same time; at first as many as there are processors."""
    return settings.get(WORKERS, int, len(os.sched_getaffinity(0)) if _LINUX else os.cpu_count() or 1)


_LINUX = hasattr(os, "sched_getaffinity")


class Tag(NamedTuple):
    """What figures of a network depend on: itself, and what is asked of it but loads or numbers of faults."""

    network: str
    asked: str


def tag_of(network: str, asked: tuple[Any, ...]) -> Tag:
    """The tag of a network whose state is told by text, and of what is asked of it."""
    return Tag(network, sha256(msgspec.json.encode(asked, order="sorted")).hexdigest())


def file_state(pattern: str, folder: Path | None) -> tuple[int, int] | None:
    """When a file of flows was changed, and its size; None: it is no file."""
    if any(pattern == known.NAME for known in PATTERNS) or "\0" in pattern:
        return None
    try:
        found = ((folder or Path()) / pattern).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class Tagged(Protocol):
    """What was measured of a network."""

    @property
    def tag(self) -> Tag:
        """What it was measured on."""

    @property
    def began(self) -> datetime | None:
        """When the state was read that was measured; None: when an earlier window was open."""

    @property
    def failed(self) -> str:
        """Why there is nothing more; empty: nothing went wrong."""


AnyStudy = TypeVar("AnyStudy", SimulationStudy, FaultStudy)
AnyResult = TypeVar("AnyResult", bound=Tagged)


class Known(NamedTuple, Generic[AnyResult]):
    """A result, and whether it is of the network and of what is asked as they are now."""

    result: AnyResult
    holds: bool


class StudyResults(ABC, Generic[AnyStudy, AnyResult]):
    """Results of studies of one kind; nothing of them is decided, so nothing of them is undone.

    They are found by what was measured: after an undo the results of the state before hold again.
    """

    def __init__(self, files: Results) -> None:
        self.files = files
        self.folder: Path | None = None
        """Where files of flows lie whose paths are relative."""
        self._results: dict[Tag, AnyResult] = {}
        self._last: dict[tuple[str, str], Tag] = {}
        self._looked_for: frozenset[Tag] = frozenset()
        self._fresh: set[Tag] = set()
        """States of which something was measured that is in no file yet."""

    @abstractmethod
    def tag(self, study: AnyStudy, network: StudyNetwork) -> Tag:
        """What the figures of a network of a study depend on now."""

    @abstractmethod
    def _restored(self, tag: Tag, state: Any) -> AnyResult | None:
        """What files hold of a state; None: nothing."""

    @abstractmethod
    def _together(self, before: AnyResult, now: AnyResult) -> AnyResult:
        """What was measured before and what was measured now of the same state."""

    @abstractmethod
    def _kept(self, result: AnyResult) -> MeasuredCurve | MeasuredFaults | None:
        """What files take of a result; None: nothing was measured."""

    def known_tags(self) -> frozenset[Tag]:
        """States of which anything was measured, or looked for in files."""
        return frozenset(self._results) | self._looked_for

    def restore(self, study: str, network: str, tag: Tag, state: Any) -> bool:
        """Take over what files hold of a state, as a worker told it; whether there is anything."""
        self._looked_for |= {tag}
        found = None if state is None else self._restored(tag, state)
        if found is None:
            return False
        if tag not in self._results:
            self.put(study, network, found)
        return True

    def put(self, study: str, network: str, result: AnyResult) -> None:
        """Take over what was measured; what was measured before of the same state stays."""
        before = self._results.get(result.tag)
        self._results[result.tag] = result if before is None else self._together(before, result)
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
            kept = self._kept(self._results[tag])
            if kept is not None:
                self.files.put(kept)

    def of(self, study: AnyStudy, network: StudyNetwork) -> Known[AnyResult] | None:
        """What is known of a network: of what it is now, else of what it was when it was measured last."""
        tag = self.tag(study, network)
        if tag in self._results:
            self._last[study.name, network.name] = tag
            return Known(self._results[tag], holds=True)
        last = self._last.get((study.name, network.name))
        return None if last is None else Known(self._results[last], holds=False)

    def now(self, study: AnyStudy, network: StudyNetwork) -> AnyResult | None:
        """What is known of a network as it is now."""
        return self._results.get(self.tag(study, network))

    def called_else(self, study: str, name: str) -> None:
        """A study has another name: what was measured of it last goes with it."""
        for (old, network), tag in list(self._last.items()):
            if old == study:
                self._last[name, network] = tag
