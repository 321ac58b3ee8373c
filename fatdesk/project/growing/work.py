"""Work and money of a step: cables kept, moved, added and removed; what is bought; what stays unused."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil
from types import MappingProxyType

import numpy as np
from msgspec.structs import asdict, replace

from fatdesk.core.arrays import Ints, Longs
from fatdesk.core.finding import Severity
from fatdesk.core.memory import collection_paused
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.making import Bill
from fatdesk.engine.bill.rules import Line
from fatdesk.engine.cabling.choice.choosing import options_for
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.change_order.rows import Cards, ChangeOrder
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import everything, heights_u
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.growth.bisection_share import BisectionShare, share_of
from fatdesk.engine.growth.changes import (
    CableChange,
    Changes,
    Fate,
    WorkStage,
    changes_between,
    hours_of,
    places_of,
)
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.stages import Stage, StagePlan, staged
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.engine.structured.structured import laid_trunks
from fatdesk.engine.wiring.wiring_list import CableRow, End
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.growing import Grown
from fatdesk.project.growing.purchases import bill_of, late_spares, needed

MOST_ERRORS = 3
FEW = 5
"""Rows of a wiring list that are made in the time of a single one, as one of them all."""
LinkKey = tuple[str, int, int]
"""Switch, port and leg at the first end of a link."""


@dataclass(frozen=True)
class Work:
    """A step with what its cables become, and with the cables that stay recorded as they are.

    Attributes
    ----------
    stock
        Spares that earlier steps left over.
    """

    grown: Grown
    changes: Changes
    stock: Mapping[Line, int] = field(default_factory=dict)

    @cached_property
    def purchases(self) -> Bill:
        """Items of which the project has more after the step than before, at its prices.

        Cables that are pulled out serve where the same part and length is needed, from their stage on;
        spares of earlier steps serve from the start.
        """
        used = self.from_stock
        wanted = {line: count - used.get(line, 0) for line, count in self._needed.items()}
        return bill_of(wanted, self.grown.after)

    @cached_property
    def left_over(self) -> Bill:
        """Items of which the project has fewer after the step: spares from then on."""
        return bill_of(self._freed, self.grown.before)

    @cached_property
    def from_stock(self) -> dict[Line, int]:
        """Spares of earlier steps that are used."""
        used = {line: min(count, self.stock.get(line, 0)) for line, count in self._needed.items()}
        return {line: count for line, count in used.items() if count}

    @cached_property
    def spares(self) -> dict[Line, int]:
        """Spares after the step, with those that earlier steps left over."""
        found = Counter(self.stock)
        found.subtract(self.from_stock)
        found.update(self._freed)
        return {line: count for line, count in found.items() if count}

    @property
    def spares_text(self) -> str:
        """The spares of earlier steps that are used, in a sentence; empty: there are none."""
        some = ", ".join(
            f"{count:,} x {part}" + (f" {length:g} m" if length is not None else "")
            for (part, length), count in self.from_stock.items()
        )
        return some and f"spares of earlier steps serve again: {some}"

    @cached_property
    def new_errors(self) -> tuple[str, ...]:
        """Errors that the project has after the step and not before, in sentences; of many the first."""
        before, after = (_errors(derived) for derived in (self.grown.before, self.grown.after))
        new = {key: text for key, text in after.items() if key not in before}
        found = [f"{where}: {text} ({rule})" for (rule, where), text in new.items()]
        more = len(found) - MOST_ERRORS
        shown = found if more <= 0 else [*found[:MOST_ERRORS], counted(more, "more error")]
        return tuple(f"after the step: {one}" for one in shown)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about what had to be allowed, spares that are used, and errors that the step makes."""
        return (*self.grown.remarks, *filter(None, [self.spares_text]), *self.new_errors)

    @cached_property
    def _needed(self) -> dict[Line, int]:
        return needed(self.grown.after, self.grown.before, self._late)

    @cached_property
    def _freed(self) -> dict[Line, int]:
        return needed(self.grown.before, self.grown.after, self._late)

    @cached_property
    def _late(self) -> dict[Line, int]:
        """Spares that come too late for what the step needs."""
        stages = () if self.why_no_stages else self.stages
        return late_spares(self.grown.before, self.grown.after, self.changes, stages)

    @property
    def hours(self) -> Fraction:
        """Hours of hands for all cables that are moved, added or removed."""
        return self.changes.hours(self.grown.project.bill)

    @property
    def moved(self) -> int:
        """Cables that are moved."""
        return self.changes.count(Fate.MOVED)

    @property
    def proof(self) -> dict[str, int] | None:
        """Cables between switches that leave a port, and the lower bound that proves them; None: rebuilt."""
        rewired = self.grown.rewired.values()
        if not rewired:
            return None
        return {
            "value": sum(one.taken_off for one in rewired),
            "lower_bound": sum(one.least_taken_off for one in rewired),
        }

    @property
    def stranded_ports(self) -> int:
        """Ports of switches without a link after the step."""
        return sum(free_ports(fabric, self.grown.after) for fabric in self.grown.after.fabrics)

    @property
    def stranded_u(self) -> int:
        """Free units of the racks that hold devices after the step."""
        after = self.grown.after
        free = 0
        for rack in after.project.floor.racks:
            if rack.devices:
                reserved = sum(some.height_u for some in rack.reserved)
                free += (
                    after.catalog.rack(rack.part).height_u
                    - reserved
                    - sum(heights_u(rack.devices, after.catalog))
                )
        return free

    @property
    def bisection_share(self) -> BisectionShare | None:
        """The least share of full bisection of a network of hosts after the step; None: not known of one."""
        shares = [share_of(one) for one in self.grown.after.fabrics if len(one.nodes(NodeKind.HOST))]
        known = [share for share in shares if share is not None]
        if not known or len(known) < len(shares):
            return None
        return BisectionShare(min(one.least for one in known), min(one.most for one in known))

    @cached_property
    def plans(self) -> Mapping[str, StagePlan]:
        """Stages of each network that grows, by links; of ``rebuild`` none.

        Raises
        ------
        GrowthError
            When the floor cannot be kept.
        """
        floor = Fraction(str(self.grown.step.floor))
        names, seats = self.grown.after.device_names, self._seats
        found = {}
        for name, change in self.grown.rewired.items():
            racks = np.array([seats.get(one, -1) for one in change.after.ids], np.int64)
            found[name] = staged(change, floor=floor, racks=racks, names=names)
        return found

    @cached_property
    def _seats(self) -> dict[str, int]:
        """The number of the rack of each device after the step, by ids."""
        racks = self.grown.project.floor.racks
        return {
            some.id: rack.number for rack in racks for device in rack.devices for some in everything(device)
        }

    @cached_property
    def stages(self) -> tuple[WorkStage, ...]:
        """The stages of all networks, one after the other; a rebuild is one stage without service.

        Raises
        ------
        GrowthError
            When the floor cannot be kept.
        """
        changed = [one for one in self.changes.cables if one.fate is not Fate.KEPT]
        if self.grown.policy == "rebuild":
            return (self._stage("", changed, residual=Fraction(0)),) if changed else ()
        names = self.grown.after.device_names
        by_stage: dict[tuple[str, int], list[CableChange]] = defaultdict(list)
        for name in dict.fromkeys(one.row.fabric for one in changed):
            own = [one for one in changed if one.row.fabric == name]
            plan = self.plans.get(name)
            numbers = [-1] * len(own) if plan is None else _stage_numbers(self.grown, plan, own)
            for one, number in zip(own, numbers, strict=True):
                by_stage[name, number].append(one)
        found = []
        for name, plan in self.plans.items():
            for at, stage in enumerate(plan.stages):
                if cables := by_stage.pop((name, at), None):
                    found.append(self._stage(name, cables, stage, names))
        return (*found, *(self._stage(name, cables) for (name, _), cables in by_stage.items()))

    @property
    def why_no_stages(self) -> str:
        """Why the work cannot be divided into stages; empty: it can."""
        try:
            _ = self.stages
        except GrowthError as error:
            return str(error)
        return ""

    def _stage(
        self,
        fabric: str,
        changes: Sequence[CableChange],
        stage: Stage | None = None,
        names: Mapping[str, str] | None = None,
        residual: Fraction | None = None,
    ) -> WorkStage:
        """A stage of some cables, with what is known of its links."""
        numbers = {rack_label(rack): rack.number for rack in self.grown.project.floor.racks}
        numbers |= {rack_label(rack): rack.number for rack in self.grown.before.project.floor.racks}
        ends = (end for one in changes for end in (*one.pulled, *one.plugged))
        links = sum(len(one.after.links) for one in changes if one.after is not None)
        gate = Fraction(str(self.grown.step.gate))
        return WorkStage(
            fabric=fabric,
            changes=tuple(changes),
            racks=tuple(sorted({numbers[end.rack_label] for end in ends if end.rack_label in numbers})),
            hours=hours_of(changes, self.grown.project.bill),
            domains=() if stage is None or names is None else tuple(names[one] for one in stage.domains),
            residual=residual if stage is None else stage.residual,
            worst=names[stage.worst] if stage is not None and names is not None and stage.worst else "",
            gate=ceil(gate * links),
            links=links,
            gate_share=gate,
        )

    def order(self, title: str) -> ChangeOrder:
        """The change order of the step.

        Raises
        ------
        GrowthError
            When the floor cannot be kept.
        """
        before, after = self.grown.before, self.grown.after
        was, now = _positions(before), _positions(after)
        return ChangeOrder(
            title,
            self.stages,
            self.changes,
            before.plan.numbers,
            after.plan.numbers,
            mount=tuple(end for one, end in now.items() if not _same_place(end, was.get(one))),
            dismount=tuple(end for one, end in was.items() if not _same_place(end, now.get(one))),
            renamed=tuple(
                (end, now[one])
                for one, end in was.items()
                if _same_place(end, now.get(one)) and end.device != now[one].device
            ),
            cards=tuple(self._line_cards(now)),
            stock=self.from_stock,
        )

    def _line_cards(self, now: Mapping[str, End]) -> Iterator[Cards]:
        """Modular switches that stay with more or fewer line cards; ``now``: positions after the step."""
        before, after = self.grown.before, self.grown.after
        was = _positions(before)
        for one, had in before.wanted.items():
            has = after.wanted.get(one)
            if has is None or has.cards == had.cards or not _same_place(was.get(one), now.get(one)):
                continue
            part = after.catalog.get(has.part, ModularSwitch)
            card = next((kind for kind in part.cards if kind.name == has.card), part.cards[0])
            yield Cards(now[one], card.name, had.cards, has.cards)

    def bisection_during(self, name: str, progress: Progress = SILENT) -> tuple[float, float] | None:
        """Bandwidth between halves of today's hosts of a network in the worst of its stages, Gb/s.

        The first is what is proved to be there at least, the second that of the worst cut found; both are the
        same where the bisection is known. None: rates are not known, or the floor cannot be kept.
        """
        if self.grown.policy == "rebuild":
            return 0.0, 0.0
        before = self.grown.before.fabrics[self.grown.before.number_of(name)]
        try:
            plan = self.plans.get(name)
        except GrowthError:
            return None
        if plan is None:
            shares = [share_of(before, progress)]
        else:
            shares = [plan.share(number, progress) for number in range(len(plan.stages))]
        full, known = _half_gbps(before), [share for share in shares if share is not None]
        if full is None or not known or len(known) < len(shares):
            return None
        return float(min(one.least for one in known) * full), float(min(one.most for one in known) * full)

    def applied(self, to_come: Sequence[GrowthStep] = ()) -> Redesign:
        """The edit that makes the step the state of the project.

        Parameters
        ----------
        to_come
            Steps that remain.
        """
        before, after = self.grown.before.project, self.grown.project
        known = {part.id: part for part in before.parts}
        return Redesign(
            hosts=after.hosts,
            fabrics=after.fabrics,
            wishes=after.wishes,
            floor=after.floor,
            naming=after.naming,
            trunks=after.trunks,
            parts=tuple(part for part in after.parts if known.get(part.id) != part),
            cables=tuple(CableRecords.of(after.cables).in_order()),
            replugged=after.replugged,
            growth=tuple(to_come),
        )


