"""The documentation that comes with the program: its pages in order, headings, links, and search."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped

START = "index.md"
"""The page that is shown first."""
EXCERPT = 160
"""Largest number of letters of the text around a match."""
_FENCE = re.compile(r"^( *)(```|~~~)")
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*)\)")
_FILE_LINK = re.compile(r"\[((?:[\w-]+/)*[\w-]+\.md)\]\(([^()\s]+)\)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,2})(?=\S)([^*\n]+?)(?<![\s\\])\1(?![\w*])")
_RULE = re.compile(r"^\|?[\s:|-]+\|?$")


class Heading(NamedTuple):
    """A heading: its level from 1, its text without marks, its anchor, its line from 1."""

    level: int
    text: str
    anchor: str
    line: int


class Section(NamedTuple):
    """The lines below a heading, without those of the headings after it."""

    heading: Heading
    lines: tuple[str, ...]


class Link(NamedTuple):
    """A link or picture: its target as written, its line from 1, and whether it is a picture."""

    target: str
    line: int
    is_picture: bool


class Place(NamedTuple):
    """A page and an anchor on it; an empty anchor is the top of the page."""

    page: str
    anchor: str = ""

    @classmethod
    def of(cls, text: str) -> "Place":
        """Return the place that a text such as ``"names.md#columns"`` names.

        >>> Place.of("names.md#columns")
        Place(page='names.md', anchor='columns')
        """
        page, _, anchor = text.partition("#")
        return cls(page, anchor)

    def __str__(self) -> str:
        return f"{self.page}#{self.anchor}" if self.anchor else self.page


class Match(NamedTuple):
    """A section with all words of a search: its place, the titles of page and section, text around it."""

    place: Place
    title: str
    heading: str
    excerpt: str


def plain_text(line: str) -> str:
    r"""Return a line of Markdown without its marks, as search and excerpts use it.

    >>> plain_text("Use **`fatdesk check`** as [the guide](desk.md#keys) *says*.")
    'Use fatdesk check as the guide says.'
    >>> plain_text("| `a` | 2 * 3 * 4 |")
    'a · 2 * 3 * 4'
    >>> plain_text(r"up\*/down\*")
    'up*/down*'
    """
    line = _LINK.sub(lambda found: found[2], line)
    line = _EMPHASIS.sub(lambda found: found[2], line)
    line = re.sub(r"^\s*(?:#{1,6}|[-*+]|\d+\.|>)\s+", "", line.replace("`", "").replace("**", ""))
    if line.startswith("|"):
        cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
        return _unescaped(" · ".join(filter(None, (cell.strip() for cell in cells))))
    return _unescaped(line.strip())


def _unescaped(text: str) -> str:
    return re.sub(r"\\([\\`*_{}\[\]<>()#+.!|-])", r"\1", text)


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as code hosts make it.

    >>> anchor_of("Growth: `fatdesk grow`"), anchor_of("Parts & [prices](x.md)")
    ('growth-fatdesk-grow', 'parts--prices')
    """
    text = _LINK.sub(lambda found: found[2], heading).lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


