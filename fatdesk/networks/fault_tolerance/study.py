"""A fault study: networks, failing elements and what is measured; decided, not measured."""

import re
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import ReadNumber, about
from fatdesk.core.struct import Struct
from fatdesk.networks.fault_tolerance.sampled import SAMPLED, chosen, with_parameters
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure, SampledParameters
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
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
            choices={False: "One direction", True: "A whole cable"},
        ),
    ] = False


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


class _FaultStudy(Study, frozen=True, kw_only=True):
    """The fields of fault studies that the program reads by name."""

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
        given = [measure.name for measure in SAMPLED if getattr(self, measure.name) is not None]
        if len(given) > 1:
            raise UnsoundError(f"{given[1]}: a study measures one quantity, leave out {given[0]}")
        if not given and 0 in self.counts:
            raise UnsoundError("counts: nothing fails at 0, begin with 1")

    @property
    def sampled(self) -> tuple[SampledMeasure, SampledParameters] | None:
        """The measure of random combinations with its parameters; None: what is tolerated is measured."""
        return chosen(self)

    @property
    def measures(self) -> str:
        """The name of the sampled measure; empty where it is measured what is tolerated."""
        return "" if self.sampled is None else self.sampled[0].name

    @property
    def is_percent(self) -> bool:
        """Whether numbers of faults are percent of what may fail."""
        return self.sampled is not None and self.sampled[1].is_percent


if TYPE_CHECKING:
    _Whole = _FaultStudy
else:
    _Whole = with_parameters(_FaultStudy)


class FaultStudy(_Whole, frozen=True, kw_only=True):
    """Networks that lose more and more.

    Without parameters of a sampled measure, such as ``degradation``, it is measured what is tolerated and
    which hosts stay connected; with them, the quantities of that measure.
    """
