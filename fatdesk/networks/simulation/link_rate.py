"""Units of engineers: Gb/s per host and microseconds, from flits and cycles, the rate of links, and flits."""

from dataclasses import dataclass

BITS = 8


@dataclass(frozen=True)
class LinkRate:
    """The rate of all links of a network, and what they carry in a cycle.

    Attributes
    ----------
    gbps
        Of each direction of every link.
    flit_bytes
        What a link carries in a cycle.
    """

    gbps: float
    flit_bytes: int

    @property
    def cycle_ns(self) -> float:
        """Length of a cycle in nanoseconds: the time of a flit on a link.

        >>> LinkRate(400, 64).cycle_ns
        1.28
        """
        return self.flit_bytes * BITS / self.gbps

    def gbps_of(self, flits_per_cycle: float) -> float:
        """Traffic in Gb/s, from flits per cycle.

        >>> LinkRate(400, 64).gbps_of(0.54)
        216.0
        """
        return flits_per_cycle * self.gbps

    def us_of(self, cycles: float) -> float:
        """A time in microseconds, from cycles.

        >>> LinkRate(400, 64).us_of(500)
        0.64
        """
        return cycles * self.cycle_ns / 1000

    @property
    def text(self) -> str:
        """The quantities that conversions depend on, for people.

        >>> LinkRate(400, 64).text
        'a cycle is 1.28 ns: flits of 64 B on links of 400 Gb/s'
        """
        return (
            f"a cycle is {figure_text(self.cycle_ns)} ns: flits of {self.flit_bytes:,} B "
            f"on links of {figure_text(self.gbps)} Gb/s"
        )


def figure_text(value: float) -> str:
    """Return a figure with three digits, or all of its whole part; never in powers of ten.

    >>> [figure_text(value) for value in (216.04, 2e6, 0.64, 0.0123456, 99.96, 0.0)]
    ['216', '2,000,000', '0.64', '0.0123', '100', '0']
    """
    if value == 0:
        return "0"
    decimals = 0
    while decimals < 9 and abs(value) * 10**decimals < 99.95:
        decimals += 1
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def rate_text(flits_per_cycle: float, rate: LinkRate | None) -> str:
    """Return traffic per host in flits per cycle, with Gb/s where the rate of links is known.

    >>> rate_text(0.54, LinkRate(400, 64)), rate_text(0.54, None)
    ('0.54 = 216 Gb/s per host', '0.54 flits per cycle and host')
    """
    if rate is None:
        return f"{figure_text(flits_per_cycle)} flits per cycle and host"
    return f"{figure_text(flits_per_cycle)} = {figure_text(rate.gbps_of(flits_per_cycle))} Gb/s per host"


def range_text(low: float, high: float, rate: LinkRate | None) -> str:
    """Return the ends of a range of traffic per host.

    >>> range_text(0.24, 0.3, LinkRate(400, 64)), range_text(0.24, 0.3, None)
    ('0.24 and 0.3 = 96 and 120 Gb/s per host', '0.24 and 0.3 flits per cycle and host')
    """
    flits = f"{figure_text(low)} and {figure_text(high)}"
    if rate is None:
        return f"{flits} flits per cycle and host"
    ends = f"{figure_text(rate.gbps_of(low))} and {figure_text(rate.gbps_of(high))}"
    return f"{flits} = {ends} Gb/s per host"
