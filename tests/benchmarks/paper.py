"""Seconds, bytes and memory of a PDF of 200 pages and more: ``python -m tests.benchmarks.paper``."""

import resource
import sys
import time

from fatdesk.engine.drawing.plan import Plan
from fatdesk.paper import PDFS, Pdf, Printing
from fatdesk.paper.pdf import pdf
from tests.engine import plan_samples as samples

PAGES, LIMIT_S = 200, 5.0
COPIES = (1, 10)


def main() -> int:
    """Print the figures; 1 when 200 pages take longer than they may."""
    plan = samples.gpu(63)
    document = next(some for some in PDFS if some.name == "packets.pdf")
    assert plan.cables
    PDFS[0].make(plan)  # Qt and its fonts
    print(f"{'pages':>6} {'s':>7} {'s/200':>7} {'MB':>6} {'peak MB':>8}")
    slow = False
    for copies in COPIES:
        one = list(document.pages(plan, Printing()))
        start = time.perf_counter()
        data = _many(document, plan, copies)
        spent = time.perf_counter() - start
        count = len(one) * copies
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        each = spent / count * PAGES
        slow |= each > LIMIT_S
        print(f"{count:>6} {spent:>7.2f} {each:>7.2f} {len(data) / 1e6:>6.1f} {peak:>8,}")
    print(f"allowed {LIMIT_S:g} s for {PAGES} pages")
    return 1 if slow else 0


def _many(document: Pdf, plan: Plan, copies: int) -> bytes:
    """The pages so many times over in one file, drawn each time."""
    return pdf((leaf for _ in range(copies) for leaf in document.pages(plan, Printing())), "many")


if __name__ == "__main__":
    sys.exit(main())
