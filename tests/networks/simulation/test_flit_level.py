"""The preset of docs/simulation.md for flit-level simulators, against figures of one (flit_level.csv)."""

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

NETWORK = network_of("kary-tree:k=4,n=3")
ALGORITHMS = {"nca": ("nca", "late"), "anca": ("fta", "two")}
"""Routing algorithm and binding for each routing function of the reference."""
WITHIN = {"accepted": 0.04, "latency": 0.06}
SHORT = {("nca", "uniform"), ("nca", "complement"), ("anca", "complement")}
CYCLES = {1: 20_000, 16: 60_000, 128: 150_000}


class Reference(NamedTuple):
    """A figure of the reference program."""

    routing: str
    traffic: str
    flits: int
    buffer: int
    load: float
    figure: str
    value: float


def references():
    text = (Path(__file__).parent / "flit_level.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return [
        Reference(
            row["routing"],
            row["traffic"],
            int(row["flits"]),
            int(row["buffer"]),
            float(row["load"]),
            row["figure"],
            float(row["value"]),
        )
        for row in rows
    ]


def preset(flits, buffer, binding="late"):
    """The documented options: routing at the head, one cycle of routing and one of allocation."""
    return Switching(
        switching="wormhole",
        packet_bytes=flits,
        flit_bytes=1,
        buffer_flits=buffer,
        route_at="head",
        binding=binding,
        routing=1,
        allocation=1,
        crossbar=1,
        link=1,
        fly=1,
    )


@pytest.fixture(scope="module")
def tables():
    return {
        name: tables_of(routing_algorithm(name).routing_table(NETWORK)) for name, _ in ALGORITHMS.values()
    }


def measured(tables, one, cycles, seed):
    name, binding = ALGORITHMS[one.routing]
    draws = pattern(one.traffic).draws(Requested(NETWORK.hosts, itself=True))
    run = Simulation(tables[name], preset(one.flits, one.buffer, binding), draws, one.load, seed=seed)
    run.advance(cycles // 3)
    return run.advance(cycles)


def figure(one, counts):
    if one.figure == "accepted":
        return counts.delivered * one.flits / counts.cycles / NETWORK.hosts
    return counts.latency_sum / counts.delivered


@pytest.mark.parametrize("one", references(), ids=lambda one: "-".join(map(str, one[:6])))
def test_it_gives_the_figures_of_the_reference(tables, one, long):
    if not long and (one.routing, one.traffic) not in SHORT:
        pytest.skip("a long run, at night or with FATDESK_LONG=1")
    runs = [measured(tables, one, CYCLES[one.flits] // (1 if long else 3), seed) for seed in range(1, 4)]
    found = sum(figure(one, counts) for counts in runs) / len(runs)
    assert found == pytest.approx(one.value, rel=WITHIN[one.figure])


@pytest.mark.parametrize("flits", [1, 16, 128])
def test_a_packet_alone_takes_five_cycles_a_switch(tables, flits):
    """Routing, allocation, crossbar, link and fly; two cycles from the host to the first switch."""
    counts = Simulation(
        tables["nca"],
        preset(flits, 32),
        pattern("complement").draws(Requested(NETWORK.hosts)),
        0.0005,
    ).advance(60_000)
    assert counts.latency_sum / counts.delivered == pytest.approx(2 + 5 * 5 + flits - 1, rel=0.01)
