"""Files for InfiniBand: subnets for the simulator and manager, topologies for ibutils and ibdiagnet2."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Tree
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing import subnets
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.subnets import MOST_PORTS, inner_trees, ports_a_port
from fatdesk.engine.listing.wired import (
    Wired,
    changed_names,
    external_links,
    fabric_files,
    places,
    plain_name,
    wired,
)

SPEEDS = ((40.0, "4x-10G"), (20.0, "4x-5G"), (0.0, "4x-2.5G"))
"""Width and speed a lane that the model knows, by the rate in Gb/s from which they hold."""


@dataclass(frozen=True)
class Chip:
    """A kind of switch that is one chip with that number of ports."""

    ports: int

    @property
    def name(self) -> str:
        """Name of its type."""
        return f"SW{self.ports}"

    def port(self, number: int) -> str:
        """Return the name of a port by its number from 1."""
        return f"P{number}"

    def roots(self) -> list[str]:
        """The chips at the highest level in it."""
        return ["U1"]

    def lines(self) -> Iterator[str]:
        """Its definition."""
        yield f"TOPSYSTEM {self.name}\n\n"
        yield from _node("SW", self.ports, self.name, "U1")


@dataclass(frozen=True)
class Chassis:
    """A kind of modular switch: line cards below, fabric boards above; ports of cards may be split."""

    tree: Tree
    splits: int

    @property
    def outward(self) -> int:
        """Ports of a card that lead out."""
        return self.tree.outward * self.splits

    @property
    def name(self) -> str:
        """Name of its type: cards by outward ports, ports of a card, boards by their ports."""
        tree = self.tree
        return f"CH{tree.cards}x{self.outward}_{tree.card_ports}_{tree.boards}x{tree.board_ports}"

    def port(self, number: int) -> str:
        """``P2/3``: the third port of the second card."""
        card, port = divmod(number - 1, self.outward)
        return f"P{card + 1}/{port + 1}"

    def roots(self) -> list[str]:
        """The chips at the highest level in it."""
        return [f"board{i + 1}/U1" for i in range(self.tree.boards)]

    def lines(self) -> Iterator[str]:
        """Its definition: a card, a board, and how they are joined."""
        tree, more = self.tree, self.outward - self.tree.outward
        for name, ports in (("CARD", tree.card_ports + more), ("BOARD", tree.board_ports)):
            yield f"SYSTEM {name}\n\n"
            yield from _node("SW", ports, name, "U1")
            yield "\n"
        inner: dict[int, list[str]] = defaultdict(list)
        for (card, board), (low, high) in zip(*(part.tolist() for part in tree.links()), strict=True):
            up, down = f"P{low + more}", f"P{high}"
            inner[card].append(f"  {up} -> board{board - tree.cards + 1} {down}\n")
            inner[board].append(f"  {down} -> card{card + 1} {up}\n")
        yield f"TOPSYSTEM {self.name}\n"
        for card in range(tree.cards):
            yield f"\nSUBSYSTEM CARD card{card + 1}\n"
            yield from (f"  P{p} -> P{card + 1}/{p}\n" for p in range(1, self.outward + 1))
            yield from inner[card]
        for board in range(tree.boards):
            yield f"\nSUBSYSTEM BOARD board{board + 1}\n"
            yield from inner[tree.cards + board]


@dataclass(frozen=True)
class Adapters:
    """A kind of host: an adapter with one port for each of the ports that are used."""

    used: tuple[int, ...]

    @property
    def name(self) -> str:
        """Name of its type: its ports, ``HCA1_2``, without characters that the format does not allow."""
        return "HCA" + "_".join(map(str, self.used))

    def port(self, number: int) -> str:
        """Return the name of a port by its number from 1."""
        return f"P{number}"

    def roots(self) -> list[str]:
        """None, adapters end the network."""
        return []

    def lines(self) -> Iterator[str]:
        """Its definition."""
        yield f"TOPSYSTEM {self.name}\n\n"
        for number in self.used:
            yield f"NODE CA 1 ADAPTER U{number}\n  1 -> P{number}\n\n"


System = Chip | Chassis | Adapters


def systems_of(one: Wired) -> dict[int, System]:
    """The kind of each switch and host of a fabric, by node."""
    fabric = one.fabric
    splits = ports_a_port(fabric).tolist()
    tables = [port_table(one.plan.catalog, part.part, part.cards, part.card) for part in fabric.parts]
    used: dict[int, set[int]] = defaultdict(set)
    for (_, b), (_, port) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        if fabric.kind[b] == NodeKind.HOST:
            used[b].add(port + 1)
    trees = inner_trees(fabric, one.plan.catalog)
    found: dict[int, System] = {}
    for node, tree in zip(fabric.nodes(NodeKind.SWITCH).tolist(), trees, strict=True):
        ports = tables[fabric.part[node]].data * splits[node]
        found[node] = Chip(ports) if tree is None else Chassis(tree, splits[node])
    for host in sorted(used):
        found[host] = Adapters(tuple(sorted(used[host])))
    return found


def topo_lines(one: Wired, systems: dict[int, System]) -> Iterator[str]:
    """The ``.topo`` file: each switch with what hangs at its ports."""
    fabric, names = one.fabric, one.names
    ports = fabric.ports * ports_a_port(fabric)[fabric.ends] + 1
    ports[:, 0] += fabric.split
    of_switch: dict[int, list[str]] = defaultdict(list)
    for (a, b), (p, q), rate in zip(
        fabric.ends.tolist(), ports.tolist(), fabric.rate_gbps.tolist(), strict=True
    ):
        if a in systems and b in systems:
            near, far = systems[a], systems[b]
            speed = next(word for least, word in SPEEDS if rate >= least)
            of_switch[a].append(f"  {near.port(p)} -{speed}-> {far.name} {names[b]} {far.port(q)}\n")
    yield "# Written by fatdesk\n"
    for switch, lines in of_switch.items():
        yield f"\n{systems[switch].name} {names[switch]}\n"
        yield from lines


def root_lines(one: Wired, systems: dict[int, System]) -> Iterator[str]:
    """The chips on top of the tree, a line each."""
    fabric = one.fabric
    for node in fabric.nodes(NodeKind.SWITCH, int(fabric.level.max(initial=0))).tolist():
        yield from (f"{one.names[node]}/{chip}\n" for chip in systems[node].roots())


def _node(kind: str, ports: int, device: str, name: str) -> Sequence[str]:
    return [f"NODE {kind} {ports} {device} {name}\n", *(f"  {p} -> P{p}\n" for p in range(1, ports + 1))]


def _ibutils_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; of several fabrics ``fabric-NAME.topo`` and ``fabric-NAME-roots.txt``."""
    files = {}
    for name, one in fabric_files(plan, "fabric.topo"):
        systems = systems_of(one)
        if _too_large(one, systems):
            continue
        files[name] = "".join(topo_lines(one, systems)).encode()
        files[f"{name.removesuffix('.topo')}-roots.txt"] = "".join(root_lines(one, systems)).encode()
        for system in dict.fromkeys(systems.values()):
            files[f"fabric-{system.name}.ibnl"] = "".join(system.lines()).encode()
    return files


