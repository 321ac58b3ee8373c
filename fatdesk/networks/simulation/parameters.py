"""Parameters of a simulation: which packets, how many, for how long, and the highest offered load."""

from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Struct
from fatdesk.networks.network import Network
from fatdesk.networks.traffic.traffic import Draws

BERNOULLI: Literal["bernoulli"] = "bernoulli"
BURSTY: Literal["bursty"] = "bursty"
MOST_CYCLES = 1_000_000_000
"""Longer runs than this are refused; times are kept in 32 bits."""
Cycles = Annotated[int, Meta(ge=1, le=MOST_CYCLES)]


class Arrivals(Struct, frozen=True, kw_only=True):
    """Arrival process of packets at hosts."""

    kind: Annotated[
        Literal["bernoulli", "bursty"],
        about(
            "Arrivals",
            "Arrival process of packets",
            more="`bernoulli`: each cycle with the same probability. `bursty`: bursts of packets as fast as"
            " the host can inject, with pauses between that bring the mean down to the load",
            choices={BERNOULLI: "Bernoulli", BURSTY: "Bursty"},
        ),
    ] = BERNOULLI
    burst_packets: Annotated[
        Annotated[int, Meta(ge=1, le=1 << 16)],
        about("Burst", "Mean number of packets in a burst", unit="pkts"),
    ] = 8

    def __post_init__(self) -> None:
        check_ranges(self)


class Duration(Struct, frozen=True, kw_only=True):
    """Duration of a point: the first limit that is reached ends the run."""

    warmup: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_CYCLES)] | None,
        about(
            "Warm-up",
            "Cycles before counting begins",
            more="Left out: until the network has settled",
            unit="cyc",
            empty="auto",
        ),
    ] = None
    cycles: Annotated[Cycles, about("Measured", "Cycles that are counted at most", unit="cyc")] = 100_000
    precision: Annotated[
        Annotated[float, Meta(ge=0.0001, le=1)] | None,
        about(
            "Precision",
            "Ends a run when the 95 % intervals are within this share of the mean",
            more="Of the mean latency and of the accepted traffic; past saturation of the network latency",
            percent=True,
            empty="not asked",
        ),
    ] = None
    packets_per_source: Annotated[
        Cycles | None,
        about(
            "Packets per source",
            "Ends a run when this number of packets of every sending host has been delivered",
            empty="any number",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ranges(self)


def highest_load(network: Network, draws: Draws, flits: int, arrivals: Arrivals) -> float:
    """The load at which the first host makes the most its channels take, flits a cycle and sending host.

    Bernoulli sources make one packet a cycle at most. 0.0: no host sends.
    """
    capacity = np.diff(network.outgoing[0])[: draws.hosts].astype(np.float64)
    if arrivals.kind == BERNOULLI:
        capacity = np.minimum(capacity, flits)
    sending = draws.rate > 0
    return float((capacity[sending] / draws.rate[sending]).min()) if sending.any() else 0.0


def check_load(load: float, highest: float, traffic: str = "") -> None:
    """Refuse what cannot be offered.

    Parameters
    ----------
    traffic
        Name of the pattern, or path of the file of flows, for the message.

    Raises
    ------
    FatdeskError
        When no host sends, or some host could not inject its share of the load.
    """
    if highest == 0.0:
        raise FatdeskError(
            f"traffic{f' {traffic}' if traffic else ''}: no host sends anything to another host: "
            "choose another pattern, or let hosts send to themselves"
        )
    if not 0 < load <= highest * (1 + 1e-9):
        raise FatdeskError(
            f"load {load:g}: hosts cannot inject that, use more than 0 and at most {highest:g} "
            "flits per cycle and host"
        )
