"""The commands that measure a network: schedule, simulate, faults; their options."""

import argparse
from collections.abc import Callable
from pathlib import Path

from fatdesk.cli.option_types import (
    above_zero,
    fault_counts,
    load_range,
    many_from_1,
    mtbf_of_kind,
    whole_from_0,
    whole_from_1,
    workers,
)


def network_commands(
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
    schedule.add_argument("--messages", type=whole_from_1, default=1, metavar="N", help="messages a host (1)")
    schedule.add_argument(
        "--seed", type=whole_from_0, default=1, metavar="K", help="begins what is random (1)"
    )
    schedule.add_argument(
        "--scheme", default="usual", metavar="NAME", help="routing algorithm where there is no tree"
    )
    schedule.add_argument(
        "--links-per-m2",
        type=above_zero,
        metavar="X",
        help="of a placed network: links that pass a square metre (as many as do)",
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
        help="measure what a fault study of the project still lacks, and keep it next to the project",
    )
    faults.add_argument("--scheme", default="usual", metavar="NAME", help="routing algorithm")
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
        help="each direction of a link by itself (default)",
    )
    ways.add_argument(
        "--whole",
        dest="whole",
        action="store_const",
        const=True,
        help="both directions at once, as a cable does",
    )
    fails.add_argument(
        "--count",
        type=fault_counts,
        metavar="A:B",
        help="numbers of failures at once: one, a range, or a list: A,B,... (1,2,5,10,20,50,100)",
    )
    tried = faults.add_argument_group("combinations")
    tried.add_argument(
        "--combinations",
        type=many_from_1,
        metavar="N",
        help="all combinations up to this number, else this number at random (1,000,000)",
    )
    tried.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="begins what is random (1)")
    tried.add_argument("--workers", type=workers, metavar="N", help="threads (one a processor)")
    slower = faults.add_argument_group("throughput with faults, the mean over tolerated combinations")
    slower.add_argument("--degradation", action="store_true", help="measure that instead")
    slower.add_argument("--traffic", metavar="PATTERN|FILE", help="as of schedule (uniform)")
    slower.add_argument("--load", type=above_zero, metavar="X", help="flits a cycle and host (all they can)")
    slower.add_argument(
        "--samples", type=whole_from_1, metavar="N", help="combinations a number of faults (50)"
    )
    slower.add_argument(
        "--warmup", type=whole_from_0, metavar="CYCLES", help="not counted (until it has settled)"
    )
    slower.add_argument("--cycles", type=many_from_1, metavar="CYCLES", help="counted (20,000)")
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
        "--together",
        type=whole_from_1,
        metavar="K",
        help="with --losses: the K at once that do most harm instead",
    )
    reliable = faults.add_argument_group("how often parts fail")
    reliable.add_argument(
        "--reliability", action="store_true", help="failures a year, spares, whether all stay connected"
    )
    reliable.add_argument("--years", type=above_zero, metavar="Y", help="without repair (5)")
    reliable.add_argument("--mttr", type=above_zero, metavar="HOURS", help="mean time to repair")
    reliable.add_argument("--delivery", type=above_zero, metavar="DAYS", help="spares last so long (30)")
    reliable.add_argument(
        "--confidence", type=above_zero, metavar="P", help="the probability that they do (0.95)"
    )
    reliable.add_argument(
        "--mtbf",
        type=mtbf_of_kind,
        action="append",
        default=[],
        metavar="KIND=HOURS",
        help="of parts that have none: hosts, switches, transceivers or cables (repeatable)",
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
        help="measure what a study of the project still lacks, and keep it next to the project",
    )
    simulate.add_argument("--scheme", default="usual", metavar="NAME", help="how packets are forwarded")
    simulate.add_argument(
        "--faults",
        type=whole_from_0,
        default=0,
        metavar="F",
        help="random links between switches that are out (0)",
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
        type=load_range,
        default=load_range("0.02:1:0.07"),
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
    traffic.add_argument("--burst", type=whole_from_1, metavar="N", help="mean packets of a burst (8)")
    traffic.add_argument(
        "--packet", type=whole_from_1, default=128, metavar="BYTES", help="size of packets (128)"
    )
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
        "--route-at",
        choices=("arrival", "head"),
        default="arrival",
        help="when a packet is forwarded (arrival)",
    )
    switches.add_argument(
        "--binding",
        choices=("late", "early"),
        default="late",
        help="when one of several outputs is chosen (late)",
    )
    switches.add_argument("--flit", type=whole_from_1, default=1, metavar="BYTES", help="size of flits (1)")
    switches.add_argument(
        "--buffer", type=whole_from_1, default=2, metavar="PACKETS", help="room of an input (2)"
    )
    switches.add_argument(
        "--buffer-flits", type=whole_from_1, metavar="FLITS", help="the same in flits, of wormhole"
    )
    for stage, cycles in (("routing", 4), ("crossbar", 1), ("link", 1), ("fly", 1)):
        switches.add_argument(
            f"--{stage}",
            type=whole_from_0,
            default=cycles,
            metavar="CYCLES",
            help=f"of this stage ({cycles})",
        )
    switches.add_argument(
        "--long-fly",
        type=whole_from_0,
        metavar="CYCLES",
        help="of one-way networks: links from the last stage to hosts (stages + 1)",
    )
    runs = simulate.add_argument_group("runs")
    runs.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="begins what is random (1)")
    runs.add_argument(
        "--seeds", type=whole_from_1, default=1, metavar="N", help="independent runs a point (1)"
    )
    runs.add_argument(
        "--warmup", type=whole_from_0, metavar="CYCLES", help="not counted (until it has settled)"
    )
    runs.add_argument(
        "--cycles",
        type=many_from_1,
        metavar="CYCLES",
        help="counted at most (100,000; with what ends it, 10,000,000)",
    )
    runs.add_argument(
        "--precision", type=above_zero, metavar="P", help="end when intervals are +-P of the mean, as 0.01"
    )
    runs.add_argument(
        "--packets-per-source",
        type=whole_from_1,
        metavar="N",
        help="end when each host has had N packets delivered",
    )
    runs.add_argument("--saturation", action="store_true", help="find the saturation load by bisection")
    runs.add_argument(
        "--workers",
        type=workers,
        metavar="N",
        help="processes of this computer (threads, one a processor)",
    )
    runs.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler whose workers make the runs")
    simulate.add_argument("--csv", type=Path, metavar="FILE", help="write the points as a table")
    json_option(simulate)
