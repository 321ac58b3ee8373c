"""Filter of the wiring list: words, ``kind:aoc length>5 rack:A04,A05``, scanned labels; chips of them."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.identity import number_in
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.wiring import Wiring
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.plain_text import menu_text, tip

FIELDS = {
    "kind": "Kind",
    "rack": "Rack",
    "device": "Device",
    "part": "Part",
    "bundle": "Bundle",
    "phase": "Phase",
    "status": "Status",
    "fabric": "Fabric",
    "role": "Role",
    "tray": "Tray",
}
"""Fields that a term may name, with their titles."""
MEASURES = {"length": "Computed", "ordered": "Ordered", "spare": "Spare"}
COMPARE: dict[str, Callable[[NDArray[np.int64], int], NDArray[np.bool_]]] = {
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "=": np.equal,
}
_VALUE = r'"[^"]*"|[^\s,"]+'
_TERM = re.compile(
    rf"\b({'|'.join(FIELDS)}):((?:{_VALUE})(?:,(?:{_VALUE}))*)(?=\s|$)"
    rf"|\b({'|'.join(MEASURES)})(<=|>=|<|>|=)(\d{{1,7}}(?:\.\d{{0,6}})?)(?=\s|$)"
)
Mask = NDArray[np.bool_]


class Term(NamedTuple):
    """One condition: a field that is one of some values, a measure compared to metres, or a free word."""

    field: str
    sign: str
    values: tuple[str, ...]

    @property
    def stated(self) -> str:
        """Text of its chip."""
        if self.field in FIELDS:
            return f"{FIELDS[self.field]}: {', '.join(self.values)}"
        if self.field in MEASURES:
            sign = {"<=": "≤", ">=": "≥"}.get(self.sign, self.sign)
            return f"{MEASURES[self.field]} {sign} {self.values[0]} m"
        return f"“{self.values[0]}”"


def parse(text: str) -> tuple[list[Term], str]:
    """The terms in a text, and the free words that are left of it.

    >>> parse("kind:aoc e03 length>5")
    ([Term(field='kind', sign=':', values=('aoc',)), Term(field='length', sign='>', values=('5',))], 'e03')
    """
    terms: list[Term] = []

    def take(found: "re.Match[str]") -> str:
        name, values, measure, sign, number = found.groups()
        if name:
            parts = tuple(dict.fromkeys(part.strip('"') for part in re.findall(_VALUE, values)))
            terms.append(Term(name, ":", parts))
        else:
            terms.append(Term(measure, sign, (number,)))
        return " "

    rest = _TERM.sub(take, text)
    return terms, " ".join(rest.split())


def terms_of(text: str) -> list[Term]:
    """All terms of a text, free words among them."""
    found, rest = parse(text)
    return found + [Term("", ":", (word,)) for word in rest.split()]


def mask(wiring: Wiring, terms: Sequence[Term]) -> Mask:
    """The rows that meet all terms."""
    wanted = np.ones(len(wiring.rows), np.bool_)
    for term in terms:
        wanted &= _one(wiring, term)
    return wanted


def _one(wiring: Wiring, term: Term) -> Mask:
    if term.field in MEASURES:
        return _measured(wiring, term)
    values = {value.casefold() for value in term.values}
    if not term.field:
        (word,) = values
        found = np.fromiter((word in said for said in wiring.words), np.bool_, len(wiring.rows))
        number = number_in(word)
        return found | wiring.codes("label").where(lambda text: text == number) if number else found
    if term.field == "role":
        values = {value.replace("-", "") for value in values}  # "up-links" is what it was called before
    if term.field in ("rack", "device", "tray"):
        several = wiring.codes({"rack": "racks", "device": "devices", "tray": "run"}[term.field])
        return several.where(lambda texts: any(text.casefold() in values for text in texts))
    return wiring.codes(term.field).where(lambda text: any(value in text.casefold() for value in values))


def _measured(wiring: Wiring, term: Term) -> Mask:
    limit = um_from_m(float(term.values[0]))
    computed, ordered = wiring.computed_um, wiring.ordered_um
    known = {"length": computed >= 0, "ordered": ordered >= 0}.get(
        term.field, (computed >= 0) & (ordered >= 0)
    )
    values = {"length": computed, "ordered": ordered}.get(term.field, ordered - computed)
    compared = np.abs(values - limit) < 5_000 if term.sign == "=" else COMPARE[term.sign](values, limit)
    return known & compared


LONGEST = 34
SIDE, GAP = 8, 6
"""Pixels at 100 %: at the sides, and between chips."""


class Chips(QWidget):
    """The chips in rows, as many as their width needs; ``changed`` states that one came or went."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.terms: list[Term] = []
        self.buttons: list[QToolButton] = []
        self.hide()

    def add(self, terms: Iterable[Term]) -> None:
        """Put conditions after those there are; one twice is one."""
        new = [term for term in dict.fromkeys(terms) if term not in self.terms]
        if new:
            self._take([*self.terms, *new])

    def clear(self) -> None:
        """Take all away."""
        if self.terms:
            self._take([])

    def _take(self, terms: list[Term]) -> None:
        self.terms = terms
        self._make()
        self.changed.emit()

    def _make(self) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        px = self._desk.theme.px
        self.buttons = []
        for term in self.terms:
            button = QToolButton(self)
            button.setObjectName("chip")
            stated = term.stated if len(term.stated) <= LONGEST else f"{term.stated[: LONGEST - 1]}…"
            button.setText(menu_text(stated))
            button.setProperty("kind", "chip")
            button.setIcon(icon(self._desk.theme, "close", px(12)))
            button.setIconSize(QSize(px(12), px(12)))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            button.setToolTip(tip(f"{term.stated}\nClick to remove it"))
            button.setAccessibleName(f"Remove {term.stated}")
            button.clicked.connect(
                lambda _=False, term=term: self._take([some for some in self.terms if some != term])
            )
            button.show()
            self.buttons.append(button)
        self.setVisible(bool(self.terms))
        self._arrange()

    def _arrange(self) -> None:
        """Put each chip, at its full width, after the one before, or into the next row."""
        px = self._desk.theme.px
        x, y, high = px(SIDE), px(GAP), 0
        for button in self.buttons:
            size = button.sizeHint()
            if x > px(SIDE) and x + size.width() > self.width() - px(SIDE):
                x, y = px(SIDE), y + high + px(GAP)
            button.setGeometry(x, y, size.width(), size.height())
            x, high = x + size.width() + px(GAP), max(high, size.height())
        self.setFixedHeight(y + high + px(GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the chips for the new width."""
        super().resizeEvent(event)
        self._arrange()
