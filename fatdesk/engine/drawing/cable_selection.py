"""Selection of the cables that a document covers, by rack, bundle or phase."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fatdesk.engine.cabling.wiring_list import CableRow


@dataclass(frozen=True)
class Chosen:
    """A choice of cables; what is empty leaves all.

    Attributes
    ----------
    racks
        Labels: cables with an end there.
    bundles, phases
        As the wiring list has them.
    """

    racks: frozenset[str] = frozenset()
    bundles: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()

    def of(self, cables: Iterable[CableRow]) -> Iterator[CableRow]:
        """Return the chosen cables of a list, in order."""
        return (cable for cable in cables if self.holds(cable))

    def holds(self, cable: CableRow) -> bool:
        """Whether a cable is chosen."""
        if self.bundles and cable.bundle not in self.bundles:
            return False
        if self.phases and cable.phase not in self.phases:
            return False
        ends = (cable.a, *(cable.legs or (cable.b,)))
        return not self.racks or any(end.rack_label in self.racks for end in ends)


EVERYTHING = Chosen()
