"""Differences and steps in words, and everything as JSON."""

from collections.abc import Sequence
from typing import Any

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.difference import Action, Difference, Displaced, Joined, Kind, Place, Step
from fatdesk.engine.asbuilt.matching.numbering import NUMBERS, PRINTED

PLAIN_NUMBERS = (NUMBERS, PRINTED)
TITLES = {
    Kind.SWAP: "Swap",
    Kind.SHIFT: "Shift by one",
    Kind.RING: "Ring",
    Kind.CHAIN: "Chain",
    Kind.DEVICES: "Devices exchanged",
    Kind.WRONG_PORT: "Wrong port",
    Kind.WRONG_DEVICE: "Wrong device",
    Kind.WRONG_RACK: "Wrong rack",
    Kind.MISSING: "Missing",
    Kind.UNPLANNED: "Unplanned",
}
NOT_CHECKED = "Not checked"
"""Title of missing cables of which neither end sent a report."""
STAGE_WORK = {True: "done early", False: "not done"}
"""State of the work of a stage: of a later one, and of one that is due."""
ACTIONS = {
    Action.LOOSEN: "pull out",
    Action.MOVE: "move",
    Action.PLUG: "plug in",
    Action.CHECK: "check",
    Action.REMOVE: "remove",
}


def title_of(difference: Difference) -> str:
    """Title of the kind of a difference."""
    return TITLES[difference.kind] if difference.checked else NOT_CHECKED


def unchecked_text(built: AsBuilt) -> str:
    """The numbers of switches without a report and of their cables; empty where all cables were checked."""
    if not built.unchecked_cables:
        return ""
    cables = f"{counted(built.unchecked_cables, 'cable')} not checked"
    return f"{counted(len(built.unreported), 'switch', 'switches')} not reported: {cables}"


def in_words(difference: Difference) -> str:
    """Describe a difference in one sentence, with the growth stage that it belongs to."""
    found = _what(difference)
    return f"{found}; {difference.work.words}" if difference.work is not None else found


def _what(difference: Difference) -> str:
    kind = difference.kind
    if kind == Kind.MISSING:
        seen = "seen" if difference.checked else "checked"
        return f"{_between(difference.joined)}: planned, not {seen}"
    if kind == Kind.UNPLANNED:
        return f"{_between(difference.joined)}: seen, not planned"
    first, *rest = difference.displaced
    if kind == Kind.SWAP:
        return f"plugs exchanged: {first.planned} and {rest[0].planned}"
    if kind == Kind.SHIFT:
        last = difference.displaced[-1]
        ports = f"{first.planned.port} to {last.planned.port}"
        return (
            f"{first.planned.device}: {len(difference.displaced)} plugs of ports {ports} sit at "
            f"{first.found.port} to {last.found.port}"
        )
    if kind == Kind.DEVICES:
        names = list(dict.fromkeys(one.found.device for one in difference.displaced))
        count = len({(one.found.port) for one in difference.displaced if one.found.device == names[0]})
        if len(names) == 2:
            return (
                f"all {count} cables of {names[0]} and {names[1]} are exchanged: the devices, or their names"
            )
        way = " to ".join([*names, names[0]])
        return f"all {count} cables of {len(names)} devices go round, {way}: the devices, or their names"
    if kind in {Kind.RING, Kind.CHAIN}:
        return f"{len(difference.displaced)} plugs each in the next one's port, from {first.planned} on"
    return f"plug at {first.found} belongs to {first.planned}"


def _between(joined: Sequence[Joined]) -> str:
    first, *others = joined
    more = f" and {len(others)} more of its links" if others else ""
    return f"{first.a} to {first.b}{more}"


