"""``fatdesk faults P.fatdesk --reliability``: failures per year, spares, probability of staying connected."""

import argparse
from dataclasses import asdict
from time import perf_counter
from typing import Any

import msgspec

from fatdesk.cli.faults_report import of_nothing
from fatdesk.cli.network_argument import asked_network
from fatdesk.cli.output import DONE, ShownProgress, print_json, say
from fatdesk.cli.tables import figure_words, table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.all_connected import Connected
from fatdesk.networks.fault_tolerance.reliability import FailuresPerYear, PartFailures, Reliability
from fatdesk.networks.fault_tolerance.reliability_parameters import ReliabilityAsked
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.reliability import reliability


def run_reliability(parsed: argparse.Namespace) -> int:
    """Print how reliable a fabric is."""
    project, network = asked_network(parsed)
    if not network.fabric:
        raise FatdeskError("--reliability: is for projects, whose parts have failure rates")
    progress = ShownProgress()
    began = perf_counter()
    asked = _asked(parsed)
    found = reliability(Derived(project), network.fabric, asked, progress, scheme=parsed.scheme)
    seconds = perf_counter() - began
    progress.done()
    if parsed.json:
        fields = of_nothing(parsed.network, network.fabric)
        print_json({**fields, **_in_json(found), "seconds": seconds})
    else:
        say(f"{network.fabric}:\n{_in_words(found)}")
    return DONE


def _asked(parsed: argparse.Namespace) -> ReliabilityAsked:
    fields = {"years": parsed.years, "mttr_h": parsed.mttr, "delivery_days": parsed.delivery}
    fields |= {"confidence": parsed.confidence, "samples": parsed.combinations, "mtbf_h": dict(parsed.mtbf)}
    fields = {name: value for name, value in fields.items() if value is not None}
    try:
        return msgspec.convert({**fields, "seed": parsed.seed}, ReliabilityAsked)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        raise FatdeskError(f"--reliability: {where.rstrip('`') or 'options'}: {what}") from None


def _in_json(found: Reliability) -> dict[str, Any]:
    return {
        "years": found.asked.years,
        "failures_per_year": _failures_in_json(found.network),
        "failures_per_year_hosts": _failures_in_json(found.hosts),
        "all_connected": _connected_in_json(found.over_years, found.network.at_least),
        "all_connected_at_any_time": _connected_in_json(found.at_any_time, found.network.at_least),
        "parts": [asdict(part) for part in found.parts],
    }


def _failures_in_json(found: FailuresPerYear) -> dict[str, Any]:
    return {"amount": found.amount, "at_least": found.at_least, "unknown": list(found.unknown)}


def _connected_in_json(found: Connected | None, at_most: bool) -> dict[str, Any] | None:
    if found is None:
        return None
    ci95 = [1 - found.high, 1 - found.low]
    return {"probability": found.probability, "at_most": at_most, "ci95": ci95, "exact": found.exact}


def _in_words(found: Reliability) -> str:
    asked, most = found.asked, found.network.at_least
    rows = [["what", "part", "count", "hours between failures", "failures a year", "spares"]]
    rows += [_row(part) for part in found.parts]
    lines = [table(rows, frozenset({2, 3, 4, 5}), ("hours between failures",), terminal_width())]
    lines += [
        f"failures a year    {_failures(found.network)}, and of hosts {_failures(found.hosts)}",
        f"spares             last {asked.delivery_days:g} days with a probability of {asked.confidence:g}",
        f"all connected      {_connected(found.over_years, most)}, over {asked.years:g} years without repair",
    ]
    if asked.mttr_h is not None:
        then = _connected(found.at_any_time, most)
        lines.append(f"at any time        {then}, repaired in {asked.mttr_h:g} hours on average")
    return "\n".join(lines)


def _row(part: PartFailures) -> list[str]:
    between = "unknown" if part.mtbf_h is None else f"{part.mtbf_h:,.0f}"
    return [
        part.category,
        part.part,
        f"{part.count:,}",
        f"{between} (assumed)" if part.assumed else between,
        "unknown" if part.failures_per_year is None else f"{part.failures_per_year:,.3f}",
        "-" if part.spares is None else f"{part.spares:,}",
    ]


def _failures(found: FailuresPerYear) -> str:
    return figure_words(found.amount, ",.3f", "", found.at_least)


def _connected(found: Connected | None, at_most: bool) -> str:
    """A probability; an upper bound where parts without a failure rate count as never failing."""
    if found is None:
        return "unknown"
    least, most = f"{1 - found.high:.6f}", f"{1 - found.low:.6f}"
    interval = "" if found.exact or least == most else f" ({least} to {most})"
    return f"{'<= ' if at_most else ''}{found.probability:.6f}{interval}"
