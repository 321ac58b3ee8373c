"""The banner over the plots: what went wrong with a run, or which results are out of date."""

from datetime import datetime

from fatdesk.gui.desk import Desk
from fatdesk.gui.studies.out_of_date import OutOfDate
from fatdesk.gui.studies.strips import Banner
from fatdesk.gui.widgets.number_text import counted


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

    def look(self, study: str, networks: int, found: OutOfDate | None, *, running: bool) -> None:
        """Say what must be known of what is shown of a study, with so many networks; empty: of none."""
        stale = None if not study or found is None else (study, found)
        if stale is not None and stale != self._stale:
            self._since = f"{datetime.now().astimezone():%H:%M}"
        self._stale = stale
        if self.wrong:
            self.say(f"{self.wrong} The project is unchanged.", "Start again", failed=True)
        elif not study or found is None or running or stale == self._kept:
            self.say("")
        else:
            self.say(_words(networks, found, self._since), f"Run {len(found.numbers)} again")

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
        f"{what} changed at {since}, after these points were measured at {stale.measured}. "
        f"{count} {verb} out of date."
    )
