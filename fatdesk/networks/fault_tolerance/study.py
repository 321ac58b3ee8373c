"""A fault study: networks, failing elements and what is measured; decided, not measured."""

import re
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import ReadNumber, about
from fatdesk.core.struct import Struct
from fatdesk.networks.simulation.study import Duration, Load, Switching, TrafficParameters
from fatdesk.networks.study import Seed, Study

MOST_COUNTS = 200
MOST_COMBINATIONS = 1_000_000_000
MOST_ELEMENTS = 1 << 31
Among = Literal["network", "ends", "all", "switches"]
"""Elements that may fail: links between switches, links of hosts, all links, or switches."""
_PART = re.compile(r"(\d{1,10})(?:\s*-\s*(\d{1,10}))?")


class FaultParameters(Struct, frozen=True, kw_only=True):
    """Failures of a study."""

    among: Annotated[
        Among,
        about(
            "What fails",
            "Links between switches, links of hosts, all links, or switches with all their links",
            choices={
                "network": "Network links",
                "ends": "Host links",
                "all": "All links",
                "switches": "Switches",
            },
        ),
    ] = "network"
    whole: Annotated[
        bool,
        about(
            "A fault is",
            "Each direction of a link by itself, or both at once, like a cable that is pulled",
            more="Links that lead in one direction only are the same either way",
            choices={False: "Directions", True: "Whole cable"},
        ),
    ] = False


OFFERED: Literal["offered"] = "offered"
MOST: Literal["most"] = "most"
SATURATION: Literal["saturation"] = "saturation"
TOLERATED: Literal["tolerated"] = "tolerated"
ANY: Literal["any"] = "any"
CONNECTED: Literal["connected"] = "connected"
INTACT: Literal["intact"] = "intact"
NUMBER: Literal["number"] = "number"
PERCENT: Literal["percent"] = "percent"


class DegradationParameters(Struct, frozen=True, kw_only=True):
    """Throughput with faults: the mean over random combinations that the network tolerates.

    The last five fields are readings of section 5 of the fault-tolerant-indirect-topologies paper, which does
    not state them.
    """

    LATER: ClassVar = ("measured", "drawn", "redraw", "injection", "counted")
    """Fields that earlier results do not have, see :func:`.result_files.whole`."""

    traffic: TrafficParameters = TrafficParameters()
    switching: Switching = Switching()
    duration: Duration = Duration(cycles=20_000)
    load: Annotated[
        Load | None,
        about("Load", "Flits per cycle and host", empty="highest possible"),
    ] = None
    samples: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)],
        about("Samples", "Combinations for each number of faults"),
    ] = 50
    measured: Annotated[
        Literal["offered", "most", "saturation"],
        about(
            "Throughput",
            "Which throughput of a combination is averaged",
            more="`offered`: what is accepted at the load. `most`: the most that is accepted at a tenth of"
            " the load, two tenths and so on. `saturation`: the highest load that is accepted in full, by"
            " bisection",
            choices={OFFERED: "At the load", MOST: "Most of ten loads", SATURATION: "Saturation load"},
        ),
    ] = OFFERED
    drawn: Annotated[
        Literal["tolerated", "any"],
        about(
            "Drawn",
            "Combinations that are drawn: those that the network tolerates, or any",
            more="Of `any`, hosts send nothing to hosts that they no longer reach, and the mean counts all"
            " hosts that send without faults",
            choices={TOLERATED: "Tolerated ones", ANY: "Any"},
        ),
    ] = TOLERATED
    redraw: Annotated[
        bool,
        about(
            "Random hosts",
            "Whether what a pattern draws, such as the hot host, is the same for all combinations",
            choices={False: "Drawn once", True: "Drawn per combination"},
        ),
    ] = False
    injection: Annotated[
        Literal["connected", "intact"],
        about(
            "Injection",
            "Links that a host with several sends by when links have failed",
            more="`connected`: any that still leads to the destination. `intact`: only those from which no"
            " path to the destination has failed, where there is one",
            choices={CONNECTED: "Any with a path", INTACT: "Intact paths first"},
        ),
    ] = CONNECTED
    counted: Annotated[
        Literal["number", "percent"],
        about(
            "Faults counted",
            "What the numbers of faults are: elements, or percent of what may fail in each network",
            more="With `percent` networks with fewer links lose fewer of them",
            choices={NUMBER: "Number", PERCENT: "Percent"},
        ),
    ] = NUMBER

    def most(self, elements: int) -> int:
        """Return the highest number of faults where that many elements may fail."""
        return 100 if self.counted == PERCENT else elements

    def failing(self, faults: int, elements: int) -> int:
        """Return how many elements fail at a number of faults; of percent the nearest, halves up.

        >>> DegradationParameters(counted="percent").failing(5, 130), DegradationParameters().failing(5, 130)
        (7, 5)
        """
        return (2 * faults * elements + 100) // 200 if self.counted == PERCENT else faults

    def count_text(self, faults: int) -> str:
        """Return a number of faults in words.

        >>> DegradationParameters(counted="percent").count_text(5), DegradationParameters().count_text(1)
        ('5 % failed', '1 failed')
        """
        return f"{faults:,}{' %' if self.counted == PERCENT else ''} failed"


