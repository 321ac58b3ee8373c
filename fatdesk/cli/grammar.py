"""Commands and options; the module of a command is imported when it runs, so that help is quick."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from fatdesk.cli.kit.options import (
    CommandParser,
    growth_policies,
    growth_target,
    host_range,
    kept_share,
    many_from_1,
    passing_share,
    rack_range,
    seconds_above_zero,
    some_names,
    stage_option,
    whole_from_0,
    whole_from_1,
    whole_numbers,
)
from fatdesk.cli.kit.output import chart_option
from fatdesk.cli.project_grammar import project_commands
from fatdesk.cli.study_grammar import network_commands
from fatdesk.core.program import version_line


@contextmanager
def held_back() -> Iterator[None]:
    """Raise KeyboardInterrupt at the end instead of inside."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or current_thread() is not main_thread():
        yield
        return
    came: list[int] = []

    def remember(number: int, _: FrameType | None) -> None:
        came.append(number)

    signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            raise KeyboardInterrupt


EPILOG = (
    "Without a command, or with one project (P.fatdesk), fatdesk opens the window. "
    "Exit status: 0 done; 1 no design exists, or errors are not waived, "
    "or some rows of an import were left out; 2 bad input; 130 cancelled."
)


FOLDERS = {
    "designs": ("design", "curve", "explore", "improve", "trays", "panels", "grow"),
    "projects": (
        "show",
        "check",
        "rules",
        "edit",
        "diff",
        "merge",
        "revisions",
        "names",
        "export",
        "readback",
        "asbuilt",
        "adopt",
        "calibrate",
        "netbox",
        "nautobot",
    ),
    "networks": ("network", "schedule", "simulate", "faults", "universal"),
    "resources": ("catalog", "docs", "examples"),
}
"""The folder with the module of each command."""


def _late(command: str) -> Callable[[argparse.Namespace], int]:
    (folder,) = (name for name, commands in FOLDERS.items() if command in commands)

    def run(parsed: argparse.Namespace) -> int:
        with held_back():
            module = import_module(f"fatdesk.cli.{folder}.{command}")
        status: int = module.run(parsed)
        return status

    return run


