"""Fault studies as jobs: rows arrive one after the other, trouble with one network leaves the others."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.simulation.study import Duration, TrafficParameters
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies import measurement as showing
from fatdesk.project.studies.measurement import Found, State, Wanted
from fatdesk.project.studies.results import Results
from fatdesk.tasks.studies import measure_study, study_states

STUDY = FaultStudy(
    name="s",
    networks=(
        StudyNetwork(name="212", spec="ft-ruft-212:k=2,n=3"),
        StudyNetwork(name="wrong", fabric="gone"),
        StudyNetwork(name="222", spec="ft-ruft-222:k=2,n=3"),
    ),
    counts=(1, 4, 20),
    combinations=3000,
)
ALL = [Wanted(number, STUDY.counts, once=True) for number in range(3)]


class Watching:
    """Progress that remembers, and stops after so many steps."""

    def __init__(self, stop_at: str = "") -> None:
        self.steps: list[tuple[float, str]] = []
        self.shown: list[tuple[Found, ...]] = []
        self.stop_at = stop_at

    def step(self, done: int, total: int, text: str) -> None:
        self.steps.append((done / max(total, 1), text))
        if self.stop_at and text.startswith(self.stop_at):
            raise Cancelled

    def show(self, value: Any) -> None:
        self.shown.append(value)


def run(study: FaultStudy = STUDY, wanted: list[Wanted] = ALL, **more: Any) -> tuple[Found, ...]:
    return measure_study(
        Project(), study, wanted, None, more.get("workers", 1), more.get("progress") or Watching()
    )


def test_rows_of_all_networks_that_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spec 3: of 1,820 combinations of four faults FT-RUFT-212 tolerates 1,760; FT-RUFT-222 tolerates all."""
    monkeypatch.setattr(showing, "SHOW_S", 0.0)
    watching = Watching()
    small, wrong, large = run(progress=watching)
    assert small.found is not None
    assert large.found is not None
    assert small.found.counts == (1, 4), "there are 16 links between switches"
    assert (small.found.rows[1].tolerated, small.found.rows[1].combinations) == (1760, 1820)
    assert small.found.always is not None
    assert small.found.always.faults == 3
    assert [row.exhaustive for row in large.found.rows] == [True, False, False]
    assert (wrong.found, wrong.wrong) == (None, "wrong: the project has no fabric gone: choose another")
    assert watching.shown[-1] == (small, wrong, large)
    seen = [[len(one.found.rows) if one.found else None for one in shown] for shown in watching.shown]
    assert [1, None, 0] in seen, "rows are shown as they arrive"
    inside = [share for share, text in watching.steps if "fault" in text]
    assert inside == sorted(inside)
    assert inside[-1] <= 1
    assert study_states(Project(), STUDY, None)[0] == State(small.found.on, 16)


def test_the_number_of_workers_changes_nothing() -> None:
    one, two = run(), run(workers=2)
    assert [some.found and some.found.rows for some in one] == [
        some.found and some.found.rows for some in two
    ]


def test_cancelled_it_shows_what_was_there() -> None:
    watching = Watching(stop_at="4 faults of 222")
    with pytest.raises(Cancelled):
        run(progress=watching)
    small, _, large = watching.shown[-1]
    assert small.found is not None
    assert small.found.counts == (1, 4)
    assert large.found is not None
    assert large.found.counts == (1,)


def test_what_nothing_can_be_measured_of_is_an_error() -> None:
    with pytest.raises(FatdeskError, match="wrong: the project has no fabric gone"):
        run(wanted=ALL[1:2])
    tree = fault_units(network_of("ft-ruft-212:k=2,n=3"), FaultParameters())
    assert tree.count == 16
    with pytest.raises(FatdeskError, match="212: faults: 17 links cannot fail, there are 16 to fail"):
        run(wanted=[Wanted(0, (17,), once=True)])


def test_throughput_is_measured_where_that_is_asked_and_trouble_ends_a_network_only() -> None:
    """RUFT tolerates no fault at all: its first point is there, and why the others are not."""
    study = msgspec.structs.replace(
        STUDY,
        networks=(
            StudyNetwork(name="ruft", spec="ruft:k=2,n=3"),
            StudyNetwork(name="222", spec="ft-ruft-222:k=2,n=3"),
        ),
        counts=(0, 2),
        degradation=DegradationParameters(
            traffic=TrafficParameters(pattern="complement"),
            duration=Duration(warmup=500, cycles=1000),
            samples=3,
        ),
    )
    ruft, ours = run(study, [Wanted(0, (0, 2)), Wanted(1, (0, 2))])
    assert ruft.found is not None
    assert ours.found is not None
    assert ruft.found.counts == (0,)
    assert ruft.wrong.startswith("ruft: ")
    assert ours.found.counts == (0, 2)
    assert (ours.found.rows, ours.found.always, ours.wrong) == ((), None, "")
    assert all(0 < point.least <= point.throughput <= point.most for point in ours.found.points)


def test_what_was_measured_is_found_again_with_the_names_of_what_cuts(tmp_path: Path) -> None:
    """The four links of the witness are those that join the two ways of one host to the next stage."""
    project = msgspec.structs.replace(Project(), faults=(STUDY,))
    results = Results(tmp_path / "a.fatdesk")
    for one in run():
        if one.found is not None:
            results.put(one.found)
    derived = Derived(project)
    derived.measured = Results(tmp_path / "a.fatdesk")
    (study,) = derived.plan.fault_studies
    small, wrong, large = study.networks
    assert small is not None
    assert large is not None
    assert (small.counts, wrong, large.counts) == ((1, 4), None, (1, 4, 20))
    assert small.always is not None
    assert small.always.fatal is not None
    assert len(small.always.fatal) == 4
    assert all(study.fatal[0][element] for element in small.always.fatal)
    assert study.fatal[1] == {}
