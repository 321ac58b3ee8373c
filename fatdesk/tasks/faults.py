"""Measure networks of a fault study as a job: rows are shown as they arrive, network by network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.connectivity.judging import Judge
from fatdesk.networks.fault_tolerance.results import FaultsOn, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.fault_studies import ToFail, failing_networks
from fatdesk.tasks.intermediate_results import PARTS, Showing, Shown


class WantedFaults(NamedTuple):
    """What shall be measured of a network.

    Attributes
    ----------
    network
        Its number in the study.
    counts
        Numbers of faults, the fewest first; those that are more than there are things are left out.
    always
        Whether to work out the most faults that are always tolerated; not where throughput is measured.
    """

    network: int
    counts: tuple[int, ...]
    always: bool = True


class FaultsFound(NamedTuple):
    """What there is of a network so far.

    Attributes
    ----------
    found
        None where it cannot be measured.
    wrong
        Why there is nothing, or nothing more, and what to do.
    """

    network: int
    found: MeasuredFaults | None = None
    wrong: str = ""


@dataclass
class _Network:
    """A network under way."""

    wanted: WantedFaults
    ready: ToFail | None = None
    found: MeasuredFaults | None = None
    wrong: str = ""

    @property
    def counts(self) -> tuple[int, ...]:
        """What is asked of it and can be."""
        return tuple(count for count in self.wanted.counts if self.ready and count <= self.ready.units.count)

    @property
    def steps(self) -> int:
        """Rows to come, with the most faults that are always tolerated as one."""
        return len(self.counts) + self.asks_always

    @property
    def asks_always(self) -> bool:
        """Whether the most faults that are always tolerated are to be worked out."""
        return self.wanted.always and self.ready is not None and self.ready.on.degradation is None


def fault_states(
    project: Project, study: FaultStudy, folder: Path | None, progress: Progress = SILENT
) -> tuple[FaultsOn | None, ...]:
    """What results of the networks of a study are kept by; None of those that cannot be measured."""
    found = failing_networks(Derived(project, progress=progress), study, folder)
    return tuple(one.on if isinstance(one, ToFail) else None for one in found)


def measure_faults(
    project: Project,
    study: FaultStudy,
    wanted: Sequence[WantedFaults],
    folder: Path | None,
    workers: int,
    progress: Showing,
) -> tuple[FaultsFound, ...]:
    """Measure some networks of a study.

    What is wrong with one network keeps none of the others from being measured. As rows arrive, all that
    there is so far is shown.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, with the reason.
    Cancelled
        When ``progress`` was asked to stop; what there was is shown before.
    """
    progress.step(0, 0, "building networks")
    derived = Derived(project, progress=progress)
    networks = [_Network(one) for one in wanted]
    for number, one in enumerate(networks):
        name = study.networks[one.wanted.network].name
        progress.step(number, len(networks), f"building {name}")
        _prepare(derived, study, one, folder)
    if networks and not any(one.ready for one in networks):
        raise FatdeskError(networks[0].wrong)
    told = _Told(progress, lambda: _all(networks), steps=sum(one.steps for one in networks))
    try:
        for one in networks:
            _measure(study, one, workers, told)
    finally:
        progress.show(_all(networks))
    return _all(networks)


def _all(networks: Sequence[_Network]) -> tuple[FaultsFound, ...]:
    return tuple(FaultsFound(one.wanted.network, one.found, one.wrong) for one in networks)


def _prepare(derived: Derived, study: FaultStudy, one: _Network, folder: Path | None) -> None:
    """Make a network, or note what is wrong."""
    asked = study.networks[one.wanted.network]
    alone = msgspec.structs.replace(study, networks=(asked,), counts=one.wanted.counts)
    ready = failing_networks(derived, alone, folder)[0]
    if isinstance(ready, ToFail):
        one.ready, one.found = ready, MeasuredFaults(ready.on, program=__version__)
    else:
        one.wrong = f"{asked.name}: {ready.why}"


@dataclass
class _Told(Shown):
    """Progress of all rows, with those that have arrived."""

    steps: int = 1
    before: int = 0
    """Rows before the present one."""
    doing: str = ""
    reached: float = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Tell how far all are, and show what is new."""
        here = self.before + min(done / max(total, 1), 1.0)
        self.reached = max(self.reached, here)  # a row has several tasks, each of which begins at 0
        self.progress.step(int(PARTS * self.reached), PARTS * self.steps, f"{self.doing}: {text}")
        self.show()


def _measure(study: FaultStudy, one: _Network, workers: int, told: _Told) -> None:
    """Measure a network, or as much of it as can be."""
    name = study.networks[one.wanted.network].name
    before = told.before
    try:
        if one.asks_always:
            told.doing = f"{name}, always tolerated"
            _keep(one, _always(one, told), told)
        judged_by: Callable[[], Judge] | None = None
        for count in one.counts:
            told.doing = f"{name}, {count:,} fault{'' if count == 1 else 's'}"
            if judged_by is None and study.degradation is None:
                judged_by = _judges(one, told)
            _keep(one, _row(one, count, workers, judged_by, told), told)
    except FatdeskError as error:
        one.wrong = f"{name}: {error}"
    told.before, told.fresh = before + one.steps, True


def _keep(one: _Network, found: MeasuredFaults, told: _Told) -> None:
    one.found = found
    told.before += 1
    told.fresh = True


def _always(one: _Network, told: _Told) -> MeasuredFaults:
    from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated

    assert one.ready is not None  # else there would be no steps
    assert one.found is not None
    return replace(
        one.found, always=always_tolerated(one.ready.network, one.ready.scheme, one.ready.units, told)
    )


def _judges(one: _Network, told: _Told) -> Callable[[], Judge]:
    """What judges combinations, the same for all rows of a network."""
    from fatdesk.networks.fault_tolerance.connectivity.judging import judges

    assert one.ready is not None  # else there would be no steps
    return judges(one.ready.network, one.ready.scheme, one.ready.units, told)


def _row(
    one: _Network, count: int, workers: int, judged_by: Callable[[], Judge] | None, told: _Told
) -> MeasuredFaults:
    """What there is of a network with a row or point more."""
    ready, found = one.ready, one.found
    assert ready is not None  # else there would be no steps
    assert found is not None
    on = ready.on
    if on.degradation is not None:
        from fatdesk.networks.fault_tolerance.degradation import degraded

        point = degraded(
            ready.network, ready.scheme, on.faults, on.degradation, count, on.seed, told,
            workers=workers, draws=ready.draws,
        )  # fmt: skip
        return replace(found, points=(*found.points, point))
    from fatdesk.networks.fault_tolerance.tolerance import tolerance

    assert on.combinations is not None  # where no throughput is measured
    row = tolerance(
        ready.network, ready.scheme, ready.units, count, on.combinations, on.seed, told,
        workers=workers, judged_by=judged_by,
    )  # fmt: skip
    return replace(found, rows=(*found.rows, row))
