"""The beginning of what makes packets: streams of all hosts, and the first packet of each."""

import numpy as np

from fatdesk.core.compiled import hot
from fatdesk.networks.simulation.chance import stream
from fatdesk.networks.simulation.packets import NEVER, Floats, Making, next_packet
from fatdesk.networks.traffic.draws import Draws


def making_of(draws: Draws, log_stay: Floats, burst_stay: Floats, gap: Floats, seed: int) -> Making:
    """What makes the packets of all hosts, each with its first packet made."""
    hosts = draws.hosts
    made = Making(
        stream=np.empty(hosts, np.uint64),
        log_stay=log_stay,
        burst_stay=burst_stay,
        gap=gap,
        left=np.zeros(hosts),
        numbers=np.array([draws.kind, draws.itself, draws.hot], np.int64),
        share=np.array([draws.share]),
        fixed=draws.fixed,
        start=draws.start,
        target=draws.destination,
        cumulative=draws.cumulative,
        made=np.zeros(hosts, np.int64),
        when=np.full(hosts, NEVER, np.int64),
        to=np.zeros(hosts, np.int32),
    )
    begin(seed, made)
    return made


@hot
def begin(seed: int, mk: Making) -> None:
    """Begin all streams, and make the first packet of each host that makes any."""
    for host in range(len(mk.when)):
        mk.stream[host] = stream(seed, host)
        if mk.log_stay[host] > 0.0:
            continue
        mk.when[host] = -1
        next_packet(host, mk)
        mk.when[host] = max(mk.when[host], 0)  # a pause in a burst may be none
