"""What the palette finds: commands, and everything in the project that can be gone to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from fatdesk.project.document.ref import Ref

MOST_EACH = 7
"""So many of the project are shown when commands are shown too."""
MOST = 200
"""So many at all."""

COMMANDS, PROJECT, HELP = "Commands", "In this project", "What can be typed here"
PREFIXES = {">": "commands", "#": "cables", "@": "devices", "?": "help"}
NOTHING = "Nothing matches."


class Entry(NamedTuple):
    """One thing to choose; without ``run`` it can only be read."""

    text: str
    note: str
    shortcut: str
    icon: str
    run: Callable[[], object] | None
    group: str = COMMANDS


class Hit(NamedTuple):
    """An element of the project: its name, what it is, its icon."""

    name: str
    note: str
    icon: str
    thing: Ref


class PaletteSearch:
    """Looks for what is typed.

    Parameters
    ----------
    commands
        Gives the commands that can be run now; with True all of them.
    elements
        Finds elements of the project by a prefix and words.
    go_to
        Shows a thing where it is at home.
    write
        Puts a text into the field.
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
        """What fits, the best of each group first."""
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
        if not found:  # a number as it is on a label
            found = self._entries(self._elements("#", wanted), MOST_EACH)
        return found

    def _help(self) -> Iterator[Entry]:
        told = {
            ">": "Commands only",
            "#": "Cables, by number, device, rack, part or kind",
            "@": "Devices, by name",
            "?": "This list, and every command with its keys",
        }
        for prefix, words in told.items():
            yield Entry(f"{prefix}  {words}", "", "", "search", partial(self._write, prefix), HELP)

    def _entries(self, hits: Iterable[Hit], most: int) -> list[Entry]:
        return [
            Entry(hit.name, hit.note, "", hit.icon, partial(self._go_to, hit.thing), PROJECT)
            for hit in islice(hits, most)
        ]


def _best(entries: Iterable[Entry], wanted: Sequence[str], most: int) -> list[Entry]:
    """Commands that hold all words: first those that begin with the first word, then whole words."""

    def rank(entry: Entry) -> int:
        said = entry.text.casefold()
        if not wanted or said.startswith(wanted[0]):
            return 0
        starts = said.split()
        return 1 if all(any(start.startswith(word) for start in starts) for word in wanted) else 2

    fit = [entry for entry in entries if all(word in entry.text.casefold() for word in wanted)]
    return sorted(fit, key=rank)[:most]
