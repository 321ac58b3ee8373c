"""``fatdesk design``: search, choose the best, place and cable it."""

import argparse
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace as replaced
from typing import Any

from msgspec.structs import replace

from fatdesk.cli.designs.improve import improved_line, in_json
from fatdesk.cli.designs.trays import relief_line
from fatdesk.cli.kit.arguments import asked_library, placed_in, with_place
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.cli.kit.shared_rules import not_judged_notes, with_rules_of
from fatdesk.cli.kit.tables import figure_text, money_text, part_text, table, terminal_width
from fatdesk.cli.kit.time_limit import SEARCH_SHARE, ends_after, timed
from fatdesk.cli.projects.check import line
from fatdesk.cli.projects.show import in_words
from fatdesk.core.errors import OutOfTime
from fatdesk.core.money import Money
from fatdesk.core.progress import Progress
from fatdesk.engine.bill.deployability import GROWTH_KEYS, WORK_FIGURES, StepWork, WorkFigure
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.output import to_json, totals_json
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.families.design import PartUse
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.derived.placed_figures import RULE as OVER_LIMIT
from fatdesk.project.derived.waiving import Checked, errors
from fatdesk.project.designing.comparing import BROKEN, UNCABLED
from fatdesk.project.designing.designing import Designed, RoomTooSmallError, design_project
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import save_project
from fatdesk.project.growing.next_step import growing_to, growth_to_check

MOST_FINDINGS = 20
MISFITS = (OVER_LIMIT, UNCABLED, BROKEN)
"""Rules of findings on candidates that do not fit once placed."""
MOST_MISSES = 5
MOST_UNPRICED = 5
SPARE = (
    "family", "fullest tray", "racks per 100 cables", "in one rack", "kinds of cable", "bundles",
    "hosts possible", "per host", "links", "B", "blocking", "cables",
)  # fmt: skip
"""Columns of the ranking that a narrow terminal goes without."""


def run(parsed: argparse.Namespace) -> int:
    """Design a project; nothing is written when there is no design or the room is too small."""
    if parsed.output is not None:
        project_target(parsed.output)
    catalog = asked_library(parsed).catalog
    stated = _with_steps(read_requirements(parsed.requirements, catalog), parsed.improve_steps)
    requirements = with_rules_of(stated, parsed.rules)
    try:
        designed, checked, figures = _designed(parsed, requirements, catalog)
    except RoomTooSmallError as error:
        log(with_place(str(error), parsed.requirements, requirements))
        return FINDINGS
    for remark in _uncovered(designed):
        log(remark)
    if designed.project is None:
        return _nothing(designed, parsed, requirements)
    chosen = {result.name: one for result, one in zip(designed.results, designed.chosen, strict=True)}
    if parsed.output is not None:
        about_to_save()
        saved = save_project(replace(designed.project, rules=stated.rules), parsed.output)
        log(f"{parsed.output}: written" + (f"; {saved.warning}" if saved.warning else ""))
    if parsed.json:
        print_json(
            {
                "fabrics": [to_json(result) for result in designed.results],
                "totals": totals_json(requirements, chosen, catalog),
                "improved": in_json(designed.improved, designed.project) if designed.improved else None,
                "optical_for_trays": designed.relief.to_json() if designed.relief else None,
                "placed": figures,
            }
        )
    else:
        for result in designed.results:
            say(_candidates(result))
        say(in_words(figures))
        for text in _placement_lines(designed, designed.project):
            say(text)
    known = {(some.finding.rule, some.finding.where) for some in checked}
    for remark in _remarks(designed, requirements, known):
        log(remark)
    for some in checked[:MOST_FINDINGS]:
        log(line(some))
    if len(checked) > MOST_FINDINGS:
        log(f"... and {len(checked) - MOST_FINDINGS} more findings, `fatdesk check` lists all of a project")
    return FINDINGS if errors(checked) else DONE


def _placement_lines(designed: Designed, project: Project) -> Iterator[str]:
    """Return what the optimiser and the trays changed of the placement by the rules."""
    if designed.improved is not None:
        yield improved_line(designed.improved, project.bill.currency)
    if designed.relief is not None:
        yield relief_line(designed.relief)


