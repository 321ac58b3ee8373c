"""What was simulated for the open project: results by what was measured, and the load that drawings show."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from math import inf
from typing import NamedTuple

import msgspec

from fatdesk.engine.sim.point import Point
from fatdesk.engine.sim.study import Simulated, SimulationStudy, loads_of
from fatdesk.gui.session import Thing
from fatdesk.gui.settings import Settings

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
        When the state was read that was measured.
    failed
        Why there is nothing more; empty: nothing went wrong.
    highest
        The highest load that hosts can inject, where that is known.
    """

    tag: Tag
    scheme: str
    points: tuple[Point, ...]
    began: datetime
    failed: str = ""
    highest: float | None = None


@dataclass(frozen=True)
class LookedAt:
    """A load of a network whose links drawings colour: of which simulation, and which result."""

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

    def __init__(self, network_state: Callable[[str], str | None]) -> None:
        self._network_state = network_state
        self._results: dict[Tag, Result] = {}
        self._last: dict[tuple[str, str], Tag] = {}
        self.looked_at: LookedAt | None = None

    def tag(self, study: SimulationStudy, network: Simulated) -> Tag:
        """What the figures of a network of a study depend on now."""
        state = network.spec or self._network_state(network.fabric) or f"no fabric {network.fabric}"
        asked = (
            network.scheme,
            study.traffic,
            study.switching,
            study.duration,
            study.seeds,
            study.first_seed,
        )
        return Tag(state, sha256(msgspec.json.encode(asked, order="sorted")).hexdigest())

    def put(self, study: str, network: str, result: Result) -> None:
        """Take over what was measured; points at other loads that were measured before stay."""
        before = self._results.get(result.tag)
        if before is not None:
            points = {point.offered: point for point in (*before.points, *result.points)}
            result = replace(result, points=tuple(points[load] for load in sorted(points)))
        self._results[result.tag] = result
        self._last[study, network] = result.tag

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
        began = max(known.result.began for known in found)
        seconds = sum(point.seconds for known in found for point in known.result.points)
        points = sum(len(known.result.points) for known in found)
        engine = "flits" if study.switching.switching == "wormhole" else "packets"
        return [
            ("Measured on", f"state of {began:%H:%M}", ""),
            ("Engine", engine, ""),
            ("Points", f"{points:,}", ""),
            ("Processor time", f"{seconds:,.1f}", "s"),
        ]
