"""``fatdesk explore``: trees and lattices for the hosts, their cost, bisection and hops, and the front."""

import argparse

from fatdesk.cli.output import DONE, FINDINGS, ShownProgress, log, print_json, say
from fatdesk.cli.search_input import asked_library, placed_in
from fatdesk.cli.tables import money_words, table, terminal_width
from fatdesk.engine.design.read import read_requirements
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.result import Candidate

SPARE = ("cables", "racks", "switches", "family")
"""Columns that a narrow terminal goes without."""


def run(parsed: argparse.Namespace) -> int:
    """Print the front, as JSON everything; 1 when nothing keeps the limits."""
    catalog = asked_library(parsed).catalog
    requirements = read_requirements(parsed.requirements, catalog)
    progress = ShownProgress()
    try:
        with placed_in(parsed.requirements, requirements):
            found = explore(requirements, catalog, progress)
    finally:
        progress.done()
    fitting = [one for one in found.candidates if not one.reasons]
    if parsed.json:
        print_json(found.to_json())
    elif fitting:
        front = [one for one in fitting if one.front]
        say(
            f"{len(found.candidates):,} networks priced of {found.searched:,} searched, "
            f"{len(fitting):,} keep the limits, {len(front):,} are the front"
        )
        say(_table(front))
        for one in found.unsearched:
            say(f"not complete in cost: {one.text}")
    for refused in found.refused:
        log(f"note: {refused.text}: choose switches with more ports (explore.radix) or fewer hosts on one")
    if fitting:
        return DONE
    if found.candidates:
        log(f"no network keeps the limits; the cheapest: {'; '.join(found.candidates[0].reasons)}")
    elif found.searched or not found.refused:
        log(
            "no network joins this number of hosts with such switches:"
            " allow more ports, levels, switches or hops"
        )
    return FINDINGS


def _table(front: list[Candidate]) -> str:
    head = ["family", "network", "ports", "cost", "bisection", "hops", "switches", "cables", "racks"]
    return table([head, *map(_row, front)], frozenset(range(2, 9)), SPARE, terminal_width())


def _row(one: Candidate) -> list[str]:
    return [
        one.family,
        " ".join(f"{name}={value}" for name, value in one.network.params().items()),
        str(one.radix),
        money_words(one.cost.amount, one.cost.currency, one.cost.at_least),
        f"{float(one.bisection):,.4g}",
        str(one.hops),
        f"{one.switches:,}",
        f"{one.cables:,}",
        "-" if one.racks is None else str(one.racks),
    ]
