"""Results of fault studies: measured rows with what they were measured on, as files and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import Digest, Number, array_of, digest_of, file_bytes, head_of, whole
from fatdesk.core.struct import Struct
from fatdesk.networks.fault_tolerance.sampled import SAMPLED, chosen, with_parameters
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure, SampledParameters, SampledPoint
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import MOST_COMBINATIONS, FaultParameters, FaultStudy
from fatdesk.networks.study import Seed
from fatdesk.networks.topologies.spec import LONGEST

Proof = Literal["every combination tried", "minimum cut", "not proved"]


@dataclass(frozen=True, slots=True)
class ToleranceRow:
    """Combinations of a number of faults.

    Attributes
    ----------
    combinations, tolerated
        How many were tried; in how many of them every host still reaches every other.
    exhaustive
        Whether these are all that there are.
    pairs_connected
        Share of ordered pairs of different hosts that still have a path, the mean over the combinations.
    fatal
        A combination that is not tolerated, by the numbers of its elements, the lowest first: the first that
        was found, in the order of numbers or of drawing. None: none was found.
    """

    faults: int
    combinations: int
    exhaustive: bool
    tolerated: int
    pairs_connected: float
    fatal: tuple[int, ...] | None

    @property
    def share(self) -> float:
        """Share of combinations that are tolerated."""
        return self.tolerated / self.combinations


@dataclass(frozen=True, slots=True)
class AlwaysTolerated:
    """The most faults of which every combination is tolerated.

    Attributes
    ----------
    proof
        Proof. ``not proved``: every combination of ``faults`` was found to be tolerated, but no
        fatal one with one more.
    fatal
        A combination of ``faults`` + 1 elements that is not tolerated; None where none is known, or where
        nothing is left to fail.
    """

    faults: int
    proof: Proof
    fatal: tuple[int, ...] | None


def binomial_interval(tolerated: int, combinations: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Clopper and Pearson (1934).

    Parameters
    ----------
    tolerated, combinations
        A count among random combinations; at least one was tried.

    >>> low, high = binomial_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)

    Raises
    ------
    ValueError
        When nothing was tried, or more were tolerated than tried.
    """
    from scipy.special import betaincinv

    if not 0 <= tolerated <= combinations or combinations < 1:
        raise ValueError(f"{tolerated} of {combinations} is not a share")
    missed = combinations - tolerated
    low = float(betaincinv(tolerated, missed + 1, 0.025)) if tolerated else 0.0
    high = float(betaincinv(tolerated + 1, missed, 0.975)) if missed else 1.0
    return low, high


MODEL = 1
"""Raised whenever the same input gives other figures: earlier results do not hold then."""
FORMAT = 1
KIND = "faults"
MOST_ROWS = 10_000
MOST_THINGS = 10_000_000
"""Of all fatal combinations of a file together."""

Things = Annotated[tuple[Annotated[int, Meta(ge=0, lt=1 << 31)], ...], Meta(max_length=MOST_THINGS)]


class _FaultsOn(Struct, frozen=True, kw_only=True):
    """Inputs that the figures of a network depend on, besides the number of faults.

    Attributes
    ----------
    network
        Digest of the network with its nodes, links and ports.
    spec
        Family and parameters, where it was made from these; empty for a fabric.
    scheme
        How packets are routed, never ``usual``.
    combinations
        At most this many of each number of faults; None where random combinations were measured.
    degradation, flows, simulation_model
        Where throughput was measured: how, the digest of the flows where the traffic came from a file, and
        the version of the engines that move packets.
    model
        The version of what takes links out.
    """

    network: Digest
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    hosts: Number
    channels: Number
    scheme: Annotated[str, Meta(min_length=1, max_length=60)]
    faults: FaultParameters
    combinations: Annotated[int, Meta(ge=1, le=MOST_COMBINATIONS)] | None
    seed: Seed
    degradation: DegradationParameters | None = None
    flows: Digest | None = None
    simulation_model: Number | None = None
    model: Number = MODEL

    @property
    def digest(self) -> str:
        """Distinguishes one of these from another; defaults count as they are, said or not."""
        return digest_of(self)

    @property
    def sampled(self) -> tuple[SampledMeasure, SampledParameters] | None:
        """The measure of random combinations with its parameters; None: what is tolerated was measured."""
        return chosen(self)


if TYPE_CHECKING:
    _Whole = _FaultsOn
else:
    _Whole = with_parameters(_FaultsOn)


