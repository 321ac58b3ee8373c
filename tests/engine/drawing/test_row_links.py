"""Links between switches of one row in wiring diagrams: each on a track of its own."""

from itertools import combinations

import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.drawing.wiring.wiring_diagram import bundle_heights, bundle_lines, place_boxes
from fatdesk.engine.drawing.wiring.wiring_parts import Network
from fatdesk.engine.families import build
from tests.engine import plan_samples as samples
from tests.engine.design.search_samples import PAPER, wanted


@pytest.mark.parametrize(("family", "hosts"), [("mikant", 60), ("hyperx", 40), ("mikant", 120)])
def test_no_two_bundles_of_a_row_lie_on_each_other(family: str, hosts: int) -> None:
    requirements, one = wanted(hosts, edge=("ib-36",), core=("ib-36",), families=(family,), blocking=2)
    for best in search(requirements, one, PAPER).candidates[:2]:
        built = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
        network = Network(samples.plan_of("sample", [built], cabled=False), 0)
        lines = bundle_lines(network, place_boxes(network, (10, 70, 400, 250)))
        own = [(line, bundle) for line, bundle in lines if network.stations[bundle.low].level == 1]
        assert len(own) >= len(bundle_heights(network))
        for (a, first), (b, second) in combinations(own, 2):
            if first is not second:
                assert not overlap(a, b), (a, b)


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Whether two level or two upright lines share more than a point."""
    for along, across in ((0, 1), (1, 0)):
        if a[across] == a[across + 2] and b[across] == b[across + 2]:
            if abs(a[across] - b[across]) > 1e-6:
                return False
            low = max(min(a[along], a[along + 2]), min(b[along], b[along + 2]))
            high = min(max(a[along], a[along + 2]), max(b[along], b[along + 2]))
            return high - low > 1e-6
    return False
