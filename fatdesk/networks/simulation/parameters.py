"""Parameters of a simulation: which packets, how many, and for how long."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Struct

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
