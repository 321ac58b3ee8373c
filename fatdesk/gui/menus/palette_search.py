"""Search of the command palette: commands and elements of the project."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from fatdesk.project.document.ref import Ref

MOST_EACH = 7
"""Maximum number of elements shown together with commands."""
MOST = 200
"""Maximum number of matches."""

COMMANDS, PROJECT, HELP = "Commands", "In this project", "Help"
PREFIXES = {">": "commands", "#": "cables", "@": "devices", "?": "help"}
NOTHING = "No matches."


class Entry(NamedTuple):
    """A match; without ``run`` it is for information only."""

    text: str
    note: str
    shortcut: str
    icon: str
    run: Callable[[], object] | None
    group: str = COMMANDS


class Hit(NamedTuple):
    """An element of the project: name, kind, icon."""

    name: str
    note: str
    icon: str
    element: Ref


class PaletteSearch:
    """Finds commands and elements for a typed text.

    Parameters
    ----------
    commands
        Returns the available commands, or all with True.
    elements
        Finds elements of the project by a prefix and words.
    go_to
        Selects an element and shows it in its workspace.
    write
        Sets the text of the field.
    """

    def __init__(
        self,
        commands: Callable[[bool], list[Entry]],
        elements: Callable[[str, Sequence[str]], Iterable[Hit]],
        go_to: Callable[[Ref], object],
        write: Callable[[str], object],
    ) -> None:
        self._commands, self._elements, self._go_to, self._write = commands, elements, go_to, write

    def find(self, text: str) -> list[Entry]:
        """Return the matches, best of each group first."""
        text = text.strip()
        prefix, words = (text[0], text[1:]) if text[:1] in PREFIXES else ("", text)
        wanted = words.casefold().split()
        if prefix == "?":
            return [*self._help(), *_best(self._commands(True), wanted, MOST)]
        if prefix == ">":
            return _best(self._commands(False), wanted, MOST)
        if prefix:
            return self._entries(self._elements(prefix, wanted), MOST)
        found = _best(self._commands(False), wanted, MOST)
        if wanted:
            found += self._entries(self._elements("", wanted), MOST_EACH if found else MOST)
        if not found:  # a cable number without prefix, as on a label
            found = self._entries(self._elements("#", wanted), MOST_EACH)
        return found

    def _help(self) -> Iterator[Entry]:
        prefixes = {
            ">": "Commands only",
            "#": "Cables, by number, device, rack, part or kind",
            "@": "Devices, by name",
            "?": "Help, and all commands with their shortcuts",
        }
        for prefix, words in prefixes.items():
            yield Entry(f"{prefix}  {words}", "", "", "search", partial(self._write, prefix), HELP)

    def _entries(self, hits: Iterable[Hit], most: int) -> list[Entry]:
        return [
            Entry(hit.name, hit.note, "", hit.icon, partial(self._go_to, hit.element), PROJECT)
            for hit in islice(hits, most)
        ]


def _best(entries: Iterable[Entry], wanted: Sequence[str], most: int) -> list[Entry]:
    """Return commands with all words: those that start with the first word first, then whole words."""

    def rank(entry: Entry) -> int:
        said = entry.text.casefold()
        if not wanted or said.startswith(wanted[0]):
            return 0
        starts = said.split()
        return 1 if all(any(start.startswith(word) for start in starts) for word in wanted) else 2

    fit = [entry for entry in entries if all(word in entry.text.casefold() for word in wanted)]
    return sorted(fit, key=rank)[:most]
