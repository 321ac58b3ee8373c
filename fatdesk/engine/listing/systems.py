"""Systems of the InfiniBand data model (ibutils): types of boxes, and the links between boxes."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fatdesk.engine.catalog.configuration import Tree
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.subnets import inner_trees, ports_a_port
from fatdesk.engine.listing.wired import Wired

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
        ports = len(tables[fabric.part[node]].cage) * splits[node]
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
