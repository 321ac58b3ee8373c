"""Numbers in the window: formatted, read with the decimal sign of the locale, and a field for whole ones."""

import re
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QLineEdit

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import CENT
from fatdesk.core.number_text import Grouping, Sign, figures_in_language, in_language, readings
from fatdesk.core.typed_values import typed_quantity, typed_ratio, typed_whole
from fatdesk.core.units import m_from_um
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.widgets.dates import clock_text, date_text
from fatdesk.gui.widgets.plain_text import tip

UNKNOWN = "unknown"
MINUS = "\u2212"
AT_LEAST, AT_MOST = "≥ ", "≤ "
AT_LINE = re.compile(r"[^\n]+?:\d+: ")
"""The file and line that an error begins with."""


def metres(um: int | None, decimals: int = 2) -> str:
    """Return a length in metres, without its unit."""
    return UNKNOWN if um is None else f"{m_from_um(um):,.{decimals}f}"


def money(amount: Decimal | None, at_least: bool = False) -> str:
    """Return an amount with two decimals, without its currency."""
    if amount is None:
        return UNKNOWN
    return (AT_LEAST if at_least else "") + f"{amount.quantize(CENT):,}"


def bounded(value: float, at_least: bool, spec: str) -> str:
    """Return a value, with "≥" if it is a lower bound; a lower bound of zero is unknown."""
    if at_least and not value:
        return UNKNOWN
    return (AT_LEAST if at_least else "") + format(value, spec)


def priced(amount: Decimal | float, at_least: bool, currency: str = "", spec: str = ",.0f") -> str:
    """Return an amount of money with its currency; "≥" marks a lower bound, and one of zero is unknown.

    >>> priced(Decimal(1234), True, "USD"), priced(Decimal(0), True, "USD"), priced(Decimal(0), False, "USD")
    ('≥ USD 1,234', 'unknown', 'USD 0')
    """
    if at_least and not amount:
        return UNKNOWN
    return f"{AT_LEAST if at_least else ''}{currency}{currency and ' '}{format(amount, spec)}"


def signed(value: float | Decimal, spec: str) -> str:
    """Return a difference with its sign; negative ones with a minus sign, not a hyphen.

    >>> signed(-2.5, ".1f"), signed(1.004, ".1f"), signed(-0.004, ".2f")
    ('−2.5', '+1.0', '±0.00')
    """
    text = format(abs(value), spec)
    if not any(digit in text for digit in "123456789"):
        return f"±{text}"
    return ("+" if value > 0 else MINUS) + text


def in_sentence(text: str) -> str:
    """Return an error as a sentence with a capital and a full stop; a file name in front keeps its case.

    >>> in_sentence("no such rack"), in_sentence("note.txt:3: port: is empty")
    ('No such rack.', 'note.txt:3: port: is empty.')
    """
    text = text.strip()
    if not text:
        return text
    first = text[0] if AT_LINE.match(text) else text[0].upper()
    return first + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def within_sentence(text: str) -> str:
    """Return a title or an error without its capital, for use after words; names and acronyms keep theirs.

    >>> within_sentence("Unit price"), within_sentence("MTBF"), within_sentence("Note.txt:1: file: is empty")
    ('unit price', 'MTBF', 'Note.txt:1: file: is empty')
    """
    kept = text[:2].isupper() or AT_LINE.match(text)
    return text if kept else f"{text[:1].lower()}{text[1:]}"


