"""``fatdesk faults P.fatdesk``: impact of losses (``--losses``) and ``--reliability`` of a placed design."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from time import perf_counter
from typing import Any

import msgspec

from fatdesk.cli.kit.arguments import asked_network
from fatdesk.cli.kit.output import DONE, ShownProgress, print_json, say
from fatdesk.cli.kit.tables import figure_text, table, terminal_width
from fatdesk.cli.networks.study_reports import of_nothing
from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import known
from fatdesk.engine.failures.elements import named
from fatdesk.engine.failures.worst_together import Together, Worst
from fatdesk.networks.fault_tolerance.all_connected import Connected
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.networks.fault_tolerance.reliability import (
    FailuresPerYear,
    PartFailures,
    Reliability,
    ReliabilityParameters,
)
from fatdesk.networks.verdict import counted_text
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import alike, elements_of, losses, worst_together
from fatdesk.project.derived.reliability import reliability


def run_reliability(parsed: argparse.Namespace) -> int:
    """Print how reliable a fabric is."""
    project, network = asked_network(parsed)
    if not network.fabric:
        raise FatdeskError("--reliability: is for projects, whose parts have failure rates")
    progress = ShownProgress()
    began = perf_counter()
    requested = _options(parsed)
    found = reliability(Derived(project), network.fabric, requested, progress, scheme=parsed.scheme)
    seconds = perf_counter() - began
    progress.done()
    if parsed.json:
        fields = of_nothing(parsed.network, network.fabric)
        print_json({**fields, **_reliability_in_json(found), "seconds": seconds})
    else:
        say(f"{network.fabric}:\n{_reliability_text(found)}")
    return DONE


def _options(parsed: argparse.Namespace) -> ReliabilityParameters:
    fields = {"years": parsed.years, "mttr_h": parsed.mttr, "delivery_days": parsed.delivery}
    fields |= {"confidence": parsed.confidence, "samples": parsed.combinations, "mtbf_h": dict(parsed.mtbf)}
    fields = {name: value for name, value in fields.items() if value is not None}
    try:
        return msgspec.convert({**fields, "seed": parsed.seed}, ReliabilityParameters)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        raise FatdeskError(f"--reliability: {where.rstrip('`') or 'options'}: {what}") from None


def _reliability_in_json(found: Reliability) -> dict[str, Any]:
    return {
        "years": found.requested.years,
        "failures_per_year": _failures_in_json(found.network),
        "failures_per_year_hosts": _failures_in_json(found.hosts),
        "all_connected": _connected_in_json(found.over_years, found.network.at_least),
        "all_connected_at_any_time": _connected_in_json(found.at_any_time, found.network.at_least),
        "parts": [asdict(part) for part in found.parts],
    }


def _failures_in_json(found: FailuresPerYear) -> dict[str, Any]:
    return {
        "amount": known(found.amount, found.at_least),
        "at_least": found.at_least,
        "unknown": list(found.unknown),
    }


def _connected_in_json(found: Connected | None, at_most: bool) -> dict[str, Any] | None:
    if found is None:
        return None
    ci95 = [1 - found.high, 1 - found.low]
    return {"probability": found.probability, "at_most": at_most, "ci95": ci95, "exact": found.exact}


def _reliability_text(found: Reliability) -> str:
    given, most = found.requested, found.network.at_least
    rows = [["what", "part", "count", "hours between failures", "failures per year", "spares"]]
    rows += [_row(part) for part in found.parts]
    lines = [table(rows, frozenset({2, 3, 4, 5}), ("hours between failures",), terminal_width())]
    lines += [
        f"failures per year  {_failures(found.network)}, and of hosts {_failures(found.hosts)}",
        f"spares             last {given.delivery_days:g} days with a probability of {given.confidence:g}",
        f"all connected      {_connected(found.over_years, most)}, over {given.years:g} years without repair",
    ]
    if given.mttr_h is not None:
        then = _connected(found.at_any_time, most)
        lines.append(f"at any time        {then}, repaired in {given.mttr_h:g} hours on average")
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
    return figure_text(found.amount, ",.3f", "", found.at_least)


def _connected(found: Connected | None, at_most: bool) -> str:
    """A probability; an upper bound where parts without a failure rate count as never failing."""
    if found is None:
        return "unknown"
    least, most = f"{1 - found.high:.6f}", f"{1 - found.low:.6f}"
    interval = "" if found.exact or least == most else f" ({least} to {most})"
    return f"{'<= ' if at_most else ''}{found.probability:.6f}{interval}"


MOST_KEYS = 5
MOST_LISTED = 40
"""Lines of the table; JSON has all."""


def run_losses(parsed: argparse.Namespace) -> int:
    """Print the losses, the worst first, or the worst of several at once."""
    project, network = asked_network(parsed)
    if not network.fabric:
        raise FatdeskError("--losses: is for projects, whose racks, trays and devices have places")
    derived, fabric, progress = Derived(project), network.fabric, ShownProgress()
    began = perf_counter()
    if parsed.lose:
        every = elements_of(derived, fabric)
        some = {element.key: element for element in (_element(every, word) for word in parsed.lose)}
        worst = worst_together(
            derived, fabric, len(some), progress, some=tuple(some.values()), scheme=parsed.scheme
        )
        fields: dict[str, Any] = {"together": [_together_in_json(one) for one in worst.found]}
        words = f"after the loss\n{_together_table(worst)}"
    elif parsed.together is None:
        found = losses(derived, fabric, progress=progress, scheme=parsed.scheme)
        fields = {"losses": [_loss_in_json(loss) for loss in found]}
        words = _losses_text(found)
    else:
        worst = worst_together(
            derived, fabric, parsed.together, progress, scheme=parsed.scheme, seed=parsed.seed
        )
        fields = {
            "together": [_together_in_json(one) for one in worst.found],
            "tried": worst.tried,
            "exhaustive": worst.exhaustive,
        }
        words = _worst_text(worst)
    seconds = perf_counter() - began
    progress.done()
    if parsed.json:
        print_json({**of_nothing(parsed.network, fabric), **fields, "seconds": seconds})
    else:
        say(f"{fabric}: {words}")
    return DONE


def _element(every: Sequence[Element], word: str) -> Element:
    """Find an element by a unique name, or by its key."""
    called = [element for element in every if element.name == word]
    if len(called) > 1:
        keys = " or ".join(element.key for element in called[:MOST_KEYS])
        raise FatdeskError(f"--lose {word}: several elements have this name, name one by its key: {keys}")
    try:
        return called[0] if called else named(every, word)
    except FatdeskError as error:
        raise FatdeskError(f"--lose: {error}") from None


def _loss_in_json(loss: Loss) -> dict[str, Any]:
    element = loss.element
    fields = {**_element_in_json(element), **_left_in_json(loss)}
    return {**fields, "cables": len(element.cables), "remark": loss.remark}


def _element_in_json(element: Element) -> dict[str, Any]:
    return {"kind": element.kind, "key": element.key, "name": element.name}


def _together_in_json(found: Together) -> dict[str, Any]:
    return {"elements": [_element_in_json(element) for element in found.elements], **_left_in_json(found)}


def _left_in_json(found: Loss | Together) -> dict[str, Any]:
    return {
        "hosts_lost": found.left.hosts_lost,
        "pairs_connected": _pairs(found),
        "bisection_left": found.bisection_left,
        "uplinks_left": found.uplinks_left,
        "uplinks": found.uplinks,
    }


def _pairs(found: Loss | Together) -> float:
    return found.left.pairs_connected / found.left.pairs if found.left.pairs else 1.0


def _left_cells(found: Loss | Together) -> list[str]:
    return [
        f"{found.left.hosts_lost:,}",
        f"{100 * _pairs(found):.1f} %",
        "-" if found.bisection_left is None else f"{100 * found.bisection_left:.1f} %",
        "-" if found.uplinks is None else f"{found.uplinks_left:,} of {found.uplinks:,}",
    ]


_LEFT = ["hosts cut off", "pairs", "bisection left", "uplinks left"]
"""Heads of the cells of :func:`_left_cells`."""


def _losses_text(found: Sequence[Loss]) -> str:
    """Make a line for the elements of one kind with equal impact."""
    groups = alike(found)
    rows = [["lost", "which", *_LEFT, "cables", "remark"]]
    for group in groups[:MOST_LISTED]:
        first = group[0]
        more = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
        cells = [first.element.kind, first.element.name + more, *_left_cells(first)]
        rows.append([*cells, f"{len(first.element.cables):,}", first.remark])
    lines = [f"{counted_text(len(found), 'element')} tried, one by one"]
    if found:
        right = frozenset(range(2, 7))
        lines.append(table(rows, right, ("remark", "pairs", "cables"), terminal_width()))
    if len(groups) > MOST_LISTED:
        rest = sum(map(len, groups[MOST_LISTED:]))
        lines.append(f"and {counted_text(rest, 'element')} with less impact; --json lists all")
    return "\n".join(lines)


def _worst_text(worst: Worst) -> str:
    how = "all of them" if worst.exhaustive else "searched, a worse one may have been missed"
    return f"{counted_text(worst.tried, 'combination')} tried ({how})\n{_together_table(worst)}"


def _together_table(worst: Worst) -> str:
    rows = [["lost together", *_LEFT]]
    for found in worst.found:
        names = " + ".join(f"{element.kind} {element.name}" for element in found.elements)
        rows.append([names, *_left_cells(found)])
    return table(rows, frozenset(range(1, 5)), ("pairs",), terminal_width())
