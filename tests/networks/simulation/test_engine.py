"""What holds of every simulation: packets are conserved, nothing is stuck, the same input gives the same."""

import hashlib

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing import routing_algorithm, usual
from fatdesk.networks.simulation.engines.counts import Counts
from fatdesk.networks.simulation.engines.tables import Tables, tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Arrivals, Switching, highest_load
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

FAMILIES = (
    "star:N=8,E=2,Bl=2",
    "two-level:N=60,PE=36,PC=36,Bl=1",
    "kary-tree:k=2,n=3",
    "kary-tree:k=3,n=3",
    "clos:k=2,n=3",
    "mikant:k=3,n=3",
    "ruft:k=2,n=4",
    "ruft-pl:k=2,n=3",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-222:k=3,n=3",
    "egft:M=4-3,C=1-2,K=1-2",
    "hyperx:S=3-3,K=1-1,T=2",
    "universal:n=32,w=16",
)


def tables(spec: str, name: str = "") -> Tables:
    """A network under a scheme, the usual one where none is named."""
    network = network_of(spec)
    return tables_of((routing_algorithm(name) if name else usual(network)).routing_table(network))


def at_most(made: Tables, switching: Switching, traffic: str = "uniform", seed: int = 1) -> Simulation:
    """As much traffic as hosts can inject."""
    draws = pattern(traffic).draws(Requested(made.network.hosts))
    return Simulation(
        made, switching, draws, highest_load(made.network, draws, switching.flits, Arrivals()), seed=seed
    )


def stated(counts: Counts) -> bytes:
    """Everything that was counted, in short."""
    digest = hashlib.sha256()
    for name in sorted(counts.__dataclass_fields__):
        value = getattr(counts, name)
        digest.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return digest.digest()


@pytest.mark.parametrize("spec", FAMILIES)
def test_no_deadlock_in_a_million_cycles_past_saturation(spec: str) -> None:
    run = at_most(tables(spec), Switching(packet_bytes=32))
    inside = 0
    for _ in range(10):
        counts = run.advance(100_000)
        assert not run.deadlocked
        assert counts.delivered > 100
        inside += int(counts.injected.sum()) - counts.delivered
        assert counts.in_network == inside >= 0
        assert counts.delivered_of.sum() == counts.delivered
        assert counts.latency_bins.sum() == counts.network_bins.sum() == counts.delivered
        assert counts.hops == counts.carried.sum()


@pytest.mark.parametrize("spec", ["ft-ruft-222:k=2,n=3", "mikant:k=2,n=3", "hyperx:S=3-3,K=1-1,T=2"])
def test_stretches_may_be_split_at_will(spec: str) -> None:
    made = tables(spec)
    one = at_most(made, Switching(packet_bytes=16)).advance(5_000)
    run = at_most(made, Switching(packet_bytes=16))
    pieces = [run.advance(cycles) for cycles in (1, 7, 992, 3_000, 1_000)]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole += piece
    assert stated(whole) == stated(one)
    assert stated(at_most(made, Switching(packet_bytes=16), seed=2).advance(5_000)) != stated(one)


def test_nothing_grows_past_saturation() -> None:
    """A buffer holds two packets: that many can be in the network and no more."""
    made = tables("kary-tree:k=4,n=2")
    run = at_most(made, Switching(packet_bytes=8))
    into_switches = int((made.wiring.after >= 0).sum())
    most = max(run.advance(10_000).in_network for _ in range(10))
    assert 0 < most <= 2 * into_switches


def test_a_deadlock_is_seen() -> None:
    """Minimal routing_table round a square waits in a circle as soon as all four corners want to cross it."""
    made = tables("hyperx:S=2-2,K=1-1,T=4", "minimal")
    run = at_most(made, Switching(packet_bytes=64), "complement")
    run.advance(50_000)
    stuck = run.advance(50_000)
    assert run.deadlocked
    assert stuck.delivered == stuck.hops == 0 < stuck.in_network


@pytest.mark.parametrize("kind", ["bernoulli", "bursty"])
def test_hosts_make_the_load_that_was_asked(kind: str) -> None:
    """Of many packets the mean rate is within four standard deviations of the load (bursts of 8 packets)."""
    made = tables("kary-tree:k=4,n=2")
    draws = pattern("uniform").draws(Requested(16))
    run = Simulation(made, Switching(packet_bytes=8), draws, 0.2, Arrivals(kind=kind))
    run.advance(5_000)
    packets = run.advance(400_000).injected.sum()
    wanted = 0.2 / 8 * 16 * 400_000
    spread = 4 * (wanted * (8 if kind == "bursty" else 1) * 2) ** 0.5
    assert abs(packets - wanted) < spread


@pytest.mark.parametrize("load", [0.0, -0.5, 1.01, float("nan")])
def test_a_load_that_cannot_be(load: float) -> None:
    made = tables("kary-tree:k=2,n=2")
    with pytest.raises(FatdeskError, match="at most 1 flits"):
        Simulation(made, Switching(), pattern("uniform").draws(Requested(4)), load)


def test_two_links_into_the_network_carry_twice() -> None:
    made = tables("ruft-pl:k=2,n=2")
    draws = pattern("complement").draws(Requested(4))
    assert highest_load(made.network, draws, 128, Arrivals()) == 2.0
    counts = at_most(made, Switching(), "complement").advance(100_000)
    assert counts.delivered * 128 / 100_000 / 4 > 1.9


def test_hosts_that_send_to_themselves_only_are_silent() -> None:
    made = tables("kary-tree:k=2,n=2")
    draws = pattern("shuffle").draws(Requested(4))
    counts = Simulation(made, Switching(), draws, 0.5).advance(20_000)
    assert (counts.injected > 0).tolist() == [False, True, True, False]
    itself = pattern("shuffle").draws(Requested(4, itself=True))
    assert (Simulation(made, Switching(), itself, 0.5).advance(20_000).injected > 0).all()
