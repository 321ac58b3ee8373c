"""One million hosts from requirements to a file: ``python -m tests.benchmarks.million [HOSTS]``.

Prints processor seconds and the peak of resident memory after each step; fails where designing and checking
take more than a minute.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import search
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import load_project, save_project

WISH = """
hosts: [{name: n, part: server-1u, count: COUNT}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [modular-648]}]
"""
EVERY = """
hosts: [{name: n, part: server-1u, count: COUNT}]
fabrics: [{name: compute, blocking: 1}]
"""
LIMIT_S = 60.0
"""Processor seconds that searching, designing, checking and the summary may take together."""


class Steps:
    """Prints what each step took."""

    def __init__(self) -> None:
        self._last = time.process_time()
        self.total_s = 0.0

    def end(self, what: str) -> None:
        """Print a step that ends now."""
        now = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{now - self._last:8.2f} s  {peak:6,} MB  {what}", flush=True)
        self.total_s += now - self._last
        self._last = time.process_time()


def main(hosts: str) -> int:
    """Print the figures for a number of hosts; 1 when the limit is exceeded."""
    catalog = load_shipped()
    every = parse_requirements(EVERY.replace("COUNT", hosts).encode(), "every.yaml", catalog)
    wish = parse_requirements(WISH.replace("COUNT", hosts).encode(), "wish.yaml", catalog)
    steps = Steps()
    found = search(every, every.fabrics[0], catalog)
    steps.end(f"searched all shipped parts: {found.found + found.rejected_count:,} designs")
    designed = design_project(wish, catalog, "million")
    if designed.project is None:
        print(designed.too_large or designed.results[-1].why_none())
        return 1
    steps.end(f"designed: {designed.chosen[0].links:,} links, {len(designed.project.floor.racks):,} racks")
    derived = Derived(designed.project, designed.derived)
    checked = check(derived)
    steps.end(f"checked: {len(checked)} findings")
    summary(derived, checked)
    steps.end("summary")
    answered_s = steps.total_s
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.fatdesk"
        save_project(designed.project, path)
        steps.end(f"saved: {path.stat().st_size / 1e6:.0f} MB")
        load_project(path)
        steps.end("read")
    print(f"{answered_s:8.2f} s of {LIMIT_S:g} s until it is designed and checked")
    return int(answered_s > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "1000000"))
