"""``fatdesk explore --for-sale``: all designs over parts for sale, with filters and routed cost."""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fatdesk.cli.kit.arguments import asked_library, placed_in
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    folder_target,
    log,
    print_json,
    save_chart,
    say,
)
from fatdesk.cli.kit.shared_rules import not_judged_notes, with_rules_of
from fatdesk.cli.kit.tables import money_text, table, terminal_width
from fatdesk.cli.kit.time_limit import timed
from fatdesk.core.errors import FatdeskError, OutOfTime
from fatdesk.core.progress import Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.output import candidate_json, routed_json
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints, uses_text
from fatdesk.engine.exploring.catalog_designs import DesignFilter, Unsold, host_rate
from fatdesk.engine.exploring.result import not_judged_json
from fatdesk.networks.verdict import counted_text
from fatdesk.project.designing.from_point import (
    ExploredCatalog,
    explore_for_sale,
    project_from_design,
    routed_design,
)
from fatdesk.project.files.storing import save_project
from fatdesk.project.growing.next_step import growing_to

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page

SPARE = ("kinds", "bundle types", "hours", "racks", "power, W", "hosts possible", "hops", "cables", "family")
"""Columns that a narrow terminal goes without."""
MOST_PARTS = 6


def run(parsed: argparse.Namespace) -> int:
    """Print the front of the designs that pass the filters, or all; 1 when none does."""
    if parsed.csv is not None:
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    catalog = asked_library(parsed).catalog
    stated = read_requirements(parsed.requirements, catalog)
    requirements = with_rules_of(stated, parsed.design_rules)
    fabric = _fabric(parsed, requirements)
    progress, start = ShownProgress(), time.perf_counter()
    limited = timed(progress, parsed.time_limit)
    try:
        with placed_in(parsed.requirements, requirements):
            found = explore_for_sale(requirements, fabric, catalog, progress=limited, every=parsed.any_part)
            seconds = time.perf_counter() - start
            points = CatalogPoints.of(found.designs, requirements.limits)
            passing = points.fits & _filter(parsed, points).mask(found.designs)
            listed = np.flatnonzero(passing if parsed.all else passing & points.front).tolist()
            late = not _route(parsed, requirements, found, points, listed, catalog, limited)
    finally:
        progress.done()
    shown = listed[: parsed.limit] if parsed.all else listed
    if parsed.output is not None and shown:
        with placed_in(parsed.requirements, requirements):
            _save(parsed, stated, fabric, found, shown, catalog)
    if listed:
        save_chart(parsed, lambda: _page(parsed, points, passing))
    if parsed.csv is not None and listed:
        from fatdesk.engine.listing.catalog_design_columns import (
            designs_csv,  # columns load for those who ask for them
        )
        from fatdesk.project.files.saver import save_bytes

        about_to_save()
        save_bytes(parsed.csv, designs_csv(points, shown))
        log(f"{parsed.csv}")
    if parsed.json:
        print_json(_json(points, fabric, shown, int(passing.sum()), seconds))
    elif listed:
        _print(points, shown, int(passing.sum()), every=parsed.all)
    for note in _notes(parsed, points, len(listed), late=late):
        log(note)
    return DONE if listed else FINDINGS


def _fabric(parsed: argparse.Namespace, requirements: Requirements) -> str:
    """Name of the fabric to explore: the first one unless another is named."""
    names = [fabric.name for fabric in requirements.fabrics]
    if parsed.fabric is None:
        return names[0]
    if parsed.fabric not in names:
        raise FatdeskError(
            f"--fabric {parsed.fabric}: there is no such fabric, name one of {', '.join(names)}"
        )
    name: str = parsed.fabric
    return name


def _filter(parsed: argparse.Namespace, points: CatalogPoints) -> DesignFilter:
    """Return the filter of the options; what no design has is refused, with what there is.

    Raises
    ------
    FatdeskError
        When a rate, vendor or connector is in none of the designs.
    """
    designs = points.designs
    rates = {f"{rate:g}": rate for rate in designs.rates}
    offered: dict[str, tuple[Sequence[str], Mapping[str, object]]] = {
        "speed": (parsed.speed or (), rates),
        "vendor": (parsed.vendor or (), {name.casefold(): name for name in designs.vendors if name}),
        "connector": (parsed.connector or (), {name.casefold(): name for name in designs.connectors}),
    }
    for option, (wanted, known) in offered.items():
        for name in wanted if len(designs) else ():
            if name.casefold() not in known:
                there = ", ".join(str(value) for value in known) or "none is known"
                raise FatdeskError(f"--{option} {name}: no design has it, there are: {there}")
    return DesignFilter(
        rates=tuple(rates[name] for name in parsed.speed or () if name in rates),
        vendors=parsed.vendor or (),
        connectors=tuple(name.casefold() for name in parsed.connector or ()),
        priced=parsed.priced,
    )


