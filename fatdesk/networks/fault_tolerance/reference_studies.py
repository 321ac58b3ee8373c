"""Reference fault studies: tables and figures of the paper, next to the published values."""

from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.networks.fault_tolerance.sampled.measure import NUMBER, PERCENT
from fatdesk.networks.fault_tolerance.sampled.throughput import OFFERED, SATURATION, DegradationParameters
from fatdesk.networks.fault_tolerance.study import Among, FaultParameters, FaultStudy
from fatdesk.networks.simulation.reference_studies import RUFT_PAPER, five_networks
from fatdesk.networks.simulation.study import Duration, TrafficParameters
from fatdesk.networks.study import StudyNetwork

TABLE_2 = f"{RUFT_PAPER}, Table 2"
ONE_INTERVAL = "FTA, one interval"
"""The fat-tree whose ports exclude one interval of destinations each, next to that without victims."""


class PublishedAlways(NamedTuple):
    """Published figures of a network of a study.

    Attributes
    ----------
    network
        Its name in the study.
    faults
        The most faults of which every combination is tolerated.
    source
        The paper and where in it.
    """

    network: str
    faults: int
    source: str

    @property
    def in_words(self) -> str:
        """The figure with what it counts."""
        return f"always tolerated {self.faults:,}"


class ReadyMadeFaults(NamedTuple):
    """A study to begin with.

    Attributes
    ----------
    remark
        What the paper says of it, and where it is not so.
    published
        Figures to compare with, where the paper gives any in numbers.
    """

    study: FaultStudy
    source: str
    remark: str
    published: tuple[PublishedAlways, ...] = ()


def published_always(study: FaultStudy) -> tuple[PublishedAlways, ...]:
    """Published figures of the networks of a study, by their names in it: where the same elements fail.

    >>> [some.faults for some in published_always(READY_MADE_FAULTS[0].study)][:5]
    [1, 0, 1, 3, 7]
    """
    if study.degradation is not None:
        return ()
    names = {(network.spec, network.scheme): network.name for network in study.networks}
    found: dict[str, PublishedAlways] = {}
    for one in READY_MADE_FAULTS:
        if one.study.faults == study.faults:
            theirs = {network.name: (network.spec, network.scheme) for network in one.study.networks}
            for figure in one.published:
                if (name := names.get(theirs[figure.network])) is not None:
                    found.setdefault(name, figure._replace(network=name))
    return tuple(found.values())


def _of_arities(*arities: int) -> tuple[StudyNetwork, ...]:
    return tuple(
        StudyNetwork(name=f"{network.name}, k = {k}", spec=network.spec, scheme=network.scheme)
        for k in arities
        for network in five_networks(f"k={k},n=3")
    )


def _table_2(shown: str, among: Among, remark: str, always: dict[int, tuple[int, ...]]) -> ReadyMadeFaults:
    """Return the study of faults that are always tolerated; nothing is drawn at random."""
    networks = _of_arities(*always)
    figures = [figure for row in always.values() for figure in row]
    return ReadyMadeFaults(
        FaultStudy(
            name=f"Table 2, {shown}", networks=networks, faults=FaultParameters(among=among), counts=()
        ),
        TABLE_2,
        remark,
        tuple(
            PublishedAlways(network.name, figure, TABLE_2)
            for network, figure in zip(networks, figures, strict=True)
        ),
    )


