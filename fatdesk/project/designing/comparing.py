"""Place and cable candidates: to rank them by what they then cost, and to hold them to limits."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.progress import Progress
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.families.design import Design
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import RULE, is_limited, over_limits, routed_figures
from fatdesk.project.document.project import Project

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

    def within_limits(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """The candidates, those before the first that keeps the limits once it is placed with a finding each.

        Where none does all have one.
        """
        if not is_limited(self._wanted.limits):
            return tuple(candidates)
        result: list[Candidate] = []
        for rank, one in enumerate(candidates):
            placed = self._place(one, rank, len(candidates))
            found = [] if placed is None else [one for one in over_limits(placed) if one.rule == RULE]
            errors = [some for some in found if some.severity is Severity.ERROR]
            if not errors:
                return (*result, *candidates[rank:])
            name = self._wanted.fabrics[-1].name
            texts = "; ".join(f"{some.where}: {some.text}" for some in errors)
            finding = Finding(Severity.WARNING, RULE, name, texts)
            result.append(replace(one, findings=(*one.findings, finding)))
        return tuple(result)

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


class _Share:
    """Progress on one candidate of several: only the candidate counts, and cancelling works at any step."""

    def __init__(self, whole: Progress, rank: int, of: int) -> None:
        self._whole, self._rank, self._of = whole, rank, of

    def step(self, _done: int, _total: int | None, _text: str) -> None:
        self._whole.step(self._rank, self._of, f"placing and cabling candidate {self._rank + 1}")


def keeps_limits(one: Candidate) -> bool:
    """Whether no limit is known to be exceeded by a candidate once it is placed."""
    return all(finding.rule != RULE for finding in one.findings)


def _order(one: Candidate) -> tuple[object, ...]:
    routed = one.routed
    if routed is None:
        return True, 0, 0, False, 0
    plugs = routed.cables.unpriced + routed.transceivers.unpriced
    return False, routed.uncabled, routed.switches.unpriced, plugs > 0, routed.cost.amount
