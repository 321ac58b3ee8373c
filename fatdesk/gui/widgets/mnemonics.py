"""Letters that choose the entries of an open menu from the keyboard."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def mnemonics(texts: Sequence[str]) -> list[int]:
    """Return the place of a letter in each text, all different; -1 where none is left.

    The first letter is preferred, then those that begin a word.

    >>> mnemonics(["Save", "Save as…", "Settings…", "3"])
    [0, 5, 1, 0]
    """
    used: set[str] = set()
    places = []
    for text in texts:
        begins = [n for n, letter in enumerate(text) if letter.isalnum() and not text[n - 1 : n].isalnum()]
        others = [n for n, letter in enumerate(text) if letter.isalnum()]
        place = next((n for n in (*begins, *others) if text[n].casefold() not in used), -1)
        places.append(place)
        if place >= 0:
            used.add(text[place].casefold())
    return places


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
