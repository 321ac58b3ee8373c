"""The punch list: steps at ports in the order of a walk past the racks, as a table and as CSV."""

from collections.abc import Container, Iterator
from typing import NamedTuple

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import ACTIONS, TITLES
from fatdesk.engine.asbuilt.difference import Place, Step
from fatdesk.engine.listing.cells import Column, Value, csv_bytes

COLUMNS = (
    Column("step", "Step", 6, "integer"),
    Column("difference", "Difference", 10, "integer"),
    Column("kind", "Kind", 18),
    Column("action", "Action", 18),
    Column("cable", "Cable", 40),
    Column("end", "End", 5),
    Column("from_rack", "From rack", 10),
    Column("from_u", "From U", 8, "integer"),
    Column("from_device", "From device", 14),
    Column("from_port", "From port", 10),
    Column("to_rack", "To rack", 10),
    Column("to_u", "To U", 8, "integer"),
    Column("to_device", "To device", 14),
    Column("to_port", "To port", 10),
    Column("done", "Done", 6),
    Column("from_os_port", "From port name", 16),
    Column("to_os_port", "To port name", 16),
)


class Task(NamedTuple):
    """A step with its number from 1, and the number of its difference, from 1."""

    number: int
    difference: int
    kind: str
    step: Step


def tasks(built: AsBuilt) -> Iterator[Task]:
    """All steps in order."""
    number = 0
    for at, difference in enumerate(built.differences, start=1):
        for step in difference.steps:
            number += 1
            yield Task(number, at, TITLES[difference.kind], step)


def punch_csv(built: AsBuilt, done: Container[int] = frozenset()) -> bytes:
    """The list as CSV; ``done`` are the numbers of the steps whose cell in that column is ``yes``."""
    return csv_bytes(COLUMNS, (_cells(task, "yes" if task.number in done else "") for task in tasks(built)))


def _cells(task: Task, done: str) -> tuple[Value, ...]:
    step = task.step
    return (
        task.number,
        task.difference,
        task.kind,
        ACTIONS[step.action],
        step.cable,
        step.end.upper(),
        *_place(step.origin),
        *_place(step.target),
        done,
        step.origin.os_port if step.origin else None,
        step.target.os_port if step.target else None,
    )


def _place(place: Place | None) -> tuple[Value, ...]:
    return (None,) * 4 if place is None else (place.rack, place.u or None, place.device, place.port)
