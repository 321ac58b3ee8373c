"""The warm-up on made-up series."""

import numpy as np
import pytest

from fatdesk.networks.simulation.engines.counts import BINS, Counts
from fatdesk.networks.simulation.one_run import agree, first_stretch, warm_up
from fatdesk.networks.simulation.study import Switching

NONE = np.zeros(0, np.int64)
BINLESS = np.zeros(BINS, np.int64)


class Series:
    """Packets and latencies by the cycle, from functions of the time; notes the stretches."""

    def __init__(self, accepted, latency, seed=1):
        self.accepted, self.latency = accepted, latency
        self.random = np.random.default_rng(seed)
        self.now = 0
        self.requested = []

    def advance(self, cycles):
        time = np.arange(self.now, self.now + cycles)
        self.now += cycles
        self.requested.append(cycles)
        packets = self.random.poisson(self.accepted(time))
        latencies = int((packets * self.latency(time)).sum())
        received = np.array([packets.sum()])
        return Counts(
            cycles, received, received, received, 0, 0, latencies, 0, BINLESS, BINLESS, NONE, 0, 0, 0, 0
        )


def steady(level):
    return lambda time: np.full(len(time), level)


def rising(level, pace):
    return lambda time: level * (1 - np.exp(-time / pace))


def test_what_is_steady_has_settled_after_two_stretches():
    series = Series(steady(0.5), steady(160))
    first = first_stretch(Switching())
    assert warm_up(series.advance, Switching(), 100_000) == (3 * first, True)
    assert series.requested == [first // 8] * 8 + [first // 4] * 8


@pytest.mark.parametrize("pace", [1000, 3000, 8000])
@pytest.mark.parametrize("what", ["accepted", "latency"])
def test_what_is_on_its_way_is_waited_for(pace, what):
    about = {"accepted": steady(20.0), "latency": steady(500.0), what: rising(20.0, pace)}
    spent, settled = warm_up(Series(**about).advance, Switching(), 1_000_000)
    assert settled
    assert 1 - np.exp(-spent / pace) > 0.97


def test_what_never_settles_ends_before_it_is_longer_than_what_counts():
    series = Series(lambda time: 1 + time / 1000, steady(100))
    spent, settled = warm_up(series.advance, Switching(), 100_000)
    first = first_stretch(Switching())
    assert not settled
    assert spent == 63 * first <= 100_000 < spent + 64 * first


def test_few_cycles_are_no_reason_for_less_than_two_stretches():
    series = Series(lambda time: 1 + time, steady(100))
    assert warm_up(series.advance, Switching(), 10) == (3 * first_stretch(Switching()), False)


def test_silence_is_no_agreement():
    nothing = np.zeros((8, 3), np.int64)
    assert not agree(nothing, nothing)
    assert not warm_up(Series(steady(0.0), steady(1)).advance, Switching(), 20_000)[1]


def test_a_first_stretch_is_of_whole_parts():
    for size in (1, 8, 1024):
        assert first_stretch(Switching(packet_bytes=size)) % 8 == 0
