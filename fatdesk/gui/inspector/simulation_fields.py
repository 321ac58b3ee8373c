"""Values of a simulation study as they are typed: how each is read, written, and put into the study."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.widgets.typed_numbers import MisreadError, parse_number, parse_whole
from fatdesk.networks.simulation import parameters as asked
from fatdesk.networks.simulation import switching
from fatdesk.networks.simulation.study import Loads

MOST_LOAD = 64
LEAST_STEP = 0.001


class Field(NamedTuple):
    """A value that is typed.

    Attributes
    ----------
    path
        The names that lead to it in the study.
    read
        A typed text as a value; raises FatdeskError with words.
    empty
        What an empty field means; nothing: it must not be empty.
    """

    name: str
    path: tuple[str, ...]
    unit: str
    read: Callable[[str], object]
    write: Callable[[Any], str]
    empty: str = ""


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number in a range."""

    def read(text: str) -> int:
        try:
            value = parse_whole(text)
        except MisreadError:
            raise
        except FatdeskError:
            value = low - 1
        if not low <= value <= high:
            raise FatdeskError(f"type a whole number, {low:,} to {high:,}")
        return value

    return read


def share(low: float, high: float) -> Callable[[str], float]:
    """Reads percents in a range as a share."""

    def read(text: str) -> float:
        value = float(parse_number(text, "%"))
        if not low <= value <= high:
            raise FatdeskError(f"type a percentage, {low:g} to {high:g}")
        return round(value / 100, 8)

    return read


def count_word(value: int) -> str:
    """A whole number with commas."""
    return f"{value:,}"


def percent_word(value: float) -> str:
    """A share in percent."""
    return f"{100 * value:.6g}"


def loads_word(loads: Loads) -> str:
    """First, last and step.

    >>> loads_word(Loads(first=0.02, last=1.3, step=0.05))
    '0.02 : 1.3 : 0.05'
    """
    return f"{loads.first:.6g} : {loads.last:.6g} : {loads.step:.6g}"


def read_loads(text: str) -> Loads:
    """First, last and step as they are typed; one load alone stands for itself.

    Raises
    ------
    FatdeskError
        With what shall be typed.

    >>> read_loads("0.1:0.5:0.2"), read_loads("0.4")
    (Loads(first=0.1, last=0.5, step=0.2), Loads(first=0.4, last=0.4, step=0.1))
    """
    try:
        numbers = [float(parse_number(part)) for part in text.split(":")]
    except MisreadError:
        raise
    except FatdeskError:
        numbers = []
    if len(numbers) not in (1, 3):
        raise FatdeskError("type first : last : step, as 0.02 : 1.3 : 0.05, or one load")
    first, last, step = (*numbers, numbers[0], 0.1)[:3] if len(numbers) == 1 else numbers
    if not 0 < first <= MOST_LOAD or not 0 < last <= MOST_LOAD:
        raise FatdeskError(f"loads are above 0 and at most {MOST_LOAD} flits a cycle")
    if last < first:
        raise FatdeskError(f"the last load is below the first: type {first:.6g} or more")
    if step < LEAST_STEP:
        raise FatdeskError(f"the step is too small: type {LEAST_STEP} or more")
    return Loads(first=first, last=last, step=step)


_CYCLES = whole(0, switching.MOST_CYCLES)
PACKET = (
    Field("Packet", ("switching", "packet_bytes"), "B", whole(1, switching.MOST_FLITS), count_word),
    Field("Flit", ("switching", "flit_bytes"), "B", whole(1, switching.MOST_FLITS), count_word),
)
BURST = Field("Burst", ("traffic", "arrivals", "burst_packets"), "pkts", whole(1, 1 << 16), count_word)
STAGES = (
    Field("Routing", ("switching", "routing"), "cyc", _CYCLES, count_word),
    Field("Crossbar", ("switching", "crossbar"), "cyc", _CYCLES, count_word),
    Field("Link", ("switching", "link"), "cyc", _CYCLES, count_word),
    Field("Fly", ("switching", "fly"), "cyc", _CYCLES, count_word),
    Field("Long fly", ("switching", "long_fly"), "cyc", _CYCLES, count_word, "stages + 1"),
)
BUFFER = Field("Input buffer", ("switching", "buffer_packets"), "pkts", whole(1, 64), count_word)
FLIT_BUFFER = Field(
    "Buffer in flits",
    ("switching", "buffer_flits"),
    "flits",
    whole(1, switching.MOST_FLITS),
    count_word,
    "as packets",
)
RUN = (
    Field("Loads", ("loads",), "", read_loads, loads_word),
    Field("Warm-up", ("duration", "warmup"), "cyc", whole(0, asked.MOST_CYCLES), count_word, "auto"),
    Field("Measured", ("duration", "cycles"), "cyc", whole(1, asked.MOST_CYCLES), count_word),
    Field("Precision", ("duration", "precision"), "%", share(0.01, 100), percent_word, "not asked"),
    Field(
        "Packets a source",
        ("duration", "packets_per_source"),
        "",
        whole(1, asked.MOST_CYCLES),
        count_word,
        "any number",
    ),
    Field("Seeds", ("seeds",), "", whole(1, 1000), count_word),
    Field("First seed", ("first_seed",), "", whole(0, 1 << 31), count_word),
)


def value_of(study: Any, path: tuple[str, ...]) -> Any:
    """A value of a study."""
    found: Any = study
    for name in path:
        found = getattr(found, name)
    return found


def with_value(record: Any, path: tuple[str, ...], value: object) -> Any:
    """The same record with another value in it.

    Raises
    ------
    FatdeskError
        When the values contradict each other.
    """
    if len(path) > 1:
        value = with_value(getattr(record, path[0]), path[1:], value)
    return replace(record, **{path[0]: value})


def typed(study: Any, field: Field, text: str) -> Any:
    """The study with what was typed into a field.

    Raises
    ------
    FatdeskError
        When it is not taken, with words.
    """
    value = None if not text and field.empty else field.read(text)
    return with_value(study, field.path, value)


def text_of(study: Any, field: Field) -> str:
    """What stands in a field."""
    value = value_of(study, field.path)
    return "" if value is None else field.write(value)
