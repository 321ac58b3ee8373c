"""Sweeps: the same points whoever works on them, killed workers, cancelling, and what cannot be."""

import json
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import asdict, dataclass
from multiprocessing import active_children
from time import monotonic

import pytest

from fatdesk.core.errors import Cancelled, FatdeskError, InputError
from fatdesk.networks.simulation import workers
from fatdesk.networks.simulation.study import Duration, Loads, SimulationStudy, Switching, TrafficParameters
from fatdesk.networks.simulation.sweep import (
    Known,
    base_latencies,
    curves_of,
    points_at,
    saturations,
    sweep,
    team,
)
from fatdesk.networks.simulation.workers import Processes, Threads
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from tests.patience import judge_time


def study(**changed: object) -> SimulationStudy:
    """Two small networks, six points of two seeds each."""
    requested = {
        "name": "small",
        "networks": (
            StudyNetwork(name="tree", spec="kary-tree:k=2,n=3"),
            StudyNetwork(name="lattice", spec="hyperx:S=2-2,K=1-1,T=2", scheme="updown"),
        ),
        "switching": Switching(packet_bytes=16),
        "loads": Loads(first=0.2, last=0.8, step=0.3),
        "duration": Duration(cycles=3_000),
        "seeds": 2,
    }
    return SimulationStudy(**(requested | changed))


def as_bytes(point) -> bytes:
    """A point but for its processor time."""
    said = asdict(point)
    del said["seconds"]
    carried = said.pop("channel_load")
    return json.dumps(said).encode() + carried.tobytes()


def swept(requested, who, arrived=None, fabrics=None):
    curves = curves_of(requested, fabrics)
    with team(requested, curves, who) as made:
        return sweep(requested, made, arrived=arrived)


@pytest.fixture(scope="module")
def alone():
    """By one thread."""
    return swept(study(), Threads(1))


def same(one, other):
    assert [[as_bytes(point) for point in row] for row in one.points] == [
        [as_bytes(point) for point in row] for row in other.points
    ]


def test_points_stand_in_order(alone):
    assert [[point.offered for point in row] for row in alone.points] == [[0.2, 0.5, 0.8]] * 2
    assert all(point.seeds == 2 for row in alone.points for point in row)
    assert alone.remarks == ()


@pytest.mark.parametrize("who", [Threads(3), Processes(2)], ids=str)
def test_whoever_works_the_points_are_the_same(alone, who):
    seen = []
    same(alone, swept(study(), who, seen.append))
    assert sorted((each.network, each.number) for each in seen) == [(a, b) for a in (0, 1) for b in (0, 1, 2)]
    for each in seen:
        assert as_bytes(each.point) == as_bytes(alone.points[each.network][each.number])


def test_a_fabric_of_a_project_is_sent_as_it_is(alone):
    network = network_of("kary-tree:k=2,n=3")
    requested = study(networks=(StudyNetwork(name="own", fabric="compute"),))
    names = [f"n{number}" for number in range(8)]
    found = swept(requested, Processes(1), fabrics={"compute": Known(network, names)})
    assert [as_bytes(point) for point in found.points[0]] == [as_bytes(point) for point in alone.points[0]]
    with pytest.raises(FatdeskError, match="the project has no fabric compute"):
        curves_of(requested)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("kills", [1, 2])
def test_a_killed_worker_is_reported(kills):
    """Once its runs are made again, twice the sweep stops with what it has."""
    requested = study(duration=Duration(cycles=40_000, warmup=0), seeds=1)
    seen, killed = [], set()

    def kill():
        """A worker of this pool, once for each time that it is made."""
        there = [child.pid for child in active_children() if child.pid not in killed]
        if there and len(killed) < kills * 2:
            killed.update([there[0], there[-1]])
            os.kill(there[0], signal.SIGKILL)

    def take(point):
        seen.append(point)
        if len(seen) == 1:
            kill()

    class Again:
        def step(self, done, total, text):
            if killed and kills == 2:
                kill()

    with team(requested, curves_of(requested), Processes(2)) as made:
        found = sweep(requested, made, Again(), take)
    assert "a worker ended unexpectedly" in found.remarks[0]
    points = [point for row in found.points for point in row]
    if kills == 1:
        assert len(found.remarks) == 1
        assert all(points)
        same(found, swept(requested, Threads(2)))
    else:
        missing = points.count(None)
        assert 0 < missing < 6
        assert f"{missing} of 6 runs are missing" in found.remarks[1]
        assert len(seen) == 6 - missing


