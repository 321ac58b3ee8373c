"""The commands that measure a network: schedule, universal, simulate, faults; their options."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from fatdesk.cli.kit.options import (
    SWITCH_OPTIONS,
    CommandParser,
    above_zero,
    host_range,
    load_range,
    mtbf_of_kind,
    reader_of,
    schema_option,
    stage_option,
    whole_from_0,
    whole_from_1,
    whole_numbers,
    workers,
)
from fatdesk.cli.kit.output import chart_option


def network_commands(
    add: Callable[[str, str], CommandParser],
    json_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the commands on a network, given by a SPEC or in a project."""
    schedule = add(
        "schedule",
        "print channel loads and delivery cycles of traffic, and the decomposition of a placed network",
    )
    schedule.add_argument(
        "network",
        nargs="?",
        metavar="SPEC|P.fatdesk",
        help="topology such as kary-tree:k=4,n=3, or a project; may be left out with --study",
    )
    schedule.add_argument(
        "--traffic",
        metavar="PATTERN|FILE",
        help="pattern such as uniform or tornado (fatdesk network --list shows all), "
        "or a file of lines: source destination weight; required without --study",
    )
    schedule.add_argument(
        "--study",
        metavar="NAME",
        help="measure the networks of a schedule study of the project that have no result, and save them; "
        "without a project: measure a ready-made study",
    )
    schedule.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    stage_option(schedule)
    schedule.add_argument(
        "--messages", type=whole_from_1, default=1, metavar="N", help="messages per host (1)"
    )
    schedule.add_argument(
        "--message-bytes",
        type=whole_from_1,
        default=4096,
        metavar="B",
        help="size of messages, for times where all links of a project have one rate (4096)",
    )
    schedule.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    schedule.add_argument(
        "--scheme", default="usual", metavar="NAME", help="routing algorithm, for networks that are not trees"
    )
    schedule.add_argument(
        "--links-per-m2",
        type=above_zero,
        metavar="X",
        help="for a placed network: links per square metre (default: the most that it needs)",
    )
    schedule.add_argument("--csv", type=Path, metavar="FILE", help="write the schedule to this file")
    json_option(schedule)
    universal = add("universal", "run messages of any networks on the universal fat-trees of their volume")
    universal.add_argument(
        "networks",
        nargs="*",
        metavar="SPEC|P.fatdesk",
        help="topologies such as hyperx:S=4-4,K=1-1,T=4, or projects; left out with --sizes",
    )
    universal.add_argument(
        "--sizes",
        type=host_range,
        metavar="A:B",
        help="volume and components of universal fat-trees over the formulas of Theorem 4, for the powers of "
        "eight from A to B hosts, instead of messages on networks",
    )
    universal.add_argument(
        "--traffic",
        default="uniform",
        metavar="PATTERN|FILE",
        help="pattern or file, as for schedule (uniform)",
    )
    universal.add_argument(
        "--messages", type=whole_from_1, default=1, metavar="N", help="messages per host (1)"
    )
    universal.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    universal.add_argument(
        "--scheme",
        metavar="NAME",
        help="routing algorithm of the networks (minimal, where that does not fit the usual one)",
    )
    universal.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    universal.add_argument(
        "--volume",
        type=above_zero,
        metavar="V",
        help="in cubes whose side one link passes (default: what the links of each network need)",
    )
    universal.add_argument(
        "--data-bits", type=whole_from_1, default=1, metavar="D", help="data bits of a message (1)"
    )
    chart_option(universal)
    json_option(universal)
    for name, text, fill in COMMANDS:
        command = add(name, text)
        command.later(partial(fill, command, json_option))


