"""A column of a table: text for a row, sort key, editing; columns made from those of exported lists."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar

from fatdesk.core.formats.cell import guarded
from fatdesk.core.number_text import share_percent
from fatdesk.core.units import um_from_m
from fatdesk.engine.listing import cells
from fatdesk.engine.listing.cells import Formula, Value
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, in_field, metres, money, to_read
from fatdesk.gui.widgets.sorting import natural, unknown_first

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
    refusal: str = ""
    """Why its text, which was typed, is refused."""

    @property
    def shown(self) -> str:
        """Its text as it is read: figures in the number language."""
        return to_read(self.text) if self.number else self.text


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
    follows
        The column whose edit changes this one, too: of a pasted block it is applied after that one.
    hidden
        Whether it starts out of view.
    secondary
        Whether it gives way where the table is too narrow for all columns.
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
    follows: str = ""
    stretch: bool = False
    hidden: bool = False
    secondary: bool = False
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
        """Return a text of it for a spreadsheet: plain numbers in the number language, and no formula."""
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
        return in_field(plain)


Item = TypeVar("Item")
PIXELS_OF_A_CHARACTER = 7.5
NARROWEST, WIDEST = 60, 260


def shown(value: Value, kind: cells.Kind, digits: int | None = None) -> str:
    """Return a cell of a list as the window writes it.

    >>> shown(1200, "integer"), shown(2.5, "length"), shown("unknown", "money"), shown(None, "text")
    ('1,200', '2.50', 'unknown', '')
    >>> shown(0.7584, "share"), shown(0.5, "number", 3)
    ('75.84 %', '0.500')
    """
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, str):
        return UNKNOWN if value == cells.UNKNOWN else value
    if kind == "length":
        return metres(um_from_m(float(value)))
    if kind == "money":
        return money(Decimal(value))
    if kind == "share":
        return share_percent(float(value))
    if digits is not None:
        return f"{value:,.{digits}f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def listed(
    column: cells.Column[Item],
    item: Callable[[Row], Item],
    width: int | None = None,
    **looks: Any,
) -> Column[Row]:
    """Return the column of a table that shows a column of a list.

    Parameters
    ----------
    item
        What the list makes of a row of the table.
    width
        In pixels; left out, it follows from that in characters.
    looks
        Further fields of :class:`Column`: how it looks, and how it is edited.
    """
    number = column.kind != "text"

    def text(row: Row) -> str:
        return shown(column.of(item(row)), column.kind, column.digits)

    def figure(row: Row) -> Any:
        value = column.of(item(row))
        return value if isinstance(value, int | float | Decimal) else None

    wide = max(NARROWEST, min(WIDEST, round(column.width * PIXELS_OF_A_CHARACTER) + 16))
    return Column(
        **{
            "title": column.short or column.title,
            "name": column.title,
            "width": wide if width is None else width,
            "text": text,
            "key": figure if number else None,
            "order": unknown_first if number else natural,
            "number": number,
            "tone": lambda _: "text2",
            "about": f"{column.title}." if column.short else "",
            **looks,
        }
    )


def figure(title: str, width: int, of: Callable[[Row], Any], form: str = ",", **looks: Any) -> Column[Row]:
    """Return the column of a number, which sorts as the number and not as its text.

    Parameters
    ----------
    of
        The number of a row; None: unknown, which comes first.
    form
        The format in which it is written.
    looks
        Further fields of :class:`Column`.
    """

    def text(row: Row) -> str:
        value = of(row)
        return UNKNOWN if value is None else f"{value:{form}}"

    return Column(title, width, text, of, unknown_first, number=True, **looks)


def described(columns: Sequence[Column[Row]], about: Mapping[str, str]) -> tuple[Column[Row], ...]:
    """Return columns with the tooltips of their titles, by what they are kept under.

    Raises
    ------
    KeyError
        If there is a tooltip for no column.
    """
    if unknown := set(about) - {column.id for column in columns}:
        raise KeyError(f"there are no such columns: {', '.join(sorted(unknown))}")
    return tuple(replace(column, about=about.get(column.id, column.about)) for column in columns)


def others(
    columns: Sequence[cells.Column[Item]], item: Callable[[Row], Item], shown_already: Sequence[str]
) -> tuple[Column[Row], ...]:
    """Return the columns of a list that a table does not show yet, to be chosen from its menu."""
    return tuple(listed(one, item, hidden=True) for one in columns if one.name not in shown_already)
