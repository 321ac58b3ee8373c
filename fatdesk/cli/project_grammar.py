"""Commands on a project, from showing to export, with their options."""

import argparse
from collections.abc import Callable
from pathlib import Path

from fatdesk.cli.option_types import (
    above_zero,
    many_from_1,
    seconds_above_zero,
    shift_mm,
    some_names,
    whole_from_0,
    whole_from_1,
)


def project_commands(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on a project."""
    show = add("show", "print the figures of a project")
    show.add_argument("project", type=Path, metavar="P.fatdesk")
    json_option(show)

    check = add("check", "check the whole project; waive findings with a comment")
    check.add_argument("project", type=Path, metavar="P.fatdesk")
    check.add_argument(
        "--waive", action="append", default=[], metavar="RULE@WHERE", help="accept a finding (repeatable)"
    )
    check.add_argument("--comment", default="", metavar="TEXT", help="why the finding is accepted")
    json_option(check)

    improve = add("improve", "search for a placement with cheaper cables")
    improve.add_argument("project", type=Path, metavar="P.fatdesk")
    improve.add_argument("--seconds", type=seconds_above_zero, metavar="S", help="stop after this time (10)")
    improve.add_argument(
        "--steps",
        type=many_from_1,
        metavar="N",
        help="stop after this number of steps; the same seed gives the same result",
    )
    improve.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    improve.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(improve)

    edit = add("edit", "apply one command, or a list of commands as one step")
    edit.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk")
    edit.add_argument("command", type=Path, nargs="?", metavar="COMMAND.json")
    edit.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    edit.add_argument("--list", action="store_true", help="list the commands and their fields")

    asbuilt = add(
        "asbuilt", "compare the report of an installed fabric with the plan, and list the fewest moves"
    )
    asbuilt.add_argument("project", type=Path, metavar="P.fatdesk")
    asbuilt.add_argument(
        "discovered",
        type=Path,
        metavar="DISCOVERED",
        help="report of ibnetdiscover or lldpcli, a table, or DOT",
    )
    asbuilt.add_argument(
        "--names",
        type=Path,
        metavar="FILE",
        help='node names: lines 0xGUID "name", used instead of those in the report',
    )
    asbuilt.add_argument(
        "--punch", type=Path, metavar="FILE.csv|FILE.pdf", help="write the punch list to this file"
    )
    json_option(asbuilt)

    _returned(add, json_option)

    export = add("export", "write bill, wiring list, drawings and files for other programs")
    export.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk")
    export.add_argument("folder", type=Path, nargs="?", metavar="DIR")
    export.add_argument("--only", type=some_names, metavar="NAME,...", help="write only these files")
    export.add_argument("--list", action="store_true", help="list all files that can be written")
    export.add_argument(
        "--paper",
        choices=("A4", "A3", "Letter"),
        default="A4",
        help="paper size of PDF files (A4); a drawing that does not fit gets a larger sheet",
    )
    export.add_argument("--revision", default="", metavar="TEXT", help="revision to print on every sheet")
    export.add_argument("--date", default="", metavar="TEXT", help="date to print on every sheet (none)")
    export.add_argument(
        "--racks", default="", metavar="A01,B02-B05", help="racks for packets, runs and labels (all)"
    )
    export.add_argument(
        "--bundles", default="", metavar="NAME,...", help="bundles for the installers' pack (all)"
    )
    export.add_argument(
        "--phases", default="", metavar="NAME,...", help="phases for the installers' pack (all)"
    )
    export.add_argument("--labels", default="a4-65", metavar="STOCK", help="sheet or roll of labels (a4-65)")
    export.add_argument(
        "--label-start",
        type=whole_from_1,
        default=1,
        metavar="N",
        help="position of the first label on the first sheet (1)",
    )
    export.add_argument(
        "--label-shift",
        type=shift_mm,
        default=(0.0, 0.0),
        metavar="X,Y",
        help="shift labels by mm to the right and down (0,0)",
    )
    export.add_argument(
        "--outlines", action="store_true", help="print the borders of labels, for a trial on plain paper"
    )
    jobs = export.add_argument_group(
        "saved jobs",
        "export jobs of the project; each writes into its own folder next to the project, or under DIR",
    ).add_mutually_exclusive_group()
    jobs.add_argument("--jobs", action="store_true", help="list the saved jobs")
    jobs.add_argument("--job", action="append", default=[], metavar="NAME", help="run this job (repeatable)")
    jobs.add_argument("--all-jobs", action="store_true", help="run all saved jobs")
    json_option(export)


def _returned(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on lists that people edited."""
    readback = add("readback", "import edited wiring lists and bills: report changes and contradictions")
    readback.add_argument("project", type=Path, metavar="P.fatdesk")
    readback.add_argument("files", type=Path, nargs="+", metavar="FILE", help="XLSX, ODS or CSV")
    readback.add_argument("--take", action="store_true", help="apply all changes as one step")
    readback.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(readback)

    calibrate = add("calibrate", "fit slack and tolerance to measured lengths")
    calibrate.add_argument("project", type=Path, metavar="P.fatdesk")
    calibrate.add_argument(
        "--share",
        type=above_zero,
        default=0.95,
        metavar="X",
        help="fraction of the measured cables that the suggested rules cover (0.95)",
    )
    calibrate.add_argument("--take", action="store_true", help="apply the suggested rules")
    calibrate.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(calibrate)
