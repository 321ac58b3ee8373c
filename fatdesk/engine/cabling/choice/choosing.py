"""Choose a cable for each length: the cheapest that reaches, with the reason in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.money import CENT
from fatdesk.core.units import UM_PER_M, ceil_div, m_from_um, um_from_m
from fatdesk.engine.cabling.choice.link_groups import Form, PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Transceiver, speak_alike
from fatdesk.engine.catalog.plugs import Plug

CUSTOM_SURCHARGE = Decimal("1.25")
"""A custom length costs a quarter more (Perseus paper, 4.2)."""
ENDLESS_UM = 2**62
CODES = {"copper": "DAC", "active-copper": "ACC", "optical": "AOC", "fibre": "FIB"}
COPPER = ("copper", "active-copper")
MEDIA_ORDER = (*COPPER, "optical", "fibre")


@dataclass(frozen=True)
class Option:
    """A cable, with the transceivers at its ends where it is a bare fibre.

    ``each`` states that a group takes one such cable for each of its ports, not one for all.
    """

    cable: Cable
    each: bool = False
    a: Transceiver | None = None
    b: Transceiver | None = None

    @property
    def code(self) -> str:
        """The kind as drawn: DAC, ACC, AOC, FIB, or SPL for a splitter."""
        return "SPL" if self.cable.ends[0] != self.cable.ends[1] else CODES[self.cable.medium]

    @cached_property
    def reach_um(self) -> int:
        """Reach of the signal; where unknown, the longest length on sale."""
        sold = max((um_from_m(length.m) for length in self.cable.lengths), default=ENDLESS_UM)
        return sold if self.stated_reach_um is None else self.stated_reach_um

    @cached_property
    def stated_reach_um(self) -> int | None:
        """Reach stated by cable and transceivers."""
        limits = [um_from_m(x.reach_m) for x in (self.cable, self.a, self.b) if x is not None and x.reach_m]
        return min(limits, default=None)


def options_for(
    need: PlugPair, catalog: Catalog, media: str, bundle_cable: Cable | None = None
) -> tuple[Option, ...]:
    """Return all options of the catalog for a need, in order of part id."""
    if need.form is Form.BUNDLE:
        return (Option(bundle_cable),) if bundle_cable is not None and need.allows(bundle_cable) else ()
    wanted = {"copper": ("copper", "active-copper"), "optical": ("optical", "fibre")}.get(media, MEDIA_ORDER)
    spoken = (need.a.protocol, need.b.protocol)
    cables = [
        c
        for c in catalog.cables()
        if c.medium in wanted and speak_alike(c.protocol, *spoken) and need.allows(c)
    ]
    found = [Option(cable) for cable in cables if cable.medium != "fibre" and _direct(need, cable)]
    fibres = [cable for cable in cables if cable.medium == "fibre"]
    if fibres:
        modules = [
            part
            for part in catalog.transceivers()
            if speak_alike(part.protocol, *spoken) and need.allows(part)
        ]
        found += _fibre_options(need, fibres, modules)
    return tuple(found)


def _carries(cable: Cable, rate_gbps: float) -> bool:
    """Whether its lanes carry a rate; a cable of unknown lane rate is trusted with its plugs."""
    return cable.lane_rate_gbps is None or cable.lanes * cable.lane_rate_gbps >= rate_gbps


def _joins(cable: Cable, a: str, b: str) -> bool:
    return cable.connectors in ((a, b), (b, a))


def _direct(need: PlugPair, cable: Cable) -> bool:
    """Whether a cable with its own ends fits the cages and carries what they need."""
    a, b = need.a, need.b
    match need.form:
        case Form.SINGLE:
            plain = cable.ends == (1, 1) and cable.links == 1
            return plain and _joins(cable, a.connector, b.connector) and _carries(cable, a.rate_gbps)
        case Form.TWIN:
            plain = cable.ends == (1, 1) and cable.links == need.links
            rate = a.rate_gbps * need.links
            return plain and _joins(cable, a.connector, b.connector) and _carries(cable, rate)
        case Form.LEGS:
            trunk, leg = (a, b) if a.links > 1 else (b, a)
            return _splits(cable, trunk, leg, need.legs) and _carries(cable, trunk.rate_gbps * trunk.links)
        case Form.SPLIT:
            # a plug fills its cage, so that the other ports there would have none
            return a.links == 1 and _splits(cable, a, b, need.legs) and _carries(cable, a.rate_gbps)
        case Form.SPLIT_CAGE:
            return _splits(cable, a, b, need.legs) and _carries(cable, a.rate_gbps * a.links)
    return False


def _splits(cable: Cable, trunk: Plug, leg: Plug, legs: int) -> bool:
    forward = cable.ends == (1, legs) and cable.connectors == (trunk.connector, leg.connector)
    backward = cable.ends == (legs, 1) and cable.connectors == (leg.connector, trunk.connector)
    return legs > 1 and (forward or backward)


def _fits(part: Transceiver, plug: Plug) -> bool:
    return part.connector == plug.connector and part.links == plug.links and part.rate_gbps == plug.rate_gbps


def _fibre_options(need: PlugPair, fibres: Sequence[Cable], modules: Sequence[Transceiver]) -> list[Option]:
    found = []
    each = need.form in (Form.TWIN, Form.LEGS, Form.SPLIT_CAGE)
    for a in modules:
        for b in modules:
            if not (a.fibre == b.fibre and _fits(a, need.a) and _fits(b, need.b)):
                continue
            if need.a == need.b and a.id != b.id:
                continue  # equal cages take equal modules
            found += [
                Option(cable, each, a, b)
                for cable in fibres
                if cable.connectors == (a.fibre, b.fibre)
                and cable.ends == (1, need.slower)
                and cable.links == 1
            ]
    return found


def thresholds(option: Option, rules: CablingRules) -> list[int] | None:
    """Lengths at which what is ordered changes; None when it changes everywhere (sold by the metre)."""
    if by_metre(option.cable, rules):
        return None
    return [*(um_from_m(length.m) for length in option.cable.lengths), option.reach_um]


def by_metre(cable: Cable, rules: CablingRules) -> bool:
    """Whether it is ordered to the length needed: custom lengths, or none listed."""
    return not cable.lengths or (rules.lengths == "custom" and cable.per_metre is not None)


def order(option: Option, need_um: int, rules: CablingRules) -> tuple[int, Decimal | None] | None:
    """The length to order for a need and its price (None: unknown); None when it is not long enough.

    A standard cable is the shortest on the list that is long enough; one without a list is ordered in
    whole metres. Custom lengths are exact, or rounded up to the step, and cost a quarter more. The signal
    travels through all that is ordered, so that may not be longer than the reach either.
    """
    cable = option.cable
    if need_um > option.reach_um:
        return None
    if not by_metre(cable, rules):
        reach = option.reach_um
        fit = [length for length in cable.lengths if need_um <= um_from_m(length.m) <= reach]
        if not fit:
            return None
        best = min(fit, key=lambda length: length.m)
        return um_from_m(best.m), None if best.price is None else best.price.amount
    step = um_from_m(rules.length_step_m) or (UM_PER_M if rules.lengths == "standard" else 0)
    ordered = min(ceil_div(need_um, step) * step if step else need_um, option.reach_um)
    return ordered, metre_price(cable, ordered, custom=rules.lengths == "custom")


def metre_price(cable: Cable, length_um: int, custom: bool) -> Decimal | None:
    """Price by the formula: so much a metre and a connector, a quarter more for a custom length.

    >>> from fatdesk.engine.catalog.parts import Price
    >>> quad = Cable(id="q", medium="copper", connectors=("qsfp", "qsfp"),
    ...     per_metre=Price(amount=Decimal(16)), per_connector=Price(amount=Decimal(20)))
    >>> metre_price(quad, 3_000_000, custom=False), metre_price(quad, 3_000_000, custom=True)
    (Decimal('88.00'), Decimal('110.00'))
    """
    if cable.per_metre is None or cable.per_metre.amount is None:
        return None
    ends = Decimal(0)
    if cable.per_connector is not None:
        if cable.per_connector.amount is None:
            return None
        ends = cable.per_connector.amount * sum(cable.ends)
    plain = cable.per_metre.amount * length_um / UM_PER_M + ends
    return (plain * CUSTOM_SURCHARGE if custom else plain).quantize(CENT, ROUND_HALF_UP)


NO_OPTION = -1


@dataclass(frozen=True)
class Choice:
    """Item ordered for a cable; the price is of the cable alone."""

    option: Option
    ordered_um: int
    price: Decimal | None


@dataclass(frozen=True, eq=False)
class Decision:
    """For each of some lengths the option taken (NO_OPTION: none) and the reason."""

    option: NDArray[np.int64]
    reason: NDArray[np.int64]
    reasons: tuple[str, ...]


def decide(need: PlugPair, options: tuple[Option, ...], lengths_um: Longs, rules: CablingRules) -> Decision:
    """Take the cheapest option for each length.

    Options with an unknown price rank behind those with a known one; among equals copper comes before
    optical, the shorter before the longer, then the part id.
    """
    reps, inverse = _representatives(options, lengths_um, rules)
    picked, reasons = [], []
    for length in reps.tolist():
        number, why = best(need, options, length, rules)
        picked.append(number)
        reasons.append(why)
    return Decision(
        np.array(picked, np.int64)[inverse] if len(reps) else np.zeros(0, np.int64),
        inverse,
        tuple(reasons),
    )


def _representatives(
    options: tuple[Option, ...], lengths_um: Longs, rules: CablingRules
) -> tuple[Longs, NDArray[np.int64]]:
    """A few lengths that represent all: between two thresholds every length is decided alike."""
    steps = [thresholds(option, rules) for option in options]
    if any(step is None for step in steps):
        reps, inverse = np.unique(lengths_um, return_inverse=True)
        return reps, inverse.reshape(-1)
    edges = np.unique(np.array([x for step in steps if step is not None for x in step], np.int64))
    bucket = np.searchsorted(edges, lengths_um, side="left")
    used, inverse = np.unique(bucket, return_inverse=True)
    beyond = int(lengths_um.max(initial=0))
    reps = np.array([edges[i] if i < len(edges) else beyond for i in used.tolist()], np.int64)
    return reps, inverse.reshape(-1)


def best(need: PlugPair, options: tuple[Option, ...], length: int, rules: CablingRules) -> tuple[int, str]:
    """The number of the option that is taken for a length (NO_OPTION: none), and why."""
    ranked = []
    short: list[str] = []
    for number, option in enumerate(options):
        ordered = order(option, length, rules)
        if ordered is None:
            short.append(option.cable.id)
            continue
        price = whole_price(need, option, ordered[1])
        known = Decimal(0) if price is None else price
        medium = MEDIA_ORDER.index(option.cable.medium)
        # by the metre comes last among equals: a listed length can be ordered by its number
        unlisted = by_metre(option.cable, rules)
        # the module that reaches least is the plainest
        key = (price is None, known, medium, unlisted, ordered[0], option.reach_um, option.cable.id, number)
        ranked.append((key, price, number))
    if not ranked:
        return NO_OPTION, _nothing(need, options, short)
    ranked.sort(key=lambda entry: entry[0])
    _, price, number = ranked[0]
    return number, _reason(options[number], price, len(ranked), short)


def whole_price(need: PlugPair, option: Option, cable_price: Decimal | None) -> Decimal | None:
    """Return the cost of a need with an option, transceivers included; None if a price is unknown."""
    if cable_price is None:
        return None
    total = cable_price * need.apart if option.each else cable_price
    for plug, module, far in ((need.a, option.a, False), (need.b, option.b, True)):
        if module is None:
            continue
        if module.price is None or module.price.amount is None:
            return None
        total += module.price.amount * module_count(need, plug, far=far)
    return total


def module_count(need: PlugPair, plug: Plug, *, far: bool) -> Decimal:
    """Return the number of transceivers of a need at one end; of a shared cage its share."""
    match need.form:
        case Form.SHARED:
            return 1 / Decimal(plug.links)
        case Form.SPLIT:
            return (need.links if far else 1) / Decimal(plug.links)
        case Form.SPLIT_CAGE if far:
            return need.links / Decimal(plug.links)
        case Form.LEGS if plug.links == 1:
            return Decimal(need.links)
    return Decimal(1)


def _reason(option: Option, price: Decimal | None, reaching: int, short: list[str]) -> str:
    if reaching == 1:
        text = "the only one that fits and reaches"
    elif price is None:
        text = (
            f"first of {reaching} that reach, none of them priced: copper before optical, short before long"
        )
    else:
        text = f"cheapest of {reaching} that reach"
    if option.a is not None and option.b is not None:
        modules = option.a.id if option.a.id == option.b.id else f"{option.a.id} and {option.b.id}"
        text += f", with {modules}"
    if short:
        text += f"; too short: {', '.join(sorted(set(short)))}"
    return text


def _nothing(need: PlugPair, options: tuple[Option, ...], short: list[str]) -> str:
    which = "approved cable" if need.only else "cable"
    if not options:
        return (
            f"no {which} in the catalog joins {need.a.connector} and {need.b.connector} at "
            f"{need.a.rate_gbps:g} Gb/s for {need.links} link{'s' if need.links > 1 else ''}{_beside(need)}"
        )
    reach = max(_longest(option) for option in options)
    return f"no {which} reaches: the longest of {', '.join(sorted(set(short)))} is {m_from_um(reach):g} m"


def _beside(need: PlugPair) -> str:
    """Why a splitter with plugs of its own does not do for a split port."""
    if need.form is not Form.SPLIT or need.a.links == 1:
        return ""
    return "; other ports of its cage are not split alike, so only transceivers and a fibre that splits do"


def _longest(option: Option) -> int:
    """The longest length that an option covers, micrometres."""
    listed = [um_from_m(length.m) for length in option.cable.lengths]
    return max((some for some in listed if some <= option.reach_um), default=option.reach_um)


MOST = 100_000
"""Number of lengths that are cached; cables sold by the metre have a new one each time."""
_LEARNING = Lock()
"""Held while an assortment adds to what it keeps: a drawing may be tried in a thread of its own."""


class Assortment:
    """The options of all needs of a fabric one after the other, with what was found out about them.

    Parameters
    ----------
    options
        For each need what could cable it.
    reasons
        Reasons listed before those that are found here.
    """

    def __init__(
        self,
        needs: Sequence[PlugPair],
        options: Sequence[tuple[Option, ...]],
        rules: CablingRules,
        reasons: Sequence[str],
    ) -> None:
        self.needs, self.rules = needs, rules
        self.options = tuple(option for some in options for option in some)
        self.each = np.array([some.each for some in self.options] or [False], bool)
        self.reasons = list(reasons)
        self.of_need = options
        self._first = [sum(map(len, options[:number])) for number in range(len(options))]
        steps = [thresholds(option, rules) for option in self.options]
        self._steps = [None if step is None else _rising(step) for step in steps]
        self._edges = [
            None
            if any(steps[first + i] is None for i in range(len(some)))
            else _rising([um for i in range(len(some)) for um in steps[first + i] or ()])
            for first, some in zip(self._first, options, strict=True)
        ]
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}
        self._ordered: dict[tuple[int, int], tuple[int, Decimal | None] | None] = {}
        self._numbers = {text: number for number, text in enumerate(self.reasons)}

    def edges(self, need: int) -> Longs | None:
        """Lengths at which the choice for a need may change; None: it may change at any length."""
        return self._edges[need]

    def take(self, need: int, lengths_um: Longs) -> tuple[Longs, Longs]:
        """The option (NO_OPTION: none) and the reason for each of some lengths."""
        edges = self._edges[need]
        keys, inverse = _buckets(edges, lengths_um)
        found = [self._take(need, key, edges) for key in keys.tolist()]
        pairs = np.array(found, np.int64).reshape(-1, 2)[inverse]
        return pairs[:, 0], pairs[:, 1]

    def _take(self, need: int, key: int, edges: Longs | None) -> tuple[int, int]:
        known = self._taken.get((need, key))
        if known is None:
            with _LEARNING:
                known = self._taken.get((need, key)) or self._learn(need, key, edges)
        return known

    def _learn(self, need: int, key: int, edges: Longs | None) -> tuple[int, int]:
        number, why = best(self.needs[need], self.of_need[need], _length(edges, key), self.rules)
        option = NO_OPTION if number == NO_OPTION else self._first[need] + number
        reason = self._numbers.setdefault(why, len(self.reasons))
        if reason == len(self.reasons):
            self.reasons.append(why)
        if len(self._taken) > MOST:
            self._taken.clear()
        self._taken[need, key] = (option, reason)
        return option, reason

    def order(self, option: Longs, lengths_um: Longs) -> tuple[Longs, tuple[Choice, ...]]:
        """Return the item to order for each cable: the chosen option in its own length."""
        choice = np.full(len(option), NO_OPTION, np.int64)
        made: dict[tuple[int, int], int] = {}
        found: list[Choice] = []
        for number in np.unique(option[option >= 0]).tolist():
            here = np.flatnonzero((option == number) & (lengths_um >= 0))
            edges = self._steps[number]
            keys, inverse = _buckets(edges, lengths_um[here])
            numbers = []
            for key in keys.tolist():
                ordered = self._order(number, key, edges)
                if ordered is None:
                    numbers.append(NO_OPTION)
                    continue
                at = made.setdefault((number, ordered[0]), len(found))
                if at == len(found):
                    found.append(Choice(self.options[number], *ordered))
                numbers.append(at)
            choice[here] = np.array(numbers, np.int64)[inverse]
        return choice, tuple(found)

    def _order(self, option: int, key: int, edges: Longs | None) -> tuple[int, Decimal | None] | None:
        try:
            return self._ordered[option, key]
        except KeyError:
            found = order(self.options[option], _length(edges, key), self.rules)
        with _LEARNING:
            if len(self._ordered) > MOST:
                self._ordered.clear()
            self._ordered[option, key] = found
        return found


def _rising(lengths_um: Sequence[int]) -> Longs:
    return np.unique(np.array(lengths_um, np.int64))


def _buckets(edges: Longs | None, lengths_um: Longs) -> tuple[Longs, Longs]:
    """A few keys that represent all lengths, and the one that represents each.

    Between two edges every length is the same; where there are none, every length is its own key.
    """
    keys = lengths_um if edges is None else np.searchsorted(edges, lengths_um, side="left")
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, inverse.reshape(-1)


def _length(edges: Longs | None, key: int) -> int:
    """A length that a key represents; behind the last edge nothing reaches."""
    if edges is None:
        return key
    return int(edges[key]) if key < len(edges) else int(edges[-1]) + 1 if len(edges) else 0
