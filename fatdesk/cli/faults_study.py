"""``fatdesk faults P.fatdesk --study NAME``: measure the points of a fault study that have no result."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fatdesk.cli.faults_report import FoundProgress, found_in_json, found_in_words
from fatdesk.cli.named_options import named, refuse_others
from fatdesk.cli.network_argument import is_project
from fatdesk.cli.output import DONE, FINDINGS, about_to_save, log, print_json, say
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.simulation.workers import cores
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.fault_studies import ToFail, failing_networks, fatal_names
from fatdesk.project.studies.results import Results
from fatdesk.project.studies.study_networks import CannotMeasure
from fatdesk.tasks.faults import WantedFaults, measure_faults

OURS = frozenset({"network", "study", "workers", "json", "run"})
"""What is said beside a study; it decides everything else."""


def run_study(parsed: argparse.Namespace) -> int:
    """Measure, keep, and print all that is known of a study.

    Stopped with Ctrl+C, it keeps the rows that are there.
    """
    refuse_others("study", "faults", parsed, OURS)
    if not is_project(parsed.network):
        raise FatdeskError("--study: is for projects, leave it out with a SPEC")
    path = Path(parsed.network)
    project = load_project(path).project
    study = named(project.faults, parsed.study, "--study", "fault study", "add-fault-study")
    derived = Derived(project)
    networks = failing_networks(derived, study, path.parent)
    results = Results(path)
    wanted = [
        _lacking(number, one, results) for number, one in enumerate(networks) if isinstance(one, ToFail)
    ]
    wanted = [one for one in wanted if one.counts or one.always]
    progress = FoundProgress()
    remarks: list[str] = []
    if wanted:
        try:
            found = measure_faults(project, study, wanted, path.parent, parsed.workers or cores(), progress)
            remarks = [one.wrong for one in found if one.wrong]
        finally:
            about_to_save()
            for one in progress.found:
                if one.found is not None:
                    results.put(one.found)
    else:
        log("everything is measured already")
    progress.done()
    for remark in remarks:
        log(remark)
    rows = [(one, results.of(one.on) if isinstance(one, ToFail) else None) for one in networks]
    if parsed.json:
        print_json({"study": study.name, "networks": [_in_json(derived, *row) for row in rows]})
    else:
        say("\n\n".join(_in_words(derived, *row) for row in rows))
    whole = not remarks and all(isinstance(one, ToFail) for one in networks)
    return DONE if whole else FINDINGS


def _lacking(number: int, one: ToFail, results: Results) -> WantedFaults:
    there = results.of(one.on)
    counts = tuple(count for count in one.counts if there is None or count not in there.counts)
    always = one.on.degradation is None and (there is None or there.always is None)
    return WantedFaults(number, counts, always)


def _names(derived: Derived, one: ToFail | CannotMeasure, found: MeasuredFaults | None) -> Mapping[int, str]:
    return fatal_names(derived, one, found) if isinstance(one, ToFail) and found is not None else {}


def _in_json(derived: Derived, one: ToFail | CannotMeasure, found: MeasuredFaults | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": one.asked.name, "network": one.asked.spec or one.asked.fabric}
    if isinstance(one, CannotMeasure):
        return {**fields, "cannot": one.why}
    return fields if found is None else {**fields, **found_in_json(found, _names(derived, one, found))}


def _in_words(derived: Derived, one: ToFail | CannotMeasure, found: MeasuredFaults | None) -> str:
    if isinstance(one, CannotMeasure):
        return f"{one.asked.name}: cannot be measured: {one.why}"
    head = f"{one.asked.name}: {one.asked.spec or one.asked.fabric}"
    if found is None:
        return f"{head}: nothing is measured"
    return f"{head}, {found_in_words(found, one.units.count, _names(derived, one, found))}"
