"""``fatdesk faults P.fatdesk --losses``: the impact of losing elements of a placed design."""

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from fatdesk.cli.faults_report import of_nothing
from fatdesk.cli.network_argument import asked_network
from fatdesk.cli.output import DONE, ShownProgress, print_json, say
from fatdesk.cli.tables import table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.failures.elements import named
from fatdesk.engine.failures.worst_together import Together, Worst
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import alike, elements_of, losses, worst_together

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
        some = {element.key: element for element in (_asked(every, word) for word in parsed.lose)}
        worst = worst_together(
            derived, fabric, len(some), progress, some=tuple(some.values()), scheme=parsed.scheme
        )
        fields: dict[str, Any] = {"together": [_together_in_json(one) for one in worst.found]}
        words = f"after the loss\n{_together_table(worst)}"
    elif parsed.together is None:
        found = losses(derived, fabric, progress=progress, scheme=parsed.scheme)
        fields = {"losses": [_loss_in_json(loss) for loss in found]}
        words = _losses_in_words(found)
    else:
        worst = worst_together(
            derived, fabric, parsed.together, progress, scheme=parsed.scheme, seed=parsed.seed
        )
        fields = {
            "together": [_together_in_json(one) for one in worst.found],
            "tried": worst.tried,
            "exhaustive": worst.exhaustive,
        }
        words = _worst_in_words(worst)
    seconds = perf_counter() - began
    progress.done()
    if parsed.json:
        print_json({**of_nothing(parsed.network, fabric), **fields, "seconds": seconds})
    else:
        say(f"{fabric}: {words}")
    return DONE


def _asked(every: Sequence[Element], word: str) -> Element:
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


_LEFT = ["hosts cut off", "pairs", "bisection left", "up-links left"]
"""Heads of the cells of :func:`_left_cells`."""


def _losses_in_words(found: Sequence[Loss]) -> str:
    """Make a line for the elements of one kind with equal impact."""
    groups = alike(found)
    rows = [["lost", "which", *_LEFT, "cables", "remark"]]
    for group in groups[:MOST_LISTED]:
        first = group[0]
        more = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
        cells = [first.element.kind, first.element.name + more, *_left_cells(first)]
        rows.append([*cells, f"{len(first.element.cables):,}", first.remark])
    lines = [f"{len(found):,} elements tried, one by one"]
    if found:
        right = frozenset(range(2, 7))
        lines.append(table(rows, right, ("remark", "pairs", "cables"), terminal_width()))
    if len(groups) > MOST_LISTED:
        rest = sum(map(len, groups[MOST_LISTED:]))
        lines.append(f"and {rest:,} elements with less impact; --json lists all")
    return "\n".join(lines)


def _worst_in_words(worst: Worst) -> str:
    how = "all of them" if worst.exhaustive else "searched, a worse one may have been missed"
    return f"{worst.tried:,} combinations tried ({how})\n{_together_table(worst)}"


def _together_table(worst: Worst) -> str:
    rows = [["lost together", *_LEFT]]
    for found in worst.found:
        names = " + ".join(f"{element.kind} {element.name}" for element in found.elements)
        rows.append([names, *_left_cells(found)])
    return table(rows, frozenset(range(1, 5)), ("pairs",), terminal_width())
