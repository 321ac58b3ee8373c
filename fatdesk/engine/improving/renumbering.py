"""Renumber interchangeable devices in order along the racks, without a change of cost.

Two devices are interchangeable where exchanging them (with the devices connected to them) leaves the
network the same: the same parts in the same roles, joined by cables of the same needs. A
renumbering is a symmetry of the network, so each place keeps a device of the same part with the same cables;
only numbers change.

The symmetry is built device by device, in the order in which numbers are to run: switches from the edge to
the core, then hosts, each along the racks in serpentine order and from the top of a rack down. The device in
the next place gets the lowest number that neither earlier decisions nor colour refinement exclude. The result
is checked link by link; where refinement was not enough to find a symmetry, only hosts are renumbered, or
nothing is.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from heapq import heapify, heappop
from itertools import pairwise

import msgspec

from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.floor import Device, Floor
from fatdesk.engine.improving.stock import Stock
from fatdesk.engine.improving.wires import Wires

Edge = tuple[int, int]
"""A label and a vertex."""


class _NoSymmetryError(Exception):
    """The partial assignment belongs to no symmetry."""


def renumbered(
    floor: Floor, stock: Stock, wires: Wires, fabrics: Sequence[Fabric], pinned: Collection[str] = ()
) -> Floor:
    """The floor with interchangeable devices numbered in order; those that stay and those pinned keep theirs.

    Parameters
    ----------
    floor
        The devices of the stock in any places.
    """
    ranks = _ranks(fabrics)
    place = {
        device.id: (number, -device.u) for number, rack in enumerate(floor.racks) for device in rack.devices
    }
    count = len(stock.devices)
    names = [device.id for device in stock.devices]
    free = [number for number in range(count) if names[number] not in pinned]
    of_role = [_split(name) for name in names]
    order = sorted(free, key=lambda n: (ranks.get(of_role[n][0], len(ranks)), *place[names[n]]))
    if all(a[0] != b[0] or a[1] < b[1] for a, b in pairwise(of_role[number] for number in order)):
        return floor
    colours, edges = _graph(stock, wires, fabrics, set(free))
    switches = [number for number in order if ranks.get(of_role[number][0], len(ranks)) < len(ranks)]
    for kept in ((), switches):
        try:
            found = _symmetry(colours, edges, order, [number for _, number in of_role], kept)
        except _NoSymmetryError:
            continue
        return _with_numbers(floor, stock, found)
    return floor


def _split(name: str) -> tuple[str, int]:
    """Role and number of a device's id.

    >>> _split("compute/edge/12")
    ('compute/edge', 12)
    """
    role, number = name.rsplit("/", 1)
    return role, int(number)


def _ranks(fabrics: Sequence[Fabric]) -> dict[str, int]:
    """The order of the roles of switches: fabric by fabric, from the edge to the core."""
    ranks: dict[str, int] = {}
    for fabric in fabrics:
        for node in fabric.nodes(NodeKind.SWITCH).tolist():
            ranks.setdefault(_split(fabric.ids[node])[0], len(ranks))
    return ranks


def _graph(
    stock: Stock, wires: Wires, fabrics: Sequence[Fabric], free: set[int]
) -> tuple[list[Hashable], list[list[Edge]]]:
    """Colours and labelled edges: of devices, and of groups of links that join more than two."""
    outside: dict[str, Counter[float]] = defaultdict(Counter)
    for fabric in fabrics:
        far = fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL
        for node, rate in zip(fabric.ends[far, 0].tolist(), fabric.rate_gbps[far].tolist(), strict=True):
            outside[fabric.ids[node]][rate] += 1
    colours: list[Hashable] = []
    for number in range(len(wires.rack)):
        if number not in free:
            colours.append(("stays", number))
            continue
        device = stock.devices[number]
        inside = tuple((_split(some.id)[0], some.part) for some in device.inside)
        links = tuple(
            tuple(sorted(outside[some.id].items())) if some.id in outside else ()
            for some in (device, *device.inside)
        )
        colours.append((_split(device.id)[0], device.part, device.cards, device.card, inside, links))
    edges: list[list[Edge]] = [[] for _ in colours]

    def join(a: int, b: int, label: int) -> None:
        edges[a].append((2 * label, b))
        edges[b].append((2 * label + 1, a))

    def add(colour: Hashable) -> int:
        colours.append(colour)
        edges.append([])
        return len(colours) - 1

    plain = len(wires.needs)
    ends, start, shifts = wires.ends.tolist(), wires.start.tolist(), wires.shift_um.tolist()
    aside: dict[tuple[int, tuple[tuple[int, ...], ...]], int] = {}
    for need, first, last in zip(wires.need.tolist(), start, start[1:], strict=False):
        links = ends[first:last]
        if all(link == links[0] for link in links):
            label, shift = need, tuple(sorted(map(tuple, shifts[first:last])))
            if any(map(any, shift)):
                label = aside.setdefault((need, shift), plain + 3 + len(aside))
            join(links[0][0], links[0][1], label)
            continue
        group = add(("group", need))
        for (a, b), shift in zip(links, shifts[first:last], strict=True):
            link = add(("link", need, *shift))
            join(group, link, plain)
            join(link, a, plain + 1)
            join(link, b, plain + 2)
    return colours, edges


def _symmetry(
    colours: Sequence[Hashable],
    edges: Sequence[Sequence[Edge]],
    order: Sequence[int],
    numbers: Sequence[int],
    kept: Collection[int],
) -> dict[int, int]:
    """For each vertex of the order the one whose number its place gets."""
    cells = _Cells(colours, edges, numbers)
    cells.refine(range(cells.count))
    for vertex in kept:
        cells.match(vertex, vertex)
    for vertex in order:
        cells.match(vertex, cells.lowest(vertex))
    found = {vertex: next(iter(cells.right[cells.cell[vertex]])) for vertex in range(len(colours))}
    for vertex, other in found.items():
        if sorted((label, found[far]) for label, far in edges[vertex]) != sorted(edges[other]):
            raise _NoSymmetryError
    return found


class _Cells:
    """Vertices of two copies of a graph in cells: places on the left, numbers on the right.

    Vertices of a cell may still correspond. Cells are divided until each vertex of a cell has the same edges
    to each other cell.
    """

    def __init__(
        self, colours: Sequence[Hashable], edges: Sequence[Sequence[Edge]], numbers: Sequence[int]
    ) -> None:
        self._edges, self._numbers = edges, numbers
        every = {colour: number for number, colour in enumerate(dict.fromkeys(colours))}
        self.cell = [every[colour] for colour in colours]
        self._other = list(self.cell)
        """The cell of each vertex on the right."""
        self.left: list[set[int]] = [set() for _ in every]
        for vertex, cell in enumerate(self.cell):
            self.left[cell].add(vertex)
        self.right = [set(some) for some in self.left]
        self._heaps = [self._heap(some) for some in self.right]

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(self.left)

    def lowest(self, vertex: int) -> int:
        """The vertex with the lowest number that may correspond."""
        cell = self.cell[vertex]
        if len(self.right[cell]) == 1:
            return next(iter(self.right[cell]))
        heap = self._heaps[cell]
        while self._other[heap[0][1]] != cell:
            heappop(heap)
        return heap[0][1]

    def match(self, vertex: int, other: int) -> None:
        """Let a vertex on the left correspond to one on the right."""
        cell = self.cell[vertex]
        if self._other[other] != cell:
            raise _NoSymmetryError
        if len(self.left[cell]) > 1:
            self._divide(cell, {vertex}, {other})
            # all else of the cell has the edges that it had, so the new cell alone divides others
            if any(len(self.left[self.cell[far]]) > 1 for _, far in self._edges[vertex]):
                self.refine([self.count - 1])

    def refine(self, cells: Iterable[int]) -> None:
        """Divide cells by their edges to some, and by those to what becomes of it."""
        todo = dict.fromkeys(cells)
        while todo:
            by = next(iter(todo))
            del todo[by]
            left, right = self._seen(self.left[by]), self._seen(self.right[by])
            parts: dict[int, dict[tuple[int, ...], tuple[set[int], set[int]]]] = defaultdict(dict)
            for side, seen, where in ((0, left, self.cell), (1, right, self._other)):
                for vertex in seen:
                    labels = seen[vertex]
                    labels.sort()
                    of_cell = parts[where[vertex]]
                    part = of_cell.setdefault(tuple(labels), (set(), set()))
                    part[side].add(vertex)
            for cell in sorted(parts):
                self._divided(cell, parts[cell], todo)

    def _divided(
        self,
        cell: int,
        parts: dict[tuple[int, ...], tuple[set[int], set[int]]],
        todo: dict[int, None],
    ) -> None:
        """Divide a cell into the parts that were seen, and what was not."""
        some = [parts[labels] for labels in sorted(parts)]
        if any(len(left) != len(right) for left, right in some):
            raise _NoSymmetryError
        seen = sum(len(left) for left, _ in some)
        if seen == len(self.left[cell]):
            some.remove(max(some, key=lambda part: len(part[0])))
        made = []
        for left, right in some:
            self._divide(cell, left, right)
            made.append(self.count - 1)
        if not made:
            return
        made.append(cell)
        if cell not in todo:
            made.remove(max(made, key=lambda number: len(self.left[number])))
        todo.update(dict.fromkeys(made))

    def _seen(self, vertices: Iterable[int]) -> dict[int, list[int]]:
        """The labels of the edges from each neighbour to some vertices."""
        seen: dict[int, list[int]] = defaultdict(list)
        for vertex in vertices:
            for label, far in self._edges[vertex]:
                seen[far].append(label)
        return seen

    def _divide(self, cell: int, left: set[int], right: set[int]) -> None:
        """Make a cell of its own of some vertices of a cell."""
        number = self.count
        self.left[cell] -= left
        self.right[cell] -= right
        self.left.append(left)
        self.right.append(right)
        for vertex in left:
            self.cell[vertex] = number
        for vertex in right:
            self._other[vertex] = number
        self._heaps.append(self._heap(right))

    def _heap(self, vertices: Collection[int]) -> list[tuple[int, int]]:
        known = len(self._numbers)
        heap = [(self._numbers[vertex] if vertex < known else 0, vertex) for vertex in vertices]
        heapify(heap)
        return heap


def _with_numbers(floor: Floor, stock: Stock, found: dict[int, int]) -> Floor:
    """The floor with the device of another number in each place."""
    number = {device.id: vertex for vertex, device in enumerate(stock.devices)}

    def other(device: Device) -> Device:
        vertex = number.get(device.id)
        if vertex is None or found[vertex] == vertex:
            return device
        return msgspec.structs.replace(stock.devices[found[vertex]], u=device.u)

    racks = tuple(
        msgspec.structs.replace(rack, devices=tuple(map(other, rack.devices))) for rack in floor.racks
    )
    return msgspec.structs.replace(floor, racks=racks)
