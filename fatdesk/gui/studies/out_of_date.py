"""Results of a study that are out of date, and the banner that says so."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.study_results import Tag
from fatdesk.gui.studies.strips import Banner
from fatdesk.gui.widgets.dates import clock_text
from fatdesk.networks.study import StudyNetwork

AnyStudy_contra = TypeVar("AnyStudy_contra", contravariant=True)


class OutOfDate(NamedTuple):
    """Networks whose results belong to an earlier design or to other parameters.

    Attributes
    ----------
    design
        Whether a fabric is another; else the study asks for something else.
    measured
        When the oldest of them was measured, hour and minute.
    """

    numbers: tuple[int, ...]
    design: bool
    measured: str


class _Result(Protocol):
    """Results of a network with their state and time."""

    @property
    def tag(self) -> Tag: ...
    @property
    def began(self) -> datetime | None: ...


class _Found(Protocol):
    """A result, and whether it holds."""

    @property
    def result(self) -> _Result: ...
    @property
    def holds(self) -> bool: ...


class Store(Protocol[AnyStudy_contra]):
    """Results of studies of one kind, by their networks."""

    def tag(self, study: AnyStudy_contra, network: StudyNetwork) -> Tag:
        """Return the present key of the results of a network."""

    def of(self, study: AnyStudy_contra, network: StudyNetwork) -> _Found | None:
        """Return the results of a network."""


def out_of_date(
    study: AnyStudy_contra, networks: Sequence[StudyNetwork], known: Store[AnyStudy_contra]
) -> OutOfDate | None:
    """Return results of another state; None: there are none."""
    stale = [
        (number, found)
        for number, network in enumerate(networks)
        if (found := known.of(study, network)) is not None and not found.holds
    ]
    if not stale:
        return None
    tags = [known.tag(study, networks[number]) for number, _ in stale]
    design = all(
        tag.requested == found.result.tag.requested for tag, (_, found) in zip(tags, stale, strict=True)
    )
    began = min((found.result.began for _, found in stale if found.result.began), default=None)
    day = "in an earlier session" if began is None else f"at {clock_text(began)}"
    return OutOfDate(tuple(number for number, _ in stale), design, day)


class StaleBanner(Banner):
    """Says it once: what was kept does not come again for the same state.

    Attributes
    ----------
    wrong
        Why the last run failed; empty: it did not.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.wrong = ""
        self._stale: tuple[str, OutOfDate] | None = None
        self._since = ""
        self._kept: tuple[str, OutOfDate] | None = None
        self.kept.connect(self._keep)

    def forget(self) -> None:
        """Another project."""
        self.wrong, self._stale, self._kept = "", None, None

    def look(
        self, study: str, networks: int, found: OutOfDate | None, *, running: bool, remark: str = ""
    ) -> None:
        """Show which results of a study are outdated, with a remark; an empty name hides the banner."""
        stale = None if not study or found is None else (study, found)
        if stale is not None and stale != self._stale:
            self._since = clock_text(datetime.now().astimezone())
        self._stale = stale
        if self.wrong:
            self.say(f"{self.wrong} The project is unchanged.", "Start again", failed=True)
        elif not study or found is None or running or stale == self._kept:
            self.say("")
        else:
            words = f"{_words(networks, found, self._since)} {remark}".strip()
            self.say(words, f"Run {len(found.numbers)} again")

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """Networks that are out of date; None: that is not what it says."""
        return None if self.wrong or self._stale is None else self._stale[1].numbers

    def _keep(self) -> None:
        if self.wrong:
            self.wrong = ""
        else:
            self._kept = self._stale
        self.say("")


def _words(networks: int, stale: OutOfDate, since: str) -> str:
    what = "The design" if stale.design else "The study"
    count = f"{len(stale.numbers)} of {counted(networks, 'network')}"
    verb = "is" if len(stale.numbers) == 1 else "are"
    return (
        f"{what} changed at {since}, after these points were measured {stale.measured}. "
        f"{count} {verb} out of date."
    )