def _faults(faults: CommandParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    from fatdesk.networks.fault_tolerance.sampled import throughput
    from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
    from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
    from fatdesk.networks.simulation.study import Duration

    faults.add_argument(
        "network",
        nargs="?",
        metavar="SPEC|P.fatdesk",
        help="topology such as ft-ruft-222:k=4,n=3, or a project; may be left out with --study",
    )
    faults.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    stage_option(faults)
    faults.add_argument(
        "--study",
        metavar="NAME",
        help="measure the points of a fault study of the project that have no result, and save them; "
        "without a project: measure a ready-made study of the papers",
    )
    faults.add_argument("--scheme", default="usual", metavar="NAME", help="routing algorithm")
    fails = faults.add_argument_group("what fails")
    schema_option(fails, "--links", FaultParameters, "among", but="switches", default=None)
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
        type=whole_numbers,
        metavar="A:B",
        help="numbers of simultaneous failures: a range, one number, or a list A,B,... (1,2,5,10,20,50,100)",
    )
    tried = faults.add_argument_group("combinations")
    schema_option(tried, "--combinations", FaultStudy, "combinations", metavar="N", default=None)
    tried.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    tried.add_argument("--workers", type=workers, metavar="N", help="number of threads (one per processor)")
    slower = faults.add_argument_group("throughput with faults, the mean over tolerated combinations")
    slower.add_argument(f"--{throughput.MEASURE.name}", action="store_true", help=throughput.MEASURE.help)
    slower.add_argument(
        "--traffic", metavar="PATTERN|FILE", help="pattern or file, as for schedule (uniform)"
    )
    slower.add_argument(
        "--load",
        type=above_zero,
        metavar="X",
        help="flits per cycle and host (default: the most that hosts can inject)",
    )
    schema_option(slower, "--samples", DegradationParameters, "samples", metavar="N", default=None)
    schema_option(slower, "--measured", DegradationParameters, "measured", default=None)
    schema_option(slower, "--drawn", DegradationParameters, "drawn", default=None)
    schema_option(slower, "--injection", DegradationParameters, "injection", default=None)
    schema_option(slower, "--counted", DegradationParameters, "counted", default=None)
    slower.add_argument(
        "--redraw", action="store_true", help="draw the host of hotspot for each combination (default: once)"
    )
    schema_option(slower, "--credits", DegradationParameters, "switching", "credits", default=None)
    schema_option(slower, "--binding", DegradationParameters, "switching", "binding", default=None)
    schema_option(
        slower, "--packet", DegradationParameters, "switching", "packet_bytes", metavar="BYTES", default=None
    )
    slower.add_argument(
        "--warmup",
        type=reader_of(Duration, "warmup"),
        metavar="CYCLES",
        help="cycles before counting begins (default: until the network has settled)",
    )
    slower.add_argument(
        "--cycles",
        type=reader_of(Duration, "cycles"),
        metavar="CYCLES",
        help="cycles that are counted (20,000)",
    )
    _sampled_measures(faults)
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
        help="with --losses: find the K elements whose joint loss does the most harm",
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
    chart_option(faults)
    json_option(faults)


def _sampled_measures(faults: CommandParser) -> None:
    """Add an option for each sampled measure, and one for each of its parameters; throughput has its own."""
    from fatdesk.core.schema import fields_of
    from fatdesk.networks.fault_tolerance.sampled import SAMPLED, throughput

    for measure in SAMPLED:
        if measure is not throughput.MEASURE:
            own = faults.add_argument_group(f"{measure.title.lower()} with faults")
            own.add_argument(f"--{measure.name}", action="store_true", help=measure.help)
            for key, field in fields_of(measure.parameters).items():
                metavar = "N" if field.kind in ("whole", "number") else None
                schema_option(
                    own, f"--{measure.name}-{key}", measure.parameters, key, metavar=metavar, default=None
                )


def _simulate(simulate: CommandParser, json_option: Callable[[argparse.ArgumentParser], None]) -> None:
    from fatdesk.networks.simulation.study import Duration, SimulationStudy, Switching, TrafficParameters

    simulate.add_argument(
        "network",
        nargs="?",
        metavar="SPEC|P.fatdesk",
        help="topology such as ft-ruft-212:k=4,n=3, or a project; may be left out with --study",
    )
    simulate.add_argument("--fabric", default="", metavar="NAME", help="fabric of the project")
    stage_option(simulate)
    simulate.add_argument(
        "--study",
        metavar="NAME",
        help="measure the points of a study of the project that have no result, and save them; "
        "without a project: measure a ready-made study of the papers",
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
    schema_option(traffic, "--arrivals", TrafficParameters, "arrivals", "kind")
    schema_option(
        traffic, "--burst", TrafficParameters, "arrivals", "burst_packets", metavar="N", default=None
    )
    switches = simulate.add_argument_group("switches")
    for flag, key, metavar in SWITCH_OPTIONS:
        group = traffic if key == "packet_bytes" else switches
        schema_option(group, flag, Switching, key, metavar=metavar)
    runs = simulate.add_argument_group("runs")
    runs.add_argument("--seed", type=whole_from_0, default=1, metavar="K", help="random seed (1)")
    schema_option(runs, "--seeds", SimulationStudy, "seeds", metavar="N")
    runs.add_argument(
        "--warmup",
        type=reader_of(Duration, "warmup"),
        metavar="CYCLES",
        help="cycles before counting begins (default: until the network has settled)",
    )
    runs.add_argument(
        "--cycles",
        type=reader_of(Duration, "cycles"),
        metavar="CYCLES",
        help="cycles that are counted at most (100,000; with --precision or --packets-per-source 10,000,000)",
    )
    schema_option(runs, "--precision", Duration, "precision", metavar="P")
    schema_option(runs, "--packets-per-source", Duration, "packets_per_source", metavar="N")
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
    chart_option(simulate)
    json_option(simulate)


COMMANDS: tuple[tuple[str, str, Callable[..., None]], ...] = (
    ("simulate", "simulate packets: latency and accepted traffic against the load", _simulate),
    (
        "faults",
        "find which failures a network tolerates, what they cut off, and how they reduce throughput",
        _faults,
    ),
)
"""Commands whose options are those of records, which load when the command is chosen."""
