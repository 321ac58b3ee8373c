"""Label stocks: sheets and rolls of labels on the market, read from ``resources/labels``."""

from functools import cache
from typing import Annotated

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.shipped_data import shipped
from fatdesk.core.struct import Struct
from fatdesk.core.typed_records import convert
from fatdesk.core.yaml_events import parse, read_bytes
from fatdesk.engine.drawing.marks import GRID, LABEL_SIZE, QUIET
from fatdesk.engine.drawing.sheet import Paper

Count = Annotated[int, Meta(ge=1, le=1000)]
Size = Annotated[float, Meta(gt=0, le=10_000)]
Offset = Annotated[float, Meta(ge=0, le=10_000)]
PLAIN = "a4-65"
"""Default stock."""

BLOCK_WIDTH, BLOCK_HEIGHT = 35.0, LABEL_SIZE + 2 * QUIET + GRID + 4.0
"""What a code with white around it and the texts of a label need at least, mm."""


class LabelStock(Struct, frozen=True, kw_only=True):
    """A stock of labels; sizes in mm.

    Attributes
    ----------
    left, top
        The upper left corner of the first label.
    pitch_x, pitch_y
        From one label to the next.
    radius
        Of a label's corners.
    twice
        Whether the text is printed twice, the second time upside down: for labels that go around a cable.
    told
        Whether the last label of a sheet says which sheet it is, instead of carrying a cable's.
    """

    title: str
    paper: Paper
    columns: Count
    rows: Count
    width: Size
    height: Size
    left: Offset
    top: Offset
    pitch_x: Size
    pitch_y: Size
    radius: Offset = 0.0
    twice: bool = False
    told: bool = True

    @property
    def count(self) -> int:
        """Labels of a sheet."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a label, from 0, row by row."""
        row, column = divmod(place, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y


@cache
def label_stocks() -> dict[str, LabelStock]:
    """The stocks that come with the program, by name.

    Raises
    ------
    InputError, InputErrors
        When a file is wrong.
    """
    files = sorted((shipped("resources") / "labels").glob("*.yaml"))
    return {file.stem: read_label_stock(read_bytes(file), str(file)) for file in files}


def label_stock(name: str) -> LabelStock:
    """A stock by name.

    Raises
    ------
    FatdeskError
        When there is none of that name.
    """
    stocks = label_stocks()
    if name not in stocks:
        raise FatdeskError(f"there are no labels {name!r}; known are {', '.join(stocks)}")
    return stocks[name]


def read_label_stock(data: bytes, file: str) -> LabelStock:
    """A stock from a YAML file.

    Raises
    ------
    InputError, InputErrors
        When it is none, its labels are too small for a code and texts, overlap or leave the paper.
    """
    stock: LabelStock = convert(parse(data, file), LabelStock, data, file)
    last_x, last_y = stock.corner(stock.count - 1)
    blocks = 2 if stock.twice else 1
    edge = 0.01
    wrong = {
        "width": (
            stock.width < BLOCK_WIDTH,
            f"at least {BLOCK_WIDTH:.1f} mm are needed for a code and texts",
        ),
        "height": (
            stock.height < blocks * BLOCK_HEIGHT,
            f"at least {blocks * BLOCK_HEIGHT:.1f} mm are needed for a code and texts",
        ),
        "pitch_x": (stock.columns > 1 and stock.pitch_x < stock.width - edge, "labels overlap"),
        "pitch_y": (stock.rows > 1 and stock.pitch_y < stock.height - edge, "labels overlap"),
        "left": (last_x + stock.width > stock.paper.width + edge, "the labels leave the paper at its right"),
        "top": (last_y + stock.height > stock.paper.height + edge, "the labels leave the paper below"),
        "told": (stock.told and stock.count < 2, "a sheet of one label has no room to say which it is"),
    }
    for name, (is_wrong, what) in wrong.items():
        if is_wrong:
            raise InputError(file, 1, name, what)
    return stock
