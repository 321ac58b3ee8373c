"""Which ports of a switch serve hosts and which the core."""

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import kinds
from fatdesk.engine.catalog.parts import Ports, Server, Switch
from fatdesk.engine.design.options import uplink_kind
from fatdesk.engine.design.search import search
from tests.engine.design.search_samples import price, qsfp, sfp, wanted

SFP_25, QSFP_100, QSFP_40, SFP_1 = sfp(48), qsfp(8, 100.0), qsfp(4), sfp(2, 1.0)


@pytest.mark.parametrize(
    ("groups", "up"),
    [
        ((SFP_25,), SFP_25),
        ((SFP_25, QSFP_100), QSFP_100),
        ((SFP_25, QSFP_40, QSFP_100), QSFP_100),  # the fastest
        ((QSFP_100, SFP_1), QSFP_100),  # a management port is not an uplink
        ((SFP_25, Ports(count=4, connector="rj45", rate_gbps=25.0)), None),  # as fast: the other kind
    ],
)
def test_uplinks_are_on_the_fastest_other_kind(groups: tuple[Ports, ...], up: Ports | None) -> None:
    found = kinds(groups)
    expected = kinds((up,))[0] if up is not None else found[1]
    assert uplink_kind(found, found[0]).key == expected.key


def test_a_switch_of_48_and_8_ports() -> None:
    edge = Switch(id="edge", ports=(SFP_25, QSFP_100), roles=("edge",), price=price(1))
    core = Switch(id="core", ports=(qsfp(32, 100.0),), roles=("core",), price=price(1))
    host = Server(id="server-1u", ports=(sfp(1),))
    requirements, one = wanted(100, families=("two-level",), blocking="3/2")
    best = search(requirements, one, Catalog([edge, core, host])).best
    number = best.design.number
    # 48 x 25 Gb/s over 8 x 100 Gb/s is 3 : 2
    assert (number("P_En"), number("P_Ec"), number("E"), str(best.blocking)) == (48, 8, 3, "3/2")
    requirements, one = wanted(100, families=("two-level",))
    best = search(requirements, one, Catalog([edge, core, host])).best
    assert (best.design.number("P_En"), best.design.number("P_Ec"), best.blocking) == (32, 8, 1)


def test_hosts_may_share_the_ports_of_either_kind() -> None:
    switch = Switch(id="s", ports=(sfp(24), qsfp(6, 100.0, breakout=(1, 4))), price=price(1))
    requirements, one = wanted(24, families=("star",))
    catalog = Catalog([switch, Server(id="server-1u", ports=(sfp(1),))])
    assert [found.design.number("split") for found in search(requirements, one, catalog).candidates] == [1]
