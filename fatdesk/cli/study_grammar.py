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
    """Add the commands on a network, given by a SPEC or in a project."""
    schedule = add(
        "schedule",
        "print channel loads and delivery cycles of traffic, and the decomposition of a placed network",
    )
    schedule.add_argument(
        "network", metavar="SPEC|P.fatdesk", help="topology such as kary-tree:k=4,n=3, or a project"
    )
    schedule.add_argument(
        "--traffic",
        required=True,
        metavar="PATTERN|FILE",
        help="uniform, hotspot, complement, shuffle, bit-reversal, transpose, tornado, all-to-all, "
        "or a file of lines: source destination weight",
    )
    schedule.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    schedule.add_argument(
        "--messages", type=whole_from_1, default=1, metavar="N", help="messages per host (1)"
    )
    schedule.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    schedule.add_argument(
        "--scheme", default="usual", metavar="NAME", help="routing algorithm, for networks that are no trees"
    )
    schedule.add_argument(
        "--links-per-m2",
        type=above_zero,
        metavar="X",
        help="for a placed network: links per square metre (default: the most that it needs)",
    )
    schedule.add_argument("--csv", type=Path, metavar="FILE", help="write the schedule to this file")
    json_option(schedule)
    _simulate(add, json_option)
    _faults(add, json_option)


