"""Known words offered while a field is typed into, and as a list behind an arrow."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit

from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip


class WordCompleter(QCompleter):
    """Offers the known words that contain what is typed; with ``several``, for each word of a comma list."""

    def __init__(self, words: Sequence[str], field: QLineEdit, *, several: bool = False) -> None:
        super().__init__(list(words), field)
        self._field, self._several = field, several
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setMaxVisibleItems(14)

    def splitPath(self, path: str) -> list[str]:
        """Return the word that is being typed."""
        return [path.rpartition(",")[2].strip() if self._several else path.strip()]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the text of the field with the chosen word in place of the last one."""
        word = str(index.data(Qt.ItemDataRole.DisplayRole))
        before = self._field.text().rpartition(",")[0].strip() if self._several else ""
        return f"{before}, {word}" if before else word

    def show_all(self) -> None:
        """Show all known words."""
        self.setCompletionPrefix("")
        popup = self.popup()
        if popup is not None:
            popup.setMinimumWidth(popup.sizeHintForColumn(0) + self._field.height())
        self.complete()


def offer_words(
    theme: Theme, field: QLineEdit, words: Sequence[str], *, several: bool = False, arrow: bool = True
) -> WordCompleter:
    """Complete known words in a field; ``arrow`` adds a button at its end that lists all of them."""
    completer = WordCompleter(words, field, several=several)
    field.setCompleter(completer)
    if arrow:
        action = field.addAction(icon(theme, "down", theme.px(14)), QLineEdit.ActionPosition.TrailingPosition)
        action.setToolTip(tip("Show all"))
        action.triggered.connect(lambda _=False: completer.show_all())
    return completer