def _shares(
    hosts: int, size: str, letter: str, counts: tuple[int, ...], whole: bool, always: tuple[int, ...]
) -> ReadyMadeFaults:
    """Shares that are tolerated and pairs that are connected, of one size."""
    networks = five_networks(size)
    how = ", whole cables" if whole else ""
    if whole:
        words = (
            "FTA's links fail both ways at once, as a cable that is pulled does; all others have links one "
            "way only. So counted, no network but FT-RUFT-222 tolerates 50 faults at 64 nodes to speak of, "
            "as the paper says; but then FTA is not above FT-RUFT-212."
        )
        published: tuple[PublishedAlways, ...] = ()
    else:
        words = (
            "Each way of FTA's links fails by itself, as the paper counts. FT-RUFT-222 tolerates most, FTA "
            "more than FT-RUFT-212, RUFT-PL fewer, RUFT nothing. The paper says that at 64 nodes no other "
            "network tolerates any combination of 50 faults: that holds only where whole cables fail."
        )
        source = f"{RUFT_PAPER}, Table 2"
        published = tuple(
            PublishedAlways(network.name, figure, source)
            for network, figure in zip(networks, always, strict=True)
        )
    return ReadyMadeFaults(
        FaultStudy(
            name=f"Tolerated, {hosts:,} nodes{how}",
            networks=networks,
            faults=FaultParameters(whole=whole),
            counts=counts,
        ),
        f"{RUFT_PAPER}, Fig. 9{letter} and 10{letter}",
        words,
        published,
    )


def _degradation(
    figure: str, shown: str, pattern: str, hosts: int, size: str, remark: str, by_number: bool = False
) -> ReadyMadeFaults:
    """Throughput over faults; RUFT is left out, for it tolerates none."""
    networks = tuple(network for network in five_networks(size) if network.name != "RUFT")
    if by_number:
        how = (
            "Each network loses the same number of links, of FTA each way by itself; what is accepted while "
            "hosts offer all they can."
        )
        counts: tuple[int, ...] = _BY_NUMBER
    else:
        how = (
            "Each network loses the same share of its links, FTA whole cables; the saturation load. FTA has "
            "as many exclusion intervals for each port as it takes to avoid victims, as the paper says "
            "(routing algorithm fta). The paper states no number of intervals; the last curve has one for "
            f"each port (fir). {_FALLS.get((pattern, hosts), '')}".rstrip()
        )
        counts = _PERCENT_64 if hosts == 64 else _PERCENT_512
        networks += tuple(
            replace(network, name=ONE_INTERVAL, scheme="fir") for network in networks if network.name == "FTA"
        )
    return ReadyMadeFaults(
        FaultStudy(
            name=f"{shown} with faults, {hosts:,} nodes{', by number' if by_number else ''}",
            networks=networks,
            faults=FaultParameters(whole=not by_number),
            counts=counts,
            degradation=DegradationParameters(
                traffic=TrafficParameters(pattern=pattern),
                duration=Duration(warmup=10_000, cycles=20_000),
                measured=OFFERED if by_number else SATURATION,
                counted=NUMBER if by_number else PERCENT,
            ),
        ),
        f"{RUFT_PAPER}, Fig. {figure}",
        f"{remark} {how} Means over 50 combinations of faults at network links, packets of 128 bytes. "
        "How long it is measured is ours: the paper does not state it.",
    )


