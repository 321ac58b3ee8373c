"""Blocking below 1: edge switches with more uplinks than host ports."""

from fractions import Fraction

import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build
from tests.engine.design.search_samples import IB_36, PAPER, changed, qsfp, wanted, with_parts

CATALOG = with_parts(
    PAPER, [changed(IB_36, id="hdr-40", ports=(qsfp(40),)), changed(IB_36, id="core", ports=(qsfp(96),))]
)


@pytest.mark.parametrize(
    ("edge", "blocking", "most", "ports"),
    [
        ("ib-36", "16/20", None, (16, 20)),
        ("ib-36", 0.8, None, (16, 20)),
        ("hdr-40", "18/20", 18, (18, 20)),  # two of 40 ports stay free
        ("hdr-40", "18/20", None, (18, 22)),  # all ports that hosts do not take are uplinks
        ("ib-36", "1/2", None, (12, 24)),
    ],
)
@pytest.mark.parametrize("hosts", [90, 400])
def test_ports_of_an_edge_switch(
    edge: str, blocking: str | float, most: int | None, ports: tuple[int, int], hosts: int
) -> None:
    requirements, fabric = wanted(
        hosts,
        families=("two-level",),
        edge=(edge,),
        core=("core",),
        blocking=blocking,
        hosts_per_edge=most,
        spread_hosts=False,
    )
    [one] = search(requirements, fabric, CATALOG).candidates
    number = one.design.number
    P_En, P_Ec = ports
    assert (number("P_En"), number("P_Ec"), number("U")) == (P_En, P_Ec, P_Ec)
    assert number("E") == -(-hosts // P_En)
    assert one.blocking == Fraction(P_En, P_Ec)
    made = build(one.design, requirements.hosts, CATALOG, "a", one.host_ports)
    up = (made.kind[made.ends] == NodeKind.SWITCH).all(axis=1)
    assert up.sum() == number("E") * P_Ec
    assert one.links == made.link_count
    assert one.bisection_gbps == hosts * 40 / 2, "hosts limit, not uplinks"


def test_every_family_keeps_it_or_states_why_not() -> None:
    requirements, fabric = wanted(100, edge=("ib-36",), core=("ib-36",), blocking="4/5")
    result = search(requirements, fabric, CATALOG)
    families = {one.design.family for one in result.candidates}
    assert {"two-level"} <= families <= {"two-level", "egft", "hyperx"}
    for one in result.candidates:
        assert one.blocking <= Fraction(4, 5)
    said = {one.family: str(one.reasons[0]) for one in result.rejected}
    assert said["kary-tree"] == "blocking: needs 1, allowed 0.8"
    assert said["mikant"] == "blocking: needs 2, allowed 0.8"


def test_lattices_have_enough_links_to_each_neighbour() -> None:
    requirements, fabric = wanted(160, families=("hyperx",), edge=("core",), core=("core",), blocking="4/5")
    found = search(requirements, fabric, CATALOG).candidates
    assert found
    for one in found:
        assert one.blocking <= Fraction(4, 5)
        widths = str(one.design.params["K"]).split("-")
        assert one.blocking == Fraction(one.design.number("T"), min(map(int, widths)))