def _designed(
    parsed: argparse.Namespace, requirements: Requirements, catalog: Catalog
) -> tuple[Designed, list[Checked], dict[str, Any]]:
    """The result of the search with the findings and figures of its project, in the time allowed."""
    progress, seconds, name = ShownProgress(), parsed.time_limit, parsed.requirements.stem
    limited, searching = timed(progress, seconds), timed(progress, seconds and SEARCH_SHARE * seconds)
    designed = Designed((), None)
    try:
        growth = growing_to(requirements.growth, catalog, limited)
        with placed_in(parsed.requirements, requirements), ends_after(seconds):
            designed = design_project(requirements, catalog, name, parsed.top, limited, searching, growth)
            if designed.project is None:
                return designed, [], {}
            derived = Derived(designed.project, designed.derived, limited)
            checked = check(derived, growth=_growth(derived, catalog, limited))
            return designed, checked, summary(derived, checked)
    except OutOfTime:
        return replaced(designed, project=None, late=True), [], {}
    finally:
        progress.done()


def _growth(derived: Derived, catalog: Catalog, progress: Progress) -> StepWork | str | None:
    """The next growth step for the limits on it; unknown when time is up."""
    try:
        return growth_to_check(derived, catalog, progress)
    except OutOfTime:
        return None


def _uncovered(designed: Designed) -> Iterator[str]:
    """Return what the search had no time for, of each fabric."""
    for result in designed.results:
        if result.unfinished:
            yield f"note: {result.name}: the search had no more time for {', '.join(result.unfinished)}"


def _with_steps(requirements: Requirements, steps: int | None) -> Requirements:
    """The requirements with a number of steps of the optimiser, as the project keeps them."""
    if steps is None:
        return requirements
    room = replace(requirements.room or RoomRequirement(), improve_steps=steps)
    return replace(requirements, room=room)


def _remarks(designed: Designed, requirements: Requirements, stated: Set[tuple[str, str]]) -> Iterator[str]:
    """Return remarks on the search and the chosen designs, besides the findings of the check."""
    if requirements.growth is None:
        wanted = [key for key in GROWTH_KEYS if getattr(requirements.limits, key) is not None]
        wanted += [key for key in GROWTH_KEYS if key == requirements.objective.minimise]
        for key in dict.fromkeys(wanted):
            step = "growth: {hosts: [{name: GROUP, count: TOTAL}]}"
            yield f"note: {key} is unknown: state the next step, {step}"
    for result, best in zip(designed.results, designed.chosen, strict=True):
        yield from _chosen_note(result, best)
        yield from _rules_notes(result)
        for what in best.not_used:
            yield f"note: {result.name}: the design makes no use of {what}"
        for finding in (
            *result.findings,
            *(one for one in best.findings if one.rule not in MISFITS),
        ):
            if (finding.rule, finding.where) in stated:
                continue
            fix = f" ({finding.fix})" if finding.fix else ""
            yield f"{finding.severity}: {finding.rule}@{finding.where}: {finding.text}{fix}"
        if requirements.objective.counts_cost:
            unpriced = {part for one in result.candidates for part in one.unpriced}
            yield from price_notes(result.name, unpriced)


def _rules_notes(result: SearchResult) -> Iterator[str]:
    """Rules that the candidates listed are not judged by, and that none of them keeps."""
    marks = [one.rules for one in result.candidates if one.rules is not None]
    left = dict(pair for some in marks for pair in some.not_judged)
    yield from not_judged_notes(left.items(), f"{result.name}: some candidates")
    if marks and all(some.errors for some in marks):
        rules = ", ".join(dict.fromkeys(one.rule for some in marks for one in some.errors))
        yield f"note: {result.name}: no candidate meets all rules ({rules}): the best of these is chosen"


def _chosen_note(result: SearchResult, best: Candidate) -> Iterator[str]:
    """Why the chosen design is not the first one."""
    rank = result.candidates.index(best)
    if rank:
        why = [one for one in result.candidates[0].findings if one.rule in MISFITS]
        others = "candidate 1 does" if rank == 1 else f"candidates 1 to {rank} do"
        texts = "; ".join(one.text for one in why)
        yield f"note: {result.name}: {others} not fit once placed ({texts}): candidate {rank + 1} is chosen"


def price_notes(fabric: str, unpriced: Set[str]) -> Iterator[str]:
    """Return notes on parts without a price that a ranking by cost leaves out, and what to do."""
    if "cables" in unpriced:
        yield (
            f"note: {fabric}: without cable_price, cables and transceivers count 0 in the ranking; "
            "after placement they have the prices of their parts"
        )
    missing = sorted(unpriced - {"cables"})
    if missing:
        named = ", ".join(missing[:MOST_UNPRICED])
        more = f" and {len(missing) - MOST_UNPRICED} more" if len(missing) > MOST_UNPRICED else ""
        yield (
            f"note: {fabric}: no price for {named}{more}: designs with fewer switches without a price "
            "rank first; add prices (--prices LIST, or --catalog with overrides), or choose another objective"
        )