def _route(
    parsed: argparse.Namespace,
    requirements: Requirements,
    found: ExploredCatalog,
    points: CatalogPoints,
    listed: Sequence[int],
    catalog: Catalog,
    progress: Progress,
) -> bool:
    """Place and cable the first designs listed; return whether there was time for all of them."""
    few = list(listed[: parsed.routed])
    growth = growing_to(requirements.growth, catalog, progress)
    for at, number in enumerate(few):
        try:
            progress.step(at, len(few), f"placing and cabling design {number + 1}")
            design = found.designs.design(number)
            points.place(number, routed_design(requirements, found.before, design, catalog, growth=growth))
        except OutOfTime:
            return False
        except FatdeskError as error:
            points.unplaced[number] = str(error)
    return True


def _save(
    parsed: argparse.Namespace,
    requirements: Requirements,
    fabric: str,
    found: ExploredCatalog,
    shown: Sequence[int],
    catalog: Catalog,
) -> None:
    """Write the project of one design listed, with those of the fabrics before it."""
    if parsed.point > len(shown):
        raise FatdeskError(f"--point {parsed.point}: {len(shown)} designs are listed, choose one of these")
    design = found.designs.design(shown[parsed.point - 1])
    names = [some.name for some in requirements.fabrics]
    others = dict(zip(names, found.before, strict=False))
    project = project_from_design(requirements, fabric, design, catalog, parsed.requirements.stem, others)
    about_to_save()
    saved = save_project(project, parsed.output)
    what = f"design {parsed.point} of the list, {uses_text(design.switches)}"
    log(f"{parsed.output}: written, {what}" + (f"; {saved.warning}" if saved.warning else ""))


def _json(
    points: CatalogPoints, fabric: str, shown: Sequence[int], passing: int, seconds: float
) -> dict[str, Any]:
    designs = points.designs
    return {
        "fabric": fabric,
        "designs": [_design_json(points, number) for number in shown],
        "design_count": len(designs),
        "passing_count": passing,
        "rejected_count": int((~designs.fits).sum()) + designs.short + designs.refused,
        "unsold": [one.to_json() for one in designs.unsold],
        "unfinished": list(designs.unfinished),
        "seconds": round(seconds, 3),
        **({} if designs.rules is None else {"rules_not_judged": not_judged_json(designs.rules.not_judged)}),
    }


def _design_json(points: CatalogPoints, number: int) -> dict[str, Any]:
    designs = points.designs
    edge = designs.edges[int(designs.edge[number])]
    routed = points.routed.get(number)
    return candidate_json(designs.candidate(number), number + 1) | {
        "host_gbps": host_rate(edge),
        "connector": edge.down.connector,
        "vendors": [name or None for name in designs.vendors_of[int(designs.parts[number])]],
        "models": int(designs.figures["models"][number]),
        "front": bool(points.front[number]),
        "routed": None if routed is None else routed_json(routed),
        "unplaced": points.unplaced.get(number),
        "over_limits": points.over.get(number, []),
        **({} if designs.rules is None else {"broken_rules": designs.rules.reasons(number)}),
    }


def _print(points: CatalogPoints, shown: Sequence[int], passing: int, *, every: bool) -> None:
    designs = points.designs
    count = f"{counted_text(len(designs), 'design')} over catalog parts, {passing:,} pass"
    say(
        f"{count}, {len(shown):,} listed"
        if every
        else f"{count}, {len(shown):,} of these on the Pareto front"
    )
    head = ["rank", "family", "switches", "cost", "bisection, Gb/s", "blocking", "hops", "cables"]
    head += ["hosts possible", "power, W"]
    routed = bool(points.routed or points.unplaced)
    if routed:
        head += ["routed cost", "racks", "kinds", "bundle types", "hours"]
    growing = any(one.deployability and one.deployability.growth for one in points.routed.values())
    if growing:
        head += ["moves to grow", "stages", "hours to grow"]
    rows = [head]
    for number in shown:
        more = _growth_cells(points, number) if growing else []
        rows.append([*_row(points, number, routed=routed), *more])
    say(table(rows, frozenset(range(3, len(head))), SPARE, terminal_width()))
    for one in designs.unsold:
        say(f"not for sale: {_unsold_text(one)}")


