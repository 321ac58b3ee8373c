"""Third page: what is to be least, and what must not be exceeded."""

from typing import NamedTuple

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from fatdesk.core.yaml_events import Place
from fatdesk.gui.requirements.fields import Field, NumberField, RatioField, TextField
from fatdesk.gui.requirements.page import Making, Page, grid, scrolled
from fatdesk.gui.requirements.summary import goal_in_words, limits_in_words
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
    ("height", "Rack units", "that the network takes"),
    ("cables", "Cables", "fewest to pull"),
    ("failures", "Failures a year", "of switches and transceivers, by their MTBF"),
    ("tco", "Total cost of ownership", "cost, and the energy of some years"),
    ("routed_cost", "Cost as cabled", "the best few are placed and cabled, and compared by what that costs"),
)
LIMITS = (
    Limit("racks", "Racks, at most", "Racks that hosts and network take together"),
    Limit("cost", "Cost, at most", "Of the network, in the currency of the prices"),
    Limit("power_w", "Power, at most", "Of the network", "W"),
    Limit("mass_kg", "Mass, at most", "Of the network", "kg"),
    Limit("height_u", "Rack units, at most", "That the network takes", "U"),
    Limit(
        "blocking",
        "Blocking, at most",
        "Such as 3:1; whole ports may exceed the ratio you asked for",
    ),
    Limit("models", "Switch models, at most", "Different switches to keep spares of"),
    Limit("hops", "Hops, at most", "Links between the hosts that are farthest apart"),
    Limit("failures_per_year", "Failures a year, at most", "Of switches and transceivers, by their MTBF"),
    Limit("hosts_possible", "Hosts possible, at least", "Hosts that could come without other core switches"),
    Limit(
        "bisection_gbps", "Bisection, at least", "What one half of the hosts can send to the other", "Gb/s"
    ),
)


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
        column.addWidget(self._section("Take the design with the least"))
        self.goals: dict[str, QRadioButton] = {}
        group = QButtonGroup(self)
        for key, title, more in GOALS:
            row = QHBoxLayout()
            button = QRadioButton(title)
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
        energy = [
            NumberField(form, ("objective", "years"), "Years", "How long the network runs", "5"),
            NumberField(form, ("objective", "price_per_kwh"), "Price of energy", "Per kilowatt-hour", "0.10"),
            NumberField(
                form, ("objective", "pue"), "PUE", "Power of the hall for each watt of equipment", "1.5"
            ),
        ]
        self.energy = QWidget()
        inside = QVBoxLayout(self.energy)
        inside.setContentsMargins(px(24), 0, 0, 0)
        inside.addLayout(grid([*energy], 4, px(16)))
        column.addWidget(self.energy)
        few = NumberField(
            form,
            ("objective", "compare"),
            "Candidates to compare",
            "The best by cost, which are placed and cabled: more take longer",
            "5",
        )
        self.compared = QWidget()
        inside = QVBoxLayout(self.compared)
        inside.setContentsMargins(px(24), 0, 0, 0)
        inside.addLayout(grid([few], 4, px(16)))
        column.addWidget(self.compared)
        currency = TextField(
            form,
            ("currency",),
            "Currency",
            "Of all amounts; prices in another currency count as unknown",
            "that of the prices",
        )
        column.addLayout(grid([currency], 4, px(16)))
        column.addSpacing(px(10))
        column.addWidget(self._section("Limits"))
        column.addWidget(label("An empty field is no limit.", "text3"))
        limits: list[Field] = [
            (RatioField if some.key == "blocking" else NumberField)(
                form, ("limits", some.key), some.title, some.meaning, "no limit", some.unit
            )
            for some in LIMITS
        ]
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
        """What the draft minimises; empty: a weighted sum."""
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
        told = ", ".join(f"{name} × {weight}" for name, weight in weights.items())
        self.weighted.setText(f"Now a weighted sum, from the file: {told}. Choosing above replaces it.")
        if goal in self.goals:
            self.goals[goal].setChecked(True)
        self.energy.setVisible(goal == "tco" or "tco" in weights)
        self.compared.setVisible(goal == "routed_cost")

    def summary(self) -> str:
        """Goal and number of limits."""
        wanted = self.draft.requirements
        if wanted is None:
            return ""
        return f"{goal_in_words(wanted.objective)}, {limits_in_words(wanted.limits)}"

    def owns(self, place: Place) -> bool:
        """Objective, limits and currency."""
        return place[:1] in {("objective",), ("limits",), ("currency",)}

    def first(self) -> QWidget | None:
        """The goal."""
        return self.goals.get(self.goal, self.goals["cost"])
