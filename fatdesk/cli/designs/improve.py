"""``fatdesk improve``: search for a placement with cheaper cables."""

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

from fatdesk.cli.kit.output import (
    CANCELLED,
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.cli.kit.tables import money_text
from fatdesk.core.errors import Cancelled
from fatdesk.core.money import known
from fatdesk.core.units import m_from_um
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.improving.improve import Ended, Improved
from fatdesk.engine.improving.task import Worth
from fatdesk.networks.verdict import counted_text
from fatdesk.paper.jobs import job_findings
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.derived.waiving import errors
from fatdesk.project.designing.improving import improve_project, not_compared, rearrangement
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.growing.next_step import growth_to_check

SECONDS = 10.0
"""Seconds of search where neither seconds nor steps are given."""
WHY: dict[Ended, str] = {
    "steps": "all steps made",
    "seconds": "time is up",
    "cancelled": "stopped, the best result so far is kept",
    "bound": "the lower bound is reached: no placement is better",
    "nothing": "nothing on the floor may be moved",
}


def run(parsed: argparse.Namespace) -> int:
    """Improve the placement of a project and save it; stopped with Ctrl+C, the best so far."""
    target = parsed.output or parsed.project
    if parsed.output is not None:
        project_target(parsed.output)
    opened = load_project(parsed.project)
    if left_out := not_compared(opened.project):
        log(f"note: {left_out[0].lower()}{left_out[1:]}")
    seconds = parsed.seconds if parsed.seconds or parsed.steps else SECONDS
    progress = _Progress()
    with progress.until_interrupted():
        found = improve_project(opened.project, parsed.seed, parsed.steps, seconds, progress=progress)
    progress.done()
    project = _taken(opened.project, found)
    about_to_save()
    same = target.resolve() == parsed.project.resolve()
    if project is not opened.project or not same:
        saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
        log(f"{target}: written" + (f"; {saved.warning}" if saved.warning else ""))
    else:
        log(f"{target}: no better placement was found, it stays as it is")
    return _report(parsed, project, found)


def _taken(project: Project, found: Improved) -> Project:
    command = rearrangement(project.floor, found.floor) if found.better else None
    return project if command is None else perform(project, command)


def _report(parsed: argparse.Namespace, project: Project, found: Improved) -> int:
    derived = Derived(project)
    checked = check(derived, job_findings(derived), growth_to_check(derived, load_shipped([])))
    if parsed.json:
        timed = {
            "seed": parsed.seed,
            "seconds": round(found.seconds, 3),
            "curve": [
                {"seconds": point.seconds, "steps": point.steps, "cost": str(point.cost)}
                for point in found.curve
            ],
        }
        print_json(in_json(found, project) | timed | {"placed": summary(derived, checked)})
    else:
        say(_in_words(project, found, parsed.seed))
    if found.ended == "cancelled":
        return CANCELLED
    return FINDINGS if errors(checked) else DONE


def in_json(found: Improved, project: Project) -> dict[str, Any]:
    """Return the result of the optimiser for ``--json``, without values that depend on the clock."""
    currency = project.bill.currency
    bound = found.lower_bound
    return {
        "start": _worth(found.start, currency),
        "end": _worth(found.end, currency),
        "lower_bound": None if bound is None else {"amount": str(bound), "currency": currency},
        "steps": found.steps,
        "ended": found.ended,
        "moved": found.moved,
    }


def improved_line(found: Improved, currency: str) -> str:
    """Return one line on what the optimiser did to the placement of a design."""
    priced = found.end.cost > 0

    def worth(some: Worth) -> str:
        metres = f"{m_from_um(some.ordered_um):,.2f} m"
        return f"{money_text(some.cost, currency, some.unpriced > 0)}, {metres}" if priced else metres

    bound = found.lower_bound
    limit = f" (lower bound {money_text(bound, currency, False)})" if bound is not None else ""
    return (
        f"  cables {worth(found.start)} as placed by the rules, "
        f"{worth(found.end)} after {counted_text(found.steps, 'step')} of the optimiser{limit}"
    )


def _worth(worth: Worth, currency: str) -> dict[str, Any]:
    lacks = worth.unpriced > 0
    cost = known(worth.cost, lacks)
    return {
        "cost": {"amount": None if cost is None else str(cost), "currency": currency, "at_least": lacks},
        "unpriced": worth.unpriced,
        "unlaid": worth.unlaid,
        "metres": m_from_um(worth.ordered_um),
    }


def _in_words(project: Project, found: Improved, seed: int) -> str:
    currency = project.bill.currency

    def worth(some: Worth) -> str:
        cost = money_text(some.cost, currency, some.unpriced > 0)
        unlaid = f", {some.unlaid:,} not laid" if some.unlaid else ""
        return f"{cost}, {m_from_um(some.ordered_um):,.2f} m{unlaid}"

    bound = found.lower_bound
    moved = counted_text(found.moved, "device")
    lines = [
        project.name or "(no name)",
        f"  cables at the start  {worth(found.start)}",
        f"  cables now           {worth(found.end)}",
        f"  lower bound          {money_text(bound, currency, False) if bound is not None else 'unknown'}",
        f"  {moved} moved; hosts and switches are numbered in order along the racks",
        f"  {WHY[found.ended or 'steps']}, {counted_text(found.steps, 'step')} in {found.seconds:.1f} s",
    ]
    if found.ended in ("seconds", "cancelled"):
        lines.append(f"  --seed {seed} --steps {found.steps} on the project as it was gives the same again")
    return "\n".join(lines)


class _Progress(ShownProgress):
    """Progress that Ctrl+C stops between two steps, so that the best so far is not lost."""

    def __init__(self) -> None:
        super().__init__()
        self._stop = False

    def step(self, done: int, total: int, text: str) -> None:
        """Show where the work is; raises Cancelled after Ctrl+C."""
        if self._stop:
            raise Cancelled
        super().step(done, total, text)

    def show(self, value: object) -> None:
        """Ignore an intermediate result: the text of the next step has its cost."""

    @contextmanager
    def until_interrupted(self) -> Iterator[None]:
        """Let Ctrl+C end the search; pressed again, it ends the program as ever."""
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler or current_thread() is not main_thread():
            yield
            return

        def stop(number: int, frame: FrameType | None) -> None:
            if self._stop:
                raise KeyboardInterrupt
            self._stop = True

        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
