"""Each study has its measurement; what is missing, what is kept and what is asked agree for all of them."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import members_of
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import Duration, Loads, SimulationStudy
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.fault_tolerance import Sampled
from fatdesk.project.studies.measurement import Wanted
from fatdesk.project.studies.measurements import (
    MEASUREMENTS,
    kind_of_file,
    kind_of_tag,
    measurement_of,
    networks_of,
)
from fatdesk.tasks.studies import measure_study, study_states

NETWORKS = (
    StudyNetwork(name="ours", spec="ft-ruft-212:k=2,n=3"),
    StudyNetwork(name="gone", fabric="gone"),
)
SHORT = Duration(warmup=100, cycles=400)


def sampled(measure: SampledMeasure) -> FaultStudy:
    """A study of a sampled measure, with few combinations."""
    parameters = replace(measure.parameters(), samples=2)
    if isinstance(parameters, DegradationParameters):
        parameters = replace(parameters, duration=SHORT)
    given: dict[str, Any] = {measure.name: parameters}
    return FaultStudy(name="s", networks=NETWORKS, counts=(0, 1, 30), **given)


STUDIES: dict[str, Study] = {
    "Simulation": SimulationStudy(
        name="s", networks=NETWORKS, loads=Loads(first=0.1, last=0.3, step=0.1), duration=SHORT
    ),
    **{measure.name: sampled(measure) for measure in SAMPLED},
    "FaultTolerance": FaultStudy(name="s", networks=NETWORKS, counts=(1, 2, 30), combinations=100),
    "ScheduleMeasurement": ScheduleStudy(name="s", networks=NETWORKS, messages=3),
}


def name_of(measurement: object) -> str:
    """The name of its sampled measure, else of its type."""
    return measurement.measure_of.name if isinstance(measurement, Sampled) else type(measurement).__name__


class Quiet:
    """Progress that keeps what was shown last."""

    shown: object = None

    def step(self, done: int, total: int, text: str) -> None:
        assert 0 <= done <= max(total, done)

    def show(self, value: object) -> None:
        self.shown = value


def test_every_measurement_has_a_study_here() -> None:
    assert [name_of(one) for one in MEASUREMENTS] == list(STUDIES)


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_the_most_particular_measurement_that_fits(name: str) -> None:
    assert name_of(measurement_of(STUDIES[name])) == name


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_is_measured_until_nothing_is_missing(name: str) -> None:
    study, progress = STUDIES[name], Quiet()
    measurement = measurement_of(study)
    (state, none) = study_states(Project(), study, None)
    assert none is None
    assert state is not None
    wanted = measurement.lacking(study, 0, None, None)
    assert wanted is not None
    assert wanted.keys == measurement.keys(study)
    found, wrong = measure_study(Project(), study, [wanted, Wanted(1, (1,))], None, 1, progress)
    assert progress.shown == (found, wrong)
    assert wrong.wrong == "gone: the project has no fabric gone: choose another"
    assert found.found is not None
    assert found.highest == state.highest
    assert found.found.on == state.on
    assert found.found.keys == tuple(key for key in wanted.keys if key <= state.highest)
    assert measurement.lacking(study, 0, found.found, found.highest) is None
    kind = kind_of_tag(found.found.on)
    data = kind.written(found.found)
    assert kind_of_file(members_of(data)) is kind
    assert kind.read(members_of(data)).keys == found.found.keys
    assert kind.head(members_of(data)).digest == found.found.on.digest


@pytest.mark.parametrize("name", STUDIES)
def test_the_name_and_the_points_of_a_study_are_no_part_of_what_figures_depend_on(name: str) -> None:
    study = STUDIES[name]
    points = {SimulationStudy: {"loads": Loads(first=0.5)}, FaultStudy: {"counts": (5,)}, ScheduleStudy: {}}
    other = replace(study, name="other", **points[type(study)])
    measurement = measurement_of(study)
    assert measurement.requested(study, NETWORKS[0]) == measurement.requested(other, NETWORKS[0])
    one, two = (networks_of(Derived(Project()), some)[0].on for some in (study, other))
    assert one == two


def test_a_saturation_is_worked_out_once() -> None:
    found, *_ = measure_study(Project(), STUDIES["Simulation"], [Wanted(0, once=True)], None, 1, Quiet())
    assert found.found is not None
    assert len(found.found.keys) >= 3, "a bisection asks for several loads"
    assert not found.wrong


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FatdeskError, match="newer fatdesk"):
        kind_of_file({"head.json": b'{"kind": "other"}'})
