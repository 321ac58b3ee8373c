"""P8: a spoiled file of commands is read or refused, and what is read is done or refused."""

import re
from pathlib import Path

import pytest

from fatdesk.cli.projects.edit import decode_command
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.copying import Repeat
from fatdesk.project.commands.history import perform
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

FILE = Path(__file__).parents[1] / "project" / "commands" / "examples.jsonl"
EXAMPLES = [line.replace(b", ", b",\n") for line in FILE.read_bytes().splitlines()]
MANY = 100
"""Copies from which on a command is only read: thousands of racks take seconds to be placed."""
LINE = re.compile(r"c\.json:[1-9]\d*: \S.*?: \S.*")


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    project = rich_project()

    def read(number: int, spoiled: bytes) -> str:
        command = decode_command(spoiled, "c.json")
        if isinstance(command, Repeat) and command.right + command.down > MANY:
            return "read"
        try:
            after = perform(project, command)
        except RefusedError:
            return "not done"
        assert decode(encode(after), "p").project == after
        return "done"

    def make(number: int) -> bytes:
        return mutant(number, *EXAMPLES)

    found = read_all(6_000, make, read, LINE, longest=5000)  # commands that there are may be listed
    found.report(promise, "commands")
    assert min(found.share(word) for word in ("refused", "not done", "done")) > 0.001
