"""Which ports of a host each of several fabrics takes."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch
from fatdesk.engine.design.host_ports import host_port_map, with_taken
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import SearchResult, search
from fatdesk.engine.families.design import HostGroup
from tests.engine.design.search_samples import PAPER, osfp, qsfp, sfp, wanted

HOST = Server(id="host", ports=(sfp(2), qsfp(5), sfp(2), osfp(2)))
CATALOG = Catalog(
    [
        HOST,
        Switch(id="fast", ports=(qsfp(64),)),
        Switch(id="slow", ports=(sfp(48),)),
        Switch(id="twin", ports=(osfp(32),)),
    ]
)


def fabric(name: str, switch: str, rails: int = 1, planes: int = 1) -> FabricRequirement:
    return FabricRequirement(
        name=name, edge=(switch,), core=(switch,), rails=rails, planes=planes, cable_price=Decimal(0)
    )


def searched(requirements: Requirements) -> list[SearchResult]:
    taken: dict[str, tuple[int, ...]] = {}
    results = []
    for one in requirements.fabrics:
        results.append(search(requirements, one, CATALOG, taken=taken))
        taken = with_taken(taken, results[-1].best.host_ports)
    return results


def test_fabrics_take_free_ports_of_their_kind_in_file_order() -> None:
    fabrics = (
        fabric("compute", "fast", rails=2, planes=2),
        fabric("in-band", "slow"),
        fabric("storage", "fast"),
        fabric("other", "slow", rails=3),
        fabric("gpu", "twin", rails=4),
    )
    requirements = Requirements(hosts=(HostGroup(name="nodes", part="host", count=10),), fabrics=fabrics)
    results = searched(requirements)
    # ports 0 and 1, 7 and 8: sfp; 2 to 6: qsfp; 9 to 12: two twin-port cages
    expected = [(2, 3, 4, 5), (0,), (6,), (1, 7, 8), (9, 10, 11, 12)]
    assert [one.best.host_ports["nodes"] for one in results] == expected
    designs = [one.best.design for one in results]
    assert host_port_map(requirements, designs, CATALOG) == [{"nodes": ports} for ports in expected]


@given(
    wishes=st.lists(st.tuples(st.sampled_from(["fast", "slow"]), st.integers(1, 3)), min_size=1, max_size=5)
)
def test_no_port_is_taken_twice_and_too_few_are_told(wishes: list[tuple[str, int]]) -> None:
    fabrics = tuple(fabric(f"f{n}", switch, rails) for n, (switch, rails) in enumerate(wishes))
    requirements = Requirements(hosts=(HostGroup(name="nodes", part="host", count=8),), fabrics=fabrics)
    wants = {switch: sum(rails for one, rails in wishes if one == switch) for switch in ("fast", "slow")}
    if wants["fast"] > 5 or wants["slow"] > 4:
        with pytest.raises(FatdeskError, match=r"host ports: host has \d free, needs \d"):
            searched(requirements)
        return
    results = searched(requirements)
    ports = [port for one in results for port in one.best.host_ports["nodes"]]
    assert len(ports) == len(set(ports)) == sum(rails for _, rails in wishes)
    designs = [one.best.design for one in results]
    assert host_port_map(requirements, designs, CATALOG) == [one.best.host_ports for one in results]


def test_blades_reach_their_switch_whatever_the_connector() -> None:
    backplane = Server(id="blade-2s", ports=(sfp(1), sfp(1, 40.0)), fits=("box-16",))
    requirements, one = wanted(20, "blade-2s")
    catalog = Catalog([*PAPER, backplane])
    assert search(requirements, one, catalog).best.host_ports == {"nodes": (1,)}


def test_a_design_that_no_longer_goes_with_the_hosts() -> None:
    requirements, one = wanted(20, "blade-2s")
    best = search(requirements, one, PAPER).best
    other = Catalog([*PAPER, Server(id="blade-2s", ports=(sfp(1),), fits=("box-16",))])
    with pytest.raises(
        FatdeskError, match="fabric 'compute': edge ports: none joins sfp 25 Gb/s of blade-2s"
    ):
        host_port_map(requirements, [best.design], other)
