"""Reasons why a cable does not join two ports: cage, top, split, rate, protocol, fibre; with sources."""

from collections.abc import Iterator

from fatdesk.engine.cabling.choice.choosing import options_for
from fatdesk.engine.cabling.choice.link_groups import Form, PlugPair
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Part, Transceiver, speak_alike
from fatdesk.engine.catalog.plugs import Plug

TOPS = {"osfp": "a finned top", "osfp-flt": "a flat top"}
"""Tops of OSFP plugs and of the cages that they fit, by connector."""
SHOWN = 3
"""Number of parts that a remedy names."""
Fault = tuple[str, str]
"""Description and remedy of a fault."""


def source_of(part: Part, field: str) -> str:
    """Return the source of a figure of a part in brackets; empty where none is stated.

    >>> source_of(Cable(id="c", medium="copper", connectors=("a", "b"), source="data sheet"), "lanes")
    ' (data sheet)'
    """
    source = part.sources.get(field, part.source)
    return f" ({source})" if source else ""


def misfits(need: PlugPair, cable: Cable, catalog: Catalog) -> tuple[str, ...]:
    """All reasons why a cable does not serve a need, in words.

    Each cites the source of the part that says so.
    """
    if cable.medium == "fibre":
        found = [*_of_protocol(need, cable), *_of_fibre(need, cable, catalog)]
    else:
        found = [
            *_of_plugs(need, cable),
            *_of_split(need, cable),
            *_of_rate(need, cable),
            *_of_protocol(need, cable),
        ]
    return tuple(found) or ("no part of the catalog joins these ports this way",)


def fitting_text(need: PlugPair, catalog: Catalog) -> str:
    """Return a remedy: parts of the catalog that do join the ports."""
    parts = sorted({option.cable.id for option in options_for(need, catalog, "any")})
    if not parts:
        return "no part of the catalog fits here: add one, or clear what was chosen by hand"
    others = f" or {len(parts) - SHOWN} others" if len(parts) > SHOWN else ""
    return f"use {', '.join(parts[:SHOWN])}{others}, or clear what was chosen by hand"


def _of_plugs(need: PlugPair, cable: Cable) -> Iterator[str]:
    """Plugs and cages, in the order that leaves fewest apart."""
    cages = (need.a.connector, need.b.connector)
    orders = (cable.connectors, cable.connectors[::-1])
    plugs = min(orders, key=lambda some: sum(plug != cage for plug, cage in zip(some, cages, strict=True)))
    wrong = dict.fromkeys((plug, cage) for plug, cage in zip(plugs, cages, strict=True) if plug != cage)
    for plug, cage in wrong:
        source = source_of(cable, "connectors")
        if plug in TOPS and cage in TOPS:
            yield f"its {plug} plug has {TOPS[plug]}, the cage is for {TOPS[cage]} ({cage}){source}"
        else:
            yield f"its {plug} plug does not go into a cage for {cage}{source}"


def _of_split(need: PlugPair, cable: Cable) -> Iterator[str]:
    """Plugs at each end, and links that it carries."""
    few, many = sorted(cable.ends)
    legs = need.legs
    source = source_of(cable, "ends")
    if (few, many) != (1, legs):
        if legs == 1:
            yield f"it has {few} and {many} plugs, and no port is split here{source}"
        elif many == 1:
            yield f"it has one plug at each end, {legs} ports are to be joined with one cage{source}"
        else:
            yield f"it has {few} and {many} plugs, {legs} ports are to be joined with one cage{source}"
    elif need.form in (Form.SINGLE, Form.TWIN) and cable.links != need.links:
        own, shared = ("1 link" if some == 1 else f"{some} links" for some in (cable.links, need.links))
        yield f"it carries {own}, the two cages share {shared}{source_of(cable, 'links')}"
    elif need.form is Form.SHARED:
        yield "the links of the twin-port cage go to several cages, which takes transceivers and a fibre each"
    elif need.form is Form.SPLIT and need.a.links > 1:
        yield "its plug fills the cage, whose ports are split differently, which takes a fibre each"