def _faults(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    faults = add(
        "faults", "find which failures a network tolerates, what they cut off, and how they reduce throughput"
    )
    faults.add_argument(
        "network", metavar="SPEC|P.fatdesk", help="topology such as ft-ruft-222:k=4,n=3, or a project"
    )
    faults.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    faults.add_argument(
        "--study",
        metavar="NAME",
        help="measure the points of a fault study of the project that have no result, and save them",
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
        help="both directions at once, like a cable",
    )
    fails.add_argument(
        "--count",
        type=fault_counts,
        metavar="A:B",
        help="numbers of simultaneous failures: a range, one number, or a list A,B,... (1,2,5,10,20,50,100)",
    )
    tried = faults.add_argument_group("combinations")
    tried.add_argument(
        "--combinations",
        type=many_from_1,
        metavar="N",
        help="try all combinations up to this number, else draw this number at random (1,000,000)",
    )
    tried.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    tried.add_argument("--workers", type=workers, metavar="N", help="number of threads (one per processor)")
    slower = faults.add_argument_group("throughput with faults, the mean over tolerated combinations")
    slower.add_argument("--degradation", action="store_true", help="measure throughput instead")
    slower.add_argument(
        "--traffic", metavar="PATTERN|FILE", help="pattern or file, as for schedule (uniform)"
    )
    slower.add_argument(
        "--load",
        type=above_zero,
        metavar="X",
        help="flits per cycle and host (default: the most that hosts can inject)",
    )
    slower.add_argument(
        "--samples", type=whole_from_1, metavar="N", help="combinations for each number of faults (50)"
    )
    slower.add_argument(
        "--warmup",
        type=whole_from_0,
        metavar="CYCLES",
        help="cycles before counting begins (default: until the network has settled)",
    )
    slower.add_argument(
        "--cycles", type=many_from_1, metavar="CYCLES", help="cycles that are counted (20,000)"
    )
    lost = faults.add_argument_group("a placed design")
    lost.add_argument(
        "--losses",
        action="store_true",
        help="list the impact of losing each rack, tray, bundle, cable, switch, card, board, feed or zone",
    )
    lost.add_argument(
        "--lose",
        action="append",
        default=[],
        metavar="NAME",
        help="with --losses: lose this element, by name or key (repeatable: all at once)",
    )
    lost.add_argument(
        "--together",
        type=whole_from_1,
        metavar="K",
        help="with --losses: find the K elements whose common loss does most harm",
    )
    reliable = faults.add_argument_group("how often parts fail")
    reliable.add_argument(
        "--reliability",
        action="store_true",
        help="print failures per year, spares, and the probability that all hosts stay connected",
    )
    reliable.add_argument("--years", type=above_zero, metavar="Y", help="years without repair (5)")
    reliable.add_argument("--mttr", type=above_zero, metavar="HOURS", help="mean time to repair, in hours")
    reliable.add_argument(
        "--delivery", type=above_zero, metavar="DAYS", help="days that spares must last (30)"
    )
    reliable.add_argument(
        "--confidence", type=above_zero, metavar="P", help="probability that spares last (0.95)"
    )
    reliable.add_argument(
        "--mtbf",
        type=mtbf_of_kind,
        action="append",
        default=[],
        metavar="KIND=HOURS",
        help="assumed MTBF of parts without one: hosts, switches, transceivers or cables (repeatable)",
    )
    json_option(faults)


def _simulate(
    add: Callable[[str, str], argparse.ArgumentParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    simulate = add("simulate", "simulate packets: latency and accepted traffic against the load")
    simulate.add_argument(
        "network", metavar="SPEC|P.fatdesk", help="topology such as ft-ruft-212:k=4,n=3, or a project"
    )
    simulate.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    simulate.add_argument(
        "--study",
        metavar="NAME",
        help="measure the points of a study of the project that have no result, and save them",
    )
    simulate.add_argument("--scheme", default="usual", metavar="NAME", help="routing algorithm")
    simulate.add_argument(
        "--faults",
        type=whole_from_0,
        default=0,
        metavar="F",
        help="number of random failed links between switches (0)",
    )
    traffic = simulate.add_argument_group("traffic")
    traffic.add_argument(
        "--traffic",
        default="uniform",
        metavar="PATTERN|FILE",
        help="pattern or file, as for schedule (uniform)",
    )
    traffic.add_argument(
        "--loads",
        type=load_range,
        default=load_range("0.02:1:0.07"),
        metavar="A:B:STEP",
        help="offered loads in flits per cycle and host: a range, one load, or a list A,B,... (0.02:1:0.07)",
    )
    traffic.add_argument("--self", action="store_true", help="allow hosts to send to themselves")
    traffic.add_argument(
        "--arrivals",
        choices=("bernoulli", "bursty"),
        default="bernoulli",
        help="arrival process of packets (bernoulli)",
    )
    traffic.add_argument(
        "--burst", type=whole_from_1, metavar="N", help="mean number of packets in a burst (8)"
    )
    traffic.add_argument(
        "--packet", type=whole_from_1, default=128, metavar="BYTES", help="size of packets (128)"
    )
    switches = simulate.add_argument_group("switches")
    switches.add_argument(
        "--switching",
        choices=("vct", "wormhole"),
        default="vct",
        help="virtual cut-through or wormhole (vct)",
    )
    switches.add_argument(
        "--credits",
        choices=("packet", "flit"),
        default="packet",
        help="room that vct needs before a packet moves: of a packet or of a flit (packet)",
    )
    switches.add_argument(
        "--route-at",
        choices=("arrival", "head"),
        default="arrival",
        help="when a packet is routed: on arrival or at the head of its buffer (arrival)",
    )
    switches.add_argument(
        "--binding",
        choices=("late", "early"),
        default="late",
        help="when one of several outputs is chosen (late)",
    )
    switches.add_argument("--flit", type=whole_from_1, default=1, metavar="BYTES", help="size of flits (1)")
    switches.add_argument(
        "--buffer",
        type=whole_from_1,
        default=2,
        metavar="PACKETS",
        help="size of input buffers in packets (2)",
    )
    switches.add_argument(
        "--buffer-flits",
        type=whole_from_1,
        metavar="FLITS",
        help="size of input buffers in flits, for wormhole",
    )
    stages = (
        ("routing", 4, "to route a packet"),
        ("crossbar", 1, "through the crossbar"),
        ("link", 1, "to send a flit on the link"),
        ("fly", 1, "of a flit on the wire"),
    )
    for stage, cycles, what in stages:
        switches.add_argument(
            f"--{stage}",
            type=whole_from_0,
            default=cycles,
            metavar="CYCLES",
            help=f"cycles {what} ({cycles})",
        )
    switches.add_argument(
        "--long-fly",
        type=whole_from_0,
        metavar="CYCLES",
        help="for one-way networks: --fly of links from the last stage to hosts (stages + 1)",
    )
    runs = simulate.add_argument_group("runs")
    runs.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    runs.add_argument(
        "--seeds", type=whole_from_1, default=1, metavar="N", help="independent runs per point (1)"
    )
    runs.add_argument(
        "--warmup",
        type=whole_from_0,
        metavar="CYCLES",
        help="cycles before counting begins (default: until the network has settled)",
    )
    runs.add_argument(
        "--cycles",
        type=many_from_1,
        metavar="CYCLES",
        help="cycles that are counted at most (100,000; with --precision or --packets-per-source 10,000,000)",
    )
    runs.add_argument(
        "--precision",
        type=above_zero,
        metavar="P",
        help="end when intervals are within +-P of the mean, such as 0.01",
    )
    runs.add_argument(
        "--packets-per-source",
        type=whole_from_1,
        metavar="N",
        help="end when N packets of each host have been delivered",
    )
    runs.add_argument("--saturation", action="store_true", help="find the saturation load by bisection")
    runs.add_argument(
        "--workers",
        type=workers,
        metavar="N",
        help="number of processes (default: threads, one per processor)",
    )
    runs.add_argument(
        "--cluster", metavar="ADDRESS", help="address of a Dask scheduler whose workers do the runs"
    )
    simulate.add_argument("--csv", type=Path, metavar="FILE", help="write the points to this file")
    json_option(simulate)
