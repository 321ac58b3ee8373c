"""Dialog that fits the rates of installation to the hours spent on ticked cables."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.list_import.work_rates import (
    FittedRate,
    Shift,
    WorkRates,
    fit_rates,
    stage_shifts,
    ticks_by_phase,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.layouts import fit_contents
from fatdesk.gui.widgets.numbers import in_field, in_sentence, parse_number, to_read
from fatdesk.gui.widgets.plain_text import DialogButtons, error_line, label, tip
from fatdesk.project.commands.bill import SetBill

MOST_HOURS = 1e9
MOST_PHASES = 12
"""Phases with a field; of more phases only all cables together."""
NEEDED = (
    "Statuses carry no times: type the hours of all installers together, for all ticked cables or for some "
    "phases. A cable is ticked when its status is laid or a later one; the column Phase of the list can hold "
    "the day or shift. Hours of change orders are those reported back."
)


class WorkHoursDialog(QDialog):
    """A field of hours for each phase with ticked cables; the rates change only when the button is pressed.

    Raises
    ------
    FatdeskError
        If no cable is ticked.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self.session = desk.session
        ticks = ticks_by_phase(self.session.derived.rows)
        self.stages = stage_shifts(step.progress for step in self.session.project.growth)
        if not ticks and not self.stages:
            raise FatdeskError(
                "no cable is ticked: import a returned wiring list with statuses such as laid or "
                "installed, or a change order with hours, first"
            )
        super().__init__(parent)
        self.setObjectName("work-hours")
        self.setWindowTitle("Installation rates from hours")
        px = desk.theme.px
        self.found: WorkRates | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(12))
        note = label(NEEDED, "text2")
        note.setWordWrap(True)
        note.setMinimumWidth(px(520))
        column.addWidget(note)
        column.addLayout(self._fields(desk, ticks))
        column.addSpacing(px(4))
        column.addLayout(self._rates(desk))
        self.remark = label("", "text2")
        self.remark.setObjectName("work-remark")
        self.remark.setWordWrap(True)
        column.addWidget(self.remark)
        self.error = error_line()
        self.error.setObjectName("work-error")
        column.addWidget(self.error)
        column.addStretch(1)
        self.buttons = DialogButtons(self, self._set, "Set rates")
        column.addWidget(self.buttons)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show all texts whole."""
        super().showEvent(event)
        fit_contents(self)

    def _fields(self, desk: Desk, ticks: dict[str | None, tuple[int, int]]) -> QGridLayout:
        """A line for each phase: its ticked cables, and its hours to be typed."""
        px = desk.theme.px
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(18))
        right = Qt.AlignmentFlag.AlignRight
        for at, title in enumerate(("Ticked cables", "In a rack", "Between racks", "Hours")):
            grid.addWidget(label(title, "text2"), 0, at, right if at else Qt.AlignmentFlag.AlignLeft)
        self.hours: dict[str | None, QLineEdit] = {}
        phases = [one for one in ticks if one is not None]
        shown = [None, *(phases if 1 < len(phases) <= MOST_PHASES else ())] if ticks else []
        for line, phase in enumerate(shown, start=1):
            name = "All" if phase is None else f"Phase {phase}" if phase else "Without a phase"
            grid.setRowMinimumHeight(line, px(28))
            grid.addWidget(label(name), line, 0)
            for at, count in enumerate(ticks[phase], start=1):
                grid.addWidget(label(to_read(f"{count:,}")), line, at, right)
            field = QLineEdit()
            field.setObjectName(f"hours-{'' if phase is None else phase}")
            field.setAccessibleName(f"Hours, {name.lower()}")
            field.setFixedWidth(px(90))
            field.textEdited.connect(lambda _, phase=phase: self._typed(phase))
            grid.addWidget(field, line, 3, right)
            self.hours[phase] = field
        self.stage_hours: list[QLineEdit] = []
        for line, shift in enumerate(self.stages, start=len(shown) + 1):
            grid.setRowMinimumHeight(line, px(28))
            grid.addWidget(label(shift.title.capitalize()), line, 0)
            for at, count in enumerate((shift.in_rack, shift.between), start=1):
                grid.addWidget(label(to_read(f"{count:,}")), line, at, right)
            field = QLineEdit(in_field(f"{shift.hours:g}"))
            field.setObjectName(f"hours-{shift.phase}")
            field.setAccessibleName(f"Hours, {shift.title}")
            field.setToolTip(tip("As reported in the returned change order; empty: the stage is not counted"))
            field.setFixedWidth(px(90))
            field.textEdited.connect(lambda _: self._fit())
            grid.addWidget(field, line, 3, right)
            self.stage_hours.append(field)
        return grid

    def _typed_stages(self) -> list[Shift]:
        """The stages of the growth plan with the hours of their fields."""
        pairs = zip(self.stages, self.stage_hours, strict=True)
        return [
            replace(shift, hours=float(parse_number(field.text(), "h")))
            for shift, field in pairs
            if field.text().strip()
        ]

    def _rates(self, desk: Desk) -> QGridLayout:
        """The fitted rates."""
        theme, px, right = desk.theme, desk.theme.px, Qt.AlignmentFlag.AlignRight
        rates = QGridLayout()
        rates.setHorizontalSpacing(px(18))
        self.cells: dict[tuple[int, int], QLabel] = {}
        for at, title in enumerate(("Cables per hour", "Ticked", "Fitted", "95 %", "Now", "Suggested")):
            rates.addWidget(label(title, "text2"), 0, at, right if at else Qt.AlignmentFlag.AlignLeft)
        for line, title in enumerate(("In a rack", "Between racks"), start=1):
            rates.addWidget(label(title), line, 0)
            for at in range(1, 6):
                self.cells[line, at] = cell = label()
                cell.setObjectName(f"rate-{line}-{at}")
                cell.setFont(theme.strong(13) if at == 5 else theme.font(13))
                rates.addWidget(cell, line, at, right)
        return rates

    def _typed(self, phase: str | None) -> None:
        """Hours are of all cables, or of phases: a field empties those of the other kind."""
        for other, field in self.hours.items():
            if (other is None) != (phase is None):
                field.clear()
        self._fit()

    def _fit(self) -> None:
        """Fit the rates to what is typed."""
        self.found, wrong = None, ""
        try:
            hours = {
                phase: float(parse_number(field.text(), "h"))
                for phase, field in self.hours.items()
                if field.text().strip()
            }
            stages = self._typed_stages()
            if wrong_hours := next((one for one in stages if not 0 < one.hours < MOST_HOURS), None):
                raise FatdeskError(f"{wrong_hours.title}: give the hours of all installers, above 0")
            if hours or stages:
                self.found = fit_rates(self.session.derived.rows, hours, self.session.project.bill, stages)
        except FatdeskError as error:
            wrong = in_sentence(str(error))
        self.error.setText(wrong)
        self.error.setVisible(bool(wrong))
        found = self.found
        rules = self.session.project.bill
        now = rules.cables_per_hour_in_rack, rules.cables_per_hour_between_racks
        rates = (None, None) if found is None else (found.in_rack, found.between)
        for line, (rate, present) in enumerate(zip(rates, now, strict=True), start=1):
            for at, text in enumerate(_texts(rate, present), start=1):
                self.cells[line, at].setText(to_read(text))
        scaled = found is not None and found.scaled
        self.remark.setText(
            "Both rates are the present ones times one factor: these hours do not separate them."
            if scaled
            else ""
        )
        if self.isVisible():
            fit_contents(self)
        self.remark.setVisible(scaled)
        self.buttons.yes.setEnabled(found is not None)
        if self.isVisible():
            self.adjustSize()

    def _set(self) -> None:
        """Set the rates as one undo step."""
        found = self.found
        if found is None:
            return
        command = SetBill(
            cables_per_hour_in_rack=found.in_rack.suggested,
            cables_per_hour_between_racks=found.between.suggested,
        )
        if self.session.do(command):
            self.accept()


def _texts(rate: FittedRate | None, now: int) -> tuple[str, str, str, str, str]:
    if rate is None:
        return ("", "", "", f"{now:,}", "")
    fitted = "–" if rate.fitted is None else f"{rate.fitted:.2f}"
    high = "any" if rate.high is None else f"{rate.high:.2f}"
    ends = "–" if rate.low is None else f"{rate.low:.2f} to {high}"
    return f"{rate.ticks:,}", fitted, ends, f"{rate.now:,}", f"{rate.suggested:,}"
