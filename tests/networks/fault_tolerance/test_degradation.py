"""Throughput with faults: against runs made one by one, packets conserved, and the shapes of the paper.

Shapes: section 5.4 of the fault-tolerant-indirect-topologies paper and the end of spec 3. Its figures have
no numbers in the text, so orders are held, beyond the 95 % intervals of both sides. By number of faults 212
falls most, for it has half of the links; with the same share of links out it falls less than RUFT-PL. For
hot-spot traffic the links of the hot host are what limits all networks at full load; the saturation load of
212 falls most. What does not come out as there: FT-RUFT-222 does not fall most under shuffle traffic, and FTA
falls less than 212 under uniform traffic (docs/papers/fault-tolerant-indirect-topologies.md).
"""

from itertools import pairwise
from threading import Event
from time import sleep

import numpy as np
import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.progress import SILENT
from fatdesk.networks.fault_tolerance.degradation import degraded, parallel_map
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching, TrafficParameters, highest_load
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, fixed_draws
from tests.patience import PATIENCE_S

FTA, PL, F212, F222 = "kary-tree", "ruft-pl", "ft-ruft-212", "ft-ruft-222"
SHORT = Duration(warmup=500, cycles=1_500)
QUICK = DegradationParameters(samples=6, duration=SHORT, switching=Switching(packet_bytes=16))


def of(spec, requested, faults, among=FaultParameters(), name="usual", seed=1, **more):  # noqa: B008  (frozen)
    net = network_of(spec)
    return degraded(net, fitting(name, net), among, requested, faults, seed, **more)


@pytest.mark.parametrize("faults", [0, 3])
def test_the_mean_is_that_of_runs_made_one_by_one(faults):
    net, seed = network_of("ft-ruft-212:k=2,n=3"), 7
    scheme = fitting("usual", net)
    units = fault_units(net, FaultParameters())
    draws = pattern("uniform").draws(Requested(net.hosts, 1, seed, itself=False))
    load = highest_load(net, draws, 16, Arrivals())
    elements = [np.zeros(0, np.int32)] * 6
    if faults:
        elements = random_tolerated(net, scheme, units, faults, 6, seed)
    accepted = []
    for number, out in enumerate(elements):
        tables = tables_of(scheme.routing_table(net, usable_without(net, units, out)))
        run = Simulation(tables, QUICK.switching, draws, load, seed=seed + number)
        run.advance(500)
        accepted.append(run.advance(1_500).delivered * 16 / 1_500 / net.hosts)
    found = degraded(net, scheme, FaultParameters(), QUICK, faults, seed)
    assert found.throughput == pytest.approx(np.mean(accepted), rel=1e-12)
    assert (found.least, found.most) == pytest.approx((min(accepted), max(accepted)))
    assert found.ci95 == pytest.approx(2.5706 * np.std(accepted, ddof=1) / 6**0.5, rel=1e-4)  # t of 5 degrees
    assert (found.faults, found.samples) == (faults, 6)


@pytest.mark.parametrize("spec", ["kary-tree:k=2,n=3", "ft-ruft-222:k=2,n=3"])
def test_the_same_for_any_number_of_workers(spec):
    once = of(spec, QUICK, 2)
    assert once == of(spec, QUICK, 2) == of(spec, QUICK, 2, workers=3)
    assert once != of(spec, QUICK, 2, seed=2)


@pytest.mark.parametrize(
    ("spec", "name", "among"),
    [
        ("kary-tree:k=3,n=3", "fta", FaultParameters()),
        ("kary-tree:k=3,n=3", "updown", FaultParameters(whole=True)),
        ("ruft-pl:k=2,n=3", "ruft", FaultParameters(among="all")),
        ("ft-ruft-212:k=2,n=4", "ruft", FaultParameters(among="ends")),
        ("ft-ruft-222:k=3,n=3", "ruft", FaultParameters()),
        ("ft-ruft-222:k=2,n=3", "ruft", FaultParameters(among="switches")),
        ("hyperx:S=3-3,K=1-1,T=2", "updown", FaultParameters(whole=True)),
    ],
)
@pytest.mark.parametrize("switching", ["vct", "wormhole"])
def test_no_packet_is_lost_or_stuck(spec, name, among, switching):
    """Sources stop after a while: then all that was injected arrives, over no link that is out."""
    net = network_of(spec)
    scheme, units = fitting(name, net), fault_units(net, among)
    draws = pattern("uniform").draws(Requested(net.hosts))
    faults = 1 if among.among in ("switches", "ends", "all") else 3
    for seed, out in enumerate(random_tolerated(net, scheme, units, faults, 3, seed=1)):
        usable = usable_without(net, units, out)
        run = Simulation(
            tables_of(scheme.routing_table(net, usable)),
            Switching(packet_bytes=16, switching=switching),
            draws,
            highest_load(net, draws, 16, Arrivals()),
            seed=seed,
        )
        stretches = [run.advance(2_000)]
        run._engine._making.log_stay[:] = 1.0  # nobody makes another packet than those that wait
        while run._engine._making.when.min() < run.now or stretches[-1].in_network:
            stretches.append(run.advance(500))
            assert not run.deadlocked
            assert run.now < 50_000
        injected = sum(int(counts.injected.sum()) for counts in stretches)
        assert injected == sum(counts.delivered for counts in stretches) > 50
        assert sum(int(counts.received.sum()) for counts in stretches) == injected
        assert (sum(counts.carried for counts in stretches)[~usable] == 0).all()


