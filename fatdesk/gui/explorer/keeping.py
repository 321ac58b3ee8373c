"""Search settings and pins of an explored fabric that the open project keeps."""

from collections.abc import Callable

import msgspec

from fatdesk.gui.explorer.pinned import Pin
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.explorations import PinDesigns, SetPins, SetSearch, kept_of
from fatdesk.project.designing.pinning import network_of
from fatdesk.project.document.explorations import KeptExploration, PinnedDesign


class Keeping:
    """Settings and pins that the project keeps of the explored fabric; each change can be undone.

    Parameters
    ----------
    is_kept
        Whether requirements of the open project are explored; else nothing is kept.

    Attributes
    ----------
    number
        Number of the fabric in the project.
    shown
        The record of it that was shown last; None: nothing was shown.
    """

    def __init__(self, session: Session, is_kept: Callable[[], bool]) -> None:
        self._session, self._is_kept = session, is_kept
        self.number = 0
        self.shown: KeptExploration | None = None

    def of(self, number: int) -> KeptExploration:
        """Return what the project keeps of a fabric."""
        project = self._session.project
        return kept_of(project, project.fabrics[number].requirement.name)

    def is_other_search(self, kept: KeptExploration) -> bool:
        """Whether search settings differ from those that were shown last."""
        return self.shown is None or _with_pins(kept, self.shown) != self.shown

    def pins(self, found: tuple[Pin, ...]) -> None:
        """Keep pinned candidates."""
        if not self._is_kept():
            return
        kept = self.of(self.number)
        pins = tuple(pin.record for pin in found)
        origin = next((pin for pin in kept.pins if pin.letter == kept.made_from), None)
        same = (pin.letter for pin in pins if origin is not None and network_of(pin) == network_of(origin))
        self._keep(SetPins(fabric=kept.fabric, pins=pins, made_from=next(same, "")))

    def designs(self, pins: tuple[PinnedDesign, ...]) -> None:
        """Keep pinned designs over catalog parts."""
        if self._is_kept():
            self._keep(PinDesigns(fabric=self.of(self.number).fabric, designs=pins))

    def search(self, wanted: KeptExploration | None) -> None:
        """Keep search settings; None: a field is invalid."""
        if not self._is_kept() or wanted is None:
            return
        kept = self.of(self.number)
        if _with_pins(wanted, kept) != kept:
            self._keep(
                SetSearch(
                    fabric=kept.fabric,
                    settings=wanted.settings,
                    families=wanted.families,
                    count=wanted.count,
                )
            )

    def _keep(self, command: SetPins | SetSearch | PinDesigns) -> None:
        """Do a step whose result is shown already."""
        self.shown = kept_of(command.apply(self._session.project), command.fabric)
        self._session.do(command)


def _with_pins(kept: KeptExploration, other: KeptExploration) -> KeptExploration:
    """Return the search settings of one with the pins of another."""
    return msgspec.structs.replace(kept, pins=other.pins, made_from=other.made_from, designs=other.designs)
