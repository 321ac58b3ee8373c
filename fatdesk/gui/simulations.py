"""What was simulated for the open project: results by what was measured, and the load that drawings show."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fatdesk.engine.sim.point import Point
from fatdesk.engine.sim.results import MeasuredOn
from fatdesk.engine.sim.study import Simulated, SimulationStudy, loads_of
from fatdesk.engine.traffic import PATTERNS
from fatdesk.gui.session import Thing
from fatdesk.gui.settings import Settings
from fatdesk.project.results import Results, measured

if TYPE_CHECKING:
    from fatdesk.work.simulating import State

SIMULATION, CURVE = "simulation", "curve"
"""Kinds of things: a study, and a network of one."""
WORKERS = "simulation-workers"


def curve_thing(study: str, network: str) -> Thing:
    """A network of a study as something that can be selected."""
    return Thing(CURVE, f"{study}\n{network}")


def split_curve(curve_id: str) -> tuple[str, str]:
    """The study and the network of the id of a curve.

    >>> split_curve(curve_thing("Uniform", "FTA").id)
    ('Uniform', 'FTA')
    """
    study, _, network = curve_id.partition("\n")
    return study, network


def worker_count(settings: Settings) -> int:
    """How many runs are made at the same time; at first as many as there are processors."""
    return settings.get(WORKERS, int, len(os.sched_getaffinity(0)) if _LINUX else os.cpu_count() or 1)


def file_state(pattern: str, folder: Path | None) -> tuple[int, int] | None:
    """When a file of flows was changed, and its size; None: it is no file."""
    if any(pattern == known.NAME for known in PATTERNS) or "\0" in pattern:
        return None
    try:
        found = ((folder or Path()) / pattern).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


_LINUX = hasattr(os, "sched_getaffinity")


class Tag(NamedTuple):
    """What figures of a network depend on, besides its loads: the network itself, and what is asked of it."""

    network: str
    asked: str


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
    network: Simulated
    load: float
    tag: Tag
    point: Point


class Known(NamedTuple):
    """A result, and whether it is of the network and of what is asked as they are now."""

    result: Result
    holds: bool


class Simulations:
    """Results of simulations of the open project; nothing of them is decided, so nothing of them is undone.

    They are found by what was measured: after an undo the results of the state before hold again.

    Attributes
    ----------
    looked_at
        What drawings show the links of; None: nothing was chosen.
    """

    def __init__(self, files: Results, network_state: Callable[[str], str | None]) -> None:
        self.files = files
        self._network_state = network_state
        self._results: dict[Tag, Result] = {}
        self._last: dict[tuple[str, str], Tag] = {}
        self._looked_for: frozenset[Tag] = frozenset()
        self._fresh: set[Tag] = set()
        """States of which something was measured that is in no file yet."""
        self.folder: Path | None = None
        """Where files of flows lie whose paths are relative."""
        self.looked_at: LookedAt | None = None

    def network_state(self, network: Simulated) -> str:
        """What tells a network as it is now from any other."""
        return network.spec or self._network_state(network.fabric) or f"no fabric {network.fabric}"

    def tag(self, study: SimulationStudy, network: Simulated) -> Tag:
        """What the figures of a network of a study depend on now."""
        state = self.network_state(network)
        asked = (
            network.scheme,
            study.traffic,
            study.switching,
            study.duration,
            study.seeds,
            study.first_seed,
            file_state(study.traffic.pattern, self.folder),
        )
        return Tag(state, sha256(msgspec.json.encode(asked, order="sorted")).hexdigest())

    def known_tags(self) -> frozenset[Tag]:
        """States of which anything was measured, or looked for in files."""
        return frozenset(self._results) | self._looked_for

    def restore(self, study: str, network: str, tag: Tag, state: "State | None") -> bool:
        """Take over what files hold of a state; whether there is anything."""
        self._looked_for |= {tag}
        curve = None if state is None else self.files.of(state.on)
        if curve is None or state is None:
            return False
        if tag not in self._results:
            self.put(study, network, Result(tag, curve.points, on=state.on, highest=state.highest))
        return True

    def keep(self) -> None:
        """Write what was measured since beside the project.

        Raises
        ------
        FatdeskError
            When it cannot be written; it stays known as long as the project is open.
        """
        fresh, self._fresh = self._fresh, set()
        for tag in sorted(fresh):
            result = self._results[tag]
            if result.on is not None and result.points:
                self.files.put(measured(result.on, result.points))

    def put(self, study: str, network: str, result: Result) -> None:
        """Take over what was measured; points at other loads that were measured before stay."""
        before = self._results.get(result.tag)
        if before is not None:
            points = {point.offered: point for point in (*before.points, *result.points)}
            result = replace(
                result,
                points=tuple(points[load] for load in sorted(points)),
                on=result.on or before.on,
                highest=result.highest or before.highest,
            )
        self._results[result.tag] = result
        self._last[study, network] = result.tag
        if result.began is not None:
            self._fresh.add(result.tag)

    def of(self, study: SimulationStudy, network: Simulated) -> Known | None:
        """What is known of a network: of what it is now, else of what it was when it was measured last."""
        tag = self.tag(study, network)
        if tag in self._results:
            self._last[study.name, network.name] = tag
            return Known(self._results[tag], holds=True)
        last = self._last.get((study.name, network.name))
        return None if last is None else Known(self._results[last], holds=False)

    def missing(self, study: SimulationStudy, network: Simulated) -> tuple[float, ...]:
        """Loads that were not measured yet."""
        known = self._results.get(self.tag(study, network))
        if known is None:
            return loads_of(study.loads)
        done, highest = {point.offered for point in known.points}, known.highest or inf
        return tuple(load for load in loads_of(study.loads) if load not in done and load <= highest)

    def called_else(self, study: str, name: str) -> None:
        """A study has another name: what was measured of it last goes with it."""
        for (old, network), tag in list(self._last.items()):
            if old == study:
                self._last[name, network] = tag

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
