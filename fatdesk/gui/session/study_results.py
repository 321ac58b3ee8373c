"""Results of the studies of the open project, found by the inputs they were measured on."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.settings import Settings
from fatdesk.gui.widgets.dates import clock_text
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.results import MeasuredSchedule
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.measurement import Measured, State, Wanted
from fatdesk.project.studies.measurements import kind_of_tag, measurement_of
from fatdesk.project.studies.results import Results
from fatdesk.project.studies.schedule import ScheduleResult, on_network

WORKERS = "simulation-workers"


def worker_count(settings: Settings) -> int:
    """Return the number of parallel runs; by default the number of processors."""
    return settings.get(WORKERS, int, len(os.sched_getaffinity(0)) if _LINUX else os.cpu_count() or 1)


_LINUX = hasattr(os, "sched_getaffinity")


class Tag(NamedTuple):
    """Key of the results of a network: the network, and parameters except loads and numbers of failures."""

    network: str
    requested: str


def tag_of(network: str, requested: tuple[Any, ...]) -> Tag:
    """Return the tag of a network, by a text that identifies its state, with the parameters."""
    return Tag(network, sha256(msgspec.json.encode(requested, order="sorted")).hexdigest())


def file_state(pattern: str, folder: Path | None) -> tuple[int, int] | None:
    """Return time and size of a file of flows; None: it is no file."""
    if any(pattern == known.NAME for known in PATTERNS) or "\0" in pattern:
        return None
    try:
        found = ((folder or Path()) / pattern).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


AnyStudy = TypeVar("AnyStudy", bound=Study)
AnyMeasured = TypeVar("AnyMeasured", bound=Measured)


@dataclass(frozen=True, eq=False)
class Result(Generic[AnyMeasured]):
    """Results of a network.

    Attributes
    ----------
    found
        None where it could not be measured.
    began
        When the state was read that was measured; None: when an earlier window was open.
    failed
        Why there is nothing more; empty: nothing went wrong.
    highest
        The highest load or number of failures that the network can have, where that is known.
    """

    tag: Tag
    found: AnyMeasured | None = None
    began: datetime | None = None
    failed: str = ""
    highest: float | None = None


class Known(NamedTuple, Generic[AnyMeasured]):
    """A result, and whether it belongs to the present network and parameters."""

    result: Result[AnyMeasured]
    holds: bool


class StudyResults(Generic[AnyStudy, AnyMeasured]):
    """Results of studies of one kind; nothing of them is decided, so nothing of them is undone.

    They are found by what was measured: after an undo the results of the state before hold again.

    Parameters
    ----------
    fabric_state
        The digest of a fabric by its name; None: there is none, or it cannot be built.
    plan_state
        The digest of what growth stages depend on.
    """

    def __init__(
        self,
        files: Results,
        fabric_state: Callable[[str], str | None],
        plan_state: Callable[[], str] = lambda: "",
    ) -> None:
        self.files = files
        self.fabric_state, self.plan_state = fabric_state, plan_state
        self.folder: Path | None = None
        """Folder of files of flows with relative paths."""
        self._results: dict[Tag, Result[AnyMeasured]] = {}
        self._last: dict[tuple[str, str], Tag] = {}
        self._looked_for: frozenset[Tag] = frozenset()
        self._fresh: set[Tag] = set()
        """States of which something was measured that is in no file yet."""

    def network_state(self, network: StudyNetwork) -> str:
        """Return a text that identifies the present state of a network."""
        if network.stage:
            return f"{network.source} {self.plan_state()}"
        return network.spec or self.fabric_state(network.fabric) or f"no fabric {network.fabric}"

    def tag(self, study: AnyStudy, network: StudyNetwork) -> Tag:
        """Return the present key of the results of a network of a study."""
        measurement = measurement_of(study)
        traffic = measurement.traffic(study)
        flows = None if traffic is None else file_state(traffic, self.folder)
        return tag_of(self.network_state(network), (*measurement.requested(study, network), flows))

    def known_tags(self) -> frozenset[Tag]:
        """States of which anything was measured, or looked for in files."""
        return frozenset(self._results) | self._looked_for

    def restore(self, study: str, network: str, tag: Tag, state: State | None) -> bool:
        """Load the results of a state from files, as a worker found it; return whether there are any."""
        self._looked_for |= {tag}
        found: Any = None if state is None else self.files.of(state.on)
        if state is None or found is None:
            return False
        if tag not in self._results:
            self.put(study, network, Result(tag, found, highest=state.highest))
        return True

    def put(self, study: str, network: str, result: Result[AnyMeasured]) -> None:
        """Store a result, together with what was measured before of the same state."""
        before = self._results.get(result.tag)
        self._results[result.tag] = result if before is None else self._together(before, result)
        self._last[study, network] = result.tag
        if result.began is not None:
            self._fresh.add(result.tag)

    def _together(self, before: Result[AnyMeasured], now: Result[AnyMeasured]) -> Result[AnyMeasured]:
        """Return earlier and new results of the same state together."""
        both = [one.found for one in (now, before) if one.found is not None]
        found = kind_of_tag(both[0].on).merged(both) if both else None
        return Result(now.tag, found, now.began or before.began, now.failed, now.highest or before.highest)

    def keep(self) -> None:
        """Write results that are in no file yet into the folder next to the project.

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

    def of(self, study: AnyStudy, network: StudyNetwork) -> Known[AnyMeasured] | None:
        """Return the results of a network in its present state, else the last ones measured."""
        tag = self.tag(study, network)
        if tag in self._results:
            self._last[study.name, network.name] = tag
            return Known(self._results[tag], holds=True)
        last = self._last.get((study.name, network.name))
        return None if last is None else Known(self._results[last], holds=False)

    def now(self, study: AnyStudy, network: StudyNetwork) -> Result[AnyMeasured] | None:
        """Return the results of a network in its present state."""
        return self._results.get(self.tag(study, network))

    def missing(self, study: AnyStudy, number: int) -> Wanted | None:
        """Return the missing measurements of a network; None: there are none."""
        known = self.now(study, study.networks[number])
        found, highest = (None, None) if known is None else (known.found, known.highest)
        return measurement_of(study).lacking(study, number, found, highest)

    def called_else(self, study: str, name: str) -> None:
        """A study has another name: what was measured of it last goes with it."""
        for (old, network), tag in list(self._last.items()):
            if old == study:
                self._last[name, network] = tag