_BY_NUMBER: tuple[int, ...] = (0, 2, 5, 10, 15, 20, 30, 40)
_PERCENT_64: tuple[int, ...] = (0, 2, 4, 8, 12, 15)
_PERCENT_512: tuple[int, ...] = (0, 2, 4, 6)
_FALLS = {
    ("uniform", 64): "Measured with 8 and 15 % of the links out: FTA -8 and -20 %, with one interval -20 and "
    "-40 %, FT-RUFT-212 -25 and -38 %.",
    ("uniform", 512): "Measured with 6 % of the links out: FTA -6 %, with one interval -50 %, FT-RUFT-212 "
    "-27 %.",
    ("hotspot", 64): "Measured with 15 % of the links out: FTA +1 ± 3 %, with one interval -4 ± 3 %.",
    ("hotspot", 512): "Measured with 6 % of the links out: FTA +3 ± 6 %, with one interval -8 ± 3 %.",
    ("complement", 64): "Measured with 8 and 15 % of the links out: FTA -43 and -54 %, with one interval -48 "
    "and -66 %.",
    ("complement", 512): "Measured with 6 % of the links out: FTA -40 %, with one interval -69 %.",
    (
        "shuffle",
        64,
    ): "Measured with 8 and 15 % of the links out: FTA -12 and -23 %, with one interval -21 and -42 %.",
    ("shuffle", 512): "Measured with 6 % of the links out: FTA -13 %, with one interval -53 %, FT-RUFT-212 "
    "-21 %.",
}
"""Falls of the two readings of the fat-tree, from runs of these studies, by traffic and hosts."""
_UNIFORM = (
    "The paper: RUFT-PL accepts most and falls fastest, FT-RUFT-222 falls least, FTA is much like "
    "FT-RUFT-212."
)
_HOTSPOT = (
    "The paper: FT-RUFT-212 falls most at 64 nodes and hardly at 512; FTA falls little, but begins lowest. "
    "Here the links of the hot host, which do not fail, limit every network."
)
_COMPLEMENT = (
    "The paper: RUFT-PL accepts most; it falls much at 64 nodes, less at 512; FTA falls more than "
    "FT-RUFT-212 and FT-RUFT-222."
)
_SHUFFLE = (
    "The paper: FT-RUFT-222 falls most and stays highest; FT-RUFT-212 does better than FTA and about as well "
    "as RUFT-PL. Here FT-RUFT-222 stays highest, but does not fall most."
)
_PATTERNS = (
    ("Uniform", "uniform", "15", "15", _UNIFORM),
    ("Hot-spot", "hotspot", "16a", "16b", _HOTSPOT),
    ("Complement", "complement", "17a", "17b", _COMPLEMENT),
    ("Shuffle", "shuffle", "18", "18", _SHUFFLE),
)
_COUNTS_64 = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
_COUNTS_512 = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600)
_COUNTS_4096 = (1, 2, 4, 8, 15, 30, 60, 100, 200, 400, 800)

READY_MADE_FAULTS: tuple[ReadyMadeFaults, ...] = (
    _table_2(
        "network links",
        "network",
        "The most faults at links between switches of which every combination is tolerated.",
        {2: (1, 0, 1, 3, 7), 4: (3, 0, 1, 3, 7), 8: (7, 0, 1, 3, 7), 16: (15, 0, 1, 3, 7)},
    ),
    _table_2(
        "injection and ejection links",
        "ends",
        "The most faults at links of hosts of which every combination is tolerated. With faults anywhere at "
        "once RUFT-PL, FT-RUFT-212 and FT-RUFT-222 guarantee 1: the columns of the table do not add up.",
        dict.fromkeys((2, 4, 8, 16), (0, 0, 1, 1, 1)),
    ),
    ReadyMadeFaults(
        FaultStudy(
            name="Dead switches, 64 nodes",
            networks=five_networks("k=4,n=3"),
            faults=FaultParameters(among="switches"),
            counts=(1, 2, 3, 4, 6, 8),
        ),
        f"{RUFT_PAPER}, section 5.2",
        "FT-RUFT-212 and FT-RUFT-222 tolerate any one dead switch, FTA any but one of the first stage, "
        "RUFT-PL none.",
    ),
    _shares(64, "k=4,n=3", "a", _COUNTS_64, False, (3, 0, 1, 3, 7)),
    _shares(64, "k=4,n=3", "a", _COUNTS_64, True, ()),
    _shares(512, "k=8,n=3", "b", _COUNTS_512, False, (7, 0, 1, 3, 7)),
    _shares(512, "k=8,n=3", "b", _COUNTS_512, True, ()),
    _shares(4096, "k=16,n=3", "c", _COUNTS_4096, False, (15, 0, 1, 3, 7)),
    _shares(4096, "k=16,n=3", "c", _COUNTS_4096, True, ()),
    *(
        _degradation(figure, shown, pattern, hosts, size, remark)
        for shown, pattern, small, large, remark in _PATTERNS
        for figure, hosts, size in ((small, 64, "k=4,n=3"), (large, 512, "k=8,n=3"))
    ),
    *(
        _degradation(figure, shown, pattern, 64, "k=4,n=3", remark, by_number=True)
        for shown, pattern, figure, _, remark in _PATTERNS
    ),
)
"""By hand; their names distinguish them."""