def counts_text(counts: tuple[int, ...]) -> str:
    """Return numbers of faults as they are typed; those that follow each other as a range.

    >>> counts_text((1, 2, 3, 4, 6, 10, 11))
    '1-4, 6, 10, 11'
    """
    runs: list[list[int]] = []
    for count in counts:
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    parts = [[f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(count) for count in run] for run in runs]
    return ", ".join(word for part in parts for word in part)


def read_counts(text: str, _number: ReadNumber | None = None) -> tuple[int, ...]:
    """Return the numbers of faults that were typed; nothing: only what is always tolerated is worked out.

    Raises
    ------
    FatdeskError
        With what to type instead.

    >>> read_counts("1-4, 6, 10")
    (1, 2, 3, 4, 6, 10)
    """
    found: list[int] = []
    for word in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        part = _PART.fullmatch(word)
        if part is None:
            raise FatdeskError("type numbers of failures separated by commas, such as 1, 2, 5-10, 20")
        first, last = int(part[1]), int(part[2] or part[1])
        if last < first or last - first >= MOST_COUNTS or last > MOST_ELEMENTS:
            raise FatdeskError(f"{word}: type a range that rises, of at most {MOST_COUNTS} numbers")
        found += range(first, last + 1)
    if len(found) > MOST_COUNTS:
        raise FatdeskError(f"type at most {MOST_COUNTS} numbers of faults")
    return tuple(sorted(dict.fromkeys(found)))


class FaultStudy(Study, frozen=True, kw_only=True):
    """Networks that lose more and more.

    Without ``degradation`` it is measured what is tolerated and which hosts stay connected; with it, the
    throughput.
    """

    faults: FaultParameters = FaultParameters()
    counts: Annotated[
        Annotated[
            tuple[Annotated[int, Meta(ge=0, le=MOST_ELEMENTS)], ...], Meta(max_length=MOST_COUNTS)
        ],
        about(
            "Faults at once",
            "Numbers of simultaneous failures, the fewest first; 0 only where throughput is measured",
            empty="none",
            read=read_counts,
            write=counts_text,
        ),
    ] = (1, 2, 5, 10, 20, 50, 100)  # fmt: skip
    combinations: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_COMBINATIONS)],
        about("Combinations", "All combinations up to this number, else this number at random"),
    ] = 1_000_000
    seed: Annotated[Seed, about("Seed", "Random seed")] = 1
    degradation: DegradationParameters | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(a >= b for a, b in zip(self.counts, self.counts[1:], strict=False)):
            raise UnsoundError("counts: they do not rise, write each once and the fewest first")
        if self.degradation is None and 0 in self.counts:
            raise UnsoundError("counts: nothing fails at 0, begin with 1")
