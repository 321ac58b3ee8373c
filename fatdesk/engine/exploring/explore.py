"""Exploration (spec 2): trees and lattices for each radix and number of hosts on a switch, placed and priced.

What is priced. Lattices: all of them, in every order of their dimensions, of which the cheapest counts.
Trees: where there are few (``FEW`` edge switches, ``EVERY`` trees) each one; elsewhere those on the front of
`tree_front`, in which each bundle costs the least that it can, and then all `rivals`: trees that could beat
one of these by the cost of their cables as placed. So no tree is missing from the front, and none is marked
that another beats. Only where there are too many trees to search for rivals (some thousand hosts), a tree may
be missing that is cheaper than the listed one which is as good in everything else; `Unsearched` says by how
much at most.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import islice

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError, OutOfTime
from fatdesk.core.memo import Memo
from fatdesk.core.money import Money
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div, ratio
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Cable, Ports, Price, Switch, links_of
from fatdesk.engine.design.currency import USUAL, currency_of
from fatdesk.engine.design.judging.candidate_rules import CHOSEN_LATER, Amount, AmountRules
from fatdesk.engine.design.requirements import Exploration as ExplorationQuery
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.exploring.building import check_edges_anywhere
from fatdesk.engine.exploring.egft import Egft, recursion
from fatdesk.engine.exploring.egft_counts import Rounding, RuleTable, count_trees, rule_counts
from fatdesk.engine.exploring.egft_rivals import rivals
from fatdesk.engine.exploring.egft_search import TooManyTreesError, TreeQuery, tree_front
from fatdesk.engine.exploring.hyperx import (
    HyperX,
    LatticeQuery,
    every_shape,
    lattice_counts,
    lattices,
)
from fatdesk.engine.exploring.pricing.grid import Figures, Grid, grid_of, size_for
from fatdesk.engine.exploring.pricing.parts_list import LatticeSwitches, PartsList, cable_lines, switch_line
from fatdesk.engine.exploring.pricing.placement import (
    Pieces,
    Places,
    host_pieces,
    host_pieces_at_least,
    lattice_pieces,
    lattice_places,
    place,
    room_of,
    tree_pieces,
)
from fatdesk.engine.exploring.pricing.plenum import Fit, fit
from fatdesk.engine.exploring.pricing.tariff import FlatTariff, LinkTariff, Tariff
from fatdesk.engine.exploring.result import (
    Bill,
    Candidate,
    Exploration,
    Refused,
    Unfinished,
    Unsearched,
    on_front,
)
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.floor.room import Policy

NAMES = ("egft", "hyperx")
RULED = (
    "fabric-hosts", "hosts", "fabric-switches", "switches", "fabric-cables", "cables", "fabric-cost",
    "network-cost", "fabric-power", "racks",
)  # fmt: skip
"""Figures of candidates that rules can limit."""
TITLES = {"egft": "trees", "hyperx": "lattices"}
PRICE_PER_PORT = Decimal(500)
"""Dollars a 10GbE port (Mudigonda et al., USENIX ATC 2011, section 4.1)."""
LEVELS = 4
TERMINALS = (16, 24, 32)
"""Hosts on a switch where the requirements name none."""
FEW = 12
PLACED = 2048
"""Most sets of placed switches that are kept for other lattices over the same switches."""
EVERY = 2000
"""Up to this number of trees for a radix and hosts on a switch, all are priced; beyond it, the front."""


@dataclass(frozen=True, slots=True)
class Box:
    """A switch: what it costs, draws, and how high it is."""

    radix: int
    price: Decimal
    height_u: int
    power_w: float | None


def explore(
    requirements: Requirements,
    catalog: Catalog,
    progress: Progress = SILENT,
    also: Sequence[Egft | HyperX] = (),
) -> Exploration:
    """All candidates for the one network of a requirements file, cheapest first.

    Parameters
    ----------
    requirements
        Its ``explore`` says which radices, hosts per switch, levels, numbers of switches and so on; what is
        missing: the radices of the switches in the catalog that have ports of the hosts' rate (those that
        the fabric allows at its edge, if it names some), 16, 24 and 32 hosts per switch (where the radix has
        as many), four levels, any number of dimensions. ``switches`` are exact numbers for lattices, and the
        largest of them is the most for trees. ``limits`` mark candidates with reasons.
    also
        Networks that are listed in any case, over the switch with the fewest ports that has enough.

    Raises
    ------
    FatdeskError
        When it requests several networks, for a family that is not explored, or for parts that are not there.
    Cancelled
        When the task is cancelled. When ``progress`` raises `OutOfTime`, what is known by then is returned.

    Notes
    -----
    A switch costs ``price_per_port`` times its ports; by default the price of a part of that radix that the
    fabric names at its edge, or 500 a port. Servers that represent external bandwidth (``external_gbps`` over
    the hosts' rate, rounded up) take ports, but no rack space and no cable: what is plugged there is not of
    this network. Without a ``room`` trees are placed ``dense`` and lattices ``prewired``, as in the paper, in
    a room made for them; with one its policy holds for both, and copper gives way to optical cables where it
    overfills the trays (`plenum`): after the order of a lattice's dimensions has been chosen by what the
    cables cost without that. Where trees are too many to be searched, those found until then are listed, and
    `Unfinished` names the rest; lattices are searched nevertheless. Where no cable on sale has one lane or
    four of the hosts' rate, each link is a cable of its own, that fits the host's port or else costs the
    fabric's ``cable_price``. Prices in another currency than the required one (`currency_of`) are unknown;
    labour counts 2.50 for a cable inside a rack and 6.25 between racks, in any currency.
    """
    start = time.perf_counter()
    search = Search(requirements, catalog, progress)
    found = list(search.candidates())
    found += search.others(also, found)
    found.sort(key=lambda one: (one.cost.amount, one.family, one.hops, -one.bisection, str(one.network)))
    taken = time.perf_counter() - start
    return Exploration(
        tuple(_with_front(found)),
        search.searched,
        taken,
        tuple(search.unsearched),
        tuple(search.refused),
        tuple(search.unfinished),
        search.ports,
        search.rules_left(found),
    )


def rule_table(
    requirements: Requirements, catalog: Catalog, progress: Progress = SILENT, *, rounding: Rounding = "up"
) -> RuleTable:
    """Count the trees of Algorithm 3 by its heuristics, for each radix and number of hosts on a switch.

    Of ``explore`` radix, terminals, levels, hops, external bandwidth and the largest of ``switches`` count;
    limits and prices do not.

    Raises
    ------
    FatdeskError
        When the requirements cannot be explored.
    """
    every = EveryTree.of(requirements, catalog)
    rows = []
    for number, (radix, T) in enumerate(every.sizes):
        progress.step(number, len(every.sizes), f"trees of {radix} ports, {T} hosts per switch")
        counts = rule_counts(every.ports, radix, T, every.levels, rounding=rounding, switches=every.switches)
        rows.append(counts)
    return RuleTable(tuple(rows), every.levels, rounding, every.switches)


def parts_list(requirements: Requirements, catalog: Catalog, one: Candidate) -> PartsList:
    """List the priced parts of a candidate that was found for some requirements.

    Raises
    ------
    FatdeskError
        When the requirements cannot be explored, or the candidate has no place in the racks.
    """
    return Search(requirements, catalog).parts(one)


def every_lattice(requirements: Requirements, catalog: Catalog) -> tuple[tuple[int, HyperX], ...]:
    """All lattices of Algorithm 1 for the hosts, with the widest links and the ports of its switches.

    Lattices that need more ports than a switch has are among them, with links of the least width.

    Raises
    ------
    FatdeskError
        When the requirements cannot be explored.
    """
    search = Search(requirements, catalog)
    queries = [search.lattice_query(box, T) for _, box, T in search.tasks()]
    return tuple(
        (query.radix, replace(lattice, hosts=search.hosts))
        for query in queries
        for count in lattice_counts(query)
        for lattice in every_shape(query, count)
    )


@dataclass(frozen=True, slots=True)
class EveryTree:
    """All trees that Algorithm 3 lists for some requirements, counted without listing them.

    Attributes
    ----------
    hosts, ports
        Hosts, and N: also those that represent external bandwidth.
    sizes
        Pairs of radix and hosts on a switch.
    switches
        Switches that may be used; None: any number.
    """

    hosts: int
    ports: int
    sizes: tuple[tuple[int, int], ...]
    levels: int
    switches: int | None

    @classmethod
    def of(cls, requirements: Requirements, catalog: Catalog) -> "EveryTree":
        """Those of the ``explore`` of some requirements.

        Raises
        ------
        FatdeskError
            When the requirements cannot be explored.
        """
        search = Search(requirements, catalog, SILENT)
        query = search.query
        families = search.fabric.families
        if families and "egft" not in families:
            raise FatdeskError(f"fabric {search.fabric.name!r}: families: trees are counted, add egft")
        terminals, boxes = query.terminals or TERMINALS, search.boxes()
        sizes = tuple((box.radix, T) for box in boxes for T in terminals if box.radix >= T)
        if not sizes:
            most, least = max(box.radix for box in boxes), min(terminals)
            raise FatdeskError(
                f"explore: {least} hosts per switch: ports: {most}, needs {least}: choose switches with more "
                "ports (explore.radix) or fewer hosts on one (explore.terminals)"
            )
        switches = max(query.switches) if query.switches else None
        return cls(search.hosts, search.ports, sizes, search.levels, switches)

    def count(self) -> int | None:
        """Number of trees; None: too many to count."""
        total = 0
        for radix, T in self.sizes:
            found = count_trees(self.ports, radix, T, levels=self.levels, switches=self.switches)
            if found is None:
                return None
            total += found
        return total

    def __iter__(self) -> Iterator[tuple[int, Egft]]:
        """Yield each tree with the radix of its switches, in the order of the algorithm."""
        for radix, T in self.sizes:
            for tree in recursion(self.ports, radix, T, levels=self.levels, switches=self.switches):
                yield radix, tree

    def bisection(self, tree: Egft) -> Fraction:
        """Links cut by a bisection of the hosts."""
        return Fraction(self.ports) / (2 * tree.ratio)


def _cables_priced_in(currency: str, catalog: Catalog) -> Catalog:
    """The catalog with those prices of cables only that are in a currency."""

    def kept(price: Price | None) -> Price | None:
        return price if price is not None and price.currency == currency else None

    def own(part: AnyPart) -> AnyPart:
        if not isinstance(part, Cable):
            return part
        lengths = tuple(msgspec.structs.replace(one, price=kept(one.price)) for one in part.lengths)
        per_metre, per_connector = kept(part.per_metre), kept(part.per_connector)
        return msgspec.structs.replace(
            part, lengths=lengths, per_metre=per_metre, per_connector=per_connector
        )

    return Catalog([own(part) for part in catalog])


def _with_front(found: list[Candidate]) -> Iterator[Candidate]:
    """Mark the front of those that keep all limits: cost, bisection, hops, switches, cables."""
    keep = [at for at, one in enumerate(found) if not one.reasons]
    figures = np.array([_figures(found[at]) for at in keep]).reshape(-1, 5)
    best = {at for at, front in zip(keep, on_front(figures), strict=True) if front}
    for at, one in enumerate(found):
        yield replace(one, front=True) if at in best else one


def _figures(one: Candidate) -> tuple[float, float, int, int, int]:
    return float(one.cost.amount), -float(one.bisection), one.hops, one.switches, one.cables


class Search:
    """One exploration: what it searches, and its candidates."""

    def __init__(self, requirements: Requirements, catalog: Catalog, progress: Progress = SILENT) -> None:
        if len(requirements.fabrics) != 1:
            name = requirements.fabrics[1].name
            raise FatdeskError(f"fabric {name!r}: explore looks at one network, keep one fabric")
        self.requirements, self.catalog, self.progress = requirements, catalog, progress
        self.fabric: FabricRequirement = requirements.fabrics[0]
        check_edges_anywhere(self.fabric)
        self.currency = currency_of(requirements, catalog)
        self.query = requirements.explore or ExplorationQuery()
        groups = requirements.hosts_of(self.fabric)
        servers = [catalog.server(group.part) for group in groups]
        self.hosts = sum(group.count for group in groups)
        self.rate = max(server.ports[0].rate_gbps for server in servers)
        self.host_u = max(server.height_u or 1 for server in servers)
        self.outside = int(np.ceil(self.query.external_gbps / self.rate))
        self.grid: Grid = grid_of(requirements.room, requirements.cabling, catalog)
        self.tariff = self._tariff(servers[0].ports[0])
        self.searched = 0
        self.unsearched: list[Unsearched] = []
        self.refused: list[Refused] = []
        self.unfinished: list[Unfinished] = []
        self.seen: set[tuple[int, HyperX]] = set()
        self.placed = Memo[tuple[int, int, int]](most=PLACED)

    def _tariff(self, port: Ports) -> Tariff:
        """Prices of cables of lanes of the hosts' rate, of cables for whole links, or of the fabric."""
        priced = _cables_priced_in(self.currency, self.catalog)
        try:
            return Tariff(priced, self.requirements.cabling, self.rate)
        except FatdeskError as error:
            whole = LinkTariff(priced, self.requirements.cabling, port)
            if whole.sold:
                return whole
            if self.fabric.cable_price is not None:
                return FlatTariff(self.fabric.cable_price)
            text = f"{error}, or state the fabric's price of a cable; prices count in {self.currency} only"
            raise FatdeskError(text) from None

    @property
    def ports(self) -> int:
        """N: hosts, and hosts that represent external bandwidth."""
        return self.hosts + self.outside

    def tasks(self) -> list[tuple[str, Box, int]]:
        """Families, switches and hosts on a switch that are searched one after the other."""
        families = [name for name in self.fabric.families or NAMES if name in NAMES]
        if not families:
            raise FatdeskError(f"fabric {self.fabric.name!r}: families: explore knows {' and '.join(NAMES)}")
        boxes, sizes = self.boxes(), self.query.terminals or TERMINALS
        return [(family, box, T) for family in families for box in boxes for T in sizes if box.radix >= T]

    def candidates(self) -> Iterator[Candidate]:
        """All of them, as they are found."""
        tasks = self.tasks()
        self._refuse(max(box.radix for box in self.boxes()), self.query.terminals or TERMINALS)
        for number, (family, box, T) in enumerate(tasks):
            text = f"{TITLES[family]}: {box.radix} ports, {T} hosts per switch"
            try:
                self.progress.step(number, len(tasks), text)
                yield from self._trees(box, T) if family == "egft" else self._lattices(box, T)
            except OutOfTime:
                self.unfinished += [Unfinished(name, some.radix, size) for name, some, size in tasks[number:]]
                return

    def others(self, networks: Sequence[Egft | HyperX], found: Sequence[Candidate]) -> Iterator[Candidate]:
        """Networks that were not found, where there is a switch with their ports."""
        known = {one.network for one in found}
        for network in networks:
            boxes = [box for box in self.boxes() if box.radix >= network.radix]
            if network in known or not boxes or network.ports < self.ports:
                continue
            box = min(boxes, key=lambda one: one.radix)
            if isinstance(network, Egft):
                yield _TreePricing(self, box, network.M[0]).candidate(network)
            else:
                yield self._lattice(network, box)

    def _refuse(self, ports: int, sizes: Sequence[int]) -> None:
        """Note what no switch has the ports for; of the usual sizes only where it is all of them."""
        over = [T for T in sizes if ports < T]
        if self.query.terminals or len(over) == len(sizes):
            self.refused += [Refused(T, Reason("ports", T, ports)) for T in over]

    def boxes(self) -> list[Box]:
        """A switch for each radix."""
        named = [part for name in self.fabric.edge if isinstance(part := self.catalog[name], Switch)]
        parts = named or [
            part
            for part in self.catalog.of(Switch)
            if len(part.ports) == 1 and part.ports[0].rate_gbps == self.rate
        ]
        by_radix: dict[int, Switch] = {}
        for part in parts:
            by_radix.setdefault(links_of(part.ports), part)
        radices = self.query.radix or tuple(sorted(by_radix))
        if not radices:
            raise FatdeskError(
                f"explore.radix is missing and no switch has ports of {self.rate:g} Gb/s: add it"
            )
        each = self.query.price_per_port
        return [self._box(radix, by_radix.get(radix), each, bool(named)) for radix in radices]

    def _box(self, radix: int, part: Switch | None, each: Decimal | None, named: bool) -> Box:
        price = self._switch_price(radix, part if named else None, each)
        if part is None:
            return Box(radix, price, 1, None)
        return Box(radix, price, 1 if part.height_u is None else part.height_u, part.power_w)

    def _switch_price(self, radix: int, part: Switch | None, each: Decimal | None) -> Decimal:
        """Price of a switch: by port as required, else that of its part, else the default for a port."""
        if each is not None:
            return each * radix
        if part is not None:
            whole, per_port = part.price, part.price_per_port
            if whole is not None and whole.amount is not None and whole.currency == self.currency:
                return whole.amount
            if per_port is not None and per_port.amount is not None and per_port.currency == self.currency:
                return per_port.amount * radix
        if self.currency != USUAL:
            raise FatdeskError(
                f"explore.price_per_port: costs are in {self.currency}, and the default of {PRICE_PER_PORT} "
                f"is in {USUAL}: add a price in {self.currency}"
            )
        return PRICE_PER_PORT * radix

    def _policy(self, usual: Policy) -> Policy:
        return usual if self.requirements.room is None else self.requirements.room.policy

    @property
    def levels(self) -> int:
        """Most levels of trees."""
        hops = [most for most in (self.query.hops, self.requirements.limits.hops) if most is not None]
        return min([self.query.levels or LEVELS, *(most // 2 for most in hops)])

    def _trees(self, box: Box, T: int) -> Iterator[Candidate]:
        query, limits = self.query, self.requirements.limits
        worst = None if limits.blocking is None else ratio(limits.blocking)
        tree_wish = TreeQuery(
            hosts=self.ports,
            radix=box.radix,
            terminals=T,
            levels=self.levels,
            switches=max(query.switches) if query.switches else None,
            ratio=None if worst is None else float(worst),
            plugs=query.uplink_connectors,
            lag=query.lag_multiple,
            switch_price=float(box.price),
            bundle_price=tuple(map(float, self.tariff.least(box.radix))),
        )
        whole = True
        try:
            trees, searched, every = self._all(tree_wish)
        except TooManyTreesError as error:
            whole = every = False
            trees, searched = error.front.trees, error.front.searched
            self.unfinished.append(Unfinished("egft", box.radix, T, "too many"))
        self.searched += searched
        pricing = _TreePricing(self, box, T)
        found = []
        text = f"{TITLES['egft']}: {box.radix} ports, {T} hosts per switch: trees priced"
        for number, tree in enumerate(trees):
            self.progress.step(number, len(trees), text)
            found.append(pricing.candidate(tree))
            yield found[-1]
        if every or not whole or not found or found[0].bill is None:  # where one tree has no place, none has
            return
        whole, more = self._rivals(tree_wish, box, pricing, found)
        yield from more
        if not whole:
            saving = max((pricing.saving(one, tree_wish) for one in found if not one.reasons), default=1.0)
            self.unsearched.append(Unsearched(box.radix, T, saving))

    def _rivals(
        self, query: TreeQuery, box: Box, pricing: "_TreePricing", found: list[Candidate]
    ) -> tuple[bool, list[Candidate]]:
        """The rivals of some trees that are on the front with them, and whether all rivals were found."""
        known = [one for one in found if not one.reasons]
        rows = np.array(
            [
                (float(tree.ratio), one.switches, one.cables - self.hosts, one.cost.amount, tree.levels)
                for one in known
                if isinstance(tree := one.network, Egft)
            ],
            np.float64,
        ).reshape(-1, 5)
        limits = self.requirements.limits
        most_cost = np.inf if limits.cost is None else float(limits.cost)
        hosts = float(pricing.hosts_at_least)
        limited = self._limited(query, box)
        result = rivals(limited, rows, host_cost=hosts, most_cost=most_cost, progress=self.progress)
        self.searched += result.searched
        if not result.complete:
            return False, []
        seen = {one.network for one in found}
        text = f"{TITLES['egft']}: {box.radix} ports, {query.terminals} hosts per switch: rivals priced"
        for number, tree in enumerate(
            sorted(result.trees, key=lambda tree: (tree.modules(1), tree.switches))
        ):
            if tree not in seen:
                self.progress.step(number, len(result.trees), text)
                known.append(pricing.candidate(tree))
        known = [one for one in known if not one.reasons]
        front = on_front(np.array([_figures(one) for one in known]).reshape(-1, 5))
        return True, [one for one, best in zip(known, front, strict=True) if best and one.network not in seen]

    def _limited(self, query: TreeQuery, box: Box) -> TreeQuery:
        """The query with all limits that follow from ratio and number of switches."""
        limits = self.requirements.limits
        switches = [] if query.switches is None else [query.switches]
        ratios = [] if query.ratio is None else [query.ratio]
        if limits.power_w is not None and box.power_w:
            switches.append(int(limits.power_w / box.power_w * (1 + 1e-9)))
        if limits.bisection_gbps:
            ratios.append(self.ports * self.rate / (2 * limits.bisection_gbps) * (1 + 1e-9))
        for racks in (limits.racks, self.grid.most_racks):
            if racks is not None:
                units = racks * self.grid.units - self.hosts * self.host_u
                switches.append(max(0, units // box.height_u))
        return replace(query, switches=min(switches, default=None), ratio=min(ratios, default=None))

    def _all(self, query: TreeQuery) -> tuple[tuple[Egft, ...], int, bool]:
        """Every tree where they are few and nothing limits them, else the front."""
        few = ceil_div(query.hosts, query.terminals) <= FEW
        if few and query.switches is None and query.ratio is None and query.plugs is None and query.lag == 1:
            paper = recursion(query.hosts, query.radix, query.terminals, levels=query.levels)
            every = tuple(islice(paper, EVERY + 1))
            if len(every) <= EVERY:
                return every, len(every), True
        front = tree_front(query, self.progress)
        return front.trees, front.searched, False

    def lattice_query(self, box: Box, T: int) -> LatticeQuery:
        """The lattices of a switch with a number of hosts on it that are searched."""
        query = self.query
        hops = [most for most in (query.hops, self.requirements.limits.hops) if most is not None]
        return LatticeQuery(
            hosts=self.ports,
            radix=box.radix,
            terminals=T,
            switches=query.switches,
            dimensions=query.dimensions,
            hops=min(hops, default=None),
            plugs=query.uplink_connectors,
            lag=query.lag_multiple,
        )

    def _lattices(self, box: Box, T: int) -> Iterator[Candidate]:
        limits = self.requirements.limits
        found = lattices(self.lattice_query(box, T), self.progress)
        self.searched += found.searched
        for number, lattice in enumerate(found.found):
            if (box.radix, lattice) in self.seen:  # of another number of hosts per switch, with more switches
                continue
            self.seen.add((box.radix, lattice))
            self.progress.step(number, len(found.found), f"lattices of {box.radix} ports: cables")
            worst = Fraction(lattice.ports, 2) / lattice.bisection
            if limits.blocking is not None and worst > ratio(limits.blocking):
                continue
            yield self._lattice(lattice, box)

    def _lattice(self, lattice: HyperX, box: Box) -> Candidate:
        """A lattice with its figures, its dimensions in the cheapest order."""
        cables = lattice.bundles + self.hosts
        switches = self.placed.keep(
            (lattice.switches, lattice.T, box.height_u), (), lambda: self._switches(lattice, box)
        )
        if switches is None:
            return self._candidate(lattice, box, lattice.T, cables, lattice.bisection, None, None)
        order = switches.cheapest(lattice)
        places = self._lattice_places(lattice, box) if switches.fills_trays else None
        if places is None:
            bill = self.tariff.bill_of(switches.counted(order))
        else:
            room = room_of(self.grid, places)
            bill = self.bill(host_pieces(places, room).and_then(lattice_pieces(order, places, room)), places)
        one = self._candidate(lattice, box, lattice.T, cables, lattice.bisection, bill, switches.racks)
        return replace(one, order=tuple(side for side, _ in order))

    def _lattice_places(self, lattice: HyperX, box: Box) -> Places | None:
        policy = self._policy("prewired")
        return lattice_places(lattice, self.hosts, (box.height_u, self.host_u), self.grid, policy)

    def _switches(self, lattice: HyperX, box: Box) -> LatticeSwitches | None:
        """The placed switches of all lattices with as many switches and hosts on each; None: no room."""
        places = self._lattice_places(lattice, box)
        if places is None:
            return None
        return LatticeSwitches(places, room_of(self.grid, places), self.tariff, self.fills_trays(places))

    def fills_trays(self, places: Places) -> bool:
        """Whether cables have to fit into trays: in a room of a given size, if it holds the racks at all."""
        if self.requirements.room is None or places.racks == 1:
            return False
        rows, per_row = size_for(self.grid, places.racks)
        return places.racks <= rows * per_row

    def bill(self, pieces: Pieces, places: Places) -> Bill:
        """The bill; in a room with a given size, with optical cables where copper overfills the trays."""
        if not self.fills_trays(places):
            return self.tariff.bill(pieces)
        done = self._fit(pieces, places)
        bill = self.tariff.bill_with(pieces, done.optical)
        return replace(bill, overfull=len(done.overfull), tray_fill=done.fill)

    def _fit(self, pieces: Pieces, places: Places) -> Fit:
        """Fit the cables into the trays of the room."""
        rules = self.requirements.cabling
        rows, _ = size_for(self.grid, places.racks)
        tray_mm2 = rules.tray_m[0] * rules.tray_m[1] * 1e6
        sections = self.tariff.sections(pieces)
        return fit(pieces, *sections, rows, room_of(self.grid, places), tray_mm2, rules.fill_limit)

    def parts(self, one: Candidate) -> PartsList:
        """Place a candidate and list its priced parts."""
        network = one.network
        box = next(box for box in self.boxes() if box.radix == one.radix)
        if isinstance(network, Egft):
            places = _TreePricing(self, box, one.terminals).places(network.modules(1), network.switches)
        else:
            places = self._lattice_places(network, box)
        if places is None:
            raise FatdeskError(f"racks: a switch with {one.terminals} hosts is too high, nothing is priced")
        room = room_of(self.grid, places)
        order: tuple[int, ...] = ()
        if isinstance(network, Egft):
            pieces = tree_pieces(network, places, room)
        else:
            switches = LatticeSwitches(places, room, self.tariff, self.fills_trays(places))
            sides = switches.cheapest(network)
            pieces, order = lattice_pieces(sides, places, room), tuple(side for side, _ in sides)
        pieces = host_pieces(places, room).and_then(pieces)
        optical = np.zeros(len(pieces.links), np.bool_)
        if self.fills_trays(places):
            optical = self._fit(pieces, places).optical
        lines = cable_lines(self.tariff, pieces, optical)
        switch = switch_line(one.radix, one.switches, box.price)
        return PartsList((switch, *lines), self.currency, places.racks, order)

    def _candidate(
        self,
        network: Egft | HyperX,
        box: Box,
        T: int,
        cables: int,
        bisection: Fraction,
        bill: Bill | None,
        racks: int | None,
    ) -> Candidate:
        amount = box.price * network.switches + (bill.cost if bill is not None else 0)
        missing = bill.unreached if bill is not None else network.cables
        power = None if box.power_w is None else box.power_w * network.switches
        one = Candidate(
            network,
            box.radix,
            T,
            Money(amount, self.currency, missing),
            bisection,
            network.hops,
            network.switches,
            cables,
            bill,
            racks,
            power,
        )
        reasons = tuple(self._reasons(one))
        return replace(one, reasons=reasons) if reasons else one

    def _reasons(self, one: Candidate) -> Iterator[str]:
        """The limits that a candidate does not keep, and what cannot be built."""
        limits = self.requirements.limits
        if one.racks is None:
            yield f"racks: a switch with {one.terminals} hosts is higher than {self.grid.units} units"
        elif one.bill is not None and one.bill.unreached:
            yield f"cables: {one.bill.unreached} are longer than any that is sold"
        if one.bill is not None and one.bill.overfull:
            yield f"trays: {one.bill.overfull} segments are too full of cables that are as thin as any sold"
        most = self.grid.rows * self.grid.per_row if self.grid.rows and self.grid.per_row else None
        for allowed in (limits.racks, most):
            if allowed is not None and one.racks is not None and one.racks > allowed:
                yield f"racks: needs {one.racks}, allowed {allowed}"
        if limits.cost is not None and one.cost.amount > limits.cost:
            yield f"cost: {one.cost.amount:.2f}, allowed {limits.cost}"
        if limits.power_w is not None and one.power_w is not None and one.power_w > limits.power_w:
            yield f"power_w: {one.power_w:g}, allowed {limits.power_w:g}"
        if limits.bisection_gbps is not None and float(one.bisection) * self.rate < limits.bisection_gbps:
            yield f"bisection_gbps: {float(one.bisection) * self.rate:g}, at least {limits.bisection_gbps:g}"
        if self.requirements.rules:
            for broken in self.rules.marks(self._amounts(one)).errors:
                yield f"rule {broken.rule}: {broken.text}"

    def rules_left(self, found: Sequence[Candidate]) -> tuple[tuple[str, str], ...]:
        """Rules that are not judged, or not in full, of some candidate, each with the reason."""
        if not self.requirements.rules:
            return ()
        left = dict(self.rules.later)
        for one in found:
            left = {**dict(self.rules.marks(self._amounts(one)).not_judged), **left}
        return tuple((rule.name, left[rule.name]) for rule in self.requirements.rules if rule.name in left)

    @cached_property
    def rules(self) -> AmountRules:
        """The rules of the requirements, for the figures that candidates have."""
        return AmountRules(self.requirements, self.requirements.fabrics[0].name, RULED)

    def _amounts(self, one: Candidate) -> dict[str, Amount]:
        """The figures of a candidate by the names that rules have for them."""
        cost = Amount(float(one.cost.amount), "some cables have no price" if one.cost.at_least else "")
        power = Amount.of(one.power_w)._replace(missing=CHOSEN_LATER)
        racks = Amount.of(None if one.racks is None else float(one.racks))
        return {
            "fabric-hosts": Amount(float(self.hosts)),
            "hosts": Amount(float(self.hosts)),
            "fabric-switches": Amount(float(one.switches)),
            "switches": Amount(float(one.switches)),
            "fabric-cables": Amount(float(one.cables)),
            "cables": Amount(float(one.cables)),
            "fabric-cost": cost,
            "network-cost": cost,
            "fabric-power": power,
            "racks": racks,
        }


class _TreePricing:
    """Trees of one switch with a fixed number of hosts on each, placed and priced one after the other."""

    def __init__(self, search: Search, box: Box, T: int) -> None:
        self.search, self.box, self.T = search, box, T
        self.policy = search._policy("dense")
        self._memo = Memo[int](most=16)
        self._hosts = Memo[tuple[int, Figures]](most=64)

    def candidate(self, tree: Egft) -> Candidate:
        """A tree with its figures."""
        search = self.search
        places = self.places(tree.modules(1), tree.switches)
        bill = None if places is None else self._bill(tree, places)
        cables = tree.cables - tree.ports + search.hosts
        racks = None if places is None else places.racks
        bisection = Fraction(search.ports) / (2 * tree.ratio)  # of the hosts, not of ports that stay free
        return search._candidate(tree, self.box, self.T, cables, bisection, bill, racks)

    def _bill(self, tree: Egft, places: Places) -> Bill:
        """The bill of a placed tree; cables of hosts depend on its edge switches and the room alone."""
        search, room = self.search, room_of(self.search.grid, places)
        pieces = tree_pieces(tree, places, room)
        if search.fills_trays(places):
            return search.bill(host_pieces(places, room).and_then(pieces), places)
        tariff = search.tariff
        hosts = self._hosts.keep(
            (tree.modules(1), room), (), lambda: tariff.counted(host_pieces(places, room))
        )
        return tariff.bill_of(hosts + tariff.counted(pieces))

    @cached_property
    def hosts_at_least(self) -> Decimal:
        """The least that the cables of the hosts cost, in a room of any shape and whatever tree is above."""
        edges = ceil_div(self.search.ports, self.T)
        places = self.places(edges, edges)
        if places is None:
            return Decimal(0)
        return self.search.tariff.bill(host_pieces_at_least(places, self.search.grid)).cost

    def saving(self, one: Candidate, query: TreeQuery) -> float:
        """The part of a tree's cost by which its cables are above their lower bound."""
        tree = one.network
        if not isinstance(tree, Egft) or not one.cost.amount:
            return 0.0
        prices = query.prices()
        bundles = sum(
            tree.bundles_at(level) * prices[tree.K[level - 1]] for level in range(2, tree.levels + 1)
        )
        least = float(self.box.price * tree.switches + self.hosts_at_least) + float(bundles)
        return max(0.0, 1.0 - least / float(one.cost.amount))

    def places(self, edges: int, switches: int) -> Places | None:
        """Positions of the switches of a tree by the number at its edge; None when there is no room."""
        placed = self._memo.last(edges)
        if placed is None or (placed.value is not None and len(placed.value.switch_rack) < switches):
            placed = self._memo.put(edges, (), self._place(edges, 2 * switches))
        places: Places | None = placed.value
        return None if places is None else places.with_switches(switches)

    def _place(self, edges: int, switches: int) -> Places | None:
        search = self.search
        hosts_of = np.clip(search.hosts - self.T * np.arange(edges), 0, self.T)
        heights = (self.box.height_u, search.host_u)
        return place(hosts_of, self.T, switches - edges, *heights, search.grid.units, self.policy)
