"""Strips over the plot: progress with Cancel, notices, and the summary of a search."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.charts.candidate_points import is_over
from fatdesk.engine.exploring.estimate import estimate
from fatdesk.engine.exploring.pricing.cable_figures import cable_figures
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.filters import Filters
from fatdesk.gui.explorer.search_form import SearchForm
from fatdesk.gui.explorer.search_results import FoundPoints, SearchResults
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.widgets.numbers import in_sentence, time_left, to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip

NOTHING = "Press Search to show all trees and lattices for this number of hosts."


def found_text(found: FoundPoints) -> str:
    """Return a summary of a search, what matters most first: a narrow window cuts its end."""
    points, result = found.points, found.result
    saving = max((one.saving for one in result.unsearched), default=0.0)
    required = found.required
    over = sum(is_over(one, found.ports, required) for one in points.candidates)
    rejected = int((~points.fits).sum())
    figures = (
        f"{rejected:,} rejected" if rejected else "",
        f"{over:,} block more than {float(required):.2f} : 1" if required and over else "",
        f"unlisted trees may cost up to {saving:.1%} less" if result.unsearched else "",
        "too many trees to search all" if result.too_many else "",
        f"{int(points.front.sum()):,} on the Pareto front",
        f"{result.searched:,} searched in {result.seconds:.1f} s",
    )
    listed = to_read(f"{counted(len(points), 'candidate')}") + f" for {found.source}"
    return " · ".join([listed, *(to_read(figure) for figure in figures if figure)])


def notes_text(found: FoundPoints) -> str:
    """Return notes on a search, one per line: trees for which the front may be incomplete, and cables."""
    cables = cable_figures(found.points.candidates, found.ports)
    many = found.result.too_many_text
    notes = (one.text for one in found.result.unsearched)
    return "\n".join([*([in_sentence(many)] if many else []), *notes, *(one.text for one in cables)])


def empty_text(results: SearchResults, filters: Filters) -> str:
    """Return why no points are shown, and what to do."""
    found = results.found
    if results.task is not None and found is None:
        return "Searching…"
    if found is None:
        return f"Search failed. {in_sentence(results.failed)}" if results.failed else NOTHING
    if not len(found.points) and found.result.refused:
        texts = "; ".join(one.text for one in found.result.refused)
        return f"Nothing could be searched. {texts}. Use switches with more ports or fewer hosts on one."
    if not len(found.points):
        return (
            "No network connects this number of hosts with these switches. "
            "Allow more ports, levels, switches or hops under Search settings."
        )
    if not found.points.fits.any() and not filters.rejected.isChecked():
        count = len(found.points)
        return f"No network is within the limits. Rejected shows all {count:,} with their reasons."
    return "No candidate matches the filters."


STEPS = 1000


class Strip(QWidget):
    """A strip of the width of the view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "toolbar")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # it widens nothing
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(px(14), px(6), px(14), px(6))
        self.row.setSpacing(px(10))
        self.hide()


class PlotOverStrips(QWidget):
    """A plot that gives its own height to the strips below it: no other control or row moves."""

    def __init__(self, plot: QWidget, *strips: Strip) -> None:
        super().__init__()
        self._plot = plot
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(plot, 1)
        for strip in strips:
            column.addWidget(strip)

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the plot, with and without strips."""
        return QSize(super().minimumSizeHint().width(), self._plot.minimumSizeHint().height())


class ProgressStrip(Strip):
    """Progress of the running task; ``cancelled`` signals a click on Cancel."""

    cancelled = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(desk.theme.px(220), desk.theme.px(6))
        self.text, self.left = ElidedLabel("", "text2"), label("", "text2")
        self.cancel = QPushButton("Cancel")
        self.cancel.setObjectName("cancel-search")
        self.cancel.clicked.connect(lambda _=False: self.cancelled.emit())
        self.row.addWidget(self.bar)
        self.row.addWidget(self.left)
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.cancel)

    def show_task(self, task: BackgroundTask | None) -> None:
        """Show the progress of a task; hide the strip if None."""
        self.setVisible(task is not None)
        if task is None:
            return
        share = task.fraction
        self.bar.setMaximum(STEPS if share is not None else 0)
        if share is not None:
            self.bar.setValue(round(STEPS * share))
        self.text.setText(task.text)
        self.left.setText(time_left(task.left_s))


class NoticeStrip(Strip):
    """A warning about the shown results; the button ``again`` repeats the search."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.text = ElidedLabel("", "warn")
        self.text.setObjectName("notice-text")
        self.again = QPushButton("Search again")
        self.again.setObjectName("search-again")
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.again)

    def show_text(self, words: str, *, failed: bool, again: bool) -> None:
        """Show a text; hide the strip if empty."""
        self.text.setText(words)
        set_tone(self.text, "error" if failed else "warn")
        self.again.setVisible(again)
        self.setVisible(bool(words))


SOON_MS = 150
"""Time without an edit after which the duration of a search is estimated."""
COUNTED = 100
"""Numbers of switches whose lattices are counted for that."""


class ExpectedTime(QLabel):
    """Estimated time of a search for the current settings, next to its button.

    Parameters
    ----------
    asking
        Returns the search settings; None: there are none yet.
    """

    def __init__(self, asking: Callable[[], SearchForm | None]) -> None:
        super().__init__()
        self.setObjectName("expected-time")
        self.setTextFormat(Qt.TextFormat.PlainText)
        set_tone(self, "text2")
        self._asking = asking
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(SOON_MS)
        self.soon.timeout.connect(self._show)

    def _show(self) -> None:
        asking = self._asking()
        wanted = None if asking is None else asking.wanted
        text = hint = ""
        if asking is not None and wanted is not None:
            try:
                found = estimate(wanted, asking.draft.catalog, counted=COUNTED)
            except FatdeskError:
                found = None  # the search states why it cannot be done
            if found is not None:
                text = found.text.partition(" (")[0]
                hint = f"Estimated time of a search: {found.text}, for {found.candidates_text or 'nothing'}"
        self.setText(text)
        self.setToolTip(tip(hint))
