"""``fatdesk trays``: fill of the trays, and optical instead of copper cables where they are overfull."""

import argparse

from fatdesk.cli.kit.options import given_options, refuse_idle
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
from fatdesk.cli.kit.tables import figure_text, money_text, table
from fatdesk.core.money import Money
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_relief import TrayRelief, tray_relief
from fatdesk.project.files.storing import load_project, save_project


def run(parsed: argparse.Namespace) -> int:
    """Print the fill of each tray before and after the replacement; 1 where trays stay too full."""
    if not parsed.optical:
        refuse_idle(given_options(parsed), ("output",), "needs --optical, the change to write")
    target = parsed.output or parsed.project
    if parsed.output is not None:
        project_target(parsed.output)
    opened = load_project(parsed.project)
    progress = ShownProgress()
    relief = tray_relief(Derived(opened.project), progress)
    progress.done()
    replaces = parsed.optical and relief.command is not None
    same = target.resolve() == parsed.project.resolve()
    if parsed.optical and (replaces or not same):
        project = opened.project if relief.command is None else perform(opened.project, relief.command)
        about_to_save()
        saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
        log(f"{target}: written" + (f"; {saved.warning}" if saved.warning else ""))
    if parsed.json:
        print_json(relief.to_json() | {"replaces": replaces})
    else:
        say(_fills(relief))
        say(relief_line(relief))
    if not parsed.optical and relief.command is not None:
        log("note: nothing is changed: --optical replaces these cables")
    full = relief.found.overfull if replaces else relief.found.overfull_before
    return FINDINGS if full else DONE


def relief_line(relief: TrayRelief) -> str:
    """Return what the replacement does, with cost and metres before and after."""
    if relief.command is None:
        return f"  {relief.text}"
    before, after = relief.cost
    metres, more = relief.metres
    return (
        f"  {relief.text}\n  cables and transceivers {_cost(before)} -> {_cost(after)}, "
        f"{metres:,.2f} m -> {more:,.2f} m"
    )


def _cost(cost: Money) -> str:
    return money_text(cost.amount, cost.currency, cost.at_least)


def _fills(relief: TrayRelief) -> str:
    found = relief.found
    head = ["tray", "fill", "allowed", *(["with optical cables"] if relief.command else [])]
    rows = []
    for tray, (fill, bound) in found.before.items():
        row = [tray, figure_text(round(fill, 6), ".1%", "", bound), f"{found.fill_max:.0%}"]
        if relief.command:
            after, still = found.after[tray]
            row.append(figure_text(round(after, 6), ".1%", "", still))
        rows.append(row)
    return table([head, *rows], frozenset(range(1, len(head)))) if rows else "no trays"
