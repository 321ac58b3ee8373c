"""Exchange with NetBox or Nautobot: push a project, and pull a hall."""

import argparse
from collections.abc import Sequence
from typing import Any

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import (
    CANCELLED,
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.cli.projects.edit import save_step
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.dcim.comparing import Change, Comparison, compare
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.hall import read_hall
from fatdesk.engine.dcim.product import Product
from fatdesk.engine.dcim.pushing import PushStopped, Written, conflicts, push
from fatdesk.engine.dcim.records import tag_of
from fatdesk.engine.dcim.servers import connect
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import hall_project
from fatdesk.project.designing.hall_merge import WORDS, merge_hall
from fatdesk.project.files.storing import load_project, save_project

MOST = 40
"""Differences that are listed one by one without ``--all``."""
VERBS = {
    "create": "create",
    "change": "change",
    "replace": "replace",
    "adopt": "adopt",
    "extra": "not in the plan:",
    "conflict": "conflict:",
}


def exchange(parsed: argparse.Namespace, product: Product) -> int:
    """Push or pull."""
    if parsed.what == "pull":
        given = given_options(parsed)
        refuse_idle(given, ("delete", "adopt"), "is for push, leave it out")
        if not parsed.site:
            raise FatdeskError(f"--site: name the {product.place} of {product.name} to pull")
        if parsed.into:
            project_target(parsed.output or parsed.project)
        else:
            refuse_idle(given, ("tag", "dry_run", "all", "output"), "is for push or --into, leave it out")
            if parsed.project.exists():
                raise FatdeskError(f"{parsed.project}: exists, name a new file for the hall, or add --into")
            project_target(parsed.project)
    else:
        refuse_idle(given_options(parsed), ("into", "output"), "is for pull, leave it out")
    server = connect(product, parsed.address, plain_http=parsed.plain_http)
    try:
        if parsed.what == "push":
            return _push(parsed, server)
        return _pull_into(parsed, server) if parsed.into else _pull(parsed, server)
    finally:
        server.close()


def _push(parsed: argparse.Namespace, server: Dialect) -> int:
    """Print the difference, and write it without ``--dry-run``; 1 where something is in the way."""
    plan = Derived(load_project(parsed.project).project).plan
    if not plan.floor.racks:
        raise FatdeskError(f"{parsed.project}: has no racks, place its devices first")
    progress = ShownProgress()
    needed = server.wanted(plan, parsed.site or "", parsed.tag or "")
    try:
        found = compare(server, needed, progress, adopt=parsed.adopt)
        stopping = conflicts(found, delete=parsed.delete)
        written, shown = Written(server.kinds), _counts(found)
        if not parsed.dry_run and not stopping:
            try:
                written = push(server, found, progress, delete=parsed.delete)
            except PushStopped as stop:
                if not stop.cancelled:
                    raise
                log(str(stop))
                return CANCELLED
    finally:
        progress.done()
    if parsed.json:
        print_json(_record(server, found, shown, written, dry=parsed.dry_run))
    else:
        for line in _lines(found, shown, whole=parsed.all):
            say(line)
        say(_outcome(parsed, stopping, written))
    for one in needed.left_out:
        log(f"{server.product.name} cannot hold: {one}")
    return FINDINGS if stopping else DONE


def _counts(found: Comparison) -> dict[str, dict[str, int]]:
    return {action: dict(kinds) for action, kinds in found.counts.items()}


def _lines(found: Comparison, shown: dict[str, dict[str, int]], *, whole: bool) -> list[str]:
    """The difference: sums, then the objects, those that are created last."""
    lines = [f"{found.kinds['sites'].noun} {found.wanted.site}, tag {found.wanted.tag}"]
    for action, kinds in shown.items():
        some = ", ".join(counted(count, found.kinds[kind].noun) for kind, count in kinds.items())
        lines.append(f"{VERBS[action]} {some}")
    lines.append(f"as in the plan: {counted(found.same, 'object')}")
    if found.used:
        lines.append(f"used as they are: {counted(len(found.used), 'object')} of others")
    order = ("conflict", "extra", "adopt", "change", "replace", "create")
    listed = sorted(_initial(found, shown), key=lambda one: order.index(one.action))
    listed = listed if whole else [one for one in listed if one.action != "create"][:MOST]
    lines += [f"  {VERBS[one.action]} {found.kinds[one.kind].noun} {one.title}{_what(one)}" for one in listed]
    return lines


def _initial(found: Comparison, shown: dict[str, dict[str, int]]) -> Sequence[Change]:
    """The differences before the push, which adds those of new devices."""
    return found.changes[: sum(sum(kinds.values()) for kinds in shown.values())]


def _what(one: Change) -> str:
    return f" ({one.what})" if one.what else ""


def _outcome(parsed: argparse.Namespace, stopping: Sequence[Change], written: Written) -> str:
    if stopping:
        return f"nothing was written: {counted(len(stopping), 'conflict')}"
    if parsed.dry_run:
        return "nothing was written (--dry-run)"
    return f"written: {written}"


def _record(
    server: Dialect,
    found: Comparison,
    shown: dict[str, dict[str, int]],
    written: Written,
    *,
    dry: bool,
) -> dict[str, Any]:
    return {
        server.product.key: ".".join(map(str, server.version())),
        "site": found.wanted.site,
        "tag": found.wanted.tag,
        "dry_run": dry,
        "same": found.same,
        "used_of_others": len(found.used),
        "counts": shown,
        "differences": [
            {"action": one.action, "kind": one.kind, "name": one.title, "what": one.what}
            for one in _initial(found, shown)
        ],
        "written": [
            {"done": done, "kind": kind, "count": count} for (done, kind), count in written.counts.items()
        ],
        "left_out": found.wanted.left_out,
    }


def _pull(parsed: argparse.Namespace, server: Dialect) -> int:
    """Write the project of a hall."""
    progress = ShownProgress()
    try:
        server.version()
        hall = read_hall(server, parsed.site, progress)
        made = hall_project(hall, parsed.project.stem, progress)
    finally:
        progress.done()
    about_to_save()
    saved = save_project(made.project, parsed.project)
    log(f"{parsed.project}: written" + (f"; {saved.warning}" if saved.warning else ""))
    units = sum(rack.height_u for rack in hall.racks)
    if parsed.json:
        print_json(
            {
                server.product.key: ".".join(map(str, server.version())),
                "site": hall.site,
                "racks": len(hall.racks),
                "devices": hall.devices,
                "units": units,
                "free_units": made.free_u,
                "notes": list(made.notes),
            }
        )
    else:
        racks, devices = counted(len(hall.racks), "rack"), counted(hall.devices, "device")
        free = f"{made.free_u:,} of {units:,} units free"
        say(f"{server.product.place} {hall.site}: {racks}, {devices} in them, {free}")
        for note in made.notes:
            say(f"  note: {note}")
    return DONE


def _pull_into(parsed: argparse.Namespace, server: Dialect) -> int:
    """Print what the floor of a project lacks of a hall, and add it; 1 where something is in the way."""
    opened = load_project(parsed.project)
    own = parsed.tag or tag_of(opened.project.name)
    progress = ShownProgress()
    try:
        server.version()
        hall = read_hall(server, parsed.site, progress, own=own)
        made = merge_hall(opened.project, hall, progress)
    finally:
        progress.done()
    step = None if parsed.dry_run else made.step
    conflicting = [one for one in made.lines if one.action == "conflict"]
    if parsed.json:
        print_json(
            {
                server.product.key: ".".join(map(str, server.version())),
                "site": made.site,
                "dry_run": parsed.dry_run,
                "same": made.same,
                "reserved_units": made.units,
                "differences": [one._asdict() for one in made.lines],
                "notes": made.notes,
            }
        )
    else:
        say(f"{server.product.place} {made.site}: {made.summary}")
        listed = sorted(made.lines, key=lambda one: list(WORDS).index(one.action))
        for one in listed if parsed.all else listed[:MOST]:
            say(f"  {one.action} {one.rack}: {one.what}")
        for note in made.notes:
            say(f"  note: {note}")
    if step is not None:
        save_step(parsed, opened, perform(opened.project, step), step)
    else:
        log("nothing was written" + (" (--dry-run)" if parsed.dry_run else ": the floor has it all"))
    return FINDINGS if conflicting else DONE
