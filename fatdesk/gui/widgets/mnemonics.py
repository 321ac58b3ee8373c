"""Letters that choose the entries of an open menu from the keyboard."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def mnemonics(texts: Sequence[str]) -> list[int]:
    """Return the place of a letter in each text, all different; -1 where none is left.

    The first letter is preferred, then those that begin a word.

    >>> mnemonics(["Save", "Save as…", "Settings…", "3"])
    [0, 5, 1, 0]
    >>> mnemonics(["Ab", "Bc", "A"])  # the first makes room for the last
    [1, 1, 0]
    """
    owners: dict[str, int] = {}
    places = [-1] * len(texts)

    def take(number: int, tried: set[str]) -> bool:
        """Give a text the best free letter, or else one whose owner can have another."""
        wanted = [(place, texts[number][place].casefold()) for place in _letters(texts[number])]
        free = next((one for one in wanted if one[1] not in owners), None)
        for place, letter in [free] if free else wanted:
            if letter in tried:
                continue
            tried.add(letter)
            if letter not in owners or take(owners[letter], tried):
                owners[letter], places[number] = number, place
                return True
        return False

    for number in range(len(texts)):
        take(number, set())
    return places


def _letters(text: str) -> list[int]:
    """The places of letters and digits: those that begin words, then the others."""
    begins = [n for n, letter in enumerate(text) if letter.isalnum() and not text[n - 1 : n].isalnum()]
    return [*begins, *(n for n, letter in enumerate(text) if letter.isalnum() and n not in begins)]


def underline_while_open(menu: QMenu) -> None:
    """Mark a letter of each entry while the menu is open; its texts are plain at other times."""
    plain: list[tuple[QAction, str]] = []

    def mark() -> None:
        entries = [one for one in menu.actions() if one.isVisible() and not one.isSeparator()]
        texts = [one.text().replace("&&", "\0") for one in entries]
        for one, text, place in zip(entries, texts, mnemonics(texts), strict=True):
            plain.append((one, one.text()))
            marked = text if place < 0 else f"{text[:place]}&{text[place:]}"
            one.setText(marked.replace("\0", "&&"))

    def clear() -> None:
        entries = menu.actions()
        for one, text in plain:
            if one in entries:
                one.setText(text)
        plain.clear()

    menu.aboutToShow.connect(mark)
    menu.aboutToHide.connect(clear)