def _errors(derived: Derived) -> dict[tuple[str, str], str]:
    """Texts of the errors that are not waived, by rule and place."""
    found = (one.finding for one in check(derived) if not one.waived)
    return {(one.rule, one.where): one.text for one in found if one.severity is Severity.ERROR}


def free_ports(fabric: Fabric, derived: Derived) -> int:
    """Ports of the switches of a network that have no link."""
    switches = fabric.nodes(NodeKind.SWITCH)
    sizes = [len(port_table(derived.catalog, part.part, part.cards, part.card).cage) for part in fabric.parts]
    ends, ports = fabric.ends.astype(np.int64), fabric.ports.astype(np.int64)
    used = np.unique(np.concatenate([ends[:, 0] << 20 | ports[:, 0], ends[:, 1] << 20 | ports[:, 1]]))
    at_switches = fabric.kind[used >> 20] == NodeKind.SWITCH
    return int(np.array(sizes, np.int64)[fabric.part[switches]].sum() - at_switches.sum())


@collection_paused()  # its many links or rows all stay
def work_of(grown: Grown, stock: Mapping[Line, int] = MappingProxyType({})) -> Work:
    """Return a step with its changes; cables that are there keep part and length, wherever they are used.

    Parameters
    ----------
    stock
        Spares that earlier steps left over.
    """
    before, after = grown.before, grown.after
    moved: dict[str, str] = {}
    fits: dict[str, bool] = {}
    old_rows = {row.id: row for row in before.rows}
    rows = list(after.rows)
    for fabric in after.cabling.fabrics:
        name = fabric.fabric.name
        if name in grown.rewired:
            moved |= _moved_cables(grown, fabric, before)
    for row in rows:
        was = old_rows.get(row.id)
        if was is not None and row.id not in moved and places_of(was) != places_of(row):
            moved[row.id] = row.id
    allowed = _allowed_parts(after, moved)
    for row in rows:
        origin = moved.get(row.id)
        if origin is not None and origin in old_rows:
            fits[row.id] = _reaches(old_rows[origin], row, allowed.get(row.id, ()))
    records = list(_records(grown, rows, old_rows, moved, fits))
    project = replace(
        after.project, cables=CableRecords(records), trunks=_trunks_in_place(grown, rows, old_rows, moved)
    )
    final = dataclasses.replace(grown, after=Derived(project, after))
    changes = changes_between(old_rows.values(), _recorded(rows, after, final.after), moved, fits)
    return Work(final, changes, stock)


