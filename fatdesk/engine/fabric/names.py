"""Names of nodes from templates, ``E{index:02}``, and of ports as operating systems give them."""

import string
from collections.abc import Iterable

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortNaming
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, naming_of
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


class Naming(Struct, frozen=True, kw_only=True):
    """Templates of names with the fields ``{group}``, ``{fabric}``, ``{index}`` (from 1) and ``{level}``.

    An empty template means the plain one: the letter n, E, M, C or X and the number, with the group's or the
    fabric's name before it where there are several. ``level`` is that of a switch, 1 for edge switches;
    where there are several middle levels, plain names have it too (``M2-01``). ``label`` is the label of
    one end of a cable.
    """

    host: Text = ""
    edge: Text = ""
    middle: Text = ""
    core: Text = ""
    enclosure: Text = ""
    label: Text = "{row}{rack:02}-U{u:02}-P{port}"


NAME_FIELDS: dict[str, str | int] = {"group": "g", "fabric": "f", "index": 1, "level": 1}
LABEL_FIELDS: dict[str, str | int] = {
    "row": "A",
    "rack": 1,
    "u": 1,
    "port": "1",
    "device": "d",
    "slot": "",
    "label": "A01",
}


def level_name(level: int, levels: int) -> str:
    """Return the name of the switches of a level, from 1; hosts are of level 0.

    >>> [level_name(level, 3) for level in range(4)], level_name(1, 1), level_name(3, 4)
    (['Host', 'Edge', 'Middle', 'Core'], 'Switch', 'Level 3')
    """
    if level <= 1:
        return "Host" if level == 0 else "Edge" if levels > 1 else "Switch"
    return "Core" if level == levels else "Middle" if levels == 3 else f"Level {level}"


def check_template(template: str, fields: dict[str, str | int]) -> None:
    """Refuse a template that names other fields or cannot be formatted.

    Raises
    ------
    FatdeskError
        Stating what it may contain.
    """
    known = ", ".join("{" + name + "}" for name in fields)
    try:
        parsed = list(string.Formatter().parse(template))
        for _, field, spec, conversion in parsed:
            if field is not None and (field not in fields or conversion or "{" in (spec or "")):
                raise ValueError(f"{{{field}}}")
            if spec and len(spec) > 6:
                raise ValueError(f"{{{field}:{spec}}}")
        template.format(**fields)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise FatdeskError(
            f"template {template!r}: {error} is not understood; known fields: {known}"
        ) from None


def node_names(fabric: Fabric, naming: Naming, groups: int, fabrics: int) -> tuple[str, ...]:
    """The name of each node of a fabric.

    Parameters
    ----------
    groups, fabrics
        How many groups of hosts and how many fabrics the project has; with one, its name is left out.
    """
    totals: dict[str, int] = {}
    split = [node_id.rsplit("/", 1) for node_id in fabric.ids]
    for prefix, number in split:
        totals[prefix] = max(totals.get(prefix, 0), int(number))
    templates = {
        prefix: _template(prefix, naming, count, groups, fabrics, fabric.leads_to)
        for prefix, count in totals.items()
    }
    levels = _levels(totals)
    names = []
    for (prefix, number), kind in zip(split, fabric.kind.tolist(), strict=True):
        group = prefix if kind == NodeKind.HOST else ""
        names.append(
            templates[prefix].format(
                index=int(number), group=group, fabric=fabric.name, level=levels.get(prefix, 0)
            )
        )
    return tuple(names)


def role_field(role: str) -> str:
    """The field of :class:`Naming` for the role in the ids of switches, ``middle`` for ``middle-2``."""
    return role.split("-", maxsplit=1)[0]


def _levels(prefixes: Iterable[str]) -> dict[str, int]:
    """The level of the switches of each role, by the beginnings of their ids."""
    roles = {prefix: prefix.rsplit("/", 1)[1] for prefix in prefixes if "/" in prefix}
    middle = {
        prefix: int(role.partition("-")[2] or 2)
        for prefix, role in roles.items()
        if role_field(role) == "middle"
    }
    top = 1 + max(middle.values(), default=1)
    fixed = {"edge": 1, "core": top}
    return {**middle, **{prefix: fixed[role] for prefix, role in roles.items() if role in fixed}}


