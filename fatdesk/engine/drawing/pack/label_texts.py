"""What stands on the labels of cables: two a cable, of a splitter one a leg besides the common end."""

from collections.abc import Iterator
from dataclasses import dataclass

from fatdesk.engine.cabling.rows import BETWEEN_ENDS
from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.drawing.pack.chosen import EVERYTHING, Chosen
from fatdesk.engine.drawing.packet_rows import told_metres
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import plain


@dataclass(frozen=True, slots=True)
class CableLabel:
    """The label of one end.

    Attributes
    ----------
    number
        Of the cable.
    end
        ``A``, ``B``, or ``B2`` for the second leg of a splitter.
    here, device
        This end: as the project's template makes it, and what that leaves out.
    there, far
        The other end in the same way; of a splitter's common end the first leg.
    kind, length
        What cable it is.
    """

    cable: CableRow
    number: str
    end: str
    here: str
    device: str
    there: str
    far: str
    kind: str
    length: str

    @property
    def code(self) -> str:
        """What the QR code holds: number and end."""
        return self.number + self.end

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The lines of the label: this end, its device, the far end, and kind with length."""
        far = " ".join(filter(None, ("to", self.there, self.far)))
        return (self.here, self.device, far, f"{self.kind} {self.length}")


def cable_labels(plan: Plan, chosen: Chosen = EVERYTHING) -> Iterator[CableLabel]:
    """The labels of all cables, or of some, in order of the wiring list, A before B."""
    numbers = plan.numbers
    for cable in chosen.of(plan.cables):
        yield from labels_of(cable, numbers[cable.id])


def labels_of(cable: CableRow, number: str) -> Iterator[CableLabel]:
    """The labels of one cable."""
    legs = cable.legs or (cable.b,)
    here, _, there = cable.a.label.partition(BETWEEN_ENDS)
    more = f" +{len(legs) - 1}" if len(legs) > 1 else ""
    far = _rest(legs[0], there, short=True) + more
    yield _label(cable, number, "A", (here, _rest(cable.a, here)), (there, far.strip()))
    for leg, end in enumerate(legs, start=1):
        here, _, there = end.label.partition(BETWEEN_ENDS)
        word = f"B{leg}" if len(legs) > 1 else "B"
        far = _rest(cable.a, there, short=True)
        yield _label(cable, number, word, (here, _rest(end, here)), (there, far))


def _label(cable: CableRow, number: str, end: str, near: tuple[str, str], far: tuple[str, str]) -> CableLabel:
    (here, device), (there, rest) = (tuple(map(plain, pair)) for pair in (near, far))
    ordered = cable.length.ordered_um
    kind, length = cable.kind or "none", ("? m" if ordered is None else told_metres(ordered))
    return CableLabel(cable, number, end, here, device, there, rest, kind, length)


def _rest(end: End, told: str, *, short: bool = False) -> str:
    """What the template's text leaves out of an end: device and port, or where it stands.

    ``short`` leaves the port to the template.
    """
    if end.device not in told:
        port = f"{end.slot}/{end.port}" if end.slot and "/" not in end.port else end.port
        leg = f".{end.sub_port}" if end.sub_port else ""
        return end.device if short or not port else f"{end.device} p{port}{leg}"
    if end.rack_label and end.rack_label not in told:
        return end.rack_label if end.u is None else f"{end.rack_label} U{end.u}"
    return ""
