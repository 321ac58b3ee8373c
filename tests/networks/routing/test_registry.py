"""The registry names what is in the folder; algorithms refuse networks that they do not fit."""

import importlib
import pkgutil

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks import routing
from fatdesk.networks.routing import ROUTING_ALGORITHMS, fitting, routing_algorithm, usual
from fatdesk.networks.routing.algorithm import leaves_choice
from fatdesk.networks.topologies import network_of
from tests.networks.routing.samples import NETWORKS, ring


def in_folder():
    modules = [
        importlib.import_module(f"{routing.__name__}.{found.name}")
        for found in pkgutil.iter_modules(routing.__path__)
    ]
    return [module for module in modules if hasattr(module, "NAME")]


def test_the_registry_names_every_scheme_of_the_folder():
    assert sorted(one.NAME for one in ROUTING_ALGORITHMS) == sorted(one.NAME for one in in_folder())
    assert all(
        one.TITLE and callable(one.refusal) and callable(one.routing_table) for one in ROUTING_ALGORITHMS
    )


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("kary-tree:k=2,n=2", "fta"),
        ("clos:k=2,n=2", "fta"),
        ("egft:M=2-2,C=1-2,K=1-1", "fta"),
        ("two-level:N=60,PE=36,PC=36", "fta"),
        ("ruft:k=2,n=2", "ruft"),
        ("ft-ruft-222:k=2,n=2", "ruft"),
        ("mikant:k=2,n=2", "mikant"),
        ("hyperx:S=3,K=1,T=1", "updown"),
    ],
)
def test_the_usual_scheme_of_a_family(spec, name):
    network = network_of(spec)
    assert usual(network) is fitting("usual", network) is routing_algorithm(name)


@pytest.mark.parametrize(
    ("spec", "name", "stated"),
    [
        (
            "ruft:k=2,n=2",
            "fta",
            "does not fit ruft: its links lead in one direction only: use ruft",
        ),
        ("ruft:k=2,n=2", "updown", "lead in one direction only"),
        ("mikant:k=2,n=2", "destro", "join nodes of one level"),
        ("kary-tree:k=2,n=2", "ruft", "it is made for ruft, ruft-pl, ft-ruft-212, ft-ruft-222"),
        ("ruft:k=2,n=2", "ruft-static", "doubled links of ruft-pl and ft-ruft-222"),
        (
            "kary-tree:k=2,n=2",
            "mikant",
            "made for mikant: use fta, destro, nca, valiant, fir",
        ),
        ("mikant:k=2,n=2", "ruft", "use mikant, mikant-adaptive"),
        (
            "kary-tree:k=2,n=2",
            "ecmp",
            "unknown routing algorithm 'ecmp': known are fta, destro, nca",
        ),
    ],
)
def test_what_does_not_fit_is_told(spec, name, stated):
    with pytest.raises(FatdeskError) as caught:
        fitting(name, network_of(spec))
    assert stated in str(caught.value)


@pytest.mark.parametrize("one", ROUTING_ALGORITHMS, ids=lambda one: one.NAME)
def test_an_adaptive_algorithm_leaves_a_choice_in_some_network(one):
    groups = network_of("dragonfly-plus:g=3,a=2,s=2,T=2,K=1")
    fitted = [network for network in (*NETWORKS.values(), groups) if not one.refusal(network)]
    assert any(leaves_choice(one.routing_table(network)) for network in fitted) is one.ADAPTIVE


def test_all_that_fit_are_offered():
    network = network_of("mikant:k=2,n=2")
    *first, last = [one.NAME for one in ROUTING_ALGORITHMS if not one.refusal(network)]
    with pytest.raises(FatdeskError, match=f": use {', '.join(first)} or {last}$"):
        fitting("ruft", network)


def test_a_network_by_hand_is_told_as_such():
    with pytest.raises(FatdeskError, match="fta does not fit this network"):
        fitting("fta", ring(3))
    assert routing_algorithm("minimal").refusal(ring(3)) == ""
