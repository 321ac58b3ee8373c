"""Each command does what it says, or tells why it cannot."""

import importlib
import json
import pkgutil
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from fatdesk.cli.projects.edit import decode_command
from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct
from fatdesk.engine.rules.rules import Rule
from fatdesk.project import commands
from fatdesk.project.commands import COMMANDS, Command, RefusedError
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.command import SetFields
from fatdesk.project.commands.history import History, perform
from fatdesk.project.commands.project import AddRevision
from fatdesk.project.commands.rules import AddRule
from fatdesk.project.document.project import Project, Revision
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project, with_route

FOLDER = Path(__file__).parent
EXAMPLES: list[dict[str, Any]] = list(map(json.loads, (FOLDER / "examples.jsonl").read_text().splitlines()))
"""Commands that can be done to the rich project."""
REFUSED: list[tuple[dict[str, Any], str]] = list(
    map(json.loads, (FOLDER / "refused.jsonl").read_text().splitlines())
)
"""Commands that cannot, and why."""


def project_for(raw: dict[str, Any]) -> Project:
    """The rich project, to which all examples can be done, with a rule where one is to be changed."""
    of_rules = raw["command"] in ("rename-route", "remove-route")
    if raw["command"] == "remove-revision":
        return perform(rich_project(), AddRevision(revision=Revision(name=raw["name"])))
    if raw["command"] in ("rename-rule", "change-rule", "remove-rule"):
        own = Rule(name="heavy", scope="rack", figure="rack-mass", limit=700.0, source="house")
        return perform(rich_project(), AddRule(rule=own))
    return with_route(rich_project()) if of_rules else rich_project()


def command_of(raw: dict[str, Any]) -> Command:
    return decode_command(json.dumps(raw).encode(), "c.json")


def test_the_registry_holds_every_command_of_the_folder() -> None:
    found = {commands.Batch}
    for module in pkgutil.iter_modules(commands.__path__):
        members = vars(importlib.import_module(f"fatdesk.project.commands.{module.name}")).values()
        kinds = {m for m in members if isinstance(m, type) and issubclass(m, Command)}
        found |= {kind for kind in kinds if not kind.__subclasses__()}  # the others are bases
    assert found == set(COMMANDS)
    assert len(COMMANDS) == len(set(COMMANDS))


def test_every_command_has_examples() -> None:
    assert {raw["command"] for raw in EXAMPLES} == {kind.__struct_config__.tag for kind in COMMANDS}


@pytest.mark.parametrize("raw", EXAMPLES, ids=lambda raw: raw["command"])
def test_example(raw: dict[str, Any]) -> None:
    """It changes the project, the result can be stored, and undo brings the old bytes back."""
    before = project_for(raw)
    history = History(before)
    command = command_of(raw)
    after = history.do(command)
    assert command.step
    assert history.undo_label == command.step
    data = encode(after)
    assert data != encode(before)
    reading = decode(data, "p")
    assert (reading.project, reading.canonical) == (after, data)
    assert encode(history.undo()) == encode(before)
    assert encode(history.redo()) == data


