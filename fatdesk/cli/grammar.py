"""Commands and options; what a command needs is imported when it runs, so that help is quick."""

import argparse
from collections.abc import Callable
from importlib import import_module
from math import inf, isfinite
from pathlib import Path

from fatdesk import __version__
from fatdesk.cli.interrupts import held_back

MOST_COUNTS = 200
"""Numbers of faults that are measured at once; as many as a study may have."""
FALLIBLE = ("hosts", "switches", "transceivers", "cables")
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
    _catalog(add, json_option)
    return parser


def _catalog(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    catalog = add("catalog", "list or check parts, import device types, take prices of a list")
    catalog.add_argument("what", choices=("list", "check", "import", "prices"))
    catalog.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files or folders of them")
    imported = catalog.add_argument_group("import of device-type and module-type files (YAML)")
    imported.add_argument("--to", type=Path, metavar="DIR", help="write the parts there (only a preview)")
    imported.add_argument(
        "--accept", default="", metavar="N,...|all", help="suggestions of the preview that are taken (none)"
    )
    imported.add_argument(
        "--adapter", default="", metavar="ID", help="what servers hold whose files name no network port"
    )
    catalog.add_argument(
        "--source",
        default="",
        metavar="TEXT",
        help="where imported parts or prices come from, noted with each",
    )
    prices = catalog.add_argument_group("prices: a list (XLSX, ODS, CSV) compared with parts")
    prices.add_argument("--catalog", type=Path, metavar="DIR", help="the parts of this folder")
    prices.add_argument("--project", type=Path, metavar="P.fatdesk", help="or those of this project")
    prices.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=HEAD",
        help="what a column is: part_number, price, currency, date, source or length_m, by its head or as =C "
        "(repeatable; the rest is guessed)",
    )
    prices.add_argument("--sheet", default="", metavar="NAME", help="the sheet with the prices (guessed)")
    prices.add_argument("--head", type=_count, metavar="ROW", help="the row with the heads (guessed)")
    prices.add_argument(
        "--decimal", choices=(".", ","), help="the sign before fractions of amounts that are text (guessed)"
    )
    prices.add_argument("--currency", default="USD", metavar="CODE", help="where the list tells none (USD)")
    prices.add_argument("--date", default="", metavar="DATE", help="of the prices, where the list tells none")
    prices.add_argument("--take", default="", metavar="N,...|all", help="write these changes (none)")
    prices.add_argument(
        "-o", "--output", type=Path, metavar="P2.fatdesk", help="write the project there instead"
    )
    json_option(catalog)


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

    asbuilt = add("asbuilt", "compare what an installed fabric reports with the plan; the fewest moves")
    asbuilt.add_argument("project", type=Path, metavar="P.fatdesk")
    asbuilt.add_argument(
        "discovered", type=Path, metavar="DISCOVERED", help="of ibnetdiscover or lldpcli, a table, or DOT"
    )
    asbuilt.add_argument(
        "--names", type=Path, metavar="FILE", help='lines 0xGUID "name", which count instead'
    )
    asbuilt.add_argument("--punch", type=Path, metavar="FILE.csv|FILE.pdf", help="write the punch list")
    json_option(asbuilt)

    _returned(add, json_option)

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
        "--racks", default="", metavar="A01,B02-B05", help="racks that packets, runs and labels are for (all)"
    )
    export.add_argument("--bundles", default="", metavar="NAME,...", help="bundles the pack is for (all)")
    export.add_argument("--phases", default="", metavar="NAME,...", help="phases the pack is for (all)")
    export.add_argument("--labels", default="a4-65", metavar="STOCK", help="sheet or roll of labels (a4-65)")
    export.add_argument(
        "--label-start", type=_count, default=1, metavar="N", help="first label of the first sheet (1)"
    )
    export.add_argument(
        "--label-shift", type=_shift, default=(0.0, 0.0), metavar="X,Y", help="mm to the right and down (0,0)"
    )
    export.add_argument("--outlines", action="store_true", help="borders of labels, for a trial on paper")
    jobs = export.add_argument_group(
        "saved jobs", "of the project; each into its own folder beside the project, or under DIR"
    ).add_mutually_exclusive_group()
    jobs.add_argument("--jobs", action="store_true", help="list them")
    jobs.add_argument("--job", action="append", default=[], metavar="NAME", help="run one (may be repeated)")
    jobs.add_argument("--all-jobs", action="store_true", help="run all of them")
    json_option(export)