@dataclass(frozen=True)
class Page:
    """A page of the documentation.

    Attributes
    ----------
    name
        Its path below the folder of the documentation, with ``/``.
    chapter
        The chapter that lists it; empty: it comes before all chapters.
    file
        Where it is read from.
    """

    name: str
    chapter: str
    file: Path

    @cached_property
    def text(self) -> str:
        """Its Markdown without comments.

        Raises
        ------
        FatdeskError
            When the file cannot be read.
        """
        try:
            return _COMMENT.sub("", self.file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise FatdeskError(f"{self.file}: cannot be read ({error}), install fatdesk again") from None

    @cached_property
    def title(self) -> str:
        """Its first heading, or its name if it has none."""
        return self.headings[0].text if self.headings else self.name

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Its headings in order."""
        found = []
        for number, line in self.prose:
            heading = _HEADING.match(line)
            if heading is not None:
                text = plain_text(heading[2])
                found.append(Heading(len(heading[1]), text, anchor_of(heading[2]), number))
        return tuple(found)

    @property
    def prose(self) -> Iterator[tuple[int, str]]:
        """The lines outside code blocks, with their numbers from 1."""
        fence = ""
        for number, line in enumerate(self.text.splitlines(), start=1):
            mark = _FENCE.match(line)
            if mark is not None and (not fence or line.strip() == fence):
                fence = "" if fence else mark[2]
            elif not fence:
                yield number, line

    @cached_property
    def fences(self) -> tuple[int, ...]:
        """The number of lines of each fenced code block, in order."""
        found, fence, count = [], "", 0
        for line in self.text.splitlines():
            mark = _FENCE.match(line)
            if mark is not None and not fence:
                fence, count = mark[2], 0
            elif fence and line.strip() == fence:
                found.append(count)
                fence = ""
            elif fence:
                count += 1
        return tuple(found)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Its links and pictures outside code."""
        return tuple(
            Link(found[3], number, bool(found[1]))
            for number, line in self.prose
            for found in _LINK.finditer(re.sub(r"`[^`]*`", lambda code: "x" * len(code[0]), line))
        )

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Its text by headings, code included."""
        lines = self.text.splitlines()
        starts = [heading.line for heading in self.headings]
        ends = [*(start - 1 for start in starts[1:]), len(lines)]
        pairs = zip(self.headings, starts, ends, strict=False)
        return tuple(Section(heading, tuple(lines[start:end])) for heading, start, end in pairs)

    def resolve(self, target: str) -> Place:
        """Return the place that a relative link of this page leads to, whether it exists or not."""
        path, _, anchor = target.partition("#")
        folder = posixpath.dirname(self.name)
        return Place(posixpath.normpath(posixpath.join(folder, path)) if path else self.name, anchor)


@dataclass(frozen=True)
class Documentation:
    """All pages in the order of the contents."""

    folder: Path
    pages: tuple[Page, ...]

    @cached_property
    def by_name(self) -> dict[str, Page]:
        """The pages by name."""
        return {page.name: page for page in self.pages}

    @cached_property
    def chapters(self) -> tuple[tuple[str, tuple[Page, ...]], ...]:
        """The chapters with their pages in order."""
        names = list(dict.fromkeys(page.chapter for page in self.pages))
        return tuple((name, tuple(page for page in self.pages if page.chapter == name)) for name in names)

    def titled(self, page: Page) -> str:
        """Return the text of a page in which links that say the name of a file say the title of its page."""

        def title(found: re.Match[str]) -> str:
            to = self.by_name.get(page.resolve(found[2]).page)
            return found[0] if to is None else f"[{to.title}]({found[2]})"

        return _FILE_LINK.sub(title, page.text)

    def has(self, place: Place) -> bool:
        """Whether a page exists and has the anchor."""
        page = self.by_name.get(place.page)
        return page is not None and (
            not place.anchor or any(one.anchor == place.anchor for one in page.headings)
        )

    def find(self, text: str) -> Place:
        """Return the place that people name: a page with or without ending and folder, and an anchor.

        Raises
        ------
        FatdeskError
            When there is none, or several; names those that come near.
        """
        wanted, _, anchor = text.strip().partition("#")
        key = wanted.removesuffix(".md").strip("/").casefold()
        found = [page for page in self.pages if page.name.removesuffix(".md").casefold() == key]
        found = found or [page for page in self.pages if page.file.stem.casefold() == key]
        if len(found) > 1:
            names = ", ".join(page.name.removesuffix(".md") for page in found)
            raise FatdeskError(f"{wanted}: names several pages, use one of {names}")
        if not found:
            near = [
                page.name.removesuffix(".md") for page in self.pages if key and key in page.name.casefold()
            ]
            listed = f"similar: {', '.join(near[:5])}" if near else "`fatdesk docs` lists all pages"
            raise FatdeskError(f"{wanted}: there is no such page, {listed}")
        place = Place(found[0].name, anchor)
        if not self.has(place):
            anchors = ", ".join(one.anchor for one in found[0].headings)
            raise FatdeskError(f"{text}: the page has no such section, use one of {anchors}")
        return place

    def search(self, words: str) -> list[Match]:
        """Return the sections that have all words, those with the words in their titles first.

        Letters of either case are the same. Sections of equal worth keep the order of the contents.
        """
        wanted = words.casefold().split()
        if not wanted:
            return []
        ranked = [
            (rank, match)
            for page, section, text in self._searchable
            if (rank := _rank(wanted, page.title, section.heading.text, text)) is not None
            for match in [_match(page, section, wanted)]
        ]
        return [match for _, match in sorted(ranked, key=lambda pair: pair[0])]

    @cached_property
    def _searchable(self) -> list[tuple[Page, Section, str]]:
        """All sections with their text in small letters."""
        return [
            (page, section, " ".join(map(plain_text, section.lines)).casefold())
            for page in self.pages
            for section in page.sections
        ]


def _rank(wanted: Sequence[str], title: str, heading: str, text: str) -> int | None:
    """The rank of a section, 0 first; None: a word is missing."""
    title, heading = title.casefold(), heading.casefold()
    if not all(word in text or word in heading or word in title for word in wanted):
        return None
    if all(word in heading for word in wanted):
        return 0
    if all(word in heading or word in title for word in wanted):
        return 1
    if any(word in heading for word in wanted):
        return 2
    return 3 if all(word in text for word in wanted) else 4


def _match(page: Page, section: Section, wanted: Sequence[str]) -> Match:
    lines = [text for line in section.lines if not _RULE.match(line) and (text := plain_text(line))]
    held = [(sum(word in line.casefold() for word in wanted), -number) for number, line in enumerate(lines)]
    best = lines[-max(held)[1]] if held else ""
    top = section.heading == page.headings[0]
    place = Place(page.name, "" if top else section.heading.anchor)
    return Match(place, page.title, "" if top else section.heading.text, _cut(best, wanted))


def _cut(line: str, wanted: Sequence[str]) -> str:
    """The part of a line around the first word that it has."""
    if len(line) <= EXCERPT:
        return line
    at = min((found for word in wanted if (found := line.casefold().find(word)) >= 0), default=0)
    start = max(0, min(at - EXCERPT // 3, len(line) - EXCERPT))
    start = line.find(" ", start) + 1 if start else 0
    end = line.rfind(" ", start, start + EXCERPT) if start + EXCERPT < len(line) else len(line)
    return f"{'…' if start else ''}{line[start : max(end, start + 1)]}{'…' if end < len(line) else ''}"


@lru_cache(maxsize=1)
def documentation() -> Documentation:
    """Return the documentation of the program; its contents are the navigation of ``mkdocs.yml``.

    Raises
    ------
    FatdeskError
        When it is not installed or its contents cannot be read.
    """
    import yaml  # only who reads the documentation needs it

    try:
        folder, contents = shipped("docs"), shipped("mkdocs.yml")
        chapters = yaml.safe_load(contents.read_text(encoding="utf-8"))["nav"]
    except (OSError, KeyError, yaml.YAMLError) as error:
        raise FatdeskError(f"the documentation cannot be read ({error}), install the program again") from None
    pages = []
    for entry in chapters:
        for chapter, names in entry.items() if isinstance(entry, dict) else [("", [entry])]:
            pages += [Page(name, chapter, folder / name) for name in names]
    return Documentation(folder, tuple(pages))
