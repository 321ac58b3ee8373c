"""Route rules: which trays the cables between some racks or devices must pass, and which they may not."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import about
from fatdesk.core.struct import Given, Id, Struct
from fatdesk.core.units import um_from_mm

RACK = "rack:"
"""Before the number of a rack among the ends of a rule."""
EVERY = ""
"""The end of cables that end anywhere."""
MM_PER_M = 1000
FARTHEST_M = 10_000
End = Annotated[str, Meta(max_length=200)]


class RouteRule(Struct, frozen=True, kw_only=True):
    """Trays that the cables between some ends must pass, in this order, and trays that they may not.

    An end is a rack by its number (``rack:12``), a device by its id, or all devices whose ids begin so
    (``compute/edge``, ``nodes``); empty: any. A stop is a tray by its id, or a point ``x;y`` in metres; stops
    are in order from the first end to the second.
    """

    name: Given
    between: Annotated[tuple[tuple[End, End], ...], Meta(min_length=1, max_length=100_000)]
    via: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=100)], ...],
        Meta(max_length=8),
        about("Must pass", "Trays, or points x;y in m, in order from the first end", empty="none"),
    ] = ()
    avoid: Annotated[
        tuple[Id, ...], about("Kept out of", "Trays that the cables do not use", empty="none")
    ] = ()

    def __post_init__(self) -> None:
        both = [tray for tray in self.via if tray in self.avoid]
        if both:
            raise UnsoundError(f"avoid: {both[0]} is among the trays to pass, name it in one of the two")
        if not self.via and not self.avoid:
            raise UnsoundError("via: name a tray or point to pass, or a tray to avoid")
        for n, stop in enumerate(self.via):
            if ";" in stop:
                point_of(stop, f"via[{n}]")
        for n, pair in enumerate(self.between):
            for end in pair:
                if end.startswith(RACK) and not end.removeprefix(RACK).isdecimal():
                    raise UnsoundError(
                        f"between[{n}]: expected {RACK} and a number, such as {RACK}12 (got {end!r})"
                    )

    @property
    def trays(self) -> tuple[str, ...]:
        """Trays that it names."""
        return tuple(dict.fromkeys((*(stop for stop in self.via if ";" not in stop), *self.avoid)))

    @property
    def ends(self) -> tuple[str, ...]:
        """Ends that it names, each once."""
        return tuple(dict.fromkeys(end for pair in self.between for end in pair))


def point_of(stop: str, field: str = "via") -> tuple[int, int]:
    """Return a point ``x;y`` in metres as micrometres.

    >>> point_of("1.5; 0.25")
    (1500000, 250000)
    """
    try:
        x, y = (float(part) for part in stop.split(";"))
        if not (abs(x) <= FARTHEST_M and abs(y) <= FARTHEST_M):
            raise ValueError(stop)
    except ValueError:
        raise UnsoundError(
            f"{field}: expected a point x;y in metres, such as 4.5;2.1 (got {stop!r})"
        ) from None
    return um_from_mm(round(x * MM_PER_M, 3)), um_from_mm(round(y * MM_PER_M, 3))


def rack_of(end: str) -> int | None:
    """Return the number of the rack that an end names; None: it names none."""
    return int(end.removeprefix(RACK)) if end.startswith(RACK) else None


def is_at(end: str, device: str) -> bool:
    """Whether a device, by its id, is at an end that names devices.

    >>> is_at("compute/edge", "compute/edge/3"), is_at("compute/edge/3", "compute/edge/30"), is_at("", "a/1")
    (True, False, True)
    """
    return not end or device == end or device.startswith(f"{end}/")
