"""The open project with its history and derived values, cached until they change."""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from time import monotonic

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.core.program import today
from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.design.growth_target import Policy
from fatdesk.engine.design.judging.limits import is_growth_limited
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.gui.session.loads import Loads
from fatdesk.gui.session.study_results import FaultResults, ScheduleResults, Simulations
from fatdesk.gui.session.wiring import Wiring
from fatdesk.paper.jobs import job_findings
from fatdesk.project.commands import Command
from fatdesk.project.commands.history import History, perform
from fatdesk.project.derived.check import checking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import Figures, figures_of
from fatdesk.project.derived.trials import Trials, Tried
from fatdesk.project.derived.waiving import Checked
from fatdesk.project.document.project import Project
from fatdesk.project.studies.results import Results

SECTIONS = tuple(Project.__struct_fields__)
SMALL = 3_000
"""Maximum number of links of a project that is checked immediately."""
MOST_FIGURES = 100
"""Number of project states with cached figures, for immediate display after undo."""


class Document:
    """An open project."""

    def __init__(self, project: Project, results: Results | None = None, like: Derived | None = None) -> None:
        self.history = History(project)
        self.derived = Derived(project, like)
        self._trials = Trials(self.derived)
        self.loads = Loads(lambda: self.derived, self._network_state)
        self.results = results or Results()
        """Results of studies."""
        self.simulations = Simulations(self.results, self._network_state, self._plan_state)
        self.faults = FaultResults(self.results, self._network_state, self._plan_state)
        self.schedules = ScheduleResults(
            self.results, self._network_state, self.loads.places, lambda: self.derived, self._plan_state
        )
        self.derived.measured = self.results
        self._checked: tuple[Project | None, list[Checked]] = (None, [])
        self._checking: tuple[Project, Iterator[None]] | None = None
        self._steps: dict[tuple[str, Policy], StepWork | str] = {}
        """Work of next growth steps that is known, or why a step is not possible: by inputs and policy."""
        self._figures = Memo[int](most=MOST_FIGURES)
        """Figures by identity of the project."""
        self.memo = Memo[str]()
        """Values derived from the current project for several views."""

    def _network_state(self, name: str) -> str | None:
        """Return the digest of a fabric without parts; None if it is missing or cannot be built."""
        try:
            return self.derived.bare_network(name)[0].digest
        except FatdeskError:
            return None

    def _plan_state(self) -> str:
        """Return the digest of what the stages of the growth plan depend on."""
        from fatdesk.project.growing.stage_networks import (
            stage_digest,  # growth loads for those who study it
            stage_inputs,
        )

        return self.derived.of_project(
            "plan state", stage_inputs(self.project), lambda: stage_digest(self.project)
        )

    @property
    def project(self) -> Project:
        """The current project."""
        return self.history.project

    @property
    def findings(self) -> list[Checked]:
        """All findings, errors first."""
        self.check_for(inf)
        return self.findings_so_far

    @property
    def findings_so_far(self) -> list[Checked]:
        """Findings of the last project that was checked completely."""
        return self._checked[1]

    @property
    def is_checked(self) -> bool:
        """Whether the current project has been checked."""
        return self._checked[0] is self.project

    def check_for(self, seconds: float) -> bool:
        """Continue checking for a time; return whether the check is complete."""
        if self.is_checked:
            return True
        if self._checking is None or self._checking[0] is not self.project:
            steps = checking(self.derived, job_findings(self.derived), self._next_step(), today().isoformat())
            self._checking = (self.project, steps)
        end = monotonic() + seconds
        while True:
            try:
                next(self._checking[1])
            except StopIteration as done:
                self._checked, self._checking = (self.project, done.value), None
                return True
            if monotonic() >= end:
                return False

    def know_steps(self, inputs: str, works: Mapping[Policy, StepWork | str]) -> None:
        """Keep the work of the next growth step by policy; what depends on it is checked again.

        Parameters
        ----------
        inputs
            The digest of what it follows from.
        """
        before = self._next_step()
        self._steps |= {(inputs, policy): work for policy, work in works.items()}
        if self._next_step() != before:
            self._checked, self._checking = (None, self._checked[1]), None

    def _next_step(self) -> StepWork | str | None:
        """Return the work of the next step, or why it is impossible; None: no limit is on it, or unknown."""
        project = self.project
        if not self._steps or not project.growth or not is_growth_limited(project.wishes.limits):
            return None
        from fatdesk.project.growing.comparison import inputs_digest  # known steps were compared with it

        return self._steps.get((inputs_digest(project), project.growth[0].policy))

    @property
    def is_small(self) -> bool:
        """Whether the project is small enough to be checked immediately."""
        return sum(len(fabric.ends) for fabric in self.derived.fabrics) <= SMALL

    @property
    def figures(self) -> Figures:
        """The figures of the status line."""
        project = self.project
        return self._figures.keep(
            id(project), (project,), lambda: self._trials.moved(project) or figures_of(self.derived)
        )

    @property
    def subjects(self) -> Subjects:
        """Names, levels and totals of devices and racks."""
        kept = self.memo.last("subjects")
        before = None if kept is None else kept.value
        return self.memo.keep("subjects", (self.project,), lambda: Subjects(self.derived.light_plan, before))

    @property
    def wiring(self) -> Wiring:
        """The wiring list as arrays."""
        kept = self.memo.last("wiring")

        def make() -> Wiring:
            rows = self.derived.rows
            hosts = frozenset(group.part for group in self.project.hosts)
            before: Wiring | None = None if kept is None else kept.value
            return before if before is not None and before.rows is rows else Wiring(rows, hosts)

        return self.memo.keep("wiring", (self.derived,), make)

    def cable(self, cable_id: str) -> CableRow | None:
        """Return the row of a cable in the wiring list."""
        number = self.wiring.number.get(cable_id)
        return None if number is None else self.wiring.rows[number]

    @property
    def device_ids(self) -> dict[str, str]:
        """The id of each device by its name."""
        names = self.derived.device_names
        return self.memo.keep(
            "device ids", (names,), lambda: {name: device for device, name in names.items()}
        )

    def trial(self, command: Command) -> Tried:
        """Return the figures after a command, and the cables in the trays, without applying it.

        Raises
        ------
        RefusedError
            If the command is invalid.
        """
        return self._present_trials.tried(perform(self.project, command))

    def begin_trial(self, command: Command) -> Tried | Callable[[], Tried]:
        """Return the figures after a command where that is quick, else what works them out in a thread.

        Raises
        ------
        RefusedError
            If the command is invalid.
        """
        return self._present_trials.begun(perform(self.project, command))

    def trial_in_full(self, command: Command) -> Callable[[], Tried]:
        """Return what works out :meth:`trial`; it may be called in another thread.

        Raises
        ------
        RefusedError
            If the command is invalid.
        """
        return self._present_trials.in_full(perform(self.project, command))

    @property
    def _present_trials(self) -> Trials:
        if self._trials.derived is not self.derived:
            self._trials = Trials(self.derived)
        return self._trials

    def follow(self, before: Project) -> frozenset[str]:
        """Switch to the current project of the history; return the sections that changed."""
        now = self.project
        sections = frozenset(name for name in SECTIONS if getattr(before, name) is not getattr(now, name))
        if sections:
            self.derived = Derived(now, self.derived)
        return sections
