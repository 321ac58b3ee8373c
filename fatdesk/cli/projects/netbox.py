"""``fatdesk netbox``: push a project into a NetBox, and pull a hall of one as the floor of a new project."""

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
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.netbox.client import Client
from fatdesk.engine.netbox.comparing import Change, Comparison, compare
from fatdesk.engine.netbox.hall import read_hall
from fatdesk.engine.netbox.pushing import PushStopped, Written, conflicts, push
from fatdesk.engine.netbox.records import KINDS, wanted, widths_from
from fatdesk.engine.netbox.token import needed_token
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import hall_project
from fatdesk.project.files.storing import load_project, save_project

MOST = 40
"""Differences that are listed one by one without ``--all``."""
VERBS = {
    "create": "create",
    "change": "change",
    "replace": "replace",
    "extra": "not in the plan:",
    "conflict": "conflict:",
}


def run(parsed: argparse.Namespace) -> int:
    """Push or pull."""
    if parsed.what == "pull":
        refuse_idle(given_options(parsed), ("tag", "dry_run", "delete", "all"), "is for push, leave it out")
        if not parsed.site:
            raise FatdeskError("--site: name the site of NetBox to pull")
        if parsed.project.exists():
            raise FatdeskError(f"{parsed.project}: exists, name a new file for the hall")
        project_target(parsed.project)
    client = Client(parsed.address, needed_token(parsed.address), plain_http=parsed.plain_http)
    try:
        return _push(parsed, client) if parsed.what == "push" else _pull(parsed, client)
    finally:
        client.close()


def _push(parsed: argparse.Namespace, client: Client) -> int:
    """Print the difference, and write it without ``--dry-run``; 1 where something is in the way."""
    plan = Derived(load_project(parsed.project).project).plan
    if not plan.floor.racks:
        raise FatdeskError(f"{parsed.project}: has no racks, place its devices first")
    progress = ShownProgress()
    version = client.version()
    needed = wanted(plan, parsed.site or "", parsed.tag or "", four_x=widths_from(version))
    try:
        found = compare(client, needed, progress)
        stopping = conflicts(found, delete=parsed.delete)
        written = Written()
        if not parsed.dry_run and not stopping:
            shown = _counts(found)
            try:
                written = push(client, found, progress, delete=parsed.delete)
            except PushStopped as stop:
                if not stop.cancelled:
                    raise
                log(str(stop))
                return CANCELLED
        else:
            shown = _counts(found)
    finally:
        progress.done()
    if parsed.json:
        print_json(_record(found, version, shown, written, dry=parsed.dry_run))
    else:
        for line in _lines(found, shown, whole=parsed.all):
            say(line)
        say(_outcome(parsed, stopping, written))
    for one in needed.left_out:
        log(f"NetBox cannot hold: {one}")
    return FINDINGS if stopping else DONE


def _counts(found: Comparison) -> dict[str, dict[str, int]]:
    return {action: dict(kinds) for action, kinds in found.counts.items()}


def _lines(found: Comparison, shown: dict[str, dict[str, int]], *, whole: bool) -> list[str]:
    """The difference: sums, then the objects, those that are created last."""
    lines = [f"site {found.wanted.site}, tag {found.wanted.tag}"]
    for action, kinds in shown.items():
        lines.append(
            f"{VERBS[action]} {', '.join(counted(count, KINDS[kind].noun) for kind, count in kinds.items())}"
        )
    lines.append(f"as in the plan: {counted(found.same, 'object')}")
    if found.used:
        lines.append(f"used as they are: {counted(len(found.used), 'object')} of others")
    order = ("conflict", "extra", "change", "replace", "create")
    listed = sorted(_initial(found, shown), key=lambda one: order.index(one.action))
    listed = listed if whole else [one for one in listed if one.action != "create"][:MOST]
    lines += [f"  {VERBS[one.action]} {KINDS[one.kind].noun} {one.title}{_what(one)}" for one in listed]
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
    found: Comparison,
    version: tuple[int, int, int],
    shown: dict[str, dict[str, int]],
    written: Written,
    *,
    dry: bool,
) -> dict[str, Any]:
    return {
        "netbox": ".".join(map(str, version)),
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


def _pull(parsed: argparse.Namespace, client: Client) -> int:
    """Write the project of a hall."""
    progress = ShownProgress()
    try:
        version = client.version()
        hall = read_hall(client, parsed.site, progress)
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
                "netbox": ".".join(map(str, version)),
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
        say(f"site {hall.site}: {racks}, {devices} in them, {made.free_u:,} of {units:,} units free")
        for note in made.notes:
            say(f"  note: {note}")
    return DONE
