"""Compile a loop of numbers when it is first called; the machine code is kept next to the file."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A function of numbers and arrays, compiled by numba for the types of its first call.

    It says the types that numba leaves out. Modules with such loops are best imported where they are
    needed, because numba takes half a second to load.
    """
    import numba

    made: F = numba.njit(function, cache=True, nogil=True)
    return made


def inlined(function: F) -> F:
    """A small compiled function that becomes a part of the compiled loops that call it.

    A call costs as much as a hundred additions where many arrays are handed over. Divisions by zero are not
    looked for.
    """
    import numba

    made: F = numba.njit(function, inline="always", nogil=True, error_model="numpy")
    return made


def hot(function: F) -> F:
    """As :func:`compiled`, for a loop that makes no arrays: arrays are not counted, zeros not looked for.

    Counting who holds an array costs an atomic addition each time that a name is bound to it, which took nine
    tenths of the time of the packet engine.
    """
    import numba

    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    made: F = numba.njit(function, **options)
    return made