def _left_out_of_ibutils(plan: Plan) -> list[str]:
    """Return what the files of ibutils cannot represent."""
    fastest = max((f.rate_gbps.max(initial=0.0) for f in plan.fabrics), default=0.0)
    faster = [f"rates above {SPEEDS[0][0]:g} Gb/s, which are written as {SPEEDS[0][1]}"]
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    words = faster if fastest > SPEEDS[0][0] else []
    for one in wired(plan):
        if large := _too_large(one, systems_of(one)):
            words.append(f"fabric {one.fabric.name}, so it has no file: {large}")
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


def _too_large(one: Wired, systems: Mapping[int, System]) -> str:
    """A switch of one chip that has more ports than InfiniBand numbers; empty where there is none."""
    for node, system in systems.items():
        if isinstance(system, Chip) and system.ports > MOST_PORTS:
            return (
                f"{one.shown[node]} has {system.ports} ports, InfiniBand numbers at most {MOST_PORTS}, "
                "and its chips are not in the catalog"
            )
    return ""


LANES = 4
"""Lanes of a link, but for those whose rate no generation has over four."""
LANE_RATES = {2.5, 5.0, 10.0, 14.0, 25.0, 50.0, 100.0, 200.0}
"""Gb/s of a lane, by generation."""


def _ibdiagnet_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``fabric-ibdiagnet-NAME.topo`` where there are several fabrics."""
    found: dict[str, list[Joint]] = defaultdict(list)
    for joint in joints(plan):
        found[joint.fabric].append(joint)
    hosts: dict[str, int] = defaultdict(int)
    for joint in (joint for links in found.values() for joint in links):
        for point in (joint.a, joint.b):
            hosts[point.id] = max(hosts[point.id], point.number)
    files = {}
    for name, one in fabric_files(plan, "fabric-ibdiagnet.topo"):
        plain = dict(zip(one.fabric.ids, one.names, strict=True))
        lines = _Lines(plan.catalog, plain, hosts)
        files[name] = "".join(lines.all(found[one.fabric.name])).encode()
    return files


def _left_out_of_ibdiagnet(plan: Plan) -> list[str]:
    """Return what the file of ibdiagnet2 cannot represent."""
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    words = ["names of host ports: port n of a host is mlx5_(n-1), as hosts report it by default"]
    if any(part.cards for fabric in plan.fabrics for part in fabric.parts):
        words.append(
            "line cards as systems of their own: port 12 of card 3 is L3/P12, no program was tried on it"
        )
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


class _Lines:
    """The lines of one file."""

    def __init__(self, catalog: Catalog, plain: dict[str, str], hosts: dict[str, int]) -> None:
        self._catalog, self._plain, self._hosts = catalog, plain, hosts

    def all(self, links: list[Joint]) -> Iterator[str]:
        """Each switch, and below it its links, words at both ends where both are switches."""
        at: dict[str, list[tuple[int, str]]] = defaultdict(list)
        switches: dict[str, str] = {}
        for joint in links:
            for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
                if near.kind == "Switch" and far.kind != "External":
                    switches[near.id] = f"{self._system(near)} {self._plain[near.id]}"
                    to = f"{self._system(far)} {self._plain[far.id]} {self._port(far)}"
                    line = f"    {self._port(near)} -{_width(joint.rate_gbps)}-> {to}\n"
                    at[near.id].append((near.number, line))
        yield "# Written by fatdesk\n"
        for key, head in switches.items():
            yield f"\n{head}\n"
            yield from (line for _, line in sorted(at[key], key=lambda one: one[0]))

    def _system(self, point: Point) -> str:
        """The system type: of a switch how its number begins, ``MQM9700``; of a host its last adapter."""
        if point.kind == "Host":
            return f"HCA_mlx5_{self._hosts[point.id] - 1}"
        part = self._catalog[point.model]
        return plain_name((part.part_number or part.id).split("-")[0] if part.part_number else part.id)

    def _port(self, point: Point) -> str:
        if point.kind == "Host":
            return f"mlx5_{point.number - 1}/P1"
        if point.slot:
            return f"L{point.slot}/P{'/'.join(point.port)}"
        return f"P{point.subnet_number}"


def _width(rate_gbps: float) -> str:
    """Lanes and the rate of each.

    >>> _width(200.0), _width(400.0), _width(56.0)
    ('4x-50G', '4x-100G', '4x-14G')
    """
    lanes = next((n for n in (LANES, 2, 1) if rate_gbps / n in LANE_RATES), LANES)
    return f"{lanes}x-{rate_gbps / lanes:g}G"


def _ends_by_guid(one: Wired) -> Iterator[tuple[subnets.GuidPort, subnets.GuidPort] | None]:
    """The ends of each link between nodes whose GUIDs were found; None for each other link."""
    fabric = one.fabric
    _, numbers = subnets.port_numbers(fabric)

    def end(node: int, plug: int, number: int) -> subnets.GuidPort | None:
        known = fabric.guids.get(fabric.ids[node], ())
        if fabric.kind[node] == NodeKind.HOST:
            return subnets.GuidPort(known[plug], 1, switch=False) if plug < len(known) else None
        return subnets.GuidPort(known[0], number, switch=True) if len(known) == 1 else None

    for link in np.flatnonzero(subnets.inner_links(fabric)).tolist():
        a, b = (
            end(int(fabric.ends[link, side]), int(fabric.ports[link, side]), int(numbers[link, side]))
            for side in (0, 1)
        )
        yield (a, b) if a is not None and b is not None else None


def _static_files(plan: Plan) -> dict[str, bytes]:
    """Return the files of fabrics with GUIDs; ``topoconfig-NAME.conf`` where there are several fabrics."""
    files = {}
    for name, one in fabric_files(plan, "topoconfig.conf"):
        known = [ends for ends in _ends_by_guid(one) if ends is not None]
        if known:
            files[name] = subnets.static_topology(known).encode()
    return files


NO_GUIDS = (
    "no GUID is known, as nothing was discovered yet: compare a report of ibnetdiscover, ibdiagnet or UFM "
    "with the plan and give --static-topology FILE, in the window As-built, Export, Static topology"
)


def _no_guids(plan: Plan) -> str:
    """The reason why there is no static topology; empty where there is one."""
    return "" if any(fabric.guids for fabric in plan.fabrics) else NO_GUIDS


def _left_out_of_static(plan: Plan) -> list[str]:
    """Return what the static topology does not have."""
    if _no_guids(plan):
        return []
    missing = sum(ends is None for one in wired(plan) for ends in _ends_by_guid(one))
    words = ["names, racks and rates"]
    if missing:
        words.append(
            f"{counted(missing, 'link')} of nodes without a GUID, and of switches with several chips"
        )
    return [*words, *external_links(plan)]


NET = Export(
    "fabric.net",
    "The network for the InfiniBand simulator and manager; modular switches as one box up to 254 ports.",
    lambda plan: subnets.subnet_files(plan, "fabric", inside=False),
    left_out=lambda plan: subnets.left_out(plan, inside=False),
)
INSIDE_NET = Export(
    "fabric-inside.net",
    "The network for the InfiniBand simulator with every modular switch as its inner tree of chips.",
    lambda plan: subnets.subnet_files(plan, "fabric-inside", inside=True),
    left_out=lambda plan: subnets.left_out(plan, inside=True),
)
IBUTILS = Export(
    "fabric.topo",
    "The network for ibutils (ibdmchk, ibdiagnet), with definitions of its boxes and a list of roots.",
    _ibutils_files,
    asked_only=True,
    left_out=_left_out_of_ibutils,
    more_endings=("-roots.txt", ".ibnl"),
)
IBDIAGNET = Export(
    "fabric-ibdiagnet.topo",
    "The network for ibdiagnet2, UFM and its cable validation: switches, and what is at their ports.",
    _ibdiagnet_files,
    asked_only=True,
    left_out=_left_out_of_ibdiagnet,
)
STATIC = Export(
    "topoconfig.conf",
    "The links of a fabric that was found, by GUID and port: the static topology of opensm and UFM.",
    _static_files,
    asked_only=True,
    left_out=_left_out_of_static,
    why_none=_no_guids,
)
