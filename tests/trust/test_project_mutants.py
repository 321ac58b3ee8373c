"""P8: a spoiled project file loads or is refused with ``file:line: field: what, what to do``."""

import re

import pytest

from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

LINE = re.compile(r"p\.fatdesk:[1-9]\d*: \S.*?: \S.*")


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    """Saving and loading changes nothing in what loads."""
    data = encode(rich_project())

    def read(number: int, spoiled: bytes) -> str:
        reading = decode(spoiled, "p.fatdesk")
        again = decode(reading.canonical, "p.fatdesk")
        assert again.canonical == reading.canonical
        assert again.project == reading.project
        return "loaded"

    found = read_all(2_500, lambda number: mutant(number, data), read, LINE)
    found.report(promise, "project")
    assert min(found.share("refused"), found.share("loaded")) > 0.01