@dataclass(frozen=True)
class LookedAt:
    """The load of a network whose links drawings colour: of which simulation, and which result."""

    study: str
    network: StudyNetwork
    load: float
    tag: Tag
    point: Point


class Simulations(StudyResults[SimulationStudy, MeasuredCurve]):
    """Results of simulations of the open project.

    Attributes
    ----------
    looked_at
        What drawings show the links of; None: nothing was chosen.
    """

    looked_at: LookedAt | None = None

    def rows(self, study: SimulationStudy) -> list[tuple[str, str, str]]:
        """Return the rows about the results of a study: title, value, unit."""
        found = [known for network in study.networks if (known := self.of(study, network)) is not None]
        if not found:
            return []
        began = max((known.result.began for known in found if known.result.began is not None), default=None)
        every = [point for known in found for point in points_of(known.result)]
        engine = "flits" if study.switching.switching == "wormhole" else "packets"
        rows = [
            (
                "Measured on",
                "state of an earlier session" if began is None else f"state of {clock_text(began)}",
                "",
            ),
            ("Engine", engine, ""),
            ("Points", f"{len(every):,}", ""),
        ]
        if all(point.seconds for point in every):  # files do not have it
            rows.append(("Processor time", f"{sum(point.seconds for point in every):,.1f}", "s"))
        return rows


class FaultResults(StudyResults[FaultStudy, MeasuredFaults]):
    """Results of fault studies of the open project."""


MOST_SHOWN = 16
"""Schedules that are kept on their networks."""


class ScheduleResults(StudyResults[ScheduleStudy, MeasuredSchedule]):
    """Results of schedule studies of the open project; those of fabrics depend on places, too."""

    def __init__(
        self,
        files: Results,
        fabric_state: Callable[[str], str | None],
        places: Callable[[str], str | None],
        derived: Callable[[], Derived],
        plan_state: Callable[[], str] = lambda: "",
    ) -> None:
        super().__init__(files, fabric_state, plan_state)
        self._places, self._derived = places, derived
        self._shown: dict[tuple[str, str], ScheduleResult] = {}

    def network_state(self, network: StudyNetwork) -> str:
        """Return a text that identifies the present state of a network and the places of a fabric."""
        state = super().network_state(network)
        return f"{state} {self._places(network.placed)}" if network.placed else state

    def shown(self, study: ScheduleStudy, network: StudyNetwork) -> ScheduleResult | None:
        """Return the results of a network on that network; None: nothing is known of it.

        An outdated result is shown on the network that it was measured on, as long as that is kept.
        """
        known = self.of(study, network)
        found = None if known is None else known.result.found
        if known is None or found is None or found.nothing:
            return None
        key = (study.name, network.name)
        kept = self._shown.get(key)
        if kept is not None and kept.found is found and (kept.requested == network or not known.holds):
            return kept
        try:
            made = on_network(self._derived(), study, network, found, self.folder)
        except FatdeskError:
            return None
        self._shown.pop(key, None)
        while len(self._shown) >= MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        self._shown[key] = made
        return made


def points_of(result: Result[MeasuredCurve]) -> tuple[Point, ...]:
    """The points of a simulation, from the lowest load up."""
    return () if result.found is None else result.found.points
