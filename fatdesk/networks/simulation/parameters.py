"""Parameters of a simulation: which packets, how many, and for how long."""

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct

BERNOULLI, BURSTY = "bernoulli", "bursty"
MOST_CYCLES = 1_000_000_000
"""Longer runs than this are refused; times are kept in 32 bits."""


class Arrivals(Struct, frozen=True, kw_only=True):
    """When hosts make packets.

    Attributes
    ----------
    kind
        ``bernoulli``: each cycle with the same chance. ``bursty``: bursts of packets as fast as the host can
        inject, with pauses between that bring the mean down to the load.
    burst_packets
        Mean length of a burst.
    """

    kind: str = BERNOULLI
    burst_packets: int = 8

    def __post_init__(self) -> None:
        if self.kind not in (BERNOULLI, BURSTY):
            raise UnsoundError(f"kind: {self.kind[:40]!r} is unknown, use {BERNOULLI} or {BURSTY}")
        if not 1 <= self.burst_packets <= 1 << 16:
            raise UnsoundError(
                f"burst_packets: {self.burst_packets} packets are out of range, use 1 to {1 << 16}"
            )


class Duration(Struct, frozen=True, kw_only=True):
    """How long a point is measured.

    Attributes
    ----------
    warmup
        Cycles that are not counted; None: until the network has settled (see ``sim/settling.py``).
    cycles
        Cycles that are counted, at most where something else ends the run before.
    precision
        Ends the run when half the width of the 95 % interval of the mean latency is at most this share of it,
        and that of the accepted traffic as well; past saturation that of the network latency. None: it does
        not.
    packets_per_source
        Ends the run when as many packets of every sending host have been delivered; None: it does not.
    """

    warmup: int | None = None
    cycles: int = 100_000
    precision: float | None = None
    packets_per_source: int | None = None

    def __post_init__(self) -> None:
        if self.warmup is not None and not 0 <= self.warmup <= MOST_CYCLES:
            raise UnsoundError(f"warmup: {self.warmup} cycles are out of range, use 0 to {MOST_CYCLES:,}")
        if not 1 <= self.cycles <= MOST_CYCLES:
            raise UnsoundError(f"cycles: {self.cycles} is out of range, use 1 to {MOST_CYCLES:,}")
        if self.precision is not None and not 0.0001 <= self.precision <= 1:
            raise UnsoundError(f"precision: {self.precision} is out of range, use 0.0001 to 1")
        if self.packets_per_source is not None and not 1 <= self.packets_per_source <= MOST_CYCLES:
            raise UnsoundError(
                f"packets_per_source: {self.packets_per_source} is out of range, use 1 to {MOST_CYCLES:,}"
            )
