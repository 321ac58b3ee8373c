"""The punch list: steps at ports in the order of a walk past the racks, as a table and as CSV."""

from collections.abc import Callable, Container, Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import ACTIONS, STAGE_WORK, title_of
from fatdesk.engine.asbuilt.difference import Place, StageWork, Step
from fatdesk.engine.listing.cells import Column, Value, csv_bytes, rows_of


class Task(NamedTuple):
    """A step of the punch list.

    Attributes
    ----------
    number, difference
        Number of the step, and of its difference, both from 1.
    label
        Number on the label of the cable; empty where it has none.
    other_end
        Where the other plug of the cable is; None where the step names both ends.
    work
        The growth stage that the difference belongs to; None: to none.
    """

    number: int
    difference: int
    kind: str
    step: Step
    done: bool = False
    label: str = ""
    other_end: Place | None = None
    work: StageWork | None = None


def _at(place: str, name: str) -> Callable[[Task], Value]:
    """Return a getter of a value of one of the places of a task, where it has that place."""
    end, of = attrgetter(place), attrgetter(name)

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


def _stage_work(task: Task) -> Value:
    return None if task.work is None else STAGE_WORK[task.work.later]


COLUMNS: tuple[Column[Task], ...] = (
    Column("step", "Step", 6, "integer", value="number"),
    Column("difference", "Difference", 10, "integer", value="difference"),
    Column("kind", "Kind", 18, value="kind"),
    Column("action", "Action", 18, value=lambda task: ACTIONS[task.step.action]),
    Column("cable", "Cable", 40, value="step.cable"),
    Column("end", "End", 5, value=lambda task: task.step.end.upper()),
    *_place_columns("from", "step.origin"),
    *_place_columns("to", "step.target"),
    Column("done", "Done", 6, value=lambda task: "yes" if task.done else ""),
    Column("from_os_port", "From port name", 16, value=_at("step.origin", "os_port")),
    Column("to_os_port", "To port name", 16, value=_at("step.target", "os_port")),
    Column("label", "Label", 10, value="label"),
    Column("other_device", "Other end: device", 14, value=_at("other_end", "device")),
    Column("other_port", "Other end: port", 10, value=_at("other_end", "port")),
    Column("stage", "Stage", 8, "integer", value=_at("work", "stage")),
    Column("stage_work", "Work of the stage", 14, value=_stage_work),
)


NO_LABELS: Mapping[str, str] = {}


def tasks(
    built: AsBuilt, done: Container[int] = frozenset(), labels: Mapping[str, str] = NO_LABELS
) -> Iterator[Task]:
    """Yield all steps in order.

    Parameters
    ----------
    done
        Numbers of the steps that are done.
    labels
        The number on the label of each cable, by the cable's id.
    """
    number = 0
    for at, difference in enumerate(built.differences, start=1):
        for step in difference.steps:
            number += 1
            yield Task(
                number,
                at,
                title_of(difference),
                step,
                number in done,
                labels.get(step.cable, ""),
                difference.other_end(step),
                difference.work,
            )


def punch_csv(
    built: AsBuilt, done: Container[int] = frozenset(), labels: Mapping[str, str] = NO_LABELS
) -> bytes:
    """Return the punch list as CSV; parameters as in :func:`tasks`."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, tasks(built, done, labels)))
