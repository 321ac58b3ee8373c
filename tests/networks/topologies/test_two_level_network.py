"""Stars and two-level trees without parts are the fabrics that the priced families build."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import build
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of
from tests.engine.design.search_samples import price, qsfp, wanted


def fabric_of(N: int, PE: int, PC: int, Bl: str, family: str) -> Fabric:
    catalog = Catalog(
        [
            Switch(id="edge", ports=(qsfp(PE),), price=price(1), roles=("edge",)),
            Switch(id="core", ports=(qsfp(PC),), price=price(1), roles=("core",)),
            Server(id="host", ports=(qsfp(1),)),
        ]
    )
    requirements, one = wanted(N, "host", blocking=Bl, families=[family], spread_hosts=False)
    best = search(requirements, one, catalog).best
    return build(best.design, requirements.hosts, catalog, "compute", best.host_ports)


def rows(source: Network | Fabric, levels: np.ndarray) -> list[tuple[int, ...]]:
    """Links with their ports, the lower end first, in order."""
    found = []
    for (a, b), (p, q) in zip(source.ends.tolist(), source.ports.tolist(), strict=True):
        found.append((a, b, p, q) if levels[a] < levels[b] else (b, a, q, p))
    return sorted(found)


@pytest.mark.parametrize(
    ("N", "PE", "PC", "Bl"),
    [(60, 36, 36, "1"), (396, 36, 108, "1"), (59, 36, 9, "2"), (60, 24, 18, "3/2")],
)
def test_two_level_links_are_those_of_the_priced_family(N: int, PE: int, PC: int, Bl: str) -> None:
    network, fabric = (
        network_of(f"two-level:N={N},PE={PE},PC={PC},Bl={Bl}"),
        fabric_of(N, PE, PC, Bl, "two-level"),
    )
    assert network.level.tolist() == fabric.level.tolist()
    assert rows(network, network.level) == rows(fabric, fabric.level)


def test_the_star_is_that_of_the_priced_family() -> None:
    network, fabric = network_of("star:N=24"), fabric_of(24, 36, 36, "1", "star")
    assert rows(network, network.level) == rows(fabric, fabric.level)


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("two-level:N=60,PE=36,PC=3", "PC: 3 ports are too few for 4 edge switches, use 4 or more"),
        ("two-level:N=60,PE=2,PC=36,Bl=1/3", "PE: 2 ports at blocking 1/3 leave none for one side"),
        ("two-level:N=60,PE=36,PC=36,Bl=0", "Bl: must be more than 0"),
        ("star:N=1,E=2", "N: 1 host for 2 switches"),
        ("star:N=4,E=3", "E=3: 3 is out of range"),
        ("star:N=4,Bl=0", "Bl: must be more than 0"),
    ],
)
def test_what_cannot_be_is_told(spec: str, stated: str) -> None:
    with pytest.raises(FatdeskError, match=stated):
        network_of(spec)
