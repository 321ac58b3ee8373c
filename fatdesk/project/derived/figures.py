"""The figures of a whole project: in full, and the summary that ``show`` prints."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from msgspec import structs

from fatdesk.core.money import CENT, Money, known
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill import of_networks
from fatdesk.engine.bill.making import total_of
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.rules import CIRCLES, SQUARES
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.parts import in_enclosure
from fatdesk.engine.design.members import host_count, power_unit_count
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.floor import rack_cells, rack_label
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.rules import Rule
from fatdesk.engine.structured.loss import largest_loss
from fatdesk.engine.structured.structured import Structured
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import racks_in_use
from fatdesk.project.derived.waiving import Checked
from fatdesk.project.document.project import FabricDecision


def counts(derived: Derived) -> dict[str, int]:
    """Hosts, power units, switches, links, cables and transceivers of all networks together."""
    fabrics, groups = derived.fabrics, derived.project.hosts
    return {
        "hosts": host_count(groups, derived.catalog),
        "power_units": power_unit_count(groups, derived.catalog),
        "switches": sum(len(fabric.nodes(NodeKind.SWITCH)) for fabric in fabrics),
        "links": sum(fabric.link_count for fabric in fabrics),
        "cables": sum(made.count for made in derived.cabling.fabrics),
        "transceivers": sum(item.count for item in derived.items if item.category == "transceivers"),
    }


def _over_panels(structured: Structured) -> dict[str, Any]:
    """Numbers of the elements of structured cabling, and the largest loss of a channel."""
    loss, bound = largest_loss(structured)
    return {**structured.counts, "loss_db": loss, "loss_at_least": bound}


def failures_per_year(derived: Derived) -> tuple[float, bool]:
    """Of all items, and whether some of these do not state how often they fail."""
    return of_networks.failures_per_year(derived.items, derived.catalog)


def metres(derived: Derived) -> tuple[float, bool]:
    """Ordered metres of all cables, and whether some lengths are not known."""
    total, unknown = 0, False
    for made in derived.cabling.fabrics:
        laid = made.laid
        total += int(laid.ordered_um.sum())
        unknown |= bool((laid.choice < 0).any())
    return m_from_um(total), unknown


def excess_m(derived: Derived) -> float:
    """Ordered less computed metres of the cables whose lengths are both known."""
    total = 0
    for made in derived.cabling.fabrics:
        laid = made.laid
        known = (laid.choice >= 0) & (laid.computed_um >= 0)
        total += int((laid.ordered_um - laid.computed_um)[known].sum())
    return m_from_um(total)


def network_cost(derived: Derived) -> Money:
    """Switches, pass-through panels, cables and transceivers at the prices of the bill, without spares."""
    return of_networks.network_cost(derived.items, derived.project.bill.currency)


def mean_cable_price(derived: Derived) -> Decimal | None:
    """Return the mean list price of the cables that have one, to the cent, spares aside; None without any."""
    lines = [line for line in derived.bill.lines if line.category == "cables"]
    priced = [(line.unit_price, line.needed) for line in lines if line.unit_price is not None]
    count = sum(needed for _, needed in priced)
    if not count:
        return None
    return (sum((price * needed for price, needed in priced), Decimal(0)) / count).quantize(CENT)


def summary(derived: Derived, checked: list[Checked]) -> dict[str, Any]:
    """Return the whole output of ``show --json`` (spec 8); figures of which nothing is known are None."""
    project = derived.project
    power, power_bound = total_of(derived.items, "power_w")
    mass, mass_bound = total_of(derived.items, "mass_kg")
    failures, failures_bound = failures_per_year(derived)
    length, length_bound = metres(derived)
    worst = max(derived.filling.worst.values(), key=lambda fill: fill[0], default=(0.0, False))
    cables = [line for line in derived.bill.lines if line.category == "cables"]
    mean = mean_cable_price(derived)
    work, network = derived.installation, network_cost(derived)
    hosts = host_count(project.hosts, derived.catalog)
    return {
        "name": project.name,
        "fabrics": [_fabric(decision) for decision in project.fabrics],
        "counts": counts(derived),
        "cost": derived.bill.total.to_json(),
        "network_cost": network.to_json(),
        "network_cost_per_host": network.per(hosts).to_json() if hosts else None,
        "power_w": known(power, power_bound),
        "power_at_least": power_bound,
        "mass_kg": known(mass, mass_bound),
        "mass_at_least": mass_bound,
        "failures_per_year": {"amount": known(failures, failures_bound), "at_least": failures_bound},
        "racks": racks_in_use(derived),
        "cables": [{"part": line.part, "length_m": line.length_m, "count": line.needed} for line in cables],
        "skus": sum(1 for line in cables if line.length_m is not None),
        "metres": known(length, length_bound),
        "metres_at_least": length_bound,
        "excess_m": excess_m(derived),
        "mean_cable_price": None if mean is None else str(mean),
        "installation": {
            "hours": round(float(work.hours), 2),
            "cost": {"amount": str(work.cost), "currency": work.currency},
            "inside_racks": work.inside,
            "between_racks": work.between,
        },
        "deployability": derived.deployability.to_json(),
        **({} if derived.structured is None else {"structured": _over_panels(derived.structured)}),
        "worst_tray_fill": known(round(worst[0], 6), worst[1]),
        "worst_tray_fill_at_least": worst[1],
        "rack_budgets": rack_budgets(derived),
        "room_grid": None if (grid := project.floor.plan.grid) is None else structs.asdict(grid),
        "findings": [finding_json(some) for some in checked],
    }


def _fabric(decision: FabricDecision) -> dict[str, Any]:
    parts = [
        {"role": use.role, "part": use.part, "count": use.count} | ({"cards": use.cards} if use.cards else {})
        for use in decision.parts
    ]
    network = decision.design or decision.as_built
    found: dict[str, Any] = {
        "name": decision.requirement.name,
        "family": network.family if network else None,
        "parts": parts,
        "params": network.params if network else {},
    }
    if decision.as_built is not None and decision.design is None:
        found["as_built"] = {"source": decision.as_built.source, "reason": decision.as_built.reason}
    return found


def rack_budgets(derived: Derived) -> list[dict[str, Any]]:
    """For each rack with devices what is left of it, and how many more hosts of the first group it takes.

    What is used is null where nothing of it is known; what is left where it is unknown or the rack has no
    limit.
    """
    catalog, project = derived.catalog, derived.project
    host = catalog.host(project.hosts[0].part) if project.hosts else None
    result = []
    cells, identifiers = rack_cells(project.floor, catalog.find), derived.rack_identifiers
    plugged, cables = derived.plugged, derived.rack_cables
    for rack in project.floor.racks:
        if not rack.devices:
            continue
        left = budget(rack, catalog, plugged, cables)
        result.append(
            {
                "rack": rack.number,
                "label": rack_label(rack),
                "cell": cells.get(rack.number) or None,
                "identifier": identifiers.get(rack.number) or None,
                "used_u": left.used_u,
                "reserved_u": left.reserved_u,
                "free_u": left.free_u,
                "mass_kg": known(left.mass_kg, bool(left.lacks_mass)),
                "mass_at_least": bool(left.lacks_mass),
                "mass_limit_kg": left.mass_limit_kg,
                "mass_left_kg": left.mass_left_kg,
                "power_w": known(left.power_w, bool(left.lacks_power)),
                "power_at_least": bool(left.lacks_power),
                "power_limit_w": left.power_limit_w,
                "power_left_w": left.power_left_w,
                "more_hosts": None
                if host is None or in_enclosure(host) or host.height_u is None
                else left.room_for(host.height_u, host.mass_kg, host.power_w),
            }
        )
    return result


def finding_json(checked: Checked) -> dict[str, Any]:
    """A finding with the comment of its waiver, and who made it when, where that is known."""
    found = checked.finding
    one = checked.waiver
    waiver = {"lapsed": checked.lapsed}
    if one is not None:
        stated = {"by": one.by, "on": one.on, "until": one.until, "until_revision": one.until_revision}
        waiver = {f"waived_{key}": text for key, text in stated.items()} | waiver
    amount = {} if found.amount is None else {"amount": found.amount}
    return (
        {
            "severity": str(found.severity),
            "rule": found.rule,
            "where": found.where,
            "text": found.text,
            "fix": found.fix,
            "waived": checked.waived or None,
        }
        | {key: text for key, text in waiver.items() if text}
        | amount
    )


class Beyond(NamedTuple):
    """A rule of trays other than their fill that some tray exceeds, and the tray that does so most."""

    title: str
    tray: str
    value: str
    limit: str
    trays: int


def limits_trays(rule: Rule) -> bool:
    """Whether it limits trays with severity error, other than their fill."""
    return rule.scope == "tray" and rule.figure not in (CIRCLES, SQUARES) and rule.severity == "error"


def beyond(judged: Iterable[Judged[Any]]) -> tuple[Beyond, ...]:
    """Return the rules that limit trays, other than their fill, and that some tray exceeds."""
    found = []
    for one in judged:
        rule, worst = one.rule, one.worst
        if not limits_trays(rule):
            continue
        if one.count and worst is not None:
            value, at_least = float(one.values.amount[worst]), bool(one.values.at_least[worst])
            shown = one.figure.text(value, at_least=at_least), one.figure.limit_text(float(one.limit[worst]))
            found.append(Beyond(one.figure.title, one.values.elements[worst], *shown, one.count))
    return tuple(found)


@dataclass(frozen=True)
class Figures:
    """Figures of the whole project; ``*_bound`` is true where a figure is a lower bound."""

    hosts: int
    switches: int
    links: int
    cables: int
    metres: float
    metres_bound: bool
    cost: Decimal
    cost_bound: bool
    currency: str
    power_w: float
    power_bound: bool
    mass_kg: float
    mass_bound: bool
    worst_tray: str
    worst_fill: float
    worst_bound: bool
    fill_max: float
    longest_m: float
    kinds: tuple[tuple[str, int], ...]
    """Number of chosen cables of each kind, by the codes of kinds."""
    unplaced: int = 0
    """Cables with an end in no rack."""
    no_route: int = 0
    """Cables between racks that no tray connects."""
    no_cable: int = 0
    """Cables for which nothing in the catalog fits and reaches."""
    beyond: tuple[Beyond, ...] = ()
    """Rules of trays other than their fill that some tray exceeds."""

    @property
    def unlaid(self) -> int:
        """Cables that cannot be laid; the other figures do not contain them."""
        return self.unplaced + self.no_route + self.no_cable


@dataclass(frozen=True)
class Lengths:
    """Figures of some cables that add up: how many, metres ordered, those with none chosen, the longest.

    ``unplaced``, ``no_route`` and ``no_cable`` count those that cannot be laid, as :class:`Figures` does.
    """

    cables: int
    ordered_um: int
    unknown: int
    longest_um: int
    kinds: Counter[str]
    unplaced: int = 0
    no_route: int = 0
    no_cable: int = 0

    def __add__(self, other: "Lengths") -> "Lengths":
        """Of both together."""
        return Lengths(
            self.cables + other.cables,
            self.ordered_um + other.ordered_um,
            self.unknown + other.unknown,
            max(self.longest_um, other.longest_um),
            self.kinds + other.kinds,
            self.unplaced + other.unplaced,
            self.no_route + other.no_route,
            self.no_cable + other.no_cable,
        )

    @property
    def by_kind(self) -> tuple[tuple[str, int], ...]:
        """Kinds that there are, with their counts."""
        return tuple(sorted((kind, count) for kind, count in self.kinds.items() if count))


def lengths_of(fabrics: Iterable[FabricCabling]) -> Lengths:
    """Of all cables of some fabrics."""
    found = Lengths(0, 0, 0, 0, Counter())
    for made in fabrics:
        kinds: Counter[str] = Counter()
        chosen = np.bincount(made.choice[made.choice >= 0], minlength=len(made.choices)).tolist()
        for choice, count in zip(made.choices, chosen, strict=True):
            kinds[choice.option.code] += count
        state = made.spans.state
        found += Lengths(
            made.count,
            int(made.laid.ordered_um.sum()),
            int(np.count_nonzero(made.choice < 0)),
            int(made.spans.computed_um.max(initial=0)),
            kinds,
            int(np.count_nonzero(state == State.UNPLACED)),
            int(np.count_nonzero(state == State.UNREACHABLE)),
            int(np.count_nonzero((state == State.NO_CABLE) & (made.choice < 0))),
        )
    return found


def worst_of(worst: Mapping[str, tuple[float, bool]]) -> tuple[str, tuple[float, bool]]:
    """The fullest tray, the first of equals."""
    return max(worst.items(), key=lambda pair: pair[1][0], default=("", (0.0, False)))


def figures_of(derived: Derived) -> Figures:
    """Work the figures out."""
    count = counts(derived)
    lengths = lengths_of(derived.cabling.fabrics)
    power, power_bound = total_of(derived.items, "power_w")
    mass, mass_bound = total_of(derived.items, "mass_kg")
    tray, worst = worst_of(derived.filling.worst)
    total = derived.bill.total
    return Figures(
        hosts=count["hosts"],
        switches=count["switches"],
        links=count["links"],
        cables=lengths.cables,
        metres=m_from_um(lengths.ordered_um),
        metres_bound=bool(lengths.unknown),
        cost=total.amount,
        cost_bound=total.at_least,
        currency=total.currency,
        power_w=power,
        power_bound=power_bound,
        mass_kg=mass,
        mass_bound=mass_bound,
        worst_tray=tray,
        worst_fill=worst[0],
        worst_bound=worst[1],
        fill_max=derived.project.cabling.fill_limit,
        longest_m=lengths.longest_um / 1e6,
        kinds=lengths.by_kind,
        unplaced=lengths.unplaced,
        no_route=lengths.no_route,
        no_cable=lengths.no_cable,
        beyond=beyond(derived.judged),
    )
