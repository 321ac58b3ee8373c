"""What one file would become: its figures, what is missing, what is doubtful, corrections to tick."""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.parts import AnyPart, Equipment, ModularSwitch, PowerUnit
from fatdesk.engine.devicetypes.proposal import Proposal
from fatdesk.engine.devicetypes.sockets import say_ports
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import UNKNOWN
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text

TONES = {"error": "error", "warning": "warn", "note": "text2"}


def field_words(field: str) -> str:
    """A field of a part in words; one of a board of it, too.

    >>> field_words("power_w of fabric-module"), field_words("part_number")
    ('power of fabric-module', 'part number')
    """
    name, of, board = field.partition(" of ")
    return (
        name.removesuffix("_w").removesuffix("_kg").removesuffix("_mm").removesuffix("_u").replace("_", " ")
        + of
        + board
    )


def figures_of(part: AnyPart) -> list[tuple[str, str]]:
    """The figures of a part in words."""
    units = (("height_u", "U"), ("depth_mm", "mm"), ("mass_kg", "kg"), ("power_w", "W"))
    rows = [
        ("Id", part.id),
        ("Name", part.name),
        ("Vendor", part.vendor),
        ("Part number", part.part_number or UNKNOWN),
    ]
    ports = getattr(part, "ports", ())
    if ports:
        rows.append(("Ports", say_ports(ports)))
    if isinstance(part, ModularSwitch):
        rows.append(("Slots", f"{part.slots} for {', '.join(card.name for card in part.cards)}"))
    if isinstance(part, PowerUnit):
        rows.append(("Outlets", str(part.outlets)))
        rows.append(("Limit", UNKNOWN if part.power_limit_w is None else f"{part.power_limit_w:g} W"))
    for name, unit in units:
        value = getattr(part, name)
        title = {"height_u": "Height", "depth_mm": "Depth", "mass_kg": "Mass", "power_w": "Power"}[name]
        rows.append((title, UNKNOWN if value is None else f"{value:g} {unit}"))
    rows += [("Airflow", part.airflow or UNKNOWN), ("Source", part.source)]
    return rows


def _becomes(proposal: Proposal) -> str:
    kind = str(proposal.kind)
    if isinstance(proposal.part, Equipment):
        return f"Equipment, which joins no network: {kind}"
    return kind[:1].upper() + kind[1:] + (": goes into its chassis" if proposal.part is None else "")


class Preview(QScrollArea):
    """``turned`` carries the numbers of the corrections that are ticked now."""

    turned = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("What the file becomes")
        self.boxes: list[QCheckBox] = []
        self._proposal: Proposal | None = None
        self._values: dict[str, QLabel] = {}

    def show_proposal(self, proposal: Proposal, ticked: Collection[int]) -> None:
        """Show what a file would become."""
        px = self._theme.px
        self._proposal, self.boxes, self._values = proposal, [], {}
        page = QWidget()
        page.setProperty("role", "base")
        self._column = column = QVBoxLayout(page)
        column.setContentsMargins(px(16), px(14), px(16), px(14))
        column.setSpacing(px(6))
        head = ElidedLabel(proposal.file.rsplit("/", 1)[-1])
        head.setFont(self._theme.strong(15))
        column.addWidget(head)
        if proposal.refused is not None:
            self._say("Refused", "error", strong=True)
            self._say(str(proposal.refused), "error")
        else:
            self._say(_becomes(proposal), "text2")
            if proposal.part is not None:
                column.addLayout(self._figures(proposal.part))
            if proposal.missing:
                self._title("Missing")
                self._say(", ".join(map(field_words, proposal.missing)), "warn")
            self._tell_findings(proposal)
            self._tell_suggestions(proposal, ticked)
        column.addStretch(1)
        self.setWidget(page)
        self._refresh()

    def tick_all(self, on: bool) -> None:
        """Tick all corrections, or none."""
        for ticked in self.boxes:
            ticked.setChecked(on)

    def _title(self, text: str) -> None:
        made = label(text)
        made.setFont(self._theme.strong())
        made.setContentsMargins(0, self._theme.px(8), 0, 0)
        self._column.addWidget(made)

    def _say(self, text: str, tone: str, *, strong: bool = False) -> None:
        made = label(text, tone)
        made.setWordWrap(True)
        if strong:
            made.setFont(self._theme.strong())
        self._column.addWidget(made)

    def _figures(self, part: AnyPart) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.px(12))
        grid.setVerticalSpacing(self._theme.px(2))
        grid.setColumnStretch(1, 1)
        for n, (title, value) in enumerate(figures_of(part)):
            name, told = label(title, "text2"), label(value)
            told.setWordWrap(True)
            grid.addWidget(name, n, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(told, n, 1)
            self._values[title] = told
        return grid

    def _tell_findings(self, proposal: Proposal) -> None:
        if not proposal.findings:
            return
        self._title("Doubtful")
        for found in proposal.findings:
            text = f"{found.text[:1].upper()}{found.text[1:]}"
            self._say(text, TONES[found.severity.value])

    def _tell_suggestions(self, proposal: Proposal, ticked: Collection[int]) -> None:
        if not proposal.suggestions:
            return
        self._title("Corrections")
        for n, suggestion in enumerate(proposal.suggestions):
            title = field_words(suggestion.field)
            made = QCheckBox(menu_text(title[:1].upper() + title[1:]))
            made.setAccessibleDescription(
                f"{suggestion.suggested} instead of {suggestion.found}: {suggestion.why}"
            )
            made.setChecked(n in ticked)
            made.toggled.connect(partial(self._turned))
            self._column.addWidget(made)
            for text, tone in ((suggestion.suggested, "text"), (f"instead of {suggestion.found}", "text2")):
                told = label(text, tone)
                told.setWordWrap(True)
                told.setContentsMargins(self._theme.px(24), 0, 0, 0)
                self._column.addWidget(told)
            self.boxes.append(made)

    def _turned(self, _: bool) -> None:
        self._refresh()
        self.turned.emit([n for n, made in enumerate(self.boxes) if made.isChecked()])

    def _refresh(self) -> None:
        """The figures with what is ticked."""
        proposal = self._proposal
        if proposal is None or proposal.part is None:
            return
        try:
            part = proposal.accepted(n for n, made in enumerate(self.boxes) if made.isChecked())
        except FatdeskError:  # the dialog tells it where the part is taken
            return
        for title, value in figures_of(part) if part is not None else ():
            if title in self._values:
                self._values[title].setText(value)
