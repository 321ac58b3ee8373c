"""What was simulated for the open project: results by what was measured, and the load that drawings show."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from math import inf
from typing import TYPE_CHECKING

from fatdesk.gui.results.study_results import StudyResults, Tag, file_state, tag_of
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import MeasuredCurve, MeasuredOn
from fatdesk.networks.simulation.study import SimulationStudy, loads_of
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.studies.results import Results, measured

if TYPE_CHECKING:
    from fatdesk.tasks.simulating import State


@dataclass(frozen=True, eq=False)
class Result:
    """What was measured of a network.

    Attributes
    ----------
    points
        From the lowest load up.
    began
        When the state was read that was measured; None: when an earlier window was open.
    on
        What it is kept by in files; None where nothing could be measured.
    failed
        Why there is nothing more; empty: nothing went wrong.
    highest
        The highest load that hosts can inject, where that is known.
    """

    tag: Tag
    points: tuple[Point, ...]
    began: datetime | None = None
    on: MeasuredOn | None = None
    failed: str = ""
    highest: float | None = None

    @property
    def scheme(self) -> str:
        """How packets were forwarded; empty: that is not known."""
        return "" if self.on is None else self.on.scheme


@dataclass(frozen=True)
class LookedAt:
    """The load of a network whose links drawings colour: of which simulation, and which result."""

    study: str
    network: StudyNetwork
    load: float
    tag: Tag
    point: Point


class Simulations(StudyResults[SimulationStudy, Result]):
    """Results of simulations of the open project.

    Attributes
    ----------
    looked_at
        What drawings show the links of; None: nothing was chosen.
    """

    def __init__(self, files: Results, network_state: Callable[[str], str | None]) -> None:
        super().__init__(files)
        self._network_state = network_state
        self.looked_at: LookedAt | None = None

    def network_state(self, network: StudyNetwork) -> str:
        """What tells a network as it is now from any other."""
        return network.spec or self._network_state(network.fabric) or f"no fabric {network.fabric}"

    def tag(self, study: SimulationStudy, network: StudyNetwork) -> Tag:
        """What the figures of a network of a study depend on now."""
        asked = (
            network.scheme,
            study.traffic,
            study.switching,
            study.duration,
            study.seeds,
            study.first_seed,
            file_state(study.traffic.pattern, self.folder),
        )
        return tag_of(self.network_state(network), asked)

    def _restored(self, tag: Tag, state: "State") -> Result | None:
        curve = self.files.of(state.on)
        return None if curve is None else Result(tag, curve.points, on=state.on, highest=state.highest)

    def _together(self, before: Result, now: Result) -> Result:
        """Points at other loads that were measured before stay."""
        points = {point.offered: point for point in (*before.points, *now.points)}
        return replace(
            now,
            points=tuple(points[load] for load in sorted(points)),
            on=now.on or before.on,
            highest=now.highest or before.highest,
        )

    def _kept(self, result: Result) -> MeasuredCurve | None:
        return measured(result.on, result.points) if result.on is not None and result.points else None

    def missing(self, study: SimulationStudy, network: StudyNetwork) -> tuple[float, ...]:
        """Loads that were not measured yet."""
        known = self.now(study, network)
        if known is None:
            return loads_of(study.loads)
        done, highest = {point.offered for point in known.points}, known.highest or inf
        return tuple(load for load in loads_of(study.loads) if load not in done and load <= highest)

    def rows(self, study: SimulationStudy) -> list[tuple[str, str, str]]:
        """What a panel tells of the results of a study: title, value, unit."""
        found = [known for network in study.networks if (known := self.of(study, network)) is not None]
        if not found:
            return []
        began = max((known.result.began for known in found if known.result.began is not None), default=None)
        seconds = sum(point.seconds for known in found for point in known.result.points)
        points = sum(len(known.result.points) for known in found)
        engine = "flits" if study.switching.switching == "wormhole" else "packets"
        return [
            ("Measured on", "state of an earlier day" if began is None else f"state of {began:%H:%M}", ""),
            ("Engine", engine, ""),
            ("Points", f"{points:,}", ""),
            ("Processor time", f"{seconds:,.1f}", "s"),
        ]
