"""The punch list: steps at ports in the order of a walk past the racks, as a table and as CSV."""

from collections.abc import Callable, Container, Iterator
from operator import attrgetter
from typing import NamedTuple

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import ACTIONS, TITLES
from fatdesk.engine.asbuilt.difference import Step
from fatdesk.engine.listing.cells import Column, Value, csv_bytes, rows_of


class Task(NamedTuple):
    """A step with its number from 1, the number of its difference, from 1, and whether it is done."""

    number: int
    difference: int
    kind: str
    step: Step
    done: bool = False


def _at(place: str, name: str) -> Callable[[Task], Value]:
    """A value of one of the two places of a step, where it has that place."""
    end, of = attrgetter(f"step.{place}"), attrgetter(name)

    def value(task: Task) -> Value:
        found = end(task)
        return None if found is None else of(found)

    return value


def _unit(place: str) -> Callable[[Task], Value]:
    of = _at(place, "u")
    return lambda task: of(task) or None


def _place_columns(side: str, place: str) -> tuple[Column[Task], ...]:
    up = side.capitalize()
    return (
        Column(f"{side}_rack", f"{up} rack", 10, value=_at(place, "rack")),
        Column(f"{side}_u", f"{up} U", 8, "integer", value=_unit(place)),
        Column(f"{side}_device", f"{up} device", 14, value=_at(place, "device")),
        Column(f"{side}_port", f"{up} port", 10, value=_at(place, "port")),
    )


COLUMNS: tuple[Column[Task], ...] = (
    Column("step", "Step", 6, "integer", value="number"),
    Column("difference", "Difference", 10, "integer", value="difference"),
    Column("kind", "Kind", 18, value="kind"),
    Column("action", "Action", 18, value=lambda task: ACTIONS[task.step.action]),
    Column("cable", "Cable", 40, value="step.cable"),
    Column("end", "End", 5, value=lambda task: task.step.end.upper()),
    *_place_columns("from", "origin"),
    *_place_columns("to", "target"),
    Column("done", "Done", 6, value=lambda task: "yes" if task.done else ""),
    Column("from_os_port", "From port name", 16, value=_at("origin", "os_port")),
    Column("to_os_port", "To port name", 16, value=_at("target", "os_port")),
)


def tasks(built: AsBuilt, done: Container[int] = frozenset()) -> Iterator[Task]:
    """All steps in order; ``done`` are the numbers of those that are."""
    number = 0
    for at, difference in enumerate(built.differences, start=1):
        for step in difference.steps:
            number += 1
            yield Task(number, at, TITLES[difference.kind], step, number in done)


def punch_csv(built: AsBuilt, done: Container[int] = frozenset()) -> bytes:
    """The list as CSV."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, tasks(built, done)))
