"""The same work on some threads: order, errors and stopping do not depend on which piece ends first."""

from threading import Event
from time import sleep

import pytest

from fatdesk.core.errors import Cancelled
from fatdesk.core.parallel_map import parallel_map
from fatdesk.core.progress import SILENT
from tests.patience import PATIENCE_S


@pytest.mark.parametrize("workers", [1, 3])
def test_pieces_come_in_order_whatever_ends_first(workers):
    def late_when_early(number, progress):
        sleep(0.02 * (4 - number))
        return number

    assert parallel_map(late_when_early, 5, workers, SILENT, "pieces") == (0, 1, 2, 3, 4)
    assert parallel_map(late_when_early, 0, workers, SILENT, "pieces") == ()


def test_the_first_error_in_order_is_told_though_a_later_one_comes_first():
    later = Event()

    def wrong(number, progress):
        if number == 2:
            later.set()
            raise ValueError("the third")
        if number == 1:
            later.wait(PATIENCE_S)
            sleep(0.1)
            raise ValueError("the second")
        return number

    with pytest.raises(ValueError, match="the second"):
        parallel_map(wrong, 4, 4, SILENT, "pieces")


def test_all_pieces_end_when_one_is_asked_to_stop():
    ended = []

    class Stops:
        def __init__(self):
            self.requested = 0

        def step(self, done, total, text):
            assert (total, text) == (3, "pieces")
            self.requested += 1
            if self.requested > 2:
                raise Cancelled

    def endless(number, progress):
        try:
            while True:
                sleep(0.005)
                progress.step(0, 1, "")
        finally:
            ended.append(number)

    with pytest.raises(Cancelled):
        parallel_map(endless, 3, 2, Stops(), "pieces")
    assert sorted(ended) == [0, 1]  # the third never began
