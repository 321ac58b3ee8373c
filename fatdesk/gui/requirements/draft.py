"""Draft of requirements: the values typed so far, their errors, and a summary for checking."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import Problem, find_problems
from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at
from fatdesk.core.units import ratio
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server
from fatdesk.engine.design.members import host_count, power_unit_count
from fatdesk.engine.design.requirements import (
    FabricRequirement,
    Limits,
    Membership,
    Objective,
    Requirements,
)
from fatdesk.engine.design.requirements_file import plain_tree, requirements_tree, understand
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.floor import Rack
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out

START: dict[str, Any] = {
    "hosts": [{"name": "nodes", "part": "server-1u", "count": "396"}],
    "fabrics": [
        {"name": "compute", "edge": ["ib-36"], "core": ["ib-36", "modular-108"]},
    ],
    "objective": {"minimise": "cost"},
}
"""Requirements that hold: the worked example of the two-level design paper."""

MOST_RACKS = 2000
"""Racks of a room up to which they are laid out while someone types."""
OF_SINGLE_RACKS = ("reserve", "core_at")
"""Keys of a room that name racks, and do not bear on where these are."""


class Draft(QObject):
    """The tree of a requirements file as it is typed, right or wrong.

    Places are those of the file: ``("fabrics", 0, "blocking")``. ``changed`` is emitted for every change,
    ``reshaped`` when rows were added or removed.
    """

    changed = Signal()
    reshaped = Signal()

    def __init__(self, catalog: Catalog, tree: dict[str, Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.catalog = catalog
        self.tree = plain_tree(tree)
        self._laid_out: tuple[dict[str, Any], tuple[Rack, ...] | None] | None = None
        """The room of :meth:`racks` with what follows from it."""
        self._former: dict[tuple[str, int], str] = {}
        """Names that networks have for records, by section and number, while another one is typed."""
        self.problems: list[Problem] = []
        self.requirements: Requirements | None = None
        """None while something is wrong."""
        self._understand()

    @classmethod
    def of(cls, requirements: Requirements, catalog: Catalog, parent: QObject | None = None) -> "Draft":
        """The draft of requirements that there are."""
        return cls(catalog, requirements_tree(requirements), parent)

    def take(self, tree: dict[str, Any]) -> None:
        """Begin again with another tree."""
        self.tree = plain_tree(tree)
        self._former.clear()
        self._understand()
        self.reshaped.emit()
        self.changed.emit()

    def use(self, catalog: Catalog) -> None:
        """Take parts from another catalog from now on."""
        if [*catalog] != [*self.catalog] or catalog.left_out != self.catalog.left_out:
            self.catalog = catalog
            self._laid_out = None
            self._understand()
            self.reshaped.emit()
            self.changed.emit()

    def copied(self) -> dict[str, Any]:
        """Return a copy of the typed values, to compare with later."""
        return deepcopy(self.tree)

    # Values

    def get(self, *place: str | int) -> Any:
        """The value at a place: text, a list, a mapping; None where there is none."""
        found: Any = self.tree
        for step in place:
            if isinstance(step, int):
                found = found[step] if isinstance(found, list) and step < len(found) else None
            else:
                found = found.get(step) if isinstance(found, dict) else None
        return found

    def text(self, *place: str | int) -> str:
        """The value at a place as text: a list with commas; empty where there is none."""
        found = self.get(*place)
        if isinstance(found, list):
            return ", ".join(map(str, found))
        return "" if found is None else str(found)

    def rows(self, section: str) -> range:
        """Numbers of the records of a section."""
        return self.rows_at((section,))

    def rows_at(self, place: Place) -> range:
        """Numbers of the records of a list."""
        return range(len(self.get(*place) or []))

    def joined(self, fabric: int) -> list[int]:
        """Numbers of the groups of hosts that a network joins."""
        named = self.get("fabrics", fabric, "hosts") or []
        return [
            number
            for number in self.rows("hosts")
            if not named or (isinstance(named, list) and self.text("hosts", number, "name") in named)
        ]

    def put(self, place: Place, value: Any) -> None:
        """Set a value; nothing, an empty text or an empty list takes the key out."""
        if value == self.get(*place) or (not value and self.get(*place) is None):
            return
        *way, last = place
        if last == "name" and len(place) == 3:
            self._follow(str(place[0]), int(place[1]), str(value or ""))
        holder: Any = self.tree
        for step, following in zip(way, place[1:], strict=True):
            if isinstance(holder, dict):
                holder = holder.setdefault(step, [] if isinstance(following, int) else {})
            else:
                holder = holder[step]
        if value or isinstance(last, int):
            holder[last] = value
        else:
            holder.pop(last, None)
        for end in range(len(way), 0, -1):  # a mapping without keys says nothing
            if self.get(*way[:end]) == {} and isinstance(way[end - 1], str):
                self.get(*way[: end - 1]).pop(way[end - 1])
        self._understand()
        self.changed.emit()

    def _follow(self, section: str, number: int, name: str) -> None:
        """Give networks the new name of a group or network that they name; names that others have wait."""
        others = {self.text(section, other, "name") for other in self.rows(section) if other != number}
        before = self._former.setdefault((section, number), self.text(section, number, "name"))
        if not name or name in others or before in others:
            return
        del self._former[section, number]
        for fabric in self.get("fabrics") or []:
            names = fabric.get("hosts" if section == "hosts" else "switches_of")
            if isinstance(names, list):
                names[:] = [name if one == before else one for one in names]
            for member in fabric.get("members") or [] if section == "hosts" else []:
                if member.get("hosts") == before:
                    member["hosts"] = name

    def add(self, place: Place, record: dict[str, Any]) -> None:
        """Append a record to a list."""
        rows = self.get(*place)
        if rows is None:
            self.put(place, [record])
        else:
            rows.append(record)
            self._understand()
        self.reshaped.emit()
        self.changed.emit()

    def remove(self, place: Place, number: int) -> None:
        """Take a record out of a list."""
        rows = self.get(*place)
        self._former.clear()
        del rows[number]
        if not rows:
            self.get(*place[:-1]).pop(place[-1])
        self._understand()
        self.reshaped.emit()
        self.changed.emit()

    def free_name(self, section: str, word: str) -> str:
        """A name that no record of a section has."""
        names = {self.text(section, number, "name") for number in self.rows(section)}
        return next(name for n in range(1, len(names) + 2) if (name := f"{word}-{n}") not in names)

    def racks(self) -> tuple[Rack, ...] | None:
        """Return the empty racks of the room around its obstacles; None: its size is not typed, or wrong."""
        rows, in_row = self.text("room", "rows"), self.text("room", "racks_per_row")
        if not rows.isdecimal() or not in_row.isdecimal() or int(rows) * int(in_row) > MOST_RACKS:
            return None
        room = {key: value for key, value in self.get("room").items() if key not in OF_SINGLE_RACKS}
        if self._laid_out is None or self._laid_out[0] != room:
            self._laid_out = deepcopy(room), self._lay_out(room)
        return self._laid_out[1]

    def _lay_out(self, room: dict[str, Any]) -> tuple[Rack, ...] | None:
        if find_problems(room, RoomRequirement):
            return None
        try:
            required = msgspec.convert(room, RoomRequirement, strict=False)
            return lay_out(required, self.catalog, TraySize()).racks
        except FatdeskError:
            return None

    # What is wrong

    def _understand(self) -> None:
        found = understand(self.tree, self.catalog)
        self.problems = found if isinstance(found, list) else []
        self.requirements = None if isinstance(found, list) else found

    def problem(self, *place: str | int) -> str:
        """Return the error at a place or inside it; empty: there is none."""
        return next((problem.what for problem in self.problems_at(place)), "")

    def problems_at(self, place: Place) -> Iterator[Problem]:
        """Return all errors at a place and inside it."""
        return (problem for problem in self.problems if problem.place[: len(place)] == place)


GOALS = {
    "cost": "least cost",
    "power": "least power",
    "mass": "least mass",
    "height": "least rack units",
    "cables": "fewest cables",
    "failures": "fewest failures per year",
    "routed_cost": "least cost as cabled",
    "bundle_types": "fewest bundle types",
    "bundles": "fewest bundles",
    "cable_items": "fewest kinds of cable",
    "between_racks_share": "smallest share of cables between racks",
    "racks_per_100_cables": "fewest racks per 100 cables",
    "fullest_tray": "fewest cables in a tray",
    "patch_panels": "fewest patch panels",
    "install_hours": "fewest hours of installation",
    "growth_moves": "fewest moves in the next growth step",
    "growth_stages": "fewest stages of the next growth step",
    "growth_hours": "fewest hours for the next growth step",
    "tco": "least total cost of ownership",
}


def blocking_text(blocking: float | str) -> str:
    """Describe the blocking ratio.

    >>> blocking_text("1"), blocking_text("3/2")
    ('non-blocking', 'blocking 3/2')
    """
    return "non-blocking" if ratio(blocking) == 1 else f"blocking {blocking}"


def hosts_text(wanted: Requirements, catalog: Catalog) -> str:
    """Hosts, power units and networks in a line."""
    hosts = counted(host_count(wanted.hosts, catalog), "host")
    if units := power_unit_count(wanted.hosts, catalog):
        hosts += f", {counted(units, 'power unit')}"
    if len(wanted.fabrics) > 1:
        return f"{hosts}, {counted(len(wanted.fabrics), 'network')}"
    return f"{hosts}, {blocking_text(wanted.fabrics[0].blocking)}"


def restated(wanted: Requirements, catalog: Catalog) -> str:
    """All requirements on the networks, a sentence each."""
    return "\n".join(_fabric(wanted, fabric, catalog) for fabric in wanted.fabrics)


def _choice(key: str, value: str) -> str:
    """The title of a value of a fabric."""
    return str(dict(field_at(FabricRequirement, key).choices)[value])


def _fabric(wanted: Requirements, fabric: FabricRequirement, catalog: Catalog) -> str:
    groups = wanted.hosts_of(fabric)
    hosts = " and ".join(f"{group.count:,} × {group.part}" + _where(group) for group in groups)
    words = [f"{fabric.name} joins {hosts or 'no hosts'}, {blocking_text(fabric.blocking)}"]
    if fabric.rails > 1:
        words.append(f"{fabric.rails} rails: {fabric.rails} ports of each host")
    words += _members(fabric)
    words += _free_ports(wanted, fabric, catalog)
    if fabric.pods == "rail":
        words.append("pods of one rail each")
    if fabric.planes > 1:
        words.append(f"{fabric.planes} equal planes")
    if fabric.growth_hosts:
        words.append(f"ports kept for {counted(fabric.growth_hosts, 'more host')}")
    if fabric.extra_ports:
        words.append(
            f"{counted(fabric.extra_ports, 'port')} free for {fabric.extra_ports_to or 'other equipment'}"
        )
    if fabric.hosts_per_edge is not None:
        words.append(f"at most {counted(fabric.hosts_per_edge, 'host')} on an edge switch")
    if fabric.core_count:
        words.append(counted(fabric.core_count, "core switch"))
    numbers = ((fabric.edges_per_rack, "each rack of hosts"), (fabric.edges_per_group, "each group"))
    words += [f"{counted(count, 'edge switch')} in {where}" for count, where in numbers if count]
    places = (("edge", "edge_at", fabric.edge_at), ("core", "core_in_rack", fabric.core_in_rack))
    words += [f"{role} switches at the {_choice(key, at).lower()}" for role, key, at in places if at != "top"]
    if fabric.media != "any":
        words.append(f"{fabric.media} cables only")
    if fabric.cables is not None and any(some.parts or some.vendors for _, some in fabric.cables.lists):
        words.append("approved cables only")
    if fabric.equal_bundles:
        words.append("equal bundles only")
    if fabric.port_names:
        words.append(f"ports named by {' or '.join(fabric.port_names)}")
    families = " or ".join(fabric.families) if fabric.families else "every family but Dragonfly+"
    return f"{', '.join(words)}. Searched: {families}."


def _where(group: HostGroup) -> str:
    """Place of the hosts of a group, if that is stated."""
    if group.outside_m is not None:
        return f" (outside, by cables of {group.outside_m:g} m)"
    return f" ({group.per_rack:,} in a rack)" if group.per_rack else ""


def _members(fabric: FabricRequirement) -> list[str]:
    """Groups that are joined in ways of their own, and the switches that are joined."""
    words = [_member(one) for one in fabric.members]
    if fabric.switches_of:
        words.append(f"the switches of {' and '.join(fabric.switches_of)} by their management ports")
    return words


def _free_ports(wanted: Requirements, fabric: FabricRequirement, catalog: Catalog) -> Iterator[str]:
    """Groups with more ports of their fastest kind than this network joins, and that no other network has."""
    own = {member.hosts for member in fabric.members}
    others = {group.name for one in wanted.fabrics if one != fabric for group in wanted.hosts_of(one)}
    joined = fabric.rails * fabric.planes
    for group in wanted.hosts_of(fabric):
        part = catalog.find(group.part)
        if group.name in own | others or not isinstance(part, Server) or not part.ports:
            continue
        fastest = max(ports.rate_gbps for ports in part.ports)
        count = sum(ports.count * ports.links for ports in part.ports if ports.rate_gbps == fastest)
        if count > joined:
            yield f"{group.name} by {joined} of {count} ports of {fastest:g} Gb/s"


def _member(member: Membership) -> str:
    """A group that is joined in a way of its own."""
    how = []
    if member.links is not None:
        how.append(f"with {counted(member.links, 'link')} of each host")
    if member.rails:
        how.append(f"on {'rail' if len(member.rails) == 1 else 'rails'} {', '.join(map(str, member.rails))}")
    if member.ports:
        how.append(f"by {'port' if len(member.ports) == 1 else 'ports'} {', '.join(member.ports)}")
    return f"{member.hosts} {' '.join(how)}".strip()


def goal_text(objective: Objective) -> str:
    """Describe the objective."""
    if objective.weights:
        return "weighted sum"
    return GOALS[objective.minimise or "cost"]


def limits_text(limits: Limits) -> str:
    """Describe the number of limits."""
    count = sum(getattr(limits, name) is not None for name in limits.__struct_fields__)
    return "no limits" if not count else counted(count, "limit")
