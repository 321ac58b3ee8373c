"""Templates of names, ``E{index:02}``: their fields, their check, and the template that some names follow."""

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import about
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.identifiers.schemes import Identifiers


class TemplateField(NamedTuple):
    """A field that templates may contain: its meaning in one line, and an example of its value."""

    meaning: str
    example: str | int


PLACE_FIELDS: dict[str, TemplateField] = {
    "row": TemplateField("Letters of its row of racks", "A"),
    "rack": TemplateField("Position of its rack in the row, from 1", 4),
    "label": TemplateField("Label of its rack", "A04"),
    "label_lower": TemplateField("Label of its rack in lower case", "a04"),
    "nth_rack": TemplateField("Number of its rack among racks that hold its kind", 3),
    "u": TemplateField("Its lowest unit, 1 at the bottom of the rack", 17),
    "in_rack": TemplateField("Number in its rack among its kind, from 1 at the bottom", 3),
    "from_top": TemplateField("The same number, from 1 at the top", 2),
    "slot": TemplateField("Slot of its enclosure, 0 outside of one", 5),
}
"""Fields that follow from the place of a device; names with them change when it is moved."""
_INDEX = {"index": TemplateField("Number in its group or role, from 1", 7)}
_GROUP = {"group": TemplateField("Name of its group of hosts", "gpu")}
_FABRIC = {"fabric": TemplateField("Name of its network", "compute")}
_LEVEL = {"level": TemplateField("Level of the switch, 1 at the edge", 2)}
_RAIL = {"rail": TemplateField("Rail of the edge switch, 0 where there is one rail", 1)}
_PLANE = {"plane": TemplateField("Plane of the network, from 1", 1)}
_POD = {"pod": TemplateField("Pod; in two levels the block of hosts and edge switches", 2)}

KIND_FIELDS: dict[str, dict[str, TemplateField]] = {
    "host": _INDEX | _GROUP | _POD | PLACE_FIELDS,
    "edge": _INDEX | _FABRIC | _LEVEL | _RAIL | _PLANE | _POD | PLACE_FIELDS,
    "middle": _INDEX | _FABRIC | _LEVEL | _PLANE | _POD | PLACE_FIELDS,
    "core": _INDEX | _FABRIC | _LEVEL | _PLANE | PLACE_FIELDS,
    "enclosure": _INDEX
    | _GROUP
    | _FABRIC
    | {key: PLACE_FIELDS[key] for key in PLACE_FIELDS if key != "slot"},
}
"""Fields of the template of each kind of device."""
_EVER = _INDEX | _GROUP | _FABRIC | _LEVEL
"""Fields that every template of devices has accepted from the first; where they say nothing they are
empty or 0."""
FAR_FIELDS: dict[str, TemplateField] = {
    "port_name": TemplateField("Port by the operating system, else as printed", "swp3s1"),
    "cage": TemplateField("Number printed at the cage, without card and link", "3"),
    "leg": TemplateField("Leg of a splitter cable, if it is one", "2"),
    "far": TemplateField("Name of the device at the other end", "E02"),
    "far_port": TemplateField("Port there as printed, with its card", "1/12"),
    "fabric": TemplateField("Name of its network", "compute"),
}
"""Fields of labels that need the whole cable: the far end, and what an operating system calls the port."""
LABEL_FIELDS: dict[str, TemplateField] = {
    "row": TemplateField("Letters of the row of racks", "A"),
    "rack": TemplateField("Position of the rack in its row, from 1", 4),
    "label": TemplateField("Label of the rack", "A04"),
    "u": TemplateField("Lowest unit of the device, 1 at the bottom", 17),
    "device": TemplateField("Name of the device at this end", "E01"),
    "slot": TemplateField("Card of a switch or slot of an enclosure, if any", "1"),
    "port": TemplateField("Port as printed at the device, with its card", "1/3"),
    **FAR_FIELDS,
}
"""Fields of the label of one end of a cable."""


def fields_of_template(kind: str) -> dict[str, TemplateField]:
    """The fields that the template of a kind of device accepts, or of labels (``label``)."""
    return LABEL_FIELDS if kind == "label" else _EVER | KIND_FIELDS[kind]


def used_fields(template: str) -> frozenset[str]:
    """The fields that a template contains.

    >>> sorted(used_fields("{row}{rack:02}-{{x}}"))
    ['rack', 'row']
    """
    return frozenset(field for _, field, _, _ in string.Formatter().parse(template) if field is not None)


def has_place(template: str) -> bool:
    """Whether names by a template depend on where devices are."""
    return not used_fields(template).isdisjoint(PLACE_FIELDS)


def check_template(template: str, kind: str) -> None:
    """Refuse a template that contains other fields or cannot be formatted.

    Parameters
    ----------
    kind
        A field of :class:`Naming`.

    Raises
    ------
    FatdeskError
        Stating what it may contain.
    """
    fields = fields_of_template(kind)
    check_fields(template, fields, fields if kind == "label" else KIND_FIELDS[kind])


