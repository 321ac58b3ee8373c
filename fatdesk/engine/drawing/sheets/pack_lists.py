"""Lists of the installers' pack: cables to pick from stock or to cut, and cables to pull in each tray."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.core.units import um_from_m
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan
from fatdesk.engine.drawing.sheets.checklists import Column, Listed, Row, metres_text
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.wiring.wiring_list import CableRow

How = Literal["pick", "cut", "unknown"]
"""Sold in this length, made to length, or not known yet."""

CUT_COLUMNS = (
    Column("phase", 0.0, 18.0),
    Column("part", 20.0, 52.0, bold=True),
    Column("kind", 74.0, 10.0),
    Column("how", 86.0, 16.0),
    Column("length", 104.0, 18.0, right=True, bold=True),
    Column("pieces", 124.0, 16.0, right=True),
    Column("total", 142.0, 22.0, right=True),
)
CUT_TICKS = (Column("ready", 170.0, 10.0),)
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
    pieces = pieces_of(chosen.of(plan.pieces), plan.catalog)
    return Listed(
        "Cut and pick list",
        "Cables to pick in the lengths that are sold, and pieces to cut to length",
        CUT_COLUMNS,
        CUT_TICKS,
        list(_cut_rows(pieces)),
        _cut_sums(pieces),
    )


def _cut_rows(pieces: Sequence[Pieces]) -> Iterator[Row]:
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


def _cut_sums(pieces: Sequence[Pieces]) -> str:
    counts: Counter[How] = Counter()
    for some in pieces:
        counts[some.how] += some.count
    known = sum(some.together_um or 0 for some in pieces)
    least = "≥ " if counts["unknown"] else ""
    words: dict[How, str] = {"pick": "to pick", "cut": "to cut", "unknown": "not known yet"}
    summary = ", ".join(f"{counts[how]:,} {words[how]}" for how in words if counts[how])
    return f"{counted(sum(counts.values()), 'cable')}: {summary} · {least}{metres_text(known)}"


PULL_COLUMNS = (
    Column("tray", 0.0, 18.0, bold=True),
    Column("fill", 19.0, 14.0, right=True),
    Column("no.", 34.0, 7.0, right=True),
    Column("from", 44.0, 12.0, bold=True),
    Column("to", 57.0, 12.0, bold=True),
    Column("cables", 69.0, 11.0, right=True),
    Column("kind", 83.0, 8.0),
    Column("each", 91.0, 15.0, right=True),
    Column("total", 107.0, 18.0, right=True),
    Column("phase", 128.0, 12.0),
    Column("route", 141.0, 31.0),
)
PULL_TICKS = (Column("pulled", 174.0, 8.0),)
MOST_NAMED = 3


@dataclass(frozen=True)
class TrayPull:
    """Alike cables through one tray.

    Attributes
    ----------
    order
        From 1 in each tray and phase.
    start, stop
        Labels of the racks that they join; of a splitter the rack of its first leg.
    run
        All trays of the way, in order.
    way_um
        How long the way through the trays is.
    fill, at_least
        Of the tray at its worst place with all cables, and whether it is a lower bound.
    """

    tray: str
    order: int
    phase: str
    start: str
    stop: str
    run: tuple[str, ...]
    way_um: int
    kind: str
    part: str
    ordered_um: int | None
    count: int
    fill: float
    at_least: bool

    @property
    def together_um(self) -> int | None:
        """The ordered length of all of them."""
        return None if self.ordered_um is None else self.ordered_um * self.count


class _Alike(NamedTuple):
    """Cables that are pulled together, in the order of pulling; lengths are negative, so the longest lead."""

    phase: str
    way_um: int
    start: str
    stop: str
    kind: str
    ordered_um: int
    part: str
    run: tuple[str, ...]


def _alike(cable: CableRow, place: Mapping[str, int]) -> _Alike:
    """A cable as one of a pull, from the first of its racks on, wherever its end A is."""
    ends, run = (cable.a.rack_label, cable.b.rack_label), cable.run
    if place.get(ends[0], 0) > place.get(ends[1], 0):
        ends, run = ends[::-1], run[::-1]
    return _Alike(
        cable.phase,
        -(cable.length.route_um or 0),
        *ends,
        cable.kind,
        -(cable.length.ordered_um or 0),
        cable.part,
        run,
    )


def tray_pulls(plan: Plan, chosen: Chosen = EVERYTHING) -> list[TrayPull]:
    """The pulls, tray by tray in the order of the floor, phase by phase, the longest ways first."""
    racks = sorted(plan.floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
    place = {rack_label(rack): n for n, rack in enumerate(racks)}
    alike = Counter(_alike(cable, place) for cable in chosen.of(plan.pieces) if cable.run)
    by_tray: dict[str, list[_Alike]] = defaultdict(list)
    for some in sorted(alike):
        for tray in dict.fromkeys(some.run):
            by_tray[tray].append(some)
    found = []
    for tray in (tray.id for tray in plan.floor.trays):
        fill, at_least = plan.tray_fill.get(tray, (0.0, True))
        orders: Counter[str] = Counter()
        for some in by_tray[tray]:
            orders[some.phase] += 1
            found.append(
                TrayPull(
                    tray=tray,
                    order=orders[some.phase],
                    phase=some.phase,
                    start=some.start,
                    stop=some.stop,
                    run=some.run,
                    way_um=-some.way_um,
                    kind=some.kind,
                    part=some.part,
                    ordered_um=-some.ordered_um or None,
                    count=alike[some],
                    fill=fill,
                    at_least=at_least,
                )
            )
    return found


def pull_table(plan: Plan, chosen: Chosen = EVERYTHING) -> Listed:
    """The list as a table."""
    pulls = tray_pulls(plan, chosen)
    return Listed(
        "Pull list by tray",
        "Cables of each tray in pulling order; a cable is listed at every tray of its route",
        PULL_COLUMNS,
        PULL_TICKS,
        list(_pull_rows(pulls)),
        _pull_sums(pulls),
    )


def _pull_rows(pulls: Sequence[TrayPull]) -> Iterator[Row]:
    for i, pull in enumerate(pulls):
        new = i == 0 or pulls[i - 1].tray != pull.tray
        run = pull.run[:MOST_NAMED]
        way = ", ".join(run) + (f" + {len(pull.run) - len(run)}" if len(pull.run) > len(run) else "")
        yield Row(
            (
                pull.tray if new else "",
                f"{'≥ ' if pull.at_least else ''}{pull.fill * 100:.1f} %" if new else "",
                str(pull.order),
                pull.start,
                pull.stop,
                f"{pull.count:,}",
                pull.kind or "none",
                metres_text(pull.ordered_um),
                metres_text(pull.together_um),
                pull.phase,
                way,
            ),
            (False,),
            rule=new,
        )


def _pull_sums(pulls: Sequence[TrayPull]) -> str:
    trays = list(dict.fromkeys(pull.tray for pull in pulls))
    return f"{counted(len(trays), 'tray')} with cables, {counted(len(pulls), 'pull')}"
