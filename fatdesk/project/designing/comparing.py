"""Place and cable candidates: to rank them by a figure of placed networks, and to check limits and cables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.progress import Progress
from fatdesk.engine.bill.deployability import WORK_FIGURES, StepWork
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.design.candidate import Candidate, Placing, RoutedFigures
from fatdesk.engine.design.judging.candidate_rules import later
from fatdesk.engine.design.requirements import COMPARED, Goal, Requirements
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.families.design import Design
from fatdesk.engine.rules.rules import OWN, RuleInForce
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import (
    RULE,
    is_limited,
    over_limits,
    routed_figures,
    rule_marks,
)
from fatdesk.project.document.project import Project

BROKEN = "rule-broken"
"""The rule of findings on candidates that break rules of the user once they are placed."""
UNCABLED = "uncabled"
"""The rule of findings on candidates with links that no cable fits or reaches."""

StepWorks = Mapping[str, StepWork]
"""Work of a growth step by the names of networks; under the empty name that of all together."""
Growing = Callable[[Derived], StepWorks | str | None]
"""Works out the next growth step of a placed project.

A text states why the step is not possible; None: it was not worked out.
"""
Assemble = Callable[[Requirements, Sequence[Design], Progress], Project]
"""Places the designs of all fabrics of some requirements."""


class Comparing:
    """Candidates of one fabric, placed and cabled with the designs of those before it.

    Parameters
    ----------
    before
        The designs chosen for the fabrics before it, in file order.
    rates
        Rules of the bill with the rates of installation; None: the usual ones.
    growth
        Works out the next growth step; None: it stays unknown.
    """

    def __init__(
        self,
        requirements: Requirements,
        before: Sequence[Design],
        assemble: Assemble,
        progress: Progress,
        rates: BillRules | None = None,
        growth: Growing | None = None,
    ) -> None:
        fabrics = requirements.fabrics[: len(before) + 1]
        self._whole = len(fabrics) == len(requirements.fabrics)
        self._wanted = msgspec.structs.replace(requirements, fabrics=fabrics)
        self._before, self._assemble, self._progress = tuple(before), assemble, progress
        self._rates, self._growth = rates, growth
        self._step_works: dict[str, StepWorks | str | None] = {}
        self._placed: dict[str, Derived | None] = {}

    def by_goal(self, candidates: Sequence[Candidate], goal: Goal) -> tuple[Candidate, ...]:
        """The best few by a figure that they have placed and cabled, then the others as they were.

        What has no price, no cable or no place ranks behind what has; of equal figures the lower cost counts.
        """
        few = min(self._wanted.objective.compare, len(candidates))
        compared: list[tuple[tuple[object, ...], Candidate]] = []
        for rank, one in enumerate(candidates[:few]):
            placed = self._place(one, rank, few)
            routed = None if placed is None else self._figures(placed, one)
            compared.append(((_breaks(routed), *_order(routed, goal), rank), _shown(one, routed)))
        return (*(one for _, one in sorted(compared, key=lambda pair: pair[0])), *candidates[few:])

    def placing(self, result: SearchResult, top: int, best: Candidate) -> Placing | None:
        """Return what was placed for the choice of the best candidate, and whether that proves it best.

        A design that was left out cannot be better where a lower bound of its figure is not below the figure
        of the best: its cables, all at the faster rate, for ``install_hours``; what its switches cost, where
        all have a price and no price of a cable is assumed, for ``routed_cost``. A placed one may be better
        whose figure is unknown.

        Parameters
        ----------
        top
            How many candidates the search kept at most.
        """
        goal = self._wanted.objective.placed
        if goal is None and not is_limited(self._wanted.limits):
            return None
        listed = len(result.candidates)
        possible = listed if listed < top else result.found
        kept = not any(one.rule == RULE for one in best.findings)
        left = [one for one in result.candidates if repr(one.design) not in self._placed]
        proved = kept and not result.unfinished
        if goal is not None:
            routed = best.routed
            bounds = [self._least(one, goal) for one in left]
            known = routed is not None and not routed.uncabled and not routed.cost.at_least
            figure = _figure(routed, goal) if routed is not None and known else None
            below = [figure is None or bound is None or bound < figure for bound in bounds]
            placed = [one.routed for one in result.candidates if one.routed is not None]
            unknown = any(_figure(one, goal) is None for one in placed)
            proved = proved and possible == listed and not any(below) and not unknown
        return Placing(listed - len(left), possible, goal or "", kept, proved)

    def _least(self, one: Candidate, goal: Goal) -> Fraction | None:
        """A lower bound of the figure of a design that is not placed; None: none is known."""
        if goal == "routed_cost":
            no_assumed = one.unpriced == ("cables",)
            return Fraction(one.cost.amount) if no_assumed else None
        if goal == "install_hours":
            rates = self._rates or BillRules()
            fastest = max(rates.cables_per_hour_in_rack, rates.cables_per_hour_between_racks)
            return Fraction(one.cables, fastest)
        return None

    def fitting(
        self, candidates: Sequence[Candidate], *, cabled: bool = False
    ) -> tuple[tuple[Candidate, ...], Candidate]:
        """Return the candidates, with findings on those that do not fit once placed, and the first that fits.

        Candidates fit that keep the limits. Where none does, the best is returned. Those that were placed
        have the figures of placed networks.

        Parameters
        ----------
        cabled
            Whether a cable must reach at every link as well; only the best few are tried then.
        """
        limited = is_limited(self._wanted.limits)
        tried = cabled or has_rules_of_placed(self._wanted)
        few = len(candidates) if limited and not cabled else min(COMPARED, len(candidates)) if tried else 0
        result: list[Candidate] = []
        for rank, one in enumerate(candidates[:few]):
            placed = self._place(one, rank, few)
            if placed is None:
                return (*result, *candidates[rank:]), one
            shown = _shown(one, one.routed or self._figures(placed, one))
            wrong = list(self._wrong(placed, self._work_of_all(placed, one), cabled=cabled))
            if not wrong:
                return (*result, shown, *candidates[rank + 1 :]), shown
            result.append(replace(shown, findings=(*one.findings, *wrong)))
        whole = (*result, *candidates[few:])
        return whole, whole[0]

    def _wrong(self, placed: Derived, growth: StepWork | str | None, *, cabled: bool) -> Iterator[Finding]:
        """Why a placed candidate does not fit, one finding for each rule."""
        name = self._wanted.fabrics[-1].name
        over = [
            some
            for some in over_limits(placed, growth)
            if some.rule == RULE and some.severity is Severity.ERROR
        ]
        if over:
            texts = "; ".join(f"{some.where}: {some.text}" for some in over)
            yield Finding(Severity.WARNING, RULE, name, texts)
        marks = rule_marks(placed, whole=self._whole)
        if marks is not None and marks.errors:
            texts = "; ".join(f"{some.where}: {some.text}" for some in marks.errors)
            yield Finding(Severity.WARNING, BROKEN, name, texts)
        made = placed.cabling.fabrics[len(self._before)]
        none = lacking(made)
        if cabled and none:
            text = f"no cable for {none:,} of {len(made.choice):,}"
            yield Finding(Severity.WARNING, UNCABLED, name, text)

    def _figures(self, placed: Derived, one: Candidate) -> RoutedFigures:
        works = self._works(placed, one)
        own = works.get(self._wanted.fabrics[-1].name) if isinstance(works, Mapping) else None
        return routed_figures(placed, len(self._before), own, whole=self._whole)

    def _work_of_all(self, placed: Derived, one: Candidate) -> StepWork | str | None:
        """The next growth step of all networks up to a candidate, by which limits are judged."""
        works = self._works(placed, one)
        return works.get("") if isinstance(works, Mapping) else works

    def _works(self, placed: Derived, one: Candidate) -> StepWorks | str | None:
        """The next growth step of a placed candidate, or why it is not possible; None: not known."""
        key = repr(one.design)
        if key not in self._step_works:
            self._step_works[key] = None if self._growth is None else self._growth(placed)
        return self._step_works[key]

    def _place(self, one: Candidate, rank: int, of: int) -> Derived | None:
        """The project of a candidate; None where it finds no place."""
        key = repr(one.design)
        if key not in self._placed:
            progress = _Share(self._progress, rank, of)
            progress.step(0, 1, "")
            try:
                project = self._assemble(self._wanted, (*self._before, one.design), progress)
            except FatdeskError:
                self._placed[key] = None
            else:
                if self._rates is not None:
                    bill = msgspec.structs.replace(self._rates, currency=project.bill.currency)
                    project = msgspec.structs.replace(project, bill=bill)
                self._placed[key] = Derived(project, progress=progress)
        return self._placed[key]


def has_rules_of_placed(requirements: Requirements) -> bool:
    """Whether a rule of severity error is judged in full only when a design is placed."""
    errors = [RuleInForce(rule, OWN) for rule in requirements.rules if rule.severity == "error"]
    return any(True for _ in later(errors))


def _shown(one: Candidate, routed: RoutedFigures | None) -> Candidate:
    """A candidate with its figures as placed, and what the rules say of these."""
    rules = one.rules if routed is None or routed.rules is None else routed.rules
    return replace(one, routed=routed, rules=rules)


def _breaks(routed: RoutedFigures | None) -> bool:
    """Whether a placed candidate breaks a rule of severity error."""
    return routed is not None and routed.rules is not None and bool(routed.rules.errors)


def lacking(made: FabricCabling) -> int:
    """Number of cables that no part fits or reaches; links that leave the project are not counted."""
    return int(((made.choice < 0) & (made.spans.state == State.NO_CABLE)).sum())


class _Share:
    """Progress on one candidate of several: only the candidate counts, and cancelling works at any step."""

    def __init__(self, whole: Progress, rank: int, of: int) -> None:
        self._whole, self._rank, self._of = whole, rank, of

    def step(self, _done: int, _total: int | None, _text: str) -> None:
        self._whole.step(self._rank, self._of, f"placing and cabling candidate {self._rank + 1}")


def _order(routed: RoutedFigures | None, goal: Goal) -> tuple[object, ...]:
    """Rank of a placed design: last what has no place or no cable, and what has no price."""
    if routed is None:
        return True, 0, False, 0, 0, False, 0
    plugs = routed.cables.unpriced + routed.transceivers.unpriced
    value = 0 if goal == "routed_cost" else _figure(routed, goal)
    return (
        False,
        routed.uncabled,
        value is None,
        value or 0,
        routed.switches.unpriced,
        plugs > 0,
        routed.cost.amount,
    )


def _figure(routed: RoutedFigures, goal: Goal) -> Fraction | None:
    """The figure of an objective, less of which is better; None: unknown."""
    if goal == "routed_cost":
        return Fraction(routed.cost.amount)
    work = routed.deployability
    assert work is not None, "placed designs have it"
    if goal == "between_racks_share":
        return 1 - work.in_rack_share
    return next(one.value(work) for one in WORK_FIGURES if one.key == goal)
