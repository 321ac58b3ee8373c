"""The report of an installed fabric compared with the open project, shared by all views."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.engine.asbuilt.comparing import AsBuilt, compare
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import DIFFERENCE, DifferenceAt

if TYPE_CHECKING:
    from fatdesk.engine.asbuilt.planned import Planned

AT_ONCE = 3_000
"""Number of links up to which a report is compared at once, not in the background."""


def place_of(difference: Difference) -> DifferenceAt:
    """Return the id of a difference, the same in every comparison."""
    first = difference.places[0]
    cable = difference.cables[0] if difference.cables else f"{first.device} {first.port}"
    return DifferenceAt(str(difference.kind), cable)


class Installed(QObject):
    """The report that was loaded last; ``changed`` states that the comparison or the ticks changed.

    Attributes
    ----------
    file
        What the report is called; empty: none was loaded.
    done
        Which steps were ticked: the id of their difference, and their number in it from 0.
    waiting
        Whether a comparison is under way.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.file = ""
        self.done: set[tuple[DifferenceAt, int]] = set()
        self._found: Discovered | None = None
        self._plans = Memo[str]()
        self._built = BackgroundMemo[str](session, self.changed.emit)
        session.opened.connect(self.forget)

    def forget(self) -> None:
        """No report is loaded."""
        self.file, self._found = "", None
        self._plans.clear()
        self._built.clear()
        self.done.clear()
        self.changed.emit()

    def load(self, data: bytes, file: str) -> None:
        """Take a report.

        Raises
        ------
        InputError
            When it is none that can be read; what was loaded before stays.
        """
        found = read_discovered(data, file)
        self.file, self._found = file, found
        self._built.clear()
        self.done.clear()
        self.changed.emit()

    @property
    def waiting(self) -> bool:
        """Whether a comparison is under way."""
        return self._built.waiting

    @property
    def built(self) -> AsBuilt | None:
        """The report against the project as it is now; None: there is none, or it is being worked out."""
        session, found = self._session, self._found
        if found is None or not session.is_open:
            return None
        known = self._planned
        if isinstance(known, str):
            return None
        plan, report = known
        return self._built.get(
            "comparison",
            (found, plan),
            lambda: compare(plan, report),
            at_once=len(found.links) <= AT_ONCE,
            title=f"Compare with {self.file}",
        )

    @property
    def why_not(self) -> str:
        """Why there is nothing to compare with; empty: there is."""
        found = self._planned
        return found if isinstance(found, str) else ""

    @property
    def _plan(self) -> "Planned | None":
        found = self._planned
        return None if isinstance(found, str) else found[0]

    @property
    def _planned(self) -> "tuple[Planned, Discovered] | str":
        """Return the plan of the networks in the report and the report as it is compared, or why not."""
        session, found = self._session, self._found
        if found is None or not session.is_open:
            return ""
        derived = session.derived

        def make() -> "tuple[Planned, Discovered] | str":
            from fatdesk.project.derived.as_built import plan_for, report_for

            try:
                report = report_for(derived, found)
                return plan_for(derived, report), report
            except FatdeskError as error:
                return str(error)

        inputs = (found, derived.fabrics, derived.names, derived.cabling, session.project.floor.racks)
        return self._plans.keep("plan", inputs, make)

    # What is asked of it

    def difference(self, at: DifferenceAt) -> Difference | None:
        """A difference by its id; None: it is no longer there."""
        return next((one for one in self.differences if place_of(one) == at), None)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All known differences."""
        built = self.built
        return () if built is None else built.differences

    @property
    def selected(self) -> tuple[Difference, ...]:
        """Return the selected differences."""
        chosen = self._session.ids(DIFFERENCE)
        if not chosen:
            return ()
        return tuple(one for one in self.differences if place_of(one) in chosen)

    def tick(self, steps: Iterable[tuple[DifferenceAt, int]], on: bool) -> None:
        """Mark steps as done, or not."""
        if on:
            self.done.update(steps)
        else:
            self.done.difference_update(steps)
        self.changed.emit()

    @property
    def ticked(self) -> frozenset[int]:
        """Numbers of the steps that are done, from 1, in the order of the punch list."""
        found, number = [], 0
        for one in self.differences:
            name = place_of(one)
            for at in range(len(one.steps)):
                number += 1
                if (name, at) in self.done:
                    found.append(number)
        return frozenset(found)


def installed_of(session: Session) -> Installed:
    """Return what the installed fabric reports, against the open project of the session."""
    return session.findChild(Installed) or Installed(session)
