"""Third page: objective and limits."""

from typing import NamedTuple

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.gui.requirements.draft import goal_text, limits_text
from fatdesk.gui.requirements.fields import CurrencyField, decided
from fatdesk.gui.requirements.pages import Making, Page, grid, scrolled
from fatdesk.gui.widgets.plain_text import label


class Limit(NamedTuple):
    """A limit that can be set."""

    key: str
    title: str
    meaning: str
    unit: str = ""


GOALS = (
    ("cost", "Cost", "of switches, cables and transceivers"),
    ("power", "Power", "of the network"),
    ("mass", "Mass", "of the network"),
    ("height", "Rack units", "occupied by the network"),
    ("cables", "Cables", "fewest to pull"),
    ("failures", "Failures per year", "of switches and transceivers, by their MTBF"),
    ("tco", "Total cost of ownership", "cost plus energy over several years"),
    (
        "routed_cost",
        "Cost as cabled",
        "the best few are placed and cabled, and compared by the resulting cost",
    ),
)
LIMITS = (
    "racks", "cost", "power_w", "mass_kg", "height_u", "blocking", "models", "hops", "failures_per_year",
    "hosts_possible", "bisection_gbps",
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
        group = QButtonGroup(self)
        for key, title, more in GOALS:
            row = QHBoxLayout()
            button = QRadioButton(title)
            button.setObjectName(f"goal-{key}")
            button.setAccessibleDescription(more)
            button.toggled.connect(lambda on, key=key: self._choose(key) if on else None)
            group.addButton(button)
            row.addWidget(button)
            row.addWidget(label(more, "text3"))
            row.addStretch(1)
            column.addLayout(row)
            self.goals[key] = button
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
        column.addStretch(1)
        self.fields = [*energy, few, currency, *limits]
        self.draft.changed.connect(self.refresh)
        self.refresh()

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
            if key != "routed_cost":
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
        self.compared.setVisible(goal == "routed_cost")

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
