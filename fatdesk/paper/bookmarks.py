"""Bookmarks of a PDF file, which Qt does not write."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from fatdesk.paper.application import PaperError
from fatdesk.paper.objects import Objects

_PAGES = re.compile(rb"/Pages (\d+) 0 R")
_KIDS = re.compile(rb"/Kids \s*\[([^\]]*)\]")
_REFERENCE = re.compile(rb"(\d+) 0 R")


@dataclass
class _Entry:
    """A bookmark: its words, its page from 0, and those under it."""

    words: str
    page: int
    inside: "list[_Entry]"


def with_bookmarks(made: Objects, names: Sequence[tuple[str, str]]) -> Objects:
    """The file with a bookmark for each page; pages of one group are kept together under its name.

    Parameters
    ----------
    names
        Group (may be empty) and title of each page.

    Raises
    ------
    PaperError
        When the file is not built as Qt builds it.
    """
    catalog = made.text(made.root)
    tree = _PAGES.search(catalog)
    kids = _KIDS.search(made.text(int(tree[1]))) if tree else None
    pages = _REFERENCE.findall(kids[1]) if kids else []
    if len(pages) != len(names):
        raise PaperError("the PDF has other pages than expected; this version of Qt is not known")
    root = len(made.places)
    new: dict[int, bytes] = {}
    entries = _tree(names)
    _write(entries, root, root + 1, pages, new)
    new[root] = b"<<\n/Type /Outlines\n%s>>" % _ends(entries, root + 1, len(entries))
    mode = b"/PageMode /UseOutlines\n" if len(names) > 1 else b""
    new[made.root] = catalog.removesuffix(b">>") + b"/Outlines %d 0 R\n%s>>" % (root, mode)
    return made.with_objects(new)


def _tree(names: Sequence[tuple[str, str]]) -> list[_Entry]:
    """Neighbours of one group under its name; one alone by itself."""
    found = []
    for group, pages in groupby(enumerate(names), key=lambda pair: pair[1][0]):
        some = [_Entry(title, page, []) for page, (_, title) in pages]
        found += [_Entry(group, some[0].page, some)] if group and len(some) > 1 else some
    return found


def _size(entry: _Entry) -> int:
    """Objects that an entry takes with all under it."""
    return 1 + sum(map(_size, entry.inside))


def _ends(entries: Sequence[_Entry], first: int, count: int) -> bytes:
    """The first and last of some entries, and how many a reader shows (fewer than 0: closed)."""
    if not entries:
        return b""
    last = first + sum(map(_size, entries[:-1]))
    return b"/First %d 0 R\n/Last %d 0 R\n/Count %d\n" % (first, last, count)


def _write(
    entries: Sequence[_Entry], parent: int, first: int, pages: Sequence[bytes], new: dict[int, bytes]
) -> None:
    """The objects of some entries with one parent, numbered from ``first`` in reading order."""
    number, before = first, 0
    for i, entry in enumerate(entries):
        following = number + _size(entry)
        words = b"\xfe\xff" + entry.words.encode("utf-16-be", "replace")
        text = b"<<\n/Title <%s>\n/Parent %d 0 R\n" % (words.hex().encode(), parent)
        text += b"/Dest [%s 0 R /Fit]\n" % pages[entry.page]
        if i:
            text += b"/Prev %d 0 R\n" % before
        if i + 1 < len(entries):
            text += b"/Next %d 0 R\n" % following
        text += _ends(entry.inside, number + 1, -len(entry.inside))
        new[number] = text + b">>"
        _write(entry.inside, number, number + 1, pages, new)
        before, number = number, following
