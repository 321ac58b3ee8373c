"""``fatdesk explore``: trees and lattices for the hosts, their figures and front, and a project of one."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from fatdesk.cli.kit.arguments import asked_library, placed_in
from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    check_chart,
    log,
    print_json,
    project_target,
    save_chart,
    say,
)
from fatdesk.cli.kit.shared_rules import not_judged_notes, with_rules_of
from fatdesk.cli.kit.tables import money_text, part_text, table, terminal_width
from fatdesk.cli.kit.time_limit import timed
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import rounded_number
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.exploring.building import choices
from fatdesk.engine.exploring.egft_counts import COLUMNS
from fatdesk.engine.exploring.estimate import Estimate, estimate
from fatdesk.engine.exploring.explore import EveryTree, every_lattice, explore, parts_list, rule_table
from fatdesk.engine.exploring.pricing.cable_figures import cable_figures
from fatdesk.engine.exploring.pricing.parts_list import PartLine, PartsList
from fatdesk.engine.exploring.result import Bill, Candidate, Exploration
from fatdesk.engine.exploring.tree_list import lattice_record, tree_record
from fatdesk.engine.listing.bill_columns import EXPLORED_PARTS
from fatdesk.engine.listing.cells import Column
from fatdesk.networks.verdict import counted_text
from fatdesk.project.designing.from_point import project_from_point
from fatdesk.project.files.storing import save_project

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page

CHART = ("chart", "chart_x", "chart_y", "curves")
FOR_SALE = ("fabric", "any_part", "speed", "vendor", "connector", "priced", "routed", "csv")
"""Options of designs over parts for sale."""
SPARE = ("lanes wasted", "excess, m", "kinds", "cables", "racks", "switches", "family")
"""Columns that a narrow terminal goes without."""
COUNTS = ("hops", "switches", "links", "cables")
"""Figures of a network in the lists of all of them."""


def run(parsed: argparse.Namespace) -> int:
    """Print the front, as JSON everything, and write a network of it; 1 when nothing keeps the limits."""
    _refuse_idle(parsed)
    check_chart(parsed)
    if parsed.output is not None:
        project_target(parsed.output)
    if parsed.for_sale:
        from fatdesk.cli.designs.explore_for_sale import run as run_for_sale

        return run_for_sale(parsed)
    catalog = asked_library(parsed).catalog
    stated = read_requirements(parsed.requirements, catalog)
    requirements = with_rules_of(stated, parsed.design_rules)
    if parsed.rules:
        return _rules(parsed, requirements, catalog)
    if parsed.all:
        return _every(parsed, requirements, catalog)
    with placed_in(parsed.requirements, requirements):
        expected = estimate(requirements, catalog)
    log(f"estimate: {expected.text} for {expected.candidates_text or 'nothing to search'}")
    progress = ShownProgress()
    try:
        with placed_in(parsed.requirements, requirements):
            found = explore(requirements, catalog, timed(progress, parsed.time_limit))
    finally:
        progress.done()
    fitting = [one for one in found.candidates if not one.reasons]
    front = [one for one in fitting if one.front]
    if parsed.output is not None and front:
        with placed_in(parsed.requirements, requirements):
            _save(parsed, stated, catalog, front)
    if fitting:
        save_chart(parsed, lambda: _page(parsed, requirements, found))
    if parsed.parts and front:
        one = _point(parsed, front)
        _print_parts(parsed, one, parts_list(requirements, catalog, one))
    else:
        _print(parsed, found, fitting, expected)
    for note in _notes(parsed, found):
        log(note)
    return DONE if fitting else _nothing(found)


def _notes(parsed: argparse.Namespace, found: Exploration) -> Iterator[str]:
    """Notes on what was not searched or not judged."""
    for refused in found.refused:
        what = "choose switches with more ports (explore.radix) or fewer hosts on one"
        yield f"note: {refused.text}: {what}"
    yield from not_judged_notes(found.rules_left)
    if found.too_many:
        yield f"note: {found.too_many_text}"
    if found.late:
        what = ", ".join(one.text for one in found.late)
        yield f"note: time is up after {parsed.time_limit:g} s, not searched to the end: {what}"


def _refuse_idle(parsed: argparse.Namespace) -> None:
    """Refuse options that have no effect without, or with, another."""
    given = given_options(parsed)
    _check_axes(parsed)
    if parsed.for_sale:
        refuse_idle(given, ("rules", "curves", "parts"), "has no effect with --for-sale, leave it out")
    else:
        refuse_idle(given, FOR_SALE, "needs --for-sale, the designs over parts for sale")
    for option in ("rules", "all"):
        if option in given and not parsed.for_sale:
            other = "all" if option == "rules" else "rules"
            others = ("output", "parts", "time_limit", "design_rules", other, *CHART)
            refuse_idle(given, others, f"has no effect with --{option}, leave it out")
    if not parsed.rules:
        refuse_idle(given, ("rounding",), "needs --rules, the counts that it applies to")
    if not parsed.all:
        refuse_idle(given, ("limit",), "needs --all, whose list it limits")
    if parsed.output is None and not parsed.parts:
        refuse_idle(given, ("point",), "needs -o P.fatdesk, the project to write, or --parts")
    if parsed.parts:
        refuse_idle(given, CHART, "has no effect with --parts, leave it out")
    if parsed.chart is None:
        refuse_idle(given, CHART[1:], "needs --chart FILE.svg")


def _check_axes(parsed: argparse.Namespace) -> None:
    """Refuse quantities of charts that the points do not have."""
    if parsed.chart is None:
        return
    from fatdesk.engine.drawing.charts.candidate_points import (
        measures,  # drawing loads for those who ask for it
    )
    from fatdesk.engine.drawing.charts.catalog_points import catalog_measures

    known = [one.name for one in (catalog_measures() if parsed.for_sale else measures())]
    for option, name in (("--chart-x", parsed.chart_x), ("--chart-y", parsed.chart_y)):
        if name not in known:
            raise FatdeskError(
                f"{option} {name}: these points do not have it, choose one of {', '.join(known)}"
            )


def _print(
    parsed: argparse.Namespace, found: Exploration, fitting: list[Candidate], expected: Estimate
) -> None:
    """Print what was found: JSON, or the front with the figures of the cables."""
    cables = cable_figures(found.candidates, found.ports)
    if parsed.json:
        more = {"cable_figures": [one.to_json() for one in cables], "estimate": expected.to_json()}
        print_json(found.to_json() | more)
    elif fitting:
        front = [one for one in fitting if one.front]
        say(
            f"{counted_text(len(found.candidates), 'network')} priced of {found.searched:,} searched, "
            f"{len(fitting):,} {'keeps' if len(fitting) == 1 else 'keep'} the limits, "
            f"{len(front):,} {'is' if len(front) == 1 else 'are'} the front"
        )
        say(_table(front))
        for figures in cables:
            say(figures.text)
        for one in found.unsearched:
            say(f"not complete in cost: {one.text}")


def _rules(parsed: argparse.Namespace, requirements: Requirements, catalog: Catalog) -> int:
    """Print how many trees the heuristics of the recursive search leave."""
    progress = ShownProgress()
    try:
        with placed_in(parsed.requirements, requirements):
            counted = rule_table(requirements, catalog, progress, rounding=parsed.rounding)
    finally:
        progress.done()
    if parsed.json:
        print_json(counted.to_json())
        return DONE
    say(counted.text)
    head = ["hosts", "ports", "per switch", *COLUMNS]
    rows = [
        [
            f"{row.hosts:,}",
            str(row.radix),
            str(row.terminals),
            *("too many" if count is None else f"{count:,}" for count in row.trees.values()),
        ]
        for row in counted.rows
    ]
    say(table([head, *rows], frozenset(range(len(head)))))
    return DONE


def _every(parsed: argparse.Namespace, requirements: Requirements, catalog: Catalog) -> int:
    """List the trees of the recursive search as they are found, with a warning of their number before.

    Where lattices alone are required, list those.
    """
    if requirements.fabrics[0].families == ("hyperx",):
        return _every_lattice(parsed, requirements, catalog)
    with placed_in(parsed.requirements, requirements):
        every = EveryTree.of(requirements, catalog)
        count = every.count()
    known = "more trees than can be counted" if count is None else counted_text(count, "tree")
    if count is None or count > parsed.limit:
        log(f"warning: {known}, the first {parsed.limit:,} are listed: --limit N lists more")
    if parsed.json:
        trees = [tree_record(every, *one) for one in islice(every, parsed.limit)]
        print_json({"trees": trees, "count": count, "listed": len(trees)})
        return DONE if trees else FINDINGS
    say(known)
    widths = (5, 10, 4, 8, 9, 9, 10)
    head = ("ports", "per switch", "hops", "switches", "links", "cables", "bisection")
    say("  ".join([*(word.rjust(width) for word, width in zip(head, widths, strict=True)), "network"]))
    listed = 0
    for radix, tree in islice(every, parsed.limit):
        one = tree_record(every, radix, tree)
        cut = rounded_number(float(every.bisection(tree)), 4)
        cells = (str(radix), str(tree.M[0]), *(f"{one[name]:,}" for name in COUNTS), cut)
        network = " ".join(f"{name}={value}" for name, value in tree.params().items())
        say("  ".join([*(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)), network]))
        listed += 1
    return DONE if listed else FINDINGS


def _every_lattice(parsed: argparse.Namespace, requirements: Requirements, catalog: Catalog) -> int:
    """List the lattices of all shapes, also those for which a switch has too few ports."""
    with placed_in(parsed.requirements, requirements):
        found = every_lattice(requirements, catalog)
    if len(found) > parsed.limit:
        count = counted_text(len(found), "lattice")
        log(f"warning: {count}, the first {parsed.limit:,} are listed: --limit N lists more")
    listed = found[: parsed.limit]
    fitting = sum(one.radix <= radix for radix, one in found)
    if parsed.json:
        print_json(
            {
                "lattices": [lattice_record(*one) for one in listed],
                "count": len(found),
                "fitting": fitting,
                "listed": len(listed),
            }
        )
        return DONE if fitting else FINDINGS
    say(f"{counted_text(len(found), 'lattice')}, {fitting:,} with enough ports on a switch")
    head = ["ports", "needed", "per switch", "hops", "switches", "links", "cables", "bisection", "network"]
    rows = [
        [
            str(radix),
            str(one.radix),
            str(one.T),
            *(f"{lattice_record(radix, one)[name]:,}" for name in COUNTS),
            rounded_number(float(one.bisection), 4) if one.radix <= radix else "-",
            " ".join(f"{name}={value}" for name, value in one.params().items()),
        ]
        for radix, one in listed
    ]
    say(table([head, *rows], frozenset(range(len(head) - 1))))
    return DONE if fitting else FINDINGS


def _nothing(found: Exploration) -> int:
    """Report why there is no network to show."""
    if found.candidates:
        log(f"no network meets the limits; the cheapest: {'; '.join(found.candidates[0].reasons)}")
    elif found.late:
        log("no network was found in this time: allow more (--time-limit), or search less (explore)")
    elif not found.too_many and (found.searched or not found.refused):
        log(
            "no network joins this number of hosts with such switches:"
            " allow more ports, levels, switches or hops"
        )
    return FINDINGS


def _point(parsed: argparse.Namespace, front: Sequence[Candidate]) -> Candidate:
    """The chosen network of the front."""
    if parsed.point > len(front):
        raise FatdeskError(
            f"--point {parsed.point}: the front has {len(front)} networks, choose one of these"
        )
    number: int = parsed.point
    return front[number - 1]


def _print_parts(parsed: argparse.Namespace, one: Candidate, parts: PartsList) -> None:
    """Print the priced parts of a network."""
    if parsed.json:
        print_json({"network": one.to_json(), **parts.to_json()})
        return
    network = " ".join(f"{name}={value}" for name, value in one.network.params().items())
    order = f", sides in the order {'-'.join(map(str, parts.order))}" if len(parts.order) > 1 else ""
    say(f"{network}: {counted_text(one.switches, 'switch')} in {counted_text(parts.racks, 'rack')}{order}")
    numbers = frozenset(at for at, column in enumerate(EXPLORED_PARTS) if column.kind != "text")
    head = [(column.short or column.title).lower() for column in EXPLORED_PARTS]
    rows = [[_cell(column, line) for column in EXPLORED_PARTS] for line in parts.lines]
    say(table([head, *rows], numbers | {2}))
    say(f"together {money_text(parts.cost, parts.currency, one.cost.at_least)}")


def _cell(column: Column[PartLine], line: PartLine) -> str:
    value = column.of(line)
    if value is None or value == "":
        return "-"
    if isinstance(value, str):
        return value
    return f"{value:,}" if column.kind == "integer" else f"{value:,.2f}"


def _save(
    parsed: argparse.Namespace, requirements: Requirements, catalog: Catalog, front: Sequence[Candidate]
) -> None:
    """Write the project of one network of the front, over the cheapest switch that has its ports."""
    network, fabric = _point(parsed, front).network, requirements.fabrics[0]
    bought = choices(requirements, fabric, network, catalog)[0].option.configuration
    part, name = (bought.part, bought.cards), parsed.requirements.stem
    project = project_from_point(requirements, fabric.name, network, part, catalog, name)
    about_to_save()
    saved = save_project(project, parsed.output)
    what = f"network {parsed.point} of the front over {part_text(*part)}"
    log(f"{parsed.output}: written, {what}" + (f"; {saved.warning}" if saved.warning else ""))


def _table(front: list[Candidate]) -> str:
    head = ["family", "network", "ports", "cost", "bisection", "hops", "switches", "cables", "racks"]
    head += ["kinds", "excess, m", "lanes wasted"]
    return table([head, *map(_row, front)], frozenset(range(2, len(head))), SPARE, terminal_width())


def _row(one: Candidate) -> list[str]:
    return [
        one.family,
        " ".join(f"{name}={value}" for name, value in one.network.params().items()),
        str(one.radix),
        money_text(one.cost.amount, one.cost.currency, one.cost.at_least),
        rounded_number(float(one.bisection), 4),
        str(one.hops),
        f"{one.switches:,}",
        f"{one.cables:,}",
        "-" if one.racks is None else str(one.racks),
        *_bought(one.bill),
    ]


def _bought(bill: Bill | None) -> list[str]:
    """Kinds of cable, mean excess length and wasted lanes."""
    if bill is None:
        return ["-"] * 3
    return [str(bill.skus), f"{bill.mean_excess_um / UM_PER_M:.2f}", f"{bill.wasted_lanes:,}"]


def _page(parsed: argparse.Namespace, requirements: Requirements, found: Exploration) -> "Page":
    """Draw the networks that keep the limits."""
    from fatdesk.engine.drawing.charts.candidate_points import (  # drawing loads for those who ask for it
        Points,
        curves_chart,
        measures,
        points_chart,
    )
    from fatdesk.engine.drawing.charts.chart_page import chart_page

    points = Points.of(found.candidates, sum(group.count for group in requirements.hosts), found.ports)
    by_name = {one.name: one for one in measures(points.currency)}
    x, y = by_name[parsed.chart_x], by_name[parsed.chart_y]
    if parsed.curves:
        by_switches = requirements.explore is not None and bool(requirements.explore.switches)
        return chart_page(curves_chart(points, x, y, by_switches=by_switches))
    return chart_page(points_chart(points, x, y, points.fits))
