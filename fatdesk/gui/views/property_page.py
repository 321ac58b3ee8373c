"""Page of the inspector: title, sections, values, input fields and choices."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import Field
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.theme.icons import Tints, icon, picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.combo import Combo, offer_words
from fatdesk.gui.widgets.elided_field import ElidedField
from fatdesk.gui.widgets.limit_bar import LimitBar
from fatdesk.gui.widgets.numbers import UNKNOWN, in_field, in_sentence, parse_number, to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text, tip, tip_lines
from fatdesk.gui.widgets.refusal import Refusal, RefusalNote

CHROME = 20
"""Pixels of a field around its text: border and padding."""
FIELD, UNIT, GAP = 116, 27, 6
"""Widths of a field and of the unit after it, and between the columns; a list is at least as wide as both."""
LIST = FIELD + GAP + UNIT
ROW = 264
"""Width of a row of an inspector as wide as at first, next to a scroll bar."""
LINK = 246
"""Width at which the text of an action is broken into lines."""
LEFT = 16
"""Width in pixels of the margin before the rows, which chevrons are in."""
FOLDED = "inspector-folded"
"""The setting with the titles of folded sections."""
CHEVRON = Tints(checked="text2")
"""Colours of the chevron of a section, open or not."""
NONE = "none"
_NUMBER = re.compile(r"[0-9][0-9.,]*")
SEVERAL = "several"
"""Placeholder of a field whose selected elements have different values."""


def broken(text: str, letters: QFontMetricsF, width: float) -> list[str]:
    """Return a text in lines no wider than a width, if its words allow."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def meaning(field: Field) -> str:
    """Return the meaning of a value as a tooltip, with the words of choices instead of their keys."""
    more = field.about.more
    for value, words in field.choices:
        more = more.replace(f"`{value}`", words)
    return "\n".join(f"{part.replace('`', '')}." for part in (field.about.help, more) if part)


