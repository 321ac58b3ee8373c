"""``fatdesk schedule``: load of channels, delivery cycles, and the decomposition of a placed network."""

import argparse
from pathlib import Path
from typing import Any

from fatdesk.cli.kit.arguments import asked_stage, is_project, is_there, refuse_stage, stage_in_json
from fatdesk.cli.kit.options import given_options
from fatdesk.cli.kit.output import DONE, ShownProgress, about_to_save, folder_target, log, print_json, say
from fatdesk.cli.networks.study_reports import schedule_figures_text, schedule_in_units, verdict_in_json
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.schedules.link_loads import RoutingTable
from fatdesk.networks.schedules.output import study_in_json
from fatdesk.networks.schedules.traffic_result import TrafficResult, measured_traffic
from fatdesk.networks.schedules.verdict import schedule_verdict
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic, read_traffic
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.stage_networks import StageNetwork
from fatdesk.project.studies.placed_network import Placed, placed
from fatdesk.project.studies.schedule import room_of
from fatdesk.project.studies.study_networks import plain_names
from fatdesk.project.studies.verdicts import one_rate


def run(parsed: argparse.Namespace) -> int:
    """Print the load and the cycles of some traffic; write the schedule where ``--csv`` names a file."""
    if parsed.study is not None:
        from fatdesk.cli.networks.study import (  # what studies of projects need loads for them only
            SCHEDULE,
            run_study,
        )

        return run_study(SCHEDULE, parsed, 1)
    if parsed.network is None:
        raise FatdeskError("name a SPEC or a project, or a ready-made study with --study")
    if parsed.traffic is None:
        raise FatdeskError("--traffic: name a pattern or a file of flows, or a study with --study")
    if parsed.csv is not None:
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    net, names, project, stage = _network(parsed)
    _fitting_options(parsed, project, stage)
    flows = _traffic(parsed, net, names)
    progress = ShownProgress()
    about = measured_traffic(
        net, flows, lambda some: _routing_table(some, parsed.scheme), parsed.seed, progress
    )
    if about.tree and parsed.scheme != "usual":
        raise FatdeskError("--scheme: the paths in a tree are given, leave it out for this network")
    scheme = "" if about.tree else fitting(parsed.scheme, net).NAME
    rates = project.rate_gbps if project else stage.fabric.rate_gbps if stage else None
    gbps = None if rates is None else one_rate(rates)
    rate = None if gbps is None else LinkRate(gbps, parsed.message_bytes)
    cycle_us = None if rate is None else rate.us_of(1)
    verdict = schedule_verdict(about, net, names, flows, scheme, cycle_us)
    figures = study_in_json(about, net, names) | verdict_in_json(verdict) | schedule_in_units(about, rate)
    figures["decomposition"] = _decomposition(parsed, project, about, progress) if project else None
    if stage is not None:
        figures["stage"] = stage_in_json(stage)
    progress.done()
    if parsed.csv is not None:
        if about.made is None:
            raise FatdeskError(f"--csv {parsed.csv}: there is no schedule, the network is not a tree")
        about_to_save()
        save_bytes(parsed.csv, schedule_csv(about, names[: net.hosts]))
        log(f"{parsed.csv}")
    if parsed.json:
        print_json(figures)
    else:
        say(schedule_figures_text(figures))
    return DONE


def _fitting_options(parsed: argparse.Namespace, project: Placed | None, stage: StageNetwork | None) -> None:
    """Refuse options that would do nothing."""
    if stage is not None and parsed.links_per_m2:
        raise FatdeskError("--links-per-m2: a growth stage has no decomposition, leave it out")
    if project is not None or stage is not None:
        return
    sized = "message_bytes" in given_options(parsed)
    for option, given in (
        ("--links-per-m2", parsed.links_per_m2),
        ("--fabric", parsed.fabric),
        ("--message-bytes", sized),
    ):
        if given:
            raise FatdeskError(f"{option}: is for placed projects, leave it out with a SPEC")


def _network(
    parsed: argparse.Namespace,
) -> tuple[Network, tuple[str, ...], Placed | None, StageNetwork | None]:
    """The network with the names of its nodes, and their places or its stage if it is in a project."""
    if is_project(parsed.network):
        derived = Derived(load_project(Path(parsed.network)).project)
        if parsed.stage:
            stage = asked_stage(derived, parsed.fabric, parsed.stage)
            return stage.network, stage.names[: stage.network.node_count], None, stage
        found = placed(derived, parsed.fabric)
        return found.network, found.names, found, None
    refuse_stage(parsed)
    net = network_of(parsed.network)
    return net, plain_names(net), None, None


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
    return room_of(where, about, parsed.links_per_m2, progress).in_json
