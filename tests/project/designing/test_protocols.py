"""Cables that fit the network: InfiniBand orders no Ethernet cables and the other way about."""

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Ports, Server, Switch, Transceiver
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

EDR = Ports(count=36, connector="qsfp28", rate_gbps=100.0, lanes=4, protocol="infiniband")
QDR = Ports(count=36, connector="qsfp", rate_gbps=40.0, lanes=4, protocol="infiniband")
OWN = (
    Switch(id="edr-36", height_u=1, ports=(EDR,)),
    Server(id="edr-node", height_u=1, ports=(Ports(count=1, connector="qsfp28", rate_gbps=100.0, lanes=4),)),
    Switch(id="qdr-36", height_u=1, ports=(QDR,)),
    Server(id="qdr-node", height_u=1, ports=(Ports(count=1, connector="qsfp", rate_gbps=40.0, lanes=4),)),
    Server(
        id="b300",
        height_u=10,
        ports=(Ports(count=8, connector="osfp224", rate_gbps=800.0, lanes=4, protocol="infiniband"),),
    ),
)


@pytest.fixture(scope="module")
def library():
    return Catalog([*load_shipped(), *OWN])


def cabled(library, host, count, switch, **fabric):
    wish = Requirements(
        hosts=(HostGroup(name="n", part=host, count=count),),
        fabrics=(FabricRequirement(name="ib", edge=(switch,), core=(switch,), **fabric),),
    )
    project = design_project(wish, library, "test").project
    assert project is not None
    return Derived(project)


def ordered(derived):
    """Ids of the cables and transceivers on the bill."""
    return {item.part for item in derived.items if item.category in ("cables", "transceivers")}


def rules(derived):
    return {some.finding.rule for some in check(derived)}


@pytest.mark.parametrize(
    ("host", "switch", "count", "media"),
    [
        *(("edr-node", "edr-36", 96, media) for media in ("any", "copper", "optical")),
        *(("qdr-node", "qdr-36", 96, media) for media in ("any", "copper", "optical")),
        *(("edr-node", "edr-36", 400, media) for media in ("any", "optical")),  # copper does not reach
    ],
)
def test_infiniband_orders_infiniband_cables_only(library, host, switch, count, media):
    derived = cabled(library, host, count, switch, media=media)
    parts = [library[part] for part in ordered(derived) if part in library]
    assert parts
    assert {part.protocol for part in parts if not (isinstance(part, Cable) and part.medium == "fibre")} <= {
        "infiniband",
        "both",
    }
    if media != "copper":
        assert "no-cable" not in rules(derived)


def test_ethernet_orders_no_infiniband_cables(library):
    for host, switch in (
        ("dell-r760-e810-100", "nvidia-sn2700"),
        ("lenovo-sr650-v2-cx6", "nvidia-sn3700"),
    ):
        derived = cabled(library, host, 60, switch)
        parts = [library[part] for part in ordered(derived)]
        assert "infiniband" not in {getattr(part, "protocol", None) for part in parts}
        assert "no-cable" not in rules(derived)


def test_dgx_b300_is_cabled_to_q3400(library):
    """72 systems of 8 ports of 800 Gb/s: one-port modules at the hosts, two-port ones at the switches."""
    derived = cabled(library, "b300", 72, "nvidia-q3400-ra", rails=8, blocking="1")
    assert not {"no-cable", "no-cage"} & rules(derived)
    assert ordered(derived) & {"nvidia-mms4a20-xm800", "nvidia-mca7k10"}
    optical = cabled(library, "b300", 72, "nvidia-q3400-ra", rails=8, media="optical")
    assert {"nvidia-mms4a20-xm800", "nvidia-mms4a00-xm"} <= ordered(optical)
    assert "no-cable" not in rules(optical)


def test_every_shipped_cable_and_transceiver_states_its_protocol():
    shipped = load_shipped()
    for part in shipped:
        if isinstance(part, Transceiver) or (isinstance(part, Cable) and part.medium != "fibre"):
            assert part.protocol is not None, part.id
    found = {(f.rule, f.where) for f in lint(shipped)}
    assert not {where for rule, where in found if rule == "no-protocol"}
    assert ("no-cage", "nvidia-mms4a20-xm800") not in found


def test_a_part_without_protocol_is_a_doubt_only_where_both_exist(library):
    plain = Cable(id="plain", medium="copper", connectors=("qsfp28", "qsfp28"), lanes=4, lane_rate_gbps=25.0)
    module = Transceiver(id="module", connector="qsfp28", rate_gbps=100.0, lanes=4, fibre="mpo-12-upc")
    one = Cable(id="one", medium="copper", connectors=("osfp224", "osfp224"), lanes=8, lane_rate_gbps=200.0)
    found = lint(Catalog([*library, plain, module, one]))
    doubts = {f.where: f for f in found if f.rule == "no-protocol"}
    assert set(doubts) == {"plain", "module"}
    assert doubts["plain"].severity == "warning"
    assert "qsfp28 of 100 Gb/s" in doubts["plain"].text
