"""Schemes of identifiers: those of standards and manuals as data, with their sources, or an own template."""

import re
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import about
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.identifiers.template import CableTemplate, cable_template_of

SchemeName = Literal["tia-grid", "iso", "rack-unit", "from-top", "own"]


class Scheme(NamedTuple):
    """A scheme: how an end of a cable is identified.

    Attributes
    ----------
    template, between
        Template of one end, and the text between the near and the far end.
    example, meaning
        An identifier, and how it is read.
    source
        Where it is from; all are secondary sources.
    """

    title: str
    template: str
    between: str
    example: str
    meaning: str
    source: str


BETWEEN = " > "
"""Between the ends of a cable where a scheme states nothing else."""
SCHEMES: dict[SchemeName, Scheme] = {
    "tia-grid": Scheme(
        "Grid of the room, TIA-606",
        "[[{floor}]{room}-]{grid}-{u:02}:[{slot}/]{port:02}[{side}][.{leg}]",
        BETWEEN,
        "1A-AJ05",
        "floor 1, room A, rack at cell AJ05 of the grid",
        "Rack: T. Fries, Standardized Labeling of the Data Center, Communiqué, August 2010, on TIA-606-A;"
        " unit and port as in the ISO-compatible form",
    ),
    "iso": Scheme(
        "ISO-compatible, TIA-606-B",
        "[{floor}]{room}[.{row}]{rack:02}-{u:02}:[{slot}/]{port:02}[{side}][.{leg}]",
        "/",
        "4BK01-55:50/DC.C03-14:04",
        "near end: floor 4, room BK, rack 1, unit 55 from the bottom, port 50; far end: room DC, third rack"
        " of row C, unit 14, port 4",
        "Express Corp., Cable label standards: ANSI/TIA-606-B",
    ),
    "rack-unit": Scheme(
        "Rack, unit, port",
        "R{number}-U{u}-P[{slot}/]{port}[{side}][.{leg}]",
        BETWEEN,
        "R1-U24-P8A",
        "rack 1, unit 24 from the bottom, port 8, connector A of its cage",
        "No publication was found that defines it; read as rack, unit, port and connector",
    ),
    "from-top": Scheme(
        "Row, rack, chassis and slot from the top",
        "{row}{rack:02}-{chassis:02}[-{slot:02}]-{port:02}[{side}][.{leg}]",
        BETWEEN,
        "A01-03-10-05",
        "row A, rack 1, third device from the top, slot 10, port 5",
        "Installation manuals of H3C and HPE (FlexNetwork 7500, S12500R), Engineering labels for Ethernet"
        " cables",
    ),
}
"""The schemes by name; with an own template there is one more, ``own``."""
CHOICES: dict[SchemeName, str] = {
    **{name: scheme.title for name, scheme in SCHEMES.items()},
    "own": "Own template",
}
FLOOR_WORDS, ROOM_WORDS = "at most 3 digits, such as 4", "at most 8 capital letters, such as DC"
_FLOOR, _ROOM = r"^([0-9]{1,3})?\Z", r"^([A-Z]{1,8})?\Z"
Floor = Annotated[str, Meta(pattern=_FLOOR, description=FLOOR_WORDS)]
Room = Annotated[str, Meta(pattern=_ROOM, description=ROOM_WORDS)]


class Identifiers(Struct, frozen=True, kw_only=True):
    """Scheme by which racks, ports and cables of a project are identified."""

    scheme: Annotated[
        SchemeName,
        about(
            "Scheme",
            "What identifies an end of a cable on labels and in lists",
            more="`tia-grid`: 1A-AJ05-35:01; `iso`: 4BK01-55:50; `rack-unit`: R1-U24-P8A; `from-top`:"
            " A01-03-10-05; `own`: by `template`",
            choices=CHOICES,
        ),
    ]
    template: Annotated[
        Text,
        about(
            "Template",
            "Fields of an end, such as {row}{rack:02}-U{u:02}-P{port}; parts in [ ] may be missing",
            more="With `scheme: own`",
        ),
    ] = ""
    floor: Annotated[Floor, about("Floor", "Floor of the building, in digits", empty="left out")] = ""
    room: Annotated[Room, about("Room", "The room in capital letters", empty="left out")] = ""

    def __post_init__(self) -> None:
        for key, pattern, words in (("floor", _FLOOR, FLOOR_WORDS), ("room", _ROOM, ROOM_WORDS)):
            if not re.match(pattern, getattr(self, key)):
                raise UnsoundError(f"{key}: type {words}")
        try:
            self._made_cable()
        except FatdeskError as error:
            raise UnsoundError(f"template: {error}") from None
        if self.template and self.scheme != "own":
            raise UnsoundError(f"template: belongs to scheme own, not to {self.scheme}")

    @property
    def cable(self) -> CableTemplate:
        """The template of cables, whose ``end`` is that of an end."""
        return self._made_cable()

    def _made_cable(self) -> CableTemplate:
        scheme = SCHEMES.get(self.scheme)
        if scheme is None:
            if not self.template:
                raise FatdeskError("scheme own needs a template, such as {row}{rack:02}-U{u:02}-P{port}")
            return cable_template_of(self.template, BETWEEN)
        return cable_template_of(scheme.template, scheme.between)
