"""Work in a thread reports as a worker process does: steps, a result, refusals, failures, and cancel."""

import threading

from fatdesk.core.errors import FatdeskError
from fatdesk.tasks.running import Done, Failed, RunningThread, Shown, Step, Stopped
from tests.patience import PATIENCE_S


def ended(running):
    """What was reported once it has ended."""
    assert running.wait(PATIENCE_S)
    return running.poll()


def test_the_latest_step_and_result_and_the_end_are_reported_in_order():
    def work(some, progress):
        progress.step(1, 3, "first")
        progress.step(2, 3, "second")
        progress.show("half")
        return some

    some = object()
    events = ended(RunningThread(work, (some,)))
    assert events == [Step(2, 3, "second"), Shown("half"), Done(some)]
    assert events[-1].result is some, "nothing is copied"


def test_a_refusal_and_a_failure_are_told_apart():
    def refuse(progress):
        raise FatdeskError("too large")

    def fail(progress):
        raise ZeroDivisionError("by zero")

    assert ended(RunningThread(refuse, ())) == [Failed("too large")]
    (failed,) = ended(RunningThread(fail, ()))
    assert "by zero" in failed.text
    assert "in fail" in failed.detail


def test_it_stops_at_its_next_step_when_asked():
    begun, go_on = threading.Event(), threading.Event()

    def work(progress):
        begun.set()
        go_on.wait(PATIENCE_S)
        progress.step(0, 1, "never told")

    running = RunningThread(work, ())
    assert begun.wait(PATIENCE_S)
    running.kill()
    go_on.set()
    assert ended(running) == [Stopped()]
