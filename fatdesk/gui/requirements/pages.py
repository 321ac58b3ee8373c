"""The pages side by side with their steps; the wizard and the workspace both show them."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.core.yaml_events import Place
from fatdesk.gui.requirements.page import Making, Page
from fatdesk.gui.requirements.steps import State, Steps


class Pages(QWidget):
    """One page is in front.

    ``moved`` tells that it is another, or that something about it has changed; ``asked_on`` that the user
    wants the next.
    """

    moved = Signal()
    asked_on = Signal()

    def __init__(
        self, making: Making, pages: Sequence[Page], heading: str, words: str, *, seen: bool = False
    ) -> None:
        super().__init__()
        self.making, self.pages = making, tuple(pages)
        self._seen = set(range(len(pages))) if seen else {0}
        self.steps = Steps(making.desk, heading, [page.title for page in pages], words)
        self.stack = QStackedWidget()
        for page in pages:
            self.stack.addWidget(page)
            page.going.connect(self._going)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.steps)
        self.right = QVBoxLayout()
        self.right.setSpacing(0)
        self.right.addWidget(self.stack, 1)
        row.addLayout(self.right, 1)
        self.steps.asked.connect(self.go_to)
        making.draft.changed.connect(self.refresh)
        making.search.changed.connect(self.refresh)
        self.refresh()

    @property
    def number(self) -> int:
        """The number of the page in front, from 0."""
        return self.stack.currentIndex()

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[self.number]

    def page_of(self, name: str) -> Page:
        """A page by its name."""
        return next(page for page in self.pages if page.name == name)

    def go_to(self, number: int, place: Place | None = None) -> None:
        """Bring a page to the front, the keys at a place of it."""
        self._seen.add(number)
        self.stack.setCurrentIndex(number)
        page = self.page
        page.begin()
        page.point_to(place)
        self.refresh()

    def go_on(self) -> bool:
        """To the next page, where nothing is wrong with this one; else to what is wrong."""
        page = self.page
        if page.wrong:
            page.point_to()
            return False
        if self.number + 1 < len(self.pages):
            self.go_to(self.number + 1)
        return True

    def go_back(self) -> None:
        """To the page before."""
        if self.number:
            self.go_to(self.number - 1)

    def _going(self, name: str, place: object) -> None:
        if name == "next":
            self.asked_on.emit()
            return
        found = next((n for n, page in enumerate(self.pages) if page.name == name), None)
        if found is not None:
            self.go_to(found, place if isinstance(place, tuple) else None)

    def refresh(self) -> None:
        """How each step stands."""
        typed = self.making.draft.problems
        states = []
        for number, page in enumerate(self.pages):
            wrong = any(page.owns(problem.place) for problem in typed)
            told = next((p.what for p in typed if page.owns(p.place)), "") if wrong else page.summary()
            earlier = self.pages[:number]
            is_open = not any(some.owns(p.place) for some in earlier for p in typed)
            states.append(
                State(
                    page.title,
                    told if number in self._seen or not wrong else "",
                    current=number == self.number,
                    done=number in self._seen and number != self.number,
                    wrong=wrong,
                    open=is_open or number in self._seen,
                )
            )
        self.steps.show_states(states)
        self.moved.emit()
