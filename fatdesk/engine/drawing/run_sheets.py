"""Sheets for pulling cables: for each rack its runs over a small floor, and what to pull where."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.leaf import Leaf
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.run_map import Pull, draw_run_map
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, field, sheet
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.tick_table import Column, Row, draw_tick_table
from fatdesk.engine.floor.floor import Rack, letters, rack_label

MARGIN = 4.0
TOP = 17.0
"""Above the small floor, for the title."""

FLOOR_HIGH, FLOOR_MOST = 92.0, 150.0
"""Height of the small floor: at least, and at most where the table leaves room."""

HIGH = 4.9
SPARE = 10.0
"""Under the table, for its sums."""

COLUMNS = (
    Column("to rack", 0.0, 15.0, bold=True),
    Column("cables", 16.0, 11.0, right=True),
    Column("kind", 30.0, 9.0),
    Column("each", 40.0, 15.0, right=True),
    Column("part", 58.0, 32.0),
    Column("way through the trays", 92.0, 60.0),
    Column("", 154.0, 16.0),
)
TICKS = (Column("pulled", 172.0, 8.0),)


Pulls = Mapping[str, Mapping[Pull, int]]


def pulls_by_rack(plan: Plan) -> Pulls:
    """How many cables of each sort leave each rack; a cable is counted at both of its racks."""
    alike = Counter(
        (cable.a.rack_label, far, cable.run, cable.kind, cable.part, cable.length.ordered_um)
        for cable in plan.cables
        for far in dict.fromkeys([end.rack_label for end in cable.legs] or [cable.b.rack_label])
    )
    found: dict[str, Counter[Pull]] = defaultdict(Counter)
    for (near, far, run, kind, part, length), count in alike.items():
        if near and far and near != far:
            found[near][Pull(far, run, kind, part, length)] += count
            found[far][Pull(near, run[::-1], kind, part, length)] += count
    return found


class RunSheets:
    """The sheets of all racks that cables leave, or of some by label."""

    def __init__(
        self,
        plan: Plan,
        palette: Palette = PRINT,
        imprint: Imprint | None = None,
        stock: Stock = STOCK_A4,
        only: Collection[str] = (),
    ) -> None:
        self.plan, self.palette, self.stock = plan, palette, stock
        self.imprint = imprint or Imprint(project=plan.title)
        self._only = only
        self._racks = sorted(plan.floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
        self._order = {rack_label(rack): place for place, rack in enumerate(self._racks)}

    @cached_property
    def _pulls(self) -> Pulls:
        return pulls_by_rack(self.plan)

    @cached_property
    def sheets(self) -> list[tuple[Rack, Sequence[tuple[Pull, int]], tuple[int, int]]]:
        """Rack, its pulls on the sheet, and which of how many sheets of the rack it is."""
        found: list[tuple[Rack, Sequence[tuple[Pull, int]], tuple[int, int]]] = []
        for rack in self._racks:
            label = rack_label(rack)
            if label in self._pulls and (not self._only or label in self._only):
                parts = list(self._parts(label))
                found += [(rack, some, (i, len(parts))) for i, some in enumerate(parts, start=1)]
        return found

    def _parts(self, label: str) -> Iterator[Sequence[tuple[Pull, int]]]:
        """The pulls of a rack by sheet, in the order of the racks they lead to."""
        _, upper, _, lower = field(self.stock.standing)
        high = lower - upper - TOP - 4.4 - SPARE
        first, other = int((high - FLOOR_HIGH) / HIGH), int(high / HIGH)
        pulls = sorted(
            self._pulls[label].items(),
            key=lambda item: (
                self._order.get(item[0].far, 0),
                item[0].run,
                item[0].kind,
                item[0].ordered_um or 0,
                item[0].part,
            ),
        )
        if len(pulls) > first:  # a second sheet there is, so the floor may be large
            first = int((high - FLOOR_MOST) / HIGH)
        yield pulls[:first]
        for i in range(first, len(pulls), other):
            yield pulls[i : i + other]

    def leaves(self, before: int = 0) -> Iterator[Leaf]:
        """The sheets, the last of a document, after so many others."""
        for i, (rack, _, part) in enumerate(self.sheets):
            title = f"Runs of rack {rack_label(rack)}"
            if part[1] > 1:
                title += f", {part[0]} of {part[1]}"
            yield Leaf(title, partial(self.page, i, before), "Runs")

    def page(self, i: int, before: int = 0) -> Page:
        """One sheet."""
        rack, pulls, part = self.sheets[i]
        label, paper = rack_label(rack), self.stock.standing
        heading = Heading(
            document=f"Runs of rack {label}",
            scope="its cables to other racks" + (f" · sheet {part[0]} of {part[1]}" if part[1] > 1 else ""),
            number=before + i + 1,
            sheets=before + len(self.sheets),
        )
        sketch = sheet(paper, self.palette, heading, self.imprint)
        left, upper, right, lower = field(paper)
        x, wide = left + MARGIN, right - left - 2 * MARGIN
        sketch.text(x, upper + 8, f"Runs of rack {label}", 5.0, bold=True, within=wide)
        told = f"row {letters(rack.row)}, position {rack.position + 1} · {self._told(label)}"
        sketch.text(x, upper + 13.4, told, 2.6, colour=self.palette.text2, within=wide)
        y = upper + TOP
        if part[0] == 1:
            most = lower - y - 4.4 - SPARE - HIGH * len(pulls)
            area = (x, y, right - MARGIN, y + min(FLOOR_MOST, max(FLOOR_HIGH, most)) - 4.0)
            y = draw_run_map(sketch, self.plan, label, self._pulls[label], area) + 4.0
        stretch = wide / 182.0
        columns = [self._wider(column, stretch) for column in COLUMNS]
        ticks = [self._wider(column, stretch) for column in TICKS]
        rows = [self._row(label, pull, count) for pull, count in pulls]
        end = draw_tick_table(sketch, columns, ticks, rows, (x, y), HIGH)
        here = sum(count for pull, count in pulls if self._first(label, pull))
        words = f"{counted(here, 'cable') if here else 'Nothing'} to pull from this sheet"
        if here < sum(count for _, count in pulls):
            rest = "the others" if here else "its cables"
            words += f"; {rest} are ticked on the sheets named in their rows"
        sketch.text(x, end + 4.6, words, 2.6, within=wide)
        return sketch.page(f"Runs of rack {label}, {self.plan.title}")

    @staticmethod
    def _wider(column: Column, by: float) -> Column:
        return Column(column.head, column.x * by, column.width * by, column.bold, column.right)

    def _told(self, label: str) -> str:
        """Sums of all that leaves a rack."""
        pulls = self._pulls[label]
        lengths = [pull.ordered_um for pull in pulls]
        metres = sum((pull.ordered_um or 0) * count for pull, count in pulls.items()) / 1e6
        told = f"{counted(sum(pulls.values()), 'cable')} to {counted(len({p.far for p in pulls}), 'rack')}"
        if any(length is not None for length in lengths):
            told += f", {'≥ ' if None in lengths else ''}{metres:,.2f} m"
        return told

    def _first(self, label: str, pull: Pull) -> bool:
        """Whether a pull is ticked here and not on the sheet of its other rack."""
        return self._order.get(label, 0) < self._order.get(pull.far, 0)

    def _row(self, label: str, pull: Pull, count: int) -> Row:
        length = pull.ordered_um
        here = self._first(label, pull)
        cells = (
            pull.far,
            f"{count:,}",
            pull.kind or "none",
            "unknown" if length is None else f"{length / 1e6:.2f} m",
            pull.part or "none chosen",
            " · ".join(pull.run) or "no way",
            "" if here else f"see {pull.far}",
        )
        return Row(cells, (False if here else None,))
