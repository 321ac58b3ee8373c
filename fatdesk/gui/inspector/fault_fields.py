"""Values of a fault study as they are typed."""

import re

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.inspector.simulation_fields import Field, count_word, whole
from fatdesk.networks.fault_tolerance.study import MOST_COMBINATIONS, MOST_COUNTS
from fatdesk.networks.simulation import parameters as asked

MOST_THINGS = 1 << 31
_PART = re.compile(r"(\d{1,10})(?:\s*-\s*(\d{1,10}))?")


def counts_word(counts: tuple[int, ...]) -> str:
    """Numbers of faults; those that follow each other as a range.

    >>> counts_word((1, 2, 3, 4, 6, 10, 11))
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


def read_counts(text: str) -> tuple[int, ...]:
    """Numbers of faults as they are typed; nothing: only what is always tolerated is worked out.

    Raises
    ------
    FatdeskError
        With what shall be typed.

    >>> read_counts("1-4, 6, 10")
    (1, 2, 3, 4, 6, 10)
    """
    found: list[int] = []
    for word in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        part = _PART.fullmatch(word)
        if part is None:
            raise FatdeskError("type numbers of faults with commas, as 1, 2, 5-10, 20")
        first, last = int(part[1]), int(part[2] or part[1])
        if last < first or last - first >= MOST_COUNTS or last > MOST_THINGS:
            raise FatdeskError(f"{word}: type a range that rises, of at most {MOST_COUNTS} numbers")
        found += range(first, last + 1)
    if len(found) > MOST_COUNTS:
        raise FatdeskError(f"type at most {MOST_COUNTS} numbers of faults")
    return tuple(sorted(dict.fromkeys(found)))


COUNTS = Field("Faults at once", ("counts",), "", read_counts, counts_word)
COMBINATIONS = Field("Combinations", ("combinations",), "", whole(1, MOST_COMBINATIONS), count_word)
SEED = Field("Seed", ("seed",), "", whole(0, 1 << 31), count_word)
SLOWER = (
    Field("Samples a point", ("degradation", "samples"), "", whole(1, 10_000), count_word),
    Field("Packet", ("degradation", "switching", "packet_bytes"), "B", whole(1, 1 << 20), count_word),
    Field(
        "Warm-up",
        ("degradation", "duration", "warmup"),
        "cyc",
        whole(0, asked.MOST_CYCLES),
        count_word,
        "auto",
    ),
    Field("Measured", ("degradation", "duration", "cycles"), "cyc", whole(1, asked.MOST_CYCLES), count_word),
)
"""Of studies that measure throughput."""
