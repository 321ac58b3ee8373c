"""Results of simulation studies: curves with what they were measured on, as files and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import (
    FIRST_KIND,
    MAX_BYTES,
    Digest,
    Number,
    array_of,
    digest_of,
    file_bytes,
    head_of,
    whole,
)
from fatdesk.core.struct import Struct
from fatdesk.networks.simulation.point import BASE_LOAD, Fairness, Latency, Point, throughput
from fatdesk.networks.simulation.study import (
    MOST_LOADS,
    Duration,
    Load,
    SimulationStudy,
    Switching,
    TrafficParameters,
)
from fatdesk.networks.topologies.spec import LONGEST

MODEL = 1
"""Raised whenever an engine gives other figures for the same input: earlier results do not hold then."""
FORMAT = 1
KIND = FIRST_KIND
"""Not stated in the heads of curves."""
MOST_LOAD_BYTES = MAX_BYTES // 2

Figure = float | int | bool | None


class MeasuredOn(Struct, frozen=True, kw_only=True):
    """Inputs that the figures of a curve depend on, besides the load.

    Attributes
    ----------
    network
        Digest of the network with its nodes, links and ports.
    spec
        Family and parameters, where it was made from these; empty for a fabric.
    hosts, channels
        Of the network.
    scheme
        How packets were forwarded, never ``usual``.
    flows
        Digest of the flows, where the traffic came from a file.
    model
        The version of the engines.
    """

    network: Digest
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    hosts: Number
    channels: Number
    scheme: Annotated[str, Meta(min_length=1, max_length=60)]
    traffic: TrafficParameters
    flows: Digest | None = None
    switching: Switching
    duration: Duration
    seeds: Annotated[int, Meta(ge=1, le=1000)]
    first_seed: Annotated[int, Meta(ge=0, le=1 << 31)]
    model: Annotated[int, Meta(ge=1, le=1 << 31)] = MODEL

    @property
    def digest(self) -> str:
        """Distinguishes one of these from another; defaults count as they are, said or not."""
        return digest_of(self)


@dataclass(frozen=True, eq=False)
class MeasuredCurve:
    """Points of one network, from the lowest load up; not all that were requested if a run was stopped.

    Attributes
    ----------
    program
        Version of the program that measured, for people.
    """

    on: MeasuredOn
    points: tuple[Point, ...]
    program: str = ""

    @property
    def loads(self) -> tuple[float, ...]:
        """The loads that are measured."""
        return tuple(point.offered for point in self.points)

    @property
    def keys(self) -> tuple[float, ...]:
        """Keys of its points: the loads."""
        return self.loads

    @property
    def nothing(self) -> bool:
        """Whether nothing is measured at all."""
        return not self.points

    @property
    def base_latency(self) -> float | None:
        """Mean latency at a load of BASE_LOAD, cycles; None where that was not measured."""
        return next((point.latency.mean for point in self.points if point.offered == BASE_LOAD), None)

    @property
    def throughput(self) -> float | None:
        """The most traffic that was accepted at any load, flits per cycle and host that sends."""
        return throughput(self.points)


@dataclass(frozen=True, eq=False)
class StudyResult:
    """A study, and for each of its networks what was measured; None: nothing that holds.

    Attributes
    ----------
    verdict
        A sentence on the networks that were measured; empty: none was, or it is not stated.
    """

    study: SimulationStudy
    curves: tuple[MeasuredCurve | None, ...]
    verdict: str = ""

    def without_channel_loads(self) -> "StudyResult":
        """The same without what is large, to be sent to another process."""
        none = np.zeros(0, np.float32)

        def lean(curve: MeasuredCurve) -> MeasuredCurve:
            return replace(curve, points=tuple(replace(one, channel_load=none) for one in curve.points))

        return replace(self, curves=tuple(curve and lean(curve) for curve in self.curves))

    @property
    def points(self) -> int:
        """Number of points."""
        return sum(len(curve.points) for curve in self.curves if curve is not None)


class Head(Struct, frozen=True, kw_only=True):
    """Head of a file, read before its figures: inputs and loads."""

    format: Annotated[int, Meta(ge=1, le=1 << 31)]
    program: Annotated[str, Meta(max_length=60)]
    on: MeasuredOn
    loads: Annotated[tuple[Load, ...], Meta(min_length=1, max_length=MOST_LOADS)]
    channel_loads: bool


def figures_of(point: Point) -> dict[str, Figure]:
    """All figures of a point by name, without the loads of channels and without processor time.

    Processor time is the one figure that the same input does not give again.
    """
    flat: dict[str, Figure] = {}
    for name, value in vars(point).items():
        if name in ("channel_load", "seconds"):
            continue
        if isinstance(value, Latency):
            flat |= {f"{name}_{inner}": found for inner, found in asdict(value).items()}
        elif name == "fairness":
            inside = {"jain": None, "least": None, "most": None} if value is None else asdict(value)
            flat |= {f"fairness_{inner}": found for inner, found in inside.items()}
        else:
            flat[name] = value
    return flat


_WHOLE = ("latency_most", "network_latency_most", "packets", "flit_hops", "warmup", "cycles", "seeds")
_OPTIONAL = ("accepted_ci95", *(f"{a}latency_{b}" for a in ("", "network_") for b in Latency.__match_args__))
_FIGURES = tuple(
    figures_of(
        Point(0, 0, None, Latency(), Latency(), 0, 0, 0, 0, 0, 0, True, None, np.zeros(0, np.float32), 0, 0)
    )
)
"""Names of all figures, in their order."""


def merged(curves: Iterable[MeasuredCurve]) -> MeasuredCurve | None:
    """The points of several curves of one tag; where two have a load, that of the first."""
    points: dict[float, Point] = {}
    first: MeasuredCurve | None = None
    for curve in curves:
        first = first or curve
        for point in curve.points:
            points.setdefault(point.offered, point)
    return replace(first, points=tuple(points[load] for load in sorted(points))) if first else None


def curve_bytes(curve: MeasuredCurve) -> bytes:
    """A curve with one point or more as a file, the same for the same figures.

    Loads of channels are left out where they are not known at all points, or too large.
    """
    kept = all(len(point.channel_load) == curve.on.channels for point in curve.points)
    kept &= 4 * curve.on.channels * len(curve.points) <= MOST_LOAD_BYTES
    head = {
        "format": FORMAT,
        "program": curve.program,
        "on": whole(curve.on),
        "loads": list(curve.loads),
        "channel_loads": kept,
    }
    columns = _columns([figures_of(point) for point in curve.points])
    if kept:
        columns["channel_load"] = np.stack([point.channel_load for point in curve.points])
    return file_bytes(head, columns)


def curve_head(members: Mapping[str, bytes]) -> Head:
    """The head of what is in a file; raises as :func:`curve_of`."""
    return head_of(members, Head, FORMAT)


def curve_of(members: Mapping[str, bytes]) -> MeasuredCurve:
    """The curve of what is in a file, by name of its members.

    Raises
    ------
    FatdeskError
        When it is no such file, of a newer program, damaged, or holds what cannot be.
    """
    head = curve_head(members)
    count = len(head.loads)
    rows: list[dict[str, Any]] = [{} for _ in range(count)]
    for name in _FIGURES:
        for row, value in zip(rows, _column(members, name, count), strict=True):
            row[name] = value
    if head.channel_loads:
        loads = array_of(members, "channel_load", "<f4", (count, head.on.channels))
        if not (np.isfinite(loads).all() and (loads >= 0).all()):
            raise FatdeskError("channel_load holds what no load can be")
    else:
        loads = np.zeros((count, 0), np.float32)
    points = tuple(_point(row, load) for row, load in zip(rows, loads, strict=True))
    curve = MeasuredCurve(head.on, points, head.program)
    if curve.loads != head.loads or any(a >= b for a, b in zip(head.loads, head.loads[1:], strict=False)):
        raise FatdeskError("its loads do not rise, or differ from those in its head")
    return curve


def _columns(rows: Sequence[Mapping[str, Figure]]) -> dict[str, NDArray[Any]]:
    """One array a figure; what is unknown is nan, and -1 among whole numbers."""
    found: dict[str, NDArray[Any]] = {}
    for name in _FIGURES:
        values = [row[name] for row in rows]
        if name == "settled":
            found[name] = np.array(values, np.uint8)
        elif name in _WHOLE:
            found[name] = np.array([-1 if value is None else value for value in values], np.int64)
        else:
            found[name] = np.array([np.nan if value is None else value for value in values], np.float64)
    return found


def _column(members: Mapping[str, bytes], name: str, count: int) -> list[Figure]:
    """The figures of one array, checked."""
    dtype = "|u1" if name == "settled" else "<i8" if name in _WHOLE else "<f8"
    column = array_of(members, name, dtype, (count,))
    optional = name in _OPTIONAL or name.startswith("fairness")
    unknown = np.isnan(column) if dtype == "<f8" else column == -1 if dtype == "<i8" else column > 1
    sound = np.where(unknown, optional, np.isfinite(column) & (column >= 0))
    if not sound.all():
        raise FatdeskError(f"{name} holds what no figure can be")
    values: list[Figure] = column.astype(bool).tolist() if name == "settled" else column.tolist()
    return [None if gone else value for gone, value in zip(unknown.tolist(), values, strict=True)]


def _point(row: dict[str, Any], channel_load: NDArray[np.float32]) -> Point:
    inside: dict[str, Any] = {"channel_load": channel_load, "seconds": 0.0}
    for name in ("latency", "network_latency"):
        inside[name] = Latency(**{some: row.pop(f"{name}_{some}") for some in Latency.__match_args__})
    even = {some: row.pop(f"fairness_{some}") for some in Fairness.__match_args__}
    inside["fairness"] = None if None in even.values() else Fairness(**even)
    return Point(**row, **inside)