def test_an_executor_that_cannot_be_had_again():
    class Broken(Executor):
        def submit(self, *words, **named):
            future = Future()
            future.set_exception(BrokenExecutor("gone"))
            return future

    @dataclass
    class Once:
        opened: int = 0

        def open(self):
            self.opened += 1
            if self.opened > 1:
                raise FatdeskError("nobody answers")
            return self

        executor, parallel_runs, here, lost = Broken(), 1, False, (BrokenExecutor,)

        def close(self, at_once):
            assert at_once

    found = swept(study(), Once())
    assert found.points == ((None,) * 3,) * 2
    assert found.remarks == ("a worker ended unexpectedly (gone): 12 of 12 runs are missing. nobody answers",)


class Stops:
    def __init__(self, after_s):
        self.at = monotonic() + after_s

    def step(self, done, total, text):
        assert 0 <= done <= total
        if monotonic() >= self.at:
            self.stated = monotonic()
            raise Cancelled


@pytest.mark.parametrize("who", [Threads(2), Processes(2)], ids=str)
def test_cancelling_is_answered_soon(who):
    requested = study(duration=Duration(cycles=1_000_000_000, warmup=0))
    progress = Stops(2.5)  # processes are at work by then
    with pytest.raises(Cancelled), team(requested, curves_of(requested), who) as made:
        sweep(requested, made, progress)
    judge_time(monotonic() - progress.stated, 0.2)
    assert not active_children()


def test_the_first_error_in_order_is_told():
    requested = study(
        networks=(StudyNetwork(name="ring", spec="hyperx:S=3-3-3,K=1-1-1,T=3", scheme="minimal"),),
        loads=Loads(first=0.1, last=0.9, step=0.2),
        duration=Duration(cycles=30_000),
        seeds=1,
    )
    stated = set()
    for who in (Threads(1), Threads(4)):
        with pytest.raises(FatdeskError, match="deadlock") as raised:
            swept(requested, who)
        stated.add(str(raised.value))
    assert len(stated) == 1


def test_saturation_and_base_latency():
    requested = study(switching=Switching(), duration=Duration(cycles=20_000), seeds=1)
    curves = curves_of(requested)
    with team(requested, curves, Threads(2)) as made:
        found = saturations(requested, made, curves)
        base = base_latencies(requested, made, curves)
        ((point,), _) = points_at(requested, made, [(1, 0.02)])
    for saturation, points, curve in zip(found.loads, found.points, curves, strict=True):
        assert 0.1 < saturation <= curve.highest == 1.0
        assert [each.offered for each in points] == sorted(each.offered for each in points)
        below = max(each.offered for each in points if not each.saturated)
        assert saturation == below
    assert base[1] == point.latency.mean


def test_cycles_that_do_not_suffice_are_remarked():
    requested = study(duration=Duration(cycles=2_000, packets_per_source=1_000_000), seeds=1)
    remarks = swept(requested, Threads(1)).remarks
    assert len(remarks) == 6
    assert remarks[0].startswith("tree at load 0.2: its 2,000 cycles were over before the precision")


@pytest.mark.parametrize(
    ("changed", "stated"),
    [
        (
            {"networks": (StudyNetwork(name="x", spec="kary-tree:k=3,n=2"),), "pattern": "shuffle"},
            "power of two",
        ),
        ({"pattern": "rings"}, "unknown pattern 'rings'"),
        ({"pattern": "x" * 300}, "unknown pattern"),
        ({"loads": Loads(first=0.5, last=1.5, step=1.0)}, "load 1.5: hosts cannot inject that"),
        ({"networks": (StudyNetwork(name="x", spec="two-level:N=1,PE=2,PC=2,Bl=1"),)}, "no host sends"),
        (
            {"networks": (StudyNetwork(name="x", spec="hyperx:S=2-2,K=1-1,T=2", scheme="fta"),)},
            "does not fit",
        ),
    ],
)
def test_what_cannot_be_is_told_before_any_run(changed, stated):
    words = dict(changed)
    if "pattern" in words:
        words["traffic"] = TrafficParameters(pattern=words.pop("pattern"))
    with pytest.raises(FatdeskError, match=stated):
        curves_of(study(**words))


def test_traffic_of_a_file(tmp_path):
    flows = tmp_path / "flows.txt"
    flows.write_text("0 1 3\n1 0 1\n")
    requested = study(
        traffic=TrafficParameters(pattern=str(flows)),
        loads=Loads(first=0.5, last=0.5),
        duration=Duration(cycles=50_000),
        seeds=1,
    )
    curves = curves_of(requested)
    assert curves[0].highest == pytest.approx(2 / 3)
    (point,) = swept(requested, Threads(1)).points[0]
    assert point.accepted == pytest.approx(0.5, rel=0.05)
    flows.write_text("0 99 1\n")
    with pytest.raises(InputError, match="'99' is not a host"):
        curves_of(requested)


def test_there_is_a_processor():
    assert 1 <= workers.cores() <= (os.cpu_count() or 1)