class _Version(argparse.Action):
    """Print the version; git is asked for the revision of a checkout only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"{version_line()}\n")
        parser.exit()


def grammar() -> argparse.ArgumentParser:
    """Make the parser of the whole command line."""
    parser = CommandParser(
        prog="fatdesk",
        description="Design, place, cable and price cluster networks.",
        epilog=EPILOG,
    )
    parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        default=argparse.SUPPRESS,
        help="show the version and the revision",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, text: str) -> CommandParser:
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        command.set_defaults(run=_late(name), parser=command)
        return command

    def json_option(command: argparse.ArgumentParser) -> None:
        command.add_argument("--json", action="store_true", help="print one JSON object")

    def catalogs(command: argparse.ArgumentParser) -> None:
        command.add_argument(
            "--catalog",
            type=Path,
            action="append",
            default=[],
            metavar="DIR",
            help="folder with further parts, or with overrides of shipped ones (repeatable)",
        )
        command.add_argument(
            "--prices",
            type=Path,
            action="append",
            default=[],
            metavar="LIST",
            help="price list by part number: XLSX, ODS or CSV (repeatable)",
        )

    def time_limit(command: argparse.ArgumentParser, effect: str) -> None:
        command.add_argument(
            "--time-limit",
            type=seconds_above_zero,
            metavar="S",
            help=f"end after this number of seconds and report what was covered; {effect}",
        )

    design = add("design", "search all designs, choose the best, place and cable it")
    design.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml", help="requirements file")
    design.add_argument(
        "-o", "--output", type=Path, metavar="P.fatdesk", help="write the project to this file"
    )
    catalogs(design)
    design.add_argument(
        "--top",
        type=whole_from_1,
        default=20,
        metavar="N",
        help="number of candidates and of nearest misses to list (20)",
    )
    design.add_argument(
        "--improve-steps",
        type=whole_from_0,
        metavar="N",
        help="steps of the placement optimiser instead of room.improve_steps; 0: none",
    )
    design.add_argument(
        "--rules",
        type=Path,
        metavar="RULES.yaml",
        help="judge candidates and the design by the rules of this file, too; the project does not get them",
    )
    time_limit(design, "half of it for the search; without a placed design nothing is written")
    json_option(design)

    curve = add("curve", "print the cost against the number of hosts, with its lower bound")
    curve.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml", help="requirements file")
    curve.add_argument(
        "--hosts", type=host_range, required=True, metavar="A:B", help="range of the number of hosts"
    )
    curve.add_argument(
        "--step", type=whole_from_1, default=1, metavar="K", help="search every K-th number of hosts only (1)"
    )
    catalogs(curve)
    time_limit(curve, "the curve ends where it is then")
    chart_option(curve)
    json_option(curve)

    _explore(add, json_option, catalogs, time_limit)
    _grow(add, json_option, catalogs)
    examples = add("examples", "list the example files that come with fatdesk, or write them into a folder")
    examples.add_argument(
        "folder", type=Path, nargs="?", metavar="DIR", help="folder for the files (default: only their names)"
    )
    examples.add_argument(
        "--list",
        nargs="*",
        metavar="ID",
        help="search the published networks (default: all), and print published next to computed counts",
    )
    json_option(examples)
    project_commands(add, json_option, catalogs)
    _network(add("network", "print the properties of a topology, such as kary-tree:k=4,n=3"), json_option)
    network_commands(add, json_option)
    _catalog(add, json_option)
    _docs(add("docs", "list, search or print the pages of the documentation"), json_option)
    return parser


def _docs(docs: argparse.ArgumentParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    docs.add_argument(
        "page",
        nargs="?",
        metavar="PAGE[#SECTION]",
        help="page to print, or a section of it, such as names or rules#what-is-refused (default: list all)",
    )
    docs.add_argument("--search", metavar="WORDS", help="list the sections that have all these words")
    docs.add_argument(
        "--pdf", type=Path, metavar="FILE.pdf", help="write the documentation without decisions to this file"
    )
    docs.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="paper of the PDF (A4)")
    json_option(docs)


def _network(
    network: argparse.ArgumentParser, json_option: Callable[[argparse.ArgumentParser], None]
) -> None:
    network.add_argument(
        "spec",
        nargs="?",
        metavar="SPEC|P.fatdesk",
        help="TOPOLOGY:NAME=VALUE,..., file:PATH of a graph, or a project",
    )
    network.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    stage_option(network)
    network.add_argument(
        "--list",
        action="store_true",
        help="list topologies, routing algorithms and traffic patterns",
    )
    network.add_argument(
        "--scheme", metavar="NAME", help="also check this routing algorithm; usual: the first that fits"
    )
    network.add_argument(
        "--between",
        nargs=2,
        metavar=("A", "B"),
        help="show the distance from host A to host B, the path hop by hop as --scheme routes it, and the "
        "numbers of paths (hosts by address or name, or by number from 0)",
    )
    network.add_argument("--links", action="store_true", help="list all links with the ports at both ends")
    network.add_argument(
        "--measured",
        action="store_true",
        help="search distances and bisection also where their closed form is known",
    )
    network.add_argument(
        "--published",
        metavar="TABLE",
        help="print a table of a paper next to what is counted and measured here: ruft-3 or ruft-4",
    )
    curve_of = network.add_argument_group("cost performance relative to the hypercube")
    curve_of.add_argument(
        "--hypercube-curve",
        action="store_true",
        help="print it for the k-ary n-tree, the Clos network and MiKANT, over k and n, with ratios to the "
        "Clos network",
    )
    curve_of.add_argument(
        "--k", type=whole_numbers, metavar="A:B", help="values of k: a range or a list (2,4,8)"
    )
    curve_of.add_argument(
        "--n", type=whole_numbers, metavar="A:B", help="values of n: a range or a list (2:6)"
    )
    chart_option(curve_of)
    json_option(network)


def _explore(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
    catalogs: Callable[[argparse.ArgumentParser], None],
    time_limit: Callable[[argparse.ArgumentParser, str], None],
) -> None:
    explore = add(
        "explore",
        "compare trees and lattices, or designs over parts for sale: cost, bisection, hops, Pareto front",
    )
    explore.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml", help="requirements file")
    explore.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="P.fatdesk",
        help="write a network of the front to this project",
    )
    explore.add_argument(
        "--point",
        type=whole_from_1,
        default=1,
        metavar="N",
        help="which network of the front, in order of cost (1, the cheapest)",
    )
    explore.add_argument(
        "--parts",
        action="store_true",
        help="print the priced parts of this network instead: switches, cables by length, laying",
    )
    explore.add_argument(
        "--rules",
        action="store_true",
        help="count the trees of the recursive search with its heuristics H1 to H4 on and off instead",
    )
    explore.add_argument(
        "--all",
        action="store_true",
        help="list all trees of the recursive search, or with families: [hyperx] all lattices, not priced; "
        "with --for-sale all designs that pass",
    )
    explore.add_argument(
        "--limit", type=many_from_1, default=1000, metavar="N", help="maximum number that --all lists (1000)"
    )
    explore.add_argument(
        "--design-rules",
        type=Path,
        metavar="RULES.yaml",
        help="judge networks by the rules of this file, too, as far as their figures are known",
    )
    parts = explore.add_argument_group("designs over parts for sale")
    parts.add_argument(
        "--for-sale",
        action="store_true",
        help="explore all designs over parts of the catalog instead, as `fatdesk design` searches them",
    )
    parts.add_argument("--fabric", metavar="NAME", help="which fabric (the first)")
    parts.add_argument(
        "--any-part",
        action="store_true",
        help="also families and switches that the requirements do not name (families, edge, core)",
    )
    parts.add_argument(
        "--speed", type=some_names, metavar="GBPS[,...]", help="only these rates of the links of hosts"
    )
    parts.add_argument(
        "--vendor", type=some_names, metavar="NAME[,...]", help="only designs of switches of these vendors"
    )
    parts.add_argument(
        "--connector",
        type=some_names,
        metavar="NAME[,...]",
        help="only these connectors at the switch ports of hosts",
    )
    parts.add_argument(
        "--priced", action="store_true", help="only designs whose switches and panels all have a price"
    )
    parts.add_argument(
        "--routed",
        type=whole_from_0,
        default=0,
        metavar="K",
        help="place and cable the first K designs of the list (0): routed cost, racks, deployability",
    )
    parts.add_argument("--csv", type=Path, metavar="FILE.csv", help="write the listed designs, all figures")
    explore.add_argument(
        "--rounding",
        choices=("up", "down", "nearest", "whole"),
        default="up",
        help="how that count rounds the modules left at a level (up); whole: only sizes that divide them",
    )
    chart_option(explore)
    quantities = (
        "bisection", "share", "cost", "hops", "switches", "cables", "power", "skus", "excess", "wasted",
        "blocking", "models", "links", "transceivers", "mass", "height", "failures", "hosts_possible",
        "routed", "racks", "metres", "items", "bundles", "bundle_types", "in_rack", "between_rows", "entered",
        "fullest_tray", "patch_panels", "hours", "growth_moves", "growth_stages", "growth_hours",
    )  # fmt: skip
    for axis, usual in (("x", "bisection"), ("y", "cost")):
        explore.add_argument(
            f"--chart-{axis}",
            choices=quantities,
            default=usual,
            help=f"quantity of the chart's {axis} axis ({usual})",
        )
    explore.add_argument(
        "--curves",
        action="store_true",
        help="draw a curve for each number of ports and of hosts per switch: the front of these networks; "
        "of lattices for each number of switches, too, where explore.switches lists them",
    )
    catalogs(explore)
    time_limit(explore, "the front is then that of the networks found")
    json_option(explore)


def _grow(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
    catalogs: Callable[[argparse.ArgumentParser], None],
) -> None:
    grow = add("grow", "plan growth: what to buy, place and cable at each step, and which cables move")
    grow.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar="REQUIREMENTS.yaml|P.fatdesk",
        help="requirements file, or a project",
    )
    target = grow.add_mutually_exclusive_group()
    target.add_argument(
        "--to",
        type=growth_target,
        action="append",
        metavar="hosts=NAME:TOTAL[,...]",
        help="a step: all hosts of these groups then; may be repeated for further steps (without any: the "
        "growth plan of the project)",
    )
    target.add_argument(
        "--hosts", type=whole_from_1, metavar="TOTAL", help="the same for a project with one group of hosts"
    )
    target.add_argument(
        "--racks",
        type=rack_range,
        metavar="NOW:LATER",
        help="fill this number of racks with as many hosts as possible, now and later (two-level networks)",
    )
    target.add_argument(
        "--published",
        action="store_true",
        help="print published figures of growth next to those that are worked out here, without a file; exit "
        "status 1 where one differs",
    )
    grow.add_argument(
        "--policy",
        type=growth_policies,
        metavar="in-place|sized|rebuild[,...]",
        help="only plans that keep all switches and move the fewest cables, those with core switches "
        "for the last step, or those designed again (all, side by side); one for each step: this plan "
        "next to them",
    )
    grow.add_argument(
        "--balance",
        choices=("equal", "balanced", "free"),
        default="balanced",
        help="cables of an edge switch to each core switch: the same number, or one more, or any (balanced)",
    )
    grow.add_argument(
        "--floor",
        type=kept_share,
        default=0.75,
        metavar="R",
        help="least share of bandwidth that every edge switch keeps while cables are moved (0.75)",
    )
    grow.add_argument(
        "--gate",
        type=passing_share,
        default=0.9,
        metavar="G",
        help="share of the links plugged in a stage that must pass before the next stage begins (0.9)",
    )
    grow.add_argument(
        "-o", "--output", type=Path, metavar="NEW.fatdesk", help="write the project after the last step"
    )
    grow.add_argument(
        "--order",
        type=Path,
        metavar="DIR",
        help="write the change order of each step of the chosen policy: DIR/step-N/change-order.csv, .xlsx "
        "and .pdf",
    )
    chart_option(grow)
    grow.add_argument("--fabric", default="", metavar="NAME", help="with --racks: the network (the first)")
    catalogs(grow)
    json_option(grow)


def _catalog(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    catalog = add("catalog", "list or check parts, import device types, apply a price list")
    catalog.add_argument("what", choices=("list", "check", "import", "prices"), help="what to do")
    catalog.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files, or folders with files")
    imported = catalog.add_argument_group("import: device-type and module-type files (YAML)")
    imported.add_argument(
        "--to", type=Path, metavar="DIR", help="write the parts into this folder (default: only a preview)"
    )
    imported.add_argument(
        "--accept", default="", metavar="N,...|all", help="suggestions of the preview to apply (none)"
    )
    imported.add_argument(
        "--adapter", default="", metavar="ID", help="adapter of servers whose files list no network port"
    )
    catalog.add_argument(
        "--source",
        default="",
        metavar="TEXT",
        help="source of imported parts or prices, recorded with each",
    )
    prices = catalog.add_argument_group("prices: a list (XLSX, ODS, CSV) compared with parts")
    prices.add_argument("--catalog", type=Path, metavar="DIR", help="compare with the parts of this folder")
    prices.add_argument(
        "--project", type=Path, metavar="P.fatdesk", help="compare with the parts of this project"
    )
    prices.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=HEAD",
        help="assign a field (part_number, price, currency, date, source, length_m or price_per) to a head "
        "or to =C (repeatable; other columns are detected)",
    )
    prices.add_argument(
        "--sheet", default="", metavar="NAME", help="sheet with the prices (default: detected)"
    )
    prices.add_argument(
        "--head", type=whole_from_1, metavar="ROW", help="row with the column titles (default: detected)"
    )
    prices.add_argument(
        "--decimal", choices=(".", ","), help="decimal sign of amounts that are text (default: detected)"
    )
    prices.add_argument(
        "--currency", default="USD", metavar="CODE", help="currency of rows without one (USD)"
    )
    prices.add_argument("--date", default="", metavar="DATE", help="date of rows without one")
    prices.add_argument("--take", default="", metavar="N,...|all", help="changes to write (none)")
    prices.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project to this file instead"
    )
    json_option(catalog)