def test_a_link_that_is_out_halves_what_two_share():
    """RUFT-PL: each of two hosts sends the other 2 flits per cycle; without one link one of them sends 1."""
    draws = fixed_draws(np.array([1, 0]), itself=False)
    whole = of("ruft-pl:k=2,n=1", QUICK, 0, draws=draws)
    one = of("ruft-pl:k=2,n=1", QUICK, 1, FaultParameters(among="ends"), draws=draws)
    assert whole.throughput == pytest.approx(2, rel=0.05)  # what is made at random leaves some gaps
    assert one.throughput == pytest.approx(0.75 * whole.throughput, rel=0.03)


def test_deadlock_is_told_and_not_averaged():
    requested = DegradationParameters(
        samples=3, duration=Duration(cycles=20_000), switching=Switching(packet_bytes=64)
    )
    with pytest.raises(
        FatdeskError, match=r"combination \d+ \(out: .*\): routing algorithm minimal on .*deadlock"
    ):
        of("hyperx:S=5-5,K=1-1,T=4", requested, 20, name="minimal")


def test_what_cannot_be():
    with pytest.raises(FatdeskError, match="9,999 links cannot fail"):
        of("kary-tree:k=2,n=2", QUICK, 9_999)
    with pytest.raises(FatdeskError, match="use fewer faults"):
        of("ruft:k=2,n=2", QUICK, 1)
    with pytest.raises(FatdeskError, match="load 3: hosts cannot inject that"):
        of("kary-tree:k=2,n=2", DegradationParameters(load=3.0), 1)
    with pytest.raises(FatdeskError, match="no-such-pattern"):
        of(
            "kary-tree:k=2,n=2",
            DegradationParameters(traffic=TrafficParameters(pattern="no-such-pattern")),
            1,
        )


def test_it_can_be_stopped():
    class Stops:
        said = 0

        def step(self, done, total, text):
            self.said += text == "2 faults"
            if self.said > 3:
                raise Cancelled

    with pytest.raises(Cancelled):
        of("ft-ruft-222:k=4,n=3", DegradationParameters(), 2, progress=Stops())


def shape(family, traffic, counts, size="k=4,n=3", samples=16, whole=False, workers=1):
    """Points of a network."""
    requested = DegradationParameters(samples=samples, traffic=TrafficParameters(pattern=traffic))
    among = FaultParameters(whole=whole)
    return [of(f"{family}:{size}", requested, count, among, workers=workers) for count in counts]


def above(one, other):
    """More, beyond both intervals."""
    return one.throughput - one.ci95 > other.throughput + other.ci95


def of_share(family, traffic, percent, samples, measured="offered"):
    """Points without faults and with a share of the links out, of FTA whole cables."""
    requested = DegradationParameters(
        samples=samples,
        traffic=TrafficParameters(pattern=traffic),
        counted="percent",
        measured=measured,
        duration=Duration(warmup=5_000, cycles=20_000),
    )
    among = FaultParameters(whole=family == FTA)
    return [of(f"{family}:k=4,n=3", requested, count, among) for count in (0, percent)]


def fall(points):
    """What is lost of the throughput without faults, as a share."""
    return 1 - points[-1].throughput / points[0].throughput


def falls(points):
    """Whether each point is below the one before, or at least not above it beyond the intervals."""
    return above(points[0], points[-1]) and not any(above(b, a) for a, b in pairwise(points))


def test_uniform():
    found = {family: shape(family, "uniform", (0, 3, 10, 20), samples=8) for family in (FTA, PL, F212, F222)}
    assert all(falls(points) for points in found.values())
    for at in range(4):
        assert above(found[F222][at], found[F212][at])
        assert above(found[F222][at], found[FTA][at])
    assert all(above(found[PL][0], found[other][0]) for other in (FTA, F212, F222))
    lost = {family: points[0].throughput - points[-1].throughput for family, points in found.items()}
    assert max(lost, key=lost.__getitem__) == PL  # flits per cycle and host
    assert fall(found[F222]) < min(fall(found[PL]), fall(found[F212])) - 0.05


def test_complement():
    found = {family: shape(family, "complement", (0, 10), samples=8) for family in (FTA, PL, F212, F222)}
    assert all(falls(points) for points in found.values())
    for at in (0, 1):
        assert all(above(found[PL][at], found[other][at]) for other in (FTA, F212, F222))
    assert fall(found[FTA]) > fall(found[PL])  # the paper: it blocks at heads of buffers
    assert fall(found[F222]) < 0.05