class FaultsOn(_Whole, frozen=True, kw_only=True):
    """Inputs that the figures of a network depend on, with the parameters of what was measured."""

    LATER: ClassVar = tuple(measure.name for measure in SAMPLED if measure.name != "degradation")
    """Fields that earlier results do not have."""


@dataclass(frozen=True, eq=False)
class MeasuredFaults:
    """Results of one network, from the fewest faults up; incomplete if a run was stopped.

    Attributes
    ----------
    rows, always
        Tolerated failures; the most faults that always are, None: not worked out.
    points
        Those of a sampled measure, such as throughput; then there are no rows.
    program
        Version of the program that measured, for people.
    """

    on: FaultsOn
    rows: tuple[ToleranceRow, ...] = ()
    always: AlwaysTolerated | None = None
    points: tuple[SampledPoint, ...] = ()
    program: str = ""

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of faults that are measured."""
        return tuple([row.faults for row in self.rows] + [point.faults for point in self.points])

    @property
    def keys(self) -> tuple[float, ...]:
        """Keys of its points: the numbers of faults."""
        return self.counts

    @property
    def nothing(self) -> bool:
        """Whether nothing is measured at all."""
        return not (self.rows or self.points or self.always)


@dataclass(frozen=True, eq=False)
class FaultStudyResult:
    """A study, and for each of its networks what was measured; None: nothing that holds.

    Attributes
    ----------
    fatal
        For each network the names of the elements of the combinations that are not tolerated, by number;
        only of those that are listed.
    verdict
        A sentence on the networks that were measured; empty: none was, or it is not stated.
    """

    study: FaultStudy
    networks: tuple[MeasuredFaults | None, ...]
    fatal: tuple[Mapping[int, str], ...] = ()
    verdict: str = ""

    @property
    def nothing(self) -> bool:
        """Whether nothing is measured of any network."""
        return all(one is None or one.nothing for one in self.networks)


class _Always(Struct, frozen=True, kw_only=True):
    """As :class:`AlwaysTolerated`."""

    faults: Annotated[int, Meta(ge=0, lt=1 << 31)]
    proof: Proof
    fatal: Things | None = None


class FaultsHead(Struct, frozen=True, kw_only=True):
    """Head of a file, read before its figures."""

    kind: Annotated[str, Meta(pattern=rf"\A{KIND}\Z")]
    format: Number
    program: Annotated[str, Meta(max_length=60)]
    on: FaultsOn
    counts: Annotated[tuple[Annotated[int, Meta(ge=0, lt=1 << 31)], ...], Meta(max_length=MOST_ROWS)]
    always: _Always | None


def merged_faults(found: Iterable[MeasuredFaults]) -> MeasuredFaults | None:
    """Merge results of one tag; where two have a number of faults, the first counts."""
    every = list(found)
    if not every:
        return None
    rows: dict[int, ToleranceRow] = {}
    points: dict[int, SampledPoint] = {}
    always = None
    for one in every:
        always = always or one.always
        for row in one.rows:
            rows.setdefault(row.faults, row)
        for point in one.points:
            points.setdefault(point.faults, point)
    return replace(
        every[0],
        rows=tuple(rows[count] for count in sorted(rows)),
        points=tuple(points[count] for count in sorted(points)),
        always=always,
    )


def faults_bytes(found: MeasuredFaults) -> bytes:
    """All of it as a file, the same for the same figures."""
    always = found.always
    head = {
        "kind": KIND,
        "format": FORMAT,
        "program": found.program,
        "on": whole(found.on),
        "counts": list(found.counts),
        "always": always and {"faults": always.faults, "proof": always.proof, "fatal": always.fatal},
    }
    sampled = found.on.sampled
    return file_bytes(head, _columns(found.rows) if sampled is None else _arrays(sampled[0], found.points))


def faults_head(members: Mapping[str, bytes]) -> FaultsHead:
    """The head of what is in a file; raises as :func:`faults_of`."""
    head = head_of(members, FaultsHead, FORMAT)
    if head.always is not None and head.always.fatal is not None:
        _check_things(head.always.fatal, head.always.faults + 1)
    if any(a >= b for a, b in pairwise(head.counts)):
        raise FatdeskError("its numbers of faults do not rise")
    return head


def faults_of(members: Mapping[str, bytes]) -> MeasuredFaults:
    """Return the results in a file, by name of its members.

    Raises
    ------
    FatdeskError
        When it is no such file, of a newer program, damaged, or holds what cannot be.
    """
    head = faults_head(members)
    kept = head.always
    always = None if kept is None else AlwaysTolerated(kept.faults, kept.proof, kept.fatal)
    found = MeasuredFaults(head.on, always=always, program=head.program)
    sampled = head.on.sampled
    if sampled is None:
        return replace(found, rows=_rows(members, head.counts))
    return replace(found, points=_points(sampled[0], members, head.counts))


def _columns(rows: Sequence[ToleranceRow]) -> dict[str, NDArray[Any]]:
    lengths = [len(row.fatal or ()) for row in rows]
    return {
        "combinations": np.array([row.combinations for row in rows], np.int64),
        "tolerated": np.array([row.tolerated for row in rows], np.int64),
        "exhaustive": np.array([row.exhaustive for row in rows], np.uint8),
        "pairs_connected": np.array([row.pairs_connected for row in rows], np.float64),
        "fatal_start": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        "fatal": np.array([element for row in rows for element in row.fatal or ()], np.int64),
    }


def _rows(members: Mapping[str, bytes], counts: Sequence[int]) -> tuple[ToleranceRow, ...]:
    size = (len(counts),)
    combinations = array_of(members, "combinations", "<i8", size)
    tolerated = array_of(members, "tolerated", "<i8", size)
    exhaustive = array_of(members, "exhaustive", "|u1", size)
    pairs = array_of(members, "pairs_connected", "<f8", size)
    start = array_of(members, "fatal_start", "<i8", (len(counts) + 1,))
    _check("combinations", combinations >= 1)
    _check("tolerated", (tolerated >= 0) & (tolerated <= combinations))
    _check("exhaustive", exhaustive <= 1)
    _check("pairs_connected", (pairs >= 0) & (pairs <= 1))  # nan is neither
    lengths = np.diff(start)
    _check("fatal_start", (lengths == 0) | (lengths == np.array(counts, np.int64)))
    if start[0] != 0 or start[-1] > MOST_THINGS:
        raise FatdeskError("fatal_start holds what no figure can be")
    elements: list[int] = array_of(members, "fatal", "<i8", (int(start[-1]),)).tolist()
    found = []
    for number, count in enumerate(counts):
        fatal = tuple(elements[start[number] : start[number + 1]])
        if fatal:
            _check_things(fatal, count)
        found.append(
            ToleranceRow(
                faults=count,
                combinations=int(combinations[number]),
                exhaustive=bool(exhaustive[number]),
                tolerated=int(tolerated[number]),
                pairs_connected=float(pairs[number]),
                fatal=fatal or None,
            )
        )
    return tuple(found)


def _arrays(measure: SampledMeasure, points: Sequence[SampledPoint]) -> dict[str, NDArray[Any]]:
    """The arrays of a file; an interval that is not known is nan."""
    values = {name: [getattr(point, name) for point in points] for name in measure.arrays}
    found: dict[str, NDArray[Any]] = {
        name: np.array([np.nan if value is None else value for value in some], np.float64)
        for name, some in values.items()
    }
    return {**found, "samples": np.array([point.samples for point in points], np.int64)}


def _points(
    measure: SampledMeasure, members: Mapping[str, bytes], counts: Sequence[int]
) -> tuple[SampledPoint, ...]:
    size = (len(counts),)
    found = {name: array_of(members, name, "<f8", size) for name in measure.arrays}
    samples = array_of(members, "samples", "<i8", size)
    for quantity in measure.quantities:
        mean, ci95, least, most = quantity.fields
        for name in (mean, least, most):
            _check(name, np.isfinite(found[name]) & (found[name] >= 0))
        _check(ci95, np.isnan(found[ci95]) | (np.isfinite(found[ci95]) & (found[ci95] >= 0)))
        _check(least, found[least] <= found[most])
    _check("samples", samples >= 1)
    return tuple(
        measure.point(
            faults=count,
            samples=int(samples[number]),
            **{name: None if np.isnan(some[number]) else float(some[number]) for name, some in found.items()},
        )
        for number, count in enumerate(counts)
    )


def _check(name: str, sound: NDArray[np.bool_]) -> None:
    if not sound.all():
        raise FatdeskError(f"{name} holds what no figure can be")


def _check_things(elements: Sequence[int], count: int) -> None:
    rising = all(a < b for a, b in pairwise(elements))
    if len(elements) != count or not rising or elements[0] < 0:
        raise FatdeskError("a fatal combination contains elements that it cannot have")
