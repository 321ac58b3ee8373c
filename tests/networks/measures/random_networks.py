"""Networks of no family for tests: random links between random switches, hosts with one way in or several."""

import numpy as np
from hypothesis import strategies as st

from fatdesk.networks.network import Network, network


@st.composite
def networks(
    draw: st.DrawFn, most_switches: int = 6, most_hosts: int = 6, *, one_way: bool | None = None
) -> Network:
    """A network that may fall apart; parallel links, links within a level, hosts on several switches."""
    hosts = draw(st.integers(1, most_hosts))
    switches = draw(st.integers(1, most_switches))
    leads = draw(st.booleans()) if one_way is None else one_way
    of_switches = st.integers(hosts, hosts + switches - 1)
    pairs = st.tuples(of_switches, of_switches).filter(lambda pair: pair[0] != pair[1])
    inner = draw(st.lists(pairs, max_size=12)) if switches > 1 else []
    ways = st.lists(of_switches, min_size=1, max_size=2)
    outer = []
    for host in range(hosts):
        outer += [(host, at) for at in draw(ways)]
        outer += [(at, host) for at in draw(ways)] if leads else []
    ends = np.array(outer + inner)
    level = np.concatenate(
        [np.zeros(hosts, int), draw(st.lists(st.integers(1, 3), min_size=switches, max_size=switches))]
    )
    if not leads:
        swap = level[ends[:, 0]] > level[ends[:, 1]]
        ends[swap] = ends[swap, ::-1]
    return network(hosts, level, ends, np.zeros_like(ends), one_way=leads)
