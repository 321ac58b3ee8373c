"""Verdicts on failures, against trying every combination with networkx."""

from itertools import combinations

import networkx as nx
import pytest

from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.results import AlwaysTolerated, FaultsOn, MeasuredFaults, ToleranceRow
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters, DegradationPoint
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.fault_tolerance.verdict import compared_verdict, fault_verdict
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.topologies import network_of

WHOLE = FaultParameters(whole=True)


def measured(spec: str, counts: tuple[int, ...] = ()) -> MeasuredFaults:
    net, scheme = network_of(spec), routing_algorithm("minimal")
    units = fault_units(net, WHOLE)
    rows = tuple(tolerance(net, scheme, units, count, 100_000, 1) for count in counts)
    return of(rows, always_tolerated(net, scheme, units))


def of(rows: tuple[ToleranceRow, ...] = (), always: AlwaysTolerated | None = None) -> MeasuredFaults:
    on = FaultsOn(
        network="0" * 64, hosts=1, channels=1, scheme="minimal", faults=WHOLE, combinations=1, seed=1
    )
    return MeasuredFaults(on, rows, always)


def survived(spec: str, most: int) -> list[float]:
    """The share of combinations of 0, 1, ... failed links between switches that part no hosts."""
    net = network_of(spec)
    graph = nx.Graph([tuple(ends) for ends in net.ends.tolist()])
    inner = [tuple(ends) for ends in net.ends.tolist() if min(ends) >= net.hosts]
    shares = []
    for count in range(most + 1):
        tried = list(combinations(inner, count))
        held = 0
        for out in tried:
            left = graph.copy()
            left.remove_edges_from(out)
            held += set(range(net.hosts)) <= nx.node_connected_component(left, 0)
        shares.append(held / len(tried))
    return shares


@pytest.mark.parametrize("spec", ["kary-tree:k=2,n=3", "hyperx:S=2-2,K=1-1,T=2", "kary-tree:k=3,n=2"])
def test_failures_that_are_always_survived(spec: str) -> None:
    shares = survived(spec, 3)
    always = max(count for count, share in enumerate(shares) if share == 1.0)
    verdict = fault_verdict("net", measured(spec, (always + 1,)))
    which = (
        "any failed link between switches" if always == 1 else f"any {always} failed links between switches"
    )
    assert verdict.text.startswith(f"net survives {which} (")
    assert f"; {always + 1} in the worst places cut off hosts." in verdict.text
    share = f"{100 * shares[always + 1]:.2f}".rstrip("0").rstrip(".")
    tolerated = f"Of all combinations of {always + 1}, {share} % are tolerated."
    assert verdict.text.endswith(
        tolerated if shares[always + 1] else f"No combination of {always + 1} is tolerated."
    )


def test_one_failure_is_enough() -> None:
    text = fault_verdict("net", measured("hyperx:S=2,K=1,T=2")).text
    assert text == "net does not survive every single failure: one link between switches can cut off hosts."


def test_a_network_without_tolerance_says_so_of_one_failure() -> None:
    text = fault_verdict("net", measured("hyperx:S=2,K=1,T=2", (1,))).text
    assert text.endswith("can cut off hosts. No failure is tolerated.")


def test_what_is_not_proved_is_said_so() -> None:
    verdict = fault_verdict("net", of(always=AlwaysTolerated(4, "not proved", None)))
    assert verdict.text == "net survives any 4 failed links between switches; whether more is not proved."


def test_what_no_number_of_failures_parts() -> None:
    """Of a network of one switch no links between switches can fail in places that part hosts."""
    text = fault_verdict("net", of(always=AlwaysTolerated(0, "minimum cut", None))).text
    assert text == "net survives any number of failed links between switches (proved by minimum cut)."


def test_the_most_failures_that_are_nearly_always_tolerated() -> None:
    rows = tuple(
        ToleranceRow(faults, 1000, False, tolerated, 1.0, None)
        for faults, tolerated in ((1, 1000), (5, 995), (10, 990), (20, 700))
    )
    verdict = fault_verdict("net", of(rows, AlwaysTolerated(1, "minimum cut", (0, 1))))
    assert verdict.text.endswith("Of random combinations of 10, 99 % are tolerated.")


def test_throughput_that_is_left() -> None:
    points = tuple(
        DegradationPoint(faults, left, None, left, left, 5) for faults, left in ((0, 0.8), (20, 0.6))
    )
    on = FaultsOn(
        network="0" * 64, hosts=1, channels=1, scheme="fta", faults=WHOLE, combinations=None, seed=1,
        degradation=DegradationParameters(),
    )  # fmt: skip
    found = MeasuredFaults(on, points=points)
    assert fault_verdict("net", found, LinkRate(100, 64)).text == (
        "With 20 failed net keeps 75 % of its throughput: 0.6 = 60 Gb/s per host."
    )
    alone = MeasuredFaults(on, points=points[1:])
    assert "Add 0 failures to see which share of all that is." in fault_verdict("net", alone).text


def test_what_is_missing_and_several_networks() -> None:
    assert "not measured yet" in fault_verdict("net", None).text
    few, many = measured("kary-tree:k=2,n=3"), measured("kary-tree:k=3,n=2")
    rows = [("many", many, fault_verdict("many", many)), ("few", few, fault_verdict("few", few))]
    assert compared_verdict(rows).text == (
        f"{rows[1][2].text} Of 2 networks many survives most: any 2 failures."
    )
    assert compared_verdict(rows[:1]) == rows[0][2]