def enclosure_name(enclosure_id: str, naming: Naming, count: int) -> str:
    """The name of an enclosure by its id ``compute/enclosure/3`` of ``count``."""
    fabric, _, number = enclosure_id.rsplit("/", 2)
    template = naming.enclosure or "X{index:0" + str(len(str(count))) + "}"
    return template.format(index=int(number), fabric=fabric, group="", level=1)


def _template(prefix: str, naming: Naming, count: int, groups: int, fabrics: int, leads_to: str) -> str:
    """The template of the nodes whose ids begin so; numbers are as wide as the largest."""
    number = "{index:0" + str(max(2, len(str(count)))) + "}"
    of_fabric = "{fabric}-" if fabrics > 1 else ""
    if "/" not in prefix:
        return naming.host or ("{group}-" if groups > 1 else "") + "n" + number
    role = prefix.rsplit("/", 1)[1]
    if role == "external":
        stated = leads_to.replace("{", "{{").replace("}", "}}") or "external"
        return of_fabric + stated + "-{index}"
    field = role_field(role)
    given = {"edge": naming.edge, "middle": naming.middle, "core": naming.core}.get(field, "")
    of_level = "" if role == field else role.removeprefix(field + "-") + "-"
    return given or of_fabric + role[0].upper() + of_level + number


class FabricPorts:
    """The ports of a fabric's devices: how they are split, and what they are called."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        """Prepare the names, under the operating systems of the fabric (``port_systems``)."""
        self._fabric, self._catalog = fabric, catalog
        self._tables = [port_table(catalog, part.part, part.cards, part.card) for part in fabric.parts]
        self._namings = [naming_of(catalog, part.part, fabric.port_systems) for part in fabric.parts]
        self._part: list[int] = fabric.part.tolist()
        self._splits: dict[int, dict[int, int]] = {}
        split = np.flatnonzero(fabric.splits > 1)
        rows = zip(
            fabric.ends[split, 0].tolist(),
            fabric.ports[split, 0].tolist(),
            fabric.splits[split].tolist(),
            strict=True,
        )
        for node, port, legs in rows:
            self._splits.setdefault(node, {})[port] = legs
        self._made: dict[tuple[int, PortNaming, tuple[tuple[int, int], ...]], PortNames] = {}
        self._usual: dict[int, PortNames | None] = {}
        """By part the names where no port is split."""

    def splits(self, node: int) -> list[int]:
        """For each port of a node into how many legs the plan splits it; 1: it is not split."""
        count = len(self._tables[self._part[node]].cage) if self._part[node] >= 0 else 0
        legs = self._splits.get(node, {})
        return [legs.get(port, 1) for port in range(count)]

    def legs(self, node: int, port: int) -> int:
        """Into how many legs a port of a node is split; 1: it is not."""
        return self._splits.get(node, {}).get(port, 1)

    def names(self, node: int, naming: PortNaming | None = None) -> PortNames | None:
        """The names of all ports of a node, by default under the system of the fabric."""
        part = self._part[node]
        if part < 0:
            return None
        if naming is None and node not in self._splits:
            if part not in self._usual:
                self._usual[part] = self._names(node, part, self._namings[part])
            return self._usual[part]
        return self._names(node, part, naming or self._namings[part])

    def _names(self, node: int, part: int, naming: PortNaming | None) -> PortNames | None:
        if naming is None:
            return None
        legs = self._splits.get(node)
        key = (part, naming, tuple(sorted(legs.items())) if legs else ())
        if key not in self._made:
            self._made[key] = PortNames(self._tables[part], naming, self.splits(node))
        return self._made[key]

    def name(self, node: int, port: int, leg: int = 0) -> str:
        """The name of a port, or of its leg from 0; empty where it is not known."""
        names = self.names(node)
        return "" if names is None or port >= len(names.table.cage) else names.name(port, leg)
