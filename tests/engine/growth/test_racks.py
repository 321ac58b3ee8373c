"""The worked case of growth of the two-level design paper's section 6.2: 42 U racks, 1 U hosts, 36 ports."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.search import NoDesignError, search
from fatdesk.engine.growth.racks import Expansion, Stage, expansion, most_hosts, stages
from tests.engine.design.search_samples import PAPER, SERVER, changed, wanted, with_parts
from tests.patience import few

REQUIREMENTS, FABRIC = wanted(1, families=("two-level",), edge=("ib-36",), core=("ib-36",))


def counts(best: Candidate) -> tuple[int, int, int]:
    return best.hosts, best.design.number("E"), best.design.number("C")


def test_two_racks_without_foresight() -> None:
    best = most_hosts(REQUIREMENTS, FABRIC, PAPER, 2)
    assert counts(best) == (76, 5, 3)
    assert expansion(REQUIREMENTS, FABRIC, PAPER, best, 1) == Expansion(
        on_spare_ports=14, new_edges=1, on_new_edges=18, hosts=108, stranded_u=9
    )


def test_three_racks_from_the_start() -> None:
    best = most_hosts(REQUIREMENTS, FABRIC, PAPER, 3)
    assert counts(best) == (115, 7, 4)
    assert best.height_u == 126 - 115  # all three racks are full
    every, needed = stages(REQUIREMENTS, FABRIC, PAPER, best, 2)
    assert every == Stage(edges=7, cores=4, hosts=73, hosts_later=42, edges_later=0)
    assert needed == Stage(edges=5, cores=4, hosts=75, hosts_later=40, edges_later=2)


@given(racks=st.integers(1, 6))
@settings(max_examples=few(6))
def test_one_host_more_would_not_fit(racks: int) -> None:
    best = most_hosts(REQUIREMENTS, FABRIC, PAPER, racks)
    assert best.height_u is not None
    assert best.hosts + best.height_u <= 42 * racks
    for hosts in range(best.hosts + 1, best.hosts + 12):
        requirements, fabric = wanted(hosts, families=("two-level",), edge=("ib-36",), core=("ib-36",))
        found = search(requirements, fabric, PAPER).candidates
        assert all(hosts + (one.height_u or 0) > 42 * racks for one in found)


def test_what_cannot_be_told() -> None:
    with pytest.raises(NoDesignError, match="hold no host"):
        most_hosts(REQUIREMENTS, FABRIC, with_parts(PAPER, [changed(PAPER["rack-42u"], height_u=2)]), 1)
    unknown = with_parts(PAPER, [changed(PAPER["ib-36"], height_u=None)])
    with pytest.raises(FatdeskError, match="height of a switch is unknown"):
        most_hosts(REQUIREMENTS, FABRIC, unknown, 1)
    with pytest.raises(FatdeskError, match="height of server-1u is unknown"):
        most_hosts(REQUIREMENTS, FABRIC, with_parts(PAPER, [changed(SERVER, height_u=None)]), 1)
    blades, one = wanted(20, "blade-2s")
    with pytest.raises(FatdeskError, match="rack servers only"):
        most_hosts(blades, one, PAPER, 1)
