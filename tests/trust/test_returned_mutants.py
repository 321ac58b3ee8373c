"""P8: spoiled lists that come back are refused in words or give a report that can be taken."""

import io
import random
import re
import zipfile

import pytest

from fatdesk.project.commands.history import perform
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from tests.project.commands import returned_lists as lists
from tests.trust.mutants import WORDS, mutant, read_all
from tests.trust.promises import Promise

LINE = re.compile(r"list:[1-9]\d*: \S.*?: \S.*")
KEPT_ROWS = 30


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return {name: book.read(name) for name in book.namelist()}


def packed(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as book:
        for name, content in members.items():
            book.writestr(name, content)
    return stream.getvalue()


def cells_spoiled(seed: int, rows: list[list]) -> bytes:
    """Cells that hold something else, moved rows and columns: what people do to lists."""
    chance = random.Random(seed)
    rows = [list(row) for row in rows]
    for _ in range(chance.choice((1, 2, 5, 20))):
        row = chance.choice(rows)
        word = chance.choice(WORDS).decode("utf-8", "replace").replace("\0", "")
        row[chance.randrange(len(row))] = chance.choice(
            (word, chance.choice(chance.choice(rows)), "", "1,234")
        )
    if chance.random() < 0.3:
        chance.shuffle(rows)
    return lists.as_csv(rows, chance.choice(",;\t"))


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    of = lists.derived("plain")
    wiring, bill = lists.wiring_bytes(of), lists.bill_bytes(of)
    rows = [lists.rows_of(wiring)[: KEPT_ROWS + 1], lists.rows_of(bill)]
    texts = [lists.as_csv(some) for some in rows]
    books = [unpacked(wiring), unpacked(bill)]

    def read(seed: int) -> str:
        number = seed % 2
        way = seed // 2 % 4
        if way == 0:
            spoiled = mutant(seed, texts[number])
        elif way == 1:
            spoiled = cells_spoiled(seed, rows[number])
        elif way == 2:
            sheet = f"xl/worksheets/sheet{(seed // 8) % (3 - number) + 1}.xml"
            spoiled = packed(books[number] | {sheet: mutant(seed, books[number][sheet])})
        else:
            spoiled = mutant(seed, (wiring, bill)[number])
        report = read_back(of, [("list", spoiled)])
        for line in map(str, (*report.changes, *report.remarks)):
            assert LINE.fullmatch(line), repr(line)
            assert len(line) < 5000, repr(line)
        if report.changes:
            after = Derived(perform(of.project, taking(of.project, report.changes)), of)
            if seed % 16 == 1:
                again = read_back(after, [("list", spoiled)])
                assert not again.changes, again.changes[0]
            return "taken"
        return "told" if report.findings else "as it was"

    found = read_all(160, read, LINE, longest=5000)
    found.report(promise, "lists that came back")
    outcomes = ("refused", "taken", "told", "as it was")
    assert min(map(found.share, outcomes)) > 0.005, found.outcomes