def _unsold_text(one: Unsold) -> str:
    role = {"hosts": "ports of hosts", "edge": "ports of switches", "uplinks": "uplinks"}[one.role]
    more = len(one.parts) - MOST_PARTS
    parts = ", ".join(one.parts[:MOST_PARTS]) + (f" and {more} more" if more > 0 else "")
    return f"{role} {one.kind}: {one.reason} ({parts})"


def _row(points: CatalogPoints, number: int, *, routed: bool) -> list[str]:
    one = points.designs.candidate(number)
    power = "unknown" if one.power_w is None else f"{float(one.power_w):,.0f}"
    cells = [
        str(number + 1),
        points.family(number),
        uses_text(one.design.switches),
        money_text(one.cost.amount, one.cost.currency, one.cost.at_least),
        f"{float(one.bisection_gbps):,.0f}",
        f"{float(one.blocking):.2f}",
        str(one.hops),
        f"{one.cables:,}",
        f"{one.hosts_possible:,}",
        power,
    ]
    figures = points.routed.get(number)
    if not routed:
        return cells
    if figures is None or figures.deployability is None:
        return [*cells, "no room" if number in points.unplaced else "-", *["-"] * 4]
    cost, work = figures.cost, figures.deployability
    return [
        *cells,
        money_text(cost.amount, cost.currency, cost.at_least),
        str(figures.racks),
        str(work.items),
        str(work.bundle_types),
        f"{float(work.hours):,.1f}",
    ]


def _growth_cells(points: CatalogPoints, number: int) -> list[str]:
    """Moves, stages and hours of the next growth step."""
    figures = points.routed.get(number)
    work = figures.deployability.growth if figures and figures.deployability else None
    if work is None:
        return ["-"] * 3
    return [
        f"{work.moves:,}",
        "none" if work.stages is None else str(work.stages),
        f"{float(work.hours):,.1f}",
    ]


def _notes(parsed: argparse.Namespace, points: CatalogPoints, listed: int, *, late: bool) -> Iterator[str]:
    designs = points.designs
    if not len(designs):
        yield f"no design exists: {designs.short:,} have too few ports; allow more parts, or fewer hosts"
    elif not listed:
        broken_ones = "limits or rules" if designs.rules is not None else "limits"
        limits = f", {int((~designs.fits).sum()):,} break {broken_ones}" if not designs.fits.all() else ""
        yield f"none of {len(designs):,} designs passes{limits}: allow more, or leave out filters"
    for number, why in points.unplaced.items():
        yield f"note: design {number + 1} finds no place: {why}"
    for number, reasons in points.over.items():
        yield f"note: design {number + 1} exceeds limits once placed: {'; '.join(reasons)}"
    for number, figures in points.routed.items():
        if figures.cannot_grow and number not in points.over:
            yield f"note: design {number + 1} cannot grow: {figures.cannot_grow}"
    if parsed.all and listed > parsed.limit:
        yield f"note: the first {parsed.limit:,} of {listed:,} designs are listed: --limit N lists more"
    if designs.rules is not None:
        broken = int(designs.rules.broken.sum())
        if broken:
            yield f"note: {broken:,} of {len(designs):,} designs break rules"
        yield from not_judged_notes(designs.rules.not_judged)
    if designs.unfinished or late:
        what = [*designs.unfinished, *(["designs to place and cable"] if late else [])]
        yield f"note: time is up after {parsed.time_limit:g} s, not to the end: {', '.join(what)}"
    if points.routed:
        best = min(
            points.routed, key=lambda n: (points.routed[n].cost.unpriced, points.routed[n].cost.amount)
        )
        yield f"note: placed and cabled, the cheapest of {len(points.routed)} is design {best + 1}"


def _page(parsed: argparse.Namespace, points: CatalogPoints, shown: "np.ndarray[Any, Any]") -> "Page":
    """Draw the designs that pass."""
    from fatdesk.engine.drawing.charts.candidate_points import points_chart
    from fatdesk.engine.drawing.charts.catalog_points import catalog_measures
    from fatdesk.engine.drawing.charts.chart_page import chart_page

    by_name = {one.name: one for one in catalog_measures(points.currency)}
    x, y = by_name[parsed.chart_x], by_name[parsed.chart_y]
    known = shown & np.isfinite(points.figures[x.name]) & np.isfinite(points.figures[y.name])
    return chart_page(points_chart(points, x, y, known))
