"""Functions that tests give to workers."""

import os
import signal
import sys
import time

from fatdesk.core.errors import Cancelled, FatdeskError, InputError


class Stubborn:
    """Can be sent, but not be read on arrival."""

    def __reduce__(self):
        return _refuse, ()


def _refuse():
    raise ValueError("not with me")


def add(a, b, progress):
    for number in range(5):
        progress.step(number, 5, f"adding {number}")
        progress.show(number)
    return a + b


def count(pieces, pause_s, progress):
    """Steps with pauses between."""
    for number in range(pieces):
        progress.step(number, pieces, "counting")
        time.sleep(pause_s)
    return pieces


def spin(progress):
    """Works for ever and never asks whether it shall stop."""
    progress.step(0, 0, "spinning")
    while True:
        pass


def sleep_on(seconds, progress):
    progress.step(0, 0, "sleeping")
    time.sleep(seconds)


def refuse(progress):
    raise InputError("a.yaml", 3, "hosts", "is 0, must be 1 or more")


def refuse_with(text, progress):
    progress.step(1, 3, text)
    raise FatdeskError(text)


def stop(progress):
    raise Cancelled


def break_down(progress):
    raise KeyError("missing")


def die_by(name, progress):
    os.kill(os.getpid(), getattr(signal, name))
    time.sleep(60)


def leave(status, progress):
    sys.exit(status)


def leave_at_once(status, progress):
    os._exit(status)


def crash(progress):
    """A fault in the memory of the process."""
    import ctypes

    ctypes.string_at(0)


def give_lambda(progress):
    return lambda: 1


def give_stubborn(progress):
    return Stubborn()


def show_stubborn(progress):
    progress.show(Stubborn())
    time.sleep(60)


def recurse(progress):
    return recurse(progress)


def close_the_line(progress):
    """The pipe is gone, the process stays."""
    os.closerange(3, 256)
    time.sleep(60)


def give_much(size, progress):
    return bytes(size)


def measure(values, progress):
    return len(values)


DEATHS = {
    "killed": (die_by, ("SIGKILL",), "SIGKILL"),
    "terminated": (die_by, ("SIGTERM",), "SIGTERM"),
    "segfault": (crash, (), "SIGSEGV"),
    "abort": (die_by, ("SIGABRT",), "SIGABRT"),
    "exit 0": (leave, (0,), "status 0"),
    "exit 3": (leave, (3,), "status 3"),
    "exit at once": (leave_at_once, (7,), "status 7"),
    "result cannot be sent": (give_lambda, (), "lambda"),
    "result cannot be read": (give_stubborn, (), "not with me"),
    "intermediate result cannot be read": (show_stubborn, (), "not with me"),
    "exception": (break_down, (), "KeyError"),
    "endless recursion": (recurse, (), "RecursionError"),
}
"""Ways to die: what to run, and a word that must be told."""


def hold(progress):
    """Works in one call that gives nobody else a turn."""
    progress.step(0, 0, "holding")
    return sum(range(10**12))


def chatter(progress):
    """Tells more than anybody can read, for ever."""
    number = 0
    while True:
        progress.step(number % 1000, 1000, "chattering")
        progress.show(list(range(100)))
        number += 1


def spin_with_anything(*_, progress):
    """Go on until killed, whatever it is given."""
    spin(progress=progress)


def loaded(progress):
    """Modules that this worker begins with."""
    return sorted(sys.modules)
