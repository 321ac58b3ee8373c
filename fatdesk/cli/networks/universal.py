"""``fatdesk universal``: the messages of any networks on the universal fat-trees of their volume."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatdesk.cli.kit.arguments import is_project, is_there
from fatdesk.cli.kit.options import given_options
from fatdesk.cli.kit.output import DONE, ShownProgress, check_chart, print_json, save_chart, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.engine.listing.cells import Column, rows_of
from fatdesk.engine.listing.schedule_columns import SIZES
from fatdesk.networks.schedules.universal_trees.hardware_growth import HardwareSize, hardware_sizes
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS
from fatdesk.networks.traffic.traffic import Traffic, read_traffic
from fatdesk.networks.verdict import counted_text
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.placed_network import placed
from fatdesk.project.studies.universality import Experiment, Outcome, outcome, room_of

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page


OF_MESSAGES = frozenset({"traffic", "messages", "seed", "scheme", "fabric", "volume", "data_bits"})
"""Options that have no effect with ``--sizes``."""


def run(parsed: argparse.Namespace) -> int:
    """Print the experiment of each network, as a list for one and as a table for several."""
    check_chart(parsed)
    if parsed.sizes is not None:
        return _print_sizes(parsed)
    if not parsed.networks:
        raise FatdeskError("name a SPEC or a project, or a range of sizes with --sizes")
    if parsed.fabric and not any(is_project(name) for name in parsed.networks):
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    progress = ShownProgress()
    try:
        found = [_measured(parsed, name, progress) for name in parsed.networks]
    finally:
        progress.done()
    save_chart(parsed, lambda: _page(found))
    figures = [one.figures for one in found]
    if parsed.json:
        print_json({"networks": figures})
    else:
        say(in_words(figures[0]) if len(figures) == 1 else in_table(figures))
    return DONE


def _print_sizes(parsed: argparse.Namespace) -> int:
    """Print volume and components of universal fat-trees over the number of hosts."""
    for option in sorted(given_options(parsed) & OF_MESSAGES):
        raise FatdeskError(f"--{option.replace('_', '-')}: is for messages, leave it out with --sizes")
    if parsed.networks:
        raise FatdeskError(f"--sizes: is for universal fat-trees alone, leave out {parsed.networks[0]}")
    low, high = parsed.sizes
    progress = ShownProgress()
    try:
        found = hardware_sizes(low, high, progress)
    finally:
        progress.done()
    save_chart(parsed, lambda: _sizes_page(found))
    if parsed.json:
        print_json({"sizes": [dict(zip(_NAMES, row, strict=True)) for row in rows_of(SIZES, found)]})
    else:
        numbers = frozenset(i for i, column in enumerate(SIZES) if column.kind != "text")
        heads = [column.short or column.title for column in SIZES]
        rows = [[_cell(column, one) for column in SIZES] for one in found]
        say(table([[head.lower() for head in heads], *rows], numbers))
        say("ratio: as built over the formula; limit: what the nodes of ever larger trees approach")
    return DONE


_NAMES = [column.name for column in SIZES]


def _cell(column: Column[HardwareSize], one: HardwareSize) -> str:
    value = column.of(one)
    if value is None:
        return "-"
    return f"{value:,.{column.digits or 0}f}" if column.kind != "text" else str(value)


def _sizes_page(found: list[HardwareSize]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import chart_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.universality_chart import sizes_chart

    return chart_page(sizes_chart(found))


def _page(found: list[Outcome]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import chart_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.universality_chart import universality_chart

    families: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        families.setdefault(one.family, []).append(one.figures)
    return chart_page(universality_chart(families))


def _measured(parsed: argparse.Namespace, name: str, progress: Progress) -> Outcome:
    experiment = Experiment(
        parsed.traffic, parsed.messages, parsed.seed, parsed.data_bits, parsed.volume, parsed.scheme
    )
    if not is_project(name):
        net = network_of(name)
        traffic = _flows(parsed, tuple(map(str, range(net.hosts))))
        return outcome(name, net, experiment, traffic=traffic, progress=progress)
    where = placed(Derived(load_project(Path(name)).project), parsed.fabric)
    return outcome(
        name,
        where.network,
        experiment,
        family=Path(name).stem,
        room=room_of(where, progress),
        traffic=_flows(parsed, where.names[: where.network.hosts]),
        progress=progress,
    )


def _flows(parsed: argparse.Namespace, hosts: tuple[str, ...]) -> Traffic | None:
    """The flows of a file; None for a pattern."""
    path = Path(parsed.traffic)
    if any(parsed.traffic == some.NAME for some in PATTERNS) or not is_there(path):
        return None
    if parsed.messages != 1:
        raise FatdeskError("--messages: the traffic file has the number of messages, leave it out")
    return read_traffic(path, hosts, whole=True)


def in_words(one: dict[str, Any]) -> str:
    """The figures of one network for people."""
    how = {"given": "as given", "room": "of the room, by its links", "links": "that its links need"}
    within = "" if one["well_defined"] else ", outside n lg n to n^(3/2)"
    narrow, fixed = one["corollary_9"], one["fixed_connections"]
    lost = counted_text(one["lost_in_concentrators"], "message")
    on_line = counted_text(one["online_cycles"], "cycle")
    rows = [
        ("hosts", f"{one['hosts']:,}"),
        ("volume", f"{one['volume']:,.1f}, {how[one['volume_from']]}{within}"),
        ("fat-tree", f"root capacity {one['root_capacity']:,}, {len(one['capacities']) - 1} levels"),
        ("messages", f"{one['messages']:,} of {counted_text(one['data_bits'], 'data bit')}"),
        ("time", f"{one['time']:,} on the network (at least {one['time_at_least']:,.2f})"),
        ("load factor", f"{one['load_factor']:,.3f} on the fat-tree"),
        ("cycles", f"{_cycles(one)}"),
        ("lost", f"{lost} where concentrators are counted as ideal"),
        ("on line", f"{on_line} (lambda + lg n lg lg n: {one['online_bound']:,.1f})"),
        ("bit times", f"{one['bit_times']:,}: {one['cycle_bit_times']:,} per cycle"),
        ("slow-down", _slow_down(one)),
        ("Corollary 9", f"factor {narrow['factor']:.2f} (at most {narrow['bound']:.2f})"),
        ("connections", "too many at a processor" if fixed is None else _step(fixed)),
    ]
    return "\n".join(f"{title:<11} {text}" for title, text in rows)


def _step(fixed: dict[str, Any]) -> str:
    step = f"one step of {fixed['processors']:,} processors of degree {fixed['degree']:,}"
    cycles = f"load factor {fixed['load_factor']:.2f}, {counted_text(fixed['cycles'], 'cycle')}"
    return f"{step}: {cycles}, {fixed['bit_times']:,} bit times, {fixed['bit_times_per_lg_n']:,.1f} lg n"


def _cycles(one: dict[str, Any]) -> str:
    partial = f"{one['cycles_with_partial_concentrators']:,} with partial concentrators"
    return f"{one['cycles']:,}, {partial} (at most {one['cycles_bound']:,})"


def _slow_down(one: dict[str, Any]) -> str:
    if one["slow_down"] is None:
        return "none: no message leaves its host"
    bounds = f"lg(n/v^(2/3)) lg2 n: {one['order']:,.1f}, lg3 n: {one['promise']:,.1f}"
    return f"{one['slow_down']:,.1f} ({bounds}; with all constants at most {one['bound']:,.1f})"


def in_table(figures: list[dict[str, Any]]) -> str:
    """The figures of several networks for people, one a line."""
    head = [
        "network", "hosts", "volume", "root", "time", "load factor", "cycles", "on line", "bit times",
        "slow-down", "lg3 n", "bound",
    ]  # fmt: skip
    rows = [
        [
            one["network"],
            f"{one['hosts']:,}",
            f"{one['volume']:,.0f}",
            f"{one['root_capacity']:,}",
            f"{one['time']:,}",
            f"{one['load_factor']:.2f}",
            f"{one['cycles_with_partial_concentrators']:,}",
            f"{one['online_cycles']:,}",
            f"{one['bit_times']:,}",
            "" if one["slow_down"] is None else f"{one['slow_down']:,.1f}",
            f"{one['promise']:,.0f}",
            "" if one["bound"] is None else f"{one['bound']:,.0f}",
        ]
        for one in figures
    ]
    return f"{table([head, *rows], frozenset(range(1, len(head))))}\n{_further_table(figures)}"


def _further_table(figures: list[dict[str, Any]]) -> str:
    """Corollary 9, the bound on line and one step of fixed connections of several networks, one a line."""
    head = [
        "network", "Corollary 9", "on line", "lambda + lg n lg lg n", "processors", "degree", "load factor",
        "cycles", "bit times", "over lg n",
    ]  # fmt: skip
    rows = []
    for one in figures:
        fixed = one["fixed_connections"]
        rows.append(
            [
                one["network"],
                f"{one['corollary_9']['factor']:.2f}",
                f"{one['online_cycles']:,}",
                f"{one['online_bound']:,.1f}",
                *(["-"] * 6 if fixed is None else _step_cells(fixed)),
            ]
        )
    most = f"{figures[0]['corollary_9']['bound']:.2f}"
    title = f"Corollary 9 (at most {most}), cycles on line, and one step as fixed connections of processors:"
    return f"{title}\n{table([head, *rows], frozenset(range(1, len(head))))}"


def _step_cells(fixed: dict[str, Any]) -> list[str]:
    whole = [f"{fixed[key]:,}" for key in ("processors", "degree")]
    rest = [f"{fixed['load_factor']:.2f}", f"{fixed['cycles']:,}", f"{fixed['bit_times']:,}"]
    return [*whole, *rest, f"{fixed['bit_times_per_lg_n']:,.1f}"]
