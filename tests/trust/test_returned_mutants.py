"""P8: spoiled lists that come back are refused in words or give a report that can be taken."""

import csv
import io
import random
import re
import zipfile
from functools import lru_cache
from typing import NamedTuple

import pytest

from fatdesk.engine.change_order.rows import order_csv, order_workbook
from fatdesk.engine.export.structured import PIECES_CSV
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from tests.project.commands import returned_lists as lists
from tests.project.commands import test_orders_returned as changes
from tests.project.commands import test_pieces_come_back as pieces
from tests.trust.mutants import WORDS, mutant, read_all
from tests.trust.promises import Promise

LINE = re.compile(r"list:[1-9]\d*: \S.*?: \S.*")
KEPT_ROWS = 6


@lru_cache(maxsize=16)
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


class Sound(NamedTuple):
    """A list of a project as a workbook, and its rows."""

    of: Derived
    book: bytes
    rows: list[list]

    def mutant(self, number: int) -> bytes:
        """Return a mutant of its text, of its cells, of the bytes of the workbook or of a part of that."""
        way = number % 8
        if way < 3:
            return mutant(number, lists.as_csv(self.rows))
        if way < 5:
            return cells_spoiled(number, self.rows)
        if way == 5:
            return mutant(number, self.book)
        members = unpacked(self.book)
        sheets = [name for name in sorted(members) if "sheet" in name]
        some = sheets if way == 6 else sorted(members)
        name = some[number // 8 % len(some)]
        return packed(members | {name: mutant(number, members[name])})


def sound_lists(of: Derived) -> list[Sound]:
    """The wiring list and the bill of a project; of the wiring list a few rows and their head."""
    wiring, bill = lists.wiring_bytes(of), lists.bill_bytes(of)
    return [Sound(of, wiring, lists.rows_of(wiring)[: KEPT_ROWS + 1]), Sound(of, bill, lists.rows_of(bill))]


def sound_orders() -> Sound:
    """A change order with few of its steps."""
    order = changes.orders()[1]
    head, *steps = csv.reader(io.StringIO(order_csv(order).decode(), newline=""))
    return Sound(Derived(changes.planned()), order_workbook(order), [head, *steps[::12]])


def sound_pieces() -> Sound:
    """Pieces between panels, and the bill of that project in place of a workbook of them."""
    of = pieces.derived()
    [data] = PIECES_CSV.make(of.plan).values()
    return Sound(of, lists.bill_bytes(of), list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))[:8])


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    """Most are of lists with few rows; longer lists, change orders and lists of pieces are 1 of 128."""
    short = sound_lists(lists.derived("small"))
    orders = sound_orders()
    long = [*sound_lists(lists.derived("plain")), orders, orders, orders, sound_pieces()]

    def sound(number: int) -> Sound:
        return short[number // 8 % 2] if number // 8 % 128 else long[number % len(long)]

    def read(number: int, spoiled: bytes) -> str:
        of = sound(number).of
        report = read_back(of, [("list", spoiled)], orders=changes.orders)
        for line in map(str, (*report.changes, *report.remarks)):
            assert LINE.fullmatch(line), repr(line)
            assert len(line) < 5000, repr(line)
        if report.changes:
            after = Derived(perform(of.project, taking(of.project, report.changes)), of)
            if number % 16 == 1:
                again = read_back(after, [("list", spoiled)], orders=changes.orders)
                assert not again.changes, again.changes[0]
            return "taken"
        return "remarks" if report.findings else "as it was"

    found = read_all(640, lambda number: sound(number).mutant(number), read, LINE, longest=5000)
    found.report(promise, "lists that came back")
    outcomes = ("refused", "taken", "remarks", "as it was")
    assert min(map(found.share, outcomes)) > 0.005, found.outcomes