def _returned(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """The commands on what comes back from people."""
    readback = add("readback", "read wiring lists and bills that were edited: what changed, what contradicts")
    readback.add_argument("project", type=Path, metavar="P.fatdesk")
    readback.add_argument("files", type=Path, nargs="+", metavar="FILE", help="XLSX, ODS or CSV")
    readback.add_argument("--take", action="store_true", help="take all changes, as one step")
    readback.add_argument("-o", "--output", type=Path, metavar="P2.fatdesk", help="write there instead")
    json_option(readback)

    calibrate = add("calibrate", "fit slack and tolerance to the lengths that were measured")
    calibrate.add_argument("project", type=Path, metavar="P.fatdesk")
    calibrate.add_argument(
        "--share",
        type=_above_zero,
        default=0.95,
        metavar="X",
        help="part of the measured cables that the suggested rules cover (0.95)",
    )
    calibrate.add_argument("--take", action="store_true", help="set the suggested rules")
    calibrate.add_argument("-o", "--output", type=Path, metavar="P2.fatdesk", help="write there instead")
    json_option(calibrate)


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
    _simulate(add, json_option)
    _faults(add, json_option)


def _faults(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    faults = add("faults", "which faults a network tolerates, who stays connected, what is slower or lost")
    faults.add_argument("network", metavar="SPEC|P.fatdesk", help="such as ft-ruft-222:k=4,n=3")
    faults.add_argument("--fabric", default="", metavar="NAME", help="which network of the project")
    faults.add_argument(
        "--study",
        metavar="NAME",
        help="measure what a fault study of the project still lacks, and keep it beside the project",
    )
    faults.add_argument("--scheme", default="usual", metavar="NAME", help="how packets find their way")
    fails = faults.add_argument_group("what fails")
    fails.add_argument(
        "--links", choices=("network", "ends", "all"), help="between switches, of hosts, or all (network)"
    )
    fails.add_argument("--switches", action="store_true", help="switches with all their links instead")
    ways = fails.add_mutually_exclusive_group()
    ways.add_argument(
        "--one-way",
        dest="whole",
        action="store_const",
        const=False,
        help="each way of a link by itself (so unless told)",
    )
    ways.add_argument(
        "--whole", dest="whole", action="store_const", const=True, help="both ways at once, as a cable does"
    )
    fails.add_argument(
        "--count",
        type=_counts,
        metavar="A:B",
        help="so many at once, or one number, or some: A,B,... (1,2,5,10,20,50,100)",
    )
    tried = faults.add_argument_group("combinations")
    tried.add_argument(
        "--combinations",
        type=_steps,
        metavar="N",
        help="all where there are at most so many, else so many at random (1,000,000)",
    )
    tried.add_argument("--seed", type=_seed, default=1, metavar="K", help="begins what is random (1)")
    tried.add_argument("--workers", type=_count, metavar="N", help="threads (one a processor)")
    slower = faults.add_argument_group("throughput with faults, the mean over tolerated combinations")
    slower.add_argument("--degradation", action="store_true", help="measure that instead")
    slower.add_argument("--traffic", metavar="PATTERN|FILE", help="as of schedule (uniform)")
    slower.add_argument("--load", type=_above_zero, metavar="X", help="flits a cycle and host (all they can)")
    slower.add_argument("--samples", type=_count, metavar="N", help="combinations a number of faults (50)")
    slower.add_argument("--warmup", type=_seed, metavar="CYCLES", help="not counted (until it has settled)")
    slower.add_argument("--cycles", type=_steps, metavar="CYCLES", help="counted (20,000)")
    lost = faults.add_argument_group("a placed design")
    lost.add_argument(
        "--losses",
        action="store_true",
        help="what the loss of each rack, tray, bundle, cable, switch, card, board, feed or zone does",
    )
    lost.add_argument(
        "--lose",
        action="append",
        default=[],
        metavar="NAME",
        help="with --losses: these at once instead, by name or key (repeatable)",
    )
    lost.add_argument(
        "--together", type=_count, metavar="K", help="with --losses: the K at once that do most harm instead"
    )
    reliable = faults.add_argument_group("how often parts fail")
    reliable.add_argument(
        "--reliability", action="store_true", help="failures a year, spares, whether all stay connected"
    )
    reliable.add_argument("--years", type=_above_zero, metavar="Y", help="without repair (5)")
    reliable.add_argument("--mttr", type=_above_zero, metavar="HOURS", help="mean time to repair")
    reliable.add_argument("--delivery", type=_above_zero, metavar="DAYS", help="spares last so long (30)")
    reliable.add_argument(
        "--confidence", type=_above_zero, metavar="P", help="the probability that they do (0.95)"
    )
    reliable.add_argument(
        "--mtbf",
        type=_mtbf,
        action="append",
        default=[],
        metavar="KIND=HOURS",
        help="of parts that tell none: hosts, switches, transceivers or cables (repeatable)",
    )
    json_option(faults)


def _simulate(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    simulate = add("simulate", "move packets over a network: latency and accepted traffic over the load")
    simulate.add_argument("network", metavar="SPEC|P.fatdesk", help="such as ft-ruft-212:k=4,n=3")
    simulate.add_argument("--fabric", default="", metavar="NAME", help="which network of the project")
    simulate.add_argument(
        "--study",
        metavar="NAME",
        help="measure what a study of the project still lacks, and keep it beside the project",
    )
    simulate.add_argument("--scheme", default="usual", metavar="NAME", help="how packets are forwarded")
    simulate.add_argument(
        "--faults", type=_seed, default=0, metavar="F", help="random links between switches that are out (0)"
    )
    traffic = simulate.add_argument_group("traffic")
    traffic.add_argument(
        "--traffic",
        default="uniform",
        metavar="PATTERN|FILE",
        help="as of schedule (uniform); a file has lines: source destination weight",
    )
    traffic.add_argument(
        "--loads",
        type=_loads,
        default=_loads("0.02:1:0.07"),
        metavar="A:B:STEP",
        help="flits a cycle and host, or one load, or some: A,B,... (0.02:1:0.07)",
    )
    traffic.add_argument("--self", action="store_true", help="hosts may draw themselves as destination")
    traffic.add_argument(
        "--arrivals",
        choices=("bernoulli", "bursty"),
        default="bernoulli",
        help="how packets come (bernoulli)",
    )
    traffic.add_argument("--burst", type=_count, metavar="N", help="mean packets of a burst (8)")
    traffic.add_argument("--packet", type=_count, default=128, metavar="BYTES", help="size of packets (128)")
    switches = simulate.add_argument_group("switches")
    switches.add_argument(
        "--switching", choices=("vct", "wormhole"), default="vct", help="cut-through or wormhole (vct)"
    )
    switches.add_argument(
        "--credits",
        choices=("packet", "flit"),
        default="packet",
        help="room that a grant of vct needs (packet)",
    )
    switches.add_argument(
        "--route-at", choices=("arrival", "head"), default="arrival", help="when forwarding begins (arrival)"
    )
    switches.add_argument(
        "--binding",
        choices=("late", "early"),
        default="late",
        help="when one of several outputs is chosen (late)",
    )
    switches.add_argument("--flit", type=_count, default=1, metavar="BYTES", help="size of flits (1)")
    switches.add_argument("--buffer", type=_count, default=2, metavar="PACKETS", help="room of an input (2)")
    switches.add_argument(
        "--buffer-flits", type=_count, metavar="FLITS", help="the same in flits, of wormhole"
    )
    for stage, cycles in (("routing", 4), ("crossbar", 1), ("link", 1), ("fly", 1)):
        switches.add_argument(
            f"--{stage}", type=_seed, default=cycles, metavar="CYCLES", help=f"of this stage ({cycles})"
        )
    switches.add_argument(
        "--long-fly", type=_seed, metavar="CYCLES", help="of links from the last stage to hosts (stages + 1)"
    )
    runs = simulate.add_argument_group("runs")
    runs.add_argument("--seed", type=_seed, default=1, metavar="K", help="begins what is random (1)")
    runs.add_argument("--seeds", type=_count, default=1, metavar="N", help="independent runs a point (1)")
    runs.add_argument("--warmup", type=_seed, metavar="CYCLES", help="not counted (until it has settled)")
    runs.add_argument(
        "--cycles",
        type=_steps,
        metavar="CYCLES",
        help="counted at most (100,000; with what ends it, 10,000,000)",
    )
    runs.add_argument(
        "--precision", type=_above_zero, metavar="P", help="end when intervals are +-P of the mean, as 0.01"
    )
    runs.add_argument(
        "--packets-per-source",
        type=_count,
        metavar="N",
        help="end when each host has had N packets delivered",
    )
    runs.add_argument("--saturation", action="store_true", help="find the saturation load by bisection")
    runs.add_argument(
        "--workers", type=_count, metavar="N", help="processes of this computer (threads, one a processor)"
    )
    runs.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler whose workers make the runs")
    simulate.add_argument("--csv", type=Path, metavar="FILE", help="write the points as a table")
    json_option(simulate)


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


def _loads(text: str) -> tuple[float, ...]:
    """Loads as a range with its step, or one by one; rounded to what can be typed."""
    first, *rest = text.split(":")
    try:
        if rest:
            low, high, step = float(first), *map(float, rest)
            if not (step >= 0.001 and 0 < low <= high <= 64 and (high - low) / step < 1000):
                raise ValueError
            return tuple(round(low + n * step, 6) for n in range(int((high - low) / step + 1e-9) + 1))
        loads = sorted({round(float(word), 6) for word in first.split(",")})
        if not (loads[0] > 0 and loads[-1] <= 64 and len(loads) <= 1000):
            raise ValueError
    except (ValueError, OverflowError):
        what = f"{text!r} is not A:B:STEP, nor one load, nor A,B,...: above 0, at most 64, up to 1,000 loads"
        raise argparse.ArgumentTypeError(what) from None
    return tuple(loads)


def _counts(text: str) -> tuple[int, ...]:
    """Numbers of faults as a range, or one by one."""
    first, colon, last = text.partition(":")
    words = [first, last] if colon else first.split(",")
    if all(word.isdecimal() and len(word) <= 9 for word in words):
        numbers = sorted({int(word) for word in words})
        if colon and int(first) <= int(last):
            numbers = list(range(int(first), min(int(last), int(first) + MOST_COUNTS) + 1))
        if (not colon or int(first) <= int(last)) and len(numbers) <= MOST_COUNTS:
            return tuple(numbers)
    raise argparse.ArgumentTypeError(
        f"{text!r} is not A:B, nor one number, nor A,B,...: whole numbers, up to {MOST_COUNTS} of them"
    )


def _mtbf(text: str) -> tuple[str, float]:
    kind, _, hours = text.partition("=")
    if kind not in FALLIBLE:
        raise argparse.ArgumentTypeError(f"{text!r} is not KIND=HOURS with one of {', '.join(FALLIBLE)}")
    return kind, _above_zero(hours)


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


def _shift(text: str) -> tuple[float, float]:
    """Two lengths in mm."""
    x, comma, y = text.partition(",")
    try:
        found = (float(x), float(y) if comma else 0.0)
    except ValueError:
        found = (inf, inf)
    if not all(map(isfinite, found)):
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y in mm, such as 0.5,-1")
    return found


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing, see --list")
    return names
