"""Progress of the work on a growth step, as the ticks of its change order came back."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.number_text import counted
from fatdesk.core.struct import Natural, Struct


def links_work_text(count: int) -> str:
    """A number of links that work, as a clause.

    >>> links_work_text(1), links_work_text(0)
    ('1 link works', '0 links work')
    """
    return f"{counted(count, 'link')} {'works' if count == 1 else 'work'}"


class StageProgress(Struct, frozen=True, kw_only=True):
    """Finished work of a stage.

    Attributes
    ----------
    stage
        From 1, as in the change order.
    ticked, rows
        Rows of work that are ticked, and all of them; the gate is none.
    links_working
        Links plugged in the stage that were found to work; None: it was not stated.
    passed
        Whether its gate is passed.
    hours
        Hours of all installers; None: they were not stated.
    in_rack, between
        Cables whose rows are all ticked, in one rack and between racks.
    """

    stage: Annotated[int, Meta(ge=1, le=9999)]
    ticked: Natural = 0
    rows: Natural = 0
    links_working: Natural | None = None
    passed: bool = False
    hours: Annotated[float, Meta(ge=0, le=1e6)] | None = None
    in_rack: Natural = 0
    between: Natural = 0

    @property
    def begun(self) -> bool:
        """Whether anything is stated of it: ticks, its gate, links that work or hours."""
        stated = self.links_working is not None or self.hours is not None
        return bool(self.ticked) or self.passed or stated

    @property
    def words(self) -> str:
        """As a sentence without its subject.

        >>> StageProgress(stage=1, ticked=3, rows=12, hours=1.5).words
        '3 of 12 rows done, 1.5 h'
        >>> StageProgress(stage=1, ticked=12, rows=12, links_working=23, passed=True).words
        'done, gate passed, 23 links work'
        """
        if not self.begun:
            return "not begun"
        whole = self.ticked == self.rows and bool(self.ticked or self.passed)
        done = "done" if whole else f"{self.ticked:,} of {self.rows:,} rows done"
        links = "" if self.links_working is None else links_work_text(self.links_working)
        gate = "gate passed" if self.passed else "gate not passed" if whole else ""
        hours = "" if self.hours is None else f"{self.hours:g} h"
        return ", ".join(word for word in (done, gate, links, hours) if word)


class OrderProgress(Struct, frozen=True, kw_only=True):
    """Finished work of a change order by stage; ``order`` is the digest of its rows."""

    order: str
    stages: tuple[StageProgress, ...] = ()

    @property
    def rows_left(self) -> int:
        """Rows of work that are not ticked."""
        return sum(one.rows - one.ticked for one in self.stages)

    @property
    def next_stage(self) -> int | None:
        """The first stage whose gate is not passed, which is free to start or under way; None: all are."""
        return next((one.stage for one in self.stages if not one.passed), None)
