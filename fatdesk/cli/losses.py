"""``fatdesk faults P.fatdesk --losses``: what the loss of each thing of a placed design takes with it."""

import argparse
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from fatdesk.cli.answer import DONE, ShownProgress, print_json, say
from fatdesk.cli.asked_network import asked_network
from fatdesk.cli.faults_told import of_nothing
from fatdesk.cli.tables import table, terminal_width
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.losing import Loss
from fatdesk.project.derived import Derived
from fatdesk.project.losses import losses

MOST_LISTED = 40
"""Losses in the table for people, the worst; JSON has all."""


def run_losses(parsed: argparse.Namespace) -> int:
    """Print the losses, the worst first."""
    project, network = asked_network(parsed)
    if not network.fabric:
        raise FatdeskError("--losses: is for projects, whose racks, trays and devices have places")
    progress = ShownProgress()
    began = perf_counter()
    found = losses(Derived(project), network.fabric, progress=progress, scheme=parsed.scheme)
    seconds = perf_counter() - began
    progress.done()
    if parsed.json:
        told = of_nothing(parsed.network, network.fabric)
        print_json({**told, "losses": [_in_json(loss) for loss in found], "seconds": seconds})
    else:
        say(_in_words(network.fabric, found))
    return DONE


def _in_json(loss: Loss) -> dict[str, Any]:
    element = loss.element
    return {
        "kind": element.kind,
        "key": element.key,
        "name": element.name,
        "hosts_lost": loss.left.hosts_lost,
        "pairs_connected": _pairs(loss),
        "bisection_left": loss.bisection_left,
        "uplinks_left": loss.uplinks_left,
        "uplinks": loss.uplinks,
        "cables": len(element.cables),
        "remark": loss.remark,
    }


def _pairs(loss: Loss) -> float:
    return loss.left.pairs_connected / loss.left.pairs if loss.left.pairs else 1.0


_HEAD = ["lost", "which", "hosts cut off", "pairs", "bisection left", "up-links left", "cables", "remark"]


def _row(loss: Loss) -> list[str]:
    return [
        loss.element.kind,
        loss.element.name,
        f"{loss.left.hosts_lost:,}",
        f"{100 * _pairs(loss):.1f} %",
        "-" if loss.bisection_left is None else f"{100 * loss.bisection_left:.1f} %",
        "-" if loss.uplinks is None else f"{loss.uplinks_left:,} of {loss.uplinks:,}",
        f"{len(loss.element.cables):,}",
        loss.remark,
    ]


def _in_words(fabric: str, found: Sequence[Loss]) -> str:
    kinds = Counter(loss.element.kind for loss in found)
    told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
    lines = [f"{fabric}: {len(found):,} things tried ({told or 'nothing stands anywhere'})"]
    if found:
        rows = [_HEAD, *map(_row, found[:MOST_LISTED])]
        lines.append(table(rows, frozenset({2, 3, 4, 5, 6}), ("remark", "pairs", "cables"), terminal_width()))
    if len(found) > MOST_LISTED:
        lines.append(f"and {len(found) - MOST_LISTED:,} that do less harm; --json tells all")
    return "\n".join(lines)
