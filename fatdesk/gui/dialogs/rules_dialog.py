"""Dialog *Rules*: all rules with their worst figures, and a form to write rules of the project."""

from pathlib import Path
from typing import Any

import numpy as np
from msgspec import to_builtins
from msgspec.structs import replace
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.formats.typed_records import find_problems
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at, fields_of
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.figures import read_limit, written
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.profiles import read_own, rules_yaml, shipped_profiles
from fatdesk.engine.rules.rule_problems import rule_problems
from fatdesk.engine.rules.rules import DEFAULT, FILTER_KEYS, Rule
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.exporting import ask_name
from fatdesk.gui.panels.findings_panel import elements_at
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import parse_number
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.commands import Batch
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.rules import AddRule, ChangeRule, RemoveRule, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.saver import save_bytes

MEANING = (
    "Rules of the profile and of the project; a rule of the project replaces the one of the same name. "
    "Select a rule to change it; double-click it to select its worst element."
)
FILES = "Rules (*.yaml *.yml)"
PLACES = {
    "name": (0, 0, 1),
    "scope": (0, 1, 1),
    "figure": (0, 2, 2),
    "op": (0, 4, 1),
    "limit": (0, 5, 1),
    "severity": (1, 0, 1),
    "filter": (1, 1, 3),
    "source": (1, 4, 2),
    "fix": (2, 0, 6),
}
"""Row, column and number of columns of the fields of a rule."""
NOTHING = "-"


def limit_of(one: Judged[Any]) -> str:
    """The limit of a rule where its figure is worst, else as written."""
    worst = one.worst
    if worst is None or np.isnan(one.limit[worst]):
        return f"{one.rule.op} {written(one.rule.limit, one.figure).removeprefix('1 x ')}"
    return f"{one.rule.op} {one.figure.limit_text(float(one.limit[worst]))}"


def worst_of(one: Judged[Any]) -> str:
    """The figure that is nearest to its limit, or farthest beyond it."""
    worst = one.worst
    if worst is None:
        return "unknown" if len(one.values.elements) else NOTHING
    return one.figure.text(float(one.values.amount[worst]), at_least=bool(one.values.at_least[worst]))


def place_of(one: Judged[Any]) -> str:
    """The element where its figure is worst, with the place in it."""
    worst = one.worst
    return NOTHING if worst is None else f"{one.values.elements[worst]} {one.values.place(worst)}".strip()


def _count_tone(one: Judged[Any]) -> str:
    return "text" if not one.count else "error" if one.rule.severity == "error" else "warn"


COLUMNS: tuple[Column[Judged[Any]], ...] = (
    Column("Rule", 150, lambda one: one.rule.name, strong=True),
    Column("Stated by", 150, lambda one: one.of.removeprefix("the "), tone=lambda _: "text2", secondary=True),
    Column("Figure", 150, lambda one: one.figure.title),
    Column("Limit", 140, limit_of, number=True),
    Column("Worst", 140, worst_of, number=True),
    Column("Where", 150, place_of, stretch=True),
    Column(
        "Findings", 76, lambda one: f"{one.count:,}", lambda one: one.count, number=True, tone=_count_tone
    ),
    Column("Unknown", 76, lambda one: f"{len(one.unknown):,}", lambda one: len(one.unknown), number=True),
)


