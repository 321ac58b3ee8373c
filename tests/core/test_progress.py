"""Progress that ends work after some seconds."""

import pytest

from fatdesk.core.errors import Cancelled, OutOfTime
from fatdesk.core.progress import SILENT, Timed


def test_steps_are_reported_until_time_is_up():
    now, seen = [100.0], []

    class Seen:
        def step(self, done, total, text):
            seen.append((done, total, text))

    progress = Timed(Seen(), 5, lambda: now[0])
    progress.step(0, 2, "a")
    now[0] = 104.9
    progress.step(1, 2, "b")
    now[0] = 105.0
    with pytest.raises(OutOfTime):
        progress.step(2, 2, "c")
    assert seen == [(0, 2, "a"), (1, 2, "b"), (2, 2, "c")]


def test_the_end_of_time_cancels_what_does_not_know_it():
    with pytest.raises(Cancelled):
        Timed(SILENT, 1, iter([0.0, 2.0]).__next__).step(0, 1, "")
