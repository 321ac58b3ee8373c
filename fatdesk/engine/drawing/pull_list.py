"""Pull list: cables of each tray in pulling order, longest routes first (bottom of the tray)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.engine.drawing.checklists import Column, Listed, Row, metres_text
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.subjects import EVERYTHING, Chosen

COLUMNS = (
    Column("tray", 0.0, 18.0, bold=True),
    Column("full", 19.0, 14.0, right=True),
    Column("no.", 34.0, 7.0, right=True),
    Column("from", 44.0, 12.0, bold=True),
    Column("to", 57.0, 12.0, bold=True),
    Column("cables", 69.0, 11.0, right=True),
    Column("kind", 83.0, 8.0),
    Column("each", 91.0, 15.0, right=True),
    Column("together", 107.0, 18.0, right=True),
    Column("phase", 128.0, 12.0),
    Column("whole way", 141.0, 31.0),
)
TICKS = (Column("pulled", 174.0, 8.0),)
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


def tray_pulls(plan: Plan, chosen: Chosen = EVERYTHING) -> list[TrayPull]:
    """The pulls, tray by tray in the order of the floor, phase by phase, the longest ways first."""
    alike = Counter(
        _Alike(
            cable.phase,
            -(cable.length.route_um or 0),
            cable.a.rack_label,
            cable.b.rack_label,
            cable.kind,
            -(cable.length.ordered_um or 0),
            cable.part,
            cable.run,
        )
        for cable in chosen.of(plan.cables)
        if cable.run
    )
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
        COLUMNS,
        TICKS,
        list(_rows(pulls)),
        _sums(pulls),
    )


def _rows(pulls: Sequence[TrayPull]) -> Iterator[Row]:
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


def _sums(pulls: Sequence[TrayPull]) -> str:
    trays = list(dict.fromkeys(pull.tray for pull in pulls))
    return f"{counted(len(trays), 'tray')} with cables, {counted(len(pulls), 'pull')}"
