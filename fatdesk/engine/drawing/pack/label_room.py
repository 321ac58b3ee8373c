"""Whether the texts of cable labels have room on the plain stock: what would have to be cut is a finding."""

from collections.abc import Iterable

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.drawing.pack.label_block import EDGE, LEAST, LEFT
from fatdesk.engine.drawing.pack.label_stock import PLAIN, label_stock
from fatdesk.engine.drawing.text_width import text_width

KIND = "FIB 100 m"
"""The widest kind and length that a far end is expected to share its line with."""

ALIKE = bytes.maketrans(b"123456789", b"000000000")
"""All digits are equally wide, so texts that differ in digits alone are measured once."""


class LabelRoom:
    """Looks for texts of labels that do not fit at their least size; of texts of one shape one is kept."""

    def __init__(self) -> None:
        self._shapes: dict[bytes, tuple[str, str]] = {}

    def see(self, label: str, where: str) -> None:
        """Take note of the text for the next end, and of the device and port where it is."""
        shape = f"{label}\n{where}".encode("utf-8", "surrogatepass").translate(ALIKE)
        self._shapes.setdefault(shape, (label, where))

    def findings(self) -> list[Finding]:
        """A finding where the text of an end, or of a far end, does not fit."""
        return _without_room(self._shapes.values())


def _without_room(labels: Iterable[tuple[str, str]]) -> list[Finding]:
    width = label_stock(PLAIN).width
    beside = width - EDGE - LEFT
    below = width - 2 * EDGE - text_width(KIND, 2.6, condensed=True) - 1.0
    long = []
    for text, where in labels:
        device, _, port = where.rpartition(" port ")
        lines = [
            (text, beside, True),
            (f"{device} p{port}", beside, True),
            (f"to {text}", below, False),
        ]
        long += [
            line for line, wide, bold in lines if text_width(line, LEAST, bold=bold, condensed=True) > wide
        ]
    if not long:
        return []
    told = f"texts as {max(long, key=len)!r} have no room on a label of {width:g} mm and are left out there"
    fix = "shorten the label template or the names, or take wider labels"
    return [Finding(Severity.WARNING, "label-room", "labels", told, fix)]