def time_left(seconds: float | None) -> str:
    """Return the remaining time, rounded to its accuracy; empty if unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"{max(1, round(seconds))} s left"
    if seconds < 3600:
        return f"{round(seconds / 60)} min left"
    return f"{seconds / 3600:.1f} h left"


def percent(share: float | None) -> str:
    """Return a fraction in whole percent; empty if unknown."""
    return "" if share is None else f"{100 * share:.0f} %"


def day_text(when: datetime | None) -> str:
    """Return "today" with the time, "yesterday", or the date; empty if unknown."""
    if when is None:
        return ""
    days = (datetime.now().astimezone().date() - when.astimezone().date()).days
    if days == 0:
        return f"today {clock_text(when.astimezone())}"
    return "yesterday" if days == 1 else date_text(when.astimezone().date())


_chosen: list[Sign] = []
"""The number language of the settings; empty: that of the system."""


def choose_number_language(sign: Sign | None) -> None:
    """Read and write the numbers of all fields with this decimal sign; None: that of the system."""
    _chosen[:] = [] if sign is None else [sign]


def number_language() -> Sign:
    """Return the number language: the decimal sign with which fields read and write."""
    if _chosen:
        return _chosen[0]
    return "," if QLocale.system().decimalPoint() == "," else "."


def number_grouping() -> Grouping:
    """Return what groups thousands, as the system has it; the usual form where the sign was chosen."""
    if _chosen:
        return "usual"
    system = QLocale.system()
    between = system.groupSeparator()
    if between in ("'", "’"):
        return "apostrophe"
    return "lakh" if between == "," and system.toString(12_345_678).count(between) == 3 else "usual"


_unit: list[str] = []
"""The unit of lengths of the settings; empty: metres."""


def choose_length_unit(unit: str) -> None:
    """Show lengths of drawings and totals in metres or feet."""
    _unit[:] = [unit]


FEET_IN_M = 1 / 0.3048


def length_unit() -> str:
    """Return the unit in which lengths are shown: m or ft."""
    return _unit[0] if _unit else "m"


def in_unit(length_m: float) -> float:
    """Return a length in the unit in which lengths are shown."""
    return length_m * FEET_IN_M if length_unit() == "ft" else length_m


def length_text(length_m: float, decimals: int = 2) -> str:
    """Return a length with its unit; in feet with a decimal less, down to one.

    >>> length_text(1234.5), length_text(0.61, 3)
    ('1,234.50 m', '0.610 m')
    """
    return to_read(f"{in_unit(length_m):,.{_decimals(decimals)}f} {length_unit()}")


def signed_length(length_m: float, decimals: int = 2) -> str:
    """Return a difference of lengths with its sign and unit."""
    return to_read(f"{signed(in_unit(length_m), f',.{_decimals(decimals)}f')} {length_unit()}")


def sides_text(width_m: float, depth_m: float, decimals: int = 2) -> str:
    """Return the sides of a rectangle with their unit: ``2.40 × 1.20 m``."""
    width, depth = (f"{in_unit(side):,.{_decimals(decimals)}f}" for side in (width_m, depth_m))
    return to_read(f"{width} × {depth} {length_unit()}")


def _decimals(of_metres: int) -> int:
    return min(of_metres, max(1, of_metres - 1)) if length_unit() == "ft" else of_metres


class Name(str):
    """A text that is no figure, such as the name of a file, part, port or network: digits in it remain."""

    __slots__ = ()


def to_read(text: str) -> str:
    """Return figures of the program's own form as labels, tables and drawings show them; names as they are.

    See :func:`fatdesk.core.number_text.figures_in_language`; files and copied tables do not come by here.
    """
    if isinstance(text, Name):
        return text
    return figures_in_language(text, number_language(), number_grouping())


def in_field(text: str) -> str:
    """Return a number of the program's own form as a field shows it, in the number language."""
    sign, grouping = number_language(), number_grouping()
    if grouping != "usual" and "." in readings(text):
        return figures_in_language(text, sign, grouping)
    return in_language(text, sign)


def parse_number(text: str, unit: str = "", into: str = "") -> Decimal:
    """Return a typed quantity in the unit of its field, see :func:`fatdesk.core.typed_values.typed_quantity`.

    Raises
    ------
    MisreadError
        With the right form, as in "Use a decimal point: 21.4".
    NoNumberError
        If it is not a number.
    """
    return typed_quantity(text, unit, number_language(), into)


def parse_whole(text: str, unit: str = "") -> int:
    """Return a typed whole number; raises as :func:`parse_number` does."""
    return typed_whole(text, unit, number_language())