class Body(QWidget):
    """A column of rows: those of a section, or those before the first one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.px(LEFT), 0, theme.px(14), 0)
        self.column.setSpacing(theme.px(6))


class SectionHead(QWidget):
    """Heading of a section: a chevron that folds it, its title, and a short note at the right.

    Which titles are folded is a setting of the window, so that each selection is shown alike.
    """

    def __init__(self, desk: Desk, title: str, note: str) -> None:
        super().__init__()
        theme, px = desk.theme, desk.theme.px
        self._theme, self._settings, self._title = theme, desk.settings, title
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(px(6))
        outer.addWidget(hairline())
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, px(14), 0)
        line.setSpacing(0)
        self.chevron = QToolButton()
        self.chevron.setObjectName(f"section-{title}")
        self.chevron.setProperty("kind", "chevron")
        self.chevron.setCheckable(True)
        self.chevron.setFixedSize(px(LEFT), px(18))
        self.chevron.setIconSize(QSize(px(12), px(12)))
        self.chevron.setAccessibleName(f"Section {title}")
        self.chevron.setToolTip(tip("Show or hide this section, here and in other selections"))
        name, right = label(title), ElidedLabel(note, "text2")
        name.setFont(theme.strong())
        right.setAlignment(Qt.AlignmentFlag.AlignRight)
        line.addWidget(self.chevron)
        line.addWidget(name)
        line.addSpacing(px(GAP))
        line.addWidget(right, 1)
        outer.addLayout(line)

    def follow(self, body: Body) -> None:
        """Fold and unfold a section, first as the settings have it."""
        self.body = body
        is_open = self._title not in self._folded
        self.chevron.setChecked(is_open)
        self.chevron.toggled.connect(self._turn)
        self._show(is_open)

    @property
    def _folded(self) -> list[str]:
        return self._settings.get(FOLDED, list[str], [])

    def _turn(self, is_open: bool) -> None:
        others = [title for title in self._folded if title != self._title]
        self._settings.put(FOLDED, others if is_open else [*others, self._title])
        self._show(is_open)

    def _show(self, is_open: bool) -> None:
        size = self._theme.px(12)
        self.chevron.setIcon(icon(self._theme, "down" if is_open else "right", size, CHEVRON))
        self.body.setVisible(is_open)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept the press, so that its release comes here too."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on the heading is one on its chevron."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chevron.toggle()


class Page(QWidget):
    """A page with the properties of a selection; ``fields`` holds its controls by name.

    Editable values are shown in boxes; values without a box are derived. ``again`` rebuilds the page.
    """

    def __init__(
        self, desk: Desk, again: Callable[[], None], refused: dict[str, Refusal] | None = None
    ) -> None:
        """``refused`` are texts that were refused on an earlier page of the same elements, by field."""
        super().__init__()
        self.desk = desk
        self.session, self.theme, self.tasks = desk.session, desk.theme, desk.tasks
        self.settings, self.libraries = desk.settings, desk.libraries
        self.fields: dict[str, QWidget] = {}
        self.committing = False
        self.icon = ""
        """Icon of the title; empty: none."""
        self.again = again
        self._refused = {} if refused is None else refused
        self._note = RefusalNote(desk.theme, self)
        self._task = ""
        """Title of the running background task that the page waits for."""
        px = desk.theme.px
        self.setProperty("role", "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(14), 0, px(16))
        column.setSpacing(px(6))
        self._sections = column
        self._column = self._body().column
        """Column of the rows that are added now: of the section that was begun last, or above all."""

    def _body(self) -> "Body":
        body = Body(self.theme)
        self._sections.addWidget(body)
        return body

    def end(self) -> None:
        """Finish the page: fill the space below with nothing."""
        self._sections.addStretch(1)

    def unfold(self, field: QWidget) -> None:
        """Show the section of a field, if it is folded."""
        for head in self.findChildren(SectionHead):
            if head.body.isAncestorOf(field):
                head.chevron.setChecked(True)

    def title(self, title: str, subtitle: str) -> None:
        """Add the name of the element, and its kind, next to the icon of its kind."""
        px = self.theme.px
        first, second = label(title), label(subtitle, "text2")
        first.setFont(self.theme.strong(15))
        first.setWordWrap(True)
        second.setFont(self.theme.font(12))
        second.setWordWrap(True)
        head, words = QHBoxLayout(), QVBoxLayout()
        head.setSpacing(px(8))
        words.setSpacing(px(6))
        words.addWidget(first)
        words.addWidget(second)
        if self.icon:
            mark = label()
            mark.setObjectName(f"icon-{self.icon}")
            mark.setPixmap(picture(self.theme, self.icon, "accent_text", px(20)))
            head.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        self._column.addLayout(head)

    def section(self, title: str, note: str = "") -> QGridLayout:
        """Add a heading with a short note at the right, and return the grid for its rows.

        A click on the heading folds what follows, here and in other selections, until it is opened again.
        """
        px = self.theme.px
        head = SectionHead(self.desk, title, note)
        self._sections.addSpacing(px(6))
        self._sections.addWidget(head)
        body = self._body()
        self._column = body.column
        head.follow(body)
        return self.rows()

    def rows(self) -> QGridLayout:
        """Return a grid for rows of name, value and unit."""
        px, grid = self.theme.px, QGridLayout()
        grid.setHorizontalSpacing(px(GAP))
        grid.setVerticalSpacing(px(4))
        grid.setColumnStretch(0, 1000)
        grid.setColumnStretch(1, 1)  # a value without a unit widens this column, and not that of the units
        grid.setColumnMinimumWidth(2, px(UNIT))
        self._column.addLayout(grid)
        return grid

    def value(
        self,
        grid: QGridLayout,
        name: str,
        value: str,
        unit: str = "",
        strong: bool = False,
        mark: QWidget | None = None,
    ) -> None:
        """Add a row with a derived value, a figure or a ``Name``; ``mark`` is an icon before its name."""
        row = grid.rowCount()
        first, second = (
            ElidedLabel(name, "text2"),
            label(to_read(value), "warn" if value == UNKNOWN else "text"),
        )
        first.setFont(self.theme.font(12))
        if strong:
            second.setFont(self.theme.strong())
        second.setAlignment(Qt.AlignmentFlag.AlignRight)
        if mark is None:
            grid.addWidget(first, row, 0)
        else:
            named = QHBoxLayout()
            named.setSpacing(self.theme.px(6))
            named.addWidget(mark)
            named.addWidget(first, 1)
            grid.addLayout(named, row, 0)
        if unit and value != UNKNOWN:
            grid.addWidget(second, row, 1)
            third = label(unit, "text3")
            third.setFont(self.theme.font(12))
            grid.addWidget(third, row, 2)
        else:
            grid.addWidget(second, row, 1, 1, 2)

    def bar(self, grid: QGridLayout, share: float, over: bool, name: str) -> None:
        """Add a row with a bar of the figure above against its limit."""
        bar = LimitBar(self.theme, share, over)
        bar.setObjectName(f"bar-{name}")
        bar.setAccessibleName(f"{name}: {share * 100:.0f} % of the limit")
        grid.addWidget(bar, grid.rowCount(), 0, 1, 3, Qt.AlignmentFlag.AlignRight)

    def note(self, text: str, tone: str = "text2") -> None:
        """Add a sentence."""
        note = label(text, tone)
        note.setFont(self.theme.font(12))
        note.setWordWrap(True)
        self._column.addWidget(note)

    def hint(self, text: str) -> None:
        """Add a sentence that replaces the page."""
        hint = label(text, "text2")
        hint.setWordWrap(True)
        self._column.addWidget(hint)

    def banner(self, text: str, tone: str = "warn") -> None:
        """Add a highlighted sentence; ``tone`` is warn or error."""
        frame = QFrame()
        frame.setProperty("role", f"banner-{tone}")
        inside = QVBoxLayout(frame)
        words = label(text, tone)
        words.setWordWrap(True)
        inside.addWidget(words)
        self._column.addSpacing(self.theme.px(6))
        self._column.addWidget(frame)

    def field(
        self,
        grid: QGridLayout,
        name: str,
        text: str | None,
        commit: Callable[[str], bool | str],
        unit: str = "",
        empty: str = UNKNOWN,
        wide: int = FIELD,
        about: str = "",
        off: str = "",
        words: Sequence[str] = (),
        number: bool | None = None,
    ) -> None:
        """Add a row with a field; a value that ``commit`` refuses is marked as wrong.

        Parameters
        ----------
        text
            None: the selected items have different values.
        commit
            Applies the typed text: whether that was done, or the message to show under the field.
        empty
            What an empty field means.
        about
            The tooltip: what the value is.
        off
            Why the value has no effect now; the field is disabled, with this as its tooltip.
        words
            Usual values, offered in a list.
        number
            Whether the text is a number, to be shown in the number language; left out: if it has a unit.
        """
        if text is None:
            text, empty = "", SEVERAL
        elif unit and number is None:
            text = in_field(text)
        field = ElidedField(text)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setFixedWidth(self.theme.px(wide))
        field.setAccessibleName(name)
        field.setPlaceholderText(in_field(empty))
        field.setCursorPosition(0)  # a long text shows its beginning

        def apply(typed: str) -> str | None:
            if self.committing:
                return None
            reasons = ["This value is refused."]
            listening = self.session.refused.connect(reasons.append)
            self.committing = True
            try:
                answer = commit(typed)
            finally:
                self.committing = False
                self.session.refused.disconnect(listening)
            if answer is not True:
                return str(answer or "") or reasons[-1]
            self._refused.pop(name, None)
            field.blockSignals(True)  # the page is rebuilt; the field must not commit again
            self.again()
            return ""

        if words:
            chosen = offer_words(self.theme, field, words).activated
            done = field.editingFinished.emit
            chosen.connect(lambda _: done(), Qt.ConnectionType.QueuedConnection)  # when the field has it
        if text and field.fontMetrics().horizontalAdvance(text) > self.theme.px(wide - CHROME):
            about = f"{text}\n{about}".strip()
        self._put(grid, name, field, unit, about, off)
        self._note.follow(field, self._refused, name, apply)

    def choice(
        self,
        grid: QGridLayout,
        name: str,
        options: list[tuple[str, object]],
        now: object,
        commit: Callable[[object], bool],
        about: str = "",
        off: str = "",
        tips: Mapping[object, str] | None = None,
        meanings: Mapping[object, str] | None = None,
    ) -> None:
        """Add a row with a list of values; ``now`` is not among them: the selected items differ.

        ``about`` is the tooltip; ``off`` states why the value has no effect now, and disables the list;
        ``tips`` are tooltips of values in the list, ``meanings`` are shown next to them.
        """
        combo = Combo(self.theme)
        combo.setAccessibleName(name)
        combo.setPlaceholderText(SEVERAL)
        for text, value in options:
            combo.addItem(text, value)
            if tips and value in tips:
                combo.setItemData(combo.count() - 1, tip_lines(tips[value]), Qt.ItemDataRole.ToolTipRole)
            if meanings and value in meanings:
                combo.explain(combo.count() - 1, meanings[value])
        combo.setCurrentIndex(next((n for n, (_, value) in enumerate(options) if value == now), -1))
        combo.activated.connect(lambda number: commit(options[number][1]))
        px, letters = self.theme.px, QFontMetricsF(self.theme.font(12))
        room = px(ROW) - round(letters.horizontalAdvance(name)) - px(GAP)
        combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        combo.setFixedWidth(max(px(LIST), min(combo.sizeHint().width(), room)))
        self._put(grid, name, combo, "", about, off)

    def decided(
        self,
        grid: QGridLayout,
        field: Field,
        values: Iterable[object],
        put: Callable[[Any], bool | str],
        *,
        unit: str = "",
        wide: int = 0,
        off: str = "",
    ) -> None:
        """Add a row for a decided value, as its schema describes it.

        Parameters
        ----------
        values
            Its value in each of the selected items.
        put
            Applies another value to all of them: whether that was done, or why not.
        unit
            Unit to show instead of that of the schema.
        wide
            Width of the field in pixels; 0: as wide as it may be, for lists and long texts of empty fields.
        off
            Why the value has no effect now; the field is disabled.
        """
        found = list(values)
        same = all(value == found[0] for value in found)
        if field.kind in ("choice", "tick"):
            options = [(to_read(words), value) for value, words in field.choices]
            if field.optional and all(value is not None for _, value in options):
                options.insert(0, (field.about.empty or NONE, None))
            now = found[0] if same else None

            def choose(value: object) -> bool:
                answer = put(value)
                if isinstance(answer, str):
                    self.session.refuse(answer)
                return answer is True

            self.choice(grid, field.title, options, now, choose, meaning(field), off)
            return

        def typed(text: str) -> bool | str:
            try:
                value = field.read(text, parse_number)
            except (FatdeskError, ValueError) as error:
                return in_sentence(str(error))
            return put(value)

        shown = field.write(found[0]) if same else None
        if shown is not None and field.kind in ("whole", "number", "money", "numbers", "record"):
            shown = _NUMBER.sub(lambda one: in_field(one[0]), shown)
        unit, empty = unit or field.unit, field.about.empty or NONE
        letters = QFontMetricsF(self.theme.font(13))
        long = letters.horizontalAdvance(empty) > self.theme.px(FIELD - CHROME)
        self.field(
            grid,
            field.title,
            shown,
            typed,
            unit,
            empty,
            wide or (LIST if not unit and (field.kind in ("numbers", "record") or long) else FIELD),
            meaning(field),
            off,
            number=False,  # it is in the number language already
        )

    def button(self, text: str, run: Callable[[], object]) -> None:
        """Add a button with an action on the selection."""
        lines = broken(text, QFontMetricsF(self.theme.font(13)), self.theme.px(LINK))
        button = QPushButton(menu_text("\n".join(lines)))
        button.setProperty("kind", "link")
        button.setProperty("flush", True)
        button.clicked.connect(lambda _=False: run())
        line = QHBoxLayout()
        line.addSpacing(-self.theme.px(2))  # its letters begin where those of the rows do
        line.addWidget(button)
        line.addStretch(1)
        self._column.addLayout(line)
        button.setObjectName(f"field-{text}")
        self.fields[text] = button

    def task_button(self, text: str, running: str, title: str, start: Callable[[], object]) -> None:
        """Add a button that starts the background task with a title; while it runs, a note instead."""

        def run() -> None:
            start()
            self.again()

        if all(task.title != title for task in self.tasks.running):
            self.button(text, run)
            return
        self.note(running)
        self._task = title
        self.tasks.ended.connect(self._task_ended)

    def _task_ended(self, task: BackgroundTask) -> None:
        """Offer the button again after an error or a cancellation; a result brings a page of its own."""
        if task.title == self._task and task.state != "done":
            self.again()

    def _put(
        self, grid: QGridLayout, name: str, field: QWidget, unit: str, about: str = "", off: str = ""
    ) -> None:
        row = grid.rowCount()
        title = ElidedLabel(name, "text3" if off else "text2")
        title.setFont(self.theme.font(12))
        title.setBuddy(field)
        field.setEnabled(not off)
        for widget in (title, field):
            widget.setToolTip(tip_lines(off or about))
        field.setAccessibleDescription(off)
        field.setObjectName(f"field-{name}")
        self.fields[name] = field
        if not unit and field.maximumWidth() > self.theme.px(LIST):  # only its own name has less room for it
            line = QHBoxLayout()
            line.addWidget(title, 1)
            line.addWidget(field)
            grid.addLayout(line, row, 0, 1, 3)
            return
        grid.addWidget(title, row, 0)
        columns = 1 if unit or field.maximumWidth() <= self.theme.px(FIELD) else 2
        grid.addWidget(field, row, 1, 1, columns, Qt.AlignmentFlag.AlignRight)
        if unit:
            third = label(unit, "text3")
            third.setFont(self.theme.font(12))
            grid.addWidget(third, row, 2)
        elif columns == 1:  # an empty column would lose its gap too
            space = QWidget()
            space.setFixedWidth(self.theme.px(UNIT))
            grid.addWidget(space, row, 2)


def hairline() -> QFrame:
    """Return a thin horizontal line."""
    line = QFrame()
    line.setProperty("role", "hairline")
    return line
