"""The engine against the figures of the fault-tolerant-indirect-topologies paper, as in spec 3.

Table 4: uniform traffic, 128 bytes, throughput (the most accepted, flits per cycle and host) and base latency
(at a load of 0.02). Tolerances are those of the trial that the spec tells of: 7 % of throughput with strict
cut-through, 5 % with flit credits, 3 % of base latency. Of the other patterns the paper has curves only:
their orders are held.
"""

from functools import cache

import pytest

from fatdesk.networks.routing import usual
from fatdesk.networks.simulation.engines.counts import Counts
from fatdesk.networks.simulation.engines.tables import Tables, tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Arrivals, Switching, highest_load
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

TABLE_4 = {
    "kary-tree:k=4,n=3": (0.55, 161),
    "ruft:k=4,n=3": (0.51, 156),
    "ruft-pl:k=4,n=3": (1.24, 152),
    "ft-ruft-212:k=4,n=3": (0.60, 154),
    "ft-ruft-222:k=4,n=3": (1.10, 153),
    "kary-tree:k=8,n=3": (0.48, 162),
    "ruft:k=8,n=3": (0.45, 159),
    "ruft-pl:k=8,n=3": (1.16, 153),
    "ft-ruft-212:k=8,n=3": (0.55, 156),
    "ft-ruft-222:k=8,n=3": (1.03, 154),
}
WARMUP, CYCLES = 20_000, 60_000
FTA, RUFT, PL, FT_212, FT_222 = "kary-tree", "ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222"
NEW = (PL, FT_212, FT_222)


BOTH_SIZES = [
    spec if "k=4" in spec or spec.startswith("ft-ruft-222") else pytest.param(spec, marks=pytest.mark.slow)
    for spec in TABLE_4
]
"""By day the smaller networks and the one with most links."""


@cache
def tables(spec: str) -> Tables:
    """A network under its usual scheme."""
    network = network_of(spec)
    return tables_of(usual(network).routing_table(network))


def measured(spec: str, load: float, switching: Switching, traffic: str = "uniform") -> Counts:
    """What is counted after the warm-up."""
    made = tables(spec)
    run = Simulation(made, switching, pattern(traffic).draws(Requested(made.network.hosts)), load)
    run.advance(WARMUP)
    return run.advance(CYCLES)


def accepted(spec: str, load: float, switching: Switching, traffic: str = "uniform") -> float:
    """Flits a cycle and host that sends."""
    made = tables(spec)
    sending = int((pattern(traffic).draws(Requested(made.network.hosts)).rate > 0).sum())
    counts = measured(spec, load, switching, traffic)
    return counts.delivered * switching.flits / counts.cycles / sending


def throughput(spec: str, switching: Switching, traffic: str = "uniform") -> float:
    """The most accepted above saturation."""
    made = tables(spec)
    most = highest_load(
        made.network, pattern(traffic).draws(Requested(made.network.hosts)), switching.flits, Arrivals()
    )
    return max(accepted(spec, most * part, switching, traffic) for part in (0.6, 0.8, 1.0))


@pytest.mark.parametrize("spec", BOTH_SIZES)
def test_throughput_of_strict_cut_through(spec: str) -> None:
    assert throughput(spec, Switching()) == pytest.approx(TABLE_4[spec][0], rel=0.07)


@pytest.mark.parametrize("spec", BOTH_SIZES)
def test_throughput_with_flit_credits(spec: str) -> None:
    assert throughput(spec, Switching(credits="flit")) == pytest.approx(TABLE_4[spec][0], rel=0.05)


@pytest.mark.parametrize("spec", TABLE_4)
def test_base_latency(spec: str) -> None:
    counts = measured(spec, 0.02, Switching())
    assert counts.latency_sum / counts.delivered == pytest.approx(TABLE_4[spec][1], rel=0.03)


def test_early_binding_costs_ruft_pl_a_fifth() -> None:
    late, early = (throughput("ruft-pl:k=4,n=3", Switching(binding=when)) for when in ("late", "early"))
    assert early / late == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("size", ["k=4,n=3", "k=8,n=3"])
def test_complement(size: str) -> None:
    """RUFT and the tree reach 1.0 and RUFT-PL 2.0, the highest; FT-RUFT-222 improves on RUFT."""
    found = {name: throughput(f"{name}:{size}", Switching(), "complement") for name in (FTA, RUFT, *NEW)}
    assert found[FTA] == pytest.approx(1.0, abs=0.03)  # what is made at load 1.0 is within 3 % of it
    assert found[RUFT] == pytest.approx(1.0, abs=0.03)
    assert found[PL] == pytest.approx(2.0, abs=0.06)
    assert max(found, key=found.__getitem__) == PL
    assert found[FT_222] > 1.2 * found[RUFT]


@pytest.mark.parametrize("size", ["k=4,n=3", "k=8,n=3"])
def test_shuffle(size: str) -> None:
    """All three new networks are above the tree and RUFT, FT-RUFT-222 is best."""
    found = {name: throughput(f"{name}:{size}", Switching(), "shuffle") for name in (FTA, RUFT, *NEW)}
    assert min(found[name] for name in NEW) > 1.2 * max(found[FTA], found[RUFT])
    assert max(found, key=found.__getitem__) == FT_222


@pytest.mark.parametrize("size", ["k=4,n=3", "k=8,n=3"])
def test_hot_spot(size: str) -> None:
    """All three new networks are above the tree and RUFT: the hot host has two links."""
    found = {name: throughput(f"{name}:{size}", Switching(), "hotspot") for name in (FTA, RUFT, *NEW)}
    assert min(found[name] for name in NEW) > 1.5 * max(found[FTA], found[RUFT])