def parse_ratio(text: str) -> Fraction:
    """Return a typed ratio such as "3:1", "3/2" or a number; raises as :func:`parse_number` does."""
    return typed_ratio(text, number_language())


def split_numbers(text: str) -> list[str]:
    """Split a list of numbers at semicolons; without one at commas with a space, or at spaces.

    A comma alone does not separate: "1,5" remains one text; nor do the spaces of "3 ft 6 in".

    >>> split_numbers("1.2; 1.5"), split_numbers("1.2 1.5"), split_numbers("1.2, 1.5"), split_numbers("1,5")
    (['1.2', '1.5'], ['1.2', '1.5'], ['1.2', '1.5'], ['1,5'])
    >>> split_numbers("3 ft 6 in; 2 m"), split_numbers("4 ft, 5 ft"), split_numbers("=2 * 0.61")
    (['3 ft 6 in', '2 m'], ['4 ft', '5 ft'], ['=2 * 0.61'])
    """
    separator = ";" if ";" in text else r",\s" if re.search(r",\s", text) else r"(?<=[\d.])\s+(?=[-+.\d])"
    if separator.endswith("])") and re.search(r"[^\W\d_]|[=*/()'\"]", text):
        return [text.strip()]
    return [part for part in (piece.strip() for piece in re.split(separator, text)) if part]


def plain(value: Decimal) -> str:
    """Format a number for files: no exponent, no thousands separators, no trailing zeros.

    >>> plain(Decimal("1200")), plain(Decimal("21.40")), plain(Decimal("1E+3"))
    ('1200', '21.4', '1000')
    """
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


LONGEST = 16


class WholeNumberField(QLineEdit):
    """A field with a number from ``low`` to ``high``; others are marked, and the tooltip gives the reason."""

    def __init__(self, name: str, low: int, high: int, text: str = "") -> None:
        super().__init__(text)
        self._low, self._high, self._off = low, high, ""
        self._about = f"{name}: {low:,} to {high:,}"
        self.setAccessibleName(name)
        self.setMaxLength(LONGEST)
        self.setToolTip(tip(self._about))
        self.textChanged.connect(lambda _: self._mark())

    @property
    def value(self) -> int | None:
        """The number; None if the text is no number within the limits."""
        return None if self._problem() else parse_whole(self.text())

    def _problem(self) -> str:
        try:
            number = parse_whole(self.text())
        except FatdeskError as error:
            return in_sentence(str(error))
        return "" if self._low <= number <= self._high else f"Enter {self._low:,} to {self._high:,}."

    def explain(self, off: str) -> None:
        """Show why the field has no effect; an empty text: it has one."""
        self._off = off
        self._mark()

    def changeEvent(self, event: QEvent) -> None:
        """A disabled field is not marked."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._mark()

    def _mark(self) -> None:
        problem = self._problem() if self.isEnabled() and not self._off else ""
        self.setToolTip(tip(self._off or "\n".join(filter(None, (self._about, problem)))))
        self.setAccessibleDescription(self._off or problem)
        set_property(self, "wrong", bool(problem))


class AmountField(WholeNumberField):
    """A field with a number above 0 up to ``high``, or with nothing where the program chooses."""

    def __init__(self, name: str, high: int, empty: str) -> None:
        super().__init__(name, 0, high)
        self._about = f"{name}: above 0 to {high:,}; empty: {empty}"
        self.setPlaceholderText(empty)
        self._mark()

    @property
    def amount(self) -> float | None:
        """The number; None where there is none, or a wrong one."""
        return None if self._problem() or not self.text().strip() else float(parse_number(self.text()))

    @property
    def is_wrong(self) -> bool:
        """Whether the text is no number within the limits."""
        return bool(self._problem())

    def _problem(self) -> str:
        if not self.text().strip():
            return ""
        try:
            number = parse_number(self.text())
        except FatdeskError as error:
            return in_sentence(str(error))
        return "" if 0 < number <= self._high else f"Enter a number above 0, up to {self._high:,}."
