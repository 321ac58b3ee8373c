"""Ready-made studies can be run as they are, and say what was published."""

import pytest

from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.reference_studies import READY_MADE, ReadyMade
from fatdesk.networks.simulation.study import loads_of
from fatdesk.networks.study import sound
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.studies import AddSimulation
from fatdesk.project.document.project import Project


@pytest.mark.parametrize("one", READY_MADE, ids=lambda one: one.study.name)
def test_everything_in_it_fits(one: ReadyMade) -> None:
    study = one.study
    for network in study.networks:
        assert sound(network) is network
        built = network_of(network.spec)
        assert network.scheme == fitting(network.scheme, built).NAME
        assert pattern(study.traffic.pattern).draws(Requested(built.hosts)).hosts == built.hosts
    names = {network.name for network in study.networks}
    assert {some.network for some in one.published} <= names
    assert not one.published or len(one.published) == len(names)
    assert perform(Project(), AddSimulation(simulation=study)).simulations == (study,)


def test_names_tell_them_apart() -> None:
    assert len({one.study.name for one in READY_MADE}) == len(READY_MADE)


def test_what_the_papers_asked() -> None:
    """Spec 3 and 4: sizes, loads and durations of the tables and of the comparison."""
    small, large = READY_MADE[:2]
    for one, hosts in ((small, 64), (large, 512)):
        assert {network_of(some.spec).hosts for some in one.study.networks} == {hosts}
        loads = loads_of(one.study.loads)
        assert (len(loads), loads[0]) == (12, 0.02)
        assert (one.study.duration.warmup, one.study.duration.cycles) == (20_000, 100_000)
        assert one.study.switching.packet_bytes == 128
        assert max(some.throughput for some in one.published) < loads[-1]
    for one in READY_MADE[-2:]:
        assert {network_of(some.spec).hosts for some in one.study.networks} == {2048}
        assert (loads_of(one.study.loads)[0], loads_of(one.study.loads)[-1]) == (0.05, 1.0)
        assert (one.study.switching.switching, one.study.switching.flits) == ("wormhole", 8)
        assert one.study.duration.packets_per_source == 200


def test_sizes_of_packets_and_patterns_of_the_figures() -> None:
    figures = READY_MADE[2:-2]
    assert [(one.study.traffic.pattern, one.study.switching.packet_bytes) for one in figures] == [
        ("uniform", 128),
        ("uniform", 8),
        ("hotspot", 128),
        ("complement", 128),
        ("shuffle", 128),
    ]
