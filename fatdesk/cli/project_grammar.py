"""The commands on a project, from show to adopt; their options."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from fatdesk.cli.kit.options import (
    CommandParser,
    above_zero,
    date_or_period,
    day,
    installed_stage,
    many_from_1,
    schema_option,
    seconds_above_zero,
    shift_mm,
    some_names,
    whole_from_0,
)
from fatdesk.engine.dcim.product import PRODUCTS, Product


def project_commands(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
    catalogs: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on a project."""
    show = add("show", "print the figures of a project")
    show.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    show.add_argument(
        "--host-ports",
        action="store_true",
        help="list which port of which hosts leads to which fabric, plane and rail, and which are free",
    )
    show.add_argument(
        "--growth",
        action="store_true",
        help="also work out the next step of the growth plan: cables moved, stages and hours",
    )
    show.add_argument(
        "--facility",
        action="store_true",
        help="list feeds, heat to air and liquid, airflow and floor load of racks, rows and the room",
    )
    show.add_argument(
        "--trunks",
        action="store_true",
        help="list the trunks between patch panels: plugs, links, lit and dark fibres, lengths and routes",
    )
    show.add_argument(
        "--csv",
        type=Path,
        metavar="FILE.csv",
        help="write the list of --host-ports, --facility or --trunks to this file",
    )
    json_option(show)

    _check(add, json_option)
    _versions(add, json_option)
    for product in PRODUCTS.values():
        _exchange(product, add, json_option)

    improve = add("improve", "search for a placement with cheaper cables")
    improve.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
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

    _structure_commands(add, json_option)

    rules = add(
        "rules", "rule profiles with their limits and sources; of a project the worst figure of each rule"
    )
    rules.later(partial(_rules, rules, json_option))

    edit = add("edit", "apply one command, or a list of commands as one step")
    edit.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk", help="project file")
    edit.add_argument(
        "command",
        type=Path,
        nargs="?",
        metavar="COMMAND.json",
        help="file with the command, or with a list of commands",
    )
    edit.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    edit.add_argument("--list", action="store_true", help="list the commands and their fields")

    names = add("names", "preview the names that templates give, and check them")
    names.later(partial(_names, names, json_option))

    asbuilt = add(
        "asbuilt", "compare the report of an installed fabric with the plan, and list the fewest moves"
    )
    asbuilt.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    asbuilt.add_argument(
        "discovered",
        type=Path,
        nargs="+",
        metavar="DISCOVERED",
        help="report of ibnetdiscover, lldpcli or switches, a table, or DOT; several files, or folders of "
        "files, are one report",
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
    asbuilt.add_argument(
        "--name-map",
        type=Path,
        metavar="FILE",
        help="write the GUIDs that were found with the names of the plan, for opensm and ibnetdiscover",
    )
    asbuilt.add_argument(
        "--static-topology",
        type=Path,
        metavar="FILE",
        help="write the plan by the GUIDs that were found, as topoconfig.conf of opensm and UFM",
    )
    asbuilt.add_argument(
        "--stage",
        type=installed_stage,
        metavar="STEP:STAGE|today",
        help="compare with the network in a stage of the growth plan: 1:after-2 when stage 2 of step 1 is "
        "done, today: before all steps (default: the stages whose gates are passed by the recorded ticks)",
    )
    json_option(asbuilt)

    _returned(add, json_option)
    export = add("export", "write bill, wiring list, drawings and files for other programs")
    export.later(partial(_export, export, json_option))
    _adopt(add, json_option, catalogs)


def _check(
    add: Callable[[str, str], CommandParser], json_option: Callable[[argparse.ArgumentParser], None]
) -> None:
    check = add("check", "check the whole project; waive findings with a comment, or revoke waivers")
    check.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    check.add_argument(
        "--waive",
        action="append",
        default=[],
        metavar="RULE@WHERE",
        help="accept a finding until its figure is worse; RULE@* accepts all of a rule (repeatable)",
    )
    check.add_argument(
        "--rules",
        type=Path,
        metavar="RULES.yaml",
        help="judge by the rules of this file, too, which several projects may share; it changes no project",
    )
    check.add_argument("--comment", default="", metavar="TEXT", help="why the finding is accepted")
    check.add_argument("--by", default="", metavar="NAME", help="who accepts it")
    check.add_argument("--until", type=date_or_period, metavar="DATE", help="the last day of the waiver")
    check.add_argument(
        "--until-revision", metavar="NAME", help="the waiver is valid until this revision exists"
    )
    check.add_argument(
        "--revoke",
        action="append",
        default=[],
        metavar="RULE@WHERE",
        help="remove a waiver; RULE@* removes all of a rule (repeatable)",
    )
    check.add_argument("--date", type=day, metavar="DATE", help="judge waivers as of this day (today)")
    check.add_argument(
        "--strict",
        action="store_true",
        help="exit with 2 when a warning is not waived and there is no error",
    )
    json_option(check)
    check.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0, for build servers")


def _versions(
    add: Callable[[str, str], CommandParser], json_option: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add the commands on two states of a project."""
    diff = add("diff", "what differs between two project files: records, cables, the bill")
    diff.add_argument(
        "files",
        nargs="+",
        metavar="BEFORE.fatdesk AFTER.fatdesk",
        help="two project files, or revisions of one (P.fatdesk@B), the earlier first; or the words of git",
    )
    diff.add_argument("--all", action="store_true", help="list all cables one by one, however many")
    diff.add_argument(
        "--pdf",
        type=Path,
        metavar="FILE.pdf",
        help="also write the differences as sheets: lists, and drawings with clouds around what changed",
    )
    json_option(diff)

    revisions = add("revisions", "list the revisions of a project, or make one of its present state")
    revisions.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    revisions.add_argument("--new", metavar="NAME", help="keep the present state under this name")
    revisions.add_argument("--date", type=day, metavar="DATE", help="its date (today)")
    revisions.add_argument("--by", default="", metavar="NAME", help="who makes it: drawn by")
    revisions.add_argument("--checked-by", default="", metavar="NAME", help="who checked it")
    revisions.add_argument("--remark", default="", metavar="TEXT", help="what changed")
    revisions.add_argument("--issued-for", default="", metavar="TEXT", help="such as construction")
    json_option(revisions)

    merge = add("merge", "merge what two people changed in one project, record by record")
    for name, text in (
        ("base", "the state that both began with"),
        (
            "ours",
            "the project with our changes; the merged one is written here, with our values in conflicts",
        ),
        ("theirs", "the project with their changes"),
    ):
        merge.add_argument(name, type=Path, metavar=f"{name.upper()}.fatdesk", help=text)
    merge.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="MERGED.fatdesk",
        help="write the merged project to this file instead",
    )
    json_option(merge)


def _rules(rules: CommandParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    rules.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk", help="project file")
    rules.add_argument(
        "--profile",
        metavar="ID|FILE",
        help="judge by this profile, or by the one in this file, instead of the one of the project",
    )
    rules.add_argument(
        "--figures", action="store_true", help="list the figures that rules may limit, by kind of elements"
    )
    rules.add_argument(
        "--import",
        dest="take",
        type=Path,
        metavar="RULES.yaml",
        help="give the project the rules of this file; rules of the same names are replaced, and its base is"
        " the profile of the project from then on",
    )
    rules.add_argument(
        "--remove",
        action="append",
        default=[],
        metavar="NAME",
        help="remove a rule of the project (repeatable)",
    )
    rules.add_argument(
        "--export", type=Path, metavar="RULES.yaml", help="write the rules of the project to this file"
    )
    json_option(rules)


def _names(names: CommandParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    from fatdesk.engine.fabric.name_templates import KIND_TITLES, Naming
    from fatdesk.engine.identifiers.schemes import CHOICES, Identifiers

    names.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk", help="project file")
    for kind in KIND_TITLES:
        schema_option(names, f"--{kind}", Naming, kind, metavar="TEMPLATE", default=None)
    names.add_argument(
        "--scheme",
        choices=[*CHOICES, "none"],
        help="scheme of identifiers, which label the ends of cables; none: labels by --label",
    )
    schema_option(
        names, "--identifier", Identifiers, "template", metavar="TEMPLATE", default=None, but="scheme own"
    )
    schema_option(names, "--floor", Identifiers, "floor", metavar="DIGITS", default=None)
    schema_option(names, "--room", Identifiers, "room", metavar="LETTERS", default=None)
    names.add_argument(
        "--find", metavar="IDENTIFIER", help="print which port an identifier names, or the ends of a cable"
    )
    names.add_argument("--fields", action="store_true", help="list the fields of templates")
    names.add_argument(
        "--schemes", action="store_true", help="list the schemes of identifiers with their fields and sources"
    )
    names.add_argument("--take", action="store_true", help="apply the given templates as one step")
    names.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(names)


def _export(export: CommandParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    from fatdesk.engine.drawing.sheets.labels import LabelPrinting
    from fatdesk.project.document.export_job import ExportJob

    export.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk", help="project file")
    export.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="folder for the files")
    export.add_argument("--only", type=some_names, metavar="NAME,...", help="write only these files")
    export.add_argument("--list", action="store_true", help="list all files that can be written")
    schema_option(export, "--paper", ExportJob, "paper")
    schema_option(export, "--revision", ExportJob, "revision", metavar="TEXT")
    schema_option(export, "--drawing", ExportJob, "drawing", metavar="TEMPLATE")
    schema_option(export, "--network", ExportJob, "network", metavar="NETWORK")
    schema_option(export, "--domain", ExportJob, "domain", metavar="DOMAIN")
    schema_option(export, "--date", ExportJob, "date", metavar="TEXT")
    schema_option(export, "--racks", ExportJob, "racks", metavar="A01,B02-B05")
    schema_option(export, "--bundles", ExportJob, "bundles", metavar="NAME,...")
    schema_option(export, "--phases", ExportJob, "phases", metavar="NAME,...")
    export.add_argument(
        "--no-building-plan", action="store_true", help="leave the building plan out of floor plans"
    )
    schema_option(export, "--labels", LabelPrinting, "stock", metavar="STOCK")
    schema_option(export, "--label-start", LabelPrinting, "start", metavar="N")
    export.add_argument(
        "--label-shift",
        type=shift_mm,
        default=(0.0, 0.0),
        metavar="X,Y",
        help="shift labels by mm to the right and down (0,0)",
    )
    schema_option(export, "--outlines", LabelPrinting, "outlines")
    jobs = export.add_argument_group(
        "saved jobs",
        "export jobs of the project; each writes into its own folder next to the project, or under DIR",
    ).add_mutually_exclusive_group()
    jobs.add_argument("--jobs", action="store_true", help="list the saved jobs")
    jobs.add_argument("--job", action="append", default=[], metavar="NAME", help="run this job (repeatable)")
    jobs.add_argument("--all-jobs", action="store_true", help="run all saved jobs")
    json_option(export)


def _exchange(
    product: Product,
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the exchange with a NetBox or Nautobot."""
    name, place = product.name, product.place
    command = add(product.key, f"push a project into a {name}, or pull a hall of one")
    command.add_argument("what", choices=("push", "pull"), help="what to do")
    command.add_argument("project", type=Path, metavar="P.fatdesk", help="project file; of pull a new one")
    command.add_argument(
        "address",
        metavar="URL",
        help=f"{product.example}; the token is {product.variable}, else that of the key ring",
    )
    command.add_argument("--site", metavar="NAME", help=f"name of the {place} (of push that of the project)")
    command.add_argument(
        "--tag", metavar="SLUG", help="tag of what pushes of the project make (fatdesk- and its name)"
    )
    command.add_argument(
        "--into",
        action="store_true",
        help="pull into the floor of an existing project: racks it lacks, and units that others occupy",
    )
    command.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="with --into: write the project to this file"
    )
    command.add_argument("--dry-run", action="store_true", help="only report the difference")
    command.add_argument(
        "--delete", action="store_true", help="delete what carries the tag and is not in the plan"
    )
    command.add_argument(
        "--adopt",
        action="store_true",
        help="adopt devices, feeds and cables of others that the plan names (look at --dry-run first)",
    )
    command.add_argument("--all", action="store_true", help="list every object of the difference")
    command.add_argument(
        "--plain-http",
        action="store_true",
        help="allow http:// to another machine, where anyone on the way can read the token",
    )
    json_option(command)


def _returned(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on lists that people edited."""
    readback = add("readback", "import edited wiring lists, bills, change orders: report changes and errors")
    readback.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    readback.add_argument("files", type=Path, nargs="+", metavar="FILE", help="XLSX, ODS or CSV")
    readback.add_argument("--take", action="store_true", help="apply all changes as one step")
    readback.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(readback)

    calibrate = add("calibrate", "fit slack and tolerance to measured lengths, or rates to hours of work")
    calibrate.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    calibrate.add_argument(
        "--share",
        type=above_zero,
        metavar="X",
        help="fraction of the measured cables that the suggested rules cover (0.95)",
    )
    calibrate.add_argument(
        "--hours",
        action="append",
        default=[],
        metavar="[PHASE=]HOURS",
        help="hours of all installers for the ticked cables of a phase, or of all phases: fit the rates of "
        "installation instead (may be repeated)",
    )
    calibrate.add_argument(
        "--stages",
        action="store_true",
        help="fit the installation rates to the hours reported in change orders",
    )
    calibrate.add_argument("--take", action="store_true", help="apply the suggested rules")
    calibrate.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(calibrate)


def _adopt(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
    catalogs: Callable[[argparse.ArgumentParser], None],
) -> None:
    adopt = add("adopt", "make a project of an installed fabric from its report, or of any graph")
    adopt.add_argument(
        "discovered",
        type=Path,
        nargs="+",
        metavar="DUMP",
        help="report of ibnetdiscover, lldpcli or switches, table, DOT, GraphML, JSON of networkx, or edge "
        "list; several files, or folders of files, are one report",
    )
    adopt.add_argument(
        "--positions",
        type=Path,
        metavar="TABLE",
        help="table with device, rack and u, or with both ends of cables and length (placed by the rules)",
    )
    adopt.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="NAME=PART",
        help="part of some devices: as listed, or by their name (leaf*), switches or hosts; may be repeated",
    )
    adopt.add_argument(
        "--hosts-each",
        type=whole_from_0,
        default=0,
        metavar="N",
        help="hosts to add at each switch of a graph that has none (0)",
    )
    adopt.add_argument("--fabric", default="fabric", metavar="NAME", help="name of the fabric (fabric)")
    catalogs(adopt)
    adopt.add_argument(
        "-o", "--output", type=Path, metavar="P.fatdesk", help="write the project to this file"
    )
    json_option(adopt)


def _structure_commands(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on trays and patch panels."""
    trays = add("trays", "fill of the trays, and what would help those that are overfull")
    trays.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    trays.add_argument(
        "--optical", action="store_true", help="replace copper by optical cables until no tray is overfull"
    )
    trays.add_argument(
        "--remedies",
        action="store_true",
        help="try what would help each overfull tray: metres and cost before and after, and what stays",
    )
    trays.add_argument(
        "--apply", metavar="TRAY:REMEDY", help="apply a remedy of a tray, such as tray-3:wider, as one step"
    )
    trays.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(trays)

    panels = add("panels", "patch panels in racks, and panel racks for those that have no place")
    panels.add_argument("project", type=Path, metavar="P.fatdesk", help="project file")
    panels.add_argument(
        "--add-racks",
        action="store_true",
        help="add the panel racks that are lacking: empty racks of the room, or new ones at the ends of rows",
    )
    panels.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(panels)