def _trunks_in_place(
    grown: Grown, rows: Sequence[CableRow], old_rows: Mapping[str, CableRow], moved: Mapping[str, str]
) -> tuple[LaidTrunk, ...]:
    """The trunks of today with the cables of after the step; none without panels, or when all is rebuilt."""
    before = grown.before
    if before.structured is None or grown.policy == "rebuild":
        return ()
    now = {moved.get(row.id, row.id): row.id for row in rows}
    return laid_trunks(
        before.structured, before.catalog, {was: row for was, row in now.items() if was in old_rows}
    )


def _recorded(rows: list[CableRow], before: Derived, after: Derived) -> Sequence[CableRow]:
    """The wiring list after other records; rows of cables with the same record are those made already."""
    if before.project.trunks != after.project.trunks:
        return after.rows  # lengths and ports of panels are other ones
    known, now = before.project.cables, after.project.cables
    if known == now:
        return rows
    was, then = ({one.id: one for one in some.values()} for some in (known, now))
    changed = [number for number, row in enumerate(rows) if was.get(row.id) != then.get(row.id)]
    if FEW * len(changed) > len(rows):
        return after.rows
    found = list(rows)
    for number in changed:
        found[number] = after.rows[number]
    return found


def _positions(derived: Derived) -> dict[str, End]:
    """The position of each mounted device, by ids; what is inside of one comes with it."""
    names = derived.device_names
    return {
        one.id: End(
            device=names.get(one.id, one.id),
            model=one.part,
            row=rack.row,
            rack=rack.position,
            rack_label=rack_label(rack),
            u=one.u,
        )
        for rack in derived.project.floor.racks
        for one in rack.devices
    }


