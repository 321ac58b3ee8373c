"""Progress of the work on a step of growth, as the ticks of its change order came back."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.number_text import counted
from fatdesk.core.struct import Natural, Struct


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
    def words(self) -> str:
        """As a sentence without its subject.

        >>> StageProgress(stage=1, ticked=3, rows=12, hours=1.5).words
        '3 of 12 rows done, 1.5 h'
        >>> StageProgress(stage=1, ticked=12, rows=12, links_working=23, passed=True).words
        'done, gate passed, 23 links work'
        """
        begun = bool(self.ticked or self.passed)
        whole = self.ticked == self.rows
        done = "done" if whole and begun else f"{self.ticked:,} of {self.rows:,} rows done"
        links = "" if self.links_working is None else f"{counted(self.links_working, 'link')} work"
        gate = "gate passed" if self.passed else "gate not passed" if whole and begun else ""
        hours = "" if self.hours is None else f"{self.hours:g} h"
        if not begun and not links and not hours:
            return "not begun"
        return ", ".join(word for word in (done, gate, links, hours) if word)


class OrderProgress(Struct, frozen=True, kw_only=True):
    """Finished work of a change order by stage; ``order`` is the digest of its rows."""

    order: str
    stages: tuple[StageProgress, ...] = ()

    @property
    def next_stage(self) -> int | None:
        """The first stage whose gate is not passed, which is free to start or under way; None: all are."""
        return next((one.stage for one in self.stages if not one.passed), None)
