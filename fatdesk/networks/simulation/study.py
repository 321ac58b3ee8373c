"""A simulation study: networks, traffic, offered loads and duration; decided, not measured."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.number_text import readings, typed_number
from fatdesk.core.schema import ReadNumber, about
from fatdesk.core.struct import Struct, Text
from fatdesk.networks.simulation.parameters import Arrivals, Duration, Switching
from fatdesk.networks.study import Study

MOST_LOADS = 1000
MOST_LOAD = 64
LEAST_STEP = 0.001
Load = Annotated[float, Meta(gt=0, le=MOST_LOAD)]


class Loads(Struct, frozen=True, kw_only=True):
    """Offered loads, flits per cycle and host: from the first in steps while not beyond the last."""

    first: Load = 0.02
    last: Load = 1.0
    step: Annotated[float, Meta(ge=LEAST_STEP, le=64)] = 0.07

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise UnsoundError(f"last: {self.last} is below the first load, use {self.first} or more")
        if (self.last - self.first) / self.step >= MOST_LOADS:
            raise UnsoundError(f"step: {self.step} makes more than {MOST_LOADS:,} loads, use a larger one")


def loads_word(loads: Loads) -> str:
    """Return loads as they are typed: first, last and step.

    >>> loads_word(Loads(first=0.02, last=1.3, step=0.05))
    '0.02 : 1.3 : 0.05'
    """
    return f"{loads.first:.6g} : {loads.last:.6g} : {loads.step:.6g}"


def read_loads(text: str, number: ReadNumber = lambda text, unit: typed_number(text, unit=unit)) -> Loads:
    """Return the loads that were typed as first, last and step; one load alone is itself.

    Raises
    ------
    FatdeskError, ValueError
        With what to type instead.

    >>> read_loads("0.1:0.5:0.2"), read_loads("0.4")
    (Loads(first=0.1, last=0.5, step=0.2), Loads(first=0.4, last=0.4, step=0.1))
    """
    parts = text.split(":")
    if len(parts) not in (1, 3) or not all(map(readings, parts)):
        raise FatdeskError("type first : last : step, as 0.02 : 1.3 : 0.05, or one load")
    numbers = [float(number(part, "")) for part in parts]
    first, last, step = (*numbers, numbers[0], 0.1)[:3] if len(numbers) == 1 else numbers
    if not 0 < first <= MOST_LOAD or not 0 < last <= MOST_LOAD:
        raise FatdeskError(f"loads are above 0 and at most {MOST_LOAD} flits a cycle")
    if last < first:
        raise FatdeskError(f"the last load is below the first: type {first:.6g} or more")
    if step < LEAST_STEP:
        raise FatdeskError(f"the step is too small: type {LEAST_STEP} or more")
    return Loads(first=first, last=last, step=step)


class TrafficAsked(Struct, frozen=True, kw_only=True):
    """Traffic of a study: pattern, self-traffic and arrivals."""

    pattern: Annotated[Text, about("Pattern", "The name of a pattern, or the path of a file of flows")] = (
        "uniform"
    )
    itself: Annotated[
        bool,
        about("Self-traffic", "Whether hosts send to themselves too", choices={False: "No", True: "Yes"}),
    ] = False
    arrivals: Arrivals = Arrivals()


class SimulationStudy(Study, frozen=True, kw_only=True):
    """Networks under the same traffic, over the same loads."""

    traffic: TrafficAsked = TrafficAsked()
    switching: Switching = Switching()
    loads: Annotated[
        Loads,
        about(
            "Loads",
            "Offered loads in flits per cycle and host: first : last : step",
            read=read_loads,
            write=loads_word,
        ),
    ] = Loads()
    duration: Duration = Duration()
    seeds: Annotated[Annotated[int, Meta(ge=1, le=1000)], about("Seeds", "Independent runs per point")] = 1
    first_seed: Annotated[
        Annotated[int, Meta(ge=0, le=1 << 31)],
        about("First seed", "Random seed of the first run; the others follow"),
    ] = 1


def loads_of(asked: Loads) -> tuple[float, ...]:
    """All loads that are requested, rounded to what can be typed.

    >>> loads_of(Loads(first=0.1, last=0.5, step=0.2))
    (0.1, 0.3, 0.5)
    """
    count = int((asked.last - asked.first) / asked.step + 1e-9) + 1
    return tuple(round(asked.first + number * asked.step, 6) for number in range(max(count, 0)))
