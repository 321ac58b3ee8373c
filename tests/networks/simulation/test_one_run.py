"""One run: what it counts, when it ends, that it can be stopped, and that steps of time change nothing."""

from time import monotonic

import numpy as np
import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.simulation import one_run
from fatdesk.networks.simulation.one_run import Bench, measure, point_of
from fatdesk.networks.simulation.point import half_width
from fatdesk.networks.simulation.running import Sent, bench_of
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching
from fatdesk.networks.traffic.traffic import Draws, Kind, fixed_draws, uniform_draws
from tests.patience import judge_time

SMALL = Switching(packet_bytes=16)


def bench(spec: str, scheme: str = "usual", draws: Draws | None = None, **duration: object) -> Bench:
    hosts = 16 if draws is None else draws.hosts
    draws = draws or uniform_draws(hosts, itself=False)
    return bench_of(Sent(spec, None, scheme, (), SMALL, draws, Arrivals(), Duration(**duration)))


TREE = "kary-tree:k=4,n=2"


class Stops:
    """Stops after so many steps; notes the longest time between two."""

    def __init__(self, steps=None):
        self.left, self.longest, self.last = steps, 0.0, monotonic()

    def step(self, done, total, text):
        assert 0 <= done <= total
        self.longest, self.last = max(self.longest, monotonic() - self.last), monotonic()
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Cancelled


def same(one, other):
    for name in ("injected", "received", "delivered_of", "latency_bins", "network_bins", "carried"):
        assert (getattr(one.counts, name) == getattr(other.counts, name)).all(), name
    assert (one.stretches == other.stretches).all()
    assert (one.warmup, one.settled, one.counts.waits) == (other.warmup, other.settled, other.counts.waits)


def test_a_run_counts_what_the_engine_counts():
    about = bench(TREE, cycles=10_000)
    run = measure(about, 0.4, 7)
    engine = about.simulation(0.4, 7)
    engine.advance(run.warmup)
    counts = engine.advance(10_000)
    assert run.settled
    assert (run.counts.received == counts.received).all()
    assert (run.counts.carried == counts.carried).all()
    assert run.counts.latency_sum == counts.latency_sum == run.stretches[:, 2].sum()
    assert run.stretches[:, :2].sum(axis=0).tolist() == [10_000, counts.delivered]


@pytest.mark.parametrize("step_s", [1e-9, 10.0])
def test_how_long_a_step_takes_changes_nothing(monkeypatch, step_s):
    about = bench(TREE, cycles=2_000)
    before = measure(about, 0.5, 3)
    monkeypatch.setattr(one_run, "STEP_S", step_s)
    same(before, measure(about, 0.5, 3))


def test_seeds_differ_and_repeat():
    about = bench(TREE, cycles=2_000)
    same(measure(about, 0.5, 3), measure(about, 0.5, 3))
    assert measure(about, 0.5, 4).counts.latency_sum != measure(about, 0.5, 3).counts.latency_sum


def test_a_point_of_one_run_and_of_several():
    about = bench(TREE, cycles=5_000, warmup=1_000)
    runs = [measure(about, 0.4, seed) for seed in (1, 2, 3, 4)]
    one, all_four = point_of(runs[:1]), point_of(runs)
    counts = runs[0].counts
    assert one.accepted == counts.delivered * 16 / 16 / 5_000
    assert one.latency.mean == counts.latency_sum / counts.delivered
    batches = runs[0].stretches.reshape(20, 5, 4).sum(axis=1)
    assert one.latency.ci95 == half_width(batches[:, 2], batches[:, 1])
    assert (one.cycles, one.warmup, one.settled, one.seeds) == (5_000, 1_000, True, 1)
    assert one.channel_load.sum() == pytest.approx(counts.hops * 16 / 5_000, rel=1e-5)
    assert all_four.packets == sum(run.counts.delivered for run in runs)
    assert all_four.cycles == 20_000
    means = [run.counts.delivered / 5_000 for run in runs]  # equal cycles: Student's interval of the means
    assert all_four.accepted_ci95 == pytest.approx(3.182446 * np.std(means, ddof=1) / 2, rel=1e-6)
    assert one.latency.p50 <= one.latency.mean * 2
    assert one.latency.p50 <= one.latency.p99 <= one.latency.most


def test_fairness_is_of_those_that_send():
    draws = fixed_draws(np.array([1, 0, 2, 4, 3, 5, *range(6, 16)]), itself=False)
    point = point_of([measure(bench(TREE, draws=draws, cycles=20_000), 0.5, 1)])
    assert point.fairness is not None
    assert point.accepted == pytest.approx(0.5, rel=0.05)
    assert 0.9 < point.fairness.jain <= 1
    assert point.fairness.least <= 1 <= point.fairness.most


def test_a_run_ends_at_its_precision():
    wide = bench(TREE, cycles=1_000_000, precision=0.05)
    run = measure(wide, 0.3, 1)
    assert run.reached
    assert run.counts.cycles < 500_000
    point = point_of([run])
    assert point.latency.ci95 <= 0.05 * point.latency.mean
    assert point.accepted_ci95 <= 0.05 * point.accepted
    short = measure(bench(TREE, cycles=2_000, precision=0.001), 0.3, 1)
    assert not short.reached
    assert short.counts.cycles == 2_000


def test_a_saturated_run_ends_at_its_precision_too():
    run = measure(bench("ruft:k=4,n=2", cycles=1_000_000, precision=0.05), 0.9, 1)
    assert run.reached
    point = point_of([run])
    assert point.saturated
    assert point.network_latency.ci95 <= 0.05 * point.network_latency.mean


def test_a_run_ends_after_so_many_packets_of_each_source():
    run = measure(bench(TREE, cycles=128_000, packets_per_source=200), 0.3, 1)
    assert run.reached
    assert run.counts.delivered_of.min() >= 200
    last = len(run.stretches) - 1
    assert run.counts.cycles < 40_000
    before = measure(
        bench(TREE, cycles=run.counts.cycles - int(run.stretches[last, 0]), warmup=run.warmup), 0.3, 1
    )
    assert before.counts.delivered_of.min() < 200


def test_a_run_can_be_stopped_at_any_step():
    about = bench(TREE, cycles=100_000_000)
    for steps in (0, 1, 20):
        with pytest.raises(Cancelled):
            measure(about, 0.9, 1, Stops(steps))


def test_steps_are_short():
    progress = Stops()
    measure(
        bench("kary-tree:k=4,n=3", draws=uniform_draws(64, itself=False), cycles=200_000), 0.9, 1, progress
    )
    judge_time(progress.longest, 0.06)


def test_a_deadlock_names_the_scheme_and_another():
    draws = uniform_draws(81, itself=False)
    about = bench("hyperx:S=3-3-3,K=1-1-1,T=3", "minimal", draws, cycles=100_000)
    with pytest.raises(
        FatdeskError, match=r"routing algorithm minimal on hyperx: at load 0.9 .*\(deadlock .*: use updown"
    ):
        measure(about, 0.9, 1)
    other = bench("hyperx:S=3-3-3,K=1-1-1,T=3", "updown", draws, cycles=5_000)
    assert measure(other, 0.9, 1).counts.delivered > 0


def test_loads_that_cannot_be():
    for load in (0.0, -1.0, 1.01):
        with pytest.raises(FatdeskError, match="load"):
            measure(bench(TREE, cycles=100), load, 1)
    silent = Draws(Kind.UNIFORM, np.zeros(16))
    with pytest.raises(FatdeskError, match="no host sends"):
        measure(bench(TREE, draws=silent, cycles=100), 0.1, 1)
