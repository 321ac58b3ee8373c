"""Published clusters and reference architectures, and their counts next to those of a design."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import convert
from fatdesk.core.formats.yaml_events import parse, read_bytes
from fatdesk.core.program import shipped
from fatdesk.core.struct import Count, Id, Struct, Text

FIGURES = {
    "hosts": "Hosts",
    "edge": "Edge switches",
    "middle": "Middle switches",
    "core": "Core switches",
    "cables": "Cables",
}
"""Counts that a publication may state, with their names."""


class PublishedCounts(Struct, frozen=True, kw_only=True):
    """Counts as published; None: not stated, or there is no such level."""

    hosts: Count | None = None
    edge: Count
    middle: Count | None = None
    core: Count | None = None
    cables: Count | None = None


class Adoption(Struct, frozen=True, kw_only=True):
    """Hosts at each switch, and the parts, by which a list of links between switches becomes a network."""

    hosts_each: Count
    parts: dict[Text, Id]


class Reference(Struct, frozen=True, kw_only=True):
    """A published network: the file that reproduces it, published counts and their source.

    Attributes
    ----------
    file
        Requirements; with ``adoption`` a list of links, adopted as it is.
    remark
        What differs from the publication, or what its counts include.
    """

    id: Id
    group: Text
    title: Text
    file: Text
    published: PublishedCounts
    source: Text
    remark: Text = ""
    adoption: Adoption | None = None

    @property
    def path(self) -> Path:
        """Its file."""
        return shipped("resources") / self.file

    @property
    def name(self) -> str:
        """Its group and title in one line."""
        return f"{self.group}, {self.title}"


class LeftOut(Struct, frozen=True, kw_only=True):
    """A published network that the shipped parts or families cannot reproduce, with the reason."""

    title: Text
    reason: Text


class References(Struct, frozen=True, kw_only=True):
    """All published networks of the program, and those that are left out."""

    references: tuple[Reference, ...]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class ComparedCount:
    """A published count next to the computed one; None: not stated, or the design has no such level."""

    figure: str
    published: int | None
    ours: int | None

    @property
    def differs(self) -> bool:
        """Whether both are known and unequal, or the design has a level that is not published."""
        unstated = self.published is None and self.figure in ("hosts", "cables")
        return self.published != self.ours and not unstated


@cache
def shipped_references() -> References:
    """Return the published networks that come with the program.

    Raises
    ------
    InputError, InputErrors
        If the list is wrong.
    """
    path = shipped("resources") / "references.yaml"
    data = read_bytes(path)
    found: References = convert(parse(data, str(path)), References, data, str(path))
    return found


def find_reference(name: str) -> Reference:
    """Return a published network by its id.

    Raises
    ------
    FatdeskError
        If there is none of that id; the message lists those there are.
    """
    known = {one.id: one for one in shipped_references().references}
    if name not in known:
        raise FatdeskError(f"there is no reference {name!r}; known are {', '.join(known)}")
    return known[name]


def compared(
    reference: Reference, hosts: int, switches: Mapping[str, int], cables: int
) -> tuple[ComparedCount, ...]:
    """Return the published counts of a reference next to those of a network.

    Parameters
    ----------
    reference
        The published network.
    hosts, cables
        Counts of the network.
    switches
        Count of its switches by level: ``edge``, ``middle``, ``core``.
    """
    ours = {"hosts": hosts, "cables": cables, **switches}
    published = {name: getattr(reference.published, name) for name in FIGURES}
    return tuple(
        ComparedCount(name, published[name], ours.get(name))
        for name in FIGURES
        if published[name] is not None or name in ours
    )


def outcome(counts: Iterable[ComparedCount]) -> str:
    """Return in one sentence whether the counts are those published, and which are not stated."""
    rows = tuple(counts)
    different = [FIGURES[row.figure].lower() for row in rows if row.differs]
    if not different:
        stated = [row for row in rows if row.published is not None]
        others = " and ".join(FIGURES[row.figure].lower() for row in rows if row.published is None)
        more = f" Not stated: {others}." if others else ""
        return f"All {len(stated)} counts are the published ones.{more}"
    return f"Different from the publication: {', '.join(different)}."


def as_tree(reference: Reference, counts: Iterable[ComparedCount]) -> Mapping[str, object]:
    """Return a reference and its counts as plain data for output."""
    return {
        "id": reference.id,
        "group": reference.group,
        "title": reference.title,
        "file": Path(reference.file).name,
        "source": reference.source,
        "remark": reference.remark,
        "counts": [
            {"figure": row.figure, "published": row.published, "ours": row.ours, "differs": row.differs}
            for row in counts
        ],
    }
