"""Measurement of fault studies with traffic: throughput with failures."""

from collections.abc import Callable
from dataclasses import replace

from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import Study
from fatdesk.project.studies.fault_tolerance import FaultMeasurement, Job
from fatdesk.project.studies.measurement import Arriving


class Degradation(FaultMeasurement):
    """The mean throughput over combinations of failures that are tolerated."""

    def fits(self, study: Study) -> bool:
        """Whether it is a fault study of throughput."""
        return isinstance(study, FaultStudy) and study.degradation is not None

    def traffic(self, study: FaultStudy) -> str | None:
        """The traffic whose throughput is measured."""
        return None if study.degradation is None else study.degradation.traffic.pattern

    def rows(self, one: Job, workers: int, arriving: Arriving) -> Callable[[int], MeasuredFaults]:
        """The throughput with a number of failures."""
        from fatdesk.networks.fault_tolerance.degradation import degraded

        def row(count: int) -> MeasuredFaults:
            ready, found = one.ready, one.found
            assert ready is not None  # only such networks are measured
            assert found is not None
            on = ready.on
            assert on.degradation is not None  # that is what fits
            point = degraded(
                ready.network, ready.scheme, on.faults, on.degradation, count, on.seed, arriving,
                workers=workers, draws=ready.draws,
            )  # fmt: skip
            return replace(found, points=(*found.points, point))

        return row


DEGRADATION = Degradation()
