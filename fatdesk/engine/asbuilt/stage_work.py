"""Differences that the stages of a step of growth explain: work done early, and work that is due."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.difference import Difference, Kind, Place, StageWork

Pair = frozenset[str]
"""The ports at both ends of a link, as ids of cables name them."""


@dataclass(frozen=True)
class StagedLinks:
    """The links of a step that change, and how far the work is.

    Attributes
    ----------
    plugged, pulled
        The stage, from 1, in which each link is plugged, and in which it is pulled.
    plugged_until, pulled_until
        The last stage whose links are plugged in the plan, and whose links are pulled there.
    stage
        That state of the work, in words.
    """

    plugged: Mapping[Pair, int]
    pulled: Mapping[Pair, int]
    plugged_until: int
    pulled_until: int
    stage: str

    def applied(self, built: AsBuilt) -> AsBuilt:
        """Return a comparison with the stage of each difference.

        None of them can be accepted as built: the plan of the project is that before or after the step.
        """
        differences = (one._replace(work=self._work(one), exchanges=()) for one in built.differences)
        return replace(built, differences=tuple(differences), stage=self.stage)

    def _work(self, one: Difference) -> StageWork | None:
        """The stage whose work a difference is; of several the last one; None: something else differs."""
        works = list(chain(self._of_reported(one), self._of_planned(one)))
        known = [work for work in works if work is not None]
        if not known or len(known) < len(works):
            return None
        due = [work for work in known if not work.later]
        return max(due or known)

    def _of_reported(self, one: Difference) -> Iterator[StageWork | None]:
        """The work that explains each link which is there and not in the plan."""
        found = [(some.found, some.stays) for some in one.displaced]
        if one.kind == Kind.UNPLANNED:
            found += [(some.a, some.b) for some in one.joined]
        for pair in map(_pair, found):
            if (stage := self.plugged.get(pair, 0)) > self.plugged_until:
                yield StageWork(stage, later=True)
            elif 0 < (stage := self.pulled.get(pair, 0)) <= self.pulled_until:
                yield StageWork(stage, later=False)
            else:
                yield None

    def _of_planned(self, one: Difference) -> Iterator[StageWork | None]:
        """The work that explains each link which is in the plan and not there."""
        found = [(some.planned, some.stays) for some in one.displaced]
        if one.kind == Kind.MISSING:
            found += [(some.a, some.b) for some in one.joined]
        for pair in map(_pair, found):
            if (stage := self.pulled.get(pair, 0)) > self.pulled_until:
                yield StageWork(stage, later=True)
            elif 0 < (stage := self.plugged.get(pair, 0)) <= self.plugged_until:
                yield StageWork(stage, later=False)
            else:
                yield None


def _pair(ends: tuple[Place, Place]) -> Pair:
    return frozenset(place.socket for place in ends)
