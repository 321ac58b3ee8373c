"""Fourth page: candidates, rejected designs with their reasons, and the choice."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.number_text import counted
from fatdesk.engine.design.candidate import Candidate, RoutedFigures
from fatdesk.engine.design.curve import lower_bound
from fatdesk.engine.design.judging.remarks import cost_shares, listed, remarks
from fatdesk.engine.design.output import cluster_cost
from fatdesk.engine.design.requirements import COMPARED
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.drawing.charts.catalog_points import family_title
from fatdesk.gui.requirements.candidate_columns import (
    ACCEPTED,
    FALLEN,
    RULES,
    SHOWN_WORK,
    WIDENED,
    Accepted,
    Bar,
    CostBars,
    Fallen,
    Sketch,
    cost_text,
    help_for,
    rules_lines,
    rules_tone,
    work_line,
)
from fatdesk.gui.requirements.draft import goal_text
from fatdesk.gui.requirements.pages import Making, Page
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence, percent, priced, to_read
from fatdesk.gui.widgets.plain_text import label, set_tone, tip

LOW = 640
"""A lower page leaves the drawings out."""
ROUTED = "Routed"
"""The column of what candidates cost placed and cabled."""
HELP = 3
"""The column of what would help."""


MEANING = {
    "bound": "The cheapest port times the ports that a full tree needs, and the cables of this design",
    "hops": "Links that a packet passes from host to host at most",
    "grow": "Hosts that have a port with the same core switches",
}
"""Tooltips of the figures of a candidate."""


class CandidatesPage(Page):
    """Accepted, rejected, and the candidate taken in large figures."""

    name, title = "candidates", "Candidates"
    _shows_rules = False
    """Whether the column of rules is shown because there are rules."""
    _shows_routed: bool | None = None
    """Whether some candidate was placed when columns were shown last; None: none were shown yet."""

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        self.fabric = 0
        self.choice = Combo(self.theme)
        self.choice.setAccessibleName("Network")
        self.choice.setMinimumWidth(px(150))
        self.choice.activated.connect(self._look_at)
        self.took = label("", "text2")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(px(120), px(6))
        self.again = QPushButton("Search again")
        self.again.setObjectName("search-again")
        self.again.clicked.connect(self._again_or_stop)
        self.head.setSpacing(px(12))
        self.place = self._place_button()
        self.accepted: RowsModel[Accepted] = RowsModel(ACCEPTED, self)
        self.table = Table(making.desk, self.accepted, "Candidates")
        self.table.setObjectName("table-candidates")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setMinimumHeight(px(110))
        self.columns = ColumnsButton(making.desk, self.table)
        for widget in (self.choice, self.bar, self.took, self.columns, self.place, self.again):
            self.head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.column.addWidget(self.table, 3)
        self.fallen: RowsModel[Fallen] = RowsModel(FALLEN, self)
        self.rejected = Table(making.desk, self.fallen, "Rejected")
        self.rejected.setObjectName("table-rejected")
        self.rejected.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.rejected.setMinimumHeight(px(86))
        self.rejected_head = QPushButton("Rejected")
        self.rejected_head.setProperty("kind", "link")
        self.rejected_head.clicked.connect(self._toggle_rejected)
        self.rejected_words = label("", "text2")
        row = QHBoxLayout()
        row.setContentsMargins(px(10), px(8), px(20), px(4))
        row.addWidget(self.rejected_head)
        row.addWidget(self.rejected_words)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addWidget(self.rejected, 2)
        self.column.addWidget(self._card())
        self.table.chosen.connect(self._choose)
        self.table.clicked.connect(lambda _: self._choose())
        self.table.opened.connect(lambda _: self.going.emit("next", None))
        self.rejected.clicked.connect(
            lambda index: self._help(index.row()) if index.column() == HELP else None
        )
        self.rejected.opened.connect(self._help)
        self.search.changed.connect(self.refresh)
        self._look()
        self.refresh()

    def _card(self) -> QWidget:
        px = self.theme.px
        card = QWidget()
        card.setProperty("role", "base")
        column = QVBoxLayout(card)
        column.setContentsMargins(px(24), px(12), px(20), px(8))
        column.setSpacing(px(4))
        self.name_line, self.kind_line = label(""), label("", "text2")
        self.name_line.setObjectName("candidate-name")
        self.name_line.setFont(self.theme.strong(14))
        self.kind_line.setObjectName("candidate-kind")
        column.addWidget(self.name_line)
        column.addWidget(self.kind_line)
        self.remark_line = label("")
        self.remark_line.setObjectName("candidate-remark")
        self.remark_line.setWordWrap(True)
        self.remark_line.setAccessibleName("Remark on the candidate")
        kept = self.remark_line.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # the tables above stay where they are
        self.remark_line.setSizePolicy(kept)
        column.addWidget(self.remark_line)
        self.work_line = label("", "text2")
        self.work_line.setObjectName("candidate-work")
        self.work_line.setWordWrap(True)
        column.addWidget(self.work_line)
        self.rules_line = label("")
        self.rules_line.setObjectName("candidate-rules")
        self.rules_line.setWordWrap(True)
        self.rules_line.setAccessibleName("Rules that the candidate breaks")
        column.addWidget(self.rules_line)
        column.addSpacing(px(4))
        column.addLayout(self._figures())
        self.drawings = QWidget()
        drawings = QHBoxLayout(self.drawings)
        drawings.setContentsMargins(0, px(10), 0, 0)
        drawings.setSpacing(px(48))
        self.sketch, self.bars = Sketch(self.making.desk), CostBars(self.making.desk)
        self.bars.setObjectName("cost-bars")
        drawings.addWidget(self.sketch, 1)
        drawings.addWidget(self.bars, 1)
        self.drawings.setFixedHeight(px(232))
        column.addWidget(self.drawings)
        self.card = card
        return card

    def _place_button(self) -> QPushButton:
        button = QPushButton("Place and cable")
        button.setObjectName("place-candidates")
        button.setToolTip(
            tip(
                "Place and cable the first candidates that are not placed yet: their routed cost, and the "
                "work to install them"
            )
        )
        button.clicked.connect(self._place_or_stop)
        return button

    def _figures(self) -> QHBoxLayout:
        """The large figures of the candidate taken."""
        px = self.theme.px
        figures = QHBoxLayout()
        figures.setSpacing(px(8))
        self.figures: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        for key in ("cost", "bound", "power", "cables", "failures", "hops", "grow"):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            head, value, unit = label("", "text2"), label(""), label("", "text2")
            for one in (head, value, unit):
                one.setToolTip(tip(MEANING.get(key, "")))
            head.setFont(self.theme.font(12))
            value.setFont(self.theme.strong(20))
            unit.setFont(self.theme.font(12))
            pair.addWidget(head)
            line = QHBoxLayout()
            line.setSpacing(px(6))
            line.addWidget(value, 0, Qt.AlignmentFlag.AlignBottom)
            line.addWidget(unit, 0, Qt.AlignmentFlag.AlignBottom)
            line.addStretch(1)
            pair.addLayout(line)
            figures.addLayout(pair)
            figures.addSpacerItem(QSpacerItem(px(18), 0, QSizePolicy.Policy.Maximum))
            self.figures[key] = head, value, unit
        figures.addStretch(1)
        return figures

    def _look(self) -> None:
        name = "down" if not self.rejected.isHidden() else "right"
        self.rejected_head.setIcon(icon(self.theme, name, self.theme.px(14)))

    # What is shown

    @property
    def result(self) -> SearchResult | None:
        """Results for the selected network."""
        results = self.search.results
        return results[min(self.fabric, len(results) - 1)] if results else None

    @property
    def taken(self) -> Candidate | None:
        """The candidate taken for it."""
        chosen = self.search.chosen
        return chosen[self.fabric] if self.fabric < len(chosen) else None

    def begin(self) -> None:
        """Search with the present requirements."""
        self.search.begin()
        self.refresh()

    def refresh(self) -> None:
        """Show what was found so far."""
        answer, result = self.search.candidates, self.result
        wanted = self.draft.requirements
        names = [some.name for some in wanted.fabrics] if wanted is not None else []
        if [self.choice.itemText(n) for n in range(self.choice.count())] != names:
            self.choice.clear()
            self.choice.addItems(names)
        self.fabric = min(self.fabric, max(0, len(self.search.results) - 1))
        self.choice.setCurrentIndex(self.fabric)
        self.choice.setVisible(len(names) > 1)
        self.bar.setVisible(answer.is_busy)
        share = answer.task.fraction if answer.task is not None else None
        self.bar.setMaximum(0 if share is None else 1000)
        self.bar.setValue(round(1000 * (share or 0)))
        self.again.setText("Stop" if answer.is_busy else "Search again")
        found = self.search.found
        took = percent(share) if answer.is_busy else _seconds(found.seconds) if found is not None else ""
        self.took.setText(to_read(took))
        self.sentence.setText(to_read(self._sentence()))
        self._show_place()
        if answer.is_busy and result is None and self.accepted.rows:
            return  # what was there stays until there is something new
        self._show(result)

    def _sentence(self) -> str:
        answer, result = self.search.candidates, self.result
        if self.draft.requirements is None:
            return f"Nothing to search for yet: {self.draft.problems[0].what}."
        if answer.is_busy:
            return answer.task.text if answer.task is not None else ""
        if answer.failed:
            return answer.failed
        if result is None:
            return ""
        tried = result.found + result.rejected_count
        if not result.candidates:
            return (
                f"The search is complete: none of {counted(tried, 'design')} is possible. "
                "Below are the nearest, with what would help."
            )
        shown = len(result.candidates)
        stated = "; all of them below" if result.found <= shown else f"; the best {shown} of them below"
        if result.found == 1:
            stated = ""
        placing, objective = result.placing, self.draft.requirements.objective
        unpriced = result.candidates[0].unpriced if objective.counts_cost else ()
        if placing is not None:
            proof = in_sentence(placing.text(goal_text(objective)))
        elif unpriced:
            currency = result.candidates[0].cost.currency
            proof = f"Ordered by known prices; no price in {currency}: {listed(unpriced)}."
        else:
            proof = "Nothing better exists with these parts."
        marks = [one.rules for one in result.candidates]
        if all(some is not None and some.errors for some in marks):
            proof = "No candidate meets all rules."
        return (
            f"The search is complete: {counted(tried, 'design')} tried, {result.found:,} possible{stated}. "
            f"{proof}"
        )

    def _show(self, result: SearchResult | None) -> None:
        taken, wanted = self.taken, self.draft.requirements
        candidates = result.candidates if result is not None else ()
        words = remarks(candidates)
        rows = [
            Accepted(rank, one, remark, one is taken, self.search.routed(self.fabric, one))
            for rank, (one, remark) in enumerate(zip(candidates, words, strict=True), start=1)
        ]
        if [(r.one, r.taken, r.routed) for r in rows] != [
            (r.one, r.taken, r.routed) for r in self.accepted.rows
        ]:
            self.accepted.show(rows)
            self._widen(rows)
            self.table.mark_rows(lambda row: row.taken, reveal=True)
        currency = candidates[0].cost.currency if candidates else "USD"
        self.accepted.titles = {"Cost": f"Cost, {currency}", ROUTED: f"Routed, {currency}"}
        self._show_routed()
        rejected = result.rejected if result is not None and wanted is not None else ()
        self.fallen.show(
            [Fallen(one, help_for(one, wanted, self.fabric)) for one in rejected] if wanted else []
        )
        where = "See below what would help." if rejected else "The reason is above."
        self.table.empty = "" if self.search.candidates.is_busy else f"No design is possible. {where}"
        searching = result is None and self.search.candidates.is_busy
        self.rejected.empty = "Searching…" if searching else "Nothing was rejected."
        count = result.rejected_count if result is not None else 0
        near = f", the nearest {len(rejected)} below" if count > len(rejected) else ""
        counts = f"{counted(count, 'design')}{near}, each with its reason" if count else ""
        self.rejected_words.setText("" if searching else to_read(counts))
        self.card.setVisible(taken is not None)
        if taken is not None:
            remark = words[candidates.index(taken)]
            self.remark_line.setText(to_read(f"{remark.text}.") if remark.text else "")
            self.remark_line.setVisible(bool(remark.text))
            set_tone(self.remark_line, remark.tone or "text2")
            work = next((row.work for row in rows if row.taken), None)
            self.work_line.setText("" if work is None else to_read(f"Placed and cabled: {work_line(work)}"))
            self.work_line.setVisible(work is not None)
            marks = next((row.rules for row in rows if row.taken), None)
            self.rules_line.setText("" if marks is None else to_read(rules_lines(marks)))
            self.rules_line.setVisible(bool(self.rules_line.text()))
            set_tone(self.rules_line, rules_tone(marks))
            self._show_taken(taken, candidates)

    def _widen(self, rows: Sequence[Accepted]) -> None:
        """Give parts, bundles and figures the width that they need; remarks have the rest."""
        for number, column in enumerate(ACCEPTED):
            if column.title in WIDENED:
                self.table.widen(number, map(column.text, rows))
        self.table.fit()
        self.table.stretch()

    def _show_taken(self, taken: Candidate, candidates: tuple[Candidate, ...]) -> None:
        wanted = self.draft.requirements
        if wanted is None:
            return
        catalog, fabric = self.draft.catalog, wanted.fabrics[self.fabric]
        rank = candidates.index(taken) + 1
        currency = taken.cost.currency
        each = priced(taken.cost.per(taken.hosts).amount, taken.cost.at_least, currency)
        each = "cost per host unknown" if each == UNKNOWN else f"{each} per host"
        self.name_line.setText(f"Candidate {rank}")
        self.kind_line.setText(
            to_read(
                f"{family_title(taken.design.family)}, blocking {taken.blocking} : 1, "
                f"{counted(taken.switches, 'switch')}, "
                f"{counted(taken.links, 'link')}, {each}"
                f"{self._cluster_text(taken)}"
            )
        )
        price = fabric.cable_price
        with_cables = "Cost without cables" if price is None else f"Cost with cables at {price:,f}"
        bound = lower_bound(wanted, fabric, catalog, taken) if taken.design.number("C") else None
        power, failures = taken.power_w, taken.failures_per_year
        stated = {
            "cost": (with_cables, priced(taken.cost.amount, taken.cost.at_least, currency), ""),
            "bound": ("Lower bound", "" if bound is None else f"{currency} {float(bound):,.0f}", ""),
            "power": (
                "Power",
                UNKNOWN if power is None else f"{float(power) / 1000:,.2f}",
                "kW" * (power is not None),
            ),
            "cables": ("Cables", f"{taken.cables:,}", ""),
            "failures": ("Failures", "" if failures is None else f"{float(failures):,.2f}", "per year"),
            "hops": ("Hops", f"{taken.hops}", "links"),
            "grow": ("Grows to", f"{taken.hosts_possible:,}", "hosts"),
        }
        for key, (head, value, unit) in self.figures.items():
            for made, text in zip((head, value, unit), stated[key], strict=True):
                made.setText(to_read(text))
                made.setVisible(bool(stated[key][1]))
        self.sketch.show_candidate(taken)
        bars = [
            Bar(number, cost_shares(one, catalog), cost_text(one))
            for number, one in enumerate(candidates, start=1)
        ]
        self.bars.show_bars(bars, rank, "cables, no price" if price is None else f"cables at {price:,f}")

    def _cluster_text(self, taken: Candidate) -> str:
        """Cost of the whole cluster with the chosen networks; empty where its hosts have no price."""
        wanted = self.draft.requirements
        if wanted is None:
            return ""
        pairs = zip(self.search.results, self.search.chosen, strict=False)
        networks = {result.name: one for result, one in pairs}
        networks[wanted.fabrics[self.fabric].name] = taken
        cost = cluster_cost(wanted, networks, self.draft.catalog)
        if cost.at_least:
            return ""
        return f"; whole cluster with hosts and enclosures {priced(cost.amount, False, cost.currency)}"

    # What is done

    def _choose(self) -> None:
        rows, result = self.table.chosen_rows(), self.result
        if rows and result is not None and rows[0].one is not self.taken:
            self.search.choose(result.name, rows[0].one)

    def _look_at(self, number: int) -> None:
        self.fabric = number
        self.refresh()

    def _help(self, line: int) -> None:
        help_of = self.fallen.row(line).help
        for place, value in help_of.values:
            self.making.draft.put(place, value)
        self.going.emit(help_of.page, help_of.place)

    def _again_or_stop(self) -> None:
        if self.search.candidates.is_busy:
            self.search.candidates.stop()
        else:
            self.search.again()

    def _to_place(self) -> list[Candidate]:
        """The first candidates that are not placed yet."""
        candidates = self.result.candidates if self.result is not None else ()
        return [one for one in candidates if self.search.routed(self.fabric, one) is None][:COMPARED]

    def _show_place(self) -> None:
        """Show what the button places, or that it stops that."""
        if self.search.routing is not None:
            self.place.setText("Stop placing")
            self.place.setEnabled(True)
            return
        count = 0 if self.search.candidates.is_busy else len(self._to_place())
        self.place.setText(f"Place and cable {count}" if count else "Place and cable")
        self.place.setEnabled(bool(count))

    def _place_or_stop(self) -> None:
        if self.search.routing is not None:
            self.search.stop_routing()
        else:
            self.search.route(self.fabric, self._to_place())

    def _toggle_rejected(self) -> None:
        self.rejected.setVisible(self.rejected.isHidden())
        self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Without room, the tables come before the drawings."""
        super().resizeEvent(event)
        self.drawings.setVisible(self.height() >= self.theme.px(LOW))

    def _show_routed(self) -> None:
        """Show columns of placed and cabled candidates while there are any."""
        ruled = any(row.rules is not None for row in self.accepted.rows)
        if ruled != self._shows_rules:
            self._shows_rules = ruled
            self.table.show_column(next(n for n, one in enumerate(ACCEPTED) if one.title == RULES), ruled)
        routed = any(isinstance(row.routed, RoutedFigures) for row in self.accepted.rows)
        if routed == self._shows_routed:
            return
        self._shows_routed = routed
        for number, column in enumerate(ACCEPTED):
            if column.title == ROUTED or column.id in SHOWN_WORK:
                self.table.show_column(number, routed)

    def summary(self) -> str:
        """Number of candidates that fit."""
        results = self.search.results
        if not results:
            return ""
        found = sum(result.found for result in results)
        tried = found + sum(result.rejected_count for result in results)
        return f"{found:,} of {tried:,} fit"

    @property
    def wrong(self) -> str:
        """No design, or none yet."""
        if self.search.candidates.is_busy:
            return "the search continues"
        return "" if self.search.is_whole else "no design is possible, change the requirements"

    def owns(self, place: Place) -> bool:
        """Return no: nothing is typed here."""
        return False

    def first(self) -> QWidget | None:
        """The candidates."""
        return self.table


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.01 else "under 0.01 s"
