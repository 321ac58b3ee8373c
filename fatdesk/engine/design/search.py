"""Search all designs of every family over the allowed switches, ranked, with reasons of rejection."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from fatdesk.core.errors import FatdeskError, OutOfTime
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import Candidate, Placing, Rejected
from fatdesk.engine.design.host_ports import Taken
from fatdesk.engine.design.judging.candidate_rules import CandidateRules
from fatdesk.engine.design.judging.judging import Judge, Ranked
from fatdesk.engine.design.judging.limits import limits_of
from fatdesk.engine.design.judging.metrics import Metrics
from fatdesk.engine.design.posing import Posed, pose
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.reason import Reason

RacksNeeded = Callable[[Design], int | None]
MOST_JUDGED = 5_000
"""Candidates in order of rank that are judged by rules at most, to find some that keep all of them."""


class NoDesignError(FatdeskError):
    """No design meets the requirements; the text names the nearest misses."""


@dataclass(frozen=True)
class SearchResult:
    """The best designs of a fabric, and the nearest of the rejected ones.

    Attributes
    ----------
    candidates
        In order of rank.
    found
        How many designs meet the limits (before racks were counted).
    rejected, rejected_count
        The nearest misses, nearest first, and how many there were in all.
    unfinished
        What was not covered when time was up; empty: everything was.
    placing
        How many designs were placed and cabled for the choice, and what that proves; None: none had to be.
    """

    name: str
    candidates: tuple[Candidate, ...]
    found: int
    rejected: tuple[Rejected, ...]
    rejected_count: int
    findings: tuple[Finding, ...] = ()
    unfinished: tuple[str, ...] = ()
    placing: Placing | None = None

    @property
    def best(self) -> Candidate:
        """The first candidate.

        Raises
        ------
        NoDesignError
            When there is none.
        """
        if not self.candidates:
            raise NoDesignError(self.why_none())
        return self.candidates[0]

    def why_none(self, most: int = 5) -> str:
        """Return the nearest misses and by how much they missed, each family at least once."""
        if self.unfinished:
            what = ", ".join(self.unfinished)
            return f"fabric {self.name!r}: no design was found before time was up, not covered: {what}"
        if not self.rejected:
            return f"fabric {self.name!r}: no design exists: no family found switches for its roles"
        count = self.rejected_count
        head = f"of {count:,} rejected the nearest are" if count > 1 else "one was rejected"
        lines = [f"fabric {self.name!r}: no design exists; {head}"]
        first = {one.family: one for one in reversed(self.rejected)}
        shown = [n for n, one in enumerate(self.rejected) if n < most or one is first[one.family]]
        for one in (self.rejected[n] for n in shown):
            parts = " + ".join(
                f"{u.part} ({u.cards} card{'s' * (u.cards > 1)})" if u.cards else u.part for u in one.parts
            )
            lines.append(f"  {one.family} of {parts}: {one.reason}")
        return "\n".join(lines)


def search(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    progress: Progress = SILENT,
    top: int = 20,
    *,
    racks_needed: RacksNeeded | None = None,
    taken: Taken | None = None,
    designs: Mapping[str, Design] = MappingProxyType({}),
) -> SearchResult:
    """Search one fabric exhaustively.

    Candidates that break a rule of severity error, as far as that is known before they are placed, come
    after those that break none.

    Parameters
    ----------
    progress
        Informed of every table of designs.
    top
        How many candidates and nearest misses to keep.
    racks_needed
        Places a design and returns the number of racks that it takes (None: unknown). Called in order of
        rank until ``top`` designs have passed, and only where racks are limited.
    taken, designs
        Ports of hosts that earlier fabrics use, by group, and the designs of these fabrics by name.

    Raises
    ------
    FatdeskError
        When the requirement contradicts itself or the catalog.
    Cancelled
        When ``progress`` requires it. When it raises `OutOfTime`, what is known by then is returned.
    """
    posed = pose(requirements, fabric, catalog, taken, designs)
    metrics = Metrics(posed.problem.items, requirements.objective)
    judge = Judge(posed, metrics, limits_of(requirements, metrics, catalog), progress)
    racks = _Racks(requirements.limits.racks, racks_needed, progress)
    rules = CandidateRules(requirements, posed, catalog) if requirements.rules else None
    keep = top
    while True:
        ranked = judge.rank(keep, top)
        best, broken = _by_rules(ranked.best, rules)
        passed, fallen = racks.sort_out(best, top)
        if len(passed) == top or len(ranked.best) == ranked.found or ranked.unfinished or racks.unfinished:
            break
        if rules is not None and keep >= MOST_JUDGED:
            break
        keep *= 4
    if len(passed) < top and broken:
        behind, fallen_too = racks.sort_out(broken, top - len(passed))
        passed, fallen = [*passed, *behind], [*fallen, *fallen_too]
    misses = _with_every_family(ranked, passed, fallen, top)
    return SearchResult(
        name=fabric.name,
        candidates=tuple(passed),
        found=ranked.found,
        rejected=tuple(rejected for _, rejected in misses),
        rejected_count=ranked.fallen + len(fallen),
        findings=_foreign(posed, passed),
        unfinished=(*ranked.unfinished, *racks.unfinished),
    )


def _by_rules(
    best: Sequence[Candidate], rules: CandidateRules | None
) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
    """The candidates that break no rule of severity error, and the others, with their marks."""
    if rules is None:
        return best, ()
    marked = [rules.marked(one) for one in best]
    broken = [one.rules is not None and bool(one.rules.errors) for one in marked]
    return (
        [one for one, bad in zip(marked, broken, strict=True) if not bad],
        [one for one, bad in zip(marked, broken, strict=True) if bad],
    )


def _with_every_family(
    ranked: Ranked, passed: Sequence[Candidate], fallen: Sequence[tuple[float, Rejected]], top: int
) -> list[tuple[float, Rejected]]:
    """The nearest misses, then the nearest of each family that has neither a candidate nor one among them."""
    misses = sorted([*ranked.misses, *fallen], key=lambda miss: miss[0])[:top]
    shown = {one.design.family for one in passed} | {rejected.family for _, rejected in misses}
    nearest = dict(ranked.nearest_of)
    for miss in sorted(fallen, key=lambda miss: -miss[0]):
        nearest[miss[1].family] = miss
    others = [miss for family, miss in nearest.items() if family not in shown]
    return [*misses, *sorted(others, key=lambda miss: miss[0])]


class _Racks:
    """Places candidates one after the other and remembers the answers."""

    def __init__(self, allowed: int | None, needed: RacksNeeded | None, progress: Progress) -> None:
        self._allowed, self._needed, self._progress = allowed, needed, progress
        self._known: dict[str, int | None] = {}
        self.unfinished: tuple[str, ...] = ()

    def sort_out(
        self, best: Sequence[Candidate], top: int
    ) -> tuple[list[Candidate], list[tuple[float, Rejected]]]:
        """The first candidates that fit the racks allowed, and those before them that do not."""
        if self._allowed is None or self._needed is None:
            return list(best[:top]), []
        passed: list[Candidate] = []
        fallen: list[tuple[float, Rejected]] = []
        for rank, candidate in enumerate(best):
            if len(passed) == top:
                break
            try:
                racks = self._ask(candidate.design, len(passed), top)
            except OutOfTime:
                self.unfinished = (f"racks of the candidates from {rank + 1} on",)
                break
            if racks is None or racks <= self._allowed:
                passed.append(candidate)
            else:
                reason = Reason("racks", racks, self._allowed)
                design, miss = candidate.design, racks / self._allowed
                fallen.append((miss, Rejected(design.family, design.parts, (reason,), miss)))
        return passed, fallen

    def _ask(self, design: Design, done: int, top: int) -> int | None:
        key = repr(design)
        if key not in self._known and self._needed is not None:
            self._progress.step(done, top, "placing candidates")
            self._known[key] = self._needed(design)
        return self._known[key]


def _foreign(posed: Posed, candidates: Sequence[Candidate]) -> tuple[Finding, ...]:
    """A warning for each part of a candidate whose price is in another currency."""
    unpriced = {part for one in candidates for part in one.unpriced}
    return tuple(
        Finding(
            Severity.WARNING,
            "other-currency",
            part,
            f"its price is not in {posed.currency} and counts as unknown",
            f"give its price in {posed.currency}, or set the currency of the requirements",
        )
        for part in sorted(unpriced & set(posed.foreign))
    )
