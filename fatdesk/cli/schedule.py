"""``fatdesk schedule``: load of channels, delivery cycles, and the decomposition of a placed network."""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from fatdesk.cli.arguments import is_project, is_there
from fatdesk.cli.output import DONE, ShownProgress, about_to_save, folder_target, log, print_json, say
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.schedules.decomposition import decompose
from fatdesk.networks.schedules.link_loads import RoutingTable
from fatdesk.networks.schedules.output import (
    beside_in_json,
    channel_text,
    decomposition_in_json,
    links_asked,
    study_in_json,
)
from fatdesk.networks.schedules.traffic_result import TrafficResult, measured_traffic, on_universal
from fatdesk.networks.schedules.universal import of_volume
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic, read_traffic
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.placed_network import Placed, placed


def run(parsed: argparse.Namespace) -> int:
    """Print what some traffic does to a network; write the schedule where ``--csv`` names a file."""
    if parsed.csv is not None:
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    net, names, project = _network(parsed)
    if project is None:
        for option, given in (("--links-per-m2", parsed.links_per_m2), ("--fabric", parsed.fabric)):
            if given:
                raise FatdeskError(f"{option}: is for placed projects, leave it out with a SPEC")
    flows = _traffic(parsed, net, names)
    progress = ShownProgress()
    about = measured_traffic(
        net, flows, lambda some: _routing_table(some, parsed.scheme), parsed.seed, progress
    )
    if about.tree and parsed.scheme != "usual":
        raise FatdeskError("--scheme: the paths in a tree are given, leave it out for this network")
    figures = study_in_json(about, net, names)
    figures["decomposition"] = _decomposition(parsed, project, about, progress) if project else None
    progress.done()
    if parsed.csv is not None:
        if about.made is None:
            raise FatdeskError(f"--csv {parsed.csv}: there is no schedule, the network is no tree")
        about_to_save()
        save_bytes(parsed.csv, schedule_csv(about, names[: net.hosts]))
        log(f"{parsed.csv}")
    if parsed.json:
        print_json(figures)
    else:
        say(in_words(figures))
    return DONE


def _network(parsed: argparse.Namespace) -> tuple[Network, tuple[str, ...], Placed | None]:
    """The network with the names of its nodes, and their places if it is in a project."""
    if is_project(parsed.network):
        found = placed(Derived(load_project(Path(parsed.network)).project), parsed.fabric)
        return found.network, found.names, found
    net = network_of(parsed.network)
    switches = (f"switch {number}" for number in range(net.switch_count))
    return net, (*map(str, range(net.hosts)), *switches), None


def _traffic(parsed: argparse.Namespace, net: Network, names: tuple[str, ...]) -> Traffic:
    known = {some.NAME for some in PATTERNS}
    path = Path(parsed.traffic)
    if parsed.traffic not in known and is_there(path):
        if parsed.messages != 1:
            raise FatdeskError("--messages: the traffic file has the number of messages, leave it out")
        return read_traffic(path, names[: net.hosts], whole=True)
    return pattern(parsed.traffic).messages(Requested(net.hosts, parsed.messages, parsed.seed))


def _routing_table(net: Network, scheme: str) -> RoutingTable:
    return fitting(scheme, net).routing_table(net)


def _decomposition(
    parsed: argparse.Namespace, where: Placed, about: TrafficResult, progress: Progress
) -> dict[str, Any] | None:
    """The decomposition of a project's network, with the universal fat-tree of its volume."""
    if where.waiting:
        log(f"no decomposition: {where.waiting} devices are in no rack, `fatdesk check` lists them")
        return None
    net = where.network
    host = np.arange(net.node_count) < net.hosts
    made = decompose(where.where_m, host, net.ends, where.rate_gbps, where.box_m, progress)
    figures = decomposition_in_json(made)
    density = parsed.links_per_m2 or links_asked(made)
    volume = float(np.prod(where.box_m[1] - where.box_m[0])) * density**1.5
    figures["universal"] = None
    if volume > 0 and net.hosts > 1:
        beside = of_volume(net.hosts, volume)
        sequence = made.balanced.sequence
        again = on_universal(beside.tree, sequence, about, progress) if about.tree else None
        figures["universal"] = beside_in_json(beside, density, again)
    return figures


def in_words(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"messages      {figures['messages']:,}", f"load factor   {figures['load_factor']:.3f}"]
    worst = figures["worst_channel"]
    if worst is not None:
        links = f"{worst['links']:,} link{'s' if worst['links'] > 1 else ''}"
        lines.append(f"worst channel {channel_text(worst)}: {worst['load']:,g} over {links}")
    if figures["tree"]:
        bounds = f"at least {figures['lower_bound']:,}, at most {figures['bound']:,}"
        lines.append(f"cycles        {figures['cycles']:,} ({bounds})")
        lines.append(f"on line       {figures['online_cycles']:,} cycles")
        if figures["unequal"]:
            lines.append("bundles are unequal: a switch can be full before its subtree's channel is")
    else:
        lines.append(f"no schedule: the network is no tree, {figures['no_tree']}")
    if figures["decomposition"] is not None:
        lines += _parts(figures["decomposition"])
    return "\n".join(lines)


def _parts(found: dict[str, Any]) -> list[str]:
    low, high = found["box_m"]
    sides = " x ".join(f"{b - a:.2f}" for a, b in zip(low, high, strict=True))
    lines = [f"decomposition of a room of {sides} m, Gb/s out of a part at most"]
    for row, even in zip(found["levels"], found["balanced"], strict=False):
        planes = f"by planes {row['out_gbps']:,.0f} ({row['out_gbps_per_m2']:,.1f} a m2)"
        balanced = f"balanced {even['out_gbps']:,.0f} (bound {even['bound_gbps']:,.0f})"
        lines.append(f"  level {row['level']:2}  {planes}, {balanced}, {even['most_hosts']:,} hosts")
    beside = found["universal"]
    if beside is not None:
        root = f"root capacity {beside['root_capacity']:,} at {beside['links_per_m2']:,.1f} links a m2"
        lines.append(f"universal fat-tree of the same volume: {root}")
        if beside["cycles"] is not None:
            lines.append(f"  load factor {beside['load_factor']:.3f}, {beside['cycles']:,} cycles")
    return lines
