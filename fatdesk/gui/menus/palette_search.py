"""What the palette finds: commands, and everything in the project that can be gone to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from fatdesk.core.memo import Memo
from fatdesk.gui.ref import Ref
from fatdesk.gui.session.session import Session

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
    """Something in the project: its name, what it is, its icon."""

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
    go_to
        Shows a thing where it is at home.
    write
        Puts a text into the field.
    """

    def __init__(
        self,
        session: Session,
        commands: Callable[[bool], list[Entry]],
        go_to: Callable[[Ref], object],
        write: Callable[[str], object],
    ) -> None:
        self._session, self._commands, self._go_to, self._write = session, commands, go_to, write
        self._memo = Memo[str]()

    def find(self, text: str) -> list[Entry]:
        """What fits, the best of each group first."""
        text = text.strip()
        prefix, words = (text[0], text[1:]) if text[:1] in PREFIXES else ("", text)
        wanted = words.casefold().split()
        if prefix == "?":
            return [*self._help(), *_best(self._commands(True), wanted, MOST)]
        if prefix == ">":
            return _best(self._commands(False), wanted, MOST)
        if prefix == "#":
            return self._entries(self._cables(wanted), MOST)
        if prefix == "@":
            return self._entries(_matching(self._device_hits(), wanted), MOST)
        found = _best(self._commands(False), wanted, MOST)
        if wanted:
            found += self._entries(_matching(self._everything(), wanted), MOST_EACH if found else MOST)
        if not found:  # a number as it is on a label
            found = self._entries(self._cables(wanted), MOST_EACH)
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

    def _everything(self) -> Iterator[tuple[str, Hit]]:
        """All but cables, with what is looked through: racks, trays, parts, jobs, devices."""
        if not self._session.is_open:
            return
        from fatdesk.engine.floor.floor import rack_label

        project = self._session.project
        for rack in project.floor.racks:
            yield _with_words(
                Hit(f"Rack {rack_label(rack)}", rack.part, "racks", Ref("rack", str(rack.number)))
            )
        for tray in project.floor.trays:
            yield _with_words(Hit(tray.id, "cable tray", "tray", Ref("tray", tray.id)))
        for part in project.parts:
            yield _with_words(Hit(part.id, part.name, "part", Ref("part", part.id)))
        for job in project.jobs:
            hit = Hit(job.name, f"export job · {', '.join(job.documents)}", "export", Ref("job", job.name))
            yield _with_words(hit)
        yield from self._device_hits()

    def _device_hits(self) -> list[tuple[str, Hit]]:
        """All devices, with what is looked through; made once for each placement."""
        if not self._session.is_open:
            return []
        names = self._session.derived.device_names

        def make() -> list[tuple[str, Hit]]:
            hits = [Hit(name, device, "host", Ref("device", device)) for device, name in names.items()]
            return [_with_words(hit) for hit in hits]

        return self._memo.keep("devices", (names,), make)

    def _cables(self, wanted: Sequence[str]) -> Iterator[Hit]:
        """Cables that hold all words in what is said of them."""
        if not self._session.is_open:
            return
        wiring = self._session.wiring
        numbers = wiring.numbers
        for row, said in zip(wiring.rows, wiring.words, strict=True):
            number = numbers.get(row.id, "")
            if all(word in said or word in number.casefold() for word in wanted):
                ends = f"{row.a.rack_label} – {row.b.rack_label}"
                note = " · ".join(filter(None, (ends, row.kind or "", row.part or "")))
                name = f"{number}  {row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
                yield Hit(name, note, "cables", Ref("cable", row.id))


def _with_words(hit: Hit) -> tuple[str, Hit]:
    return f"{hit.name} {hit.note}".casefold(), hit


def _matching(hits: Iterable[tuple[str, Hit]], wanted: Sequence[str]) -> Iterator[Hit]:
    """Hits that hold all words, those that begin with the first of them before the others."""
    later: list[Hit] = []
    for said, hit in hits:
        if all(word in said for word in wanted):
            if not wanted or said.startswith(wanted[0]):
                yield hit
            elif len(later) < MOST:
                later.append(hit)
    yield from later


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
