"""Limits of the feeds of a rack while it is filled: power of each feed and current of each phase."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from fatdesk.engine.catalog.parts import Part, PowerUnit, RackPart
from fatdesk.engine.floor.feeds import ASSUMED_SUPPLIES, Corded, PowerFeeds, feed_loads

NEAR = 1e-9
"""Part of a limit by which rounded sums may exceed it."""
Cords = Mapping[Corded, int]
"""Number of devices of each kind that have power cords."""


def corded_of(part: Part, watts: float, supplies: int | None) -> Corded | None:
    """Return a device of a part with its cords; None: it is a power strip.

    Parameters
    ----------
    supplies
        Power supplies of the part; None: unknown.
    """
    if isinstance(part, PowerUnit):
        return None
    needed = min(part.supplies_needed or 1, supplies or ASSUMED_SUPPLIES)
    return Corded(part.id, watts, supplies or ASSUMED_SUPPLIES, needed, inlet=part.inlet or "")


def shelves_of(part: RackPart) -> Corded | None:
    """Return the power shelves of a rack, which feed all that is in it; None: it has none."""
    if part.supplies is None:
        return None
    return Corded(part.id, 0.0, part.supplies, part.supplies_needed or 1, balanced=True)


class FeedLimits(NamedTuple):
    """Feeds of a rack with known breakers, and what loads them before anything is placed.

    Attributes
    ----------
    shelves
        Its power shelves.
    fixed
        What comes with the rack.
    """

    feeds: PowerFeeds
    shelves: Corded | None
    fixed: tuple[Corded, ...] = ()

    @classmethod
    def of(cls, feeds: PowerFeeds, part: RackPart) -> "FeedLimits | None":
        """The limits of an empty rack; None: its breakers are not known."""
        if feeds.breaker_a is None:
            return None
        contents = (Corded(some.name, some.power_w) for some in part.contents if some.power_w)
        return cls(feeds, shelves_of(part), tuple(contents))

    def hold(self, cords: Cords) -> bool:
        """Whether the feeds carry some devices: with all feeds and after the loss of any, on each phase."""
        return _hold(self, tuple(sorted((one, count) for one, count in cords.items() if count)))


@lru_cache(maxsize=65_536)
def _hold(limits: FeedLimits, cords: tuple[tuple[Corded, int], ...]) -> bool:
    some = [*limits.fixed, *(one for one, count in cords for _ in range(count))]
    if limits.shelves is not None:
        some = [limits.shelves._replace(watts=sum(one.watts for one in some))]
    loads = feed_loads(some, limits.feeds)
    usable, most = limits.feeds.usable_w, limits.feeds.most_a
    assert usable is not None
    assert most is not None
    watts = max(chain(loads.normal_w, loads.after_w), default=0.0)
    amperes = max(chain(*loads.normal_a, *loads.lost_a), default=0.0)
    return watts <= usable * (1 + NEAR) and amperes <= most * (1 + NEAR)
