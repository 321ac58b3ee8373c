"""One million hosts from requirements to a file: ``python -m tests.benchmarks.million [HOSTS]``.

Prints processor seconds and the peak of resident memory after each step.
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


class Steps:
    """Prints what each step took."""

    def __init__(self) -> None:
        self._last = time.process_time()

    def end(self, what: str) -> None:
        """Print a step that ends now."""
        now = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{now - self._last:8.2f} s  {peak:6,} MB  {what}", flush=True)
        self._last = time.process_time()


def main(hosts: str) -> None:
    """Print the figures for a number of hosts."""
    catalog = load_shipped()
    every = parse_requirements(EVERY.replace("COUNT", hosts).encode(), "every.yaml", catalog)
    wish = parse_requirements(WISH.replace("COUNT", hosts).encode(), "wish.yaml", catalog)
    steps = Steps()
    found = search(every, every.fabrics[0], catalog)
    steps.end(f"searched all shipped parts: {found.found + found.rejected_count:,} designs")
    designed = design_project(wish, catalog, "million")
    if designed.project is None:
        print(designed.too_large or designed.results[-1].why_none())
        return
    steps.end(f"designed: {designed.chosen[0].links:,} links, {len(designed.project.floor.racks):,} racks")
    derived = Derived(designed.project, designed.derived)
    checked = check(derived)
    steps.end(f"checked: {len(checked)} findings")
    summary(derived, checked)
    steps.end("summary")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.fatdesk"
        save_project(designed.project, path)
        steps.end(f"saved: {path.stat().st_size / 1e6:.0f} MB")
        load_project(path)
        steps.end("read")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "1000000")
