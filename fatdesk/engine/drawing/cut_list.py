"""Cut list: number of cables to take from stock or to cut, by phase, part and ordered length."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.drawing.checklists import Column, Listed, Row, metres_text
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.subjects import EVERYTHING, Chosen

How = Literal["pick", "cut", "unknown"]
"""Sold in this length, made to length, or not known yet."""

COLUMNS = (
    Column("phase", 0.0, 18.0),
    Column("part", 20.0, 52.0, bold=True),
    Column("kind", 74.0, 10.0),
    Column("how", 86.0, 16.0),
    Column("length", 104.0, 18.0, right=True, bold=True),
    Column("pieces", 124.0, 16.0, right=True),
    Column("together", 142.0, 22.0, right=True),
)
TICKS = (Column("ready", 170.0, 10.0),)
UNKNOWN_LAST = 2**62


@dataclass(frozen=True)
class Pieces:
    """Cables of one phase, part and length.

    Attributes
    ----------
    how
        ``pick`` where the part is sold in this length, ``cut`` where it is made to length.
    length_um
        Of each; None where no cable is chosen, or its ends are not placed.
    """

    phase: str
    part: str
    kind: str
    how: How
    length_um: int | None
    count: int

    @property
    def together_um(self) -> int | None:
        """All of them one after the other."""
        return None if self.length_um is None else self.length_um * self.count


def pieces_of(cables: Iterable[CableRow], catalog: Catalog) -> list[Pieces]:
    """The pieces in order of phase, part and length; unknown lengths last."""
    counts = Counter((cable.phase, cable.part, cable.kind, cable.length.ordered_um) for cable in cables)
    sold: dict[str, frozenset[int]] = {}
    found = []
    for (phase, part, kind, length), count in counts.items():
        if part not in sold:
            sold[part] = _sold(part, catalog)
        how: How = "unknown" if not part or length is None else "pick" if length in sold[part] else "cut"
        found.append(Pieces(phase, part, kind, how, length, count))
    return sorted(
        found,
        key=lambda some: (
            some.phase,
            not some.part,
            some.part,
            UNKNOWN_LAST if some.length_um is None else some.length_um,
            some.kind,
        ),
    )


def _sold(part: str, catalog: Catalog) -> frozenset[int]:
    """The lengths in which a part is sold."""
    known = catalog.find(part)
    return (
        frozenset(um_from_m(length.m) for length in known.lengths)
        if isinstance(known, Cable)
        else frozenset()
    )


def cut_table(plan: Plan, chosen: Chosen = EVERYTHING) -> Listed:
    """The list as a table."""
    pieces = pieces_of(chosen.of(plan.cables), plan.catalog)
    return Listed(
        "Cut and pick list",
        "Cables to take from the library in lengths that are sold, and pieces to be made to length",
        COLUMNS,
        TICKS,
        list(_rows(pieces)),
        _sums(pieces),
    )


def _rows(pieces: Sequence[Pieces]) -> Iterator[Row]:
    for i, some in enumerate(pieces):
        before = pieces[i - 1] if i else None
        new_phase = before is None or before.phase != some.phase
        new = new_phase or (before is not None and before.part != some.part)
        yield Row(
            (
                some.phase if new_phase else "",
                (some.part or "no cable chosen") if new else "",
                some.kind if new else "",
                some.how,
                metres_text(some.length_um),
                f"{some.count:,}",
                metres_text(some.together_um),
            ),
            (False,),
            rule=new,
        )


def _sums(pieces: Sequence[Pieces]) -> str:
    counts: Counter[How] = Counter()
    for some in pieces:
        counts[some.how] += some.count
    known = sum(some.together_um or 0 for some in pieces)
    least = "≥ " if counts["unknown"] else ""
    words: dict[How, str] = {"pick": "to pick", "cut": "to cut", "unknown": "not known yet"}
    summary = ", ".join(f"{counts[how]:,} {words[how]}" for how in words if counts[how])
    return f"{counted(sum(counts.values()), 'cable')}: {summary} · {least}{metres_text(known)}"