def _of_rate(need: PlugPair, cable: Cable) -> Iterator[str]:
    """Rate of all its lanes, against all links of the cage."""
    if cable.lane_rate_gbps is None:
        return
    links = need.links if need.form in (Form.TWIN, Form.LEGS) else 1
    if need.form is Form.SPLIT_CAGE:
        links = need.a.links
    wanted, carried = need.a.rate_gbps * links, cable.lanes * cable.lane_rate_gbps
    if carried < wanted:
        lanes = "1 lane" if cable.lanes == 1 else f"{cable.lanes} lanes"
        source = source_of(cable, "lane_rate_gbps")
        yield f"{lanes} of {cable.lane_rate_gbps:g} Gb/s carry {carried:g} of {wanted:g} Gb/s{source}"


def _of_protocol(need: PlugPair, cable: Cable) -> Iterator[str]:
    for plug in dict.fromkeys((need.a, need.b)):
        if not speak_alike(cable.protocol, plug.protocol):
            source = source_of(cable, "protocol")
            yield f"it is made for {cable.protocol}, the port speaks {plug.protocol}{source}"
            return


def _of_fibre(need: PlugPair, cable: Cable, catalog: Catalog) -> Iterator[str]:
    """Transceivers of the cages by what their fibres are, and the split."""
    ends = (need.a, need.b)
    modules = [[part for part in catalog.transceivers() if _fits(part, plug)] for plug in ends]
    source = source_of(cable, "connectors")
    missing = False
    for plug, some in zip(ends, modules, strict=True):
        fibres = sorted({part.fibre for part in some})
        if not some:
            yield f"no transceiver of the catalog fits {plug.connector} at {plug.rate_gbps:g} Gb/s"
            return
        if not missing and not set(fibres) & set(cable.connectors):
            missing = True
            own = " and ".join(dict.fromkeys(cable.connectors))
            taken = ", ".join(fibres)
            yield f"its ends are {own}, transceivers for {plug.connector} take {taken}{source}"
    legs = need.slower
    if sorted(cable.ends) != [1, legs]:
        few, many = sorted(cable.ends)
        yield f"it has {few} and {many} plugs, {legs} at the far end are needed{source_of(cable, 'ends')}"


def _fits(part: Transceiver, plug: Plug) -> bool:
    return (
        (part.connector, part.links, part.rate_gbps) == (plug.connector, plug.links, plug.rate_gbps)
    ) and speak_alike(part.protocol, plug.protocol)


def fibre_faults(cable: Cable, a: Transceiver | None, b: Transceiver | None) -> Iterator[Fault]:
    """Faults of a fibre that goes straight from one transceiver to another.

    Lanes of MPO transceivers send on the fibres that the far end receives on after Type B (TIA-568.3-D,
    parallel signals), and have pins themselves (IEC 61754-7).
    """
    if cable.medium != "fibre" or a is None or b is None or not cable.connectors[0].startswith("mpo"):
        return
    if cable.polarity not in (None, "B"):
        text = f"{cable.id} is of Type {cable.polarity}: senders of {a.id} meet senders of {b.id}"
        yield text + source_of(cable, "polarity"), "use a cable of Type B from transceiver to transceiver"
    if cable.gender == "male":
        text = f"{cable.id} has pins, and so have {' and '.join(dict.fromkeys((a.id, b.id)))}"
        yield text + source_of(cable, "gender"), "use a cable without pins (female) between transceivers"
    module = next((some for some in (a, b) if cable.polish is not None and _polish(some.fibre)), None)
    if module is not None and _polish(module.fibre) != cable.polish:
        text = f"{cable.id} is {str(cable.polish).upper()}, {module.id} is {_polish(module.fibre).upper()}"
        yield text + source_of(cable, "polish"), "use a cable with the end faces of the transceivers"


def _polish(fibre: str) -> str:
    """Polish that a fibre connector names, such as ``mpo-12-upc``; empty: it names none."""
    return next((some for some in ("apc", "upc") if fibre.endswith(f"-{some}")), "")
