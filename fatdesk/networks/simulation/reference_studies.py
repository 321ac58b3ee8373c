"""Reference studies: simulations of the papers, next to the published values."""

from typing import NamedTuple

from fatdesk.networks.simulation.study import (
    WORMHOLE,
    Duration,
    Loads,
    SimulationStudy,
    Switching,
    TrafficParameters,
)
from fatdesk.networks.study import StudyNetwork

RUFT_PAPER = "fault-tolerant indirect topologies"
MIKANT_PAPER = "mirrored k-ary n-tree"


class Published(NamedTuple):
    """Published figures of a network of a study.

    Attributes
    ----------
    network
        Its name in the study.
    throughput
        Flits a cycle and host.
    base_latency
        Cycles, at a load of 0.02.
    source
        The paper and where in it.
    """

    network: str
    throughput: float
    base_latency: float
    source: str

    @property
    def in_words(self) -> str:
        """The figures with their units."""
        return (
            f"throughput {self.throughput:g} flits per cycle and host, "
            f"base latency {self.base_latency:g} cycles"
        )


class ReadyMade(NamedTuple):
    """A study to begin with.

    Attributes
    ----------
    remark
        What it shows, and what in it is not the paper's.
    published
        Figures to compare with, where the paper gives any in numbers.
    """

    study: SimulationStudy
    source: str
    remark: str
    published: tuple[Published, ...] = ()


def published_of(study: SimulationStudy) -> tuple[Published, ...]:
    """Published figures of the networks of a study, by their names in it: those under the same traffic.

    >>> [some.throughput for some in published_of(READY_MADE[0].study)]
    [0.55, 0.51, 1.24, 0.6, 1.1]
    """
    names = {(network.spec, network.scheme): network.name for network in study.networks}
    found = []
    for one in READY_MADE:
        if (one.study.traffic, one.study.switching) == (study.traffic, study.switching):
            theirs = {network.name: (network.spec, network.scheme) for network in one.study.networks}
            found += [
                figure._replace(network=names[theirs[figure.network]])
                for figure in one.published
                if theirs[figure.network] in names
            ]
    return tuple(found)


def five_networks(size: str) -> tuple[StudyNetwork, ...]:
    """The five networks of the paper, of one size, with its routing algorithms."""
    return (
        StudyNetwork(name="FTA", spec=f"kary-tree:{size}", scheme="fta"),
        StudyNetwork(name="RUFT", spec=f"ruft:{size}", scheme="ruft"),
        StudyNetwork(name="RUFT-PL", spec=f"ruft-pl:{size}", scheme="ruft"),
        StudyNetwork(name="FT-RUFT-212", spec=f"ft-ruft-212:{size}", scheme="ruft"),
        StudyNetwork(name="FT-RUFT-222", spec=f"ft-ruft-222:{size}", scheme="ruft"),
    )


def _of_ruft(
    name: str, size: str, loads: Loads, pattern: str = "uniform", packet_bytes: int = 128
) -> SimulationStudy:
    return SimulationStudy(
        name=name,
        networks=five_networks(size),
        traffic=TrafficParameters(pattern=pattern),
        switching=Switching(packet_bytes=packet_bytes),
        loads=loads,
        duration=Duration(warmup=20_000, cycles=100_000),
    )


def _table_4(hosts: int, size: str, *rows: tuple[str, float, float]) -> ReadyMade:
    """Throughput and base latency of one size, with the rows of the table."""
    source = f"{RUFT_PAPER}, Table 4, {hosts} nodes"
    return ReadyMade(
        _of_ruft(f"Table 4, {hosts} nodes", size, Loads(first=0.02, last=1.67, step=0.15)),
        source,
        "Throughput is the most that was accepted, base latency that at a load of 0.02. Networks with one "
        "channel out of a host are measured up to a load of 1.",
        tuple(Published(name, throughput, base, source) for name, throughput, base in rows),
    )


def _figure(
    number: int, shown: str, pattern: str, loads: Loads, remark: str, packet_bytes: int = 128
) -> ReadyMade:
    return ReadyMade(
        _of_ruft(f"{shown}, 64 nodes", "k=4,n=3", loads, pattern, packet_bytes),
        f"{RUFT_PAPER}, Fig. {number}",
        remark,
    )


def _mikant(shown: str, pattern: str) -> ReadyMade:
    return ReadyMade(
        SimulationStudy(
            name=f"MiKANT and Clos, {shown}",
            networks=(
                StudyNetwork(name="MiKANT", spec="mikant:k=4,n=5", scheme="mikant"),
                StudyNetwork(name="Clos", spec="clos:k=4,n=5", scheme="destro"),
            ),
            traffic=TrafficParameters(pattern=pattern),
            switching=Switching(switching=WORMHOLE, packet_bytes=32, flit_bytes=4),
            loads=Loads(first=0.05, last=1.0, step=0.05),
            duration=Duration(cycles=1_000_000, packets_per_source=200),
        ),
        f"{MIKANT_PAPER}, synthetic simulation",
        "2,048 nodes, wormhole, flits of 32 bits, until 200 packets of each source have been delivered. The "
        "paper's claims: MiKANT has the lower latency and fewer output conflicts, and accepts about as much. "
        "The length of packets (8 flits), buffers and cycles of a switch "
        "are ours: the paper does not state them.",
    )


_WIDE = Loads(first=0.1, last=2.0, step=0.1)

READY_MADE: tuple[ReadyMade, ...] = (
    _table_4(
        64,
        "k=4,n=3",
        ("FTA", 0.55, 161),
        ("RUFT", 0.51, 156),
        ("RUFT-PL", 1.24, 152),
        ("FT-RUFT-212", 0.60, 154),
        ("FT-RUFT-222", 1.10, 153),
    ),
    _table_4(
        512,
        "k=8,n=3",
        ("FTA", 0.48, 162),
        ("RUFT", 0.45, 159),
        ("RUFT-PL", 1.16, 153),
        ("FT-RUFT-212", 0.55, 156),
        ("FT-RUFT-222", 1.03, 154),
    ),
    _figure(
        11,
        "Uniform, 128 B",
        "uniform",
        Loads(first=0.05, last=1.5, step=0.05),
        "RUFT-PL accepts more than twice the traffic of FTA, RUFT and FT-RUFT-212; FT-RUFT-222 comes next.",
    ),
    _figure(
        11,
        "Uniform, 8 B",
        "uniform",
        Loads(first=0.05, last=1.5, step=0.05),
        "With packets of 8 bytes the networks compare as with 128.",
        packet_bytes=8,
    ),
    _figure(
        12,
        "Hot-spot, 128 B",
        "hotspot",
        Loads(first=0.01, last=0.41, step=0.02),
        "15 % of the traffic goes to one host: networks with two channels into a host accept more than FTA "
        "and RUFT.",
    ),
    _figure(
        13,
        "Complement, 128 B",
        "complement",
        _WIDE,
        "Each pair has a way of its own in RUFT and RUFT-PL; RUFT-PL accepts most.",
    ),
    _figure(
        14,
        "Shuffle, 128 B",
        "shuffle",
        _WIDE,
        "RUFT-PL, FT-RUFT-212 and FT-RUFT-222 all accept more than FTA and RUFT, FT-RUFT-222 most.",
    ),
    _mikant("uniform", "uniform"),
    _mikant("complement", "complement"),
)
"""By hand; their names distinguish them."""
