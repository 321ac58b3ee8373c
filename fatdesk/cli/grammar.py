"""Commands and options; what a command needs is imported when it runs, so that help is quick."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from fatdesk import __version__
from fatdesk.cli.interrupts import held_back

EPILOG = (
    "fatdesk alone, or with one project (P.fatdesk), opens the desk. "
    "Exit status: 0 done; 1 no design exists, or errors stand unwaived; 2 bad input; 130 cancelled."
)


def _late(module: str) -> Callable[[argparse.Namespace], int]:
    def run(parsed: argparse.Namespace) -> int:
        with held_back():
            command = import_module(f"fatdesk.cli.{module}")
        status: int = command.run(parsed)
        return status

    return run


def grammar() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="fatdesk",
        description="Design, place, cable and price cluster networks.",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"fatdesk {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        command.set_defaults(run=_late(name))
        return command

    def json_option(command: argparse.ArgumentParser) -> None:
        command.add_argument("--json", action="store_true", help="print one JSON object")

    def catalogs(command: argparse.ArgumentParser) -> None:
        command.add_argument(
            "--catalog", type=Path, action="append", default=[], metavar="DIR", help="more parts (repeatable)"
        )

    design = add("design", "search designs, choose the best, place and cable it")
    design.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml")
    design.add_argument("-o", "--output", type=Path, metavar="P.fatdesk", help="write the project")
    catalogs(design)
    design.add_argument(
        "--top", type=_count, default=20, metavar="N", help="candidates and nearest misses to keep (20)"
    )
    json_option(design)

    curve = add("curve", "cost over the number of hosts, with the lower bound")
    curve.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml")
    curve.add_argument("--hosts", type=_range, required=True, metavar="A:B", help="numbers of hosts")
    catalogs(curve)
    json_option(curve)

    explore = add("explore", "trees and lattices for the hosts: cost, bisection, hops, and the front")
    explore.add_argument("requirements", type=Path, metavar="REQUIREMENTS.yaml")
    catalogs(explore)
    json_option(explore)

    _projects(add, json_option)
    network = add("network", "print the properties of a network, as kary-tree:k=4,n=3")
    network.add_argument("spec", nargs="?", metavar="SPEC", help="family:NAME=VALUE,...")
    network.add_argument("--list", action="store_true", help="list families, parameters and schemes")
    network.add_argument("--scheme", metavar="NAME", help="check this scheme too; usual: the first that fits")
    network.add_argument(
        "--between",
        type=_seed,
        nargs=2,
        metavar=("A", "B"),
        help="count the ways from host A to host B that share no link (hosts from 0)",
    )
    json_option(network)
    _networks(add, json_option)
    catalog = add("catalog", "list or check parts")
    catalog.add_argument("what", choices=("list", "check"))
    catalog.add_argument("files", type=Path, nargs="*", metavar="FILE", help="part files or folders")
    json_option(catalog)
    return parser


def _projects(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """The commands on a project."""
    show = add("show", "print the figures of a project")
    show.add_argument("project", type=Path, metavar="P.fatdesk")
    json_option(show)

    check = add("check", "check everything; waive a finding with a comment")
    check.add_argument("project", type=Path, metavar="P.fatdesk")
    check.add_argument("--waive", action="append", default=[], metavar="RULE@WHERE", help="accept a finding")
    check.add_argument("--comment", default="", metavar="TEXT", help="why it is accepted")
    json_option(check)

    improve = add("improve", "search for a placement with cheaper cables")
    improve.add_argument("project", type=Path, metavar="P.fatdesk")
    improve.add_argument("--seconds", type=_seconds, metavar="S", help="stop after so long (10)")
    improve.add_argument(
        "--steps", type=_steps, metavar="N", help="stop after so many steps: same seed, same result"
    )
    improve.add_argument("--seed", type=_seed, default=1, metavar="K", help="begins the random walk (1)")
    improve.add_argument("-o", "--output", type=Path, metavar="P2.fatdesk", help="write there instead")
    json_option(improve)

    edit = add("edit", "do one command of the document, or a list of them as one step")
    edit.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk")
    edit.add_argument("command", type=Path, nargs="?", metavar="COMMAND.json")
    edit.add_argument("-o", "--output", type=Path, metavar="P2.fatdesk", help="write there instead")
    edit.add_argument("--list", action="store_true", help="list the commands and their fields")

    export = add("export", "write bill, wiring list and drawings")
    export.add_argument("project", type=Path, nargs="?", metavar="P.fatdesk")
    export.add_argument("folder", type=Path, nargs="?", metavar="DIR")
    export.add_argument("--only", type=_names, metavar="NAME,...", help="only these files")
    export.add_argument("--list", action="store_true", help="list what can be exported")
    export.add_argument(
        "--paper",
        choices=("A4", "A3", "Letter"),
        default="A4",
        help="paper of the PDF files (A4); a drawing too large for it takes a larger sheet",
    )
    export.add_argument("--revision", default="", metavar="TEXT", help="revision on every sheet of them")
    export.add_argument("--date", default="", metavar="TEXT", help="date on every sheet of them (none)")
    export.add_argument(
        "--racks", default="", metavar="A01,B02-B05", help="racks that packets and runs are for (all)"
    )


def _networks(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """The commands on a network, given by a SPEC or in a project."""
    schedule = add("schedule", "load of channels, delivery cycles, decomposition of a placed network")
    schedule.add_argument("network", metavar="SPEC|P.fatdesk", help="such as kary-tree:k=4,n=3")
    schedule.add_argument(
        "--traffic",
        required=True,
        metavar="PATTERN|FILE",
        help="uniform, hotspot, complement, shuffle, bit-reversal, transpose, tornado, all-to-all, "
        "or a file of lines: source destination weight",
    )
    schedule.add_argument("--fabric", default="", metavar="NAME", help="which network of the project")
    schedule.add_argument("--messages", type=_count, default=1, metavar="N", help="messages a host (1)")
    schedule.add_argument("--seed", type=_seed, default=1, metavar="K", help="begins what is random (1)")
    schedule.add_argument(
        "--scheme", default="usual", metavar="NAME", help="forwarding where there is no tree"
    )
    schedule.add_argument(
        "--links-per-m2", type=_above_zero, metavar="X", help="links that pass a square metre (as many as do)"
    )
    schedule.add_argument("--csv", type=Path, metavar="FILE", help="write the schedule as a table")
    json_option(schedule)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1e12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def _steps(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10**12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def _range(text: str) -> tuple[int, int]:
    low, colon, high = text.partition(":")
    if not (colon and low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not A:B with 1 <= A <= B")
    return int(low), int(high)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing, see --list")
    return names
