"""One combination at a time and 64 a word: both ways to judge faults agree on all of them."""

from itertools import combinations

import numpy as np
import pytest

from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from tests.networks.routing.samples import FITTING, NETWORKS, case_id

ASKED = [
    FaultParameters(),
    FaultParameters(among="all", whole=True),
    FaultParameters(among="switches"),
]


@pytest.mark.parametrize(("spec", "scheme"), FITTING, ids=case_id)
def test_every_single_fault(spec, scheme):
    agree(NETWORKS[spec], scheme, 1, ASKED)


@pytest.mark.parametrize(
    ("spec", "scheme"),
    [
        (spec, scheme)
        for spec, scheme in FITTING
        if spec in ("clos:k=2,n=2", "ft-ruft-222:k=2,n=2", "mikant:k=2,n=2")
    ],
    ids=case_id,
)
def test_every_pair_of_faults(spec, scheme):
    agree(NETWORKS[spec], scheme, 2, ASKED[:2])


def agree(net, scheme, faults, every):
    reach, living = Reach(net, scheme), np.zeros(net.node_count, bool)
    for requested in every:
        units = fault_units(net, requested)
        if units.count < faults:
            continue
        some = [np.array(few, np.int32) for few in combinations(range(units.count), faults)]
        left = [reach.left(usable_without(net, units, elements), living) for elements in some]
        row = tolerance(net, scheme, units, faults, len(some), 1)
        assert (row.exhaustive, row.combinations) == (True, len(some))
        assert row.tolerated == sum(one.pairs_connected == one.pairs for one in left)
        connected = sum(one.pairs_connected for one in left) / (len(left) * left[0].pairs)
        assert row.pairs_connected == pytest.approx(connected)
