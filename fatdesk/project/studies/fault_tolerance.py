"""Measurements of fault studies: tolerated failures, connected pairs, throughput with failures."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance import results as faults
from fatdesk.networks.fault_tolerance.results import FaultsOn, MeasuredFaults
from fatdesk.networks.fault_tolerance.sampled import SAMPLED, throughput
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure, SampledPoint
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count, fault_units, unit_names
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.results import MODEL as SIMULATION_MODEL
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.networks.traffic.traffic import Draws
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.measurement import Arriving, InProgress, Measurement, ResultHead, ResultKind
from fatdesk.project.studies.study_networks import draws_of, node_names, under_study

if TYPE_CHECKING:
    from fatdesk.networks.fault_tolerance.connectivity.judging import Judge
    from fatdesk.networks.simulation.workers import Workers


class ToFail(NamedTuple):
    """A network of a fault study, ready to be measured.

    Attributes
    ----------
    units
        What may fail.
    counts
        The numbers of faults that the study asks for, without those above the number of units.
    draws
        Where packets go; None where no throughput is measured.
    on
        Its state: what results are kept by.
    """

    requested: StudyNetwork
    network: Network
    scheme: RoutingAlgorithm
    units: FaultUnits
    counts: tuple[int, ...]
    draws: Draws | None
    on: FaultsOn


Job = InProgress[ToFail, MeasuredFaults]


def _head(members: Any) -> ResultHead:
    head = faults.faults_head(members)
    return ResultHead(head.on.digest, head.counts)


def _highest(study: FaultStudy, units: FaultUnits) -> int:
    return units.count if study.sampled is None else study.sampled[1].most(units.count)


def _check_key(study: FaultStudy, units: FaultUnits, key: int) -> None:
    """Refuse more failures than there are units."""
    if study.sampled is not None and key <= _highest(study, units):
        key = study.sampled[1].failing(key, units.count)
    check_count(units, key)


class FaultMeasurement(Measurement[FaultStudy, ToFail, MeasuredFaults]):
    """Shared part of tolerance and sampled measures: failing units, one number of them after the other."""

    files = ResultKind(
        faults.KIND, FaultsOn, _head, faults.faults_of, faults.faults_bytes, faults.merged_faults
    )

    @abstractmethod
    def rows(self, one: Job, workers: int, arriving: Arriving) -> Callable[[int], MeasuredFaults]:
        """Return a function that adds the row of a number of failures to the results of a network."""

    def ready(
        self, derived: Derived, study: FaultStudy, network: StudyNetwork, folder: Path | None
    ) -> ToFail:
        """A network with what may fail, and its traffic where throughput is measured."""
        bare, hosts, scheme = under_study(derived, network)
        units = fault_units(bare, study.faults)
        if study.counts:
            _check_key(study, units, study.counts[0])
        draws, flows, degradation = None, None, study.degradation
        if degradation is not None:
            draws, flows = draws_of(degradation.traffic, hosts, folder, study.seed)
        sampled = {measure.name: getattr(study, measure.name) for measure in SAMPLED}
        on = FaultsOn(
            network=bare.digest,
            spec=network.spec,
            hosts=bare.hosts,
            channels=len(bare.channels),
            scheme=scheme.NAME,
            faults=study.faults,
            combinations=study.combinations if study.sampled is None else None,
            seed=study.seed,
            flows=flows,
            simulation_model=None if degradation is None else SIMULATION_MODEL,
            **sampled,
        )
        counts = tuple(count for count in study.counts if count <= _highest(study, units))
        return ToFail(network, bare, scheme, units, counts, draws, on)

    def keys(self, study: FaultStudy) -> tuple[float, ...]:
        """The numbers of failures."""
        return study.counts

    def highest(self, study: FaultStudy, ready: ToFail) -> float:
        """The number of units that may fail; 100 where failures are counted in percent."""
        return _highest(study, ready.units)

    def check(self, study: FaultStudy, ready: ToFail, key: float) -> None:
        """Refuse more failures than there are units."""
        _check_key(study, ready.units, int(key))

    def requested(self, study: FaultStudy, network: StudyNetwork) -> tuple[Any, ...]:
        """All of the study but its numbers of failures."""
        combinations = study.combinations if study.sampled is None else None
        return (network.scheme, study.faults, study.seed, combinations, study.sampled and study.sampled[1])

    def empty(self, ready: ToFail) -> MeasuredFaults:
        """No row, no point."""
        return MeasuredFaults(ready.on, program=__version__)

    def measure(
        self, study: FaultStudy, networks: Sequence[Job], workers: "int | Workers", arriving: Arriving
    ) -> None:
        """Measure network by network, the fewest failures first."""
        for one in networks:
            before = arriving.before
            try:
                self._measure_one(one, workers if isinstance(workers, int) else 1, arriving)
            except FatdeskError as error:
                one.wrong = f"{one.name}: {error}"
            arriving.before, arriving.fresh = before + len(one.keys) + one.wanted.once, True

    def _measure_one(self, one: Job, workers: int, arriving: Arriving) -> None:
        if one.wanted.once:
            arriving.doing = f"always tolerated by {one.name}"
            _keep(one, self.once(one, arriving), arriving)
        row: Callable[[int], MeasuredFaults] | None = None
        for count in map(int, one.keys):
            arriving.doing = f"{count:,} fault{'' if count == 1 else 's'} of {one.name}"
            row = row or self.rows(one, workers, arriving)
            _keep(one, row(count), arriving)

    def once(self, one: Job, _arriving: Arriving) -> MeasuredFaults:
        """Add what is worked out once for a network."""
        assert one.found is not None  # it is ready
        return one.found


class FaultTolerance(FaultMeasurement):
    """Combinations of failures; what is worked out once is how many are always tolerated."""

    def fits(self, study: Study) -> bool:
        """Whether it is a fault study; those that ask for more have measurements before this one."""
        return isinstance(study, FaultStudy)

    def lacks_once(self, study: FaultStudy, found: MeasuredFaults | None) -> bool:
        """Whether the most failures that are always tolerated are not known."""
        return found is None or found.always is None

    def once(self, one: Job, arriving: Arriving) -> MeasuredFaults:
        """Work out the most failures that are always tolerated."""
        from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated

        ready, found = _ready(one)
        return replace(found, always=always_tolerated(ready.network, ready.scheme, ready.units, arriving))

    def rows(self, one: Job, workers: int, arriving: Arriving) -> Callable[[int], MeasuredFaults]:
        """The share of combinations that are tolerated; the same judges serve all rows of a network."""
        from fatdesk.networks.fault_tolerance.connectivity.judging import judges
        from fatdesk.networks.fault_tolerance.tolerance import tolerance

        ready, _ = _ready(one)
        combinations = ready.on.combinations
        assert combinations is not None  # where no throughput is measured
        judged_by: Callable[[], Judge] = judges(ready.network, ready.scheme, ready.units, arriving)

        def row(count: int) -> MeasuredFaults:
            ready, found = _ready(one)
            made = tolerance(
                ready.network, ready.scheme, ready.units, count, combinations, ready.on.seed, arriving,
                workers=workers, judged_by=judged_by,
            )  # fmt: skip
            return replace(found, rows=(*found.rows, made))

        return row


FAULT_TOLERANCE = FaultTolerance()


def _ready(one: Job) -> tuple[ToFail, MeasuredFaults]:
    assert one.ready is not None  # only such networks are measured
    assert one.found is not None
    return one.ready, one.found


def _keep(one: Job, found: MeasuredFaults, arriving: Arriving) -> None:
    one.found = found
    arriving.before += 1
    arriving.fresh = True


def fatal_names(derived: Derived, one: ToFail, found: MeasuredFaults) -> Mapping[int, str]:
    """Return names of the units in fatal combinations of a network."""
    fatal = [row.fatal for row in found.rows] + [found.always.fatal if found.always else None]
    elements = sorted({element for some in fatal for element in some or () if element < one.units.count})
    if not elements:
        return {}
    names = unit_names(one.network, one.units, elements, node_names(derived, one.requested))
    return dict(zip(elements, names, strict=True))


class Sampled(FaultMeasurement):
    """Quantities of random combinations of failures, by a measure of :data:`.SAMPLED`."""

    def __init__(self, measure: SampledMeasure) -> None:
        self.measure_of = measure

    def fits(self, study: Study) -> bool:
        """Whether it is a fault study with parameters of this measure."""
        return isinstance(study, FaultStudy) and study.measures == self.measure_of.name

    def rows(self, one: Job, workers: int, arriving: Arriving) -> Callable[[int], MeasuredFaults]:
        """The quantities with a number of failures."""

        def row(count: int) -> MeasuredFaults:
            ready, found = _ready(one)
            return replace(found, points=(*found.points, self.point(ready, count, workers, arriving)))

        return row

    def point(self, ready: ToFail, count: int, workers: int, arriving: Arriving) -> SampledPoint:
        """Measure a number of failures."""
        from fatdesk.networks.fault_tolerance.sampling import sampled_point

        parameters = getattr(ready.on, self.measure_of.name)
        return sampled_point(
            self.measure_of, parameters, ready.network, ready.scheme, ready.units, count, ready.on.seed,
            arriving, workers=workers,
        )  # fmt: skip


class Degradation(Sampled):
    """The mean throughput over combinations of failures that are tolerated; packets are simulated."""

    def traffic(self, study: FaultStudy) -> str | None:
        """The traffic whose throughput is measured."""
        return None if study.degradation is None else study.degradation.traffic.pattern

    def point(self, ready: ToFail, count: int, workers: int, arriving: Arriving) -> SampledPoint:
        """The throughput with a number of failures."""
        from fatdesk.networks.fault_tolerance.degradation import degraded

        on = ready.on
        assert on.degradation is not None  # that is what fits
        return degraded(
            ready.network, ready.scheme, on.faults, on.degradation, count, on.seed, arriving,
            workers=workers, draws=ready.draws,
        )  # fmt: skip


SAMPLED_MEASUREMENTS = tuple(
    (Degradation if measure is throughput.MEASURE else Sampled)(measure) for measure in SAMPLED
)
"""One for each sampled measure; that of throughput sends packets."""