@pytest.mark.parametrize(
    ("raw", "message"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_refused(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError, match=message):
        perform(rich_project(), command_of(raw))


def test_one_edit_is_a_change_of_one_line() -> None:
    for raw in EXAMPLES:
        before = encode(project_for(raw)).splitlines()
        after = encode(perform(project_for(raw), command_of(raw))).splitlines()
        changed = max(len(set(before) - set(after)), len(set(after) - set(before)))
        changed = changed or int(before != after)  # the same lines in another order
        most = {"set-cables": 2, "place": 10, "batch": 2, "rearrange": 2, "redesign": 3}
        most |= {"swap-devices": 2, "move-device": 2, "move-racks": 2, "turn-racks": 2, "repeat": 6}
        # a node or a group, and the format in the header
        most |= {"pin-designs": 2, "set-as-built": 3, "set-growth": 3, "set-hosts": 2}
        most |= {"set-rack-power": 3}  # two racks, and the format in the header
        most |= {"set-route": 2, "remove-route": 2, "set-bill": 2}
        most |= dict.fromkeys(("set-naming", "set-plan", "waive", "add-revision", "remove-revision"), 2)
        most |= {"add-rule": 2, "remove-rule": 2}
        assert 1 <= changed <= most.get(raw["command"], 1), (raw, changed)


class Lamp(Struct, frozen=True, kw_only=True):
    """A record with a check of its own."""

    name: str
    watts: Annotated[int, Meta(ge=0, le=400)] = 40
    colour: str | None = None

    def __post_init__(self) -> None:
        if self.watts == 13:
            raise UnsoundError("watts: 13 is on sale nowhere, use another")


class SetLamp(SetFields, Lamp, frozen=True, kw_only=True, tag="set-lamp"):
    """The command that sets its fields."""


def test_a_command_has_the_fields_of_its_record_with_types_and_checks() -> None:
    read = msgspec.json.Decoder(SetLamp).decode
    some = read(b'{"command":"set-lamp","name":"a","colour":null}')
    assert some.given == {"name": "a", "colour": None}
    assert msgspec.json.encode(some) == b'{"command":"set-lamp","name":"a","colour":null}'
    for wrong, message in (
        (b'{"command":"set-lamp"}', "`name`"),
        (b'{"command":"set-lamp","name":"a","watts":401}', "<= 400"),
        (b'{"command":"set-lamp","name":"a","watts":13}', "on sale nowhere"),
        (b'{"command":"set-lamp","name":"a","length":1}', "unknown field"),
    ):
        with pytest.raises(msgspec.ValidationError, match=message):
            read(wrong)


def test_racks_are_moved_with_all_that_is_in_them() -> None:
    project = perform(
        rich_project(), command_of({"command": "move-rack", "rack": 2, "row": 0, "position": 4})
    )
    rack = next(rack for rack in project.floor.racks if rack.number == 2)
    # Places are as wide as the widest rack, 800 mm; the rack stands in the middle of its place.
    assert (rack.x_mm, rack.y_mm) == (304.8 + 4 * 800 - 304.8, 0.0)
    assert rack.devices == rich_project().floor.racks[1].devices


def test_racks_that_move_at_once_may_take_each_others_places() -> None:
    before = {rack.number: rack for rack in rich_project().floor.racks}
    raw = {"command": "move-racks", "moves": [{"rack": 1, "row": 0, "position": 1}]}
    with pytest.raises(RefusedError, match="A02"):
        perform(rich_project(), command_of(raw))
    raw["moves"].append({"rack": 2, "row": 0, "position": 0})
    after = {rack.number: rack for rack in perform(rich_project(), command_of(raw)).floor.racks}
    assert [(r.row, r.position) for r in (after[1], after[2])] == [(0, 1), (0, 0)]
    assert [after[n].devices for n in (1, 2)] == [before[n].devices for n in (1, 2)]
    assert {n: after[n] for n in after if n > 2} == {n: before[n] for n in before if n > 2}


def test_a_refusal_says_its_reason_without_the_place_in_a_batch() -> None:
    raw = {"command": "batch", "commands": [{"command": "remove-rack", "rack": 9}]}
    with pytest.raises(RefusedError) as stated:
        perform(rich_project(), command_of(raw))
    assert (str(stated.value), stated.value.why) == (
        "command 1 of 1: there is no rack 9, name one of the floor",
        "there is no rack 9, name one of the floor",
    )


def test_new_rows_keep_the_distance_of_the_others() -> None:
    project = perform(
        rich_project(), command_of({"command": "add-rack", "part": "rack-42u", "row": 2, "position": 0})
    )
    assert project.floor.racks[-1].y_mm == 2 * 2133.6
    empty = msgspec.structs.replace(rich_project(), floor=type(rich_project().floor)())
    project = perform(empty, command_of({"command": "add-rack", "part": "rack-42u", "row": 2, "position": 1}))
    assert (project.floor.racks[0].x_mm, project.floor.racks[0].y_mm) == (609.6, 2 * (914.4 + 1219.2))


def test_what_a_program_made_is_checked_like_a_file() -> None:
    for command, word in (
        (SetCabling(slack_m=float("nan")), "finite"),
        (SetCabling(slack_m=-1.0), "slack_m: expected a number from 0 to 100"),
        (commands.Rename(name="bell \a"), "control character"),
        (commands.Rename(name="\ud800"), "stored"),
        (commands.Rename(name="x" * 3000), "2000"),
        (commands.MoveRack(rack=0), "1"),
    ):
        with pytest.raises(RefusedError, match=word):
            perform(Project(), command)
    assert perform(Project(), commands.Rename(name="back \\u0007 slash")).name == "back \\u0007 slash"
    assert type(perform(Project(), SetCabling(slack_m=1)).cabling.slack_m) is float


def test_a_batch_is_one_step_or_none() -> None:
    history = History(rich_project())
    batch = command_of(next(raw for raw in EXAMPLES if raw["command"] == "batch"))
    history.do(batch)
    assert history.undo_label == "Rename to b, and 1 more"
    history.undo()
    assert not history.can_undo
    with pytest.raises(RefusedError):
        history.do(command_of(next(raw for raw, _ in REFUSED if raw["command"] == "batch")))
    assert history.project == rich_project()
    assert not history.can_undo
