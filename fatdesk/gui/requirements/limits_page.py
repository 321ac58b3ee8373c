"""Third page: objective and limits."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.engine.design.requirements import PLACED_GOALS, Goal
from fatdesk.gui.requirements.draft import goal_text, limits_text
from fatdesk.gui.requirements.fields import CurrencyField, decided
from fatdesk.gui.requirements.pages import Making, Page, grid, scrolled
from fatdesk.gui.widgets.plain_text import label


class GoalText(NamedTuple):
    """An objective, and what it is called."""

    key: Goal
    title: str
    more: str


GOALS = tuple(
    GoalText(cast(Goal, key), title, more)
    for key, title, more in (
        ("cost", "Cost", "of switches, cables and transceivers"),
        ("power", "Power", "of the network"),
        ("mass", "Mass", "of the network"),
        ("height", "Rack units", "occupied by the network"),
        ("cables", "Cables", "fewest to pull"),
        ("failures", "Failures per year", "of switches and transceivers, by their MTBF"),
        ("tco", "Total cost of ownership", "cost plus energy over several years"),
        ("routed_cost", "Cost as cabled", "with the price of each cable"),
        ("install_hours", "Installation", "hours of work, at the rates of the bill"),
        ("bundle_types", "Bundle types", "by number of cables, length and part"),
        ("bundles", "Bundles", "identical cables between the same two racks"),
        ("cable_items", "Kinds of cable", "to order, by part and length"),
        ("between_racks_share", "Cables between racks", "their share of all cables"),
        ("racks_per_100_cables", "Racks per 100 cables", "that installers enter"),
        ("fullest_tray", "Fullest tray", "cables in its fullest place"),
        ("patch_panels", "Patch panels", "that links pass through"),
        ("growth_moves", "Moves to grow", "cables moved in the next growth step"),
        ("growth_stages", "Stages to grow", "of the next growth step"),
        ("growth_hours", "Hours to grow", "of work for the next growth step"),
    )
)
LIMITS = (
    "racks", "cost", "power_w", "mass_kg", "height_u", "blocking", "models", "hops", "failures_per_year",
    "hosts_possible", "bisection_gbps",
)  # fmt: skip
WORK_LIMITS = (
    "install_hours", "bundle_types", "bundles", "cable_items", "in_rack_share", "racks_per_100_cables",
    "fullest_tray", "patch_panels", "growth_moves", "growth_stages", "growth_hours",
)  # fmt: skip


class LimitsPage(Page):
    """One goal of several, and a field for each limit; an empty field is no limit."""

    name, title = "limits", "Limits and objective"
    meaning = (
        "Designs that exceed a limit are rejected, with their reason. Of the others, the best comes first."
    )

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        column = scrolled(self)
        column.addWidget(self._section("Choose the design with the least"))
        self.goals: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        both = QHBoxLayout()
        both.setSpacing(px(36))
        both.addLayout(self._choices("Known from the parts", [o for o in GOALS if o.key not in PLACED_GOALS]))
        both.addLayout(
            self._choices(
                "Known once the best few are placed and cabled", [o for o in GOALS if o.key in PLACED_GOALS]
            )
        )
        both.addStretch(1)
        column.addLayout(both)
        self.weighted = label("", "text2")
        column.addWidget(self.weighted)
        form = making.form
        energy = [decided(form, ("objective", key)) for key in ("years", "price_per_kwh", "pue")]
        self.energy = QWidget()
        inside = QVBoxLayout(self.energy)
        inside.setContentsMargins(px(24), 0, 0, 0)
        inside.addLayout(grid([*energy], 4, px(16)))
        column.addWidget(self.energy)
        few = decided(form, ("objective", "compare"))
        self.compared = QWidget()
        inside = QVBoxLayout(self.compared)
        inside.setContentsMargins(px(24), 0, 0, 0)
        inside.addLayout(grid([few], 4, px(16)))
        column.addWidget(self.compared)
        currency = decided(form, ("currency",), CurrencyField)
        column.addLayout(grid([currency], 4, px(16)))
        column.addSpacing(px(10))
        column.addWidget(self._section("Limits"))
        column.addWidget(label("Empty fields: no limit.", "text3"))
        limits = [decided(form, ("limits", key)) for key in LIMITS]
        column.addLayout(grid(limits, 4, px(16)))
        column.addSpacing(px(10))
        column.addWidget(self._section("Limits on the work to install"))
        column.addWidget(
            label(
                "Candidates are placed and cabled, the best first, until one keeps all of these limits.",
                "text3",
            )
        )
        work = [decided(form, ("limits", key)) for key in WORK_LIMITS]
        column.addLayout(grid(work, 4, px(16)))
        column.addStretch(1)
        self.fields = [*energy, few, currency, *limits, *work]
        self.draft.changed.connect(self.refresh)
        self.refresh()

    def _choices(self, title: str, goals: Sequence[GoalText]) -> QVBoxLayout:
        """A column of goals below a title."""
        px = self.theme.px
        column = QVBoxLayout()
        column.setSpacing(px(8))
        column.addWidget(label(title, "text2"))
        for key, name, more in goals:
            row = QHBoxLayout()
            row.setSpacing(px(12))
            button = QRadioButton(name)
            button.setObjectName(f"goal-{key}")
            button.setAccessibleDescription(more)
            button.toggled.connect(lambda on, key=key: self._choose(key) if on else None)
            self._group.addButton(button)
            row.addWidget(button)
            row.addWidget(label(more, "text3"))
            row.addStretch(1)
            column.addLayout(row)
            self.goals[key] = button
        column.addStretch(1)
        return column

    def _section(self, text: str) -> QWidget:
        made = label(text)
        made.setFont(self.theme.strong(14))
        return made

    @property
    def goal(self) -> str:
        """Objective of the draft; empty: a weighted sum."""
        if self.draft.get("objective", "weights"):
            return ""
        return self.draft.text("objective", "minimise") or "cost"

    def _choose(self, key: str) -> None:
        if key != self.goal:
            self.draft.put(("objective", "weights"), {})
            if key not in PLACED_GOALS:
                self.draft.put(("objective", "compare"), "")
            self.draft.put(("objective", "minimise"), key)

    def refresh(self) -> None:
        """Show the goal, and what belongs to it."""
        goal = self.goal
        weights = self.draft.get("objective", "weights") or {}
        self.weighted.setVisible(bool(weights))
        stated = ", ".join(f"{name} × {weight}" for name, weight in weights.items())
        self.weighted.setText(f"Now a weighted sum, from the file: {stated}. Choosing above replaces it.")
        if goal in self.goals:
            self.goals[goal].setChecked(True)
        self.energy.setVisible(goal == "tco" or "tco" in weights)
        self.compared.setVisible(goal in PLACED_GOALS)

    def summary(self) -> str:
        """Goal and number of limits."""
        wanted = self.draft.requirements
        if wanted is None:
            return ""
        return f"{goal_text(wanted.objective)}, {limits_text(wanted.limits)}"

    def owns(self, place: Place) -> bool:
        """Objective, limits and currency."""
        return place[:1] in {("objective",), ("limits",), ("currency",)}

    def first(self) -> QWidget | None:
        """The goal."""
        return self.goals.get(self.goal, self.goals["cost"])
