"""Objects, cross-reference table and trailer of a PDF file as Qt writes it."""

import re
from dataclasses import dataclass, replace

from fatdesk.paper.application import PaperError

_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_TABLE = re.compile(rb"xref\n0 (\d+)\s*\n")
_SIZE = re.compile(rb"/Size \d+")
_ROOT = re.compile(rb"/Root (\d+) 0 R")
ENTRY = 20
"""Bytes of a line of the table."""


@dataclass(frozen=True)
class Objects:
    """The bytes before the table, where each object begins (None: free), and the trailer."""

    body: bytes
    places: tuple[int | None, ...]
    trailer: bytes

    @property
    def root(self) -> int:
        """The number of the catalog object."""
        found = _ROOT.search(self.trailer)
        if found is None:
            raise PaperError("the PDF has no catalog; this version of Qt is not known")
        return int(found[1])

    def text(self, number: int) -> bytes:
        """Return the contents of an object without a stream."""
        start = self.places[number] if number < len(self.places) else None
        head = b"%d 0 obj\n" % number
        if start is None or not self.body.startswith(head, start):
            raise PaperError("the PDF is not built as expected; this version of Qt is not known")
        return self.body[start + len(head) : self.body.index(b"\nendobj", start)]

    def without(self, start: int, stop: int) -> "Objects":
        """The file without some of its bytes, which hold no beginning of an object."""
        moved = (place if place is None or place < start else place - (stop - start) for place in self.places)
        return replace(self, body=self.body[:start] + self.body[stop:], places=tuple(moved))

    def with_objects(self, new: dict[int, bytes]) -> "Objects":
        """The file with more objects, or others in the place of those with the same number."""
        places = [*self.places, *[None] * (max(new) + 1 - len(self.places))]
        parts, at = [self.body], len(self.body)
        for number, text in sorted(new.items()):
            places[number] = at
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, text))
            at += len(parts[-1])
        return replace(self, body=b"".join(parts), places=tuple(places))

    def file(self) -> bytes:
        """The bytes of the file."""
        lines = [
            b"%010d 65535 f \n" % 0 if place is None else b"%010d 00000 n \n" % place for place in self.places
        ]
        trailer = _SIZE.sub(b"/Size %d" % len(lines), self.trailer)
        end = b"startxref\n%d\n%%%%EOF\n" % len(self.body)
        return b"".join([self.body, b"xref\n0 %d\n" % len(lines), *lines, trailer, end])


def objects(data: bytes) -> Objects:
    """Take a file apart.

    Raises
    ------
    PaperError
        When it is not built as Qt builds it.
    """
    end = _START.search(data)
    if end is None:
        raise PaperError("the PDF is not built as expected; this version of Qt is not known")
    start = int(end[1])
    table = _TABLE.match(data, start)
    if table is None:
        raise PaperError("the PDF has no table of objects; this version of Qt is not known")
    first, count = table.end(), int(table[1])
    lines = (data[first + i * ENTRY : first + (i + 1) * ENTRY] for i in range(count))
    places = tuple(int(line[:10]) if line[17:18] == b"n" else None for line in lines)
    return Objects(data[:start], places, data[first + count * ENTRY : end.start()])