def check_fields(
    template: str, fields: Mapping[str, TemplateField], offered: Mapping[str, TemplateField]
) -> None:
    """Refuse a template with fields that are not accepted; those that are offered are named.

    Raises
    ------
    FatdeskError
        Stating what it may contain.
    """
    known = ", ".join("{" + name + "}" for name in offered)
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError:
        raise FatdeskError(
            f"template {template!r}: braces do not match, each {{ needs its }}; known fields: {known}"
        ) from None
    for _, field, spec, conversion in pieces:
        if field is None:
            continue
        stated = f"{{{field}:{spec}}}" if spec else f"{{{field}}}"
        try:
            if field not in fields or conversion or "{" in (spec or "") or len(spec or "") > 6:
                raise ValueError
            format(fields[field].example, spec or "")
        except (ValueError, TypeError):
            raise FatdeskError(
                f"template {template!r}: {repr(stated)[1:-1]} is not understood; known fields: {known}"
            ) from None


TEMPLATES = (*KIND_FIELDS, "label")
"""Templates of :class:`Naming`: of each kind of device, and of labels."""


class Naming(Struct, frozen=True, kw_only=True):
    """Templates of names; the fields of each are :data:`KIND_FIELDS` and :data:`LABEL_FIELDS`.

    An empty template means the plain one: the letter n, E, M, C or X and the number, with the group's or the
    fabric's name before it where there are several. ``level`` is that of a switch, 1 for edge switches;
    where there are several middle levels, plain names have it too (``M2-01``). ``label`` is the label of
    one end of a cable, which ``identifiers`` take the place of.
    """

    host: Annotated[
        Text,
        about(
            "Hosts",
            "Template of the names of hosts",
            more="Plain names and `{index}` count the hosts of one edge switch after those of another, also"
            " where these are in several racks; `{label}` and `{in_rack}` count them rack by rack",
            empty="n01",
        ),
    ] = ""
    edge: Annotated[Text, about("Edge switches", "Template of the names of edge switches", empty="E01")] = ""
    middle: Annotated[
        Text, about("Middle switches", "Template of the names of those between", empty="M01")
    ] = ""
    core: Annotated[Text, about("Core switches", "Template of the names of core switches", empty="C01")] = ""
    enclosure: Annotated[Text, about("Enclosures", "Template of the names of enclosures", empty="X01")] = ""
    label: Annotated[Text, about("Cable labels", "Template of the label of one end of a cable")] = (
        "{row}{rack:02}-U{u:02}-P{port}"
    )
    identifiers: Annotated[
        Identifiers | None,
        about(
            "Identifiers",
            "Scheme that labels the ends of cables instead of the template, with keys of its own",
            empty="none",
        ),
    ] = None

    def __post_init__(self) -> None:
        for kind in TEMPLATES:
            try:
                check_template(getattr(self, kind), kind)
            except FatdeskError as error:
                raise UnsoundError(f"{kind}: {error}") from None

    @property
    def templates(self) -> Iterator[tuple[str, str]]:
        """Each kind with its template, in order."""
        return ((kind, getattr(self, kind)) for kind in TEMPLATES)

    @property
    def by_place(self) -> bool:
        """Whether names of devices depend on where they are."""
        return any(has_place(template) for kind, template in self.templates if kind != "label")

    @property
    def is_new(self) -> bool:
        """Whether a template contains a field that programs before format 11 do not know."""
        return any(
            not used_fields(template) <= set(LABEL_FIELDS if kind == "label" else _EVER)
            or (kind == "label" and not used_fields(template).isdisjoint(FAR_FIELDS))
            for kind, template in self.templates
        )


KIND_TITLES = {
    "host": "hosts",
    "edge": "edge switches",
    "middle": "middle switches",
    "core": "core switches",
    "enclosure": "enclosures",
    "label": "cable labels",
}


def template_of(names: Sequence[str]) -> str:
    """The template that at least half of some names follow, with the number that differs; empty: none.

    >>> template_of(["node001", "node002", "node010"]), template_of(["leaf-9", "leaf-10"])
    ('node{index:03}', 'leaf-{index}')
    >>> template_of(["a1-n1", "a2-n1", "a2-n2"]), template_of(["alpha", "beta"])
    ('', '')
    """
    pieces = [re.split(r"([0-9]+)", name) for name in names]
    skeletons = Counter(tuple(some[::2]) for some in pieces if len(some) > 1)
    if not skeletons:
        return ""
    (skeleton, count), *_ = skeletons.most_common(1)
    columns = list(zip(*(some[1::2] for some in pieces if tuple(some[::2]) == skeleton), strict=True))
    differ = [at for at, column in enumerate(columns) if len(set(column)) > 1] or [len(columns) - 1][
        : count < 2
    ]
    if 2 * count < len(names) or len(differ) != 1:
        return ""
    texts = columns[differ[0]]
    width = max(map(len, texts))
    padded = width > 1 and any(text.startswith("0") for text in texts)
    if padded and len(set(map(len, texts))) > 1:
        return ""
    made = skeleton[0].replace("{", "{{").replace("}", "}}")
    for at, (column, text) in enumerate(zip(columns, skeleton[1:], strict=True)):
        number = f"{{index:0{width}}}" if padded else "{index}"
        made += (number if at == differ[0] else column[0]) + text.replace("{", "{{").replace("}", "}}")
    return made