def _same_place(one: End | None, other: End | None) -> bool:
    """Whether a part of the same kind is at the same place, whatever it is called."""
    if one is None or other is None:
        return False
    return (one.model, one.rack_label, one.u) == (
        other.model,
        other.rack_label,
        other.u,
    )


def _half_gbps(fabric: Fabric) -> Fraction | None:
    """Bandwidth of the links of half of the hosts of a network, Gb/s; None: not known."""
    hosts = (fabric.kind[fabric.ends] == NodeKind.HOST).any(axis=1)
    rates, count = fabric.rate_gbps[hosts], len(fabric.nodes(NodeKind.HOST))
    if np.isnan(rates).any() or not count:
        return None
    whole = Fraction(float(rates.sum())).limit_denominator(1000)
    return whole * (count // 2) / count


def _stage_numbers(grown: Grown, plan: StagePlan, changed: Sequence[CableChange]) -> list[int]:
    """The stage, from 0, of each of some cables of a network; -1: none of its links changes.

    A cable of several links is in the last stage of one of them, and no earlier than those that leave the
    ports that it goes into.
    """
    change = plan.rewiring
    before, after = grown.before, grown.after
    now = after.cabling.fabrics[after.number_of(change.after.name)]
    then = before.cabling.fabrics[before.number_of(change.after.name)]
    keys = _keys(change.after)
    ends = now.fabric.ends[:, 0].tolist(), now.fabric.ports[:, 0].tolist(), now.fabric.split.tolist()
    at = [keys[now.fabric.ids[a], p, s] for a, p, s in zip(*ends, strict=True)]
    plugged = np.full(len(change.after.ends), -1, np.int64)
    pulled = np.full(len(change.before.ends), -1, np.int64)
    for stage_number, stage in enumerate(plan.stages):
        plugged[[*stage.move, *stage.add]] = stage_number
        pulled[list(stage.remove)] = stage_number
        pulled[change.origin[list(stage.move)]] = stage_number
    new, old = links_by_cable(now, after), links_by_cable(then, before)
    numbers, uses = [], []
    leaves: dict[tuple[int, int], int] = {}
    """The cable that leaves each port, by node and port."""
    for number, one in enumerate(changed):
        joins = [] if one.after is None else [at[link] for link in new[one.after.id]]
        parts = [] if one.before is None else old[one.before.id]
        numbers.append(int(max([-1, *plugged[joins].tolist(), *pulled[parts].tolist()])))
        uses.append(_plugs(change.after.ends[joins], change.after.ports[joins]))
        for plug in _plugs(change.node[change.before.ends[parts]], change.before.ports[parts]):
            leaves[plug] = number
    waiting = True
    while waiting:
        waiting = False
        for number, plugs in enumerate(uses):
            least = max((numbers[leaves[plug]] for plug in plugs if plug in leaves), default=-1)
            if least > numbers[number]:
                numbers[number], waiting = least, True
    return numbers


def links_by_cable(made: FabricCabling, derived: Derived) -> dict[str, list[int]]:
    """The links of each cable of a network, by its id."""
    links, start = made.links.tolist(), made.start.tolist()
    ids = _ids_of(derived, derived.number_of(made.fabric.name))
    return {one: links[start[at] : start[at + 1]] for at, one in enumerate(ids)}


def _plugs(ends: Ints | Longs, ports: Ints | Longs) -> list[tuple[int, int]]:
    """Node and port of each end of some links."""
    return list(zip(ends.ravel().tolist(), ports.ravel().tolist(), strict=True))


def _keys(fabric: Fabric) -> dict[LinkKey, int]:
    """The number of each link by its first end."""
    near, port, leg = fabric.ends[:, 0].tolist(), fabric.ports[:, 0].tolist(), fabric.split.tolist()
    return {(fabric.ids[a], p, s): n for n, (a, p, s) in enumerate(zip(near, port, leg, strict=True))}


def _moved_cables(grown: Grown, made: FabricCabling, before: Derived) -> dict[str, str]:
    """The cable before of each cable whose links were moved, by ids; empty: a new cable in its place.

    A cable of several links between the same cages is the one that was there only with all of its links.
    """
    fabric = made.fabric
    rewired = grown.rewired[fabric.name]
    number = before.number_of(fabric.name)
    old = before.cabling.fabrics[number]
    if not len(made.heads):
        return {}
    keys = _keys(rewired.after)
    near = fabric.ends[made.links, 0].tolist()
    ports, legs = fabric.ports[made.links, 0].tolist(), fabric.split[made.links].tolist()
    at = [keys[fabric.ids[a], p, s] for a, p, s in zip(near, ports, legs, strict=True)]
    origin = np.asarray(rewired.origin, np.int64)[at]
    was = np.where(origin >= 0, _head_of_link(old)[origin], -1)
    least, most = (each.reduceat(was, made.start[:-1]) for each in (np.minimum, np.maximum))
    links = np.zeros(len(old.fabric.ends), np.int64)
    links[old.heads] = np.diff(old.start)
    whole = (least == most) & (links[most] == np.diff(made.start))
    splits = fabric.splits[made.heads] > 1
    stays = (most >= 0) & (splits | whole)
    first = np.zeros(len(most), np.bool_)
    first[np.unique(most, return_index=True)[1]] = True
    stays &= first | ~splits
    ids, old_ids = _ids_of(grown.after, grown.after.number_of(fabric.name)), _ids_of(before, number)
    of_head = np.full(len(old.fabric.ends), -1, np.int64)
    of_head[old.heads] = np.arange(old.count)
    then = (old_ids[cable] for cable in of_head[most[stays]].tolist())
    found = {one: next(then) if there else "" for one, there in zip(ids, stays.tolist(), strict=True)}
    return {one: was for one, was in found.items() if one != was}


def _head_of_link(made: FabricCabling) -> Longs:
    """The first link of the cable of each link; -1: of none."""
    head = np.full(len(made.fabric.ends), -1, np.int64)
    head[made.links] = np.repeat(made.heads, np.diff(made.start))
    return head


def _allowed_parts(after: Derived, moved: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Parts that could serve each moved cable, by its id after the step."""
    found: dict[str, frozenset[str]] = {}
    for number, made in enumerate(after.cabling.fabrics):
        parts = [
            frozenset(option.cable.id for option in options_for(need, after.catalog, "any"))
            for need in made.needs
        ]
        for cable, need in zip(_ids_of(after, number), made.need.tolist(), strict=True):
            if cable in moved and need >= 0:
                found[cable] = parts[need]
    return found


def _ids_of(derived: Derived, number: int) -> list[str]:
    """The ids of the cables of a network, which are made once."""
    counts = [made.count for made in derived.cabling.fabrics]
    first = sum(counts[:number])
    return derived.rows.ids[first : first + counts[number]]


def _reaches(was: CableRow, row: CableRow, allowed: frozenset[str] | tuple[str, ...]) -> bool:
    """Whether a cable that is there can be used elsewhere: it fits the ports, and is long enough."""
    if (len(was.links), len(was.legs)) != (len(row.links), len(row.legs)):
        return False
    if not was.part or (was.part != row.part and was.part not in allowed):
        return False
    if was.panels and row.panels:
        return True  # patch cords reach every port of their rack
    has, needs = was.length.ordered_um, row.length.computed_um
    return has is not None and needs is not None and has >= needs


def _records(
    grown: Grown,
    rows: list[CableRow],
    old_rows: Mapping[str, CableRow],
    moved: Mapping[str, str],
    fits: Mapping[str, bool],
) -> Iterator[CableRecord]:
    """The records of cables after a step: those that stay keep what is there, against the rules."""
    known = grown.before.project.cables
    for row in rows:
        origin = moved.get(row.id, row.id)
        was = old_rows.get(origin)
        if was is None or (row.id in moved and not fits.get(row.id)):
            continue
        record = known.get(origin)
        values = {} if record is None else {**asdict(record), "id": row.id}
        if row.id in moved:
            values = {"id": row.id, "remark": values.get("remark", "")}
        same = (was.part, was.length.ordered_um) == (row.part, row.length.ordered_um)
        if not same and was.part and was.length.ordered_um is not None:
            values |= {"id": row.id, "part": was.part, "length_m": m_from_um(was.length.ordered_um)}
        made = CableRecord(**values) if values else None
        if made is not None and made != CableRecord(id=row.id):
            yield made


@dataclass(frozen=True)
class NewDevices:
    """Equal devices that a step adds to a rack, by its number and its label."""

    rack: int
    label: str
    role: str
    part: str
    count: int


def new_devices(work: Work) -> tuple[NewDevices, ...]:
    """Return the devices that a step adds, in the order of the racks."""
    old = {
        some.id
        for rack in work.grown.before.project.floor.racks
        for device in rack.devices
        for some in everything(device)
    }
    found: Counter[tuple[int, str, str, str]] = Counter(
        (rack.number, rack_label(rack), kind_of(some.id), some.part)
        for rack in work.grown.project.floor.racks
        for device in rack.devices
        for some in everything(device)
        if some.id not in old
    )
    return tuple(NewDevices(*place, count) for place, count in found.items())
