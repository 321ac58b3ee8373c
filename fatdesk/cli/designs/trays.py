"""``fatdesk trays``: fill of the trays, and what would help those that are overfull."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

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
from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import Money
from fatdesk.engine.bill.take_off import KINDS as FITTINGS
from fatdesk.engine.bill.take_off import Fitting, take_off
from fatdesk.engine.cabling.checks import cables_by_rule
from fatdesk.engine.floor.building import line_mm
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_relief import TrayRelief, tray_relief
from fatdesk.project.designing.tray_remedies import (
    KINDS,
    TrayRemedy,
    overfull,
    tray_remedies,
    tray_remedy,
)
from fatdesk.project.files.storing import load_project, save_project


def run(parsed: argparse.Namespace) -> int:
    """Print the fill of each tray, and what would help; 1 where trays stay too full."""
    given = given_options(parsed)
    if parsed.apply is not None:
        refuse_idle(given, ("optical", "remedies"), "apply one remedy at a time, with --apply alone")
    elif not parsed.optical:
        refuse_idle(given, ("output",), "needs --optical or --apply, the change to write")
    target = parsed.output or parsed.project
    if parsed.output is not None:
        project_target(parsed.output)
    opened = load_project(parsed.project)
    derived, progress = Derived(opened.project), ShownProgress()
    relief = tray_relief(derived, progress)
    remedies = {}
    if parsed.remedies:
        remedies = {tray: tray_remedies(derived, tray, progress) for tray in overfull(derived)}
    applied = None if parsed.apply is None else _chosen(derived, parsed.apply, progress)
    progress.done()
    command = applied.command if applied is not None else relief.command if parsed.optical else None
    same = target.resolve() == parsed.project.resolve()
    if (parsed.optical or applied is not None) and (command is not None or not same):
        project = opened.project if command is None else perform(opened.project, command)
        about_to_save()
        saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
        log(f"{target}: written" + (f"; {saved.warning}" if saved.warning else ""))
    if parsed.json:
        listed = [one.to_json() | {"tray": tray} for tray, some in remedies.items() for one in some]
        shown: dict[str, Any] = {"remedies": listed} if parsed.remedies else {}
        shown |= {} if applied is None else {"applied": applied.to_json()}
        shown |= {"take_off": [_fitting(one) for one in take_off(opened.project.floor.trays)]}
        shown |= {"routes": _routes(derived)} if opened.project.floor.routes else {}
        print_json(relief.to_json() | {"replaces": parsed.optical and command is not None} | shown)
    else:
        _say(derived, relief, remedies, applied)
    if command is None and relief.command is not None and not parsed.optical:
        log("note: nothing is changed: --optical replaces these cables")
    if applied is not None:
        return FINDINGS if applied.stays else DONE
    full = relief.found.overfull if command is not None else relief.found.overfull_before
    return FINDINGS if full or (parsed.remedies and remedies) else DONE


def _say(
    derived: Derived,
    relief: TrayRelief,
    remedies: Mapping[str, Sequence[TrayRemedy]],
    applied: TrayRemedy | None,
) -> None:
    if applied is not None:
        say(_remedy_text(applied))
        return
    say(_fills(relief))
    say(relief_line(relief))
    if derived.project.floor.trays:
        say("")
        say(_take_off(derived))
    if routes := _routes(derived):
        rows = [
            [one["name"], f"{one['cables']:,}", *(", ".join(one[key]) for key in ("via", "avoid"))]
            for one in routes
        ]
        say("")
        say(table([["route rule", "cables", "must pass", "kept out of"], *rows], frozenset({1})))
    for tray, found in remedies.items():
        say(f"\n{tray}: {'; '.join(overfull(derived)[tray])}. What would help:")
        for one in found:
            say(_remedy_text(one))


def _fitting(one: Fitting) -> dict[str, Any]:
    found = {"fitting": one.kind, "width_mm": one.width_mm, "depth_mm": one.depth_mm, "count": one.count}
    return found | {"at_least": one.open > 0}


def _take_off(derived: Derived) -> str:
    """Length and fittings of the trays of each size."""
    lengths: dict[tuple[float, float], float] = {}
    for tray in derived.project.floor.trays:
        size = tray.width_mm, tray.depth_mm
        lengths[size] = lengths.get(size, 0.0) + line_mm(tray.points_mm)
    found = take_off(derived.project.floor.trays)
    rows = []
    for size, length in sorted(lengths.items()):
        of_kind = {one.kind: one for one in found if (one.width_mm, one.depth_mm) == size}
        counts = [
            "0" if kind not in of_kind else f"{'>= ' if of_kind[kind].open else ''}{of_kind[kind].count:,}"
            for kind in FITTINGS
        ]
        rows.append([f"{size[0]:g} x {size[1]:g} mm", f"{length / 1000:,.2f}", *counts])
    head = ["take-off", "m", "corners", "tees", "crosses", "supports"]
    return table([head, *rows], frozenset(range(1, len(head))))


def _routes(derived: Derived) -> list[dict[str, Any]]:
    """Route rules with the number of cables between racks that each holds for."""
    counts = cables_by_rule(derived.cabling)
    return [
        {
            "name": rule.name,
            "between": [list(pair) for pair in rule.between],
            "via": list(rule.via),
            "avoid": list(rule.avoid),
            "cables": counts.get(rule.name, 0),
        }
        for rule in derived.project.floor.routes
    ]


def _chosen(derived: Derived, text: str, progress: ShownProgress) -> TrayRemedy:
    """The remedy that ``--apply`` names.

    Raises
    ------
    FatdeskError
        When there is no such tray, it is not overfull, or the remedy is not known or not possible.
    """
    tray, _, kind = text.rpartition(":")
    if not tray or kind not in KINDS:
        raise FatdeskError(f"--apply: expected TRAY:REMEDY with one of {', '.join(KINDS)} (got {text!r})")
    if all(one.id != tray for one in derived.project.floor.trays):
        raise FatdeskError(f"--apply: there is no tray {tray}: name one that fatdesk trays lists")
    full = overfull(derived)
    if tray not in full:
        which = f"overfull are {', '.join(full)}" if full else "no tray is overfull"
        raise FatdeskError(f"--apply: the tray {tray!r} exceeds no limit: {which}")
    found = tray_remedy(derived, tray, kind, progress)
    if found.command is None:
        raise FatdeskError(f"--apply: {found.title.lower()} is not possible for {tray}: {found.text}")
    return found


def _remedy_text(remedy: TrayRemedy) -> str:
    """A remedy with metres and cost before and after, and what stays."""
    lines = [f"  {remedy.kind}: {remedy.text}"]
    before, after = remedy.before, remedy.after
    if before is not None and after is not None:
        lengths = (figure_text(one.metres, ",.2f", "m", one.bound) for one in (before, after))
        lines.append(
            f"    {' -> '.join(lengths)}, cables, transceivers and trays "
            f"{_cost(before.cost)} -> {_cost(after.cost)}"
        )
        lines += [f"    stays: {text}" for text in remedy.stays]
    return "\n".join(lines)


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