def remarks(built: AsBuilt) -> list[tuple[str, tuple[str, ...]]]:
    """Return remarks on how the report was read: a text, and the names concerned."""
    found: list[tuple[str, tuple[str, ...]]] = []
    if built.stage:
        found.append((f"compared with {built.stage}", ()))
        later = sum(one.work is not None and one.work.later for one in built.differences)
        if later:
            found.append((f"{counted(later, 'difference')} of later stages, whose work is done already", ()))
    if built.unchecked_cables:
        found += [(unchecked_text(built), ()), ("not reported", built.unreported)]
    if built.doubt:
        found.append((f"warning: {built.doubt}", ()))
    for one in built.read_as:
        if not one.titles:
            found.append(("names of ports not understood", one.switches))
        elif not set(one.systems) <= set(PLAIN_NUMBERS):
            found.append((f"names of ports read as {' and '.join(one.titles)}", one.switches))
    alone = tuple(
        one.device if one.reported == one.device else f"{one.device} (reported as {one.reported})"
        for one in built.by_neighbours
    )
    lists = (
        ("not in the plan", built.unknown),
        ("not in the report", built.absent),
        ("identified by their neighbours alone", alone),
        ("identified by their port alone, so whether they are exchanged cannot be seen", built.by_place),
    )
    return found + [(text, names) for text, names in lists if names]


def step_text(step: Step) -> str:
    """Describe a step in one sentence."""
    if step.action in {Action.CHECK, Action.REMOVE}:
        return f"{ACTIONS[step.action]}: {step.origin} to {step.target}"
    ends = [str(place) for place in (step.origin, step.target) if place is not None]
    return f"{ACTIONS[step.action]}: {' to '.join(ends)}"


def as_json(built: AsBuilt) -> dict[str, Any]:
    """Return the whole comparison as plain values.

    ``moves`` are the steps in order; ``difference`` of a step is the number of its difference, from 0.
    """
    steps = [
        {"difference": number, **_step(step)}
        for number, difference in enumerate(built.differences)
        for step in difference.steps
    ]
    return {
        "matched": built.matched,
        "planned": built.planned,
        "form": built.form,
        "differences": [_difference(one) for one in built.differences],
        "moves": [{"step": number, **step} for number, step in enumerate(steps, start=1)],
        "fewest_moves": built.moves,
        "unknown": list(built.unknown),
        "absent": list(built.absent),
        "by_place": list(built.by_place),
        "by_neighbours": [{"reported": one.reported, "device": one.device} for one in built.by_neighbours],
        "identified": [
            {"reported": one.reported, "device": one.device, "by": str(one.how)} for one in built.identified
        ],
        "port_names": [
            {"systems": list(one.systems), "titles": list(one.titles), "switches": list(one.switches)}
            for one in built.read_as
        ],
        "not_checked": {"switches": list(built.unreported), "cables": built.unchecked_cables},
        "warning": built.doubt,
        "notes": [{"line": note.line, "text": note.what} for note in built.notes],
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "kind": str(one.kind),
        "text": in_words(one),
        "checked": one.checked,
        "cables": list(one.cables),
        "plugs": [_displaced(displaced) for displaced in one.displaced],
        "links": [{"cable": link.cable, "a": _place(link.a), "b": _place(link.b)} for link in one.joined],
        "moves": one.moves,
        "stage": None if one.work is None else {"stage": one.work.stage, "later": one.work.later},
        "exchanges": [{"a": a, "b": b} for a, b in one.exchanges],
    }


def _displaced(one: Displaced) -> dict[str, Any]:
    places = {"found": one.found, "planned": one.planned, "other_end": one.stays}
    return {"cable": one.cable, "end": one.end, **{name: _place(place) for name, place in places.items()}}


def _step(step: Step) -> dict[str, Any]:
    return {
        "action": str(step.action),
        "cable": step.cable,
        "end": step.end,
        "from": None if step.origin is None else _place(step.origin),
        "to": None if step.target is None else _place(step.target),
        "text": step_text(step),
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "device": place.device,
        "port": place.port,
        "os_port": place.os_port,
        "rack": place.rack or None,
        "u": place.u or None,
    }
