"""Names of the trays that cables run through, worked out once a route."""

from collections.abc import Sequence

from fatdesk.engine.cabling.laying import Cabling, Detour


class TrayNames:
    """The trays of each run in order, worked out once a pair of racks."""

    def __init__(self, cabling: Cabling, ids: Sequence[str]) -> None:
        self._runs, self._ids = cabling.runs, ids
        self._known: dict[tuple[int, bool], tuple[str, ...]] = {}

    def of(self, pair: int, backwards: bool) -> tuple[str, ...]:
        """Return the trays of a pair of racks, by its number; none of a cable in one rack."""
        if pair < 0:
            return ()
        key = (pair, backwards)
        if key not in self._known:
            names = tuple(self._ids[tray] for tray in self._runs.trays(pair))
            self._known[key] = names[::-1] if backwards else names
        return self._known[key]

    def over(self, detour: Detour, backwards: bool) -> tuple[str, ...]:
        """Return the trays of a cable over panels in other racks, piece after piece."""
        found: list[str] = []
        for number, pair in enumerate(detour.pairs):
            for tray in self.of(pair, detour.racks[number] > detour.racks[number + 1]):
                if not found or found[-1] != tray:
                    found.append(tray)
        return tuple(found[::-1] if backwards else found)
