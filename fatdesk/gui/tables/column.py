"""A column of a table: its text for a row, sort key, and editing."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from fatdesk.core.cell import guarded
from fatdesk.gui.widgets.numbers import MINUS

Row = TypeVar("Row")


class Choice(NamedTuple):
    """One of the values that a cell can be given from a list: what it says, and what is typed for it."""

    title: str
    text: str


class Cell(NamedTuple):
    """Contents of a cell."""

    text: str
    tone: str = "text"
    strong: bool = False
    number: bool = False
    mark: str = ""
    swatch: str | None = None
    corner: bool = False
    group: bool = False
    editable: bool = False
    heat: int | None = None
    series: int | None = None


def _nothing(_: Any) -> str:
    return ""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column.

    Attributes
    ----------
    key
        What rows are sorted by, cheap and hashable; the text when there is none.
    order
        What equal keys are put in order by, worked out once for each different key.
    heat
        The bin of the heat map that its ground has, 0 the least to 5; None: no ground of its own.
    series
        The series of a plot whose colour is shown before the text; None: none.
    edit
        Applies a typed text to one row; ``edit_all`` for several at once. False: refused.
    choices
        What a cell can be given, where it is one of a list.
    words
        Usual texts, offered while a cell is typed into; ``several``: a cell has a comma list of them.
    hidden
        Whether it starts out of view.
    about
        The definition of the figure and its unit, for the tooltip of the title.
    """

    title: str
    width: int
    text: Callable[[Row], str]
    key: Callable[[Row], Hashable] | None = None
    order: Callable[[Any], Any] | None = None
    number: bool = False
    strong: bool = False
    tone: Callable[[Row], str] = _nothing
    mark: Callable[[Row], str] = _nothing
    swatch: Callable[[Row], str | None] | None = None
    corner: Callable[[Row], bool] | None = None
    heat: Callable[[Row], int | None] | None = None
    series: Callable[[Row], int | None] | None = None
    edit: Callable[[Row, str], bool] | None = None
    edit_all: Callable[[Sequence[Row], str], bool] | None = None
    editable: Callable[[Row], bool] | None = None
    choices: Callable[[Row], Sequence[Choice]] | None = None
    words: Callable[[], Sequence[str]] | None = None
    several: bool = False
    stretch: bool = False
    hidden: bool = False
    about: str = ""
    name: str = ""
    """Distinguishes it from another of the same title."""

    @property
    def id(self) -> str:
        """Key under which settings of the column are kept."""
        return self.name or self.title

    def can_edit(self, row: Row) -> bool:
        """Whether its cell of a row can be typed into."""
        if self.edit is None and self.edit_all is None:
            return False
        return self.editable is None or self.editable(row)

    def cell(self, row: Row) -> Cell:
        """Its cell of a row."""
        return Cell(
            self.text(row),
            self.tone(row) or "text",
            self.strong,
            self.number,
            self.mark(row),
            self.swatch(row) if self.swatch else None,
            bool(self.corner and self.corner(row)),
            editable=self.can_edit(row),
            heat=self.heat(row) if self.heat else None,
            series=self.series(row) if self.series else None,
        )

    def pasted(self, text: str) -> str:
        """A text of it as a spreadsheet takes it: plain numbers, and no text that becomes a formula."""
        text = text.replace("\t", " ").replace("\n", " ").replace("\r", " ")
        if not self.number:
            return guarded(text)
        plain = text.replace(",", "").replace(MINUS, "-")
        if plain == "–":
            return ""
        try:
            float(plain)
        except ValueError:
            return guarded(text)
        return plain