def test_shuffle():
    found = {family: shape(family, "shuffle", (0, 10), samples=8) for family in (FTA, PL, F212, F222)}
    assert all(falls(points) for points in found.values())
    for at in (0, 1):
        assert all(above(found[F222][at], found[other][at]) for other in (FTA, PL, F212))
        assert above(found[F212][at], found[FTA][at])


def test_hot_spot():
    """With 50 links out of 64 nodes' networks 212 has fallen, PL and 222 have not; FTA is far below all."""
    found = {family: shape(family, "hotspot", (0, 50), samples=10) for family in (FTA, PL, F212, F222)}
    assert falls(found[F212])
    assert fall(found[F212]) == max(fall(points) for points in found.values()) > 0.07
    assert not any(above(found[family][0], found[family][1]) for family in (PL, F222))
    assert all(above(found[family][0], found[FTA][0]) for family in (PL, F212, F222))


def test_the_same_share_of_links():
    """Figures 15, 17 and 18: RUFT-PL falls faster than 212, and that faster than 222; FTA by complement."""
    for traffic in ("uniform", "shuffle"):
        lost = {family: fall(of_share(family, traffic, 8, 16)) for family in (PL, F212, F222)}
        assert lost[PL] > lost[F212] + 0.03
        assert lost[F212] > lost[F222]
    lost = {family: fall(of_share(family, "complement", 8, 16)) for family in (FTA, PL, F212, F222)}
    assert lost[FTA] > max(lost[PL], lost[F212]) + 0.1
    assert lost[F222] < min(lost[PL], lost[F212]) - 0.03


@pytest.mark.slow
def test_the_saturation_load_falls_under_hot_spot_traffic():
    """Figure 16: 212 falls most, RUFT-PL and 222 keep nearly all; FTA falls little from a low start."""
    found = {family: of_share(family, "hotspot", 15, 16, "saturation") for family in (FTA, PL, F212, F222)}
    lost = {family: fall(points) for family, points in found.items()}
    assert max(lost, key=lost.__getitem__) == F212
    assert lost[F212] > 0.08 > max(lost[PL], lost[F222], lost[FTA])
    assert all(above(found[family][0], found[FTA][0]) for family in (PL, F212, F222))


@pytest.mark.slow
@pytest.mark.parametrize("size", ["k=4,n=3", "k=8,n=3"])
def test_shapes_with_fifty_combinations_a_point(size):
    counts = (0, 5, 10, 20) if size == "k=4,n=3" else (0, 20, 60)
    for traffic in ("uniform", "complement", "shuffle"):
        found = {
            family: shape(family, traffic, counts, size, 50, whole=family == FTA, workers=2)
            for family in (FTA, PL, F212, F222)
        }
        assert all(falls(points) for points in found.values())
        best = {"uniform": None, "complement": PL, "shuffle": F222}[traffic]
        for at in range(len(counts)):
            assert above(found[F222][at], found[F212][at])
            assert above(found[F222][at], found[FTA][at])
            others = [points[at] for family, points in found.items() if family != best]
            assert best is None or all(above(found[best][at], other) for other in others)
        if traffic == "uniform":
            assert fall(found[F222]) < min(fall(found[PL]), fall(found[F212]))
            assert all(above(found[PL][0], found[other][0]) for other in (FTA, F212, F222))


@pytest.mark.parametrize("workers", [1, 3])
def test_pieces_come_in_order_whatever_ends_first(workers):
    def late_when_early(number, progress):
        sleep(0.02 * (4 - number))
        return number

    assert parallel_map(late_when_early, 5, workers, SILENT, "pieces") == (0, 1, 2, 3, 4)
    assert parallel_map(late_when_early, 0, workers, SILENT, "pieces") == ()


def test_the_first_error_in_order_is_told_though_a_later_one_comes_first():
    later = Event()

    def wrong(number, progress):
        if number == 2:
            later.set()
            raise ValueError("the third")
        if number == 1:
            later.wait(PATIENCE_S)
            sleep(0.1)
            raise ValueError("the second")
        return number

    with pytest.raises(ValueError, match="the second"):
        parallel_map(wrong, 4, 4, SILENT, "pieces")


def test_all_pieces_end_when_one_is_asked_to_stop():
    ended = []

    class Stops:
        def __init__(self):
            self.requested = 0

        def step(self, done, total, text):
            assert (total, text) == (3, "pieces")
            self.requested += 1
            if self.requested > 2:
                raise Cancelled

    def endless(number, progress):
        try:
            while True:
                sleep(0.005)
                progress.step(0, 1, "")
        finally:
            ended.append(number)

    with pytest.raises(Cancelled):
        parallel_map(endless, 3, 2, Stops(), "pieces")
    assert sorted(ended) == [0, 1]  # the third never began