def _nothing(designed: Designed, parsed: argparse.Namespace, requirements: Requirements) -> int:
    """Report why no project is made; candidates that could not be placed are listed."""
    if not (designed.late or designed.too_large):
        log(with_place(designed.results[-1].why_none(), parsed.requirements, requirements))
    elif not parsed.json:
        for result in designed.results:
            say(_candidates(result))
    if designed.too_large:
        log(f"{designed.too_large}; nothing is written")
    if designed.late:
        log(
            f"time is up after {parsed.time_limit:g} s: the design is not placed and cabled, and nothing is "
            "written; allow more time (--time-limit), or fewer steps of the optimiser (--improve-steps)"
        )
    if parsed.json:
        print_json({"fabrics": [to_json(result) for result in designed.results], "totals": None})
    return FINDINGS


def _candidates(result: SearchResult) -> str:
    """The ranking of one fabric as a table, then the nearest of the rejected designs, with their reasons."""
    head = ["rank", "family", "edge", "core", "B", "blocking", "links", "cables", "cost"]
    head += ["per host", "hosts possible"]
    routed = any(one.routed for one in result.candidates)
    ruled = any(one.rules is not None for one in result.candidates)
    works = [one.routed.deployability for one in result.candidates if one.routed is not None]
    known = [one for one in WORK_FIGURES if any(work and one.value(work) is not None for work in works)]
    titles = [f"{one.title.lower()}{', h' * (one.unit == 'h')}" for one in known]
    head += ["routed cost", *titles] if routed else []
    rows = [[*head, "rules"] if ruled else head]
    for rank, one in enumerate(result.candidates, start=1):
        params = one.design.params
        rows.append(
            [
                str(rank),
                one.design.family,
                _use(one.design.part("edge")),
                " + ".join(map(_use, one.design.above)) or _use(None),
                str(params.get("B") or "-"),
                str(params.get("blocking", "")),
                f"{one.links:,}",
                f"{one.cables:,}",
                money_text(one.cost.amount, one.cost.currency, one.cost.at_least),
                _amount(one.cost.per(one.hosts)),
                f"{one.hosts_possible:,}",
                *([_routed_text(one), *_work_texts(one, known)] if routed else []),
                *(["-" if one.rules is None else one.rules.text] if ruled else []),
            ]
        )
    found = "1 design" if result.found == 1 else f"{result.found:,} designs"
    lines = [f"{result.name}: {found}, {result.rejected_count:,} rejected"]
    lines.append(table(rows, frozenset({0, 4, *range(6, 12 + len(known))}), SPARE, terminal_width()))
    if result.placing is not None:
        lines.append(result.placing.text())
    lines += _not_used(result)
    if result.rejected:
        lines.append("rejected, the nearest first:")
    for miss in result.rejected[:MOST_MISSES]:
        parts = " + ".join(part_text(use.part, use.cards) for use in miss.parts)
        lines.append(f"  {miss.family} of {parts}: {miss.reason}")
    return "\n".join([*lines, ""])


def _not_used(result: SearchResult) -> Iterator[str]:
    """Return the requirements that candidates make no use of, with their ranks."""
    ranks: dict[str, list[str]] = {}
    for rank, one in enumerate(result.candidates, start=1):
        for what in one.not_used:
            ranks.setdefault(what, []).append(str(rank))
    for what, those in ranks.items():
        yield f"not used by {', '.join(those)}: {what}"


def _routed_text(one: Candidate) -> str:
    if one.routed is None:
        return "-"
    cost = one.routed.cost
    return money_text(cost.amount, cost.currency, cost.at_least)


def _work_texts(one: Candidate, figures: Sequence[WorkFigure]) -> list[str]:
    """Some figures of deployability."""
    work = None if one.routed is None else one.routed.deployability
    if work is None:
        return ["-" for _ in figures]
    return [f"{figure.text(work, '>= ')}{' %' * (figure.unit == '%')}" for figure in figures]


def _amount(cost: Money) -> str:
    """An amount without its currency."""
    return figure_text(cost.amount, ",.2f", "", cost.at_least)


def _use(use: PartUse | None) -> str:
    return "-" if use is None else f"{use.count} x {part_text(use.part, use.cards)}"
