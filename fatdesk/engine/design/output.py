"""Results of a search as the JSON of the command line (keys of spec 8)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from fatdesk.core.money import Money, total
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.catalog.parts import Enclosure, HostPart, PowerUnit
from fatdesk.engine.design.candidate import Candidate, Rejected, RoutedFigures
from fatdesk.engine.design.currency import currency_of
from fatdesk.engine.design.judging.remarks import remarks
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.families.design import Design, PartUse

Json = dict[str, object]
OBVIOUS = {"split": 1, "rails": 1, "planes": 1, "extra_ports": 0, "spread": 0}
"""Parameters that are left out when they say nothing."""


def to_json(result: SearchResult) -> Json:
    """One fabric: its candidates in order of rank, and the nearest misses."""
    placing = result.placing
    return {
        "name": result.name,
        "candidates": [
            candidate_json(one, rank, remark.text)
            for rank, (one, remark) in enumerate(
                zip(result.candidates, remarks(result.candidates), strict=True), start=1
            )
        ],
        "candidate_count": result.found,
        "rejected": [rejected_json(one) for one in result.rejected],
        "rejected_count": result.rejected_count,
        "unfinished": list(result.unfinished),
        "placing": None
        if placing is None
        else {
            "placed": placing.placed,
            "possible": placing.possible,
            "goal": placing.goal or None,
            "limits_kept": placing.kept,
            "proved": placing.proved,
        },
    }


def candidate_json(one: Candidate, rank: int, remark: str = "") -> Json:
    """One candidate; what is unknown is null."""
    record: Json = {
        "rank": rank,
        "family": one.design.family,
        "parts": [part_json(part) for part in one.design.parts],
        "params": params_json(one.design),
        "counts": {
            "hosts": one.hosts,
            "switches": one.switches,
            "links": one.links,
            "cables": one.cables,
            "transceivers": one.transceivers,
        },
        "cost": one.cost.to_json(),
        "cost_per_host": one.cost.per(one.hosts).to_json(),
        "power_w": number(one.power_w),
        "mass_kg": number(one.mass_kg),
        "height_u": one.height_u,
        "hosts_possible": one.hosts_possible,
        "hops": one.hops,
        "bisection_gbps": number(one.bisection_gbps),
        "failures_per_year": number(one.failures_per_year),
    }
    if remark:
        record["remark"] = remark
    if one.routed is not None:
        record["routed"] = routed_json(one.routed)
    if one.rules is not None:
        record["rules"] = one.rules.to_json()
    if one.unpriced:
        record["unpriced"] = list(one.unpriced)
    if one.hosts_possible_full != one.hosts_possible:
        record["hosts_possible_full"] = one.hosts_possible_full
    return record


def routed_json(routed: RoutedFigures) -> Json:
    """Return the figures of a placed and cabled network."""
    work = routed.deployability
    return {
        "cost": routed.cost.to_json(),
        "switches": routed.switches.to_json(),
        "cables": routed.cables.to_json(),
        "transceivers": routed.transceivers.to_json(),
        "metres": routed.metres,
        "uncabled": routed.uncabled,
        "racks": routed.racks,
        "deployability": None if work is None else work.to_json(),
        **({} if routed.rules is None else {"rules": routed.rules.to_json()}),
    }


def rejected_json(one: Rejected) -> Json:
    """One rejected design with the text of its reason."""
    return {"family": one.family, "parts": [part_json(part) for part in one.parts], "reason": one.reason}


def part_json(part: PartUse) -> Json:
    """A part in its role; a modular one with its cards, the count where it is known."""
    record: Json = {"role": part.role, "part": part.part}
    if part.cards:
        record["cards"] = part.cards
    if part.card:
        record["card"] = part.card
    if part.count:
        record["count"] = part.count
    return record


def params_json(design: Design) -> Json:
    """Parameters without those that say nothing; a star of one switch has E and C only."""
    obvious: dict[str, int | str] = {**OBVIOUS, "U": design.params.get("P_Ec", 0)}
    if design.number("C") == 0 and design.number("E") == 1:
        obvious |= {key: design.params[key] for key in ("P_En", "P_Ec", "B", "U", "blocking")}
    return {key: value for key, value in design.params.items() if key not in obvious or obvious[key] != value}


def totals_json(requirements: Requirements, chosen: Mapping[str, Candidate], catalog: Catalog) -> Json:
    """The whole cluster: hosts, enclosures and the chosen networks (by name of the fabric)."""
    hosts = [(catalog.host(group.part), group.count) for group in requirements.hosts if group.inside]
    mounted = [catalog.mounted(part, count) for part, count in hosts]
    boxes = _enclosures(requirements, chosen, catalog)
    owned = [*hosts, *boxes]
    networks = list(chosen.values())
    racked = [(part.height_u, count) for part, count in mounted if isinstance(part, HostPart)]
    racked += [(box.height_u, count) for box, count in boxes]
    return {
        "hosts": sum(count for part, count in hosts if not isinstance(part, PowerUnit)),
        "power_units": sum(count for part, count in hosts if isinstance(part, PowerUnit)),
        "enclosures": sum(count for _, count in boxes),
        "switches": sum(network.switches for network in networks),
        "links": sum(network.links for network in networks),
        "cables": sum(network.cables for network in networks),
        "transceivers": sum(network.transceivers for network in networks),
        "cost": cluster_cost(requirements, chosen, catalog).to_json(),
        "power_w": _sum([(part.power_w, n) for part, n in owned], [one.power_w for one in networks]),
        "mass_kg": _sum([(part.mass_kg, n) for part, n in owned], [one.mass_kg for one in networks]),
        "height_u": _sum(racked, [one.height_u for one in networks]),
    }


def cluster_cost(requirements: Requirements, chosen: Mapping[str, Candidate], catalog: Catalog) -> Money:
    """Cost of the whole cluster: hosts, enclosures and the chosen networks (by name of the fabric)."""
    hosts = [(catalog.host(group.part), group.count) for group in requirements.hosts if group.inside]
    owned = [*hosts, *_enclosures(requirements, chosen, catalog)]
    networks = list(chosen.values())
    currency = currency_of(requirements, catalog)
    stated = [(part.price, count) for part, count in owned]
    prices = [
        (price.amount if price is not None and price.currency == currency else None, count)
        for price, count in stated
    ]
    cost = total(prices, currency)
    return Money(
        cost.amount + sum((network.cost.amount for network in networks), Decimal(0)),
        cost.currency,
        cost.unpriced + sum(network.cost.unpriced for network in networks),
    )


def number(value: Fraction | int | None) -> int | float | None:
    """A figure as JSON writes it: whole where it is whole.

    >>> number(Fraction(912)), number(Fraction(1, 2)), number(None)
    (912, 0.5, None)
    """
    if value is None:
        return None
    return int(value) if Fraction(value).denominator == 1 else float(value)


def _enclosures(
    requirements: Requirements, chosen: Mapping[str, Candidate], catalog: Catalog
) -> list[tuple[Enclosure, int]]:
    """The enclosures of all blades, which networks of the same blades share, and the chassis of all nodes."""
    boxes: dict[tuple[str, ...], tuple[Enclosure, int]] = {}
    for fabric in requirements.fabrics:
        network = chosen.get(fabric.name)
        if network is not None and network.enclosure:
            groups = tuple(group.name for group in requirements.hosts_of(fabric))
            known = boxes.get(groups)
            count = max(network.enclosures, known[1] if known is not None else 0)
            boxes[groups] = catalog.get(network.enclosure, Enclosure), count
    mounted = [
        catalog.mounted(catalog.host(group.part), group.count) for group in requirements.hosts if group.inside
    ]
    return [*boxes.values(), *((box, count) for box, count in mounted if isinstance(box, Enclosure))]


def _sum(
    owned: Sequence[tuple[float | None, int]], networks: Sequence[Fraction | int | None]
) -> int | float | None:
    """Sum of figures times counts and of the networks' own; null as soon as one is unknown."""
    result = Fraction(0)
    for figure, count in [*owned, *((value, 1) for value in networks)]:
        if figure is None:
            return None
        result += (exact(figure) if isinstance(figure, float) else Fraction(figure)) * count
    return number(result)
