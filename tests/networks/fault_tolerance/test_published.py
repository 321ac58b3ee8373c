"""The figures of spec 3 and of Table 2 of the fault-tolerant-indirect-topologies paper.

Shares of random combinations are held to four standard deviations of what is drawn, and half a digit of what
is published; exhaustive counts are exact.
"""

from math import sqrt

import pytest

from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.routing import routing_algorithm, usual
from fatdesk.networks.topologies import network_of
from tests.networks.fault_tolerance.plain import judged, units_of

FAMILIES = ["kary-tree", "ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222"]
FTA, RUFT, PL, F212, F222 = FAMILIES


def always(spec, name=None, **requested):
    net = network_of(spec)
    one = usual(net) if name is None else routing_algorithm(name)
    units = units_of(net, **requested)
    found = always_tolerated(net, one, units)
    assert found.proof == "minimum cut"
    assert len(found.fatal) == found.faults + 1
    assert judged(net, one, units, [found.fatal])[0] == [False]
    return found.faults


@pytest.mark.parametrize("k", [2, 4, 8, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", FAMILIES)
def test_table_2(family, k):
    network, ends = {FTA: (k - 1, 0), RUFT: (0, 0), PL: (1, 1), F212: (3, 1), F222: (7, 1)}[family]
    spec = f"{family}:k={k},n=3"
    assert always(spec, among="network") == network
    assert always(spec, among="ends") == ends
    assert always(spec, among="all") == min(network, ends)


@pytest.mark.parametrize("family", FAMILIES)
def test_table_2_with_16_ports_and_two_stages(family):
    network, ends = {FTA: (15, 0), RUFT: (0, 0), PL: (1, 1), F212: (3, 1), F222: (7, 1)}[family]
    spec = f"{family}:k=16,n=2"
    assert always(spec, among="network") == network
    assert always(spec, among="ends") == ends


@pytest.mark.parametrize("k", [3, 5, 6])
def test_other_numbers_of_ports(k):
    """Spec 3: with a digit + 1 mod k instead of an inverted bit the 3 and 7 hold."""
    assert always(f"ft-ruft-212:k={k},n=3") == 3
    assert always(f"ft-ruft-222:k={k},n=3") == 7


@pytest.mark.parametrize("k", [2, 4])
def test_a_parallel_link_that_the_destination_fixes(k):
    assert always(f"ruft-pl:k={k},n=3", "ruft-static") == 0


@pytest.mark.parametrize("k", [2, 4])
@pytest.mark.parametrize("family", FAMILIES)
def test_dead_switches(family, k):
    """Spec 3: 212 and 222 survive any one, FTA any but a first-stage one, RUFT-PL none."""
    net = network_of(f"{family}:k={k},n=3")
    units = units_of(net, among="switches")
    stage = net.level[units.of]
    good, _ = judged(net, usual(net), units, [[element] for element in range(units.count)])
    survived = {FTA: stage > 1, RUFT: stage < 0, PL: stage < 0, F212: stage > 0, F222: stage > 0}[family]
    assert good == survived.tolist()
    assert always(f"{family}:k={k},n=3", among="switches") == (1 if family in {F212, F222} else 0)


@pytest.mark.parametrize(
    ("spec", "faults", "tolerated", "every"),
    [
        ("ft-ruft-212:k=2,n=3", 3, 560, 560),
        ("ft-ruft-212:k=2,n=3", 4, 1760, 1820),
        ("ft-ruft-222:k=2,n=3", 7, 3_365_856, 3_365_856),
        ("kary-tree:k=4,n=2", 3, 4960, 4960),
        ("kary-tree:k=4,n=2", 4, 35_784, 35_960),
    ],
)
def test_exhaustive_counts(spec, faults, tolerated, every):
    net = network_of(spec)
    row = tolerance(net, usual(net), units_of(net), faults, every, seed=1)
    assert (row.combinations, row.exhaustive, row.tolerated) == (every, True, tolerated)
    if tolerated == every:
        assert (row.fatal, row.pairs_connected) == (None, 1.0)
    else:
        assert len(row.fatal) == faults
        assert judged(net, usual(net), units_of(net), [row.fatal])[0] == [False]


SHARES = [
    (FTA, 10, False, 0.9965, 4),
    (PL, 10, False, 0.833, 3),
    (F212, 10, False, 0.984, 3),
    (FTA, 20, False, 0.939, 3),
    (PL, 20, False, 0.447, 3),
    (F212, 20, False, 0.747, 3),
    (FTA, 50, False, 0.175, 3),
    (PL, 50, False, 0.002, 3),
    (F212, 50, False, 0.000, 3),
    (F222, 50, False, 0.9989, 4),
    (FTA, 50, True, 0.0003, 4),
]


@pytest.mark.parametrize(("family", "faults", "whole", "share", "digits"), SHARES)
@pytest.mark.parametrize("combinations", [200_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_shares_of_random_combinations(family, faults, whole, share, digits, combinations):
    net = network_of(f"{family}:k=4,n=3")
    row = tolerance(net, usual(net), units_of(net, whole=whole), faults, combinations, seed=1)
    assert (row.exhaustive, row.combinations) == (False, combinations)
    deviation = sqrt(max(share, 1e-4) * (1 - share) * (1 / combinations + 1e-6))  # of both, theirs a million
    assert row.share == pytest.approx(share, abs=4 * deviation + 0.51 * 10**-digits)
