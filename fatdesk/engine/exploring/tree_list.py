"""All trees of the recursive search, and all lattices, as records and as CSV."""

import csv
import io
from itertools import islice

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.explore import EveryTree
from fatdesk.engine.exploring.hyperx import HyperX

STEP = 10_000
"""Trees between two steps of progress."""


def tree_record(every: EveryTree, radix: int, tree: Egft) -> dict[str, object]:
    """Return a tree with its figures; links and cables as ``explore`` counts them, of the hosts alone."""
    unused = tree.ports - every.hosts
    return {
        "radix": radix,
        "terminals": tree.M[0],
        "params": tree.params(),
        "hops": tree.hops,
        "switches": tree.switches,
        "links": tree.links - unused,
        "cables": tree.cables - unused,
        "bisection": float(every.bisection(tree)),
    }


def lattice_record(radix: int, lattice: HyperX) -> dict[str, object]:
    """Return a lattice with its figures, links of hosts included.

    ``fits``: whether the switches have the ports that it needs.
    """
    hosts = lattice.cables - lattice.bundles
    return {
        "radix": radix,
        "needed": lattice.radix,
        "fits": lattice.radix <= radix,
        "terminals": lattice.T,
        "params": lattice.params(),
        "hops": lattice.hops,
        "switches": lattice.switches,
        "links": lattice.links + hosts,
        "cables": lattice.cables,
        "bisection": float(lattice.bisection),
    }


def trees_csv(every: EveryTree, limit: int, progress: Progress = SILENT) -> bytes:
    """Return the first trees as CSV, a row for each."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(
        ["radix", "terminals", "M", "C", "K", "hops", "switches", "links", "cables", "bisection_links"]
    )
    for number, (radix, tree) in enumerate(islice(every, limit)):
        if number % STEP == 0:
            progress.step(number, limit, "trees listed")
        one = tree_record(every, radix, tree)
        figures = [one[name] for name in ("hops", "switches", "links", "cables")]
        cut = f"{float(every.bisection(tree)):.10g}"
        rows.writerow([radix, tree.M[0], *tree.params().values(), *figures, cut])
    return out.getvalue().encode()
