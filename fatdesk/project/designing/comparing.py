"""Place and cable candidates: to rank them by routed cost, and to check limits and cables."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.progress import Progress
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import COMPARED, Requirements
from fatdesk.engine.families.design import Design
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import RULE, is_limited, over_limits, routed_figures
from fatdesk.project.document.project import Project

UNCABLED = "uncabled"
"""The rule of findings on candidates with links that no cable fits or reaches."""

Assemble = Callable[[Requirements, Sequence[Design], Progress], Project]
"""Places the designs of all fabrics of some requirements."""


class Comparing:
    """Candidates of one fabric, placed and cabled with the designs of those before it.

    Parameters
    ----------
    before
        The designs chosen for the fabrics before it, in file order.
    """

    def __init__(
        self, requirements: Requirements, before: Sequence[Design], assemble: Assemble, progress: Progress
    ) -> None:
        fabrics = requirements.fabrics[: len(before) + 1]
        self._wanted = msgspec.structs.replace(requirements, fabrics=fabrics)
        self._before, self._assemble, self._progress = tuple(before), assemble, progress
        self._placed: dict[str, Derived | None] = {}

    def by_routed_cost(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """The best few by what they cost placed and cabled, then the others as they were.

        What has no price, no cable or no place ranks behind what has.
        """
        few = min(self._wanted.objective.compare, len(candidates))
        compared: list[tuple[tuple[object, ...], Candidate]] = []
        for rank, one in enumerate(candidates[:few]):
            placed = self._place(one, rank, few)
            routed = None if placed is None else routed_figures(placed, len(self._before))
            compared.append(((*_order(replace(one, routed=routed)), rank), replace(one, routed=routed)))
        return (*(one for _, one in sorted(compared, key=lambda pair: pair[0])), *candidates[few:])

    def fitting(
        self, candidates: Sequence[Candidate], *, cabled: bool = False
    ) -> tuple[tuple[Candidate, ...], Candidate]:
        """Return the candidates, with findings on those that do not fit once placed, and the first that fits.

        Candidates fit that keep the limits. Where none does, the best is returned.

        Parameters
        ----------
        cabled
            Whether a cable must reach at every link as well; only the best few are tried then.
        """
        limited = is_limited(self._wanted.limits)
        few = min(COMPARED, len(candidates)) if cabled else len(candidates) if limited else 0
        result: list[Candidate] = []
        for rank, one in enumerate(candidates[:few]):
            placed = self._place(one, rank, few)
            wrong = [] if placed is None else list(self._wrong(placed, cabled=cabled))
            if not wrong:
                return (*result, *candidates[rank:]), one
            result.append(replace(one, findings=(*one.findings, *wrong)))
        shown = (*result, *candidates[few:])
        return shown, shown[0]

    def _wrong(self, placed: Derived, *, cabled: bool) -> Iterator[Finding]:
        """Why a placed candidate does not fit, one finding for each rule."""
        name = self._wanted.fabrics[-1].name
        over = [some for some in over_limits(placed) if some.rule == RULE and some.severity is Severity.ERROR]
        if over:
            texts = "; ".join(f"{some.where}: {some.text}" for some in over)
            yield Finding(Severity.WARNING, RULE, name, texts)
        made = placed.cabling.fabrics[len(self._before)]
        none = lacking(made)
        if cabled and none:
            text = f"no cable for {none:,} of {len(made.choice):,}"
            yield Finding(Severity.WARNING, UNCABLED, name, text)

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
                self._placed[key] = Derived(project, progress=progress)
        return self._placed[key]


def lacking(made: FabricCabling) -> int:
    """Number of cables that no part fits or reaches; links that leave the project are not counted."""
    return int(((made.choice < 0) & (made.spans.state == State.NO_CABLE)).sum())


class _Share:
    """Progress on one candidate of several: only the candidate counts, and cancelling works at any step."""

    def __init__(self, whole: Progress, rank: int, of: int) -> None:
        self._whole, self._rank, self._of = whole, rank, of

    def step(self, _done: int, _total: int | None, _text: str) -> None:
        self._whole.step(self._rank, self._of, f"placing and cabling candidate {self._rank + 1}")


def _order(one: Candidate) -> tuple[object, ...]:
    routed = one.routed
    if routed is None:
        return True, 0, 0, False, 0
    plugs = routed.cables.unpriced + routed.transceivers.unpriced
    return False, routed.uncabled, routed.switches.unpriced, plugs > 0, routed.cost.amount
