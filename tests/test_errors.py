"""Errors say what to do: messages that are written out where an error is raised continue after the cause.

What can be judged by a machine: texts in the source, without those that other code completes.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1] / "fatdesk"
KINDS = {"FatdeskError", "InputError", "RefusedError", "UnsoundError"}
REMEDY = re.compile(
    r"[,:;.] ?[a-z`-]+ | must |^must |did you mean|such as|[Cc]hoose|--[a-z]|at most|at least|needs? "
)
"""What follows a cause: an instruction, a limit, an example, an option."""
LEAST = 4
"""Words of a text that stands alone; shorter ones are frames around another message."""
COMPLETED = (
    "core/formats/result_files.py",
    "engine/families/",
    "networks/fault_tolerance/results.py",
    "networks/schedules/results.py",
    "networks/simulation/results.py",
    "project/studies/measurements.py",
    "project/studies/results.py",
)
"""Reasons why a design is rejected, and faults of a file of results: their callers say what to do."""
KNOWN = {
    "engine/asbuilt/readers/lldp.py": 1,
    "engine/catalog/part_files.py": 1,
    "engine/design/host_ports.py": 1,
    "engine/design/posing.py": 1,
    "engine/failures/elements.py": 1,
    "engine/floor/room_grid.py": 1,
    "engine/growth/plans.py": 2,
    "engine/growth/racks.py": 1,
    "engine/rules/profiles.py": 1,
    "networks/simulation/zero_load.py": 1,
    "networks/topologies/spec.py": 1,
    "project/commands/bill.py": 2,
    "project/commands/cables.py": 2,
    "project/commands/command.py": 1,
    "project/commands/copying.py": 1,
    "project/commands/devices.py": 2,
    "project/commands/fabrics.py": 1,
    "project/commands/floor_edits.py": 1,
    "project/commands/history.py": 1,
    "project/document/replugging.py": 3,
    "project/libraries/changes.py": 3,
    "project/studies/study_networks.py": 1,
}
"""Messages by module that state a cause alone: no more of them."""


class Message(NamedTuple):
    """A message where it is raised; ``text`` has its literal parts."""

    module: str
    line: int
    text: str


def messages(module: str, source: str) -> Iterator[Message]:
    """Yield the messages of errors that are raised in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
            continue
        if getattr(node.exc.func, "id", "") in KINDS:
            parts = [one.value for one in ast.walk(node.exc) if isinstance(one, ast.Constant)]
            yield Message(module, node.lineno, " ".join(part for part in parts if isinstance(part, str)))


def lacks_remedy(text: str) -> bool:
    """Whether a text states a cause alone."""
    return len(re.findall(r"[A-Za-z]{2,}", text)) >= LEAST and not REMEDY.search(text)


def test_the_rule_tells_causes_from_remedies():
    assert lacks_remedy("the hosts do not fit the room")
    assert not lacks_remedy("the hosts do not fit the room, add racks to it")
    assert not lacks_remedy("host count must be between 1 and 1,000,000")
    [found] = messages("a.py", 'raise FatdeskError(f"no part {name} in the catalog of the room")')
    assert found == Message("a.py", 1, "no part   in the catalog of the room")


def test_messages_of_errors_have_a_next_step():
    found: dict[str, list[Message]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        if module.startswith(COMPLETED):
            continue
        for message in messages(module, path.read_text(encoding="utf-8")):
            if lacks_remedy(message.text):
                found.setdefault(module, []).append(message)
    more = {module: some for module, some in found.items() if len(some) > KNOWN.get(module, 0)}
    assert not more, "say what to do after the cause: ', add racks'"
    fewer = {module for module, count in KNOWN.items() if len(found.get(module, [])) < count}
    assert not fewer, "these have a next step now: lower their number in KNOWN"