class RulesDialog(ResultsDialog):
    """Lists the rules of the open project; rules are added, changed, duplicated, tried and removed."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, "Rules", "Rules of the project", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("rules")
        self.resize(px(1180), px(640))
        self.model: RowsModel[Judged[Any]] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Rules")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.empty = "The profile has no rules. Fill in the form to add one."
        self.table.chosen.connect(self._choose)
        self.table.doubleClicked.connect(lambda index: self._go(index.row()))
        self.table.opened.connect(self._go)
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(8))
        column.addLayout(self._form())
        self.column.addLayout(self._profiles())
        self.help = ElidedLabel("", "text3")
        self.help.setObjectName("rules-figure")
        column.addWidget(self.help)
        column.addLayout(self._edits())
        self.add_halves(self.table, form, (260, 230))
        self.state = ElidedLabel("", "text")
        self.state.setObjectName("rules-state")
        self.column.addWidget(self.state)
        button, dots = self._button, "\N{HORIZONTAL ELLIPSIS}"
        self.take = button(f"Import{dots}", "rules-import", "Import rules from a file", self._import)
        self.give = button(f"Export{dots}", "rules-export", "Write the rules to a file", self._export)
        self.add_foot(self.table, self.take, self.give)
        desk.session.changed.connect(self.refresh)
        desk.session.opened.connect(self.refresh)
        self._show_figures()
        self.refresh()
        self.table.setFocus()

    def _profiles(self) -> QHBoxLayout:
        """The choice of a profile: a source of limits, such as a standard or the guide of a maker."""
        field = field_at(CablingRules, "profile")
        self.profile = Combo(self._desk.theme)
        self.profile.setObjectName("rule-profile")
        self.profile.setAccessibleName(field.title)
        self.profile.setToolTip(tip(field.about.help))
        for name, profile in shipped_profiles().items():
            self.profile.addItem(profile.title, "" if name == DEFAULT else name)
        self.profile.activated.connect(self._take_profile)
        line = QHBoxLayout()
        line.setSpacing(self._desk.theme.px(8))
        line.addWidget(label(field.title, "text2"))
        line.addWidget(self.profile)
        line.addStretch(1)
        return line

    def _take_profile(self, *_: object) -> None:
        """Judge by the chosen profile, as a step."""
        wanted = self.profile.currentData() or None
        if wanted != self._desk.session.project.cabling.profile:
            self._desk.session.do(SetCabling(profile=wanted))
            self.refresh()

    def _form(self) -> QGridLayout:
        """The fields of a rule, in three rows; one without a place has a row of its own."""
        theme, px = self._desk.theme, self._desk.theme.px
        self.lines: dict[str, QLineEdit] = {}
        self.combos: dict[str, Combo] = {}
        for key, field in fields_of(Rule).items():
            if field.kind != "choice" and key != "figure":
                self.lines[key] = QLineEdit()
                continue
            combo = self.combos[key] = Combo(theme)
            for value, words in field.choices:
                combo.addItem(words, value)
        self.name, self.filter, self.limit = (self.lines[key] for key in ("name", "filter", "limit"))
        self.scope, self.figure = self.combos["scope"], self.combos["figure"]
        self.scope.currentIndexChanged.connect(self._show_figures)
        self.figure.currentIndexChanged.connect(self._show_help)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(10))
        grid.setVerticalSpacing(px(6))
        fields = fields_of(Rule)
        last = 1 + max(row for row, _, _ in PLACES.values())
        places = {key: PLACES.get(key, (last + number, 0, 6)) for number, key in enumerate(fields)}
        for key, (row, column, span) in sorted(places.items(), key=lambda one: one[1]):
            field, widget = fields[key], self.lines.get(key) or self.combos[key]
            title = label(field.title, "text2")
            title.setFont(theme.font(12))
            grid.addWidget(title, 2 * row, column, 1, span)
            grid.addWidget(widget, 2 * row + 1, column, 1, span)
            widget.setObjectName(f"rule-{key}")
            widget.setAccessibleName(field.title)
            widget.setToolTip(tip(field.about.help or field.title))
        for column, stretch in enumerate((3, 2, 3, 1, 1, 3)):
            grid.setColumnStretch(column, stretch)
        self.limit.setPlaceholderText("12,000 or 0.8 x tray-load-limit")
        return grid

    def _edits(self) -> QHBoxLayout:
        """The buttons of the form."""
        line = QHBoxLayout()
        line.setSpacing(self._desk.theme.px(8))
        button = self._button
        self.new = button("New", "rule-new", "Clear the form for another rule", self.clear)
        self.duplicate = button("Duplicate", "rule-duplicate", "Copy the selected rule", self._duplicate)
        self.delete = button("Delete", "rule-delete", "Remove the selected rule of the project", self._delete)
        self.try_button = button("Try", "rule-try", "Check the rule as typed, without saving it", self._try)
        self.keep = button("Save rule", "rule-save", "Save the rule as typed in the project", self._save)
        self.keep.setProperty("kind", "primary")
        for widget in (self.new, self.duplicate, self.delete):
            line.addWidget(widget)
        line.addStretch(1)
        for widget in (self.try_button, self.keep):
            line.addWidget(widget)
        return line

    def _button(self, text: str, name: str, about: str, does: Any) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.setToolTip(tip(about))
        made.setAutoDefault(False)
        made.clicked.connect(lambda _=False: does())
        return made

    @property
    def selected(self) -> Judged[Any] | None:
        """The selected rule."""
        rows = self.table.chosen_rows()
        return rows[0] if rows else None

    def refresh(self, *_: object) -> None:
        """List the rules of the present project; the form stays as it is."""
        session = self._desk.session
        if not session.is_open:
            self.close()
            return
        name = self.selected.rule.name if self.selected is not None else ""
        rows = session.derived.judged
        self.profile.setCurrentIndex(self.profile.findData(session.project.cabling.profile or ""))
        self.model.show(rows)
        self.table.mark_numbers([n for n, one in enumerate(rows) if one.rule.name == name], reveal=False)
        self._offer()

    def point_to(self, name: str) -> None:
        """Select a rule and show it in the form, also one whose figure is not known here."""
        found = [n for n, one in enumerate(self.model.rows) if one.rule.name == name]
        if found:
            self.table.mark_numbers(found, reveal=True)
        rules = [one.rule for one in self.model.rows] + list(self._desk.session.project.rules)
        rule = next((one for one in rules if one.name == name), None)
        if rule is not None:
            self.fill(rule)
        self._offer()

    def _offer(self) -> None:
        own = {rule.name for rule in self._desk.session.project.rules}
        chosen = self.selected
        self.delete.setEnabled((chosen.rule.name if chosen is not None else self.name.text()) in own)
        self.duplicate.setEnabled(chosen is not None)
        self.give.setEnabled(bool(own))

    def _show_figures(self, *_: object) -> None:
        """Offer the figures of the chosen kind of elements."""
        scope = self.scope.currentData()
        self.figure.clear()
        for one in FIGURES.values():
            if one.of == scope:
                self.figure.addItem(f"{one.title} ({one.name})", one.name)
        keys = FILTER_KEYS.get(scope, ())
        shown = ", ".join(["A*", *(f"{key}=…" for key in keys)])
        self.filter.setPlaceholderText(f"all; or such as {shown}")
        self._show_help()

    def _show_help(self, *_: object) -> None:
        """State what the chosen figure is, and its unit."""
        one = FIGURES.get(self.figure.currentData() or "")
        self.help.setText("" if one is None else f"{one.help}{f' In {one.unit}.' if one.unit else ''}")

    def _choose(self) -> None:
        chosen = self.selected
        if chosen is not None:
            self.fill(chosen.rule)
        self._offer()

    def _go(self, line: int) -> None:
        """Select the element where the figure of a rule is worst."""
        one = self.model.row(line) if line >= 0 else None
        if one is None or one.worst is None:
            return
        element = one.values.elements[one.worst]
        found = elements_at(self._desk.session, Finding(Severity.NOTE, one.rule.name, element, ""))
        if found:
            self._desk.session.select(found)

    def fill(self, rule: Rule) -> None:
        """Show a rule in the form."""
        for key, combo in self.combos.items():
            combo.setCurrentIndex(combo.findData(getattr(rule, key)))
        for key, line in self.lines.items():
            text = written(rule.limit, FIGURES.get(rule.figure)) if key == "limit" else None
            line.setText(fields_of(Rule)[key].write(getattr(rule, key)) if text is None else text)
            line.setCursorPosition(0)

    def clear(self) -> None:
        """Empty the form for another rule."""
        self.table.mark_numbers([], reveal=False)
        for line in self.lines.values():
            line.clear()
        self.state.setText("")
        self._offer()
        self.name.setFocus()

    def typed(self) -> Rule:
        """The rule that the form shows.

        Raises
        ------
        FatdeskError
            When a field is not filled in, or is wrong; with the title of the field.
        """
        figure = FIGURES.get(self.figure.currentData() or "")
        given: dict[str, Any] = {key: combo.currentData() for key, combo in self.combos.items()}
        for key, field in fields_of(Rule).items():
            if key not in self.lines or key == "limit":
                continue
            text = self.lines[key].text().strip()
            if not text and field.is_required:
                raise FatdeskError(f"{field.title}: is missing, fill it in")
            words = (word.strip() for word in text.split(","))
            given[key] = tuple(word for word in words if word) if field.kind == "names" else text
        rule = Rule(limit=read_limit(self.limit.text(), figure, parse_number), **given)
        tree = {**to_builtins(rule), "limit": "1", "filter": list(rule.filter)}
        for place, what in [*find_problems(tree, Rule), *rule_problems(rule, FIGURES)]:
            raise FatdeskError(f"{field_at(Rule, str(place[0])).title}: {what}")
        return rule

    def _command(self, rule: Rule) -> AddRule | ChangeRule:
        known = {one.name for one in self._desk.session.project.rules}
        return ChangeRule(rule=rule) if rule.name in known else AddRule(rule=rule)

    def _try(self) -> None:
        """Judge what is typed, and say what would be found."""
        session = self._desk.session
        try:
            rule = self.typed()
            project = perform(session.project, self._command(rule))
        except FatdeskError as error:
            self.fail(str(error))
            return
        judged = Derived(project, session.derived).judged
        one = next(some for some in judged if some.rule.name == rule.name)
        elements = len(one.values.elements)
        what = counted(elements, rule.scope)
        if not elements:
            self.state.setText(
                f"{rule.name} would check nothing: no {rule.scope} with this figure passes its filter."
            )
            return
        text = f"{rule.name}: {one.count:,} of {what} would be findings"
        text += f", {len(one.unknown):,} unknown" if len(one.unknown) else ""
        worst = "" if one.worst is None else f"; worst {worst_of(one)} at {place_of(one)}"
        self.state.setText(f"{text}{worst}. Not saved yet.")

    def _save(self) -> None:
        try:
            rule = self.typed()
        except FatdeskError as error:
            self.fail(str(error))
            return
        if self._desk.session.do(self._command(rule)):
            rows = self.model.rows
            found = [n for n, one in enumerate(rows) if one.rule.name == rule.name]
            self.table.mark_numbers(found, reveal=True)
            self.state.setText(f"{rule.name} is kept in the project.")
            self._offer()

    def _duplicate(self) -> None:
        chosen = self.selected
        if chosen is None:
            return
        names = {one.rule.name for one in self.model.rows}
        number = next(n for n in range(2, len(names) + 3) if f"{chosen.rule.name}-{n}" not in names)
        copy = replace(chosen.rule, name=f"{chosen.rule.name}-{number}")
        if self._desk.session.do(AddRule(rule=copy)):
            self.fill(copy)
            self.state.setText(f"{copy.name} is a copy of {chosen.rule.name}.")

    def _delete(self) -> None:
        name = self.name.text() if self.selected is None else self.selected.rule.name
        if self._desk.session.do(RemoveRule(name=name)):
            self.state.setText(f"{name} is removed.")

    def _import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Import rules", str(self._desk.folder), FILES)
        if name:
            self._desk.keep_folder(Path(name).parent)
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Take the rules of a file; those of the same names are replaced."""
        session = self._desk.session
        try:
            own = read_own(path, FIGURES)
            commands = tuple(taking(own, session.project))
        except FatdeskError as error:
            self.fail(str(error))
            return
        many = counted(len(own.rules), "rule")
        if commands and session.do(Batch(name=f"Import {many}", commands=commands)):
            self.state.setText(f"{path.name}: {many} imported.")

    def _export(self) -> None:
        path = ask_name(self, "Export rules", self._desk.folder / "rules.yaml", FILES, (".yaml", ".yml"))
        if path is not None:
            self.export_file(path)

    def export_file(self, path: Path) -> None:
        """Write the rules of the project to a file."""
        project = self._desk.session.project
        try:
            save_bytes(path, rules_yaml(project.rules, project.cabling.profile))
        except FatdeskError as error:
            self.fail(str(error))
            return
        self.state.setText(f"{path.name}: {counted(len(project.rules), 'rule')} written.")
