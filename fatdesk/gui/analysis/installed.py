"""The report of an installed fabric compared with the open project, shared by all views."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import read_together
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import DIFFERENCE, DifferenceAt

if TYPE_CHECKING:
    from fatdesk.project.document.stage_names import StageName
    from fatdesk.project.growing.expected import Expected
    from fatdesk.project.growing.stage_networks import StepStages

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
    wanted
        What it is compared with: a stage of the growth plan, ``today``, or None: the stages that are done by
        the recorded ticks.
    remark
        A remark on what it is compared with; empty: there is none.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.file = ""
        self.done: set[tuple[DifferenceAt, int]] = set()
        self._found: Discovered | None = None
        self.wanted: StageName | str | None = None
        self.remark = ""
        self._plans = Memo[str]()
        self._steps = BackgroundMemo[str](session, self.changed.emit)
        self._built = BackgroundMemo[str](session, self.changed.emit)
        session.opened.connect(self.forget)

    def forget(self) -> None:
        """No report is loaded."""
        self.file, self._found, self.wanted = "", None, None
        self._plans.clear()
        self._steps.clear()
        self._built.clear()
        self.done.clear()
        self.changed.emit()

    def load(self, reports: Sequence[tuple[bytes, str]]) -> None:
        """Take a report, of one file or of several: content and name of each.

        Raises
        ------
        InputError
            When it is none that can be read; what was loaded before stays.
        """
        found = read_together(reports)
        self.file, self._found = found.file, found
        self._built.clear()
        self.done.clear()
        self.changed.emit()

    @property
    def waiting(self) -> bool:
        """Whether a comparison is under way."""
        return self._built.waiting or self._steps.waiting

    @property
    def built(self) -> AsBuilt | None:
        """The report against the plan as it is now; None: there is none, or it is being worked out."""
        expected = self.expected
        if expected is None or isinstance(expected, str):
            return None
        return self._built.get(
            "comparison",
            (expected,),
            expected.compared,
            at_once=len(expected.report.links) <= AT_ONCE,
            title=f"Compare with {self.file}",
        )

    @property
    def why_not(self) -> str:
        """Why there is nothing to compare with; empty: there is."""
        found = self.expected
        return found if isinstance(found, str) else ""

    @property
    def labels(self) -> Mapping[str, str]:
        """The number on the label of each cable that is compared, by ids."""
        found = self.expected
        return self._session.derived.plan.numbers if found is None or isinstance(found, str) else found.labels

    @property
    def expected(self) -> "Expected | str | None":
        """Return what the report is compared with, or why there is nothing.

        None: there is no report, or the stages of the step are being worked out.
        """
        session, found = self._session, self._found
        self.remark = ""
        if found is None or not session.is_open:
            return None
        from fatdesk.project.growing.expected import NOT_POSSIBLE, step_to_compare

        project, derived = session.project, session.derived
        try:
            number = step_to_compare(project, self.wanted)
        except FatdeskError as error:
            return str(error)
        inputs = (found, derived.fabrics, derived.names, derived.cabling, project.floor.racks)
        if number is None:
            return self._today(found, inputs)
        steps = self.steps
        if steps is None:
            return None
        if isinstance(steps, str) or number > len(steps):
            why = steps if isinstance(steps, str) else "it is not possible, or has no stages"
            self.remark = NOT_POSSIBLE.format(number, why)
            return self._today(found, inputs)
        step = steps[number - 1]

        def make() -> "tuple[Expected, str] | str":
            from fatdesk.project.growing.expected import expected_of

            try:
                return expected_of(derived, found, self.wanted, step)
            except FatdeskError as error:
                return str(error)

        known = self._plans.keep("stage", (*inputs, step, self.wanted, project.growth), make)
        if isinstance(known, str):
            return known
        self.remark = known[1]
        return known[0]

    def _today(self, found: Discovered, inputs: tuple[object, ...]) -> "Expected | str":
        """The plan of the project as it is."""
        derived = self._session.derived

        def make() -> "Expected | str":
            from fatdesk.project.growing.expected import expected_today

            try:
                return expected_today(derived, found)
            except FatdeskError as error:
                return str(error)

        return self._plans.keep("plan", inputs, make)

    # Stages of the growth plan

    def compare_with(self, wanted: "StageName | str | None") -> None:
        """Compare with a stage, with ``today``, or (None) with the stages that are done by the ticks."""
        self.wanted = wanted
        self.done.clear()
        self.changed.emit()

    @property
    def steps(self) -> "tuple[StepStages, ...] | str | None":
        """Return the steps of the growth plan that have stages, or why there are none.

        None: they are being worked out.
        """
        project = self._session.project
        if not project.growth:
            return ()

        def make() -> "tuple[StepStages, ...] | str":
            from fatdesk.project.growing.stage_networks import stages_of_plan

            try:
                return stages_of_plan(project)
            except FatdeskError as error:
                return str(error)

        from fatdesk.project.growing.stage_networks import stage_inputs

        inputs = stage_inputs(project)
        return self._steps.get("steps", inputs, make, at_once=False, title="Calculate the growth stages")

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
