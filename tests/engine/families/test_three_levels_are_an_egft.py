"""A three-level design whose switches are all in use is the EGFT that its parameters name."""

from collections import Counter

import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.families import build, network_of
from tests.engine.design.search_samples import PAPER, wanted


@pytest.mark.parametrize("hosts", [36**3 // 4, 1944])
def test_links_are_those_of_the_network(hosts: int) -> None:
    requirements, fabric = wanted(
        hosts, edge=("ib-36",), core=("ib-36",), families=("egft",), equal_bundles=True
    )
    best = search(requirements, fabric, PAPER).best
    params = best.design.params
    spec = f"egft:M={params['M']},C=1-{params['c']}-{params['C']},K={params['K']}"
    network = network_of(spec)
    built = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    own = built.ends.copy()
    to_host = built.kind[own[:, 1]] == 0
    own[to_host] = own[to_host, ::-1]
    assert network.hosts == hosts
    assert Counter(map(tuple, own.tolist())) == Counter(map(tuple, network.ends.tolist()))
