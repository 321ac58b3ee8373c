"""Search for elements of the open project, by the rows of their kinds."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from fatdesk.core.memo import Memo
from fatdesk.gui.inspector.kinds import ROWS, Listed
from fatdesk.gui.menus.palette_search import Hit
from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import CABLE, DEVICE

MOST = 200
"""The number of elements that only contain the words, at most."""


class ElementSearch:
    """Finds elements that hold all words; devices are listed once for each placement."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._memo = Memo[str]()

    def find(self, prefix: str, wanted: Sequence[str]) -> Iterator[Hit]:
        """The elements of the kind of a prefix; of all kinds but cables without one."""
        if not self._session.is_open:
            return
        if prefix == ROWS[CABLE].prefix:
            found: Iterable[Listed] = self._cables(wanted)
        elif prefix == ROWS[DEVICE].prefix:
            found = _matching(self._all_devices(), wanted)
        else:
            found = _matching(self._everything(), wanted)
        for element, name, note in found:
            yield Hit(name, note, ROWS[element.kind].icon, element)

    def _everything(self) -> Iterator[tuple[str, Listed]]:
        for row in ROWS.values():
            if row.kind is DEVICE:
                yield from self._all_devices()
            elif row.listed is not None:
                yield from map(_with_text, row.listed(self._session))

    def _all_devices(self) -> list[tuple[str, Listed]]:
        devices, session = ROWS[DEVICE].listed, self._session
        if devices is None:
            return []
        names = (session.derived.device_names,)
        return self._memo.keep("devices", names, lambda: list(map(_with_text, devices(session))))

    def _cables(self, wanted: Sequence[str]) -> Iterator[Listed]:
        """Cables that hold all words in what is said of them."""
        wiring = self._session.wiring
        numbers = wiring.numbers
        for row, said in zip(wiring.rows, wiring.words, strict=True):
            number = numbers.get(row.id, "")
            if all(word in said or word in number.casefold() for word in wanted):
                ends = f"{row.a.rack_label} – {row.b.rack_label}"
                note = " · ".join(filter(None, (ends, row.kind or "", row.part or "")))
                name = f"{number}  {row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
                yield Listed(CABLE(row.id), name, note)


def _with_text(some: Listed) -> tuple[str, Listed]:
    return f"{some.name} {some.note}".casefold(), some


def _matching(some: Iterable[tuple[str, Listed]], wanted: Sequence[str]) -> Iterator[Listed]:
    """Return the elements that contain all words, those that begin with the first word first."""
    later: list[Listed] = []
    for said, listed in some:
        if all(word in said for word in wanted):
            if not wanted or said.startswith(wanted[0]):
                yield listed
            elif len(later) < MOST:
                later.append(listed)
    yield from islice(later, MOST)
