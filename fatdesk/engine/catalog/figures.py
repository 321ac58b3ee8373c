"""Edit one figure of a part, with the error of an invalid value; new parts of each kind."""

from collections.abc import Callable
from typing import Any

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import find_problems
from fatdesk.core.formats.yaml_events import Place, Tree, field_name, parse
from fatdesk.core.memo import Memo
from fatdesk.engine.catalog.part_files import part_yaml, spell_out_prices
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Card,
    Cassette,
    Enclosure,
    Equipment,
    ModularSwitch,
    Panel,
    Part,
    Ports,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
)


def blank_part(kind: type[Part], part_id: str) -> AnyPart:
    """A part of a kind to be filled in.

    >>> blank_part(TrayPart, "new").width_mm
    300.0
    """
    ports = (Ports(count=1, connector="qsfp", rate_gbps=40.0, lanes=4),)
    made: dict[type[Part], AnyPart] = {
        Switch: Switch(id=part_id, ports=ports),
        ModularSwitch: ModularSwitch(id=part_id, slots=1, cards=(Card(name="line-card", ports=ports),)),
        Server: Server(id=part_id, ports=ports),
        Enclosure: Enclosure(id=part_id, blades=1),
        Equipment: Equipment(id=part_id),
        Adapter: Adapter(id=part_id, ports=ports),
        Transceiver: Transceiver(id=part_id, connector="qsfp", rate_gbps=40.0, lanes=4, fibre="mpo-12"),
        Cable: Cable(id=part_id, medium="copper", connectors=("qsfp", "qsfp"), lanes=4),
        RackPart: RackPart(id=part_id, height_u=42),
        PowerUnit: PowerUnit(id=part_id),
        TrayPart: TrayPart(id=part_id, width_mm=300.0, tray_depth_mm=100.0),
        Panel: Panel(id=part_id, slots=12),
        Cassette: Cassette(id=part_id, ports=6, port="mpo-12", rears=6, rear="mpo-12", fibres=48),
    }
    return made[kind]


class FigureError(FatdeskError):
    """A value that a part cannot take: ``what`` says why, ``place`` where."""

    def __init__(self, place: Place, what: str) -> None:
        self.place, self.what = place, what
        super().__init__(f"{field_name(place)}: {what}")


def with_figure(part: AnyPart, place: Place, value: Tree) -> AnyPart:
    """The part with another value at a place.

    Parameters
    ----------
    place
        As in the file: ``("price", "amount")``, ``("ports", 0, "count")``; a number behind the last item of a
        list adds one.
    value
        As text, or a tree of texts. Nothing (None, an empty text, list or mapping) takes the figure out: it
        becomes unknown, or the default; an item of a list goes.

    Raises
    ------
    FigureError
        When the part cannot have it.

    Examples
    --------
    >>> from fatdesk.engine.catalog.parts import TrayPart
    >>> tray = TrayPart(id="t", width_mm=300.0, tray_depth_mm=100.0)
    >>> with_figure(tray, ("mass_kg",), "2.5").mass_kg
    2.5
    >>> cable = Cable(id="c", medium="copper", connectors=("qsfp", "qsfp"))
    >>> with_figure(cable, ("connectors",), ["OSFP", "osfp"]).connectors
    ('osfp', 'osfp')
    >>> with_figure(tray, ("width_mm",), "wide")
    Traceback (most recent call last):
    ...
    fatdesk.engine.catalog.figures.FigureError: width_mm: expected a number from 1 to 5000, got "wide"
    """
    tree: Any = parse(part_yaml(part), part.id)
    _put(tree, place, _spelled(value, SPELLED.get(str(place[-1]))))
    spell_out_prices(tree)
    problems = find_problems(tree, AnyPart)
    if problems:
        here = [some for some in problems if some.place[: len(place)] == place] or problems
        raise FigureError(here[0].place, here[0].what)
    made: AnyPart = msgspec.convert(tree, AnyPart, strict=False)
    return made


SPELLED: dict[str, Callable[[str], str]] = {
    "connector": str.lower,
    "connectors": str.lower,
    "fibre": str.lower,
    "currency": str.upper,
}
"""Case of texts that are compared letter by letter."""


def _spelled(value: Tree, how: Callable[[str], str] | None) -> Tree:
    if how is None:
        return value
    if isinstance(value, list):
        return [how(item) if isinstance(item, str) else item for item in value]
    return how(value) if isinstance(value, str) else value


_LAST_TREE = Memo[str]()
"""The file of the part whose figures were read last: a form reads some fifty of them."""


def figure_text(part: AnyPart, place: Place) -> str:
    """Return the value at a place of a part's file as text; empty where there is none.

    >>> from fatdesk.engine.catalog.parts import TrayPart
    >>> figure_text(TrayPart(id="t", width_mm=300.0, tray_depth_mm=100.0), ("width_mm",))
    '300'
    """
    found: Any = _LAST_TREE.keep("tree", (part,), lambda: parse(part_yaml(part), part.id))
    for step in place:
        if isinstance(step, int):
            found = found[step] if isinstance(found, list) and step < len(found) else None
        else:
            found = found.get(step) if isinstance(found, dict) else None
    if isinstance(found, list):
        return ", ".join(map(str, found))
    return "" if found is None or isinstance(found, dict) else str(found)


def _put(tree: Any, place: Place, value: Tree) -> None:
    *way, last = place
    holders: list[Any] = [tree]
    for step, following in zip(way, place[1:], strict=True):
        holder: Any = holders[-1]
        fresh: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int):
            holders.append(holder[step])
        else:
            if not isinstance(holder.get(step), type(fresh)):
                holder[step] = fresh
            holders.append(holder[step])
    holder = holders[-1]
    if value:
        if isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    elif isinstance(last, int):
        del holder[last]
    else:
        holder.pop(last, None)
    for depth in range(len(way), 0, -1):  # a mapping or list without anything in it says nothing
        step = way[depth - 1]
        if holders[depth] in ({}, []) and not isinstance(step, int):
            holders[depth - 1].pop(step, None)
