"""P8: a spoiled file of commands is read or refused, and what is read is done or refused."""

import re
from pathlib import Path

import pytest

from fatdesk.cli.projects.edit import decode_command
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.history import perform
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

EXAMPLES = (Path(__file__).parents[1] / "project" / "commands" / "examples.jsonl").read_bytes().splitlines()
LINE = re.compile(r"c\.json:[1-9]\d*: \S.*?: \S.*")


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    project = rich_project()

    def read(seed: int) -> str:
        command = decode_command(
            mutant(seed, EXAMPLES[seed % len(EXAMPLES)].replace(b", ", b",\n")), "c.json"
        )
        try:
            after = perform(project, command)
        except RefusedError:
            return "not done"
        assert decode(encode(after), "p").project == after
        return "done"

    found = read_all(6_000, read, LINE, longest=5000)  # commands that there are may be listed
    found.report(promise, "commands")
    assert min(found.share(word) for word in ("refused", "not done", "done")) > 0.001
